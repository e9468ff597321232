// Show all answers of the last exam: a strip for each player and, in words, the difference between
// this player and one chosen player.  Also show one question with all answers to it, and the
// ladder of the games.  Python sends all data in a single message, and the page sends nothing back.
// Only the data of the reader's own player may arrive later.
const WIDE = 400; // pixels; from this width on, a name and a strip are drawn side by side
const ROOMY = 560; // from this width on, a difference has its two numbers of answers behind it
const ROW = { wide: 27, narrow: 32, few: 40 }; // rows of the answers beside wide strips are as high (last_exam.css)
const FEW = 6; // players on a phone, until "More" is pressed
const TOP = 34;
const FOOT = 12;

const SCALE = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNO";

class Exam {
  constructor(model, el) {
    this.model = model;
    this.data = model.get("data");
    const opening = model.get("opening");
    this.condition = opening.condition;
    this.beside = opening.beside;
    this.question = opening.question;
    this.asked = false; // whether the reader has chosen a question; then the headline is about it
    this.view = "answers";
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
    this.figure = html("div", { class: "strips" }, html("div", {}, sides));
    this.note = html("p", { class: "note" }, sides);
    this.given = html("div", { class: "given", tabindex: 0 }, sides);
    this.position = html("div", { class: "position" }, sides);
    const bar = html("div", { class: "bar" }, this.root);
    this.next = html("button", { type: "button", class: "first" }, bar, "▶ Next question");
    this.next.addEventListener("click", () => this.goOn());
    const label = html("label", {}, bar, "question ");
    this.slider = html("input", { type: "range", min: 1, "aria-label": "question" }, label);
    this.slider.max = this.data.questions.length;
    this.slider.addEventListener("input", () => {
      this.ask(this.now().hardest[this.slider.value - 1]);
    });
    html("span", { class: "space" }, bar);
    this.menu(bar, "shown", "view", [["answers", "the answers"], ["ladder", "the games"]]);
    const conditions = Object.entries(this.data.conditions).map(([key, one]) => [key, one.words]);
    this.menu(bar, "equal", "condition", conditions);
    this.menu(bar, "beside", "beside", this.data.players.map((name, k) => [k, name]));
    this.more = html("button", { type: "button", class: "more" }, bar, "More");
    this.more.addEventListener("click", () => this.unfold(!this.root.classList.contains("all")));
    this.unfold(false);
  }

  // On a phone, show all players and settings, or only a few strips, the question and the bar.
  unfold(all) {
    this.root.classList.toggle("all", all);
    this.more.setAttribute("aria-expanded", String(all));
    this.draw();
  }

  isFolded() {
    return this.more.offsetParent && !this.root.classList.contains("all");
  }

  // Keep on a phone the reader's own player, the best, the last, the player beside and its controls.
  some(players) {
    if (!this.isFolded()) return players;
    const others = players.filter((player) => player >= 0);
    const first = [-1, others[0], others.at(-1), this.beside, ...this.data.twins, ...others];
    const kept = [...new Set(first)].filter((player) => players.includes(player)).slice(0, FEW);
    return players.filter((player) => kept.includes(player));
  }

  menu(bar, words, what, options) {
    const label = html("label", {}, bar, `${words} `);
    const select = html("select", {}, label);
    this.menus[what] = select;
    for (const [value, shown] of options) html("option", { value }, select, shown);
    select.value = this[what];
    select.addEventListener("change", () => {
      this.asked = false;
      this[what] = what === "beside" ? Number(select.value) : select.value;
      this.offer();
      this.draw();
    });
  }

  // Offer only choices that change the view: games were played under some conditions only.
  offer() {
    const isLadder = this.view === "ladder";
    if (isLadder) this.condition = this.ladder().condition;
    const played = Object.values(this.data.ladders).map((ladder) => ladder.condition);
    const select = this.menus.condition;
    for (const option of select.options) {
      option.hidden = option.disabled = isLadder && !played.includes(option.value);
    }
    select.value = this.condition;
  }

