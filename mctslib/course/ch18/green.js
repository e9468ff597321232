// Show two greens from above, a chart of the room for new strokes, a chart of the nodes by depth,
// and one bar of controls.  All elements are drawn once; later only their attributes change.  The
// page handles dragging itself, and sends Python a message when the reader lets go of the hole or
// the wall.  `words.js` and `elements.js` come before this file.
const STEP = 0.02; // how far one press of an arrow key moves the hole or the wall
const DEEPEST = 3; // the largest number of strokes in a round
const CHART = { left: 44, right: 66, top: 14, low: 176, high: 200, end: 4000 };
const ROW = 18;

const STOP = 10; // radius of the disc that marks where a stroke stops, in pixels
const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

// Return the first `many` elements of a layer.  Make the elements that are missing, and hide the
// elements that are not needed.
function fill(layer, name, many) {
  while (layer.childElementCount < many) make(name, {}, layer);
  const elements = [...layer.children];
  elements.forEach((element, index) => (element.style.display = index < many ? "" : "none"));
  return elements.slice(0, many);
}

function pathOf(flat, side) {
  let data = "";
  for (let k = 0; k < flat.length; k += 2) {
    const x = (flat[k] / 1000) * side;
    const y = (1 - flat[k + 1] / 1000) * side;
    data += `${k ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`;
  }
  return data;
}

class Green {
  constructor(parent, lab) {
    this.lab = lab;
    this.box = html("div", { class: "green" }, parent);
    this.caption = html("div", { class: "caption" }, this.box);
    this.name = html("b", {}, this.caption);
    this.words = html("span", {}, this.caption);
    this.more = html("span", { class: "wide" }, this.caption);
    this.svg = make("svg", { role: "group" }, this.box);
    this.ground = make("rect", { class: "ground", x: 0.5, y: 0.5, rx: 6 }, this.svg);
    this.fan = make("g", { class: "fan" }, this.svg);
    this.wall = make("line", { class: "wall", x1: 0 }, this.svg);
    this.best = make("g", { class: "best" }, this.svg);
    this.halos = make("g", {}, this.best);
    this.lines = make("g", {}, this.best);
    this.hole = make("circle", { class: "hole" }, this.svg);
    this.tick = make("text", { class: "tick", "text-anchor": "middle" }, this.svg, "✓");
    this.stops = make("g", {}, this.svg);
    this.numbers = make("g", {}, this.svg);
    this.ball = make("circle", { class: "ball", r: 6.5 }, this.svg);
    this.handles = { wall: this.handle("wall", 8), hole: this.handle("hole", 0) };
    this.score = html("div", { class: "score" }, this.box);
    this.said = html("span", {}, this.score);
    html("span", { class: "wide" }, this.score, "runs ");
    this.runs = html("span", { class: "runs" }, this.score);
  }

  handle(what, radius) {
    const group = make("g", { class: "handle", tabindex: 0, role: "button" }, this.svg);
    group.dataset.lmSuppressShortcuts = "true";
    make("circle", { class: "touch", r: 22 }, group);
    make("circle", { class: "ring", r: radius }, group);
    group.addEventListener("pointerdown", (event) => this.grab(event, what, group));
    group.addEventListener("keydown", (event) => this.key(event, what));
    return group;
  }

  grab(event, what, group) {
    event.preventDefault();
    group.focus({ preventScroll: true });
    group.setPointerCapture(event.pointerId);
    const move = (moved) => this.lab.move(what, this.place(moved));
    const end = () => {
      group.removeEventListener("pointermove", move);
      group.removeEventListener("pointerup", end);
      group.removeEventListener("pointercancel", end);
      this.lab.letGo();
    };
    group.addEventListener("pointermove", move);
    group.addEventListener("pointerup", end);
    group.addEventListener("pointercancel", end);
  }

  place(event) {
    const box = this.svg.getBoundingClientRect();
    return [(event.clientX - box.left) / box.width, 1 - (event.clientY - box.top) / box.height];
  }

