// One board as SVG: an ARIA grid with a single tab stop.  Python sends the whole picture as one `view`,
// the page answers with `event` = [name, cell, serial]: "play" for a cell, or a command by its key.
const NS = "http://www.w3.org/2000/svg";
const CELL = 100; // units of the drawing; on the screen a cell is view.pixels wide
const COMMANDS = { u: "take back", h: "hint", n: "new game", m: "engine moves", escape: "stop" };

function make(name, attributes = {}, parent = null, text = "") {
  const element = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = text;
  if (parent) parent.appendChild(element);
  return element;
}

// A mark fills the cell, or moves up to leave room for the bar of visits below it.
function drawMark(cell, mark, small) {
  const [x, y, r] = small ? [50, 23, 14] : [50, 50, 29];
  const shape = { class: `mark mark-${mark}` };
  if (mark === "X") {
    make("path", { ...shape, d: `M${x - r} ${y - r}L${x + r} ${y + r}M${x + r} ${y - r}L${x - r} ${y + r}` }, cell);
  } else if (mark === "O") {
    make("circle", { ...shape, cx: x, cy: y, r }, cell);
  } else if (mark) {
    make("text", { ...shape, x, y, class: "letter", "font-size": 2 * r }, cell, mark);
  }
}

function drawThought(cell, thought, font) {
  make("text", { class: "number", x: 50, y: 56, "font-size": font }, cell, `N ${thought.visits}`);
  make("text", { class: "number", x: 50, y: 75, "font-size": font }, cell, thought.value && `Q ${thought.value}`);
  make("rect", { class: "track", x: 8, y: 81, width: 84, height: 12 }, cell);
  make("rect", { class: "bar", x: 8, y: 81, width: 84 * thought.bar, height: 12 }, cell);
}

function drawCell(cell, view, index) {
  const thought = view.thoughts[index];
  cell.replaceChildren();
  cell.setAttribute("aria-label", view.names[index]);
  cell.setAttribute("aria-disabled", String(!view.playable.includes(index)));
  make("rect", { class: "square", width: CELL, height: CELL }, cell);
  if (index === view.last) make("rect", { class: "last", x: 4, y: 4, width: 92, height: 92 }, cell);
  drawMark(cell, view.marks[index], thought);
  if (thought) drawThought(cell, thought, 1200 / view.pixels);
  if (index === view.best) make("text", { class: "best", x: 5, y: 27, "font-size": 28 }, cell, "★");
  make("rect", { class: "ring", x: 3, y: 3, width: 94, height: 94 }, cell);
}

function render({ model, el: root }) {
  const live = document.createElement("div");
  let cells = [], focus = 0, side = 0, svg = null, win = null;
  root.classList.add("mcts-board");
  root.dataset.lmSuppressShortcuts = "true"; // JupyterLab's own keys are silent while the board has the focus
  live.className = "say";
  live.setAttribute("role", "status");

  function send(name, cell = -1) {
    model.set("event", [name, cell, model.get("event")[2] + 1]);
    model.save_changes();
  }

  function build(view) {
    side = view.size;
    focus = Math.min(focus, side * side - 1);
    svg = make("svg", { role: "grid", viewBox: `-1 -1 ${side * CELL + 2} ${side * CELL + 2}`,
      width: side * view.pixels, height: side * view.pixels });
    cells = [];
    for (let row = 0; row < side; row++) {
      const group = make("g", { role: "row" }, svg);
      for (let column = 0; column < side; column++) {
        cells.push(make("g", { role: "gridcell", "data-cell": cells.length, tabindex: cells.length === focus ? 0 : -1,
          transform: `translate(${column * CELL},${row * CELL})` }, group));
      }
    }
    win = make("path", { class: "win", "aria-hidden": "true" }, svg);
    svg.addEventListener("click", click);
    svg.addEventListener("keydown", press);
    root.replaceChildren(svg, live);
  }

  function paint() {
    const view = model.get("view");
    if (view.size !== side) build(view);
    svg.setAttribute("aria-label", view.label);
    cells.forEach((cell, index) => drawCell(cell, view, index));
    const at = (index) => `${(index % side + 0.5) * CELL} ${(Math.floor(index / side) + 0.5) * CELL}`;
    win.setAttribute("d", view.line.length ? `M${at(view.line[0])}L${at(view.line[view.line.length - 1])}` : "");
    if (live.textContent !== view.say) live.textContent = view.say;
  }

  function move(index) {
    cells[focus].setAttribute("tabindex", -1);
    cells[index].setAttribute("tabindex", 0);
    cells[index].focus();
    focus = index;
  }

  function click(event) {
    const cell = event.target.closest("[data-cell]");
    if (!cell) return;
    const index = Number(cell.dataset.cell);
    if (cells[index]) move(index);
    send("play", index);
  }

  function press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = Math.floor(focus / side), column = focus % side, end = side - 1;
    const to = { ArrowUp: [row - 1, column], ArrowDown: [row + 1, column], ArrowLeft: [row, column - 1],
      ArrowRight: [row, column + 1], Home: [row, 0], End: [row, end] }[event.key];
    const command = COMMANDS[event.key.toLowerCase()];
    if (to) {
      if (Math.min(...to) >= 0 && Math.max(...to) <= end) move(to[0] * side + to[1]);
    } else if (event.key === "Enter" || event.key === " ") send("play", focus);
    else if (command) send(command);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  model.on("change:view", paint);
  paint();
  return () => model.off("change:view", paint);
}

export default { render };
