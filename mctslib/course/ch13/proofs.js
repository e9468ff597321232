// Draw two searches side by side, and a chart of the share of their nodes that is known.  Python
// sends all moments together.  The page itself moves the line that marks the current moment, and
// sends the new moment to Python a little later.  `words.js` comes before this file.
const NS = "http://www.w3.org/2000/svg";
const ROW = 32;
const HIGH = 29;
const CHART = 132; // height of the chart
const EDGE = 12; // half of the knob's width, and the distance from each end of the axis to the edge
const UNSEEN = 0;
const OPEN = 1;
const KNOWN = 2;

function make(tag, attributes, parent) {
  const node = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  parent?.append(node);
  return node;
}

function html(tag, name, parent) {
  const node = document.createElement(tag);
  node.className = name;
  parent.append(node);
  return node;
}

// One tree: its boxes, the words in the boxes, and the sentence above the tree.
class Tree {
  constructor(place) {
    const head = html("div", "mcts-proof-head", place);
    this.title = html("b", "", head);
    this.verdict = html("span", "", head);
    this.counts = html("small", "", place);
    this.svg = make("svg", { role: "img" }, null);
    place.append(this.svg);
  }

  fill(side, rows) {
    this.side = side;
    this.title.textContent = side.title;
    this.svg.replaceChildren();
    this.svg.setAttribute("height", rows * ROW);
    this.boxes = side.boxes.map((box) => {
      const rect = make("rect", { y: box.row * ROW + 1, height: HIGH, visibility: "hidden" }, this.svg);
      return { ...box, rect, words: null, state: UNSEEN };
    });
    this.width = 0;
  }

  fit(width) {
    if (width === this.width || width <= 0) return;
    this.width = width;
    this.svg.setAttribute("width", width);
    for (const box of this.boxes) {
      const own = box.width * width;
      box.rect.setAttribute("x", (box.x * width).toFixed(2));
      box.rect.setAttribute("width", Math.max(own - (own > 4 ? 1 : 0), 0.6).toFixed(2));
      box.rect.classList.toggle("mcts-proof-framed", own > 4);
      box.room = own;
      if (own < 18) {
        box.words?.remove();
        box.words = null;
      } else {
        box.words ??= make("text", { y: box.row * ROW + 20, "text-anchor": "middle" }, this.svg);
        box.words.setAttribute("x", ((box.x + box.width / 2) * width).toFixed(2));
      }
      box.state = -1; // no state yet, so the box will be drawn
    }
  }

  show(t) {
    const moment = Math.min(t, this.side.done);
    for (const box of this.boxes) {
      let state = UNSEEN;
      if (box.born <= moment) state = box.known != null && box.known <= moment ? KNOWN : OPEN;
      if (state !== box.state) this.change(box, state);
    }
    const proved = this.side.proved != null && t >= this.side.proved;
    this.verdict.textContent = proved ? `✓ proved after ${number(this.side.proved)}` : "not proved yet";
    this.verdict.className = proved ? "mcts-proof-right" : "mcts-proof-soft";
  }

  change(box, state) {
    box.state = state;
    box.rect.setAttribute("visibility", state === UNSEEN ? "hidden" : "visible");
    box.rect.classList.toggle("mcts-proof-known", state === KNOWN);
    box.rect.style.fill = state === KNOWN ? `var(--mcts-value-${box.step})` : "var(--mcts-paper)";
    if (!box.words) return;
    let words = "";
    if (state === OPEN) words = box.name;
    if (state === KNOWN) words = box.room > 70 ? `${box.name} ${box.badge}` : `${box.name}${box.badge[0]}`;
    if (words.length * 8 > box.room) words = state === KNOWN ? box.badge[0] : "";
    box.words.textContent = words;
    box.words.classList.toggle("mcts-proof-soft", state === OPEN);
  }

  say(counts, words) {
    const [nodes, known] = counts;
    this.counts.textContent = `${number(known)} of ${number(nodes)} nodes known`;
    this.svg.setAttribute("aria-label", words);
  }
}

// The chart: a line for each search, and a violet line at the current moment.
class Chart {
  constructor(place) {
    this.svg = make("svg", { height: CHART, "aria-hidden": "true" }, null);
    place.append(this.svg);
  }

