// Beat flat Monte Carlo in the positions in which it blunders.  This file comes after `words.js`, `elements.js` and
// `noughts.js`.  All answers of the program are in the data, so the page needs no Python.
const FRAMES = 5; // the film has room for this many boards
const PLACES = ["top left", "top", "top right", "left", "centre", "right", "bottom left", "bottom", "bottom right"];

// Draw a small board; a frame marks the cell of the last move, and a line three in a row.
function drawBoard(parent, board, last) {
  const svg = make("svg", { viewBox: "-1 -1 62 62", "aria-hidden": "true" }, parent);
  const at = (cell) => [(cell % 3) * 20, Math.floor(cell / 3) * 20];
  for (let cell = 0; cell < 9; cell += 1) {
    const [x, y] = at(cell);
    make("rect", { x, y, width: 20, height: 20, class: "cell" }, svg);
    drawMark(svg, board[cell], x + 10, y + 10, 5, 2.6);
  }
  if (last !== undefined) make("rect", { x: at(last)[0] + 1.5, y: at(last)[1] + 1.5, width: 17, height: 17, rx: 2, class: "last" }, svg);
  const line = lineOf(board);
  const middle = (cell) => at(cell).map((edge) => edge + 10).join(" ");
  if (line) make("path", { d: `M${middle(line[0])}L${middle(line[2])}`, class: "won" }, svg);
}

class Beat {
  constructor(model, el) {
    this.puzzles = model.get("puzzles");
    this.at = 0;
    this.moves = [];
    this.beaten = new Set();
    this.root = html("div", { class: "mcts-beat-flat mcts-noughts-look" }, el);
    this.head = html("p", { class: "head", role: "status" }, this.root);
    this.said = html("p", { class: "said" }, this.root);
    const body = html("div", { class: "middle" }, this.root);
    const left = html("div", { class: "left" }, body);
    this.board = new NoughtsBoard(left, (cell) => this.play(cell));
    const right = html("div", {}, body);
    this.count = html("p", { class: "label" }, right);
    this.list = html("div", { class: "shapes", role: "group", "aria-label": "The ten shapes" }, right);
    this.shapes = this.puzzles.map((puzzle, k) => this.shape(puzzle, k));
    this.told = html("p", { class: "label" }, right);
    this.film = html("div", { class: "film", role: "img" }, right);
    const bar = html("div", { class: "bar" }, this.root);
    this.first = html("button", { type: "button" }, bar);
    this.back = html("button", { type: "button" }, bar, "↶ Take back");
    this.first.addEventListener("click", () => this.act());
    this.back.addEventListener("click", () => this.takeBack());
    this.root.addEventListener("keydown", (event) => this.key(event));
    this.draw();
    model.link?.({ tell: () => this.tell(), open: (asked) => this.openLink(asked), bar });
  }

  shape(puzzle, k) {
    const button = html("button", { type: "button", class: "shape", "data-lm-suppress-shortcuts": "true" }, this.list);
    drawBoard(button, this.start(puzzle));
    html("i", {}, button, puzzle.worth[this.start(puzzle)] === 1 ? "win" : "draw");
    html("span", {}, button);
    button.addEventListener("click", () => this.open(k));
    return button;
  }

  now() {
    return this.puzzles[this.at];
  }

  // Return the board after the program's blunder.
  start(puzzle) {
    return put(puzzle.before, puzzle.blunder, puzzle.reader === "X" ? "O" : "X");
  }

  boards() {
    const puzzle = this.now();
    const other = puzzle.reader === "X" ? "O" : "X";
    const boards = [this.start(puzzle)];
    this.moves.forEach((cell, k) => boards.push(put(boards[k], cell, k % 2 ? other : puzzle.reader)));
    return boards;
  }

  open(k) {
    this.at = k;
    this.moves = [];
    this.draw();
  }

  // Return the words of a link: the shape, and the reader's moves; the program answers them as before.
  tell() {
    return { shape: this.at + 1, moves: this.moves.filter((_, k) => k % 2 === 0).join() };
  }

  openLink(asked) {
    const shape = asked.whole("shape", 1, this.puzzles.length, 1) - 1;
    const moves = asked.wholes("moves", 0, 8, []);
    this.open(shape);
    try {
      for (const cell of moves) {
        const board = this.boards().at(-1);
        asked.move(isOver(board), board[cell] === ".");
        this.play(cell);
      }
    } catch (problem) {
      this.open(0);
      throw problem;
    }
  }

  play(cell) {
    const board = this.boards().at(-1);
    if (isOver(board) || board[cell] !== ".") return;
    this.moves.push(cell);
    const next = this.boards().at(-1);
    if (!isOver(next)) this.moves.push(this.now().replies[next]);
    this.draw();
  }

  takeBack() {
    this.moves.length -= this.moves.length % 2 ? 1 : 2;
    this.draw();
  }

  // Return the number of moves before the reader's first mistake, or all moves if there was none.
  soFarSoGood() {
    const worth = this.boards().map((board) => this.now().worth[board]);
    const slip = worth.findIndex((value, k) => k > 0 && value < worth[k - 1]);
    return slip < 0 ? this.moves.length : slip - 1;
  }

