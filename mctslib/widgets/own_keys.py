"""What a panel's controls need from the page: their keys to themselves, and names for a screen reader.

In JupyterLab a focused `<select>` still leaves the notebook in command mode: the down arrow would go to the next
cell, and typing the first letters of an option could delete one.  And the knob of a slider has no name of its own:
it gets the words that stand before the slider.
"""
from __future__ import annotations

import anywidget

SCRIPT = """
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
"""


class OwnKeys(anywidget.AnyWidget):
    """Nothing to see.  As the last child of every `Panel` it looks after the controls beside it."""

    _esm = SCRIPT