  draw(data, width) {
    this.data = data;
    this.width = width;
    this.svg.setAttribute("width", width);
    this.svg.replaceChildren();
    for (const [share, words] of [[0, "0%"], [0.5, "50%"], [1, "100%"]]) {
      const y = this.y(share);
      make("line", { x1: EDGE, x2: width - EDGE, y1: y, y2: y, class: "mcts-proof-grid" }, this.svg);
      make("text", { x: EDGE, y: y - 3, class: "mcts-proof-soft" }, this.svg).textContent = words;
    }
    data.sides.forEach((side, which) => {
      const points = side.counts
        .slice(0, side.end + 1)
        .map(([nodes, known], k) => `${this.x(k).toFixed(1)} ${this.y(known / nodes).toFixed(1)}`);
      const look = which ? "mcts-proof-solver" : "mcts-proof-plain";
      make("path", { d: `M${points.join("L")}`, class: look }, this.svg);
      const [nodes, known] = side.counts[side.end];
      const at = { x: this.x(side.end), y: this.y(known / nodes) };
      make("circle", { cx: at.x, cy: at.y, r: 4, class: "mcts-proof-dot" }, this.svg);
      const words = make("text", { x: at.x - 8, y: at.y - 7, "text-anchor": "end" }, this.svg);
      words.textContent = side.proved == null ? side.title : `${side.short} ✓`;
    });
    for (const t of [10, 100, 1000]) {
      const index = data.steps.indexOf(data.steps.find((step) => step >= t));
      if (index < 0) continue;
      const x = this.x(index);
      const isFirst = t === 10; // it also says what is counted
      const place = isFirst ? { x: x - 7 } : { x, "text-anchor": "middle" };
      const words = make("text", { ...place, y: CHART - 2, class: "mcts-proof-soft" }, this.svg);
      words.textContent = isFirst ? "10 iterations" : number(t);
    }
    this.line = make("line", { y1: 4, y2: CHART - 14, class: "mcts-proof-now" }, this.svg);
  }

  x(index) {
    return EDGE + ((this.width - 2 * EDGE) * index) / (this.data.steps.length - 1);
  }

  y(share) {
    return CHART - 18 - (CHART - 36) * share;
  }

  show(index) {
    this.line.setAttribute("x1", this.x(index));
    this.line.setAttribute("x2", this.x(index));
  }
}

export default {
  render({ model, el }) {
    el.classList.add("mcts-proof");
    const top = html("div", "mcts-proof-top", el);
    const board = html("div", "mcts-proof-board", top);
    const right = html("div", "mcts-proof-chart", top);
    const title = html("p", "mcts-label", right);
    title.textContent = "Share of the nodes whose result is known";
    const chart = new Chart(right);
    const slider = html("input", "mcts-proof-slider", right);
    slider.type = "range";
    slider.min = 0;
    const key = html("div", "mcts-proof-key", right);
    key.innerHTML =
      '<span><i class="x"></i>X wins</span><span><i class="d"></i>a draw</span>' +
      '<span><i class="o"></i>O wins</span><span>✓ ✗ for who moved</span>';
    const row = html("div", "mcts-proof-trees", el);
    const trees = [0, 1].map(() => new Tree(html("div", "mcts-proof-tree", row)));
    let waiting = 0;

    function show() {
      const data = model.get("data");
      const index = Number(slider.value);
      const t = data.steps[index];
      chart.show(index);
      trees.forEach((tree, which) => {
        tree.show(t);
        const side = data.sides[which];
        const counts = side.counts[Math.min(index, side.end)];
        tree.say(counts, `${side.title}, ${number(t)} iterations: ${counts[1]} of ${counts[0]} nodes known`);
      });
      slider.setAttribute("aria-valuetext", `${number(t)} iterations`);
    }

    function fit() {
      const data = model.get("data");
      chart.draw(data, right.clientWidth);
      trees.forEach((tree) => tree.fit(tree.svg.parentElement.clientWidth));
      show();
    }

    function fill() {
      const data = model.get("data");
      board.innerHTML = data.board;
      slider.max = data.steps.length - 1;
      slider.value = data.steps.indexOf(model.get("t"));
      const rows = Math.max(6, ...data.sides.map((side) => side.rows));
      trees.forEach((tree, which) => tree.fill(data.sides[which], rows));
      fit();
    }

    slider.setAttribute("aria-label", "iterations");
    slider.addEventListener("input", () => {
      show();
      waiting ||= setTimeout(() => {
        waiting = 0;
        model.set("t", model.get("data").steps[Number(slider.value)]);
        model.save_changes();
      }, 120);
    });
    model.on("change:data", fill);
    model.on("change:t", () => {
      const index = model.get("data").steps.indexOf(model.get("t"));
      if (index < 0 || waiting) return;
      slider.value = index;
      show();
    });
    const observer = new ResizeObserver(fit);
    fill();
    observer.observe(el);
    return () => observer.disconnect();
  },
};
