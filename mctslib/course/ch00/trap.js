// Play in position A against an engine that has fallen into a trap; then let the engine think longer, and look at a
// hundred engines like it.  This file comes after `words.js`, `elements.js`
// and `noughts.js`.  All searches are stored in the data,
// so the page needs no Python.
const PLACES = { 4: "in the centre" };
for (const cell of [0, 2, 6, 8]) PLACES[cell] = "in this corner";
for (const cell of [1, 3, 5, 7]) PLACES[cell] = "at this edge";
const TICK = 170; // milliseconds between two moments of the search
const MOST = 0.5; // while it thinks, a bar of full length is this share of all games; else the longest is
const WIDE = 520; // from this width on, the figure beside the board has room for a square of engines
const ROOM = { short: 118, long: 240 }; // pixels for the words beside the longest bar
const CURVE = { left: 40, top: 14, bottom: 32 };
const SIDE = 10; // the hundred engines stand in a square of ten by ten, or on a phone in four rows

const freeCells = (board) => [...Array(9).keys()].filter((cell) => board[cell] === ".");
const share = (part, all) => percent(part / all, Number.isInteger((100 * part) / all) ? 0 : 1);

class Opening {
  constructor(model, el) {
    this.data = model.get("data");
    this.last = this.data.times.length - 1;
    this.short = this.data.times.indexOf(this.data.short);
    this.root = html("div", { class: "mcts-opening mcts-noughts-look" }, el);
    this.build();
    this.restart();
    model.link?.({ tell: () => this.tell(), open: (asked) => this.open(asked), bar: this.anew.parentElement, before: this.anew });
    new ResizeObserver(() => this.resize()).observe(this.root);
  }

  // ---------------------------------------------------------------- the parts

  build() {
    this.head = html("p", { class: "head" }, this.root);
    this.said = html("p", { class: "said", role: "status" }, this.root);
    const body = html("div", { class: "middle" }, this.root);
    this.left = html("div", { class: "left" }, body);
    this.board = new NoughtsBoard(this.left, (cell) => this.play(cell));
    this.told = html("p", { class: "told" }, this.left);
    this.figure = html("div", { class: "beside" }, body);
    this.caption = html("p", { class: "heading" }, this.figure);
    this.rows = html("div", { class: "rows" }, this.figure);
    this.thinking = html("div", { class: "thinking" }, this.figure);
    this.buildLuck();
    const bar = html("div", { class: "bar" }, this.root);
    this.first = html("button", { type: "button" }, bar);
    this.second = html("button", { type: "button" }, bar);
    html("span", { class: "space" }, bar);
    this.anew = html("button", { type: "button", class: "anew", "aria-label": "From the start" }, bar, "↻");
    html("span", {}, this.anew, " From the start");
    html("span", { class: "short" }, this.anew, " Again"); // on a phone
    this.anew.addEventListener("click", () => this.restart());
    for (const button of [this.first, this.second]) button.addEventListener("click", () => this.pressed(button));
    this.root.dataset.lmSuppressShortcuts = "true";
    this.root.addEventListener("keydown", (event) => this.key(event));
  }

  // The curve of all searches, and the hundred engines to click.
  buildLuck() {
    const { plays } = this.data;
    this.question = html("p", { class: "question" }, this.thinking);
    const sides = html("div", { class: "luck" }, this.thinking);
    this.curve = make("svg", { class: "curve", role: "group", "aria-label": "How many engines fall into the trap" }, sides);
    const hundred = html("div", { class: "hundred" }, sides);
    this.fallen = html("p", {}, hundred);
    this.engines = make("svg", { role: "slider", tabindex: 0, "aria-label": "engine", "aria-valuemin": 1, "aria-valuemax": plays.length, "data-lm-suppress-shortcuts": "true" }, hundred);
    this.dots = plays.map((_, k) => make("rect", { rx: 2, "data-engine": k }, this.engines));
    this.ring = make("rect", { rx: 4, class: "ring" }, this.engines); // around the chosen engine
    this.engines.addEventListener("pointerdown", (event) => this.choose(event));
  }

  // ---------------------------------------------------------------- what happens

