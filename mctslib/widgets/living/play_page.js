// Play tic-tac-toe against the engine of `uct.js`.  This file comes after `words.js` and `uct.js`.
const STRENGTHS = [10, 100, 1000]; // how many games the engine may try before a move
const SHOWN = { marks: "marks only", mine: "my options", engine: "what {engine} saw" };
const ARROWS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -3, ArrowDown: 3 };
const MOST_ITERATIONS = 10_000; // the largest number that a link may ask for: a moment on a phone
const CROSS = '<path d="M24 24 76 76M76 24 24 76"/>';
const RING = '<circle cx="50" cy="50" r="28"/>';
const FRAME = `<div class="mcts-uct">
    <p class="mcts-headline" role="status"></p>
    <div class="mcts-grid" role="grid" aria-label="Board"></div>
    <p class="mcts-beside"></p>
    <div class="mcts-bar">
      <button type="button" data-do="fresh">↻ New game</button>
      <button type="button" data-do="again">↺ This position again</button>
      <button type="button" data-do="back">↶ Take back</button>
      <button type="button" data-do="hint">☼ Hint</button>
      <span class="mcts-walk-game" role="group" aria-label="The moves of this game"><button type="button" data-do="earlier" aria-label="One move back">◀</button><button type="button" data-do="later" aria-label="One move on">▶</button></span>
      <span class="mcts-choice" role="group" aria-label="What the cells show"></span>
      <details class="mcts-settings"><summary aria-label="Settings">⚙</summary>
        <label>You play <select data-set="human"><option value="0">X</option><option value="1">O</option></select></label>
        <label>Iterations: games that the engine tries <select data-set="iterations"></select></label>
      </details>
    </div>
  </div>`;

// Search a position, and return the visits and the value of each action.
function lookAt(state, iterations, random) {
  const children = byVisits(search(state, iterations, random));
  const found = new Map();
  for (const child of children) {
    found.set(child.action, { visits: child.visits, value: valueOf(child) });
  }
  return { best: children[0].action, found, iterations, player: state.player };
}

function describe(state, cell) {
  const mark = state.board[cell];
  return `cell ${cell}: ${mark === "." ? "empty" : mark}`;
}

function drawMark(mark) {
  if (mark === ".") return "";
  const shape = mark === "X" ? CROSS : RING;
  return `<svg class="mcts-mark" data-mark="${mark}" viewBox="0 0 100 100" aria-hidden="true">${shape}</svg>`;
}

function drawLine(state) {
  const line = fullLine(state.board);
  if (line === null) return "";
  const at = (cell) => [(cell % 3) * 100 + 50, Math.floor(cell / 3) * 100 + 50];
  const [x1, y1] = at(line[0]);
  const [x2, y2] = at(line[2]);
  return `<svg class="mcts-line" viewBox="0 0 300 300" aria-hidden="true"><path d="M${x1} ${y1} ${x2} ${y2}"/></svg>`;
}

