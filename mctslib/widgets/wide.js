// Let pictures that are wider than the space available be scrolled with keys and dragged with the mouse,
// and show a tree with its root in the middle.  This script is a part of `own_keys.js` in a notebook,
// and of `living/living.js` on a page without a kernel.  Each panel has its own copy of this script, so
// everything that has to be remembered is stored in the elements themselves.
const PLACES =
  ".widget-html-content, .mcts-part-tree, div.mcts-wide, .mcts-frames, [style*='overflow-x']";
// these elements are kept when their pictures are replaced
const HOMES = ".widget-html-content, .mcts-part-tree, .mcts-live";
const CONTROLS =
  "button, input, select, textarea, a, label, summary, [role=button], [role=slider], [contenteditable=true]";
const FAR = 4; // pixels; a shorter movement is a click

const places = (home) =>
  [home, ...home.querySelectorAll(PLACES)].filter((place) => place.matches(PLACES));
const room = (place) => [
  place.scrollWidth - place.clientWidth,
  place.scrollHeight - place.clientHeight,
];

// Let keys scroll a picture that is wider or higher than the space available.  Over such a picture, the
// pointer has the shape of a hand.
function reach(place) {
  const [wide, high] = room(place);
  const isHeld = wide > 0 || high > 0;
  place.classList.toggle("mcts-held", isHeld);
  if (!isHeld || place.hasAttribute("tabindex")) return;
  if (place.querySelector("[data-told]")) return; // the nodes of the tree are reached by the Tab key
  place.tabIndex = 0;
  place.setAttribute("role", "group");
  place.setAttribute("aria-label", "larger than the space available: the arrow keys scroll");
}

// Return the middle of a tree: of its root, or of its bold path if the path is in sight only then.
function middleOf(place, root) {
  const { x, width } = root.getBoundingClientRect();
  const middle = x + width / 2;
  const edges = [...place.querySelectorAll("g.edge.path")].map((edge) => edge.getBoundingClientRect());
  const left = Math.min(middle, ...edges.map((edge) => edge.left));
  const right = Math.max(middle, ...edges.map((edge) => edge.right));
  const room = place.clientWidth - width; // half a node on either side
  const isInSight = 2 * Math.max(middle - left, right - middle) <= room; // with the root in the middle
  return isInSight || right - left > room ? middle : (left + right) / 2;
}

// Show the middle of a tree until the reader scrolls; after that keep the reader's position.
function settle(place, spot) {
  const root = [...place.querySelectorAll("g.node")].find(
    (node) => node.getClientRects().length && getComputedStyle(node).visibility === "visible",
  );
  const { x, width } = place.getBoundingClientRect();
  place.mctsSpot = spot;
  if (!spot.own && root)
    spot.left = Math.max(
      0,
      Math.min(room(place)[0], place.scrollLeft + middleOf(place, root) - x - width / 2),
    );
  if (spot.own || root) place.scrollLeft = spot.left;
}

function arrange(home) {
  const spots = (home.mctsSpots ??= []);
  for (const [k, place] of places(home).entries()) {
    reach(place);
    // the stepper itself moves its tree, so that the current node is visible
    if (!place.matches(".mcts-part-tree")) settle(place, (spots[k] ??= { left: 0, own: false }));
  }
}

// Record a scroll position that the reader has chosen.  Positions that `settle` has set, or that a
// narrower picture has forced, are not recorded.
function scrolled({ target }) {
  const spot = target.mctsSpot;
  const left = target.scrollLeft;
  if (spot && Math.abs(left - Math.min(spot.left, room(target)[0])) > 1)
    Object.assign(spot, { left, own: true });
}

// Drag a picture with the mouse; a touch screen needs no script for scrolling.
function drag(event) {
  const picture = event.target.closest("svg, img");
  const place = picture?.parentElement.closest(".mcts-held");
  if (!place || event.pointerType !== "mouse" || event.button || event.target.closest(CONTROLS))
    return;
  const { clientX, clientY, pointerId } = event;
  const { scrollLeft, scrollTop } = place;
  const until = new AbortController();
  let drags = false;
  function moved({ clientX: x, clientY: y, buttons }) {
    if (!(buttons & 1)) return until.abort(); // the button was released outside the page
    if (!drags && Math.hypot(x - clientX, y - clientY) < FAR) return;
    if (!drags) place.setPointerCapture(pointerId);
    drags = true;
    place.classList.add("mcts-dragged");
    place.scrollTo({
      left: scrollLeft + clientX - x,
      top: scrollTop + clientY - y,
      behavior: "instant",
    });
  }
  function dropped() {
    until.abort();
    if (!drags) return;
    const stop = (click) => click.stopPropagation();
    addEventListener("click", stop, { capture: true });
    setTimeout(() => removeEventListener("click", stop, { capture: true }));
  }
  const { signal } = until;
  signal.addEventListener("abort", () => place.classList.remove("mcts-dragged"));
  addEventListener("pointermove", moved, { signal });
  addEventListener("pointerup", dropped, { signal });
  addEventListener("pointercancel", () => until.abort(), { signal });
  // otherwise the browser would drag the image out of the page
  addEventListener("dragstart", (start) => start.preventDefault(), { signal });
}

function tend(root) {
  if (root.mctsTended) return;
  root.mctsTended = true;
  const sized = new ResizeObserver((homes) => homes.forEach(({ target }) => arrange(target)));
  const find = () => root.querySelectorAll(HOMES).forEach((home) => sized.observe(home));
  new MutationObserver((changes) => {
    // this runs before the new picture is painted
    find();
    const homes = new Set(changes.map(({ target }) => target.closest(HOMES)));
    for (const home of homes) if (home?.querySelector("svg, img")) arrange(home);
  }).observe(root, { childList: true, subtree: true });
  find();
  root.addEventListener("scroll", scrolled, { capture: true, passive: true }); // a scroll event does not bubble
  root.addEventListener("pointerdown", drag);
}
