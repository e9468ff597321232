// Show a picture whose parts can be picked.  Such a part has the attribute data-pick; the picked part
// has aria-pressed="true".  A click picks a part, and so does a finger or a pressed mouse that slides
// over the parts.  The Tab key reaches the picture as a whole; in the picture, an arrow key picks the
// next part in the direction of the arrow.
const parts = (el) => [...el.querySelectorAll("[data-pick]")];

function middle(part) {
  const { x, y, width, height } = part.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}

// Return the nearest part in the direction of an arrow key.  Distances at a right
// angle to this direction count double.
function neighbour(el, part, [dx, dy]) {
  const from = middle(part);
  let best = null;
  let least = Infinity;
  for (const other of parts(el)) {
    const to = middle(other);
    const along = dx * (to.x - from.x) + dy * (to.y - from.y);
    const beside = Math.abs(dy * (to.x - from.x) + dx * (to.y - from.y));
    if (other === part || along < 4 || beside > 2 * along) continue;
    const far = along + 2 * beside;
    if (far < least) [best, least] = [other, far];
  }
  return best;
}

const ARROWS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export default {
  render({ model, el }) {
    el.classList.add("mcts-picking");
    let picks = 0;
    let slide = null; // the pointer that was pressed on a part, and the part that it picked last

    function draw() {
      const focused = el.contains(document.activeElement);
      el.innerHTML = model.get("value");
      const all = parts(el);
      for (const part of all) part.closest("svg")?.setAttribute("role", "group"); // in an image, screen readers would find no buttons
      const chosen = all.find((part) => part.getAttribute("aria-pressed") === "true") ?? all[0];
      for (const part of all) {
        part.setAttribute("role", "button");
        part.setAttribute("tabindex", part === chosen ? "0" : "-1");
      }
      if (focused) chosen?.focus({ preventScroll: true });
      reach();
    }

    // Let keys and fingers scroll a picture that is wider than the space available.
    function reach() {
      for (const place of el.children) {
        const wide = place.scrollWidth > place.clientWidth + 1;
        place.style.touchAction = wide ? "" : "pan-y pinch-zoom"; // a finger slides sideways over parts
        if (!wide) place.removeAttribute("tabindex");
        else place.setAttribute("tabindex", "0");
      }
    }

    function pick(part) {
      if (!part) return;
      picks += 1;
      model.set("picked", [part.dataset.pick, picks]);
      model.save_changes();
    }

    el.addEventListener("click", (event) => pick(event.target.closest("[data-pick]")));
    el.addEventListener("pointerdown", (event) => {
      const part = event.target.closest("[data-pick]");
      slide = part && { pointer: event.pointerId, picked: part.dataset.pick };
    });
    el.addEventListener("pointermove", (event) => {
      if (slide?.pointer !== event.pointerId || !event.buttons) return;
      const below = el.getRootNode().elementFromPoint(event.clientX, event.clientY);
      const part = below?.closest("[data-pick]");
      if (!part || !el.contains(part) || part.dataset.pick === slide.picked) return;
      el.setPointerCapture(event.pointerId); // the pressed part is replaced when the picture changes
      slide.picked = part.dataset.pick;
      pick(part);
    });
    el.addEventListener("keydown", (event) => {
      const part = event.target.closest("[data-pick]");
      if (!part) return;
      if (event.key === "Enter" || event.key === " ") pick(part);
      else if (ARROWS[event.key]) pick(neighbour(el, part, ARROWS[event.key]));
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    model.on("change:value", draw);
    draw();
    const observer = new ResizeObserver(reach);
    observer.observe(el);
    return () => observer.disconnect();
  },
};
