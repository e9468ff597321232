// Let the nodes of a drawn tree answer.  Pointing at a node, tapping it, or walking to it with the arrow keys
// marks the node and its path to the root, and shows the node's words below the tree.  Python has written the
// words into the picture (`draw/facts.py`).  The place of a node, such as "at_0_3", begins with the place of
// its parent, "at_0".  A tree may be drawn in several versions, of which one is visible; all are marked.
//
// A wedge such as "+12" stands for the children of a node that are not drawn; its place ends in "_more".
//
// This script is a part of `own_keys.js` in a notebook, and of `living/living.js` on a page without a kernel.
const WALKED = ".mcts-walk";
const ANSWERING = "[data-told]";
const LEAST_EDGE = 3; // the smallest width of a marked edge, in pixels

const homeOf = (walk) => walk.closest(".widget-html-content, .mcts-picking, .mcts-slide"); // outlives its pictures
const chosenIn = (walk) => homeOf(walk).mctsChosen ?? "";
const parentOf = (place) => place.slice(0, Math.max(0, place.lastIndexOf("_")));
const isSeen = (node) => node.getClientRects().length > 0;
const answersIn = (walk) => [...walk.querySelectorAll(ANSWERING)];
const seenIn = (walk) => answersIn(walk).filter(isSeen);

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
  said.mctsHint ??= said.innerHTML;
  if (!node) said.innerHTML = said.mctsHint; // Python has written it
  else if (said.textContent !== node.dataset.told) said.textContent = node.dataset.told;
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
    if (inner) node.setAttribute("aria-expanded", inner);
    node.dataset.lmSuppressShortcuts = "true"; // otherwise JupyterLab would handle the arrow keys
  }
  choose(walk, chosenIn(walk));
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
  if (key === "Escape") choose(walk, "");
  else if (/^Arrow|^Home$/.test(key)) next(walk, node, key)?.focus();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

function letWalk(panel) {
  if (panel.mctsWalked) return;
  panel.mctsWalked = true;
  const dressAll = () => {
    for (const walk of panel.querySelectorAll(WALKED)) {
      if (walk.mctsDressed) continue;
      walk.mctsDressed = true;
      dress(walk);
    }
  };
  new MutationObserver(dressAll).observe(panel, { childList: true, subtree: true });
  dressAll();
  panel.addEventListener("click", (event) => {
    const walk = event.target.closest(WALKED);
    if (!walk) return;
    if (event.target.closest("svg")) choose(walk, event.target.closest(ANSWERING)?.dataset.node ?? "");
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
