// Show all answers of the last exam: a strip for each player and, beside the strip, the difference
// between this player and one chosen player.  Also show one question with all answers to it, and the
// ladder of the games.  Python sends all data in a single message, and the page sends nothing back.
// Only the data of the reader's own player may arrive later.
const WIDE = 740; // pixels; from this width on, a name, a strip and an interval are drawn side by side
const ROW = { wide: 36, narrow: 74 };
const TOP = 34;
const FOOT = 24;
const MOST = 0.25; // the largest difference on the scale; larger differences are shown at its end

const SCALE = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNO";

class Exam {
  constructor(model, el) {
    this.model = model;
    this.data = model.get("data");
    const opening = model.get("opening");
    this.condition = opening.condition;
    this.beside = opening.beside;
    this.question = opening.question;
    this.view = "answers";
    this.sorted = true;
    this.menus = {};
    this.root = html("div", { class: "mcts-exam" }, el);
    this.build();
    this.watch = new ResizeObserver(() => this.resize());
    this.watch.observe(this.figure);
    model.on("change:own", () => this.draw());
    this.width = 0;
  }

  build() {
    this.head = html("p", { class: "head" }, this.root);
    this.told = html("p", { class: "told", role: "status" }, this.root);
    const sides = html("div", { class: "sides" }, this.root);
    const answers = html("div", {}, sides);
    this.figure = html("div", { class: "strips" }, answers);
    this.note = html("p", { class: "note" }, answers);
    this.panel = html("div", { class: "panel" }, sides);
    const bar = html("div", { class: "bar" }, this.root);
    this.next = html("button", { type: "button", class: "first" }, bar, "▶ Next question");
    this.next.addEventListener("click", () => this.goOn());
    const label = html("label", {}, bar, "question ");
    this.slider = html("input", { type: "range", min: 1, "aria-label": "question" }, label);
    this.slider.max = this.data.questions.length;
    this.slider.addEventListener("input", () => {
      this.question = this.places()[this.slider.value - 1];
      this.draw();
    });
    html("span", { class: "space" }, bar);
    this.menu(bar, "shown", "view", [["answers", "the answers"], ["ladder", "the games"]]);
    const conditions = Object.entries(this.data.conditions).map(([key, one]) => [key, one.words]);
    this.menu(bar, "equal", "condition", conditions);
    this.menu(bar, "beside", "beside", this.data.players.map((name, k) => [k, name]));
    this.menu(bar, "order", "sorted", [[1, "hardest first"], [0, "as drawn"]]);
  }

  menu(bar, words, what, options) {
    const label = html("label", {}, bar, `${words} `);
    const select = html("select", {}, label);
    this.menus[what] = select;
    for (const [value, shown] of options) html("option", { value }, select, shown);
    select.value = typeof this[what] === "boolean" ? Number(this[what]) : this[what];
    select.addEventListener("change", () => {
      const isNumber = what === "beside" || what === "sorted";
      this[what] = isNumber ? Number(select.value) : select.value;
      this.offer();
      this.draw();
    });
  }

  // Offer only choices that change the view: games were played under some conditions only, and the
  // ladder has no order of questions.
  offer() {
    const isLadder = this.view === "ladder";
    if (isLadder) this.condition = this.ladder().condition;
    const played = Object.values(this.data.ladders).map((ladder) => ladder.condition);
    const select = this.menus.condition;
    for (const option of select.options) {
      option.hidden = option.disabled = isLadder && !played.includes(option.value);
    }
    select.value = this.condition;
    this.menus.sorted.parentElement.style.visibility = isLadder ? "hidden" : "";
  }

  resize() {
    const width = this.figure.clientWidth;
    if (width === this.width || !width) return;
    this.width = width;
    this.draw();
  }

  now() {
    return this.data.conditions[this.condition];
  }

  ladder() {
    const how = this.condition.startsWith("ms") ? "time" : "iterations";
    return this.data.ladders[how];
  }

  places() {
    return this.sorted ? this.now().hardest : this.data.questions.map((_, k) => k);
  }

  isRight(question, column) {
    const results = this.data.questions[question].results;
    const best = [..."wdl"].find((letter) => results.includes(letter));
    return results[column] === best;
  }

  missed(player, question) {
    const sheets = player < 0 ? [this.model.get("own").answers] : this.now().answers[player];
    const wrong = sheets.filter((sheet) => !this.isRight(question, Number(sheet[question])));
    return wrong.length / sheets.length;
  }

  players() {
    const own = this.model.get("own");
    return own.answers ? [-1, ...this.now().order] : this.now().order;
  }

  name(player) {
    return player < 0 ? this.model.get("own").name : this.data.players[player];
  }

