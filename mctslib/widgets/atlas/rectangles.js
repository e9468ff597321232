// Read the rectangles of a tree.  Python sends the rectangles as one block of numbers: the arrays
// that `head.fields` names, in the order of the names.  The functions below describe rectangle i,
// and find the rectangles around it.  `words.js` comes before this file.  `atlas.js`, which draws
// the rectangles, comes after it.
const MERGED = 0xffff;
const MAIN = 1;
const TYPES = { "<u4": Uint32Array, "<f4": Float32Array, "<u2": Uint16Array, u1: Uint8Array };
function shareOfAll(sheet, visits) {
  const share = (100 * visits) / Math.max(sheet.visits[0], 1);
  return `${share < 1 ? Number(share.toPrecision(1)) : Math.round(share)}% of all`; // as in the headline
}

function unpack(head, data) {
  const buffer = data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength);
  const size = head.rows[head.rows.length - 1];
  const sheet = { ...head, names: new Map(head.moves) };
  let at = 0;
  for (const [name, kind] of Object.entries(head.fields)) {
    sheet[name] = new TYPES[kind](buffer.slice(at, (at += size * TYPES[kind].BYTES_PER_ELEMENT)));
  }
  return sheet;
}

// ---- a description of rectangle i

const depthOf = (sheet, i) => sheet.rows.findIndex((first) => first > i) - 1;
// Return Q, the mean reward of the player who moved into a node; NaN if chance moved, or without visits.
const value = (sheet, i) => (sheet.visits[i] ? sheet.sums[i] / sheet.visits[i] : NaN);

// Return the moves from the root to a rectangle, or to the last single node above a merged one.
function pathOf(sheet, i) {
  const path = [];
  for (; i; i = sheet.parent[i])
    if (sheet.move[i] === MERGED) path.length = 0;
    else path.push(sheet.move[i]);
  return path.reverse();
}

const moveName = (sheet, i) =>
  `${sheet.movers[depthOf(sheet, i)]} ${sheet.names.get(sheet.move[i])}`.trim();

const MOST_EXPECTED = 5;
// Return the names of the moves that the search expects, as far as they are drawn on their own.
function expected(sheet) {
  const names = [];
  for (let i = 1; i < sheet.flags.length; i++)
    if (sheet.flags[i] & MAIN && sheet.move[i] !== MERGED) names.push(sheet.names.get(sheet.move[i]));
  return names.slice(0, MOST_EXPECTED).join(", ") + (names.length > MOST_EXPECTED ? ", …" : "");
}

function lines(sheet, i) {
  const share = shareOfAll(sheet, sheet.visits[i]);
  const depth = depthOf(sheet, i);
  const q = value(sheet, i);
  const below = sheet.below[i];
  if (sheet.move[i] === MERGED) {
    const rest = below ? `, and ${count(below, "node")} below` : "";
    return [
      `${count(sheet.nodes[i], "node")} at depth ${depth}${rest}`,
      `${count(sheet.visits[i], "visit")} (${share})`,
      ...(Number.isNaN(q) ? [] : [`Q ${worth(q)} on average`]),
      "Too narrow to show; zoom in.",
    ];
  }
  const path = [];
  for (let k = i; k; k = sheet.parent[k]) path.unshift(moveName(sheet, k));
  const main = sheet.flags[i] & MAIN && i ? [`★ expects ${expected(sheet)}`] : [];
  const rest = below ? [`${count(below, "node")} below, not drawn; zoom in.`] : [];
  return [
    path.length ? path.join(", ") : "The root",
    `depth ${depth}`,
    `N ${number(sheet.visits[i])}${i ? ` (${share})` : ""}`,
    ...(Number.isNaN(q) ? [] : [`W ${points(sheet.sums[i])}`, `Q ${worth(q)}`]),
    ...main,
    ...rest,
  ];
}

