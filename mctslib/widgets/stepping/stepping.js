// Keys and clicks for the stepper around this element: arrows (a phase), Ctrl+arrows (an iteration),
// Home and End; a click on a node of the tree.
const MOVES = { ArrowRight: "forward", ArrowLeft: "back", Home: "home", End: "end" };
const FASTER = { ArrowRight: "next_iteration", ArrowLeft: "previous_iteration" };
const OWN_KEYS = "input, select, textarea, [role=slider], .noUi-handle, [contenteditable=true]";

function render({ model, el }) {
  let panel = null, frame = 0;

  function pressed(event) {
    if (event.altKey || event.metaKey || event.shiftKey || event.target.closest(OWN_KEYS)) return;
    const move = event.ctrlKey ? FASTER[event.key] : MOVES[event.key];
    if (!move) return;
    event.preventDefault();
    event.stopPropagation();
    model.send({ move });
  }

  function clicked(event) {
    const node = event.target.closest(".mcts-tree g.node");
    if (!node) return;
    const words = [...node.querySelectorAll("text")].map((text) => text.textContent.trim());
    model.send({ node: `${words[0]}: ${words.at(-2)}  ${words.at(-1)}` });  // its name, N and Q
  }

  function settle(tries) {  // the element is placed in the page only after it was rendered
    panel = el.closest(".mcts-stepper");
    if (!panel) {
      if (tries) frame = requestAnimationFrame(() => settle(tries - 1));
      return;
    }
    panel.tabIndex = 0;
    panel.setAttribute("role", "group");
    panel.setAttribute("aria-label", model.get("label"));
    panel.dataset.lmSuppressShortcuts = "true";  // else JupyterLab takes the arrow keys
    panel.addEventListener("keydown", pressed);
    panel.addEventListener("click", clicked);
  }

  const hint = document.createElement("div");
  hint.className = "mcts-keys";
  hint.textContent = "Keys, after a click in here: ← → a phase, Ctrl+← Ctrl+→ an iteration, Home, End.";
  el.append(hint);
  settle(600);
  return () => {
    cancelAnimationFrame(frame);
    if (!panel) return;
    panel.removeEventListener("keydown", pressed);
    panel.removeEventListener("click", clicked);
  };
}
export default { render };
