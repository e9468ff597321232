// Handle the bars of `Hunches`, which show priors, and the board, whose cells light with their rows
// (`lighting.js` comes before this file).  Python draws both in two widths.  While the
// reader drags a bar, the page changes this bar and the other bars, which share the rest of the
// probability.  When the reader lets go, the page sends the new prior to Python.
const STEPS = { ArrowRight: 0.01, ArrowUp: 0.01, ArrowLeft: -0.01, ArrowDown: -0.01 };
const LEAPS = { PageUp: 0.05, PageDown: -0.05, Home: -1, End: 1 };

const within = (share) => Math.min(1, Math.max(0, share));

// Show a prior with its bar, its handle and its number.  Only attributes change, so nothing is drawn again.
function show(handle, prior) {
  const left = Number(handle.dataset.left);
  const length = Number(handle.dataset.track) * prior;
  const shift = left + length - (left + Number(handle.dataset.track) * Number(handle.dataset.prior));
  handle.previousElementSibling.setAttribute("width", length);
  handle.setAttribute("transform", `translate(${shift} 0)`);
  handle.setAttribute("aria-valuenow", Math.round(100 * prior));
  handle.nextElementSibling.textContent = percent(prior);
}

// Set one prior to `share`; the other priors keep their proportions.
function dragged(handles, chosen, share) {
  const rest = handles.filter((handle) => handle !== chosen);
  const before = rest.reduce((sum, handle) => sum + Number(handle.dataset.prior), 0);
  show(chosen, share);
  for (const handle of rest) {
    const part = before > 0 ? Number(handle.dataset.prior) / before : 1 / rest.length;
    show(handle, (1 - share) * part);
  }
}

function render({ model, el }) {
  const draw = () => {
    const active = el.querySelector(".handle:focus");
    const focused = active ? active.dataset.action : null;
    const wide = active ? active.closest(".wide") != null : true;
    const pictures = model.get("pictures");
    el.innerHTML = `<div class="mcts-second">${pictures.board}</div><div class="mcts-hunches-place">${pictures.place}</div>
      <div class="wide">${pictures.wide}</div><div class="narrow">${pictures.narrow}</div>`;
    if (focused == null) return;
    const side = wide ? ".wide" : ".narrow";
    el.querySelector(`${side} .handle[data-action="${CSS.escape(focused)}"]`)?.focus();
  };
  const tell = (handle, share) => model.send({ action: Number(handle.dataset.action), share });

  el.addEventListener("pointerdown", (event) => {
    const handle = event.target.closest(".handle");
    if (!handle) return;
    event.preventDefault();
    handle.focus();
    const picture = handle.closest("svg");
    const handles = [...picture.querySelectorAll(".handle")];
    const units = picture.viewBox.baseVal.width / picture.getBoundingClientRect().width;
    const begun = event.clientX;
    const first = Number(handle.dataset.prior);
    const moved = (to) => within(first + ((to.clientX - begun) * units) / Number(handle.dataset.track));
    const move = (to) => dragged(handles, handle, moved(to));
    const drag = new AbortController(); // ends the three listeners together
    const options = { signal: drag.signal };
    const drop = (to) => {
      drag.abort();
      tell(handle, moved(to));
    };
    const cancel = () => {
      drag.abort();
      draw();
    };
    window.addEventListener("pointermove", move, options);
    window.addEventListener("pointerup", drop, options);
    window.addEventListener("pointercancel", cancel, options);
  });

  el.addEventListener("keydown", (event) => {
    const handle = event.target.closest(".handle");
    const step = STEPS[event.key] ?? LEAPS[event.key];
    if (!handle || step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    tell(handle, within(Number(handle.dataset.prior) + step));
  });

  // A press on a cell or a row takes the reader to the handle of the move.
  el.addEventListener("click", (event) => {
    const move = event.target.closest("[data-part]")?.dataset.part;
    [...el.querySelectorAll(".handle")].find((one) => one.dataset.action === move && one.getClientRects().length)?.focus();
  });
  lightTogether(el);

  model.on("change:pictures", draw);
  draw();
}
export default { render };
