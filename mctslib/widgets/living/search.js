// A saved search as the tree that it grew, in the form in which a page carries an atlas.  The page does not know the
// rules of the game, only that two players take turns; whatever cannot be part of a search it refuses in a sentence.
const ROOT = 0xfffe, MAIN = 1;
const UNKNOWN = "<p>Its boards are shown in the notebook: this page does not know the rules.</p>";

function parsed(text, start) {
  let saved;
  try { saved = JSON.parse(text); } catch { /* said below */ }
  if (saved?.format !== 1 || !Array.isArray(saved.iterations)) throw Error("This file is not a saved search.");
  if (saved.start !== start) throw Error("This search began at another position than the one on this page.");
  return saved.iterations;
}

const born = () => ({ visits: 0, sum: 0, children: new Map() });

// One iteration: its path, whether the last node of it was new, and the rewards of both players.
function add(root, [path, expanded, rollout, rewards], mover) {
  const sound = rewards.length === 2 && rewards.every((reward) => typeof reward === "number" && reward >= 0 && reward <= 1);
  if (!sound || !Array.isArray(rollout) || typeof expanded !== "boolean" || (expanded && !path.length)) throw Error();
  const line = path.reduce((nodes, action, k) => {
    const { children } = nodes[k], key = JSON.stringify(action), fresh = expanded && k === path.length - 1;
    if (children.has(key) === fresh) throw Error();
    if (fresh) children.set(key, born());
    return [...nodes, children.get(key)];
  }, [root]);
  line.forEach((node, depth) => {
    node.visits += 1;
    node.sum += rewards[mover(depth)];
  });
}

function grown(iterations, mover) {
  const root = born();
  iterations.forEach((record, k) => {
    try { add(root, record, mover); } catch { throw Error(`Iteration ${k + 1} of this search is damaged.`); }
  });
  return root;
}

function before(a, b) { // actions in their order
  if (!Array.isArray(a) || !Array.isArray(b)) return a < b ? -1 : Number(a > b);
  return a.map((one, k) => before(one, b[k])).find(Boolean) ?? 0;
}
const name = (action) => (Array.isArray(action) ? `(${action.map(name).join(", ")})` : String(action));

function principal(root) {
  const line = new Set(), mean = (node) => node.sum / node.visits;
  for (let best = root; best; ) {
    line.add(best);
    best = [...best.children.values()].reduce((a, b) =>
      (!a || b.visits > a.visits || (b.visits === a.visits && mean(b) > mean(a)) ? b : a), null);
  }
  return line;
}

// Every node a rectangle, level by level; `living/atlas.js` merges what is too narrow.
export default (text, { title, start, first, players, palette, fields }) => {
  const mover = (depth) => (first + Math.max(depth - 1, 0)) % 2; // whose W it is: the root's is the first player's
  const root = grown(parsed(text, start), mover), line = principal(root), numbers = new Map();
  const arrays = Object.fromEntries(Object.keys(fields).map((field) => [field, []])), rows = [0];
  const number = (key) => numbers.get(key) ?? numbers.set(key, numbers.size).size - 1;
  for (let level = [[root, 0, 0, ROOT]], next; level.length; level = next) {
    next = [];
    for (const [node, start, parent, move] of level) {
      const place = arrays.start.length, order = [...node.children].map(([key, child]) => [JSON.parse(key), key, child]);
      const one = { start, visits: node.visits, sums: node.sum, parent, nodes: 1, below: 0, move, flags: line.has(node) ? MAIN : 0 };
      for (const field of Object.keys(fields)) arrays[field].push(one[field]);
      order.sort(([a], [b]) => before(a, b)).reduce((at, [, key, child]) => {
        next.push([child, at, place, number(key)]);
        return at + child.visits;
      }, start);
    }
    rows.push(arrays.start.length);
  }
  const movers = ["", ...rows.slice(2).map((row, k) => players[mover(k + 1)])], visits = root.visits;
  const head = { title, total: arrays.start.length, visits, window: [0, visits], rows, levels: rows.length - 1,
    depth: rows.length - 2, top: 0, moves: [...numbers].map(([key, k]) => [k, name(JSON.parse(key))]), movers, palette, fields };
  return { head, arrays, boards: {}, unknown: UNKNOWN };
};