  key(event, what) {
    const steps = {
      ArrowLeft: [-STEP, 0],
      ArrowRight: [STEP, 0],
      ArrowUp: [0, STEP],
      ArrowDown: [0, -STEP],
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const [x, y] = what === "hole" ? this.lab.scene.hole : [this.lab.scene.wall, 0.5];
    this.lab.move(what, [x + step[0], y + step[1]]);
    this.lab.letGoSoon();
  }

  draw(view, scene, moved) {
    const side = Math.max(200, this.box.clientWidth);
    set(this.svg, { width: side, height: side, viewBox: `0 0 ${side} ${side}` });
    this.svg.setAttribute("aria-label", `${view.name}: ${view.words}`);
    this.svg.classList.toggle("moved", moved);
    set(this.ground, { width: side - 1, height: side - 1 });
    this.name.textContent = view.name;
    this.words.textContent = view.words.slice(0, view.words.length - view.more.length);
    this.more.textContent = view.more;
    this.drawFan(view, side);
    this.drawBest(view, side);
    this.drawScene(view, scene, side, moved);
    this.drawRuns(view);
  }

  drawFan(view, side) {
    const faint = view.strokes.length > 400 ? 0.1 : 0.16;
    fill(this.fan, "path", view.strokes.length).forEach((path, index) => {
      const [ink, ...flat] = view.strokes[index];
      set(path, {
        d: pathOf(flat, side),
        "stroke-width": (0.8 + 2.6 * ink).toFixed(2),
        opacity: (faint + (0.9 - faint) * Math.sqrt(ink)).toFixed(2),
      });
    });
  }

  drawBest(view, side) {
    const draw = (layer, kind) =>
      fill(layer, "path", view.line.length).forEach((path, index) =>
        set(path, { d: pathOf(view.line[index].slice(1), side), class: kind }),
      );
    draw(this.halos, "halo");
    draw(this.lines, "chosen");
    const shown = view.line.filter((stroke) => stroke[0]);
    // move the disc of a stop inwards if the edge of the green would cut it off
    const at = (stroke) => [
      clamp((stroke.at(-2) / 1000) * side, STOP + 1, side - STOP - 1),
      clamp((1 - stroke.at(-1) / 1000) * side, STOP + 1, side - STOP - 1),
    ];
    fill(this.stops, "circle", shown.length).forEach((circle, index) => {
      const [cx, cy] = at(shown[index]);
      set(circle, { class: "stop", cx, cy, r: STOP });
    });
    fill(this.numbers, "text", shown.length).forEach((text, index) => {
      const [x, y] = at(shown[index]);
      set(text, { x, y: y + 4.5, "text-anchor": "middle", "font-weight": 700 });
      text.textContent = shown[index][0];
    });
  }

  drawScene(view, scene, side, moved) {
    const [x, y] = [scene.hole[0] * side, (1 - scene.hole[1]) * side];
    const radius = scene.radius * side;
    set(this.wall, { x2: scene.wall * side, y1: side / 2, y2: side / 2 });
    this.wall.style.display = scene.wall > 0 ? "" : "none";
    set(this.hole, { cx: x, cy: y, r: radius });
    set(this.tick, { x, y: y + 6 });
    this.tick.style.display = view.holed && !moved ? "" : "none";
    set(this.ball, { cx: scene.ball[0] * side, cy: (1 - scene.ball[1]) * side });
    const { wall, hole } = this.handles;
    set(wall, { transform: `translate(${scene.wall * side} ${side / 2})` });
    set(hole, { transform: `translate(${x} ${y})` });
    hole.lastChild.setAttribute("r", radius + 5);
    wall.setAttribute(
      "aria-label",
      `End of the wall at ${number(scene.wall, 2)}. Left and right arrow keys move it.`,
    );
    hole.setAttribute(
      "aria-label",
      `Hole at ${number(scene.hole[0], 2)}, ${number(scene.hole[1], 2)}. Arrow keys move it.`,
    );
  }

  drawRuns(view) {
    const known = view.runs.filter((run) => run != null);
    const holed = known.filter(Boolean).length;
    this.said.textContent = known.length ? `holed in ${number(holed)} of ${number(known.length)} ` : "… ";
    while (this.runs.childElementCount < view.runs.length) html("span", {}, this.runs);
    view.runs.forEach((run, index) => {
      const mark = this.runs.children[index];
      mark.className = run == null ? "" : run ? "yes" : "no";
      mark.textContent = run == null ? "·" : run ? "✓" : "✗";
    });
  }
}

class Side {
  constructor(parent) {
    this.box = html("div", { class: "side" }, parent);
    this.upper = html("div", { class: "part" }, this.box);
    const title = html("div", { class: "caption" }, this.upper);
    html("b", {}, title, "Room for new strokes");
    html("span", {}, title, "by visits of the start");
    this.svg = make("svg", { role: "img", height: CHART.high }, this.upper);
    this.rules = [1, 10, 100, 1000].map((value) => ({
      value,
      line: make("line", { class: "grid" }, this.svg),
      low: make("text", { "text-anchor": "middle", class: "soft" }, this.svg, number(value)),
      left: make("text", { "text-anchor": "end", class: "soft" }, this.svg, number(value)),
    }));
    this.plain = make("path", { class: "dashed" }, this.svg);
    this.plainName = make("text", { class: "soft" }, this.svg, "UCT");
    this.curve = make("path", { class: "curve" }, this.svg);
    this.name = make("text", { "font-weight": 700 }, this.svg);
    this.now = make("line", { class: "now" }, this.svg);
    this.lower = html("div", { class: "part" }, this.box);
    const below = html("div", { class: "caption" }, this.lower);
    html("b", {}, below, "Nodes of the tree");
    html("span", {}, below, "1st, 2nd and 3rd strokes");
    this.bars = make("svg", { role: "img", height: 2 * DEEPEST * ROW + 14 }, this.lower);
    this.rows = [0, 1].map((kind) => ({
      name: make("text", {}, this.bars),
      bars: [0, 1, 2].map(() => make("rect", { class: "amount", height: 14, rx: 2 }, this.bars)),
      numbers: [0, 1, 2].map(() => make("text", {}, this.bars)),
    }));
  }

