// Draw one board as SVG: an ARIA grid with a single tab stop.  Python sends the whole picture as one
// `view`, and the page sends messages { command, cell }.  The command is "play" for a chosen cell.
// The letter keys and Escape have commands of their own.  The page does not change traits, because
// the first of two quick changes may be lost.
const NS = "http://www.w3.org/2000/svg";
const CELL = 100; // units of the drawing; on the screen a cell is view.pixels wide
const FOOT = 44; // units below the board for the numbers of the columns
const COMMANDS = {
  u: "take back",
  h: "hint",
  n: "new game",
  m: "engine moves",
  p: "pause",
  escape: "stop",
};

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
    make(
      "path",
      { ...shape, d: `M${x - r} ${y - r}L${x + r} ${y + r}M${x + r} ${y - r}L${x - r} ${y + r}` },
      parent,
    );
  } else if (mark === "O") {
    make("circle", { ...shape, cx: x, cy: y, r }, parent);
  } else if (mark) {
    make("text", { ...shape, x, y, class: "letter", "font-size": 2 * r }, parent, mark);
  }
}

// Return the middle of a cell, which is a square unless the view has a layout of hexagons.
function middle({ hexagons, columns }, index) {
  const at = hexagons
    ? hexagons.middles[index]
    : [(index % columns) + 0.5, Math.floor(index / columns) + 0.5];
  return at.map((part) => part * CELL);
}

const scaled = (points, size, origin) =>
  points.map(([x, y]) => [origin + size * x, origin + size * y]).join(" ");

function outline({ hexagons }, inset, shape, parent) {
  const size = CELL - 2 * inset;
  if (hexagons)
    return make(
      "polygon",
      { class: shape, points: scaled(hexagons.corners, size, CELL / 2) },
      parent,
    );
  return make("rect", { class: shape, x: inset, y: inset, width: size, height: size }, parent);
}

function drawSides(layer, view) {
  for (const { owner, corners, beside } of view.hexagons.sides) {
    make("polyline", { class: `side mark-${owner}`, points: scaled(corners, CELL, 0) }, layer);
    drawMark(layer, owner, beside[0] * CELL, beside[1] * CELL, 14);
  }
}

// Write the findings into a cell.  A small cell has room for only one number, the value.
function drawThought(cell, thought, view) {
  const font = 1200 / view.pixels;
  const small = view.pixels < 60;
  const [left, width, up] = view.hexagons ? [24, 52, 6] : [8, 84, 0];
  if (!small)
    make(
      "text",
      { class: "number", x: 50, y: 56 - up, "font-size": font },
      cell,
      `N ${thought.visits}`,
    );
  const value = thought.value && (small ? thought.value : `Q ${thought.value}`);
  make(
    "text",
    { class: "number", x: 50, y: (small ? 72 : 75) - up, "font-size": font },
    cell,
    value,
  );
  make("rect", { class: "track", x: left, y: 81 - up, width, height: 12 }, cell);
  make("rect", { class: "bar", x: left, y: 81 - up, width: width * thought.bar, height: 12 }, cell);
}

function drawCell(cell, view, index) {
  const thought = view.thoughts[index];
  cell.replaceChildren();
  cell.setAttribute("aria-label", view.names[index]);
  cell.setAttribute("aria-disabled", String(view.targets[index] < 0));
  cell.classList.toggle("open", view.shaded.includes(index));
  cell.classList.toggle("valued", Boolean(thought && thought.colour));
  const square = outline(view, 0, "square", cell);
  if (thought) square.style.fill = thought.colour;
  // in a cell with numbers the mark is smaller and higher up
  const [x, y, r] = !thought ? [50, 50, 29] : [50, view.hexagons ? 16 : 24, 12];
  drawMark(cell, view.marks[index], x, y, r);
  if (thought) drawThought(cell, thought, view);
  const [left, base] = view.hexagons ? [9, 34] : [5, 27];
  if (index === view.best)
    make("text", { class: "best", x: left, y: base, "font-size": 28 }, cell, "★");
  if (view.targets[index] === index && !thought && !view.marks[index])
    make("circle", { class: "dot", cx: 50, cy: 50, r: 5 }, cell);
  if (index === view.last) outline(view, 4, "last", cell);
  make("circle", { class: "ghost", cx: 50, cy: 50, r: 36 }, cell);
  outline(view, 3, "ring", cell);
}

// Draw thick lines between the blocks, and a large mark over each block that has a mark.
function drawBlocks(layer, view, rows) {
  layer.replaceChildren();
  if (!view.block) return;
  const unit = view.block * CELL;
  const across = view.columns / view.block;
  for (let k = 1; k < across; k++)
    make("path", { class: "wall", d: `M${k * unit} 0V${rows * CELL}` }, layer);
  for (let k = 1; k < rows / view.block; k++)
    make("path", { class: "wall", d: `M0 ${k * unit}H${across * unit}` }, layer);
  view.blocks.forEach((mark, k) =>
    drawMark(
      layer,
      mark,
      ((k % across) + 0.5) * unit,
      (Math.floor(k / across) + 0.5) * unit,
      0.34 * unit,
    ),
  );
}

