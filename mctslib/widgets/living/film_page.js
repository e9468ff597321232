// Show the frames of a film one at a time in the same place; the reader steps forward and back.
function render({ model, el }) {
  const frames = model.get("frames");
  const captions = model.get("captions");
  el.innerHTML = `<div class="mcts-film" role="group" aria-label="Film strip of ${frames.length} frames">
    <div class="mcts-film-bar"><button type="button" data-step="-1">◀ Back</button>
      <input type="range" min="0" max="${frames.length - 1}" value="0" aria-label="frame">
      <button type="button" data-step="1">Next ▶</button></div>
    <div class="mcts-frames">${frames.map((frame) => `<div>${frame}</div>`).join("")}</div>
    <p role="status"></p></div>`;
  const slider = el.querySelector("input");
  const places = [...el.querySelector(".mcts-frames").children];
  const [back, next] = el.querySelectorAll("button");
  function show(k) {
    slider.value = k;
    slider.setAttribute("aria-valuetext", `${k + 1} of ${frames.length}`);
    places.forEach((place, n) => {
      place.className = n === k ? "" : "mcts-away";
    });
    el.querySelector("p").textContent = `${k + 1} of ${frames.length}: ${captions[k]}`;
    back.ariaDisabled = String(k === 0);
    next.ariaDisabled = String(k === frames.length - 1);
  }
  slider.addEventListener("input", () => show(+slider.value));
  for (const button of [back, next]) {
    button.addEventListener("click", () =>
      show(Math.max(0, Math.min(+slider.value + +button.dataset.step, frames.length - 1))),
    );
  }
  show(0);
  model.link?.({
    tell: () => ({ frame: Number(slider.value) + 1 }),
    open: (asked) => show(asked.whole("frame", 1, frames.length, 1) - 1),
    bar: el.querySelector(".mcts-film-bar"),
  });
}
export default { render };