  draw(searches, bar) {
    this.drawRoom(Math.max(220, this.upper.clientWidth), bar);
    this.drawBars(Math.max(220, this.lower.clientWidth), searches);
  }

  drawRoom(width, bar) {
    const { left, right, top, low, high, end } = CHART;
    set(this.svg, { width, viewBox: `0 0 ${width} ${high}` });
    const scale = (value) => Math.log(Math.max(value, 1)) / Math.log(end);
    const x = (value) => left + scale(value) * (width - left - right);
    const y = (value) => low - scale(value) * (low - top);
    for (const { value, line, low: below, left: beside } of this.rules) {
      set(line, { x1: left, x2: width - right, y1: y(value), y2: y(value) });
      set(below, { x: x(value), y: low + 18 });
      set(beside, { x: left - 6, y: y(value) + 4 });
    }
    const room = Math.pow(end, bar.exponent);
    set(this.plain, { d: `M${x(1)} ${y(1)}L${x(1800)} ${y(1800)}L${x(end)} ${y(1800)}` });
    set(this.plainName, { x: width - right + 6, y: y(1800) + 4 });
    set(this.curve, { d: `M${x(1)} ${y(1)}L${x(end)} ${y(room)}` });
    const apart = bar.exponent > 0.8 ? y(1800) + 22 : y(room) + 4;
    set(this.name, { x: width - right + 6, y: apart });
    this.name.textContent = `widened`;
    const now = x(bar.iterations);
    set(this.now, { x1: now, x2: now, y1: top, y2: low });
    this.svg.setAttribute(
      "aria-label",
      `Room for new strokes: the visits to the power ${number(bar.exponent, 2)}.`,
    );
  }

  drawBars(width, searches) {
    const start = 70;
    set(this.bars, { width, viewBox: `0 0 ${width} ${2 * DEEPEST * ROW + 14}` });
    const most = Math.max(1, ...searches.flatMap((view) => view.depth));
    searches.forEach((view, kind) => {
      const row = this.rows[kind];
      const top = kind * (DEEPEST * ROW + 10);
      row.name.textContent = view.name;
      set(row.name, { x: 0, y: top + 12 });
      for (let depth = 0; depth < DEEPEST; depth++) {
        const nodes = view.depth[depth] || 0;
        const long = ((width - start - 50) * nodes) / most;
        const at = top + depth * ROW;
        set(row.bars[depth], { x: start, y: at, width: nodes ? Math.max(2, long) : 0 });
        row.bars[depth].setAttribute("opacity", [0.4, 0.65, 0.9][depth]);
        set(row.numbers[depth], { x: start + long + 6, y: at + 12 });
        row.numbers[depth].textContent = number(nodes);
      }
    });
    const said = searches.map((view) => `${view.name} ${view.depth.map(number).join(", ")}`);
    this.bars.setAttribute("aria-label", `Nodes by stroke: ${said.join("; ")}.`);
  }
}

class Lab {
  constructor(model, el) {
    this.model = model;
    this.box = html("div", { class: "mcts-lab" }, el);
    this.headline = html("div", { class: "headline", role: "status" }, this.box);
    html(
      "div",
      { class: "told" },
      this.box,
      "Drag the hole or the end of the wall: both searches start again.",
    );
    const body = html("div", { class: "middle" }, this.box);
    this.greens = [new Green(body, this), new Green(body, this)];
    this.side = new Side(body);
    this.makeBar();
    this.scene = structuredClone(model.get("scene"));
    this.moved = false;
    this.unsent = new Set(); // "hole" and "wall", where Python does not know the latest place yet
    this.sent = this.scene.heard; // the number of moves that Python has heard when it knows all
    this.sizes = new ResizeObserver(() => this.draw());
    this.sizes.observe(this.box);
    model.on("change:scene", this.taken);
    model.on("change:searches", this.drawLater);
    model.on("change:bar", this.drawLater);
    model.on("change:headline", this.drawLater);
  }

