// Search tic-tac-toe on 3×3 cells with UCT.  Given the same random numbers, this script makes exactly the same
// iterations as `mctslib.search` (search.py).  A state is { board, player, actions }; the board has one character
// for each cell.
const MARKS = "XO";
const LINES = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
];

// ---------------------------------------------------------------- the game

function fullLine(board) {
  for (const line of LINES) {
    const [a, b, c] = line;
    if (board[a] !== "." && board[a] === board[b] && board[b] === board[c]) return line;
  }
  return null;
}

function stateOf(board, player) {
  const actions = [];
  if (fullLine(board) === null) {
    for (let cell = 0; cell < board.length; cell += 1) {
      if (board[cell] === ".") actions.push(cell);
    }
  }
  return { board, player, actions };
}

function apply(state, cell) {
  const mark = MARKS[state.player];
  const board = state.board.slice(0, cell) + mark + state.board.slice(cell + 1);
  return stateOf(board, 1 - state.player);
}

const isOver = (state) => state.actions.length === 0;

// Return the rewards of X and O at the end of a game: 1 for a win, ½ for a draw, 0 for a loss.
function rewardsOf(state) {
  const line = fullLine(state.board);
  if (line === null) return [0.5, 0.5];
  return state.board[line[0]] === "X" ? [1, 0] : [0, 1];
}

// ---------------------------------------------------------------- the random numbers

// Return a function that returns, one after another, the numbers in [0, 1) of `Xorshift(seed)`
// (mctslib/fast/xorshift.py).
function xorshift(seed) {
  const cut = (number) => BigInt.asUintN(64, number);
  let mixed = cut(BigInt(seed) + 0x9e3779b97f4a7c15n);
  mixed = cut((mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n);
  mixed = cut((mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn);
  const multiplier = 0x2545f4914f6cdd1dn;
  let state = (mixed ^ (mixed >> 31n)) || multiplier; // the state 0 would never change

  return () => {
    state ^= state >> 12n;
    state ^= cut(state << 25n);
    state ^= state >> 27n;
    return Number(cut(state * multiplier) >> 32n) / 4294967296;
  };
}

const oneOf = (actions, random) => actions[Math.floor(random() * actions.length)];

// ---------------------------------------------------------------- the search

// Return a node without visits.  The node's value is the mean reward of the player who moved into it.
function nodeOf(state, parent = null, action = null) {
  const player = parent === null ? state.player : parent.state.player;
  return { state, parent, action, player, children: new Map(), visits: 0, valueSum: 0 };
}

const valueOf = (node) => node.valueSum / node.visits;

// Return the child with the highest UCB1 score; the first legal action wins a tie.
function ucb1(node, c) {
  const logVisits = Math.log(node.visits);
  let best = null;
  let highest = -Infinity;
  for (const action of node.state.actions) {
    const child = node.children.get(action);
    const score = valueOf(child) + c * Math.sqrt(logVisits / child.visits);
    if (score > highest) {
      best = child;
      highest = score;
    }
  }
  return best;
}

// Phase 1: walk down to a node that has an untried action, or in which the game is over.
function select(root, c) {
  let node = root;
  while (node.children.size > 0 && node.children.size === node.state.actions.length) {
    node = ucb1(node, c);
  }
  return node;
}

// Phase 2: add the child of one untried action, picked at random.
function expand(node, random) {
  const untried = node.state.actions.filter((action) => !node.children.has(action));
  if (untried.length === 0) return node;
  const action = oneOf(untried, random);
  const child = nodeOf(apply(node.state, action), node, action);
  node.children.set(action, child);
  return child;
}

// Phase 3: play at random until the game is over.
function simulate(start, random) {
  const rollout = [];
  let state = start;
  while (!isOver(state)) {
    const action = oneOf(state.actions, random);
    state = apply(state, action);
    rollout.push(action);
  }
  return { rollout, rewards: rewardsOf(state) };
}

// Phase 4: count the visit and the reward in each node up to the root.
function backpropagate(leaf, rewards) {
  for (let node = leaf; node !== null; node = node.parent) {
    node.visits += 1;
    node.valueSum += rewards[node.player];
  }
}

function pathTo(leaf) {
  const path = [];
  for (let node = leaf; node.parent !== null; node = node.parent) path.unshift(node.action);
  return path;
}

// Make one iteration and return its record, as `Trace.save` writes it.
function iterate(root, random, c) {
  const node = expand(select(root, c), random);
  const { rollout, rewards } = simulate(node.state, random);
  const isNew = node.visits === 0;
  backpropagate(node, rewards);
  return [pathTo(node), isNew, rollout, rewards];
}

// Grow a tree from a state and return its root.
function search(state, iterations, random, c = 1) {
  const root = nodeOf(state);
  for (let k = 0; k < iterations; k += 1) iterate(root, random, c);
  return root;
}

// Return the children of a node, the most visited first.  Among children with equal visits the one with
// the higher value comes first; if the values are also equal, the earlier action comes first.
function byVisits(node) {
  const children = node.state.actions
    .filter((action) => node.children.has(action))
    .map((action) => node.children.get(action));
  return children.sort((a, b) => b.visits - a.visits || valueOf(b) - valueOf(a));
}
