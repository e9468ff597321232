// Draw two search trees back to back: the height of a node is its share of the iterations, and depth
// goes outwards.  Bands in the middle join each first move to itself.  Everything is in the data, so
// no message goes to Python.
const DIFFERENCES = 8; // "Next difference" walks through this many
const SEEN = 0.03; // a difference counts if one search gave the node this share of its iterations
const THIN = 1.2; // a first move that would be lower than this, in pixels, is not drawn
const LEVELS = 2; // moves and answers; more levels open when the reader walks down to them
const LEAST = 220; // a narrower figure is drawn for this width, in pixels
const NS = "http://www.w3.org/2000/svg";

function element(tag, attributes, ...inside) {
  const made = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...inside);
  return made;
}
const text = (words, x, y, size, anchor, more = {}) =>
  element("text", { x, y, "font-size": size, "text-anchor": anchor, ...more }, words);
const percent = (share) => `${Math.round(100 * share)}%`;
const moved = (from, to) => (percent(from) === percent(to) ? `still ${percent(to)}` : `${percent(from)} → ${percent(to)}`);
const number = (n) => n.toLocaleString("en-US");
const key = (path) => path.join("_");
const [NAME, VISITS, SHARE, CELLS, LAST, NEXT, BELOW] = [0, 1, 2, 3, 4, 5, 6];

