// Draw the stepper's page: a ribbon of the four phases, one transport bar, and Python's HTML for the
// current moment.  Python sends only the values that have changed.  The page sends back messages
// that have one key, such as { move: "forward" } or { phase: 3 }.
const MOVES = { ArrowRight: "forward", ArrowLeft: "back", Home: "home", End: "end" };
const FASTER = { ArrowRight: "next_iteration", ArrowLeft: "previous_iteration" };
const OWN_KEYS = "input, select, textarea, [role=slider], [contenteditable=true]";
const HTML = ["tree", "board", "code", "table", "question"];
// the smallest height of letters on the page, and the height of letters in the table, in pixels
const LEAST = 12;
const TABLE_LETTERS = 12;
const SIGNS = ["↓", "+", "⋯", "↑"]; // the signs of the four phases
const PATIENCE = 10000; // milliseconds to wait for an answer while playing

const LEFT = "M12 3v10L5 8z";
const RIGHT = "M4 3v10l7-5z";
const NEXT = "forward"; // the filled button, which the reader presses first
const ICONS = {
  home: "M1 3h2v10H1zM9 3v10L3.5 8zM15 3v10L9.5 8z",
  previous_iteration: "M8 3v10L1.5 8zM14.5 3v10L8 8z",
  back: LEFT,
  play: RIGHT,
  pause: "M4 3h3v10H4zM9 3h3v10H9z",
  forward: RIGHT,
  next_iteration: "M1.5 3v10L8 8zM8 3v10l6.5-5z",
  end: "M1 3v10l5.5-5zM7 3v10l5.5-5zM13 3h2v10h-2z",
};
const TITLES = {
  home: "Before the first iteration (Home)",
  previous_iteration: "Same phase, one iteration back (Ctrl + left arrow)",
  back: "One phase back (left arrow)",
  play: "Play automatically, phase by phase",
  forward: "One phase forward (right arrow)",
  next_iteration: "Same phase, one iteration on (Ctrl + right arrow)",
  end: "After the last iteration (End)",
};
const icon = (name) =>
  `<svg viewBox="0 0 16 16" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`;

function skeleton(model) {
  const phases = model
    .get("phases")
    .map(
      ({ noun }, k) =>
        `<li><button type="button" data-phase="${k + 1}"><b>${k + 1}</b> <span data-sign="${SIGNS[k]}">${noun}</span></button></li>`,
    );
  const moves = Object.entries(TITLES).map(
    ([move, title]) =>
      move === NEXT
        ? `<button type="button" class="mcts-next" data-move="${move}" title="${title}" aria-label="${title}">${icon(move)} <span>Next</span></button>`
        : `<button type="button" class="mcts-icon" data-move="${move}" title="${title}" aria-label="${title}">${icon(move)}</button>`,
  );
  const speeds = Object.keys(model.get("speeds")).map(
    (speed) => `<option value="${speed}"${speed === "medium" ? " selected" : ""}>${speed} speed</option>`,
  );
  const more = model.get("more");
  return `
    <div class="mcts-sentence" role="status"><b></b> <span></span></div>
    <ol class="mcts-ribbon" aria-label="The four phases of an iteration">${phases.join("")}</ol>
    <div class="mcts-stage">
      <div class="mcts-part-tree" tabindex="0" role="group" aria-label="the tree"></div>
      <div class="mcts-part-board"></div>
      <div class="mcts-part-code"><div class="mcts-code" tabindex="0" role="group" aria-label="the running code"></div></div>
      <div class="mcts-part-table" tabindex="0" role="group" aria-label="the table of children">
        <label class="mcts-of">children of <select class="mcts-depth"></select></label>
        <div class="mcts-drawn-table"></div>
      </div>
      <div class="mcts-asked mcts-part-question" role="status"></div>
    </div>
    <div class="mcts-transport" role="group" aria-label="Step through the search">
      ${moves.join("")}
      <input type="range" min="0" step="1" aria-label="iteration">
      <span class="mcts-place"></span>
      <span class="mcts-gap"></span>
      <button type="button" class="mcts-predict" title="Predict what selection will do, then step">Predict</button>
      <button type="button" class="mcts-more" title="Add iterations to the search"
        aria-label="Search on: ${more} more iterations"><span class="mcts-in-full">Search on </span>+${more}</button>
      <select aria-label="speed" title="How fast it plays">${speeds.join("")}</select>
    </div>
    <div class="mcts-keys">Keys, after a click in this widget: ← → one phase, Ctrl+← Ctrl+→ one iteration, Home, End.</div>`;
}