function render({ model, el }) {
  const given = model.get("given");
  let { human, iterations, seed } = given;
  let games = 0; // the number of earlier games; each game has its own random numbers
  let states = [];
  let actions = [];
  let random = null; // the random numbers of the engine in this game
  let saw = null; // the engine's last search
  let hint = null;
  let shown = given.thoughts ? "engine" : "marks";
  let focus = 4;
  let remark = "";
  let viewed = null; // the number of moves before the position of a finished game that the reader looks at

  el.innerHTML = FRAME;
  const headline = el.querySelector(".mcts-headline");
  const grid = el.querySelector(".mcts-grid");
  const beside = el.querySelector(".mcts-beside");
  const button = (name) => el.querySelector(`[data-do=${name}]`);
  const setting = (name) => el.querySelector(`[data-set=${name}]`);
  const now = () => states[states.length - 1];
  const isMyTurn = () => !isOver(now()) && now().player === human;
  const engine = () => MARKS[1 - human];

  // ---- the game

  function reset() {
    states = [stateOf(given.board, given.player)];
    actions = [];
    random = xorshift(seed + games);
    saw = null;
    hint = null;
    remark = "";
    viewed = null;
  }

  function begin(moves) {
    reset();
    for (const action of moves) move(action);
    reply();
  }

  function move(action) {
    states.push(apply(now(), action));
    actions.push(action);
    hint = null;
  }

  function reply() {
    if (!isOver(now()) && !isMyTurn()) {
      saw = lookAt(now(), iterations, random);
      move(saw.best);
    }
    show();
  }

  function play(cell) {
    focus = cell;
    remark = "";
    if (isOver(now())) remark = "The game is over: press New game, or take back a move. ";
    else if (!now().actions.includes(cell)) remark = `Cell ${cell} is taken. `;
    if (remark) {
      show();
      return;
    }
    saw = null;
    move(cell);
    reply();
  }

  function fresh() {
    games += 1;
    begin([]);
  }

  function again() {
    games += 1;
    begin(given.moves);
  }

  // Return the words of a link to this position.
  function tell() {
    return { moves: actions.join(), human, iterations, seed: seed + games, view: shown };
  }

  // Show the position of a link.  The engine searches again as it did in the game, so it knows what it saw.
  function open(asked) {
    const moves = asked.wholes("moves", 0, 8, given.moves);
    let state = stateOf(given.board, given.player);
    for (const cell of moves) {
      asked.move(isOver(state), state.actions.includes(cell));
      state = apply(state, cell);
    }
    const most = Math.max(MOST_ITERATIONS, given.iterations);
    [human, iterations, seed, shown] = [
      asked.whole("human", 0, 1, human),
      asked.whole("iterations", 1, most, iterations),
      asked.whole("seed", 0, Number.MAX_SAFE_INTEGER, seed),
      asked.one("view", Object.keys(SHOWN), shown),
    ];
    games = 0;
    offer();
    reset();
    const isAfterTheStart = given.moves.every((cell, k) => cell === moves[k]);
    moves.forEach((cell, k) => {
      const isReply = now().player !== human && !(isAfterTheStart && k < given.moves.length);
      saw = isReply ? lookAt(now(), iterations, random) : null;
      if (saw && saw.best !== cell) saw = null; // a move that another search has found
      move(cell);
    });
    reply();
  }

  // Show an earlier or a later position of a finished game.
  function walk(step) {
    if (!isOver(now())) return;
    viewed = Math.min(Math.max((viewed ?? actions.length) + step, 0), actions.length);
    show();
  }

  function takeBack() {
    if (!canTakeBack()) return;
    do {
      states.pop();
      actions.pop();
    } while (now().player !== human);
    saw = null;
    hint = null;
    viewed = null;
    remark = "Taken back. ";
    show();
  }

  function canTakeBack() {
    return states.slice(0, -1).some((state) => state.player === human);
  }

  function giveHint() {
    hint = options();
    show();
  }

  // Return the reader's options, with numbers from a search by the engine.  This search does not use
  // the random numbers of the engine's own moves.
  function options() {
    return lookAt(now(), iterations, xorshift(seed + games + actions.length));
  }

  // ---- display

  function headlineText() {
    const state = now();
    if (viewed !== null) return `Move ${viewed} of ${actions.length}. ${result(state)}`;
    if (isOver(state)) return remark + result(state);
    if (hint) {
      const { visits } = hint.found.get(hint.best);
      return `Hint: cell ${hint.best}. It was tried in ${number(visits)} of ${count(hint.iterations, "game")}.`;
    }
    if (!saw) return `${remark}Your move: you are ${MARKS[human]}.`;
    const { visits } = saw.found.get(saw.best);
    return `${remark}Your move. ${engine()} played cell ${saw.best}, after trying it in ${number(visits)} of ${count(saw.iterations, "game")}.`;
  }

  function result(state) {
    const [x, o] = rewardsOf(state);
    if (x === o) return "A draw: perfect play on both sides leads to a draw.";
    const winner = x > o ? 0 : 1;
    return winner === human ? `You won as ${MARKS[human]}.` : `${engine()} has won.`;
  }

  function besideText() {
    if (shown === "mine" && !isMyTurn()) return "It is not your turn, so you have no options now.";
    if (shown === "mine") return `The bar in each cell shows your average result there, from 0 (loss) to 1 (win), in a search of ${count(iterations, "game")}.`;
    if (shown === "engine" && !saw) return `${engine()} has not searched yet.`;
    if (shown === "engine") return `The bar in each cell shows how many of the ${count(saw.iterations, "game")} that ${engine()} tried began in that cell.`;
    return "The engine runs in this page. It uses only the rules and random games.";
  }

  // Return the content of each cell: a text and a share from 0 to 1.
  function notes() {
    const found = new Map();
    if (shown === "mine" && isMyTurn()) {
      for (const [cell, { value }] of options().found) found.set(cell, [worth(value), value]);
    }
    if (shown === "engine" && saw) {
      const most = saw.found.get(saw.best).visits;
      for (const [cell, { visits }] of saw.found) found.set(cell, [number(visits), visits / most]);
    }
    return found;
  }

  function show() {
    const over = isOver(now());
    const looks = viewed !== null && viewed < actions.length;
    const state = looks ? states[viewed] : now();
    const written = looks ? new Map() : notes();
    const last = actions[(looks ? viewed : actions.length) - 1];
    headline.textContent = headlineText();
    beside.textContent = besideText();
    [...grid.querySelectorAll("button")].forEach((cell, k) => {
      const note = written.get(k);
      cell.innerHTML = drawMark(state.board[k]) + (note ? drawNote(note) : "");
      cell.setAttribute("aria-label", describe(state, k) + (note ? `, ${note[0]}` : ""));
      cell.setAttribute("aria-disabled", String(over || !state.actions.includes(k)));
      cell.tabIndex = k === focus ? 0 : -1;
      cell.classList.toggle("mcts-noted", note !== undefined);
      cell.classList.toggle("mcts-last", k === last);
      cell.classList.toggle("mcts-hinted", hint !== null && k === hint.best);
    });
    grid.querySelector(".mcts-won").innerHTML = drawLine(state);
    button("back").classList.toggle("mcts-away", !canTakeBack());
    button("hint").classList.toggle("mcts-away", !isMyTurn());
    button("hint").hidden = over;
    button("again").hidden = given.moves.length === 0;
    el.querySelector(".mcts-walk-game").hidden = !over;
    button("fresh").classList.toggle("mcts-first", over); // in the middle of a game, a new one would end it
    for (const choice of el.querySelectorAll(".mcts-choice button")) {
      choice.textContent = SHOWN[choice.dataset.show].replace("{engine}", engine());
      choice.setAttribute("aria-pressed", String(choice.dataset.show === shown));
    }
  }

  function drawNote([words, share]) {
    const wide = Math.round(100 * share);
    return `<span class="mcts-note">${words}</span><span class="mcts-bar-of"><span style="width:${wide}%"></span></span>`;
  }

  // ---- actions of the reader

  function lay() {
    for (let row = 0; row < 3; row += 1) {
      const line = grid.appendChild(document.createElement("div"));
      line.setAttribute("role", "row");
      for (let column = 0; column < 3; column += 1) {
        const cell = line.appendChild(document.createElement("button"));
        const k = 3 * row + column;
        cell.type = "button";
        cell.dataset.cell = k;
        cell.setAttribute("role", "gridcell");
        cell.addEventListener("click", () => play(k));
      }
    }
    grid.insertAdjacentHTML("beforeend", '<div class="mcts-won" role="presentation"></div>');
    for (const name of Object.keys(SHOWN)) {
      const choice = el.querySelector(".mcts-choice").appendChild(document.createElement("button"));
      choice.type = "button";
      choice.dataset.show = name;
      choice.addEventListener("click", () => {
        shown = name;
        show();
      });
    }
    offer();
  }

  function offer() {
    const strengths = [...new Set([...STRENGTHS, iterations])].sort((a, b) => a - b);
    const options = strengths.map((strength) => new Option(number(strength), strength));
    setting("iterations").replaceChildren(...options);
    setting("iterations").value = iterations;
    setting("human").value = human;
  }

  // Let the board fill the screen, as for a class in front of a projector, or end this.
  function fill() {
    if (document.fullscreenElement) document.exitFullscreen();
    else el.querySelector(".mcts-uct").requestFullscreen?.();
  }

  grid.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() === "f" && !event.ctrlKey && !event.metaKey) fill();
    const step = ARROWS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    if (isOver(now()) && Math.abs(step) === 1) {
      walk(step);
      return;
    }
    const next = focus + step;
    const isSameRow = Math.floor(next / 3) === Math.floor(focus / 3);
    if (next < 0 || next > 8 || (Math.abs(step) === 1 && !isSameRow)) return;
    focus = next;
    show();
    grid.querySelector(`[data-cell="${focus}"]`).focus();
  });
  button("fresh").addEventListener("click", fresh);
  button("again").addEventListener("click", again);
  button("earlier").addEventListener("click", () => walk(-1));
  button("later").addEventListener("click", () => walk(1));
  button("back").addEventListener("click", takeBack);
  button("hint").addEventListener("click", giveHint);
  setting("iterations").addEventListener("change", (event) => {
    iterations = Number(event.target.value);
    remark = `The engine now tries ${count(iterations, "game")} before each move. `;
    show();
  });
  setting("human").addEventListener("change", (event) => {
    human = Number(event.target.value);
    fresh();
  });
  lay();
  begin(given.moves);
  model.link?.({ tell, open, bar: el.querySelector(".mcts-bar"), before: el.querySelector(".mcts-settings") });
}
export default { render };
