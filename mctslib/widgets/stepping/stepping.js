// Draw the stepper's page: the four phases, the tree, the scores, one board and one bar of controls.
// Python sends only the values that have changed.  The page sends back messages that have one key,
// such as { move: "forward" }, { phase: 3 } or { fit: [750, 430] }.
const MOVES = { ArrowRight: "forward", ArrowLeft: "back", Home: "home", End: "end" };
const FASTER = { ArrowRight: "next_iteration", ArrowLeft: "previous_iteration" };
const OWN_KEYS = "input, select, textarea, [role=slider], [contenteditable=true]";
const HTML = ["headline", "words", "tree", "scores", "board", "code"];
const SIGNS = ["↓", "+", "⋯", "↑"]; // the signs of the four phases
const STEP = 10; // the tree is drawn anew when its width has changed by this many pixels

function skeleton(model) {
  const phases = model
    .get("phases")
    .map(
      (name, k) =>
        `<li><button type="button" data-phase="${k + 1}"><i>${k + 1}&ensp;</i><i>${SIGNS[k]} </i>${name}</button></li>`,
    );
  return `
    <div class="mcts-said" role="status"><b class="mcts-part-headline"></b><p class="mcts-part-words"></p></div>
    <ol class="mcts-ribbon" aria-label="The four phases of an iteration">${phases.join("")}</ol>
    <div class="mcts-stage">
      <div class="mcts-part-tree" role="group" aria-label="the tree"></div>
      <div class="mcts-part-scores" role="group" aria-label="the scores"></div>
      <div class="mcts-part-board"></div>
      <div class="mcts-part-code" tabindex="0" role="group" aria-label="the running code"></div>
    </div>
    <div class="mcts-transport" role="group" aria-label="Step through the search">
      <button type="button" class="mcts-next" data-move="forward" title="One phase forward (right arrow)"></button>
      <button type="button" class="mcts-back" data-move="back" title="One phase back (left arrow); F shows the stepper on the whole screen" aria-label="Back">◂<span> Back</span></button>
      <input type="range" min="1" step="1" aria-label="iteration">
      <span class="mcts-place"></span>
      <span class="mcts-gap"></span>
      <button type="button" class="mcts-setter" title="Set up a position of your own" aria-label="Set up"><i>⚙</i><span>Set up</span></button>
      <button type="button" class="mcts-coder" aria-expanded="false">code</button>
    </div>`;
}