function render({ model, el: root }) {
  const live = document.createElement("div");
  let cells = [];
  let focus = 0;
  let aimed = null;
  let columns = 0;
  let pixels = 0; // the width for which the cells were drawn
  let hexagons = false;
  let svg = null;
  let win = null;
  let blocks = null;
  root.classList.add("mcts-board");
  // turn JupyterLab's own keys off while the board has the focus
  root.dataset.lmSuppressShortcuts = "true";
  live.className = "say";
  live.setAttribute("role", "status");

  function send(command, cell = -1) {
    model.send({ command, cell });
  }

  function build(view) {
    const size = view.marks.length;
    const rows = size / view.columns;
    columns = view.columns;
    hexagons = Boolean(view.hexagons);
    focus = Math.min(focus, size - 1);
    // the numbers of the columns, if pieces are dropped into columns
    const foot = view.falls ? FOOT : 0;
    const [across, down] = view.hexagons ? view.hexagons.extent : [columns, rows + foot / CELL];
    svg = make("svg", {
      role: "grid",
      viewBox: `-1 -1 ${across * CELL + 2} ${down * CELL + 2}`,
      width: across * view.pixels,
      height: down * view.pixels,
    });
    if (view.hexagons) drawSides(make("g", { class: "sides", "aria-hidden": "true" }, svg), view);
    cells = [];
    for (let row = 0; row < rows; row++) {
      const group = make("g", { role: "row" }, svg);
      for (let column = 0; column < columns; column++) {
        cells.push(
          make(
            "g",
            {
              role: "gridcell",
              "data-cell": cells.length,
              tabindex: cells.length === focus ? 0 : -1,
              transform: `translate(${middle(view, cells.length).map((at) => at - CELL / 2)})`,
            },
            group,
          ),
        );
      }
    }
    for (let column = 0; foot && column < columns; column++) {
      make(
        "text",
        {
          class: "column",
          x: (column + 0.5) * CELL,
          y: rows * CELL + FOOT / 2,
          "font-size": 1400 / view.pixels,
          "aria-hidden": "true",
        },
        svg,
        column,
      );
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

  // Return the actual width of a cell in pixels.  On a narrow page this width is smaller than intended, but the
  // numbers in the cells keep their size.
  function shownPixels(view) {
    const wide = svg.getBoundingClientRect().width;
    const across = svg.viewBox.baseVal.width / CELL;
    return wide ? Math.min(view.pixels, wide / across) : view.pixels;
  }

  function resized() {
    if (Math.abs(shownPixels(model.get("view")) - pixels) > 0.5) paint();
  }

  function paint() {
    const view = model.get("view");
    const same = view.columns === columns && Boolean(view.hexagons) === hexagons;
    if (!same || view.marks.length !== cells.length) build(view);
    svg.setAttribute("aria-label", view.label);
    pixels = shownPixels(view);
    cells.forEach((cell, index) => drawCell(cell, { ...view, pixels }, index));
    drawBlocks(blocks, view, cells.length / columns);
    win.setAttribute(
      "d",
      view.line.length
        ? `M${view.line.map((index) => middle(view, index).join(" ")).join("L")}`
        : "",
    );
    aim(aimed);
    if (live.textContent !== view.say) live.textContent = view.say;
  }

  // If pieces fall, the whole column reacts to the mouse or the focus, and a ring shows where the
  // piece will land.
  function aim(cell) {
    aimed = cell;
    const view = model.get("view");
    const target = cell && view.falls ? view.targets[cell.dataset.cell] : -1;
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

  // Let the panel fill the screen, as for a class in front of a projector, or end this.
  function fill() {
    if (document.fullscreenElement) document.exitFullscreen();
    else (root.closest(".mcts-panel") ?? root).requestFullscreen?.();
  }

  function press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = Math.floor(focus / columns);
    const column = focus % columns;
    const end = columns - 1;
    const to = {
      ArrowUp: [row - 1, column],
      ArrowDown: [row + 1, column],
      ArrowLeft: [row, column - 1],
      ArrowRight: [row, column + 1],
      Home: [row, 0],
      End: [row, end],
    }[event.key];
    const command = COMMANDS[event.key.toLowerCase()];
    const walk = { ArrowLeft: "earlier", ArrowRight: "later" }[event.key];
    const digit = model.get("view").falls && /^[0-9]$/.test(event.key) ? Number(event.key) : -1;
    if (walk && model.get("view").walks) send(walk);
    else if (event.key.toLowerCase() === "f") fill();
    else if (to) {
      const inside = Math.min(...to) >= 0 && to[0] < cells.length / columns && to[1] <= end;
      if (inside) move(to[0] * columns + to[1]);
    } else if (event.key === "Enter" || event.key === " ") send("play", focus);
    else if (digit >= 0 && digit <= end) {
      move(row * columns + digit);
      send("play", focus);
    } else if (command) send(command);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  model.on("change:view", paint);
  paint();
  const watch = new ResizeObserver(resized);
  watch.observe(root);
  return () => {
    watch.disconnect();
    model.off("change:view", paint);
  };
}

export default { render };
