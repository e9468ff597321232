// One board as SVG: an ARIA grid with a single tab stop.  Python sends the whole picture as one `view`,
// the page answers with messages { command, cell }: "play" for a cell, or a command by its key.  Messages, and no
// trait: of two changes of a trait, the first may never be sent.
const NS = "http://www.w3.org/2000/svg";
const CELL = 100; // units of the drawing; on the screen a cell is view.pixels wide
const FOOT = 44; // units below the board for the numbers of the columns
const COMMANDS = { u: "take back", h: "hint", n: "new game", m: "engine moves", p: "pause", escape: "stop" };

function make(name, attributes = {}, parent = null, text = "") {
  const element = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = text;
  if (parent) parent.appendChild(element);
  return element;
}

function drawMark(parent, mark, x, y, r) {
  const shape = { class: `mark mark-${mark}` };
  if (mark === "X") {
    make("path", { ...shape, d: `M${x - r} ${y - r}L${x + r} ${y + r}M${x + r} ${y - r}L${x - r} ${y + r}` }, parent);
  } else if (mark === "O") {
    make("circle", { ...shape, cx: x, cy: y, r }, parent);
  } else if (mark) {
    make("text", { ...shape, x, y, class: "letter", "font-size": 2 * r }, parent, mark);
  }
}

// A small cell has room for one number, the value.
function drawThought(cell, thought, pixels) {
  const font = 1200 / pixels, small = pixels < 60;
  if (!small) make("text", { class: "number", x: 50, y: 56, "font-size": font }, cell, `N ${thought.visits}`);
  const value = thought.value && (small ? thought.value : `Q ${thought.value}`);
  make("text", { class: "number", x: 50, y: small ? 72 : 75, "font-size": font }, cell, value);
  make("rect", { class: "track", x: 8, y: 81, width: 84, height: 12 }, cell);
  make("rect", { class: "bar", x: 8, y: 81, width: 84 * thought.bar, height: 12 }, cell);
}

function drawCell(cell, view, index) {
  const thought = view.thoughts[index];
  cell.replaceChildren();
  cell.setAttribute("aria-label", view.names[index]);
  cell.setAttribute("aria-disabled", String(view.targets[index] < 0));
  cell.classList.toggle("open", view.shaded.includes(index));
  cell.classList.toggle("valued", Boolean(thought && thought.colour));
  const square = make("rect", { class: "square", width: CELL, height: CELL }, cell);
  if (thought) square.style.fill = thought.colour;
  if (index === view.last) make("rect", { class: "last", x: 5, y: 5, width: 90, height: 90 }, cell);
  const [x, y, r] = thought ? [50, 23, 14] : [50, 50, 29]; // moved up to leave room for the bar of visits
  drawMark(cell, view.marks[index], x, y, r);
  if (thought) drawThought(cell, thought, view.pixels);
  if (index === view.best) make("text", { class: "best", x: 5, y: 27, "font-size": 28 }, cell, "★");
  make("circle", { class: "ghost", cx: 50, cy: 50, r: 36 }, cell);
  make("rect", { class: "ring", x: 3, y: 3, width: 94, height: 94 }, cell);
}

// The thick lines between the blocks, and a large mark over each block that somebody has won.
function drawBlocks(layer, view, rows) {
  layer.replaceChildren();
  if (!view.block) return;
  const unit = view.block * CELL, across = view.columns / view.block;
  for (let k = 1; k < across; k++) make("path", { class: "wall", d: `M${k * unit} 0V${rows * CELL}` }, layer);
  for (let k = 1; k < rows / view.block; k++) make("path", { class: "wall", d: `M0 ${k * unit}H${across * unit}` }, layer);
  view.blocks.forEach((mark, k) =>
    drawMark(layer, mark, (k % across + 0.5) * unit, (Math.floor(k / across) + 0.5) * unit, 0.34 * unit));
}

