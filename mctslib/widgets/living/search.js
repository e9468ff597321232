// Turn a saved search into its tree, in the form in which a page stores an atlas.  The page does
// not contain the rules of the game; it needs to know only that two players take turns.  A file that
// is not a saved search is rejected with an error message.
const ROOT = 0xfffe;
const MAIN = 1;
const UNKNOWN = "<p>The boards of this search are shown only in the notebook, because this page does not contain the rules of the game.</p>";

// Return the iterations of a saved search that began at `start`.
function parsed(text, start) {
  let saved = null;
  try {
    saved = JSON.parse(text);
  } catch {
    // The next lines reject a file that is not JSON.
  }
  if (saved?.format !== 1 || !Array.isArray(saved.iterations)) {
    throw Error("This file is not a saved search.");
  }
  if (saved.start !== start) {
    throw Error("This search began at a different position from the search on this page.");
  }
  if (!saved.iterations.length) {
    throw Error("This search has no iterations yet, so there is no tree to show.");
  }
  return saved.iterations;
}

const newNode = () => ({ visits: 0, sum: 0, children: new Map() });

const isReward = (reward) => typeof reward === "number" && reward >= 0 && reward <= 1;

// Add one iteration to the tree.  An iteration is a list: its path, whether the path's last node was
// new, the playout, and the rewards of both players.  Throw an error if the iteration does not fit.
function add(root, [path, expanded, rollout, rewards], mover) {
  if (rewards.length !== 2 || !rewards.every(isReward)) throw Error();
  if (!Array.isArray(rollout) || typeof expanded !== "boolean") throw Error();
  if (expanded && !path.length) throw Error();
  const line = [root];
  path.forEach((action, k) => {
    const { children } = line[k];
    const key = JSON.stringify(action);
    const isNew = expanded && k === path.length - 1;
    if (children.has(key) === isNew) throw Error();
    if (isNew) children.set(key, newNode());
    line.push(children.get(key));
  });
  line.forEach((node, depth) => {
    node.visits += 1;
    node.sum += rewards[mover(depth)];
  });
}

function grown(iterations, mover) {
  const root = newNode();
  iterations.forEach((record, k) => {
    try {
      add(root, record, mover);
    } catch {
      throw Error(`Iteration ${k + 1} of this search is damaged.`);
    }
  });
  return root;
}

// Compare two actions as Python does; return −1, 0 or 1.
function compared(a, b) {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.map((one, k) => compared(one, b[k])).find(Boolean) ?? 0;
  }
  if (a < b) return -1;
  return Number(a > b);
}

function nameOf(action) {
  return Array.isArray(action) ? `(${action.map(nameOf).join(", ")})` : String(action);
}

const mean = (node) => node.sum / node.visits;

function isBetter(node, than) {
  if (node.visits !== than.visits) return node.visits > than.visits;
  return mean(node) > mean(than);
}

function mostVisited(nodes) {
  let best = null;
  for (const node of nodes) {
    if (best === null || isBetter(node, best)) best = node;
  }
  return best;
}

// Return the nodes of the principal variation.
function principal(root) {
  const line = new Set();
  let node = root;
  while (node !== null) {
    line.add(node);
    node = mostVisited(node.children.values());
  }
  return line;
}

// Return the children of a node in the order of their actions.
function inOrder(node) {
  const found = [...node.children].map(([key, child]) => ({ key, child, action: JSON.parse(key) }));
  return found.sort((a, b) => compared(a.action, b.action));
}

// Return every node as a rectangle, level by level.  `living/atlas.js` merges rectangles that are too narrow.
export default (text, { title, start, first, players, fields }) => {
  // Return the player for whom W is counted in the nodes of this depth.  At the root this is the first
  // player.
  const mover = (depth) => (first + Math.max(depth - 1, 0)) % 2;
  const root = grown(parsed(text, start), mover);
  const line = principal(root);
  const names = Object.keys(fields);
  const arrays = Object.fromEntries(names.map((name) => [name, []]));
  const rows = [0];
  const numbers = new Map(); // text of an action → its number

  function numberOf(key) {
    if (!numbers.has(key)) numbers.set(key, numbers.size);
    return numbers.get(key);
  }

  function addRectangle({ node, begins, parent, move }) {
    const rectangle = {
      start: begins,
      visits: node.visits,
      sums: node.sum,
      parent,
      nodes: 1,
      below: 0,
      move,
      flags: line.has(node) ? MAIN : 0,
    };
    for (const name of names) arrays[name].push(rectangle[name]);
  }

  let level = [{ node: root, begins: 0, parent: 0, move: ROOT }];
  while (level.length) {
    const next = [];
    for (const place of level) {
      const parent = arrays.start.length;
      addRectangle(place);
      let { begins } = place;
      for (const { key, child } of inOrder(place.node)) {
        next.push({ node: child, begins, parent, move: numberOf(key) });
        begins += child.visits;
      }
    }
    rows.push(arrays.start.length);
    level = next;
  }

  const { visits } = root;
  const head = {
    title,
    total: arrays.start.length,
    visits,
    window: [0, visits],
    rows,
    levels: rows.length - 1,
    depth: rows.length - 2,
    top: 0,
    moves: [...numbers].map(([key, number]) => [number, nameOf(JSON.parse(key))]),
    movers: ["", ...rows.slice(2).map((row, k) => players[mover(k + 1)])],
    scales: rows.slice(1).map((row, depth) => (mover(depth) === 1 ? "turned" : "value")),
    fields,
  };
  return { head, arrays, boards: {}, unknown: UNKNOWN };
};
