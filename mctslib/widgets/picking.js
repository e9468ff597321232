// Show a picture whose parts can be picked.  Such a part has the attribute data-pick; the picked part
// has aria-pressed="true".  A click picks a part.  The Tab key reaches the picture as a whole; in the
// picture, an arrow key picks the next part in the direction of the arrow.
//
// What a part stands for in another picture has the attribute data-part with the same text: both light
// together (`lighting.js`, which comes before this file), and a click on either picks the part.
//
// A part that is too small for a finger is picked when the finger is lifted.  Until then a label
// above the finger names the nearest part, and sliding the finger sideways moves on to other parts.
//
// In a group with the attribute data-slide the mouse drags, too: while its button is held, each part
// that it reaches is picked.  A finger may slide in all directions there.
const FINGER = 44; // px
const CLICK = 500; // milliseconds after a pick in which a click comes from the same touch, and is ignored
const parts = (el) => [...el.querySelectorAll("[data-pick]")];
const visible = (el) => parts(el).filter((part) => part.getClientRects().length); // in the version that fits

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
  for (const other of visible(el)) {
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

// Return the part whose middle is nearest to a point in the window, among the parts of one picture.
function nearest(svg, event) {
  const far = (part) => {
    const at = middle(part);
    return Math.hypot(at.x - event.clientX, at.y - event.clientY);
  };
  return parts(svg).reduce((best, part) => (far(part) < far(best) ? part : best));
}

// Return whether a finger covers more than this part.
function isSmall(part) {
  const { width, height } = part.getBoundingClientRect();
  return Math.min(width, height) < FINGER;
}

// Call `pick` with the small part that a finger chooses.
function listenToFingers(el, pick) {
  const label = document.createElement("output");
  label.className = "mcts-under-finger";
  label.setAttribute("aria-hidden", "true"); // the part has the same words
  let svg = null; // the picture under the finger, or null
  let held = null; // the part that is nearest to the finger

  function hold(event) {
    held?.classList.remove("mcts-held");
    held = nearest(svg, event);
    held.classList.add("mcts-held");
    label.textContent = held.getAttribute("aria-label");
    const half = label.offsetWidth / 2;
    const widest = document.documentElement.clientWidth - half - 4;
    label.style.left = `${Math.max(half + 4, Math.min(widest, event.clientX))}px`;
    label.style.top = `${Math.max(FINGER, event.clientY - FINGER)}px`;
  }

  function leave() {
    held?.classList.remove("mcts-held");
    label.remove();
    svg = held = null;
  }

  el.addEventListener("pointerdown", (event) => {
    const part = event.target.closest("[data-pick]");
    if (event.pointerType === "mouse" || !event.isPrimary || !part || !isSmall(part)) return;
    svg = part.closest("svg");
    svg.setPointerCapture(event.pointerId);
    document.body.append(label);
    hold(event);
  });
  el.addEventListener("pointermove", (event) => {
    if (svg?.isConnected && event.isPrimary) hold(event);
  });
  el.addEventListener("pointerup", (event) => {
    if (!svg || !event.isPrimary) return;
    const part = svg.isConnected ? held : null; // the picture may have been replaced
    leave();
    if (part) pick(part);
  });
  el.addEventListener("pointercancel", leave); // the page scrolls
  return leave;
}

export default {
  render({ model, el }) {
    el.classList.add("mcts-picking");
    let picks = 0;

    function draw() {
      const focused = el.contains(document.activeElement);
      el.innerHTML = model.get("value");
      const all = parts(el);
      for (const part of all) part.closest("svg")?.setAttribute("role", "group"); // in an image, screen readers would find no buttons
      for (const part of all.filter(isSmall)) part.closest("svg")?.classList.add("mcts-small-parts");
      for (const part of all) part.setAttribute("role", "button");
      reach();
      if (focused) all.find((part) => part.tabIndex === 0)?.focus({ preventScroll: true });
    }

    // Let the Tab key reach the chosen part, and keys scroll a picture that is wider than the space
    // available.
    function reach() {
      const all = parts(el);
      const seen = visible(el);
      const chosen = seen.find((part) => part.getAttribute("aria-pressed") === "true") ?? seen[0] ?? all[0];
      for (const part of all) part.setAttribute("tabindex", part === chosen ? "0" : "-1");
      for (const place of el.children) {
        const wide = place.scrollWidth > place.clientWidth + 1;
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

    lightTogether(el);

    let slid = ""; // what the mouse drags, and the part that it has reached
    let reached = "";
    el.addEventListener("pointerdown", (event) => {
      slid = event.pointerType === "mouse" ? (event.target.closest("[data-slide]")?.dataset.slide ?? "") : "";
    });
    el.addEventListener("pointermove", (event) => {
      if (!slid || !event.buttons) return;
      const group = visible(el).map((part) => part.closest("[data-slide]")).find((one) => one?.dataset.slide === slid);
      const part = group && nearest(group, event);
      if (part && part.dataset.pick !== reached) pick(part);
      reached = part?.dataset.pick ?? "";
    });

    let left = -CLICK; // the time when a finger picked a part
    const leave = listenToFingers(el, (part) => {
      left = performance.now();
      pick(part);
    });
    el.addEventListener("click", (event) => {
      if (performance.now() - left <= CLICK) return;
      const hit = event.target.closest("[data-pick], [data-part]");
      pick(parts(el).find((part) => part === hit || part.dataset.pick === hit?.dataset.part));
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
    return () => {
      observer.disconnect();
      leave();
    };
  },
};