// Play the search: request the next step once the last step has been shown completely, including
// the parts that appear one after another.
function player(model, face, button) {
  let timer = 0;
  let playing = false;
  function look() {
    const title = playing ? "Pause" : TITLES.play;
    button.innerHTML = icon(playing ? "pause" : "play");
    button.title = title;
    button.setAttribute("aria-label", title);
    button.setAttribute("aria-pressed", String(playing));
  }
  function stop() {
    clearTimeout(timer);
    playing = false;
    look();
  }
  function pause() {
    // the time for which the current moment is shown, in milliseconds
    const seconds = model.get("speeds")[face.querySelector("[aria-label=speed]").value];
    const turns = [...face.querySelectorAll(".mcts-tree [style*='--k']")].map(
      (part) => +part.style.getPropertyValue("--k"),
    );
    return 1000 * (seconds + (still() ? 0 : Math.max(0, ...turns) * beat(seconds)));
  }
  function step() {
    const { position, last } = model.get("place");
    if (position >= 4 * last || model.get("asking")) return stop();
    model.send({ move: "forward" });
    timer = setTimeout(stop, PATIENCE);
  }
  function seen() {
    if (!playing) return;
    clearTimeout(timer);
    timer = setTimeout(step, pause());
  }
  function toggle() {
    if (playing) return stop();
    playing = true;
    look();
    step();
  }
  look();
  return { toggle, seen, stop };
}
const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const beat = (seconds) => Math.min(0.4, seconds / 2); // seconds between two parts that appear

