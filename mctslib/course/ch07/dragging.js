// Show a heat map that reacts to dragging.  A transparent layer lies over the cells.  The layer
// stays when Python sends a new picture, so a drag is not interrupted.  When the pointer has reached
// a new cell, the page sends this cell, but only after Python has answered the previous message.
// Messages therefore do not queue up, however fast the pointer moves.
const PATIENCE = 500; // milliseconds to wait for an answer from Python

export default {
  render({ model, el }) {
    el.innerHTML = '<div class="mcts-fit"><div></div><span class="mcts-glass"></span></div>';
    const fit = el.firstElementChild;
    const [picture, glass] = fit.children;
    let timer = 0; // the timer that runs until Python has replied
    let next = null; // the message to send next, or null
    let last = ""; // the cell in the latest message, whether it was sent or is waiting

    function draw() {
      picture.innerHTML = model.get("value");
      reach();
    }

    function place() {
      const [left, top, width, height] = model.get("area");
      const style = { left, top, width, height };
      for (const [name, part] of Object.entries(style)) glass.style[name] = `${100 * part}%`;
    }

    // If the map is wider than the space for it, let readers scroll the map with the keyboard.
    function reach() {
      if (el.scrollWidth > el.clientWidth + 1) el.setAttribute("tabindex", "0");
      else el.removeAttribute("tabindex");
    }

    function send() {
      if (timer || !next) return;
      model.send(next);
      next = null;
      timer = setTimeout(answered, PATIENCE);
    }

    function answered() {
      clearTimeout(timer);
      timer = 0;
      send();
    }

    function point(event, begins) {
      const [columns, rows] = model.get("cells");
      const box = glass.getBoundingClientRect();
      const inside = (part, count) => Math.max(0, Math.min(count - 1, Math.floor(part * count)));
      const column = inside((event.clientX - box.x) / box.width, columns);
      const row = inside((event.clientY - box.y) / box.height, rows);
      const cell = `${column} ${row}`;
      if (cell === last && !begins) return;
      last = cell;
      next = { column, row, begins: begins || Boolean(next?.begins) };
      send();
    }

    glass.addEventListener("pointerdown", (event) => {
      if (event.button || !event.isPrimary) return;
      glass.setPointerCapture(event.pointerId);
      point(event, true);
      event.preventDefault(); // otherwise a drag would select text
    });
    glass.addEventListener("pointermove", (event) => {
      if (glass.hasPointerCapture(event.pointerId)) point(event, false);
    });
    model.on("msg:custom", answered);
    model.on("change:value", draw);
    model.on("change:area change:cells", place);
    place();
    draw();
    const observer = new ResizeObserver(reach);
    observer.observe(el);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  },
};