  // Show the next question on which the chosen player and the best of the other players have
  // different marks.
  goOn() {
    const places = this.places();
    const start = places.indexOf(this.question);
    const [other] = this.players().filter((player) => player !== this.beside);
    for (let step = 1; step <= places.length; step++) {
      const question = places[(start + step) % places.length];
      if (this.missed(other, question) !== this.missed(this.beside, question)) {
        this.question = question;
        break;
      }
    }
    this.draw();
  }

  draw() {
    if (!this.width) return;
    const isLadder = this.view === "ladder";
    const shown = isLadder ? this.ladder() : this.now();
    this.head.textContent = shown.headline;
    this.told.textContent = isLadder
      ? `Elo points above ${this.name(this.beside)}, with 95% intervals of the difference.`
      : shown.told;
    const dots = "● counts as a difference, ○ does not, by Holm's correction for all comparisons";
    const amount = isLadder ? "" : "Each stroke is a question with a wrong answer; it is darker if more sittings have one. ";
    const other = this.name(this.beside);
    const counts = isLadder ? "" : ` In brackets: the answers that only this player has right, and only ${other}.`;
    this.note.textContent = `${amount}${dots}.${counts}`;
    this.figure.textContent = "";
    if (isLadder) this.drawLadder(shown);
    else this.drawStrips(shown);
    this.drawQuestion(this.now());
  }

  svg(height, label) {
    const shape = { width: this.width, height, viewBox: `0 0 ${this.width} ${height}` };
    return make("svg", { ...shape, role: "img", "aria-label": label }, this.figure);
  }

  drawStrips(shown) {
    const wide = this.width >= WIDE;
    const row = wide ? ROW.wide : ROW.narrow;
    const players = this.players();
    const height = TOP + players.length * row + FOOT;
    const svg = this.svg(height, shown.headline);
    const left = wide ? 176 : 0;
    const width = wide ? Math.round(this.width * 0.42) - 60 : this.width - 52;
    const places = this.places();
    const one = width / places.length;
    const area = { left: left + width + 66, right: this.width - 24 };
    const rows = shown.beside[this.beside];
    const most = MOST;
    const half = (area.right - area.left) / 2;
    const x = (value) => area.left + half + (Math.min(Math.max(value, -most), most) / most) * half;
    make("text", { x: left, y: 24, class: "soft" }, svg, this.sorted ? "hardest" : "first");
    const end = { x: left + width, y: 24, class: "soft", "text-anchor": "end" };
    make("text", end, svg, this.sorted ? "easiest" : "last");
    if (wide) {
      const middle = { x: x(0), "text-anchor": "middle", class: "soft" };
      make("text", { ...middle, y: 10 }, svg, `right more or less often than ${this.name(this.beside)}`);
      make("text", { ...middle, y: 25 }, svg, `95% interval; the scale ends at ±${number(100 * most)} points`);
      make("line", { x1: x(0), x2: x(0), y1: TOP, y2: height - FOOT, class: "zero" }, svg);
    }
    players.forEach((player, k) => {
      const y = TOP + k * row;
      const stripTop = wide ? y + 5 : y + 20;
      const isControl = this.data.twins.includes(player) || player === this.beside;
      const cls = isControl ? "name control" : "name";
      const iterations = player < 0 ? null : shown.iterations[player];
      const made = iterations == null ? "" : count(iterations, "iteration");
      if (wide) {
        make("text", { x: left - 10, y: y + 16, class: cls, "text-anchor": "end" }, svg, this.name(player));
        make("text", { x: left - 10, y: y + 31, class: "soft", "text-anchor": "end" }, svg, made);
      } else {
        make("text", { x: 0, y: y + 14, class: cls }, svg, this.name(player));
        make("text", { x: width, y: y + 14, class: "soft", "text-anchor": "end" }, svg, made);
      }
      const strip = make("g", { class: "strip" }, svg);
      const isTwin = shown.same && this.data.twins.slice(0, 2).includes(player);
      const ground = { x: left, y: stripTop, width, height: 26, rx: 3, class: isTwin ? "ground twin" : "ground" };
      make("rect", ground, strip);
      places.forEach((question, place) => {
        const share = this.missed(player, question);
        if (!share) return;
        const box = { x: (left + place * one).toFixed(2), y: stripTop, width: one.toFixed(2), height: 26 };
        make("rect", { ...box, class: "missed", opacity: (0.25 + 0.75 * share).toFixed(2) }, strip);
      });
      strip.addEventListener("click", (event) => {
        const from = svg.getBoundingClientRect().left + left;
        const place = Math.floor((event.clientX - from) / one);
        this.question = places[Math.min(Math.max(place, 0), places.length - 1)];
        this.draw();
      });
      const share = player < 0 ? this.model.get("own").mark : shown.marks[player];
      make("text", { x: left + width + 8, y: stripTop + 18, class: "mark" }, svg, share);
      const at = left + (places.indexOf(this.question) + 0.5) * one;
      make("line", { x1: at, x2: at, y1: stripTop - 3, y2: stripTop + 29, class: "here" }, svg);
      if (player >= 0) this.drawDifference(svg, rows[player], y, wide, x, area, player);
    });
    const at = left + (places.indexOf(this.question) + 0.5) * one;
    make("path", { d: `M${at - 6} ${TOP - 8}h12l-6 7z`, class: "hand" }, svg);
  }