  // Return the boards from the one before the blunder on, each with its last move and whether that was a mistake.
  frames() {
    const { before, blunder, was, worth } = this.now();
    const moves = [undefined, blunder, ...this.moves];
    const boards = [before, ...this.boards()];
    const worths = boards.map((board) => worth[board] ?? was);
    return boards.map((board, k) => {
      const gain = k ? worths[k] - worths[k - 1] : 0; // the reader's, on whose moves k is even
      return { board, last: moves[k], isWrong: k % 2 ? gain > 0 : gain < 0 };
    });
  }

  // Return the frames that would follow if both sides played their best from now on.
  bestPlay(board) {
    const frames = [];
    for (let sign = 1; !isOver(board); sign = -sign) {
      const mark = sign > 0 ? this.now().reader : this.now().reader === "X" ? "O" : "X";
      const after = (cell) => put(board, cell, mark);
      const score = (cell) => sign * this.now().worth[after(cell)] + (lineOf(after(cell)) ? 1 : 0);
      const free = [...Array(9).keys()].filter((cell) => board[cell] === ".");
      const last = free.reduce((best, cell) => (score(cell) > score(best) ? cell : best));
      board = after(last);
      frames.push({ board, last, isLater: true });
    }
    return frames;
  }

  // Show the last boards of a game that is over or, once a chance is gone, how it goes on from the mistake.
  drawFilm(board) {
    const { worth } = this.now();
    const isLost = worth[board] < worth[this.start(this.now())];
    this.told.hidden = this.film.hidden = !isOver(board) && !isLost;
    let frames = this.frames();
    let told = "The game";
    const slip = this.soFarSoGood();
    if (slip < this.moves.length && (isOver(board) || isLost)) {
      told = isOver(board) ? "Your mistake, and what followed" : "Your mistake, then the best play";
      frames = [...frames.slice(slip + 2), ...this.bestPlay(board)];
      if (frames.length > FRAMES) frames.splice(FRAMES - 1, frames.length - FRAMES);
    }
    this.told.textContent = told;
    this.film.replaceChildren();
    const said = frames.slice(-FRAMES).map(({ board: shown, last, isWrong, isLater }) => {
      const frame = html("div", { class: isLater ? "later" : "" }, this.film);
      drawBoard(frame, shown, last);
      html("span", {}, frame, isWrong ? "✗" : "");
      return last === undefined ? "" : `${shown[last]} ${last}${isWrong ? " ✗" : ""}`;
    });
    this.film.setAttribute("aria-label", `${told}: ${said.filter(Boolean).join(", ")}`);
  }

  act() {
    const board = this.boards().at(-1);
    if (isOver(board) && this.soFarSoGood() < this.moves.length) {
      this.moves.length = this.soFarSoGood();
      this.draw();
      return;
    }
    const ahead = this.puzzles.map((_, k) => (this.at + 1 + k) % this.puzzles.length);
    this.open(ahead.find((k) => !this.beaten.has(k)) ?? ahead[0]);
  }

  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") event.stopPropagation();
    const step = ARROWS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (this.list.contains(event.target)) this.shapes[Math.min(Math.max(this.shapes.indexOf(event.target) + Math.sign(step), 0), this.shapes.length - 1)].focus();
    else this.board.aim(step);
  }

  words(board) {
    const { reader, worth } = this.now();
    const program = reader === "X" ? "O" : "X";
    const aim = worth[this.start(this.now())];
    const hope = aim === 1 ? "you can win" : "you can save a draw";
    const line = lineOf(board);
    if (line && board[line[0]] === reader) return ["You won.", "The average over all your replies had promised the program more."];
    if (line) return [`${program} has three in a row.`, aim === 1 ? "You could have won: try again." : "You could have saved a draw: try again."];
    if (isOver(board) && aim === 1) return ["A draw.", "You could have won: try again."];
    if (isOver(board)) return ["A draw, the best you could get.", "The program had a win, and gave it away."];
    if (!this.moves.length) return [`You are ${reader}. ${program} blundered: ${hope}.`, `The framed move has the best average of all random games.`];
    if (worth[board] < aim) return ["Your move, but the chance is gone.", "Take your move back, or go on."];
    return [`${program} took the ${PLACES[this.moves.at(-1)]}.`, `Your move: ${hope}.`];
  }

  draw() {
    const boards = this.boards();
    const board = boards.at(-1);
    const over = isOver(board);
    const clean = this.soFarSoGood() === this.moves.length;
    if (over && clean) this.beaten.add(this.at);
    const [head, said] = this.words(board);
    this.head.textContent = head;
    this.said.textContent = said;
    this.board.mark = this.now().reader;
    this.board.show(board, this.moves.length ? this.moves.at(-1) : this.now().blunder);
    this.count.textContent = `The ten shapes: ${this.beaten.size} beaten ✓`;
    this.shapes.forEach((button, k) => {
      const isBeaten = this.beaten.has(k);
      button.setAttribute("aria-pressed", String(k === this.at));
      button.setAttribute("aria-label", `shape ${k + 1}${isBeaten ? ", beaten" : ""}`);
      button.classList.toggle("beaten", isBeaten);
      button.querySelector("span").textContent = isBeaten ? "✓" : "";
    });
    this.drawFilm(board);
    this.first.textContent = over && !clean ? "↶ Try again" : "▶ Next position";
    this.first.className = over ? "filled" : "";
    this.back.hidden = over || !this.moves.length;
    if (this.beaten.size === this.puzzles.length && over) this.said.textContent = `${said} You have beaten it in all ${this.puzzles.length} shapes.`;
  }
}

export default {
  render({ model, el }) {
    new Beat(model, el);
  },
};