  restart() {
    this.stop();
    Object.assign(this, { act: "play", engine: 0, moment: this.short, moves: [] });
    this.draw();
  }

  // Return the words of a link: what is shown, and the reader's moves; the engine answers them as before.
  tell() {
    const moves = this.moves.filter((_, k) => k % 2 === 0).join();
    return { act: this.act, engine: this.engine + 1, games: this.data.times[this.moment], moves };
  }

  open(asked) {
    const act = asked.one("act", ["play", "think", "again"], "play");
    const engine = asked.whole("engine", 1, this.data.plays.length, 1) - 1;
    const moment = this.data.times.indexOf(asked.whole("games", 0, Infinity, this.data.short));
    const moves = asked.wholes("moves", 0, 8, []);
    if (moment < 0 || (act === "think" && moves.length)) asked.refuse();
    this.restart();
    try {
      Object.assign(this, { act, engine, moment });
      for (const cell of moves) {
        asked.move(isOver(this.now()), this.now()[cell] === ".");
        this.answered(cell);
      }
    } catch (problem) {
      this.restart();
      throw problem;
    }
    this.draw();
  }

  // Return the number of games that the present opponent plays before it moves.
  budget() {
    return this.act === "again" ? this.data.times[this.last] : this.data.short;
  }

  // Return the boards of the game so far.
  boards() {
    const boards = [put(this.data.board, this.favourite(), "O")];
    this.moves.forEach((cell, k) => boards.push(put(boards[k], cell, "XO"[k % 2])));
    return boards;
  }

  now() {
    return this.boards().at(-1);
  }

  // Return the move that the chosen engine would play at the chosen moment, or has played.
  favourite() {
    const moments = { play: this.short, think: this.moment, again: this.last };
    return Number(this.data.plays[this.engine][moments[this.act]]);
  }

  isSafe(cell) {
    return this.data.good.includes(cell);
  }

  play(cell) {
    const board = this.now();
    if (this.act === "think" || isOver(board) || board[cell] !== ".") return;
    this.answered(cell);
    this.draw();
  }

  // Add a move of the reader, and the answer of the engine.
  answered(cell) {
    this.moves.push(cell);
    const next = this.now();
    if (!isOver(next)) this.moves.push(this.data.replies[this.budget()][next][0]);
  }

  // Return the result of the game: the winner's mark, "=" for a draw, or "" while the game goes on.
  result() {
    const board = this.now();
    const line = lineOf(board);
    if (line) return board[line[0]];
    return isOver(board) ? "=" : "";
  }

  // Return whether one of the reader's moves makes three in a row.
  canWin() {
    const board = this.now();
    return freeCells(board).some((cell) => lineOf(board.slice(0, cell) + "X" + board.slice(cell + 1)));
  }

  // Return the number of moves before the reader's first mistake, or all moves if there was none.
  soFarSoGood() {
    const worth = this.boards().map((board) => this.data.worth[board]);
    const slip = worth.findIndex((value, k) => k > 0 && value < worth[k - 1]);
    return slip < 0 ? this.moves.length : slip - 1;
  }

  tryAgain() {
    this.moves.length = this.soFarSoGood();
    this.draw();
  }

  takeBack() {
    this.moves.length -= this.moves.length % 2 ? 1 : 2;
    this.draw();
  }