  drawDifference(svg, found, y, wide, x, area, player) {
    const isTwin = found && found[0] === 0 && found[1] === 0 && found[2] === 0;
    const said = !found ? "itself" : isTwin ? "+0 -0: the twin" : found[4];
    const cls = isTwin ? "twin" : "soft";
    if (!wide) {
      const sign = !found || isTwin ? "" : found[3] ? "● " : "○ ";
      make("text", { x: 0, y: y + 62, class: cls }, svg, sign + (found ? said : "the player beside"));
      return;
    }
    const middle = y + 14;
    const isFar = found && Math.abs(found[0]) > MOST;
    if (isFar) {
      const way = found[0] < 0 ? -1 : 1;
      const tip = x(found[0]);
      make("path", { d: `M${tip} ${middle}l${-10 * way} -6v12z`, class: "dot full" }, svg);
    } else if (found && !isTwin) {
      const [value, low, high, counts] = found;
      const ends = `M${x(low)} ${middle}H${x(high)}M${x(low)} ${middle - 4}v8M${x(high)} ${middle - 4}v8`;
      make("path", { d: ends, class: "interval" }, svg);
      make("circle", { cx: x(value), cy: middle, r: 4.5, class: counts ? "dot full" : "dot" }, svg);
    } else if (isTwin) {
      make("circle", { cx: x(0), cy: middle, r: 5, class: "dot twin" }, svg);
    }
    // The words stand on the side of the interval, beside the line of no difference.
    const isLess = found && found[0] < 0;
    const place = { y: y + 31, x: x(0) + (isLess ? -6 : 6), "text-anchor": isLess ? "end" : "start" };
    make("text", { ...place, class: cls }, svg, said);
  }

  drawLadder(shown) {
    const wide = this.width >= WIDE;
    const row = wide ? ROW.wide : ROW.narrow;
    const height = TOP + this.players().length * row + FOOT;
    const svg = this.svg(height, shown.headline);
    const left = wide ? 176 : 12;
    const right = this.width - 16;
    const rows = shown.beside[this.beside];
    const ends = rows.filter(Boolean).flatMap((found) => [found[1], found[2]]).filter(Number.isFinite);
    const low = Math.min(-50, ...ends);
    const high = Math.max(50, ...ends);
    const x = (value) => left + ((value - low) / (high - low)) * (right - left);
    const step = [50, 100, 200, 500, 1000].find((one) => (high - low) / one < (wide ? 8 : 5)) || 2000;
    // On a phone the lines leave out the words above each interval.
    const rowSpan = (player, k) => [TOP + k * row + 20, TOP + k * row + 48];
    const spans = wide ? [[TOP - 8, height - 20]] : shown.order.map(rowSpan);
    for (let value = Math.ceil(low / step) * step; value <= high; value += step) {
      const line = { x1: x(value), x2: x(value), class: value ? "grid" : "zero" };
      for (const [y1, y2] of spans) make("line", { ...line, y1, y2 }, svg);
      make("text", { x: x(value), y: height - 6, class: "soft", "text-anchor": "middle" }, svg, value > 0 ? `+${value}` : `${value}`);
    }
    make("text", { x: wide ? left : 0, y: 14, class: "soft" }, svg, "Elo points; the strongest player stands first");
    shown.order.forEach((player, k) => {
      const y = TOP + k * row;
      const middle = wide ? y + 14 : y + 34;
      const isControl = this.data.twins.includes(player) || player === this.beside;
      const name = wide ? { x: left - 10, y: y + 19, "text-anchor": "end" } : { x: 0, y: y + 14 };
      make("text", { ...name, class: isControl ? "name control" : "name" }, svg, this.name(player));
      const found = rows[player];
      if (!found) {
        make("circle", { cx: x(0), cy: middle, r: 5, class: "dot twin" }, svg);
        return;
      }
      const [value, from, to, counts, said] = found;
      make("path", { d: `M${x(from)} ${middle}H${x(to)}M${x(from)} ${middle - 4}v8M${x(to)} ${middle - 4}v8`, class: "interval" }, svg);
      make("circle", { cx: x(value), cy: middle, r: 4.5, class: counts ? "dot full" : "dot" }, svg);
      // The words stand below the interval, beside the line at 0 if there is room.
      const near = value < 0 ? Math.min(x(value), x(0) - 62) : Math.max(x(value), x(0) + 62);
      const below = { x: Math.min(Math.max(near, left + 70), right - 62), y: y + 31, "text-anchor": "middle" };
      const place = wide ? below : { x: right, y: y + 14, "text-anchor": "end" };
      make("text", { ...place, class: "soft" }, svg, said);
    });
  }