  makeBar() {
    const bar = html("div", { class: "bar" }, this.box);
    this.first = html("button", { class: "first" }, bar);
    this.first.addEventListener("click", () => {
      const working = this.model.get("bar").working != null;
      this.send({ press: working ? "stop" : "more" });
    });
    this.seed = html("button", { class: "seed" }, bar, "↻ Other seed");
    this.seed.addEventListener("click", () => this.send({ press: "seed" }));
    this.made = html("span", {}, bar);
    html("span", { class: "apart" }, bar);
    const label = html("label", {}, bar, "exponent");
    this.exponent = html("input", { type: "range", min: 0.1, max: 1, step: 0.05 }, label);
    this.exponent.dataset.lmSuppressShortcuts = "true";
    this.power = html("output", {}, label);
    this.exponent.addEventListener("input", () => {
      this.power.textContent = number(Number(this.exponent.value), 2);
    });
    this.exponent.addEventListener("change", () =>
      this.send({ exponent: Number(this.exponent.value) }),
    );
    const more = html("button", { class: "more", "aria-expanded": "false" }, bar, "More");
    more.addEventListener("click", () => {
      more.setAttribute("aria-expanded", String(this.box.classList.toggle("all")));
      this.draw();
    });
  }

  send(message) {
    this.model.send(message);
  }

  move(what, [x, y]) {
    const { radius, longest } = this.scene;
    if (what === "wall") this.scene.wall = clamp(x, 0, longest);
    else this.scene.hole = [clamp(x, radius, 1 - radius), clamp(y, radius, 1 - radius)];
    this.moved = true;
    this.unsent.add(what);
    this.drawLater();
  }

  letGo() {
    clearTimeout(this.waiting);
    const round = (value) => Math.round(value * 1000) / 1000;
    for (const what of this.unsent) {
      this.sent += 1;
      if (what === "wall") this.send({ wall: round(this.scene.wall) });
      else this.send({ hole: this.scene.hole.map(round) });
    }
    this.unsent.clear();
  }

  // Arrow keys may come in quick succession, so Python gets a message only after the last one.
  letGoSoon() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.letGo(), 300);
  }

  taken = () => {
    const scene = this.model.get("scene");
    if (scene.turn === this.scene.turn) return;
    // the answer to an earlier move must not undo a later one
    if (this.unsent.size || scene.heard < this.sent) return;
    this.scene = structuredClone(scene);
    this.moved = false;
    this.drawLater();
  };

  drawLater = () => {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.draw();
    });
  };

  draw() {
    const searches = this.model.get("searches");
    const bar = this.model.get("bar");
    if (searches.length < 2) return;
    this.headline.textContent = this.model.get("headline");
    const working = bar.working != null;
    this.greens.forEach((green, kind) => green.draw(searches[kind], this.scene, this.moved));
    this.side.draw(searches, bar);
    this.first.textContent = working
      ? `■ Stop ${percent(bar.working)}`
      : bar.unfinished ? "▶ Continue" : "▶ 1,000 more";
    const atTheEnd = !working && !bar.more;
    if (atTheEnd && document.activeElement === this.first) this.seed.focus();
    this.first.style.visibility = atTheEnd ? "hidden" : "";
    this.made.textContent = `${number(bar.iterations)} iterations each`;
    if (document.activeElement !== this.exponent || !working) this.exponent.value = bar.exponent;
    this.power.textContent = number(Number(this.exponent.value), 2);
    this.seed.setAttribute("aria-label", `Other seed, now ${bar.seed}`);
  }

  close() {
    clearTimeout(this.waiting);
    cancelAnimationFrame(this.frame);
    this.sizes.disconnect();
    this.model.off("change:scene", this.taken);
    for (const name of ["searches", "bar", "headline"])
      this.model.off(`change:${name}`, this.drawLater);
  }
}

export default {
  render({ model, el }) {
    const lab = new Lab(model, el);
    return () => lab.close();
  },
};
