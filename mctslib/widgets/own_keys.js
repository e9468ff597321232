function mark(panel) {
  panel.querySelectorAll("select").forEach((menu) => {
    menu.dataset.lmSuppressShortcuts = "true"; // JupyterLab reads this attribute only on the focused element
  });
  panel.querySelectorAll(".widget-slider .noUi-handle:not([aria-label])").forEach((knob) => {
    const words = knob.closest(".widget-slider").querySelector(".widget-label")?.textContent.trim();
    if (words) knob.setAttribute("aria-label", words);
  });
}
// Shift+Enter, by which a reader of a notebook goes on, goes to the next cell.  JupyterLab would run
// the panel's cell again, and what the reader has done in the panel would be lost.
function goOn(event) {
  if (event.key !== "Enter" || !event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
  const next = event.currentTarget.closest(".jp-Cell")?.nextElementSibling;
  if (!next?.matches(".jp-Cell")) return;
  event.preventDefault();
  event.stopPropagation();
  const place = next.querySelector(".jp-InputPrompt") ?? next;
  for (const kind of ["mousedown", "mouseup", "click"]) place.dispatchEvent(new MouseEvent(kind, { bubbles: true }));
  next.scrollIntoView({ block: "nearest" });
}
// Enter in a text field enters what it holds, and what is typed next replaces it.
function replaces({ key, target }) {
  if (key === "Enter" && target.matches("input[type=text]")) setTimeout(() => target.select());
}
const seen = new WeakSet();
function follow(panel) {
  // repeat the following whenever pictures are added or replaced
  if (seen.has(panel)) return;
  seen.add(panel);
  panel.addEventListener("keydown", goOn, true);
  panel.addEventListener("keydown", replaces, true); // a text field keeps the event to itself
  let waiting = 0;
  new MutationObserver(() => {
    waiting ||= setTimeout(() => {
      waiting = 0;
      mark(panel);
    }, 50);
  }).observe(panel, { childList: true, subtree: true });
}
// Prepare the panel around this part, or try again soon: the parts are added to the page one after another.
function watch(root, tries = 200) {
  const panel = root.closest(".mcts-panel");
  if (panel) {
    mark(panel);
    follow(panel);
    tend(panel);
    letWalk(panel);
  } else if (tries) setTimeout(() => watch(root, tries - 1), 50);
}
export default {
  render({ el }) {
    el.style.display = "none";
    watch(el);
  },
};
