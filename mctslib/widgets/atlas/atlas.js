// One tree on a canvas, for mouse and keyboard.  A zoom shows at once what the page has; finer rectangles follow.
const LEFT = 52, TOP = 18, TALLEST = 28, SHORTEST = 7, HEIGHT = 400, LEAST_LEVELS = 6; // pixels, but for the last
const ZOOM = 0.002, PATIENCE = 80; // of the wheel; milliseconds before Python is asked for a finer picture

function render({ model, el: root }) {
  const part = (name, className, parent = root) => {
    const element = document.createElement(name);
    element.className = className;
    return parent.appendChild(element);
  };
  root.classList.add("mcts-atlas");
  root.dataset.lmSuppressShortcuts = "true"; // JupyterLab's own keys are silent while the canvas has the focus
  const title = part("div", "title"), seen = part("div", "seen"), plot = part("div", "plot"), details = part("div", "details");
  const base = part("canvas", "base", plot), over = part("canvas", "over", plot);
  const picture = part("div", "picture", details), numbers = part("div", "numbers", details);
  const scale = part("span", "valued"), say = part("div", "say");
  base.tabIndex = 0;
  base.setAttribute("role", "application");
  over.setAttribute("aria-hidden", "true");
  say.setAttribute("role", "status");

  let sheet = null, low = 0, high = 1, turn = 0, focus = 0, aimed = -1, asked = 0, waiting = 0, pointer = null;
  const places = new Map();

  // ---- geometry, in pixels of the page
  const width = () => plot.clientWidth - LEFT;
  const whole = () => high - low >= sheet.visits[0] * 0.999;
  const levels = () => Math.max(sheet.levels, LEAST_LEVELS);
  const row = () => Math.min(TALLEST, Math.max(SHORTEST, Math.floor(HEIGHT / levels())));
  const x = (visits) => LEFT + Math.min(Math.max((width() * (visits - low)) / (high - low), 0), width());
  const box = (i) => {
    const from = x(sheet.start[i]);
    return [from, TOP + depthOf(sheet, i) * row(), x(sheet.start[i] + sheet.visits[i]) - from];
  };

  const at = ([px, py]) => (px < LEFT ? -1
    : holding(sheet, Math.floor((py - TOP) / row()), low + ((px - LEFT) / width()) * (high - low)));

  // ---- drawing
  function pen(canvas) {
    const scale = window.devicePixelRatio || 1, context = canvas.getContext("2d");
    const [w, h] = [Math.round(plot.clientWidth * scale), Math.round(plot.clientHeight * scale)];
    if (canvas.width !== w || canvas.height !== h) [canvas.width, canvas.height] = [w, h];
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, plot.clientWidth, plot.clientHeight);
    context.font = `11px ${getComputedStyle(root).fontFamily}`;
    context.textBaseline = "middle";
    return context;
  }

  const dark = () => getComputedStyle(scale).color; // of what stands on a value, in every theme

  function draw() {
    if (!sheet || width() < 20) return;
    plot.style.height = `${TOP + levels() * row()}px`;
    const context = pen(base), ink = getComputedStyle(root).color, tall = row(), special = { merged: [], main: [], named: [] };
    context.fillStyle = ink;
    context.fillText("depth", 2, TOP / 2);
    context.fillText("width: share of the visits; moves in their order", LEFT, TOP / 2, width());
    for (let depth = 0; depth < sheet.rows.length - 1; depth++) {
      const y = TOP + depth * tall;
      context.fillStyle = ink;
      context.fillText(`${depth} ${depth ? sheet.movers[depth] : "root"}`, 2, y + tall / 2, LEFT - 6);
      for (let i = sheet.rows[depth]; i < sheet.rows[depth + 1]; i++) drawOne(context, i, y, tall, special);
    }
    context.strokeStyle = context.fillStyle = dark();
    drawSpecial(context, tall, special);
    mark();
  }

  function drawOne(context, i, y, tall, special) {
    const from = x(sheet.start[i]), wide = x(sheet.start[i] + sheet.visits[i]) - from, q = value(sheet, i);
    if (wide <= 0) return;
    context.fillStyle = sheet.palette[Math.round(100 * (q >= 0 ? q : 0.5))];
    context.fillRect(from, y, Math.max(wide - (wide > 5 ? 1 : 0), 0.4), tall - 1);
    if (sheet.move[i] === MERGED) special.merged.push([from, y, wide]);
    else if (wide > 14 && tall > 10) special.named.push([i, from, y, wide]);
    if (i && sheet.flags[i] & MAIN) special.main.push([from, y, wide]);
  }

  // Stripes on what is merged, frames around the principal variation, names where there is room.
  function drawSpecial(context, tall, { merged, main, named }) {
    context.globalAlpha = 0.4;
    context.lineWidth = 0.7;
    context.beginPath();
    for (const [from, y, wide] of merged) {
      for (let k = 2; k < wide - 2; k += 4) {
        context.moveTo(from + k, y);
        context.lineTo(from + k, y + tall - 1);
      }
    }
    context.stroke();
    context.globalAlpha = 1;
    context.lineWidth = 2;
    for (const [from, y, wide] of main) context.strokeRect(from + 2, y + 2, Math.max(wide - 5, 0.5), tall - 5);
    for (const [i, from, y, wide] of named) label(context, i, from, y + tall / 2, wide);
  }

  function label(context, i, from, middle, wide) {
    const name = i ? `${sheet.flags[i] & MAIN ? "★ " : ""}${sheet.names.get(sheet.move[i])}` : "root";
    const q = `Q ${value(sheet, i).toFixed(2)}`, n = `N ${number(sheet.visits[i])}`;
    const words = [`${name}   ${q}   ${n}`, `${name}  ${q}`, name].find((text) => context.measureText(text).width < wide - 8);
    if (words) context.fillText(words, from + 4, middle);
  }

  // The frames of what the pointer is at, and, dashed, of what the keys are at.
  function mark() {
    const context = pen(over), keys = document.activeElement === base ? focus : -1;
    for (const [i, dashes] of [[keys, [5, 4]], [aimed, []]]) {
      const [from, y, wide] = i < 0 ? [0, 0, 0] : box(i);
      for (const [ink, thick, pattern] of [[sheet.palette[50], 5, []], [dark(), 2.5, dashes]]) {
        context.setLineDash(pattern);
        context.strokeStyle = ink;
        context.lineWidth = thick;
        if (wide > 0) context.strokeRect(from, y - 0.5, Math.max(wide - 1, 1), row());
      }
    }
  }

  // ---- beside the picture
  function tell() {
    const i = aimed >= 0 ? aimed : focus, path = pathOf(sheet, i), key = path.join();
    numbers.textContent = lines(sheet, i).join("\n");
    const known = places.get(key);
    picture.classList.toggle("old", !known); // until the right one comes
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
    places.set(place.path.join(), place.html); // made by Python, as an image: nothing in it can run
    asked = 0;
    if (sheet) tell();
  }

  function caption() {
    const size = `${many(sheet.visits[0], "visit")}, ${many(sheet.total, "node")}${whole() ? `, ${sheet.depth} deep` : ""}`;
    const range = `${many(Math.round(high - low), "visit")} (${percent(sheet, high - low)})`;
    title.textContent = sheet.title ? `${sheet.title}: ${size}` : size;
    seen.textContent = whole() ? "The whole tree." : `Zoomed in on ${range}; Escape zooms out.`;
    base.setAttribute("aria-label", `Search tree${sheet.title ? ` ${sheet.title}` : ""}, every node as wide as its visits. `
      + "Arrow keys move to parent, children and neighbours, Enter zooms in, Escape zooms out.");
  }

  // ---- zooming
  function go(from, to, question) {
    [low, high] = [from, to];
    turn += 1;
    caption();
    draw();
    clearTimeout(waiting);
    waiting = setTimeout(() => model.send({ ...question, turn }), question.command === "window" ? PATIENCE : 0);
  }

  function zoom(i) {
    const from = sheet.start[i], to = from + Math.max(sheet.visits[i], 1);
    if (isNode(sheet, i)) go(from, to, { command: "zoom", path: pathOf(sheet, i) });
    else windowed(from, to);
  }

  function windowed(from, to) {
    const all = sheet.visits[0];
    [from, to] = [Math.max(from, 0), Math.min(to, all)];
    if (to - from >= all * 0.999) go(0, all, { command: "zoom", path: [] });
    else go(from, to, { command: "window", numbers: [from / all, to / all] });
  }

  function wheel(event) {
    if (!sheet || !(event.ctrlKey || document.activeElement === base)) return;
    if (whole() && event.deltaY > 0) return; // there is nothing more to see: the page scrolls
    event.preventDefault();
    const visit = low + ((event.offsetX - LEFT) / width()) * (high - low);
    const factor = Math.max(Math.exp(ZOOM * event.deltaY), 1 / (high - low));
    const shift = (event.deltaX / width()) * (high - low);
    windowed(visit - (visit - low) * factor + shift, visit + (high - visit) * factor + shift);
  }

  // ---- mouse and keyboard
  function aim(i) {
    if (i === aimed) return;
    aimed = i;
    mark();
    tell();
  }

  function move(i) {
    focus = i;
    aimed = -1;
    mark();
    tell();
    say.textContent = lines(sheet, i).join("; ");
  }

  function press(event) {
    if (!sheet || event.ctrlKey || event.metaKey || event.altKey) return;
    const to = { ArrowUp: () => sheet.parent[focus], ArrowDown: () => below(sheet, focus), ArrowLeft: () => beside(sheet, focus, -1),
      ArrowRight: () => beside(sheet, focus, 1), Home: () => 0 }[event.key];
    if (to) move(to());
    else if (event.key === "Enter" || event.key === " ") zoom(focus);
    else if ((event.key === "Escape" || event.key === "Backspace") && !whole()) zoom(around(sheet, low, high));
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

  // ---- what Python sends
  function arrived() {
    const head = model.get("head"), data = model.get("data");
    if (!head.rows || !data?.byteLength) return;
    model.send({ command: "drawn", numbers: [head.frame] });
    if (head.turn < turn) return; // of a part that is no longer looked at
    const old = sheet;
    sheet = unpack(head, data);
    [[low, high], turn] = [head.window, head.turn];
    focus = old ? follow(sheet, pathOf(old, focus)) : 0;
    aimed = pointer ? at(pointer) : -1;
    caption();
    draw();
    tell();
  }

  const measure = () => {
    if (width() < 50) return;
    model.send({ command: "width", numbers: [Math.round(width() * (window.devicePixelRatio || 1))] });
    draw();
  };
  const size = new ResizeObserver(measure);
  const theme = new MutationObserver(draw);
  size.observe(plot);
  theme.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-name", "data-jp-theme-light"] });
  model.on("change:data", arrived);
  model.on("change:place", heard);
  arrived();
  heard();
  return () => { size.disconnect(); theme.disconnect(); model.off("change:data", arrived); model.off("change:place", heard); };
}

export default { render };
