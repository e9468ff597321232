// Start all living widgets of the page.  The page script of a widget draws it, and another script
// answers its messages in place of the kernel.
class Model {
  // the part of anywidget's model that the page scripts use
  constructor({ state, sent, saved }, link) {
    Object.assign(this, { state, sent, saved, link, heard: {} });
  }
  get(name) {
    return this.state[name];
  }
  set(name, value) {
    this.state[name] = value;
  }
  on(event, listener) {
    (this.heard[event] ??= new Set()).add(listener);
  }
  off(event, listener) {
    this.heard[event]?.delete(listener);
  }
  send(message) {
    queueMicrotask(() => this.sent?.(message, this));
  } // as with a kernel, the sender's function ends before the message is handled
  save_changes() {
    queueMicrotask(() => this.saved?.(this));
  }
  put(state) {
    // do what a message from the kernel would do
    const changed = Object.keys(state).filter((name) => state[name] !== this.state[name]);
    Object.assign(this.state, state);
    for (const name of changed)
      for (const listener of this.heard[`change:${name}`] ?? []) listener();
  }
}

async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Response(
    new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")),
  ).json();
}

// Add a link that saves the record as a file, for a notebook or the terminal.
function takeaway({ name, text }, place) {
  const line = place.appendChild(document.createElement("p"));
  const link = document.createElement("a");
  line.className = "mcts-take";
  link.download = name;
  link.textContent = `Save this search (${name})`;
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  line.append(link, ", to open in a notebook or the terminal.");
}

// Add a field that opens a friend's search and shows its tree below the tree of the page.
function guest({ text, opens }, place) {
  const line = place.appendChild(document.createElement("p"));
  const shown = place.appendChild(document.createElement("div"));
  line.className = "mcts-take";
  line.innerHTML = `<label>Open a friend's search: <input type="file" accept=".json"></label> <span role="status"></span>`;
  const field = line.querySelector("input");
  const say = (words) => {
    line.querySelector("span").textContent = words;
  };
  field.addEventListener("change", async () => {
    const [chosen] = field.files;
    if (!chosen) return;
    try {
      const { start } = JSON.parse(text);
      const both = [
        ["This page", text],
        [chosen.name, await chosen.text()],
      ];
      const trees = both.map(([title, record]) => SEARCH(record, { ...opens, start, title }));
      shown.replaceChildren();
      shown.className = "mcts-panel";
      for (const tree of trees) drawn("atlas", { ...opens, tree }, shown);
      say("✔ The tree of this file is below, under the tree of this page.");
    } catch (problem) {
      // keep the tree that was open before
      say(`✖ ${problem.message}`);
    }
  });
}

// A page script that sends no messages needs only its data.
const unasked = (given) => [{ state: { ...given, given } }];

// name  the panel's name in links; without a name, the panel offers none
function drawn(kind, data, place, name = "") {
  (ANSWERS[kind] ?? unasked)(data).forEach((answers, k) => {
    const link = name ? linking(k ? `${name}.${k + 1}` : name, place.parentElement) : undefined;
    const model = new Model(answers, link);
    const el = place.appendChild(document.createElement("div"));
    PAGES[kind].render({ model, el });
    if (link && answers.linked) link(answers.linked(model, el));
  });
  if (data.legend) place.insertAdjacentHTML("beforeend", data.legend);
}

const woken = {}; // kind → how many panels of this kind the page has so far

async function wake(place) {
  const { kind } = place.dataset;
  woken[kind] = (woken[kind] ?? 0) + 1;
  const name = `${kind}-${woken[kind]}`;
  const live = document.createElement("div");
  live.className = `mcts-live mcts-panel mcts-${kind}`;
  place.append(live);
  try {
    const data = await unpacked(place.querySelector("script").textContent);
    drawn(kind, data, live, name);
    letWalk(live);
    if (data.file?.text) takeaway(data.file, live);
    if (data.file?.opens) guest(data.file, live);
    place.classList.add("mcts-alive");
  } catch (problem) {
    // in an old browser the widget keeps its still picture
    live.remove();
    console.warn(`This ${kind} remains a still picture: ${problem.message}`);
  }
}

// JupyterLab names its theme in the body's attribute `data-jp-theme-light`.  Set this attribute here, so
// that pictures follow the theme of the page.
function follow() {
  const { theme } = document.documentElement.dataset;
  if (theme) document.body.dataset.jpThemeLight = String(theme !== "dark");
}

// Fade the right edge of each part that continues beyond it, because a phone shows no scroll bar.
const CAN_SCROLL = "pre, table, .output > div, .output, .mcts-held, .mcts-live div, div.mcts-wide, mjx-container";

function fade(place) {
  const isCut = place.scrollWidth - place.clientWidth - place.scrollLeft > 1;
  const scrolls = isCut && /auto|scroll/.test(getComputedStyle(place).overflowX);
  place.classList.toggle("mcts-goes-on", scrolls);
}

const fadeAll = () => document.querySelectorAll(CAN_SCROLL).forEach(fade);

function start() {
  follow();
  new ResizeObserver(() => {
    for (const place of document.querySelectorAll(PLACES)) {
      reach(place);
      // the trees of a widget are settled by `arrange`
      if (!place.closest(".mcts-live")) settle(place, (place.mctsSpot ??= { left: 0, own: false }));
    }
    fadeAll();
  }).observe(document.body);
  document.addEventListener("scroll", ({ target }) => target.matches?.(CAN_SCROLL) && fade(target), true);
  let waiting = 0; // a widget may show another picture at any time
  new MutationObserver(() => {
    clearTimeout(waiting);
    waiting = setTimeout(fadeAll, 100);
  }).observe(document.body, { childList: true, subtree: true });
  tend(document.body);
  new MutationObserver(follow).observe(document.documentElement, {
    attributes: true,
    attributeFilter: ["data-theme"],
  });
  Promise.all([...document.querySelectorAll(".mcts-living")].map(wake)).then(openLink);
}
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
else start();