function render({ model, el }) {
  let { names, columns, first, second, pairs, small, story } = model.get("data");
  let pair = 0;
  let path = []; // the chosen node, as ranks of actions
  let place = -1; // the number of the difference on show
  el.innerHTML = `<div class="mcts-back-to-back" tabindex="0" role="group" aria-label="two search trees, back to back: the arrow keys walk">
    <div class="mcts-told" role="status"><b></b><p></p></div>
    <div class="mcts-figure-of-two"></div>
    <div class="mcts-transport">
      <button type="button" class="mcts-next">▶ Next difference</button>
      <button type="button" class="mcts-up" aria-label="Up">◂<span> Up</span></button>
      <button type="button" class="mcts-seed" aria-label="Other seed">↻<span> Other seed</span></button>
      <span class="mcts-gap"></span>
    </div></div>`;
  const face = el.firstElementChild;
  const find = (selector) => face.querySelector(selector);
  const figure = find(".mcts-figure-of-two");
  find(".mcts-seed").hidden = pairs.length < 2;

  const root = (side) => pairs[pair][side];
  const at = (side, ranks) => ranks.reduce((node, rank) => node?.[BELOW][rank], root(side));
  const named = (ranks) => (at(1, ranks) ?? at(0, ranks))[NAME];
  const part = (side, ranks) => (at(side, ranks)?.[VISITS] ?? 0) / root(side)[VISITS];
  const best = (node) => {
    const below = Object.entries(node?.[BELOW] ?? {});
    if (!below.length) return null;
    return +below.reduce((one, other) => (other[1][VISITS] > one[1][VISITS] ? other : one))[0];
  };
  const children = (ranks) =>
    [...new Set([0, 1].flatMap((side) => Object.keys(at(side, ranks)?.[BELOW] ?? {}).map(Number)))].sort((a, b) => a - b);

  // A small picture in a narrow place has two levels, with larger letters.
  const tight = () => Boolean(small) && width < 300;

  // The largest differences, by share and by value, among nodes that at least one search has seen well.
  function differences() {
    const found = [];
    const walk = (ranks) => {
      const [one, other] = [part(0, ranks), part(1, ranks)];
      if (ranks.length) {
        const most = Math.max(one, other);
        if (most < SEEN) return;
        const [a, b] = [at(0, ranks), at(1, ranks)];
        const valued = a && b && a[VISITS] >= 5 && a[SHARE] != null;
        const size = Math.abs(one - other) + (valued ? Math.abs(a[SHARE] - b[SHARE]) * most : 0);
        if (size > 0) found.push([size, ranks]);
      }
      if (ranks.length < (tight() ? 2 : 3)) for (const rank of children(ranks)) walk([...ranks, rank]);
    };
    walk([]);
    return found.sort((a, b) => b[0] - a[0]).slice(0, DIFFERENCES).map((one) => one[1]);
  }

  function said() {
    const narrow = width <= 460; // here, and in a small picture, the numbers are only below the trees
    const [one, other] = [0, 1].map((side) => best(root(side)));
    if (!path.length) {
      if (story) return ["", story];
      if (!differences().length) return ["The two trees are the same.", "No node differs."];
      const change =
        one === other
          ? `Both searches play ${named([one])}.`
          : `The move changes from ${named([one])} to ${named([other])}.`;
      const how = "Walk through the largest differences, or point at a node.";
      return [`${change} What else is different?`, narrow ? "" : how];
    }
    const line = path.map((_, k) => named(path.slice(0, k + 1))).join(", then ");
    const results = [0, 1].map((side) => {
      const node = at(side, path);
      const games = `${number(node?.[VISITS] ?? 0)} of ${number(root(side)[VISITS])}`;
      const points = node && node[SHARE] != null ? `, and ${first} got ${percent(node[SHARE])} of the points` : "";
      return `${names[side]}: ${games} came here${points}.`;
    });
    const answers = [0, 1].map((side) => best(at(side, path)));
    let reply = "";
    if (answers[0] != null && answers[1] != null) {
      const shares = answers.map((rank, side) => percent(part(side, [...path, rank]) / part(side, path)));
      const replies = answers.map((rank) => named([...path, rank]));
      reply =
        answers[0] === answers[1]
          ? `The main answer is ${replies[0]} in both: ${shares[0]} of them, then ${shares[1]}.`
          : `The main answer changes from ${replies[0]} (${shares[0]}) to ${replies[1]} (${shares[1]}).`;
    }
    const visits = moved(...[0, 1].map((side) => part(side, path)));
    const shares = [0, 1].map((side) => at(side, path)?.[SHARE]);
    const hasRoom = path.length === 1 || !(small || narrow); // the points also stand below the trees
    const points = hasRoom && shares.every((share) => share != null) ? `, ${first}’s points ${moved(...shares)}` : "";
    return [`${line}: visits ${visits}${points}.`, small || narrow ? reply : `${results.join(" ")} ${reply}`];
  }

  const tint = (share) =>
    share == null ? "var(--mcts-surface)" : `var(--mcts-value-${Math.round(40 * Math.min(1, Math.max(0, share)))})`;

  // how deep the nodes lie that have at least so many visits
  const depth = (node, least) =>
    Math.max(0, ...Object.values(node[BELOW]).map((child) => (child[VISITS] < least ? 0 : 1 + depth(child, least))));

  // which colour is good for whom
  function colours(home, width, y) {
    if (!second) return;
    const hue = (share) => element("tspan", { style: `fill:${tint(share)}` }, "■");
    home.append(element("text", { x: width, y, "font-size": 12, "text-anchor": "end" }, hue(1), ` good for ${first}  `, hue(0), ` good for ${second}`));
  }

  function drawn(width) {
    const wide = width > 600;
    const middle = wide ? 150 : 60;
    const high = tight() ? 250 : small ? 280 : width > 900 ? 400 : 350;
    const deepest = Math.max(...[0, 1].map((side) => depth(root(side), (THIN * root(side)[VISITS]) / high)));
    const most = Math.max(LEVELS, Math.min(path.length, wide ? 4 : tight() ? 2 : 3));
    const levels = Math.max(1, Math.min(most, deepest));
    const letters = tight() ? 14 : 12;
    const half = (width - middle) / 2;
    // The moves have most of the width; a single column of answers is as wide as their names.
    const named = children([]).flatMap((rank) => children([rank]).map((below) => (at(1, [rank, below]) ?? at(0, [rank, below]))[NAME].length));
    const answers = levels === 2 && wide ? Math.min(0.3 * half, 8 * Math.max(...named) + 20) : half * [1, 0, 0.3, 0.5, 0.6][levels];
    const inner = half - answers;
    const columnAt = (depth) => (depth === 1 ? inner : (half - inner) / Math.max(1, levels - 1));
    const startOf = (depth, side) => {
      const inside = depth === 1 ? 0 : inner + (depth - 2) * columnAt(depth);
      return side ? (width + middle) / 2 + inside : half - inside - columnAt(depth);
    };
    const low = wide || small ? 100 : 148; // room for the position of the chosen node
    const top = wide || small ? 24 : 42;
    const picture = element("svg", { width, height: top + high + low, role: "presentation" });
    const behind = picture.appendChild(element("g", {}));
    const changes = picture.appendChild(element("g", { class: "mcts-changes" })); // above all bands
    const front = picture.appendChild(element("g", {}));
    const spots = [{}, {}];
    const chosen = key(path);
    for (const side of [0, 1]) {
      const main = new Set(); // the line that this search expects
      for (let ranks = [], rank = best(root(side)); rank != null; rank = best(at(side, ranks))) {
        ranks = [...ranks, rank];
        main.add(key(ranks));
      }
      const isSeen = (ranks) => ranks.length === 1 || main.has(key(ranks)) || `${chosen}_`.startsWith(`${key(ranks)}_`);
      const lay = (node, ranks, y, height) => {
        const depth = ranks.length;
        if (depth) {
          const x = startOf(depth, side);
          spots[side][key(ranks)] = [y, height];
          if (height >= (isSeen(ranks) ? THIN : letters + 1)) front.append(box(node, ranks, x, y, height, main.has(key(ranks)), side));
        }
        if (depth === levels) return;
        let down = y;
        const grey =
          depth && element("rect", { x: startOf(depth + 1, side) + 0.5, y: y + 0.5, width: columnAt(depth + 1) - 1, class: "mcts-merged" });
        if (depth && node[VISITS] > 1) front.append(grey);
        for (const rank of Object.keys(node[BELOW]).map(Number).sort((a, b) => a - b)) {
          const child = node[BELOW][rank];
          const part = (height * child[VISITS]) / node[VISITS];
          lay(child, [...ranks, rank], down, part);
          down += part;
        }
        grey && grey.setAttribute("height", Math.max(0, down - y - 1));
      };
      lay(root(side), [], top, high);
    }
    function box(node, ranks, x, y, height, isMain, side) {
      const name = key(ranks);
      const column = columnAt(ranks.length);
      const group = element("g", { "data-at": name, class: name === chosen ? "mcts-chosen" : "" });
      const gap = height > 4 ? 1 : 0;
      group.append(
        element("rect", {
          x: x + 0.5, y: y + gap / 2, width: column - 1, height: Math.max(0.8, height - gap),
          style: `fill:${tint(node[SHARE])}`,
          class: isMain ? "mcts-main" : height > 6 ? "mcts-edged" : "",
        }),
      );
      if (height < (ranks.length > 1 ? letters + 1 : letters - 3)) {
        // A low answer of the framed line has its name below it, or above it, within its move.
        const [from, long] = spots[side][key(ranks.slice(0, -1))] ?? [0, 0];
        const space = from + long - y - height;
        const under = space > letters + 2;
        if (isMain && ranks.length > 1 && Math.max(space, y - from) > letters + 2)
          group.append(text(node[NAME], x + column / 2, under ? y + height + letters + 1 : y - 4, letters, "middle", { "font-weight": 600 }));
        return group;
      }
      const base = y + height / 2 + letters / 3;
      const bold = isMain || wide ? { "font-weight": 600 } : {};
      const points = node[SHARE] != null && percent(node[SHARE]);
      const hasRoom = points && column > Math.max(wide ? 118 : 60, 7 * (node[NAME].length + points.length) + 12);
      const edge = wide ? 8 : 4;
      group.append(
        wide || hasRoom
          ? text(node[NAME], x + edge, base, letters, "start", bold)
          : text(node[NAME], x + column / 2, base, letters, "middle", bold),
      );
      if (hasRoom)
        group.append(
          text(points, x + column - edge, base, 12, "end"),
        );
      return group;
    }
    // the bands, and the shares of the first moves that have grown or shrunk
    for (const rank of children([])) {
      const [one, other] = [spots[0][rank], spots[1][rank]];
      if (!one || !other) continue;
      const [left, right] = [(width - middle) / 2, (width + middle) / 2];
      const centre = width / 2;
      behind.append(
        element("path", {
          "data-at": String(rank),
          class: "mcts-band",
          d: `M${left} ${one[0]}C${centre} ${one[0]} ${centre} ${other[0]} ${right} ${other[0]}V${other[0] + other[1]}C${centre} ${other[0] + other[1]} ${centre} ${one[0] + one[1]} ${left} ${one[0] + one[1]}z`,
        }),
      );
      const [before, after] = [0, 1].map((side) => percent(part(side, [rank])));
      if (Math.abs(part(1, [rank]) - part(0, [rank])) >= SEEN)
        changes.append(text(wide ? `${before} → ${after}` : `${before.slice(0, -1)}→${after}`, centre, (one[0] + other[0]) / 2 + (one[1] + other[1]) / 4 + 5, wide ? 14 : letters, "middle", { "font-weight": 600 }));
    }
    // the headings: the searches, and what the numbers below them are
    const titled = { "font-weight": 600 };
    const [left, right] = [(width - middle) / 2, (width + middle) / 2];
    if (wide) front.append(text(names[0], left - inner + 8, 15, 14, "start", titled), text(names[1], right + 8, 15, 14, "start", titled));
    else front.append(text(names[0], 0, 15, letters, "start", titled), text(names[1], width, 15, letters, "end", titled));
    if (wide || !small) {
      front.append(text(wide ? "share of the iterations" : "share", width / 2, top - 9, 12, "middle"));
      const points = `${first}’s points`;
      if (root(0)[SHARE] != null && inner > 7 * points.length - 9)
        for (const end of [left, right + inner]) front.append(text(points, end - (wide ? 8 : 2), top - 9, 12, "end"));
      const under = top + high + low - 8;
      const frame = "framed: the moves that the search expects";
      const grey = "grey: answers too small to name";
      if (wide) front.append(text(`height: share; ${frame}; ${grey}`, 0, under, 12, "start"));
      else front.append(text("height: share", 0, under - 32, 12, "start"), text(frame, 0, under - 16, 12, "start"), text(grey, 0, under, 12, "start"));
      colours(front, width, wide ? under : under - 32);
    }
    below(front, width, top + high + 8, width > 460);
    return picture;
  }

  // the position of the chosen node, between its two results
  function below(home, width, y, wide) {
    const node = at(1, path) ?? at(0, path);
    const size = columns ? Math.min(84, 28 * columns) : 0;
    if (!path.length) home.append(text("all iterations", width / 2, y + 41, 12, "middle"));
    else if (columns) home.append(board(node, width / 2 - size / 2, y, size));
    for (const side of [0, 1]) {
      const one = at(side, path);
      const x = width / 2 + (side ? 1 : -1) * (size / 2 + 14);
      const anchor = side ? "start" : "end";
      const long = Math.max(40, Math.min(wide ? 220 : 90, width / 2 - size / 2 - 20));
      const visits = number(one?.[VISITS] ?? 0);
      const games = wide ? `${visits} of ${number(root(side)[VISITS])}` : visits; // a phone has no room for both
      if (path.length) home.append(text(games, x, y + 16, wide ? 14 : 12, anchor, { "font-weight": 600 }));
      if (one == null || one[SHARE] == null) continue;
      const start = side ? x : x - long;
      home.append(
        element("rect", { x: start, y: y + 28, width: long, height: 16, style: `fill:${tint(0)}` }),
        element("rect", { x: start, y: y + 28, width: long * one[SHARE], height: 16, style: `fill:${tint(1)}` }),
        text(wide ? `${first} gets ${percent(one[SHARE])} of the points${long > 200 ? "; line: ½" : ""}` : `${first} ${percent(one[SHARE])}`, x, y + 62, 12, anchor),
      );
      if (long > 200) home.append(element("path", { d: `M${start + long / 2} ${y + 24}v24`, class: "mcts-half" }));
    }
  }

  function board(node, x, y, size) {
    const unit = size / columns;
    const group = element("g", {});
    [...node[CELLS]].forEach((mark, cell) => {
      const [left, up] = [x + (cell % columns) * unit, y + Math.floor(cell / columns) * unit];
      group.append(element("rect", { x: left, y: up, width: unit, height: unit, class: cell === node[LAST] ? "mcts-last" : "mcts-cell" }));
      const [half, r] = [unit / 2, unit * 0.27];
      const pen = { "stroke-width": unit * 0.12, fill: "none", class: `mcts-mark-${mark}` };
      if (mark === "X")
        group.append(element("path", { ...pen, d: `M${left + half - r} ${up + half - r}l${2 * r} ${2 * r}m0 ${-2 * r}l${-2 * r} ${2 * r}` }));
      else if (mark === "O") group.append(element("circle", { ...pen, cx: left + half, cy: up + half, r }));
    });
    return group;
  }

  let width = 0;
  function draw() {
    if (!width) return;
    figure.replaceChildren(drawn(width));
    face.classList.toggle("mcts-choosing", Boolean(path.length));
    face.classList.toggle("mcts-small", Boolean(small));
    for (const node of figure.querySelectorAll("[data-at]")) {
      const own = node.dataset.at;
      const chosen = key(path);
      node.classList.toggle("mcts-lit", own === chosen || own.startsWith(`${chosen}_`) || chosen.startsWith(`${own}_`));
    }
    const [headline, words] = said();
    find(".mcts-told b").textContent = headline;
    find(".mcts-told p").textContent = words;
    find(".mcts-up").ariaDisabled = String(!path.length);
  }
  function choose(ranks, keep = false) {
    path = ranks;
    if (!keep) place = -1;
    draw();
  }
  function next() {
    const all = differences();
    if (!all.length) return;
    place = (place + 1) % all.length;
    choose(all[place], true);
  }
  const spot = (event) => event.target.closest?.("[data-at]")?.dataset.at.split("_").map(Number);
  figure.addEventListener("mouseover", (event) => {
    const ranks = spot(event);
    if (ranks && key(ranks) !== key(path)) choose(ranks);
  });
  figure.addEventListener("click", (event) => spot(event) && choose(spot(event)));
  find(".mcts-next").addEventListener("click", next);
  find(".mcts-up").addEventListener("click", () => choose(path.slice(0, -1)));
  find(".mcts-seed").addEventListener("click", () => {
    pair = (pair + 1) % pairs.length;
    choose([]);
  });
  face.addEventListener("keydown", (event) => {
    if (!/^Arrow/.test(event.key) || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "ArrowLeft") return choose(path.slice(0, -1));
    if (event.key === "ArrowRight") {
      const rank = best(at(1, path)) ?? best(at(0, path));
      return rank != null && choose([...path, rank]);
    }
    const beside = children(path.slice(0, -1));
    const now = path.length ? beside.indexOf(path.at(-1)) : -1;
    const step = event.key === "ArrowDown" ? 1 : -1;
    choose([...path.slice(0, -1), beside[(now + step + beside.length) % beside.length]]);
  });
  face.dataset.lmSuppressShortcuts = "true"; // otherwise JupyterLab handles the arrow keys
  const resized = new ResizeObserver(() => {
    const room = figure.clientWidth && Math.max(LEAST, Math.floor(figure.clientWidth));
    if (!room || room === width) return;
    width = room;
    draw();
  });
  resized.observe(figure);
  model.on("change:data", () => {
    ({ names, columns, first, second, pairs, small, story } = model.get("data"));
    pair = 0;
    choose([]);
  });
  model.link?.({
    tell: () => ({ pair: pair + 1, node: path.join() }),
    open: (asked) => {
      const wanted = asked.whole("pair", 1, pairs.length, 1) - 1;
      const ranks = asked.wholes("node", 0, Number.MAX_SAFE_INTEGER, []);
      const isThere = pairs[wanted].some((tree) => ranks.reduce((node, rank) => node?.[BELOW][rank], tree));
      if (!isThere) asked.refuse();
      pair = wanted;
      choose(ranks);
    },
    bar: find(".mcts-transport"),
    before: find(".mcts-seed"),
  });
  return () => resized.disconnect();
}
export default { render };
