// Answer the page of an atlas in place of Python: send the rectangles of a part of the tree, and
// positions.  The rules are the same as in `widgets/atlas/rectangles.py`.  The page contains the tree
// as rectangles that are as fine as the size limit of a page allows.  This script merges neighbours that
// are too narrow in a picture.
const NO_BOARD = "<p>This page contains only the boards of the most visited nodes.</p>";
const SIZES = { "<u4": Uint32Array, "<f4": Float32Array, "<u2": Uint16Array, u1: Uint8Array };
const NOWHERE = -1;

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
// A node without visits is as wide as one visit.
const endOf = (arrays, i) => arrays.start[i] + Math.max(arrays.visits[i], 1);

// Return the tree as the rectangles of one picture, level by level.
// low, high  the part that is shown, in visits of the root
// pixels     the width of the picture
// rules      `narrow` and `sliver` are widths in pixels.  `merged` is the number that stands for a
//            merged move
function coarser({ head, arrays }, [low, high], pixels, rules) {
  const unit = (high - low) / pixels; // the number of visits per pixel
  const narrow = rules.narrow * unit;
  const sliver = rules.sliver * unit;
  const names = Object.keys(arrays);
  const out = Object.fromEntries(names.map((name) => [name, []]));
  const rows = [0]; // the index in `out` at which each level begins
  // These arrays contain, for each given rectangle, the rectangle of the picture that shows it, alone or
  // merged, and the rectangle that only counts it.
  const home = new Int32Array(arrays.start.length).fill(NOWHERE);
  const counts = new Int32Array(arrays.start.length).fill(NOWHERE);
  let deepest = 0;

  const isThin = (i) => arrays.visits[i] < narrow;
  const isOutside = (i) => arrays.start[i] >= high || endOf(arrays, i) <= low;

  function add(i, parent, changes) {
    for (const name of names) out[name].push(arrays[name][i]);
    const added = out.start.length - 1;
    out.parent[added] = parent;
    for (const [name, value] of Object.entries(changes)) out[name][added] = value;
    return added;
  }

  function asMerged(rectangle) {
    out.move[rectangle] = rules.merged;
    out.flags[rectangle] = 0;
    return rectangle;
  }

  function join(rectangle, i) {
    for (const name of ["visits", "sums", "nodes", "below"])
      out[name][rectangle] += arrays[name][i];
    return asMerged(rectangle);
  }

  // All children of the nodes in a merged rectangle share one rectangle.
  function placeInCrowd(i, parent, before) {
    const latest = out.start.length - 1;
    const isOfThisLevel = latest >= rows[rows.length - 1];
    if (before !== NOWHERE && isOfThisLevel && out.parent[latest] === parent) {
      return join(latest, i);
    }
    return asMerged(add(i, parent, { start: out.start[parent] }));
  }

  // Return the rectangle of the new level that shows i, alone or merged.
  // before  the last given rectangle of this level that is in the picture
  function place(i, before) {
    const above = arrays.parent[i];
    const parent = home[above];
    if (out.move[parent] === rules.merged) return placeInCrowd(i, parent, before);
    if (isOutside(i)) return NOWHERE;
    const isNeighbour = before !== NOWHERE && arrays.parent[before] === above;
    if (isNeighbour && isThin(i) && isThin(before)) return join(out.start.length - 1, i);
    return add(i, parent, {});
  }

  // Return the rectangle that counts the nodes of i without showing them.
  function counter(i) {
    const above = arrays.parent[i];
    if (counts[above] !== NOWHERE) return counts[above];
    const parent = home[above];
    const isBuried = parent !== NOWHERE && out.visits[parent] < sliver;
    return isBuried ? parent : NOWHERE;
  }

  home[0] = add(0, 0, {});
  for (let depth = 1; depth < head.rows.length - 1; depth++) {
    rows.push(out.start.length);
    let before = NOWHERE;
    for (let i = head.rows[depth]; i < head.rows[depth + 1]; i++) {
      counts[i] = counter(i);
      if (counts[i] !== NOWHERE) {
        out.below[counts[i]] += arrays.nodes[i] + arrays.below[i];
      } else if (home[arrays.parent[i]] !== NOWHERE) {
        home[i] = place(i, before);
        if (home[i] !== NOWHERE) before = i;
      }
      if (counts[i] !== NOWHERE || home[i] !== NOWHERE) deepest = depth;
    }
  }

  const ends = [...rows, out.start.length].filter((row, k, all) => k === 0 || row > all[k - 1]);
  const isWhole = high - low >= arrays.visits[0];
  const seen = {
    rows: ends,
    levels: ends.length - 1,
    window: [low, high],
    depth: isWhole ? head.depth : deepest,
  };
  return { arrays: out, head: { ...head, ...seen } };
}

// Return all arrays one after another, in the form in which the kernel sends them.
function packed({ head, arrays }) {
  const parts = Object.entries(head.fields).map(
    ([name, kind]) => new Uint8Array(SIZES[kind].from(arrays[name]).buffer),
  );
  const all = new Uint8Array(sum(parts.map((part) => part.length)));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return new DataView(all.buffer);
}

// Return the left and right edges of the node at a path, in visits of the root.
function span({ head, arrays }, path) {
  let now = 0;
  path.forEach((move, k) => {
    for (let i = head.rows[k + 1]; i < head.rows[k + 2]; i++) {
      if (arrays.parent[i] === now && arrays.move[i] === move) {
        now = i;
        return;
      }
    }
  });
  return [arrays.start[now], endOf(arrays, now)];
}

// Return the state of one canvas, and a function that answers the messages of its page script.
function canvas(tree, rules) {
  const visits = tree.arrays.visits[0];
  tree.arrays.sums = tree.arrays.sums.map((sum) => sum ?? NaN); // JSON has no NaN
  let pixels = 900;
  let part = span(tree, []);
  let frame = 0;
  let turn = 0;

  function picture() {
    const seen = coarser(tree, part, pixels, rules);
    frame += 1;
    return { head: { ...seen.head, frame, turn }, data: packed(seen) };
  }

  function boardAt(path) {
    return tree.boards[path.join()] ?? tree.unknown ?? NO_BOARD;
  }

  function sent({ command, path, numbers, turn: newTurn }, model) {
    if (command === "drawn") return;
    if (command === "look") {
      model.put({ place: { path, html: boardAt(path) } });
      return;
    }
    turn = newTurn ?? turn;
    if (command === "width") [pixels] = numbers;
    if (command === "zoom") part = span(tree, path);
    if (command === "window") part = numbers.map((share) => share * visits);
    model.put(picture());
  }

  const linked = (model, el) => ({
    tell: () => ({ from: Math.floor(part[0]), to: Math.ceil(part[1]) }),
    open: (asked) => {
      const [low, high] = [asked.whole("from", 0, visits, 0), asked.whole("to", 0, visits, visits)];
      if (high <= low) asked.refuse();
      part = [low, high];
      model.put(picture());
    },
    bar: el,
  });

  return { state: { ...picture(), place: {} }, sent, linked };
}

export default ({ tree, ...rules }) => [canvas(tree, rules)];
