"""What a panel's controls need from the page: their keys to themselves, names for a screen reader, a visible arrow.

In JupyterLab a focused `<select>` still leaves the notebook in command mode: the down arrow would go to the next
cell, and typing the first letters of an option could delete one.  And the knob of a slider has no name of its own:
it gets the words that stand before the slider.  The arrow of a drop-down menu is dark grey in every theme: on dark
paper it gets the colour of the letters.
"""
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
ARROW = (  # the chevron of ipywidgets, in the colour of letters on dark paper
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 18 18'%3E"
    "%3Cpath fill='%23e0e0e0' d='M5.2 5.9 9 9.7l3.8-3.8 1.2 1.2-5 5-5-5z'/%3E%3C/svg%3E"
)
STYLE = f"""
body[data-jp-theme-light="false"] .mcts-panel .widget-dropdown > select {{ background-image: url("{ARROW}"); }}
"""


class OwnKeys(anywidget.AnyWidget):
    """Nothing to see.  As the last child of every `Panel` it looks after the controls beside it."""

    _esm = SCRIPT
    _css = STYLE
