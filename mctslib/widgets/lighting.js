// Light the parts of a figure that have one name, such as a cell of a board and its row of a chart.  The
// name is the attribute data-pick or data-part.  A part lights under the pointer, or with the focus.
const NAMED = "[data-pick], [data-part]";
const nameOf = (one) => one?.dataset.pick ?? one?.dataset.part;

function lightTogether(el) {
  function light(event) {
    const begins = event.type === "pointerover" || event.type === "focusin";
    const lit = begins ? nameOf(event.target.closest(NAMED)) : undefined;
    for (const one of el.querySelectorAll(NAMED)) one.classList.toggle("mcts-lit", lit !== undefined && nameOf(one) === lit);
  }
  for (const kind of ["pointerover", "pointerleave", "focusin", "focusout"]) el.addEventListener(kind, light);
}
