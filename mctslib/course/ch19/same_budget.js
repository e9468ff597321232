// Show a tree of sums, and how it fares against samples with the same budget.  The page handles the dial itself, and
// asks Python only for the data of a different hand, seed or proposer.  `words.js` comes before this file.
function render({ model, el }) {
  const root = document.createElement("div");
  root.className = "mcts-same";
  el.append(root);
  let data = null;
  let budget = 0;
  const one = (name) => root.querySelector(name);

  const share = (after, most) => after.filter((n) => n != null && n <= most).length / after.length;
  const verdict = (after) =>
    after != null && after <= budget ? `✓ with ${count(after, "step")}` : "not yet";

  function build() {
    data = model.get("data");
    budget = budget || data.budget;
    root.innerHTML = `
      <p class="head"></p><p class="told" role="status"></p>
      <div class="parts">
        <div class="tree"><p class="mcts-label">The tree of sums: lines that passed each step</p>
          <div class="wide" tabindex="0" role="group" aria-label="the tree of sums">${data.tree}</div>
          <p class="note">Dashed: 24 can still be made. Green: the first right line.</p></div>
        <div class="dial"><div><p class="mcts-label">Budget: drag the ring <span>% of ${count(data.count, "run")} with a right line</span></p>
          <div class="chart" tabindex="0">${data.dial}</div>
          <p class="key"><i class="a"></i>tree <i class="b"></i>best of n <i class="c"></i>random</p></div>
          <div><table><thead><tr><th>search</th><th>this run</th><th>lines</th><th>of ${count(data.count, "run")}</th></tr></thead>
            <tbody>${data.names.map((name) => `<tr><th>${name}</th><td class="v"></td><td class="l"></td><td class="s"></td></tr>`).join("")}</tbody></table>
          <div class="exact"><b>Exact.</b> ${data.exact.join("<br>")}</div></div></div>
      </div>
      <div class="bar">
        <button type="button" class="first" data-do="more">▶ 10 more steps</button>
        <button type="button" class="all" aria-pressed="false">More</button>
        <button type="button" data-do="hand">↻ Other hand</button>
        <label class="steps">steps <input type="range" min="0" max="100" aria-label="generated steps"></label>
        <button type="button" data-do="seed">↻ Other seed</button>
        <span class="space"></span>
        <label>proposer <select>${data.proposers.map((name) => `<option${name === data.proposer ? " selected" : ""}>${name}</option>`).join("")}</select></label>
      </div>`;
    one(".head").textContent = data.head;
    one("[data-do=seed]").hidden = Boolean(data.alone); // a page without Python has data for one seed only
    one("input").addEventListener("input", (event) => {
      const part = event.target.value / 100;
      show(Math.round(data.least * (data.most / data.least) ** part));
    });
    one("select").addEventListener("change", (event) =>
      model.send({ do: "proposer", name: event.target.value }),
    );
    one(".all").addEventListener("click", () => {
      one(".all").setAttribute("aria-pressed", root.classList.toggle("whole"));
    });
    for (const button of root.querySelectorAll("[data-do]")) {
      button.addEventListener("click", () => {
        if (button.dataset.do === "more") show(budget + 10);
        else model.send({ do: button.dataset.do });
      });
    }
    const ring = one(".ring");
    ring.style.touchAction = "none";
    ring.addEventListener("pointerdown", (event) => {
      ring.setPointerCapture(event.pointerId);
      ring.addEventListener("pointermove", dragged);
    });
    ring.addEventListener("pointerup", () => ring.removeEventListener("pointermove", dragged));
    show(budget);
  }

  function dragged(event) {
    const svg = one(".chart svg");
    const box = svg.getBoundingClientRect();
    const x = ((event.clientX - box.left) * svg.viewBox.baseVal.width) / box.width;
    const part = Math.max(0, Math.min(1, (x - data.left) / (data.right - data.left)));
    show(Math.round(data.least * (data.most / data.least) ** part));
  }

  function show(steps) {
    budget = Math.max(data.least, Math.min(data.most, steps));
    const part = Math.log(budget / data.least) / Math.log(data.most / data.least);
    const input = one("input");
    if (document.activeElement !== input) input.value = 100 * part;
    input.setAttribute("aria-valuetext", `${number(budget)} steps`);
    const more = one("[data-do=more]");
    if (budget === data.most && document.activeElement === more) input.focus();
    more.style.visibility = budget === data.most ? "hidden" : "";
    const reached = (item) => (item.dataset.at ? item.dataset.at.split(" ").filter((n) => +n <= budget).length : 0);
    // Until a search is right, the picture gives no answer.
    const right = data.names.filter((name) => verdict(data.solved[name])[0] === "✓");
    const isFound = right.length > 0 || budget === data.most;
    root.classList.toggle("found", isFound);
    const boxes = [...root.querySelectorAll(".step")];
    const counts = boxes.map(reached);
    const most = Math.max(1, ...counts);
    boxes.forEach((box, k) => {
      const [frame, solved] = [box.querySelector("rect"), box.querySelector(".solved")];
      box.style.visibility = !isFound && !counts[k] && frame.hasAttribute("stroke-dasharray") ? "hidden" : "";
      frame.setAttribute("fill", counts[k] ? data.amounts[Math.round((40 * counts[k]) / most)] : data.amounts[0]);
      solved.setAttribute("visibility", box.dataset.solves && data.solved.tree <= budget ? "visible" : "hidden");
      box.querySelector(".n").textContent = counts[k] ? number(counts[k]) : "";
    });
    for (const way of root.querySelectorAll(".way")) {
      const n = reached(way);
      way.style.visibility = isFound || n ? "" : "hidden";
      way.setAttribute("stroke-width", 1 + (4 * n) / most);
      way.setAttribute("stroke", n ? data.soft : data.rule);
    }
    const x = data.left + part * (data.right - data.left);
    one(".ring").setAttribute("cx", x);
    for (const end of ["x1", "x2"]) one(".at").setAttribute(end, x);
    root.querySelectorAll("tbody tr").forEach((row, k) => {
      const name = data.names[k];
      const verdictCell = row.querySelector(".v");
      verdictCell.textContent = verdict(data.solved[name]);
      verdictCell.classList.toggle("yes", verdictCell.textContent[0] === "✓");
      row.querySelector(".l").textContent = number(data.lines[name].filter((n) => n <= budget).length);
      row.querySelector(".s").textContent = percent(share(data.runs[name], budget));
    });
    const told = right.map((name) => `${name} ${verdict(data.solved[name])}`).join(", ") || "no search is right yet";
    one(".told").textContent = `After ${number(budget)} generated steps each: ${told}.`;
  }

  model.on("change:data", build);
  build();
}
export default { render };
