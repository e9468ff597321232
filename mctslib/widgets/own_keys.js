function mark(panel) {
  panel.querySelectorAll("select").forEach((menu) => {
    menu.dataset.lmSuppressShortcuts = "true";  // read on the focused element only
  });
  panel.querySelectorAll(".widget-slider .noUi-handle:not([aria-label])").forEach((knob) => {
    const words = knob.closest(".widget-slider").querySelector(".widget-label")?.textContent.trim();
    if (words) knob.setAttribute("aria-label", words);
  });
}
function watch(root, tries = 200) {
  const panel = root.closest(".mcts-panel");
  if (panel) mark(panel);
  if (tries) setTimeout(() => watch(root, tries - 1), 50);  // the parts come into the page one by one
}
export default { render({ el }) { el.style.display = "none"; watch(el); } };
