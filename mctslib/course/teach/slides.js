// Show one slide at a time.  The keys are the arrows, Space, Home, End, and Page Up and Page Down,
// which a presenter's remote control sends.
const all = [...document.querySelectorAll(".slide")];
function show(n) {
  const at = Math.max(0, Math.min(n, all.length - 1));
  all.forEach((slide, k) => slide.classList.toggle("away", k !== at));
  history.replaceState(null, "", `#${at + 1}`);
  all[at].classList.remove("crowded");
  all[at].querySelector(".parts").style.zoom = 1;
  fit(all[at]);
  return at;
}
// Make the title small if a slide is taller than the window, or if its picture is as tall as the
// space below the title.  If that is not enough, shrink the content of the slide.
function fit(slide) {
  const parts = slide.querySelector(".parts");
  const isHigher = () => slide.getBoundingClientRect().height > innerHeight + 0.5;
  if (isHigher() || slide.querySelector(".mcts-paper, .mcts-slides")) slide.classList.add("crowded");
  for (let zoom = Number(parts.style.zoom || 1); isHigher() && zoom > 0.5; zoom -= 0.02) parts.style.zoom = zoom;
}
let at = show((parseInt(location.hash.slice(1), 10) || 1) - 1);
const STEPS = { ArrowRight: 1, ArrowLeft: -1, " ": 1, PageDown: 1, PageUp: -1, Home: -Infinity, End: Infinity };
addEventListener("keydown", (event) => {
  const remote = event.key.startsWith("Page"), inside = event.target.closest?.("button, input, [tabindex], .mcts-live");
  if (!(event.key in STEPS) || event.ctrlKey || event.metaKey || event.altKey || (inside && !remote)) return;
  event.preventDefault();
  document.activeElement?.blur?.();
  at = show(at + STEPS[event.key]);
});
addEventListener("resize", () => show(at));
const grown = new ResizeObserver(() => fit(all[at]));  // an interactive figure appears some time after its slide
all.forEach((slide) => grown.observe(slide));
addEventListener("hashchange", () => { at = show((parseInt(location.hash.slice(1), 10) || 1) - 1); });
