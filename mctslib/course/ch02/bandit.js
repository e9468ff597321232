// Handle number keys for the slot machines around this element: each key pulls the arm with its
// number.
const OWN_KEYS = "input, select, textarea, [role=slider], .noUi-handle, [contenteditable=true]";

function render({ model, el }) {
  let panel = null, frame = 0;

  function pressed(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest(OWN_KEYS)) return;
    if (!/^[0-9]$/.test(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    model.send({ arm: Number(event.key) });
  }

  function settle(tries) {  // the element enters the page only after `render` returns
    panel = el.closest(".mcts-bandit");
    if (!panel) {
      if (tries) frame = requestAnimationFrame(() => settle(tries - 1));
      return;
    }
    panel.tabIndex = 0;
    panel.setAttribute("role", "group");
    panel.setAttribute("aria-label", "Slot machines: the number keys pull the arms");
    panel.dataset.lmSuppressShortcuts = "true";  // otherwise JupyterLab would handle the number keys
    panel.addEventListener("keydown", pressed);
  }

  settle(600);
  return () => {
    cancelAnimationFrame(frame);
    if (panel) panel.removeEventListener("keydown", pressed);
  };
}
export default { render };