  resize() {
    const width = this.figure.clientWidth && Math.max(220, this.figure.clientWidth);
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

  isRight(question, column) {
    const results = this.data.questions[question].results;
    const best = [..."wdl"].find((letter) => results.includes(letter));
    return results[column] === best;
  }

  // The sheets with a player's answers: one for each sitting.
  sheets(player) {
    return player < 0 ? [this.model.get("own").answers] : this.now().answers[player];
  }

  missed(player, question) {
    const sheets = this.sheets(player);
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
    const places = this.now().hardest;
    const start = places.indexOf(this.question);
    const [other] = this.players().filter((player) => player !== this.beside);
    for (let step = 1; step <= places.length; step++) {
      const question = places[(start + step) % places.length];
      if (this.missed(other, question) !== this.missed(this.beside, question)) {
        this.ask(question);
        return;
      }
    }
  }

  ask(question) {
    this.question = question;
    this.asked = true;
    this.draw();
  }

  // How many answers to the question are right, in a sentence.
  found() {
    const columns = this.players().flatMap((player) => this.sheets(player).map((sheet) => Number(sheet[this.question])));
    const right = columns.filter((column) => this.isRight(this.question, column)).length;
    const what = this.data.questions[this.question].results.includes("w") ? "win" : "draw";
    return `Question ${this.question + 1}: ${right} of ${count(columns.length, "answer")} find the ${what}.`;
  }

  draw() {
    if (!this.width) return;
    const isLadder = this.view === "ladder";
    const shown = isLadder ? this.ladder() : this.now();
    const asked = this.asked && !isLadder;
    this.head.textContent = asked ? this.found() : shown.headline;
    this.told.textContent = isLadder
      ? `Elo points above ${this.name(this.beside)}, with 95% intervals of the difference.`
      : asked ? shown.headline : shown.told;
    const dots = "● counts as a difference, ○ does not, by Holm's correction for all comparisons";
    const amount = isLadder ? "" : "Each stroke is a question with a wrong answer; it is darker if more sittings have one. ";
    const other = this.name(this.beside);
    const roomy = this.width >= ROOMY && !isLadder;
    const counts = roomy ? ` In brackets: the answers that only this player has right, and only ${other}.` : "";
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
    const isBrief = !wide && this.isFolded(); // a phone has the answers in place of the differences
    const row = wide ? ROW.wide : isBrief ? ROW.few : ROW.narrow;
    const players = this.some(this.players());
    const height = TOP + players.length * row + FOOT;
    const svg = this.svg(height, shown.headline);
    const left = wide ? 126 : 0;
    const width = wide ? this.width - left - (this.width < ROOMY ? 154 : 212) : this.width - 44;
    const high = wide || isBrief ? 20 : 14;
    const places = shown.hardest;
    const one = width / places.length;
    const rows = shown.beside[this.beside];
    make("text", { x: left, y: 24, class: "soft" }, svg, "hardest");
    const end = { x: left + width, y: 24, class: "soft", "text-anchor": "end" };
    make("text", end, svg, "easiest");
    if (!wide) make("text", { x: 0, y: 10, class: "soft" }, svg, `a stroke: a wrong answer${isBrief ? "" : " · ● counts"}`);
    if (isBrief) make("text", { x: this.width, y: 10, class: "soft", "text-anchor": "end" }, svg, "answers");
    players.forEach((player, k) => {
      const y = TOP + k * row;
      const stripTop = wide ? y + 3 : y + 15;
      const isControl = this.data.twins.includes(player) || player === this.beside;
      const cls = isControl ? "name control" : "name";
      const name = wide ? { x: left - 8, y: y + 18, "text-anchor": "end" } : { x: 0, y: y + 11 };
      make("text", { ...name, class: cls }, svg, this.name(player));
      const strip = make("g", { class: "strip" }, svg);
      const isTwin = shown.same && this.data.twins.slice(0, 2).includes(player);
      const ground = { x: left, y: stripTop, width, height: high, rx: 3, class: isTwin ? "ground twin" : "ground" };
      make("rect", ground, strip);
      places.forEach((question, place) => {
        const share = this.missed(player, question);
        if (!share) return;
        const box = { x: (left + place * one).toFixed(2), y: stripTop, width: one.toFixed(2), height: high };
        make("rect", { ...box, class: "missed", opacity: (0.25 + 0.75 * share).toFixed(2) }, strip);
      });
      strip.addEventListener("click", (event) => {
        const from = svg.getBoundingClientRect().left + left;
        const place = Math.floor((event.clientX - from) / one);
        this.ask(places[Math.min(Math.max(place, 0), places.length - 1)]);
      });
      const share = player < 0 ? this.model.get("own").mark : shown.marks[player];
      make("text", { x: left + width + 8, y: stripTop + high - (high === 20 ? 5 : 2), class: "mark" }, svg, share);
      const at = left + (places.indexOf(this.question) + 0.5) * one;
      make("line", { x1: at, x2: at, y1: stripTop - 2, y2: stripTop + high + 2, class: "here" }, svg);
      if (isBrief) this.drawAnswers(svg, player, this.width, y + 11);
      else if (player >= 0) this.drawDifference(svg, rows[player], wide ? left + width + 50 : this.width, wide ? y + 18 : y + 11, wide);
    });
    const at = left + (places.indexOf(this.question) + 0.5) * one;
    make("path", { d: `M${at - 6} ${TOP - 8}h12l-6 7z`, class: "hand" }, svg);
  }

  // Write the columns that a player has chosen in the question, each with ✓ or ✗.
  drawAnswers(svg, player, x, y) {
    const line = make("text", { x, y, "text-anchor": "end" }, svg);
    this.sheets(player).forEach((sheet, k) => {
      const column = sheet[this.question];
      const right = this.isRight(this.question, Number(column));
      make("tspan", { class: right ? "yes" : "no", dx: k && 6 }, line, `${column} ${right ? "✓" : "✗"}`);
    });
  }

  // Write how much more or less often a player is right than the chosen player.
  drawDifference(svg, found, x, y, wide) {
    const isTwin = found && found[0] === 0 && found[1] === 0 && found[2] === 0;
    const roomy = !wide || this.width >= ROOMY;
    const said = isTwin ? "+0 -0: the twin" : roomy ? found?.[4] : found?.[4].replace(/ \(.*/, "");
    const words = said ?? "the player beside";
    const sign = !found || isTwin ? "" : found[3] ? "● " : "○ ";
    const place = { x, y, "text-anchor": wide ? "start" : "end" };
    make("text", { ...place, class: isTwin ? "twin" : "soft" }, svg, (sign + words).replaceAll("-", "−"));
  }

  drawLadder(shown) {
    const wide = this.width >= WIDE;
    const row = wide ? ROW.wide : ROW.narrow;
    const players = this.some(shown.order);
    const height = TOP + players.length * row + FOOT;
    const svg = this.svg(height, shown.headline);
    const left = wide ? 126 : 12;
    const right = this.width - 16;
    const rows = shown.beside[this.beside];
    const ends = rows.filter(Boolean).flatMap((found) => [found[1], found[2]]).filter(Number.isFinite);
    const low = Math.min(-50, ...ends);
    const high = Math.max(50, ...ends);
    const x = (value) => left + ((value - low) / (high - low)) * (right - left);
    const step = [50, 100, 200, 500, 1000].find((one) => (high - low) / one < (wide ? 8 : 5)) || 2000;
    // On a phone the lines leave out the words above each interval.
    const rowSpan = (player, k) => [TOP + k * row + 15, TOP + k * row + 31];
    const spans = wide ? [[TOP - 8, height - 20]] : players.map(rowSpan);
    for (let value = Math.ceil(low / step) * step; value <= high; value += step) {
      const line = { x1: x(value), x2: x(value), class: value ? "grid" : "zero" };
      for (const [y1, y2] of spans) make("line", { ...line, y1, y2 }, svg);
      make("text", { x: x(value), y: height - 6, class: "soft", "text-anchor": "middle" }, svg, value > 0 ? `+${value}` : `${value}`);
    }
    make("text", { x: wide ? left : 0, y: 14, class: "soft" }, svg, "Elo points; the strongest player stands first");
    players.forEach((player, k) => {
      const y = TOP + k * row;
      const middle = wide ? y + 13 : y + 23;
      const isControl = this.data.twins.includes(player) || player === this.beside;
      const name = wide ? { x: left - 8, y: y + 18, "text-anchor": "end" } : { x: 0, y: y + 11 };
      make("text", { ...name, class: isControl ? "name control" : "name" }, svg, this.name(player));
      const found = rows[player];
      if (!found) {
        make("circle", { cx: x(0), cy: middle, r: 5, class: "dot twin" }, svg);
        return;
      }
      const [value, from, to, counts, said] = found;
      make("path", { d: `M${x(from)} ${middle}H${x(to)}M${x(from)} ${middle - 4}v8M${x(to)} ${middle - 4}v8`, class: "interval" }, svg);
      make("circle", { cx: x(value), cy: middle, r: 4.5, class: counts ? "dot full" : "dot" }, svg);
      // On a wide page the words stand beside the interval, on a phone above it.
      const isRoom = x(to) + 120 < right;
      const beside = { x: isRoom ? x(to) + 8 : x(from) - 8, y: y + 18, "text-anchor": isRoom ? "start" : "end" };
      const place = wide ? beside : { x: right, y: y + 11, "text-anchor": "end" };
      make("text", { ...place, class: "soft" }, svg, said);
    });
  }

  drawQuestion(shown) {
    const question = this.data.questions[this.question];
    const place = this.now().hardest.indexOf(this.question);
    this.slider.value = place + 1;
    this.slider.setAttribute("aria-valuetext", `question ${this.question + 1}`);
    this.position.textContent = this.given.textContent = "";
    html("b", {}, this.position, `Question ${this.question + 1} of ${this.data.questions.length}`);
    const asked = html("p", { class: "asked" }, this.position, question.told.split(". ", 2).join(". ") + ".");
    html("span", { class: "urgent" }, asked, ` ${question.told.split(". ").slice(2).join(". ")}`);
    this.drawBoard(this.position, question);
    const table = html("table", {}, this.given);
    const head = html("tr", {}, html("thead", {}, table));
    const titles = { player: "who", answers: "", "chosen by": "why" };
    for (const [words, cls] of Object.entries(titles)) html("th", { scope: "col", class: cls }, head, words);
    for (let column = 0; column < this.data.columns; column++) html("th", { scope: "col", class: "c" }, head, `${column}`);
    const body = html("tbody", {}, table);
    const players = this.view === "ladder" ? this.ladder().order : this.players();
    for (const player of players) {
      const row = html("tr", {}, body);
      html("th", { scope: "row", class: "who" }, row, this.name(player));
      const sheets = this.sheets(player);
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
        bar.style.height = `${Math.max(1, Math.round(18 * share))}px`;
        html("span", { class: "hidden" }, td, percent(share));
        td.title = percent(share);
      }
    }
  }

  drawBoard(parent, question) {
    const columns = this.data.columns;
    const rows = question.cells.length / columns;
    const [wide, side] = this.isFolded() ? [46, 34] : [38, 32]; // the words below a cell need its width
    const height = rows * side + 40;
    const shape = { width: columns * wide + 2, height, viewBox: `-1 -1 ${columns * wide + 2} ${height}` };
    const svg = make("svg", { ...shape, role: "img", "aria-label": question.told }, parent);
    [...question.cells].forEach((mark, k) => {
      const x = (k % columns) * wide;
      const y = Math.floor(k / columns) * side;
      make("rect", { x, y, width: wide, height: side, class: "cell" }, svg);
      if (mark === "X") make("path", { d: `M${x + wide / 2 - 8} ${y + side / 2 - 8}l16 16m0 -16l-16 16`, class: "mark-X" }, svg);
      if (mark === "O") make("circle", { cx: x + wide / 2, cy: y + side / 2, r: 9, class: "mark-O" }, svg);
    });
    [...question.results].forEach((letter, column) => {
      const at = { x: (column + 0.5) * wide, "text-anchor": "middle" };
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
