"""Keys pressed in a panel's menus belong to the panel: JupyterLab's own shortcuts are silent there.

In JupyterLab a focused `<select>` still leaves the notebook in command mode: the down arrow would go to the next
cell, and typing the first letters of an option could delete one.
"""
from __future__ import annotations

import anywidget

SCRIPT = """
function mark(root, tries = 200) {
  const panel = root.closest(".mcts-panel");
  const menus = panel ? panel.querySelectorAll("select") : [];
  menus.forEach((menu) => { menu.dataset.lmSuppressShortcuts = "true"; });  // read on the focused element only
  if (!menus.length && tries) setTimeout(() => mark(root, tries - 1), 50);  // not in the page yet
}
export default { render({ el }) { el.style.display = "none"; mark(el); } };
"""


class OwnKeys(anywidget.AnyWidget):
    """Nothing to see.  As the last child of every `Panel` it keeps their keys from the notebook."""

    _esm = SCRIPT
