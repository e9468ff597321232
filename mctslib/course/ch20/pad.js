// Show the board on which readers draw secret lines: a picture made by Python, with nine buttons over
// it.  A reader drags the mouse over three cells, or presses three cells one after another.  A
// finger can only tap cells, because dragging a finger scrolls the page.  The keys are the arrows,
// Enter or Space, Escape and Backspace.
function render({ model, el }) {
  const pad = document.createElement("div");
  pad.className = "mcts-lines";
  const picture = document.createElement("div");
  const board = document.createElement("div");
  board.className = "mcts-lines-cells";
  board.setAttribute("role", "group");
  board.setAttribute("aria-label", "Cells: choose three for a line");
  pad.append(picture, board);
  el.append(pad);

  let picked = [];
  let closing = 0; // the timer while a finished line is still marked
  let dragging = false;
  const cells = [...Array(9).keys()].map((cell) => {
    const button = document.createElement("button");
    button.type = "button";
    button.tabIndex = cell ? -1 : 0;
    button.dataset.cell = cell;
    button.setAttribute("aria-label", `cell ${cell}`);
    board.append(button);
    return button;
  });

  const mark = () => {
    cells.forEach((button, cell) => button.setAttribute("aria-pressed", picked.includes(cell)));
  };
  const clear = () => {
    clearTimeout(closing);
    closing = 0;
    picked = [];
    mark();
  };
  const add = (cell) => {
    if (picked.includes(cell)) return;
    picked.push(cell);
    mark();
    if (picked.length < 3) return;
    model.send({ line: picked });
    dragging = false;
    closing = setTimeout(clear, 150);
  };
  const toggle = (cell) => {
    if (closing) clear(); // a quick tap begins the next line
    if (!picked.includes(cell)) return add(cell);
    picked = picked.filter((other) => other !== cell);
    mark();
  };
  const under = (event) => {
    const found = document.elementFromPoint(event.clientX, event.clientY);
    return found && board.contains(found) && found.dataset.cell;
  };

  let byPointer = false;
  board.addEventListener("pointerdown", (event) => {
    const cell = under(event);
    if (cell == null || event.pointerType === "touch") return;
    dragging = true;
    byPointer = true;
    toggle(Number(cell));
  });
  board.addEventListener("pointermove", (event) => {
    const cell = dragging && under(event);
    if (cell) add(Number(cell));
  });
  const drop = () => {
    dragging = false;
  };
  window.addEventListener("pointerup", drop);
  board.addEventListener("click", (event) => {
    const cell = event.target.dataset.cell;
    if (!byPointer && cell) toggle(Number(cell));
    byPointer = false;
  });
  board.addEventListener("keydown", (event) => {
    const cell = Number(event.target.dataset.cell);
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -3, ArrowDown: 3 };
    if (event.key in steps) {
      const next = cell + steps[event.key];
      const sameRow = Math.floor(next / 3) === Math.floor(cell / 3);
      const inside = Math.abs(steps[event.key]) === 3 ? next >= 0 && next < 9 : sameRow;
      if (inside) {
        cells.forEach((button, other) => {
          button.tabIndex = other === next ? 0 : -1;
        });
        cells[next].focus();
      }
    } else if (event.key === "Escape") clear();
    else if (event.key === "Backspace") model.send({ command: "take back" });
    else if (event.key === "Enter" || event.key === " ") toggle(cell);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  const draw = () => {
    picture.innerHTML = model.get("picture");
  };
  model.on("change:picture", draw);
  draw();
  mark();
  return () => {
    model.off("change:picture", draw);
    window.removeEventListener("pointerup", drop);
    clearTimeout(closing);
  };
}
export default { render };