  think() {
    this.moves = [];
    if (this.act !== "think" || this.moment === this.last) this.moment = this.short;
    this.act = "think";
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) this.moment = this.last;
    else this.timer = setInterval(() => this.tick(), TICK);
    this.draw();
    this.root.scrollIntoView({ block: "nearest" }); // the figure is higher now
  }

  tick() {
    this.moment += 1;
    if (this.moment >= this.last) this.stop();
    if (!this.root.isConnected) this.stop();
    this.draw();
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
  }

  goTo(moment) {
    this.stop();
    this.moment = Math.max(0, Math.min(this.last, moment));
    this.draw();
  }

  goToEngine(engine) {
    const count = this.data.plays.length;
    this.engine = Math.max(0, Math.min(count - 1, engine));
    this.draw();
  }

  choose(event) {
    const box = this.engines.getBoundingClientRect();
    const across = this.across();
    const down = Math.ceil(this.dots.length / across);
    const column = Math.floor(((event.clientX - box.left) / box.width) * across);
    const row = Math.floor(((event.clientY - box.top) / box.height) * down);
    this.goToEngine(row * across + column);
  }

  key(event) {
    const step = ARROWS[event.key];
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") event.stopPropagation(); // a button is pressed by the browser
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.target === this.engines) this.goToEngine(this.engine + (Math.abs(step) === 1 ? step : Math.sign(step) * this.across()));
    else if (this.act === "think") this.goTo(this.moment + (Math.abs(step) === 1 ? step : -Math.sign(step)));
    else this.board.aim(step);
  }

  pressed(button) {
    this.actions.get(button)?.();
  }

  // ---------------------------------------------------------------- words

  // Return what to say about the game: the headline, a sentence, and a sentence below the board.
  ofTheGame() {
    const result = this.result();
    const isFirst = this.act === "play";
    const before = this.boards().length === 1;
    const cell = this.favourite();
    const games = number(this.budget());
    const worth = this.data.worth[this.now()];
    if (result === "X") return ["You won.", "100 games were too few for O. Nobody will tell it what a trap is: it only has to look longer.", "Two threats at once: O could stop only one."];
    if (result === "O") return ["O has three in a row.", `The ${isFirst ? "win" : "draw"} was there, but you left a line of O open.`, ""];
    if (result === "=" && isFirst) return ["A draw.", "The win was there: try again.", ""];
    if (result === "=") return ["A draw, the best you can get here.", "If both sides play well, nobody wins from this position.", ""];
    if (before && isFirst) {
      const began = number(this.found().visits[this.data.moves.indexOf(cell)]);
      return ["You are X. O has just walked into a trap: you can beat it.", `Click a cell. Before its move O played ${games} games against itself. ${began} of them began ${PLACES[cell]}.`, "O’s last move is framed. The dots are your moves."];
    }
    if (before) return [`You are X. This time O has played ${games} games before its move.`, "Can you still win? Try it: O plays as many games before each answer.", "O’s last move is framed. The dots are your moves."];
    if (isFirst && this.canWin()) return ["Your move. Now you can win.", "One cell makes three in a row.", ""];
    if (isFirst && worth === 1) return ["Your move. You can still win.", "Look for a move that makes two threats at once.", ""];
    if (worth === 0) return ["Your move. Now O can win.", "Go on, or take your move back.", ""];
    if (isFirst) return ["Your move. The win is gone, and a draw is left.", "Go on, or take your move back.", ""];
    return ["Your move.", "Look for O’s next threat.", ""];
  }

  // Return what to say about the engine while it thinks.
  ofThinking() {
    const { times, fell, bands, searches } = this.data;
    const time = times[this.moment];
    const games = number(time);
    const isSafe = this.isSafe(this.favourite());
    const [then, now] = [fell[this.short], fell[this.moment]].map((count) => share(count, searches));
    let head = `After ${games} games it walks into the trap.`;
    const fellAtFirst = !this.isSafe(Number(this.data.plays[this.engine][this.short]));
    if (isSafe && fellAtFirst && this.moment > this.short) head = `After ${games} games it no longer falls in.`;
    else if (isSafe) head = `After ${games} games it does not fall in.`;
    else if (this.moment === this.short) head = `After ${games} games it fell in. What will more thinking do?`;
    else if (this.moment > this.short) head = `After ${games} games it still walks into the trap.`;
    let said = `Of ${number(searches)} programs like it, ${now} ${this.moment > this.short ? "still fall" : "fall"} in.`;
    if (bands[this.moment][0] > bands[this.short][1]) said = `First it gets worse: of ${number(searches)} programs ${then} fall in after ${this.data.short} games, ${now} after ${games}.`;
    if (fell[this.moment] === 0) said = `Of ${number(searches)} programs like it, none falls in any more. Nobody has told them anything.`;
    const told = isSafe ? ["yes", "✓ holds the draw"] : ["no", "✗ loses, if you answer well"];
    return [head, said, told];
  }

  // Return the position that O searched last, the visits of its legal moves, and O's move.
  found() {
    if (this.moves.length < 2) {
      const moments = { play: this.short, think: this.moment, again: this.last };
      const visits = this.data.visits[this.engine][moments[this.act]];
      return { board: this.data.board, visits, chosen: this.favourite() };
    }
    const answered = this.moves.length - (this.moves.length % 2);
    const board = this.boards()[answered - 1];
    const [chosen, visits] = this.data.replies[this.budget()][board];
    return { board, visits, chosen };
  }

  // ---------------------------------------------------------------- drawing

  resize() {
    const width = this.figure.clientWidth && Math.max(220, this.figure.clientWidth);
    if (width && width !== this.width) {
      this.width = width;
      this.draw();
    }
  }

  draw() {
    const isThinking = this.act === "think";
    this.root.dataset.act = this.act;
    this.said.setAttribute("aria-live", this.timer ? "off" : "polite");
    const [head, said, told] = isThinking ? this.ofThinking() : this.ofTheGame();
    this.head.textContent = head;
    this.said.textContent = said;
    if (isThinking) {
      this.told.textContent = "Dashed: what it would play now. ";
      html("b", { class: told[0] }, this.told, told[1]);
    } else this.told.textContent = told;
    this.drawBoard();
    this.drawRows();
    this.thinking.hidden = !isThinking;
    if (isThinking) this.drawLuck();
    this.drawBar();
  }

  drawBoard() {
    const board = this.now();
    const last = this.moves.length ? this.moves.at(-1) : this.favourite();
    if (this.act !== "think") this.board.show(board, last);
    else this.board.show(board, last, this.isSafe(last) ? "yes" : "no", false);
  }

  drawRows() {
    const isThinking = this.act === "think";
    const { board, visits, chosen } = this.found();
    const all = visits.reduce((a, b) => a + b, 0);
    const judged = isThinking || (this.result() && this.moves.length < 2);
    const then = isThinking && this.moment > this.short ? this.data.visits[this.engine][this.short] : null;
    const room = this.width > WIDE ? ROOM.long : ROOM.short;
    this.rows.style.setProperty("--room", `${room}px`);
    this.caption.textContent = isThinking
      ? "It plays games against itself, and begins more of them where the earlier ones went well. Bars: shares of its games"
      : `Where O’s ${number(all)} games began${room === ROOM.short ? "" : `, before its ${this.moves.length < 2 ? "" : "last "}move`}:`;
    if (then) html("span", { class: "key" }, this.caption, ", ❙ after 100 games");
    const most = isThinking ? MOST : Math.max(...visits) / all;
    const cells = freeCells(board);
    while (this.rows.children.length < cells.length) this.rows.append(this.newRow());
    [...this.rows.children].forEach((row, k) => {
      row.hidden = k >= cells.length;
      if (row.hidden) return;
      const [icon, bar, tick, words] = row.children;
      const cell = cells[k];
      const isChosen = cell === chosen;
      this.drawIcon(icon, board, cell);
      row.classList.toggle("chosen", isChosen);
      const now = Math.min(visits[k] / all, most) / most;
      const before = then ? Math.min(then[k] / this.data.short, MOST) / MOST : 0;
      bar.hidden = visits[k] === 0;
      bar.style.setProperty("--long", now);
      tick.hidden = !then;
      tick.style.setProperty("--long", before);
      words.style.setProperty("--long", Math.max(now, before));
      words.textContent = number(visits[k]);
      words.className = "count";
      if (!isChosen) return;
      words.textContent = this.aboutChosen(visits[k], all, room) + (judged ? [" ✗", " ✓"][Number(this.isSafe(cell))] : "");
      if (judged) words.classList.add(this.isSafe(cell) ? "yes" : "no");
    });
  }

  aboutChosen(games, all, room) {
    const verb = this.act === "think" ? "it would play there" : "it played there";
    if (room === ROOM.long) return `${number(games)} of ${number(all)}: ${verb}`;
    return `${number(games)}: its move`;
  }

  newRow() {
    const row = html("div", { class: "began" });
    make("svg", { viewBox: "-1 -1 50 50", class: "icon", role: "img" }, row);
    html("i", { class: "games" }, row);
    html("i", { class: "tick" }, row);
    html("span", { class: "count" }, row);
    return row;
  }

  // Draw a small board on which O's move stands in a black cell.
  drawIcon(icon, board, move) {
    const now = board + move;
    if (icon.dataset.now === now) return;
    icon.dataset.now = now;
    icon.setAttribute("aria-label", `O at row ${Math.floor(move / 3) + 1}, column ${(move % 3) + 1}`);
    icon.replaceChildren();
    for (let cell = 0; cell < board.length; cell += 1) {
      const x = (cell % 3) * 16;
      const y = Math.floor(cell / 3) * 16;
      make("rect", { x, y, width: 16, height: 16, class: cell === move ? "here" : "cell" }, icon);
      if (cell === move) make("circle", { cx: x + 8, cy: y + 8, r: 4, class: "mark-here", "stroke-width": 2.2 }, icon);
      else drawMark(icon, board[cell], x + 8, y + 8, 4, 2.2);
    }
  }

  across() {
    return this.width > WIDE ? SIDE : 25;
  }

  drawLuck() {
    const { searches } = this.data;
    const isLong = this.width > WIDE;
    this.question.textContent = isLong
      ? `Is it luck? How many of ${number(searches)} such programs, each with other random numbers, would fall into the trap?`
      : `Is it luck? How many of ${number(searches)} fall in:`;
    this.drawCurve(isLong);
    this.drawEngines(isLong);
  }

  drawCurve(isLong) {
    const { times, fell, bands, searches } = this.data;
    const wide = isLong ? this.width - 220 : this.width;
    const high = isLong ? 166 : 108;
    const { left, top, bottom } = CURVE;
    const right = 14;
    const x = (time) => left + ((wide - left - right) * time) / times[this.last];
    const y = (value) => high - bottom - (high - bottom - top) * value;
    const path = (from, to) => `M${times.slice(from, to).map((time, k) => `${x(time)} ${y(fell[from + k] / searches)}`).join("L")}`;
    if (this.curve.dataset.wide !== String(wide)) {
      this.curve.dataset.wide = wide;
      this.curve.replaceChildren();
      this.curve.setAttribute("width", wide);
      this.curve.setAttribute("height", high);
      for (const value of [0, 0.5, 1]) {
        make("path", { d: `M${left} ${y(value)}H${wide - right}`, class: "rule" }, this.curve);
        make("text", { x: left - 6, y: y(value) + 4, "text-anchor": "end" }, this.curve, percent(value));
      }
      for (const time of isLong ? [100, 250, 500, 750, 1000] : [100, 500, 1000]) {
        const anchor = time === 1000 ? "end" : "middle";
        make("text", { x: x(time) + (time === 1000 ? right : 0), y: high - 5, "text-anchor": anchor }, this.curve, `${number(time)}${time === 1000 ? " games" : ""}`);
      }
      const upper = times.map((time, k) => `${x(time)} ${y(bands[k][1])}`);
      const lower = times.map((time, k) => `${x(time)} ${y(bands[k][0])}`).reverse();
      make("path", { d: `M${[...upper, ...lower].join("L")}z`, class: "band" }, this.curve);
      this.past = make("path", { class: "past" }, this.curve);
      this.coming = make("path", { class: "coming" }, this.curve);
      this.thread = make("path", { class: "thread" }, this.curve);
      this.number = make("text", { class: "fell" }, this.curve);
      this.knob = make("circle", { r: 9, class: "knob", role: "slider", tabindex: 0, "aria-label": "games that each program has played", "aria-valuemin": times[0], "aria-valuemax": times[this.last], "data-lm-suppress-shortcuts": "true" }, this.curve);
      const field = make("rect", { x: left - 12, y: 0, width: wide - left - right + 24, height: high, class: "field" }, this.curve);
      field.addEventListener("pointerdown", (event) => this.drag(event, field, (at) => times.reduce((best, time, k) => (Math.abs(x(time) - at) < Math.abs(x(times[best]) - at) ? k : best), 0)));
    }
    const time = times[this.moment];
    const value = fell[this.moment] / searches;
    this.past.setAttribute("d", path(0, this.moment + 1));
    this.coming.setAttribute("d", path(this.moment, times.length));
    this.thread.setAttribute("d", `M${x(time)} ${top}V${high - bottom}`);
    set(this.knob, { cx: x(time), cy: y(value), "aria-valuenow": time, "aria-valuetext": `${number(time)} games: ${share(fell[this.moment], searches)} fall in` });
    const isRight = x(time) > wide - 90;
    set(this.number, { x: x(time) + (isRight ? -14 : 14), y: y(value) + (value > 0.8 ? 26 : -8), "text-anchor": isRight ? "end" : "start" });
    this.number.textContent = share(fell[this.moment], searches);
  }

  drag(event, field, momentAt) {
    const box = this.curve.getBoundingClientRect();
    const move = ({ clientX }) => this.goTo(momentAt(clientX - box.left));
    move(event);
    field.setPointerCapture(event.pointerId);
    field.addEventListener("pointermove", move);
    const end = () => field.removeEventListener("pointermove", move);
    field.addEventListener("pointerup", end, { once: true });
    field.addEventListener("pointercancel", end, { once: true });
    this.knob.focus({ preventScroll: true });
  }

  drawEngines(isLong) {
    const across = this.across();
    const down = Math.ceil(this.dots.length / across);
    const [wide, high] = isLong ? [19, 14] : [this.width / across, 14];
    const safe = this.data.plays.filter((play) => this.isSafe(Number(play[this.moment]))).length;
    this.fallen.textContent = `${this.dots.length - safe} of ${this.dots.length} fall in (black). Click one.`;
    set(this.engines, { width: across * wide, height: down * high, "aria-valuenow": this.engine + 1 });
    this.dots.forEach((dot, k) => {
      const isSafe = this.isSafe(Number(this.data.plays[k][this.moment]));
      set(dot, { x: (k % across) * wide + 2, y: Math.floor(k / across) * high + 2, width: wide - 4, height: high - 4 });
      dot.setAttribute("class", `${isSafe ? "safe" : "fallen"}${k === this.engine ? " this" : ""}`);
      if (k !== this.engine) return;
      set(this.ring, { x: (k % across) * wide - 1, y: Math.floor(k / across) * high - 1, width: wide + 2, height: high + 2 });
      this.engines.setAttribute("aria-valuetext", `${k + 1} of ${this.dots.length}: ${isSafe ? "does not fall in" : "falls in"}`);
    });
  }

  // ---------------------------------------------------------------- the bar

  drawBar() {
    const result = this.result();
    const hasMoves = this.moves.length > 0;
    const think = ["▶ Now let it think 1,000", () => this.think()];
    const again = ["↶ Try again", () => this.tryAgain()];
    const back = ["↶ Take back", () => this.takeBack()];
    let [filled, first, second] = [false, think, hasMoves && !result ? back : null];
    if (this.act === "think") {
      second = null;
      filled = true;
      if (this.timer) first = ["■ Stop", () => { this.stop(); this.draw(); }];
      else if (this.moment < this.last) first = ["▶ Let it think on", () => this.think()];
      else first = ["▶ Play against this one", () => this.playAgain()];
    } else {
      const slipped = result && this.soFarSoGood() < this.moves.length;
      if (this.act === "again") first = ["↶ Back to its thinking", () => this.backToThinking()];
      if (slipped) [filled, first, second] = [true, again, first];
      else if (result === "X") filled = true;
    }
    this.actions = new Map();
    this.offer(this.first, first, filled);
    this.offer(this.second, second, false);
    this.second.classList.toggle("back", second === back);
  }

  offer(button, choice, filled) {
    button.hidden = !choice;
    button.className = filled ? "filled" : "";
    if (!choice) return;
    const [words, act] = choice;
    button.textContent = words;
    this.actions.set(button, act);
  }

  playAgain() {
    this.act = "again";
    this.moves = [];
    this.draw();
  }

  backToThinking() {
    this.act = "think";
    this.moves = [];
    this.moment = this.last;
    this.draw();
  }
}

export default {
  render({ model, el }) {
    const opening = new Opening(model, el);
    return () => opening.stop();
  },
};