function render({ model, el }) {
  let panel = null;
  let frame = 0;
  let told = ""; // the room that Python knows
  el.innerHTML = `<div class="mcts-face">${skeleton(model)}</div>`;
  const face = el.firstElementChild;
  const find = (selector) => face.querySelector(selector);
  const slider = find("input[type=range]");
  const coder = find(".mcts-coder");
  find(".mcts-setter").hidden = !model.get("sets_up"); // a page without Python has no rules of the game
  const homes = Object.fromEntries(HTML.map((part) => [part, find(`.mcts-part-${part}`)]));

  const show = {
    place() {
      const { phase, t, last, many, spoken, position } = model.get("place");
      for (const button of face.querySelectorAll("[data-phase]"))
        +button.dataset.phase === phase
          ? button.setAttribute("aria-current", "step")
          : button.removeAttribute("aria-current");
      face.classList.toggle("mcts-between", !phase); // two iterations: no phase is running
      const after = !phase && t ? "after " : ""; // between two iterations
      find(".mcts-place").innerHTML = `<span>${after}iteration </span>${t}<span> of </span><span>/</span>${last}`;
      face.classList.toggle("mcts-many", many);
      slider.max = Math.max(1, last);
      slider.value = t;
      slider.setAttribute("aria-valuetext", spoken);
      find(".mcts-back").ariaDisabled = String(position <= 1);
    },
    next() {
      find(".mcts-next").textContent = model.get("next");
    },
  };
  for (const part of HTML)
    show[part] = () => {
      const home = homes[part];
      const focused = home.contains(document.activeElement) && document.activeElement.dataset;
      home.innerHTML = model.get(part);
      light(null);
      if (part === "tree") follow(home);
      if (part === "code") coder.hidden = !model.get("code");
      const again = focused?.path && home.querySelector(`[data-path="${focused.path}"]`);
      if (focused) (again || panel)?.focus();
    };

  // Words and figure are one: everything that has one of the keys lights up, the rest steps back.
  function light(keys) {
    face.classList.toggle("mcts-lighting", Boolean(keys));
    for (const part of face.querySelectorAll("[data-k], u[data-l]")) {
      const own = (part.dataset.l ?? part.dataset.k).split(" ");
      part.classList.toggle("mcts-lit", Boolean(keys) && own.some((key) => keys.includes(key)));
    }
  }
  function keysOf(target) {
    const part = target.closest?.("u[data-l], [data-k]");
    return part ? (part.dataset.l ?? part.dataset.k).split(" ") : null;
  }
  let answered = ""; // where the mouse was when it gave an answer; it lights nothing before it moves
  const place = ({ clientX, clientY }) => `${clientX} ${clientY}`;
  const lit = (event) => {
    if (event.type === "mouseover" && place(event) === answered) return;
    answered = "";
    light(keysOf(event.target));
  };
  const unlit = () => light(keysOf(document.activeElement) && face.contains(document.activeElement) ? keysOf(document.activeElement) : null);

  // A tree that is deeper than its room scrolls to the node of the phase.
  function follow(home) {
    const node = home.querySelector(".leaf")?.getBoundingClientRect();
    const room = home.getBoundingClientRect();
    if (!node) return;
    if (node.bottom > room.bottom || node.top < room.top)
      home.scrollTop += node.top - room.top - room.height / 2;
  }

  function pressed(event) {
    if (event.altKey || event.metaKey || event.target.closest(OWN_KEYS)) return;
    const node = event.target.closest("[data-path]");
    if (node && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      model.send({ node: node.dataset.path });
    }
    if (event.key === "f" && !event.ctrlKey) {
      document.fullscreenElement ? document.exitFullscreen() : panel.requestFullscreen?.();
      event.stopPropagation();
    }
    const move = event.ctrlKey || event.shiftKey ? FASTER[event.key] : MOVES[event.key];
    if (!move) return;
    event.preventDefault();
    event.stopPropagation();
    model.send({ move });
  }

  function clicked(event) {
    const { target } = event;
    const { move, phase, option, path } = target.closest("button, [data-path]")?.dataset ?? {};
    if (target.closest(".mcts-setter")) model.send({ set_up: true });
    else if (target.closest(".mcts-coder")) {
      const open = face.classList.toggle("mcts-coded");
      coder.setAttribute("aria-expanded", String(open));
      coder.textContent = open ? "scores" : "code";
    } else if (move) model.send({ move });
    else if (phase) model.send({ phase: +phase });
    else if (option) {
      answered = place(event);
      model.send({ option: +option });
    }
    else if (path) model.send({ node: path });
  }

  function settle(tries) {
    // the element enters the page only after `render`
    panel = el.closest(".mcts-stepper");
    if (!panel) {
      if (tries) frame = requestAnimationFrame(() => settle(tries - 1));
      return;
    }
    panel.tabIndex = 0;
    panel.setAttribute("role", "group");
    panel.setAttribute("aria-label", model.get("label"));
    panel.dataset.lmSuppressShortcuts = "true"; // otherwise JupyterLab handles the arrow keys
    panel.addEventListener("keydown", pressed);
  }

  // The tree is drawn for the room that it has; above the scores it is not as high as beside them.
  function measure() {
    const width = STEP * Math.floor(homes.tree.clientWidth / STEP);
    const beside = face.clientWidth >= 900;
    const fit = [width, beside ? 430 : 0];
    if (!width || String(fit) === told) return;
    told = String(fit);
    model.send({ fit });
  }

  slider.addEventListener("input", () => model.send({ jump: +slider.value }));
  face.addEventListener("click", clicked);
  face.addEventListener("mouseover", lit);
  face.addEventListener("focusin", lit);
  face.addEventListener("mouseleave", unlit);
  face.addEventListener("focusout", unlit);
  const heard = Object.entries(show).map(([name, draw]) => [`change:${name}`, draw]);
  for (const [name, draw] of heard) model.on(name, draw);
  for (const part of face.querySelectorAll("button, input"))
    part.dataset.lmSuppressShortcuts = "true";
  for (const draw of Object.values(show)) draw();
  const resized = new ResizeObserver(measure);
  resized.observe(homes.tree);
  settle(600);
  return () => {
    cancelAnimationFrame(frame);
    resized.disconnect();
    for (const [name, draw] of heard) model.off(name, draw);
    panel?.removeEventListener("keydown", pressed);
  };
}
export default { render };
