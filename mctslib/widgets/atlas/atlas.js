// Show one tree on a canvas, for mouse and keyboard.  A zoom enlarges the rectangles that the
// page already has until finer rectangles arrive.
const PHONE = 320; // a narrower picture is touched
const TALLEST = 52;
const SHORTEST = 7;
const HEIGHT = 308; // height of all levels together, so that nothing below moves when a tree grows
const OTHERS = 300; // height of the other parts of the panel on a full screen
const LEAST_LEVELS = 6;
// the sizes above are in pixels, except LEAST_LEVELS
const ZOOM = 0.002;
const PATIENCE = 80;
// ZOOM determines how strongly the mouse wheel zooms.  PATIENCE is the number of milliseconds after
// which a finer picture is requested.

function render({ model, el: root }) {
  const part = (name, className, parent = root) => {
    const element = document.createElement(name);
    element.className = className;
    return parent.appendChild(element);
  };
  root.classList.add("mcts-atlas");
  // turn JupyterLab's own keys off while the canvas has the focus
  root.dataset.lmSuppressShortcuts = "true";
  const title = part("div", "title");
  const seen = part("div", "seen");
  const plot = part("div", "plot");
  const details = part("div", "details");
  const base = part("canvas", "base", plot);
  const over = part("canvas", "over", plot);
  const picture = part("div", "picture", details);
  const numbers = part("div", "numbers", details);
  const say = part("div", "say");
  base.tabIndex = 0;
  base.setAttribute("role", "application");
  over.setAttribute("aria-hidden", "true");
  say.setAttribute("role", "status");

  let sheet = null;
  let all = null;
  let low = 0;
  let high = 1;
  let turn = 0;
  let focus = 0;
  let chosen = false; // whether the reader has chosen the focus, which else is the most visited first move
  let aimed = -1;
  let asked = -Infinity;
  let waiting = 0;
  let pointer = null;
  const places = new Map();

  // ---- geometry, in pixels of the page
  const width = () => plot.clientWidth - LEFT;
  const whole = () => high - low >= sheet.visits[0] * 0.999;
  const room = () => (document.fullscreenElement?.contains(root) ? innerHeight - OTHERS : HEIGHT);
  const levels = () => Math.max(sheet.levels - sheet.top, LEAST_LEVELS);
  const row = () => Math.min(TALLEST, Math.max(SHORTEST, Math.floor(room() / levels())));
  const x = (visits) =>
    LEFT + Math.min(Math.max((width() * (visits - low)) / (high - low), 0), width());
  const box = (i) => {
    const from = x(sheet.start[i]);
    return [
      from,
      TOP + (depthOf(sheet, i) - sheet.top) * row(),
      x(sheet.start[i] + sheet.visits[i]) - from,
    ];
  };

  const at = ([px, py]) =>
    px < LEFT
      ? -1
      : holding(
          sheet,
          sheet.top + Math.floor((py - TOP) / row()),
          low + ((px - LEFT) / width()) * (high - low),
        );

  // ---- drawing
  const ink = () => getComputedStyle(root).color;

  function draw() {
    if (!sheet || width() < 20) return;
    // There is room for deeper levels, so that nothing below the picture moves when the tree grows.
    plot.style.height = `${TOP + Math.max(room(), levels() * row())}px`;
    paint(clean(base, plot), sheet, x, {
      row: row(),
      width: width(),
      ink: ink(),
      dark: ink(),
      colours: coloursOf(root),
    });
    mark();
  }

  // Draw a frame around the rectangle at the pointer, and a dashed frame around the one that is told about.
  function mark() {
    const context = clean(over, plot);
    const keys = focus || document.activeElement === base ? focus : -1;
    for (const [i, dashes] of [
      [keys, [5, 4]],
      [aimed, []],
    ]) {
      if (i >= 0)
        frame(context, box(i), row(), [
          [coloursOf(root).value[20], 5, []],
          [ink(), 2.5, dashes],
        ]);
    }
  }

  // ---- texts beside the picture
  function tell() {
    const i = aimed >= 0 ? aimed : focus;
    const path = pathOf(sheet, i);
    const key = path.join();
    numbers.textContent = lines(sheet, i).join("\n");
    const known = places.get(key);
    picture.classList.toggle("old", !known); // the old picture stays until the new one arrives
    if (known) picture.innerHTML = known;
    else if (performance.now() > asked + 1000) {
      asked = performance.now();
      model.send({ command: "look", path });
    }
  }

  function heard() {
    const place = model.get("place");
    if (!place.html) return;
    if (places.size > 500) places.clear();
    places.set(place.path.join(), place.html); // `board_svg` made this HTML, so it contains no script
    asked = -Infinity;
    if (sheet) tell();
  }

  function caption() {
    const range = `${count(Math.round(high - low), "visit")} (${shareOfAll(sheet, high - low)})`;
    title.textContent = titleOf(sheet, whole());
    const isPhone = width() < PHONE;
    const zoomsIn = isPhone ? "Tap a node to zoom in." : "Point at a node to see its position; click to zoom in.";
    seen.textContent = whole() ? zoomsIn : `Zoomed in on ${range}; ${isPhone ? "tap the root to zoom" : "Escape zooms"} out.`;
    base.setAttribute(
      "aria-label",
      `Search tree${sheet.title ? ` ${sheet.title}` : ""}, every node as wide as its visits. ` +
        "Arrow keys move to the parent, children and neighbours; Enter zooms in; Escape zooms out.",
    );
  }

  // ---- zooming
  function go(from, to, question) {
    if (
      all &&
      all.visits[0] === sheet.visits[0] &&
      (from < sheet.window[0] || to > sheet.window[1])
    )
      use(all);
    [low, high] = [from, to];
    turn += 1;
    caption();
    draw();
    clearTimeout(waiting);
    waiting = setTimeout(
      () => model.send({ ...question, turn }),
      question.command === "window" ? PATIENCE : 0,
    );
  }

  function zoom(i) {
    const from = sheet.start[i];
    const to = from + Math.max(sheet.visits[i], 1);
    if (isNode(sheet, i)) go(from, to, { command: "zoom", path: pathOf(sheet, i) });
    else windowed(from, to);
  }

  function windowed(from, to) {
    const visits = sheet.visits[0];
    [from, to] = [Math.max(from, 0), Math.min(to, visits)];
    if (to - from >= visits * 0.999) go(0, visits, { command: "zoom", path: [] });
    else go(from, to, { command: "window", numbers: [from / visits, to / visits] });
  }

  function wheel(event) {
    if (!sheet || !(event.ctrlKey || document.activeElement === base)) return;
    if (whole() && event.deltaY > 0) return; // the whole tree is visible, so the wheel scrolls the page
    event.preventDefault();
    const visit = low + ((event.offsetX - LEFT) / width()) * (high - low);
    const factor = Math.max(Math.exp(ZOOM * event.deltaY), 1 / (high - low));
    const shift = (event.deltaX / width()) * (high - low);
    windowed(visit - (visit - low) * factor + shift, visit + (high - visit) * factor + shift);
  }

  // ---- mouse and keyboard
  function aim(i, tellOthers = true) {
    if (i === aimed) return;
    aimed = i;
    mark();
    tell();
    if (tellOthers) share(i);
  }

  // In the other tree show the same node or, if that tree lacks it, the nearest node above it.
  const share = (i) =>
    document.dispatchEvent(
      new CustomEvent("atlas", { detail: [root, i < 0 ? null : namesOf(sheet, i)] }),
    );
  const hear = ({ detail: [from, names] }) => {
    if (!sheet || from === root || from.closest(".mcts-panel") !== root.closest(".mcts-panel"))
      return;
    const i = follow(sheet, names ?? []);
    aim(names && pathOf(sheet, i).length === names.length ? i : -1, false);
  };
  document.addEventListener("atlas", hear);

  function move(i) {
    focus = i;
    chosen = true;
    aimed = -1;
    mark();
    tell();
    share(i);
    say.textContent = lines(sheet, i).join("; ");
  }

  // Fill the screen, or leave the full screen.
  function fill() {
    if (document.fullscreenElement) document.exitFullscreen();
    else (root.closest(".mcts-panel") ?? root).requestFullscreen?.();
  }

  function press(event) {
    if (!sheet || event.ctrlKey || event.metaKey || event.altKey) return;
    const to = {
      ArrowUp: () => sheet.parent[focus],
      ArrowDown: () => below(sheet, focus),
      ArrowLeft: () => beside(sheet, focus, -1),
      ArrowRight: () => beside(sheet, focus, 1),
      Home: () => 0,
    }[event.key];
    if (to) move(to());
    else if (event.key === "Enter" || event.key === " ") zoom(focus);
    else if ((event.key === "Escape" || event.key === "Backspace") && !whole())
      zoom(around(sheet, low, high));
    else if (event.key.toLowerCase() === "f") fill();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  base.addEventListener("mousemove", (event) => {
    pointer = [event.offsetX, event.offsetY];
    if (sheet) aim(at(pointer));
  });
  base.addEventListener("mouseleave", () => {
    pointer = null;
    if (sheet) aim(-1);
  });
  base.addEventListener("click", (event) => {
    const i = sheet ? at([event.offsetX, event.offsetY]) : -1;
    if (i < 0) return;
    base.focus();
    move(i);
    zoom(i);
  });
  base.addEventListener("wheel", wheel, { passive: false });
  base.addEventListener("keydown", press);
  for (const name of ["focus", "blur"]) base.addEventListener(name, () => sheet && mark());

  // ---- messages from Python
  function use(next) {
    focus = chosen ? follow(next, namesOf(sheet, focus)) : widest(next);
    sheet = next;
  }

  function arrived() {
    const head = model.get("head");
    const data = model.get("data");
    if (!head.rows || !data?.byteLength) return;
    model.send({ command: "drawn", numbers: [head.frame] });
    if (head.turn < turn) return; // the picture shows a part that is no longer wanted
    use(unpack(head, data));
    [[low, high], turn] = [head.window, head.turn];
    if (whole()) all = sheet;
    aimed = pointer ? at(pointer) : -1;
    caption();
    draw();
    tell();
  }

  let sent = 0;
  const measure = () => {
    const pixels = Math.round(width() * (window.devicePixelRatio || 1));
    if (width() > 50 && pixels !== sent)
      model.send({ command: "width", numbers: [(sent = pixels)] });
    draw();
  };
  const size = new ResizeObserver(measure);
  // JupyterLab hides the page for a frame after it has changed the theme.  A hidden canvas has no width.
  const later = (act) => requestAnimationFrame(() => requestAnimationFrame(act));
  const theme = new MutationObserver(() => later(draw));
  size.observe(plot);
  theme.observe(document.body, {
    attributes: true,
    attributeFilter: ["data-jp-theme-name", "data-jp-theme-light"],
  });
  model.on("change:data", arrived);
  model.on("change:place", heard);
  arrived();
  heard();
  return () => {
    size.disconnect();
    theme.disconnect();
    model.off("change:data", arrived);
    model.off("change:place", heard);
    document.removeEventListener("atlas", hear);
  };
}

export default { render };
