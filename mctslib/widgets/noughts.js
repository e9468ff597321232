// A board of tic-tac-toe to click or to play with keys, for page scripts that come after `elements.js`.
const LINES = ["012", "345", "678", "036", "147", "258", "048", "246"].map((line) => [...line].map(Number));
const ARROWS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -3, ArrowDown: 3 };

const lineOf = (board) => LINES.find(([a, b, c]) => board[a] !== "." && board[a] === board[b] && board[b] === board[c]);
const isOver = (board) => Boolean(lineOf(board)) || !board.includes(".");
const put = (board, cell, mark) => board.slice(0, cell) + mark + board.slice(cell + 1);

function drawMark(parent, mark, x, y, radius, thick, more = {}) {
  if (mark === "X") {
    const d = `M${x - radius} ${y - radius}L${x + radius} ${y + radius}M${x + radius} ${y - radius}L${x - radius} ${y + radius}`;
    make("path", { d, class: "mark-X", "stroke-width": thick, ...more }, parent);
  }
  if (mark === "O") make("circle", { cx: x, cy: y, r: radius, class: "mark-O", "stroke-width": thick, ...more }, parent);
}

class NoughtsBoard {
  // parent  the element in which the board is drawn
  // play    a function that is called with the cell that the reader chose
  // mark    the reader's mark
  constructor(parent, play, mark = "X") {
    this.mark = mark;
    this.root = html("div", { class: "mcts-noughts", role: "group", "aria-label": "The board" }, parent);
    this.cells = [...Array(9).keys()].map((cell) => {
      const button = html("button", { type: "button", "data-cell": cell, "data-lm-suppress-shortcuts": "true" }, this.root);
      button.addEventListener("click", () => {
        this.aimed = cell;
        play(cell);
      });
      return button;
    });
    this.won = make("svg", { class: "won", viewBox: "0 0 300 300", "aria-hidden": "true" }, this.root);
    this.aimed = 0;
  }

  // Show a position.  `frame` is the class of the frame around the last move, and `open` says whether the reader may
  // move.
  show(board, last, frame = "last", open = !isOver(board)) {
    this.cells.forEach((button, cell) => {
      const mark = board[cell];
      const isOpen = open && mark === ".";
      const what = mark === "." ? "empty" : mark;
      button.setAttribute("aria-label", `row ${Math.floor(cell / 3) + 1}, column ${(cell % 3) + 1}: ${what}${cell === last ? ", the last move" : ""}`);
      button.setAttribute("aria-disabled", String(!isOpen));
      button.tabIndex = open && cell === this.aimed ? 0 : -1;
      button.className = isOpen ? "open" : "";
      if (cell === last) button.classList.add(frame);
      const shown = mark + this.mark;
      if (button.dataset.shown === shown) return;
      button.dataset.shown = shown;
      button.dataset.mark = mark;
      const svg = make("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" });
      if (mark === ".") {
        make("circle", { cx: 50, cy: 50, r: 4, class: "dot" }, svg);
        drawMark(svg, this.mark, 50, 50, 26, 9, { class: `mark-${this.mark} ghost` });
      } else drawMark(svg, mark, 50, 50, mark === "X" ? 26 : 28, 9);
      button.replaceChildren(svg);
    });
    this.won.replaceChildren();
    const line = lineOf(board);
    if (line) {
      const at = (cell) => `${(cell % 3) * 100 + 50} ${Math.floor(cell / 3) * 100 + 50}`;
      make("path", { d: `M${at(line[0])}L${at(line[2])}` }, this.won);
    }
  }

  // Move the focus by a step of `ARROWS`.
  aim(step) {
    const next = this.aimed + step;
    if (next < 0 || next > 8) return;
    if (Math.abs(step) === 1 && Math.floor(next / 3) !== Math.floor(this.aimed / 3)) return;
    this.cells[this.aimed].tabIndex = -1;
    this.aimed = next;
    this.cells[next].tabIndex = 0;
    this.cells[next].focus();
  }
}
