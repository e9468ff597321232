// Show a slider and, for each of its positions, a picture that was made beforehand.
const PAUSE = 200; // milliseconds between the last change of the width and a new measurement

function render({ model, el }) {
  const { name, labels, told, pieces, at } = model.get("given");
  const frames = model.get("given").frames.map((parts) => parts.map((k) => pieces[k]).join(""));
  const last = frames.length - 1;
  el.innerHTML = `<div class="mcts-slides" role="group">
    <p class="mcts-slide-told"></p><div class="mcts-slide"></div>
    <div class="mcts-film-bar"><button type="button" data-step="-1">◀ Back</button>
      <input type="range" min="0" max="${last}"><button type="button" data-step="1">Forward ▶</button></div>
    <p><output></output></p></div>`;
  const group = el.querySelector(".mcts-slides");
  const place = el.querySelector(".mcts-slide");
  const slider = el.querySelector("input");
  const headline = el.querySelector(".mcts-slide-told");
  const said = el.querySelector("output");
  const [back, next] = el.querySelectorAll("button");
  group.setAttribute("aria-label", name);
  headline.hidden = !told.some(Boolean);
  slider.setAttribute("aria-label", name);

  function show(k) {
    const words = `${name}: ${labels[k]}`;
    slider.value = k;
    slider.setAttribute("aria-valuetext", words);
    said.textContent = words;
    place.innerHTML = frames[k];
    headline.textContent = told[k];
    back.classList.toggle("mcts-away", k === 0);
    next.classList.toggle("mcts-away", k === last);
  }

  // Reserve as much height as the highest picture needs, so that nothing below the picture moves.
  function reserve() {
    const before = Number(slider.value);
    let highest = 0;
    let longest = 0;
    place.style.minHeight = headline.style.minHeight = "";
    frames.forEach((frame, k) => {
      place.innerHTML = frame;
      headline.textContent = told[k];
      highest = Math.max(highest, place.offsetHeight);
      longest = Math.max(longest, headline.offsetHeight);
    });
    place.style.minHeight = `${highest}px`;
    headline.style.minHeight = `${longest}px`;
    show(before);
  }

  let width = 0;
  let waiting = 0;
  function resized() {
    if (place.clientWidth === width) return;
    const isFirst = width === 0;
    width = place.clientWidth;
    clearTimeout(waiting);
    if (isFirst) reserve();
    else waiting = setTimeout(reserve, PAUSE);
  }

  slider.addEventListener("input", () => show(Number(slider.value)));
  for (const button of [back, next]) {
    button.addEventListener("click", () => {
      const wanted = Number(slider.value) + Number(button.dataset.step);
      show(Math.max(0, Math.min(wanted, last)));
    });
  }
  show(at);
  model.link?.({
    tell: () => ({ at: labels[slider.value] }),
    open: (asked) => show(labels.indexOf(asked.one("at", labels, labels[at]))),
    bar: said.parentElement,
  });
  new ResizeObserver(resized).observe(place);
}
export default { render };
