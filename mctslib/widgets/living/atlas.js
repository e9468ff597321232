// What the atlas's Python would say: the rectangles of a part of the tree, too narrow neighbours merged, and positions.
// The rules are those of `widgets/atlas/rectangles.py`; the tree itself is given as rectangles, as fine as can be.
const NO_BOARD = "<p>This page carries the boards of the most visited nodes only.</p>";
const SIZES = { "<u4": Uint32Array, "<f4": Float32Array, "<u2": Uint16Array, u1: Uint8Array };

function coarser({ head, arrays }, [low, high], pixels, { narrow, sliver, merged, alone }) {
  const unit = (high - low) / pixels, thin = (i) => arrays.visits[i] < narrow * unit;
  const out = Object.fromEntries(Object.keys(arrays).map((name) => [name, []])), rows = [0];
  const home = new Int32Array(arrays.start.length).fill(-1), counts = new Int32Array(arrays.start.length).fill(-1);
  let deepest = 0;

  function add(i, move, parent, start) {
    const made = { ...Object.fromEntries(Object.keys(arrays).map((name) => [name, arrays[name][i]])), move, parent, start };
    for (const name of Object.keys(out)) out[name].push(made[name]);
    return out.start.length - 1;
  }
  function join(k, i) { // several in one, or the first of them
    if (i !== undefined) for (const name of ["visits", "sums", "nodes", "below"]) out[name][k] += arrays[name][i];
    out.move[k] = merged;
    out.flags[k] = 0;
    return k;
  }
  function place(i, above, before) { // the rectangle of the new level that i is, or is part of; −1 outside of the window
    const parent = home[above], crowd = out.move[parent] === merged, now = out.start.length - 1;
    if (crowd) {
      const same = before >= 0 && out.parent[now] === parent && now >= rows[rows.length - 1];
      return same ? join(now, i) : join(add(i, merged, parent, out.start[parent]));
    }
    if (arrays.start[i] >= high || arrays.start[i] + Math.max(arrays.visits[i], 1) <= low) return -1;
    const run = before >= 0 && thin(i) && thin(before) && arrays.parent[before] === above;
    return run ? join(now, i) : add(i, arrays.move[i], parent, arrays.start[i]);
  }

  home[0] = add(0, arrays.move[0], 0, 0);
  for (let depth = 1; depth < head.rows.length - 1; depth++) {
    rows.push(out.start.length);
    let before = -1; // the last one of this level that is in the picture
    for (let i = head.rows[depth]; i < head.rows[depth + 1]; i++) {
      const above = arrays.parent[i], parent = home[above];
      if (counts[above] >= 0) counts[i] = counts[above];
      else if (parent >= 0 && out.visits[parent] < sliver * unit) counts[i] = parent;
      else if (parent >= 0 && (home[i] = place(i, above, before)) >= 0) before = i;
      if (counts[i] >= 0) out.below[counts[i]] += arrays.nodes[i] + arrays.below[i];
      if (counts[i] >= 0 || home[i] >= 0) deepest = depth;
    }
  }
  const ends = [...rows, out.start.length].filter((row, k, all) => !k || row > all[k - 1]);
  const whole = high - low >= arrays.visits[0], levels = alone ? ends.length - 1 : head.levels;
  return { arrays: out, head: { ...head, rows: ends, levels, window: [low, high], depth: whole ? head.depth : deepest } };
}

function packed({ head, arrays }) {
  const parts = Object.entries(head.fields).map(([name, kind]) => new Uint8Array(SIZES[kind].from(arrays[name]).buffer));
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  parts.reduce((at, part) => (all.set(part, at), at + part.length), 0);
  return new DataView(all.buffer);
}

// Where a node lies, in visits: from its first to its last.
function span({ head, arrays }, path) {
  let now = 0;
  path.forEach((move, k) => {
    for (let i = head.rows[k + 1]; i < head.rows[k + 2]; i++) if (arrays.parent[i] === now && arrays.move[i] === move) { now = i; return; }
  });
  return [arrays.start[now], arrays.start[now] + Math.max(arrays.visits[now], 1)];
}

function canvas(tree, rules) {
  const visits = tree.arrays.visits[0];
  let pixels = 900, part = span(tree, []), frame = 0, turn = 0;
  function picture() {
    const seen = coarser(tree, part, pixels, rules);
    frame += 1;
    return { head: { ...seen.head, frame, turn }, data: packed(seen) };
  }
  function sent(message, model) {
    const { command, path, numbers } = message;
    if (command === "drawn") return;
    if (command === "look") return model.put({ place: { path, html: tree.boards[path.join()] ?? tree.unknown ?? NO_BOARD } });
    turn = message.turn ?? turn;
    if (command === "width") [pixels] = numbers;
    else part = command === "zoom" ? span(tree, path) : numbers.map((share) => share * visits);
    model.put(picture());
  }
  return { state: { ...picture(), place: {} }, sent };
}

export default ({ trees, ...rules }) => trees.map((tree) => canvas(tree, { ...rules, alone: trees.length === 1 }));