function render({ model, el: root }) {
  const live = document.createElement("div");
  let cells = [], focus = 0, aimed = null, columns = 0, svg = null, win = null, blocks = null;
  root.classList.add("mcts-board");
  root.dataset.lmSuppressShortcuts = "true"; // JupyterLab's own keys are silent while the board has the focus
  live.className = "say";
  live.setAttribute("role", "status");

  function send(command, cell = -1) {
    model.send({ command, cell });
  }

  function build(view) {
    const size = view.marks.length, rows = size / view.columns;
    columns = view.columns;
    focus = Math.min(focus, size - 1);
    const foot = view.falls ? FOOT : 0; // the numbers of the columns, where a piece is dropped into one
    svg = make("svg", { role: "grid", viewBox: `-1 -1 ${columns * CELL + 2} ${rows * CELL + foot + 2}`,
      width: columns * view.pixels, height: (rows + foot / CELL) * view.pixels });
    cells = [];
    for (let row = 0; row < rows; row++) {
      const group = make("g", { role: "row" }, svg);
      for (let column = 0; column < columns; column++) {
        cells.push(make("g", { role: "gridcell", "data-cell": cells.length, tabindex: cells.length === focus ? 0 : -1,
          transform: `translate(${column * CELL},${row * CELL})` }, group));
      }
    }
    for (let column = 0; foot && column < columns; column++) {
      make("text", { class: "column", x: (column + 0.5) * CELL, y: rows * CELL + FOOT / 2, "font-size": 1400 / view.pixels,
        "aria-hidden": "true" }, svg, column);
    }
    blocks = make("g", { class: "blocks", "aria-hidden": "true" }, svg);
    win = make("path", { class: "win", "aria-hidden": "true" }, svg);
    svg.addEventListener("click", click);
    svg.addEventListener("keydown", press);
    svg.addEventListener("mouseover", (event) => aim(event.target.closest("[data-cell]")));
    svg.addEventListener("mouseleave", () => aim(document.activeElement.closest("[data-cell]")));
    svg.addEventListener("focusin", (event) => aim(event.target.closest("[data-cell]")));
    svg.addEventListener("focusout", () => aim(null));
    root.replaceChildren(svg, live);
  }

  function paint() {
    const view = model.get("view");
    if (view.columns !== columns || view.marks.length !== cells.length) build(view);
    svg.setAttribute("aria-label", view.label);
    cells.forEach((cell, index) => drawCell(cell, view, index));
    drawBlocks(blocks, view, cells.length / columns);
    const at = (index) => `${(index % columns + 0.5) * CELL} ${(Math.floor(index / columns) + 0.5) * CELL}`;
    win.setAttribute("d", view.line.length ? `M${at(view.line[0])}L${at(view.line[view.line.length - 1])}` : "");
    aim(aimed);
    if (live.textContent !== view.say) live.textContent = view.say;
  }

  // Where pieces fall, the whole column answers the mouse or the focus, and a ring shows where the piece lands.
  function aim(cell) {
    aimed = cell;
    const view = model.get("view"), target = cell && view.falls ? view.targets[cell.dataset.cell] : -1;
    cells.forEach((one, index) => {
      one.classList.toggle("aimed", target >= 0 && view.targets[index] === target);
      one.classList.toggle("landing", index === target);
    });
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
    const row = Math.floor(focus / columns), column = focus % columns, end = columns - 1;
    const to = { ArrowUp: [row - 1, column], ArrowDown: [row + 1, column], ArrowLeft: [row, column - 1],
      ArrowRight: [row, column + 1], Home: [row, 0], End: [row, end] }[event.key];
    const command = COMMANDS[event.key.toLowerCase()];
    const digit = model.get("view").falls && /^[0-9]$/.test(event.key) ? Number(event.key) : -1;
    if (to) {
      const inside = Math.min(...to) >= 0 && to[0] < cells.length / columns && to[1] <= end;
      if (inside) move(to[0] * columns + to[1]);
    } else if (event.key === "Enter" || event.key === " ") send("play", focus);
    else if (digit >= 0 && digit <= end) { move(row * columns + digit); send("play", focus); }
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