  drawQuestion(shown) {
    const question = this.data.questions[this.question];
    const place = this.places().indexOf(this.question);
    this.slider.value = place + 1;
    this.slider.setAttribute("aria-valuetext", `question ${this.question + 1}`);
    this.panel.textContent = "";
    const left = html("div", { class: "position" }, this.panel);
    html("b", {}, left, `Question ${this.question + 1} of ${this.data.questions.length}`);
    html("p", { class: "asked" }, left, question.told);
    this.drawBoard(left, question);
    const box = html("div", { class: "given", tabindex: 0 }, this.panel);
    const table = html("table", {}, box);
    const head = html("tr", {}, html("thead", {}, table));
    for (const words of ["player", "answers", "chosen by"]) {
      html("th", { scope: "col", class: words === "chosen by" ? "why" : "" }, head, words);
    }
    for (let column = 0; column < this.data.columns; column++) html("th", { scope: "col", class: "c" }, head, `${column}`);
    const body = html("tbody", {}, table);
    for (const player of this.players()) {
      const row = html("tr", {}, body);
      html("th", { scope: "row" }, row, this.name(player));
      const sheets = player < 0 ? [this.model.get("own").answers] : shown.answers[player];
      const cell = html("td", {}, row);
      for (const sheet of sheets) {
        const column = sheet[this.question];
        const right = this.isRight(this.question, Number(column));
        html("span", { class: right ? "yes" : "no" }, cell, `${column} ${right ? "✓" : "✗"}`);
      }
      const letters = player < 0 ? "" : shown.shares[player];
      const reason = player < 0 ? "your rule" : this.data.reasons[player];
      html("td", { class: "soft why" }, row, letters ? reason : reason === "no reason" ? "–" : "");
      for (let column = 0; column < this.data.columns; column++) {
        const letter = letters ? letters[this.question * this.data.columns + column] : "-";
        const share = letter === "-" ? null : SCALE.indexOf(letter) / (SCALE.length - 1);
        const td = html("td", { class: "c" }, row);
        if (share == null) continue;
        const chosen = sheets[0][this.question] === `${column}`;
        const bar = html("i", { class: chosen ? "chosen" : "" }, td);
        bar.style.height = `${Math.max(1, Math.round(20 * share))}px`;
        html("span", { class: "hidden" }, td, percent(share));
        td.title = percent(share);
      }
    }
  }

  drawBoard(parent, question) {
    const columns = this.data.columns;
    const rows = question.cells.length / columns;
    const side = 44;
    const height = rows * side + 40;
    const shape = { width: columns * side + 2, height, viewBox: `-1 -1 ${columns * side + 2} ${height}` };
    const svg = make("svg", { ...shape, role: "img", "aria-label": question.told }, parent);
    [...question.cells].forEach((mark, k) => {
      const x = (k % columns) * side;
      const y = Math.floor(k / columns) * side;
      make("rect", { x, y, width: side, height: side, class: "cell" }, svg);
      if (mark === "X") make("path", { d: `M${x + 12} ${y + 12}l20 20m0 -20l-20 20`, class: "mark-X" }, svg);
      if (mark === "O") make("circle", { cx: x + 22, cy: y + 22, r: 11, class: "mark-O" }, svg);
    });
    [...question.results].forEach((letter, column) => {
      const at = { x: column * side + side / 2, "text-anchor": "middle" };
      make("text", { ...at, y: rows * side + 16, class: "name" }, svg, `${column}`);
      if (letter === "-") return;
      const right = this.isRight(this.question, column);
      const words = `${this.data.words[letter]}`;
      make("text", { ...at, y: rows * side + 33, class: right ? "yes" : "soft" }, svg, words);
    });
  }
}

function render({ model, el }) {
  const exam = new Exam(model, el);
  return () => exam.watch.disconnect();
}
export default { render };