function render({ model, el }) {
  let panel = null;
  let frame = 0;
  let dragged = false;
  el.innerHTML = `<div class="mcts-face">${skeleton(model)}</div>`;
  const face = el.firstElementChild;
  const find = (selector) => face.querySelector(selector);
  const slider = find("input[type=range]");
  const speed = find("[aria-label=speed]");
  const depth = find(".mcts-depth");
  const play = player(model, face, find("[data-move=play]"));
  const homes = {
    tree: find(".mcts-part-tree"),
    board: find(".mcts-part-board"),
    code: find(".mcts-code"),
    table: find(".mcts-drawn-table"),
    question: find(".mcts-part-question"),
  };

  const show = {
    place() {
      const { phase, t, last, words, spoken, position } = model.get("place");
      face.dataset.phase = phase;
      for (const button of face.querySelectorAll("[data-phase]")) {
        const now = +button.dataset.phase === phase;
        button.classList.toggle("past", +button.dataset.phase < phase);
        now ? button.setAttribute("aria-current", "step") : button.removeAttribute("aria-current");
      }
      find(".mcts-place").textContent = words;
      showNext(phase, position >= 4 * last);
      slider.max = Math.max(1, last);
      if (!dragged) slider.value = t;
      slider.setAttribute("aria-valuetext", spoken);
      for (const move of ["home", "previous_iteration", "back"])
        find(`[data-move=${move}]`).ariaDisabled = String(!position);
      for (const move of ["play", "next_iteration", "end"])
        find(`[data-move=${move}]`).ariaDisabled = String(position >= 4 * last);
      play.seen();
    },
    sentence() {
      // the text consists of the event, two spaces, and the sentences that explain the event
      const [happened, ...reasons] = model.get("sentence").split("  ");
      find(".mcts-sentence b").textContent = happened;
      find(".mcts-sentence span").textContent = reasons.join(" ");
    },
    children_of() {
      depth.replaceChildren(...model.get("children_of").map((name, k) => new Option(name, k)));
      depth.value = model.get("depth");
    },
    depth() {
      depth.value = model.get("depth");
    },
    predict() {
      find(".mcts-predict").setAttribute("aria-pressed", String(model.get("predict")));
      face.classList.toggle("mcts-asks", model.get("predict"));
    },
    asking() {
      face.classList.toggle("mcts-predicting", model.get("asking"));
    },
  };
  // Show what the filled button does: one phase forward, or at the end of the record a longer search.
  function showNext(phase, atEnd) {
    const noun = model.get("phases")[phase % 4].noun;
    const step = phase === 4 ? "Next iteration" : `Next: ${noun}`;
    const more = find(".mcts-more");
    const next = find(".mcts-next");
    next.querySelector("span").textContent = atEnd ? `Search on +${model.get("more")}` : step;
    next.title = atEnd ? more.title : TITLES[NEXT];
    next.setAttribute("aria-label", atEnd ? more.getAttribute("aria-label") : TITLES[NEXT]);
    more.style.visibility = atEnd ? "hidden" : ""; // its place is kept, so that nothing moves
  }
  const atEnd = () => model.get("place").position >= 4 * model.get("place").last;

  // If the tree is drawn larger or smaller than before, animate the change of its size.
  function resize(before) {
    const tree = homes.tree.querySelector("svg");
    const now = tree?.getScreenCTM()?.a;
    if (!before || !now || still() || Math.abs(before / now - 1) < 0.02) return;
    tree.style.transformOrigin = "50% 0";
    tree.animate([{ transform: `scale(${before / now})` }, { transform: "none" }], {
      duration: 300,
      easing: "ease-out",
    });
  }

  // Return the middle of the bold path if the whole path fits into a width, or else of the node.
  function middleOf(tree, node, width) {
    const path = [...tree.querySelectorAll("g.edge.path, g.node.leaf")].map((part) => part.getBoundingClientRect());
    const left = Math.min(node.left, ...path.map((part) => part.left));
    const right = Math.max(node.right, ...path.map((part) => part.right));
    return right - left <= width ? (left + right) / 2 : node.x + node.width / 2;
  }

  // Shrink the tree until it fits the space available, or until its smallest letters are LEAST pixels
  // high.  If it is still too large, scroll to the path or to the node of the phase.
  function follow(home) {
    const tree = home.querySelector("svg");
    const box = tree?.viewBox.baseVal;
    if (!box) return;
    // The font size may be set on a text, on a part of it, or on an element around it.
    const letters = [...tree.querySelectorAll("text, tspan")];
    const sizes = letters.map((one) => parseFloat(getComputedStyle(one).fontSize));
    const scale = LEAST / Math.min(...sizes, 100);
    tree.style.setProperty("min-width", `${scale * box.width}px`, "important");
    tree.style.minHeight = `${scale * box.height}px`;
    // in phase 4 show the root, where the reward arrives last
    const rises = home.querySelector("[data-phase='4']");
    const node = home.querySelector(rises ? "g.node" : ".leaf")?.getBoundingClientRect();
    const place = home.getBoundingClientRect();
    if (!node) return;
    const left = home.scrollLeft + middleOf(tree, node, place.width) - place.x - place.width / 2;
    const top = home.scrollTop + node.y + node.height / 2 - place.y - place.height / 2;
    home.scrollTo({ left, top, behavior: rises && !still() ? "smooth" : "auto" });
  }

  // In the same way shrink the table until it fits its space; then scroll to the marked row.
  function uncover(home) {
    const table = home.querySelector("svg");
    const frame = home.parentElement;
    if (!table) return;
    table.style.minHeight = `${(LEAST / TABLE_LETTERS) * table.viewBox.baseVal.height}px`;
    const row = home.querySelector(".marked")?.getBoundingClientRect();
    if (row) frame.scrollTop += Math.max(0, row.bottom + 4 - frame.getBoundingClientRect().bottom);
  }

  for (const part of HTML) {
    show[part] = () => {
      const home = homes[part];
      const index = [...home.querySelectorAll("button")].indexOf(document.activeElement);
      const scale = part === "tree" && home.querySelector("svg")?.getScreenCTM()?.a;
      home.innerHTML = model.get(part);
      if (part === "tree") follow(home);
      if (part === "table") uncover(home);
      if (scale) resize(scale);
      // return the focus to the same button
      if (index >= 0) (home.querySelectorAll("button")[index] ?? panel)?.focus();
    };
  }

  function pressed(event) {
    if (event.altKey || event.metaKey || event.shiftKey || event.target.closest(OWN_KEYS)) return;
    const move = event.ctrlKey ? FASTER[event.key] : MOVES[event.key];
    if (!move) return;
    event.preventDefault();
    event.stopPropagation();
    play.stop();
    model.send({ move });
  }

  function clicked(event) {
    const button = event.target.closest("button");
    const node = event.target.closest(".mcts-tree g.node[data-path]");
    const { move, phase, option } = button?.dataset ?? {};
    if (move === "play") return play.toggle();
    if (button) play.stop();
    if (move === NEXT && atEnd()) model.send({ search: true });
    else if (move) model.send({ move });
    else if (phase) model.send({ phase: +phase });
    else if (option) model.send({ option: +option });
    else if (button?.matches(".mcts-predict")) model.send({ predict: !model.get("predict") });
    else if (button?.matches(".mcts-more")) model.send({ search: true });
    else if (node && model.get("asking")) model.send({ node: node.dataset.path });
  }

  function setBeat() {
    face.style.setProperty("--beat", `${beat(model.get("speeds")[speed.value])}s`);
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

  slider.addEventListener("pointerdown", () => {
    dragged = true;
  });
  slider.addEventListener("change", () => {
    dragged = false;
  });
  slider.addEventListener("input", () => {
    play.stop();
    model.send({ jump: +slider.value });
  });
  speed.addEventListener("change", setBeat);
  depth.addEventListener("change", () => model.send({ depth: +depth.value }));
  face.addEventListener("click", clicked);
  const heard = Object.entries(show).map(([name, draw]) => [`change:${name}`, draw]);
  for (const [name, draw] of heard) model.on(name, draw);
  for (const part of face.querySelectorAll("button, input, select"))
    part.dataset.lmSuppressShortcuts = "true";
  setBeat();
  // the room for the tree has changed, so show its path again
  const resized = new ResizeObserver(() => follow(homes.tree));
  resized.observe(homes.tree);
  for (const name of [...Object.keys(show)].filter((name) => name !== "place")) show[name]();
  show.place();
  settle(600);
  return () => {
    cancelAnimationFrame(frame);
    resized.disconnect();
    play.stop();
    for (const [name, draw] of heard) model.off(name, draw);
    panel?.removeEventListener("keydown", pressed);
  };
}
export default { render };
