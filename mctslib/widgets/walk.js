// Let the nodes of a drawn tree answer.  Pointing at a node, tapping it, or walking to it with the arrow keys
// marks the node and its path to the root, and shows the node's words below the tree.  Python has written the
// words into the picture (`draw/facts.py`).  The place of a node, such as "at_0_3", begins with the place of
// its parent, "at_0".  A tree may be drawn in several versions, of which one is visible; all are marked.
//
// A wedge such as "+12" stands for the children of a node that are not drawn; its place ends in "_more".  If the
// reader opens a wedge, Python draws this version again, with these children (`walking.py`).
//
// This script is a part of `own_keys.js` in a notebook, and of `living/living.js` on a page without a kernel.
const WALKED = ".mcts-walk";
const ANSWERING = "[data-told]";
const WEDGE = ".mcts-opens [data-first]"; // a wedge that the reader can open
const BACK = ".mcts-walk-back"; // the button that shows the whole tree again
const LEAST_EDGE = 3; // the smallest width of a marked edge, in pixels
const FRAME = 5; // the largest width of a node's frame, in pixels
const REACH = 22; // a finger opens a wedge from this distance, in pixels

const homeOf = (walk) => walk.closest(".widget-html-content, .mcts-picking, .mcts-slide"); // outlives its pictures
const chosenIn = (walk) => homeOf(walk).mctsChosen ?? "";
const parentOf = (place) => place.slice(0, Math.max(0, place.lastIndexOf("_")));
const isSeen = (node) => node.getClientRects().length > 0;
const answersIn = (walk) => [...walk.querySelectorAll(ANSWERING)];
const seenIn = (walk) => answersIn(walk).filter(isSeen);
const backIn = (walk) => [...walk.querySelectorAll(BACK)].find(isSeen);

// Return the node at a place in the visible version of the tree, or undefined.
const nodeAt = (walk, place) => seenIn(walk).find((node) => node.dataset.node === place);

// Return the nodes and the wedge below a node, in the visible version.
const below = (walk, place) => seenIn(walk).filter((node) => parentOf(node.dataset.node) === place);

// Return whether the node at one place lies on the path from the root to another place.
const leadsTo = (place, end) => end === place || end.startsWith(`${place}_`);

// Mark the path to a node and show its words, or show the words of the beginning for "".
function show(walk, place) {
  const node = place && nodeAt(walk, place);
  for (const part of walk.querySelectorAll("[data-node], [data-to]")) {
    const own = part.dataset.node ?? part.dataset.to;
    const isMarked = Boolean(node) && leadsTo(own, place);
    part.classList.toggle("mcts-marked", isMarked);
    part.classList.toggle("mcts-here", isMarked && own === place && part.dataset.node === own);
    const line = part.dataset.to && part.querySelector("path");
    if (line) line.style.strokeWidth = isMarked ? Math.max(LEAST_EDGE, line.getAttribute("stroke-width")) : "";
  }
  const said = walk.querySelector("[role=status]");
  said.mctsHint ??= said.textContent;
  const { opens } = said.dataset; // the sentence about wedges, if Python has drawn one
  const hint = opens && [...walk.querySelectorAll(WEDGE)].some(isSeen) ? `${said.mctsHint} ${opens}` : said.mctsHint;
  const words = node ? node.dataset.told : hint;
  if (said.textContent !== words) said.textContent = words;
}

// Choose a node until another one is chosen; only the chosen node, or else the root, is reached by the Tab key.
function choose(walk, place) {
  homeOf(walk).mctsChosen = place;
  for (const version of walk.querySelectorAll("svg")) {
    const nodes = answersIn(version);
    const first = nodes.find((node) => node.dataset.node === place) ?? nodes[0];
    for (const node of nodes) node.tabIndex = node === first ? 0 : -1;
  }
  show(walk, place);
}

// Prepare a new picture, and keep the choice that was made in the picture before.
function dress(walk) {
  const nodes = answersIn(walk);
  for (const node of nodes) {
    const tree = node.closest("svg");
    tree.setAttribute("role", "tree");
    tree.setAttribute("aria-orientation", "horizontal"); // siblings stand side by side
    node.setAttribute("role", "treeitem");
    node.setAttribute("aria-label", node.dataset.told.split(" · ")[0]); // the rest is read from the line below
    node.setAttribute("aria-level", node.dataset.node.split("_").length);
    const inner = nodes.some((other) => parentOf(other.dataset.node) === node.dataset.node && other.closest("svg") === tree);
    if (inner || node.matches(WEDGE)) node.setAttribute("aria-expanded", inner);
    node.dataset.lmSuppressShortcuts = "true"; // otherwise JupyterLab would handle the arrow keys
  }
  const { mctsAsked: by } = homeOf(walk);
  homeOf(walk).mctsAsked = "";
  const place = by ? drawnAt(walk, chosenIn(walk)) : chosenIn(walk);
  choose(walk, place);
  if (by === "keys") {
    nodeAt(walk, place || "at")?.focus({ preventScroll: true });
    choose(walk, place); // the focus alone would choose the root
  }
  if (by) reveal(walk, place);
}

