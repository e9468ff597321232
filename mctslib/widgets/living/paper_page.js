// Show a sheet of paper with fields for the new N and W of each node; each number is checked as soon
// as it is entered.
const SIGNS = { "½": " 1/2", "¼": " 1/4", "¾": " 3/4", ",": "." };

// Return the number that the reader wrote as 2, 2.5, 2,5, 2½ or 5/2; NaN for any other text.
function numberOf(text) {
  const plain = text.replace(/[½¼¾,]/g, (sign) => SIGNS[sign]).trim();
  const found = /^(?:(\d+)\s+)?(-?\d+)\/(\d+)$/.exec(plain);
  if (found) return +(found[1] ?? 0) + found[2] / found[3];
  return /^[-+]?(\d+\.?\d*|\.\d+)$/.test(plain) ? +plain : NaN;
}

function remark(remarks, value) {
  if (!Number.isFinite(value)) return "Write a number, such as 2 or 1.5.";
  return remarks.find(
    ([low, high]) => (low ?? -Infinity) <= value && value <= (high ?? Infinity),
  )[2];
}

function render({ model, el }) {
  const sheets = model.get("sheets");
  let turn = 0;

  function lay() {
    const { story, tree, size, rows } = sheets[turn];
    const tried = new Map();
    const right = new Map();
    el.innerHTML = `<p class="mcts-story"></p><div class="mcts-wide"><div class="mcts-paper-tree">${tree}</div></div><div class="mcts-sheet"></div>
      <p><button type="button" disabled>Show the answers</button> <button type="button">Another iteration</button></p>
      <p role="status"></p>`;
    el.querySelector(".mcts-story").textContent = story;
    const table = el.querySelector(".mcts-sheet");
    const drawn = el.querySelector(".mcts-paper-tree");
    drawn.style.setProperty("--wide", `${size[0]}px`);
    drawn.style.setProperty("--aspect", size[0] / size[1]);
    const [answers, another] = el.querySelectorAll("button");
    const cells = rows.flatMap((row) => ["N", "W"].map((letter) => ({ row, letter })));
    const say = (words) => {
      el.querySelector(":scope > [role=status]").textContent = words;
    };

    function progress() {
      if (tried.size < cells.length) return say(`${tried.size} of ${cells.length} fields tried.`);
      const first = `${[...tried.values()].filter(Boolean).length} of ${cells.length} right at the first try.`;
      answers.disabled = false;
      say(
        [...right.values()].every(Boolean)
          ? `Every number is right. ${first}`
          : `${first} Correct the others, or show the answers.`,
      );
    }

    for (const cell of cells) {
      if (cell.letter === "N") {
        const title = table.appendChild(document.createElement("p"));
        title.append(
          Object.assign(document.createElement("b"), { textContent: cell.row.name }),
          ` · ${cell.row.given}`,
        );
      }
      const name = `${cell.letter} of ${cell.row.name}`;
      const blank = cell.row.blanks["NW".indexOf(cell.letter)];
      const line = (blank ? drawn : table).appendChild(document.createElement("label"));
      if (!blank) line.append(`${name} `); // the tree is drawn as text, so it has no blanks
      const field = line.appendChild(
        Object.assign(document.createElement("input"), { placeholder: "?", autocomplete: "off" }),
      );
      if (blank) {
        field.setAttribute("aria-label", name);
        ["left", "top", "width", "height"].forEach((side, k) => {
          line.style[side] = `${blank[k]}%`;
        });
      }
      cell.said = table.appendChild(document.createElement("span"));
      cell.said.setAttribute("role", "status");
      const check = () => {
        const value = numberOf(field.value);
        const words = field.value.trim() ? remark(cell.row.remarks[cell.letter], value) : null;
        const sign = blank ? `${cell.letter}: ` : "";
        cell.said.textContent = words === null ? "" : sign + (words ? `✗ ${words}` : "✔ right");
        line.classList.toggle("mcts-right", words === "");
        line.classList.toggle("mcts-wrong", Boolean(words));
        right.set(cell, words === "");
        if (!Number.isNaN(value) && !tried.has(cell)) tried.set(cell, words === "");
        progress();
      };
      field.addEventListener("change", check);
      field.addEventListener("keydown", ({ key }) => key === "Enter" && field.select());
    }
    answers.addEventListener("click", () => {
      for (const cell of cells)
        cell.said.textContent = `${right.get(cell) ? "✔ right" : "✗"} · ${cell.letter} = ${cell.row.after[cell.letter]}`;
      say("The answers are beside the fields.");
    });
    another.addEventListener("click", () => {
      turn = (turn + 1) % sheets.length;
      lay();
    });
    say(`${cells.length} fields. After each number press Enter or Tab; then the number is checked.`);
  }
  lay();
}
export default { render };