// Return the first move of the principal variation, or the root if there is none.
function widest(sheet) {
  for (let i = sheet.rows[1]; i < sheet.rows[2]; i++) if (sheet.flags[i] & MAIN) return i;
  return 0;
}

// Return the title of a picture.  `labels` returns the texts for a rectangle, the longest text first.
function titleOf(sheet, isWhole) {
  const parts = [count(sheet.visits[0], "visit"), count(sheet.total, "node")];
  if (isWhole) parts.push(`${number(sheet.depth)} deep`);
  if (sheet.cut) parts.push(`drawn down to depth ${sheet.cut}`);
  const size = parts.join(", ");
  return sheet.title ? `${sheet.title}: ${size}` : size;
}

function labels(sheet, i) {
  const name = i ? `${sheet.flags[i] & MAIN ? "★ " : ""}${sheet.names.get(sheet.move[i])}` : "root";
  const visits = `N ${number(sheet.visits[i])}`;
  const q = value(sheet, i);
  if (Number.isNaN(q)) return [`${name}   ${visits}`, name];
  return [`${name}   Q ${worth(q)}   ${visits}`, `${name}  Q ${worth(q)}`, name];
}

// ---- the rectangles around rectangle i

// Return whether rectangle i is a single node, neither merged nor below a merged rectangle.
function isNode(sheet, i) {
  for (; i; i = sheet.parent[i]) if (sheet.move[i] === MERGED) return false;
  return true;
}

// Return the next rectangle on the level of i, to the left (step −1) or to the right (step 1); return i
// if there is none.
function beside(sheet, i, step) {
  const depth = depthOf(sheet, i);
  const to = i + step;
  return to >= sheet.rows[depth] && to < sheet.rows[depth + 1] ? to : i;
}

function children(sheet, i) {
  const depth = depthOf(sheet, i);
  const found = [];
  for (let k = sheet.rows[depth + 1]; k < (sheet.rows[depth + 2] ?? 0); k++)
    if (sheet.parent[k] === i) found.push(k);
  return found;
}

// Return the most visited child of rectangle i, or i if it has no children.
function below(sheet, i) {
  return children(sheet, i).reduce(
    (best, k) => (best === i || sheet.visits[k] > sheet.visits[best] ? k : best),
    i,
  );
}

// Return the node that the path `names` leads to in the picture `sheet`, or the last node on the
// way that the picture contains.
function follow(sheet, names) {
  let now = 0;
  for (const name of names) {
    const next = children(sheet, now).find((k) => sheet.names.get(sheet.move[k]) === name);
    if (next === undefined) break;
    now = next;
  }
  return now;
}

const namesOf = (sheet, i) => pathOf(sheet, i).map((move) => sheet.names.get(move));

// Return the narrowest node that contains the range from `low` to `high` and is wider than this range.
function around(sheet, low, high) {
  let best = 0;
  for (let i = 0; i < sheet.start.length; i++) {
    const from = sheet.start[i];
    const to = from + sheet.visits[i];
    const holds = from <= low + 0.01 && to >= high - 0.01 && to - from > (high - low) * 1.001;
    if (sheet.move[i] !== MERGED && holds && to - from <= sheet.visits[best]) best = i;
  }
  return best;
}

// Return the rectangle of a level that contains a visit, or −1 if there is none.
function holding(sheet, depth, visit) {
  if (!(depth >= 0 && depth < sheet.rows.length - 1)) return -1;
  let first = sheet.rows[depth];
  let end = sheet.rows[depth + 1];
  while (first < end) {
    // find the end of the rectangles that begin at or before this visit
    const middle = (first + end) >> 1;
    if (sheet.start[middle] <= visit) first = middle + 1;
    else end = middle;
  }
  for (let i = first - 1; i >= sheet.rows[depth] && i > first - 9; i--) {
    // go back over rectangles without visits
    if (visit < sheet.start[i] + sheet.visits[i]) return i;
  }
  return -1;
}