// Return the place of the last node on the way to a place that is drawn, or "".
function drawnAt(walk, place) {
  return !place || nodeAt(walk, place) ? place : drawnAt(walk, parentOf(place));
}

// Scroll only the space for the tree, so that the nodes below a place are in sight.
function reveal(walk, place) {
  const space = walk.querySelector(".mcts-walk-tree");
  const lowest = Math.max(...below(walk, place).map((part) => part.getBoundingClientRect().bottom + FRAME));
  space.scrollTop += Math.max(0, Math.ceil(lowest - space.getBoundingClientRect().bottom));
}

// ---- branches

// Return the wedge that a node opens: the node itself, or the only part below it.
function wedgeOf(walk, node) {
  if (node.matches(WEDGE)) return node;
  const parts = below(walk, node.dataset.node);
  return parts.length === 1 && parts[0].matches(WEDGE) ? parts[0] : undefined;
}

// Return the wedge near the place of a click, or undefined.
function wedgeNear(svg, { clientX, clientY }) {
  return [...svg.querySelectorAll(WEDGE)].find((wedge) => {
    const { left, right, top, bottom } = wedge.getBoundingClientRect();
    return Math.max(left - clientX, clientX - right, top - clientY, clientY - bottom) <= REACH;
  });
}

// Ask Python for a branch, or with "" for the whole tree; `by` is "keys" or "pointer".
function ask(walk, svg, place, first, by) {
  const home = homeOf(walk);
  home.mctsAsked = by;
  home.mctsAsk(svg.dataset.version, place, first);
}

// Show the nodes for which a wedge stands.
function open(walk, wedge, by) {
  const place = parentOf(wedge.dataset.node);
  choose(walk, place);
  ask(walk, wedge.closest("svg"), place, Number(wedge.dataset.first), by);
}

// Show the whole tree again.
function close(walk, by) {
  ask(walk, seenIn(walk)[0].closest("svg"), "", 0, by);
}

// ---- keys and pointers

// Return the node to which a key leads, or undefined.
function next(walk, node, key) {
  const place = node.dataset.node;
  const beside = below(walk, parentOf(place));
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
  if (step) return beside[beside.indexOf(node) + step];
  return { ArrowUp: nodeAt(walk, parentOf(place)), ArrowDown: below(walk, place)[0], Home: seenIn(walk)[0] }[key];
}

function pressed(event) {
  const { key, target } = event;
  const node = target.closest(ANSWERING);
  if (!node || event.ctrlKey || event.metaKey || event.altKey) return;
  const walk = node.closest(WALKED);
  const wedge = wedgeOf(walk, node);
  if (key === "Escape") {
    choose(walk, "");
    if (backIn(walk)) close(walk, "keys");
  } else if (/^(Enter| )$/.test(key) || (key === "ArrowDown" && wedge === node)) {
    if (wedge) open(walk, wedge, "keys");
  } else if (/^Arrow|^Home$/.test(key)) next(walk, node, key)?.focus();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

function letWalk(panel, model) {
  if (panel.mctsWalked) return;
  panel.mctsWalked = true;
  let asked = 0;
  const toPython = (...words) => {
    asked += 1; // so that the same branch can be opened twice
    model.set("opened", [...words, asked]);
    model.save_changes();
  };
  const dressAll = () => {
    for (const walk of panel.querySelectorAll(WALKED)) {
      if (walk.mctsDressed) continue;
      walk.mctsDressed = true;
      homeOf(walk).mctsAsk = toPython;
      dress(walk);
    }
  };
  new MutationObserver(dressAll).observe(panel, { childList: true, subtree: true });
  dressAll();
  panel.addEventListener("click", (event) => {
    const walk = event.target.closest(WALKED);
    if (!walk) return;
    if (event.target.closest(BACK)) return close(walk, event.detail ? "pointer" : "keys");
    const svg = event.target.closest("svg");
    const node = event.target.closest(ANSWERING) ?? (svg && wedgeNear(svg, event));
    if (node?.matches(WEDGE)) open(walk, node, "pointer");
    else if (svg) choose(walk, node?.dataset.node ?? "");
  });
  panel.addEventListener("focusin", ({ target }) => {
    const node = target.closest(ANSWERING);
    if (node) choose(node.closest(WALKED), node.dataset.node);
  });
  panel.addEventListener("keydown", pressed);
  panel.addEventListener("pointerover", ({ target, pointerType }) => {
    const walk = pointerType === "mouse" && target.closest(WALKED);
    if (walk) show(walk, target.closest(ANSWERING)?.dataset.node ?? chosenIn(walk));
  });
  panel.addEventListener("pointerout", ({ target, relatedTarget, pointerType }) => {
    const walk = pointerType === "mouse" && target.closest(WALKED);
    if (walk && !walk.contains(relatedTarget)) show(walk, chosenIn(walk));
  });
}
