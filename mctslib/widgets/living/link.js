// Copy and open links that reopen a panel in the state in which somebody left it.  Such a link is the address of the
// page and, for example, #panel=play-1&moves=4,0,8&human=0&iterations=100&seed=1&view=marks.  Nothing of a link is put
// on the page: a panel accepts only whole numbers of a range and words of a list.
const OPENS = "#panel="; // how a link begins; other ends of an address are for places on the page
const LONGEST = 2000; // characters; no panel makes a longer link
const SAID_FOR = 2500; // milliseconds
const SETTLED = 3000; // milliseconds after which the panels above have their heights
const START = "you see the start.";
const SENSELESS = `This link makes no sense here: ${START}`;
const TOO_LONG = `This link is too long to be one of this page: ${START}`;
const PAST = `The moves of this link go on after the end of the game: ${START}`;
const ILLEGAL = `This link has a move that the rules do not allow: ${START}`;
const IN_THE_BAR = "This browser lets no page copy. The link is in the address bar: copy it there.";
const links = new Map(); // the name of a panel → { open, place }

// The words of a link.  Each method throws an error with the sentence for the reader.
class Asked {
  constructor(text) {
    this.words = new URLSearchParams(text);
  }
  refuse(sentence = SENSELESS) {
    throw Error(sentence);
  }
  whole(name, low, high, otherwise) {
    return this.words.has(name) ? this.read(this.words.get(name), low, high) : otherwise;
  }
  wholes(name, low, high, otherwise) {
    if (!this.words.has(name)) return otherwise;
    const parts = this.words.get(name).split(",").filter(Boolean);
    return parts.map((part) => this.read(part, low, high));
  }
  one(name, options, otherwise) {
    if (!this.words.has(name)) return otherwise;
    const found = options.indexOf(this.words.get(name));
    return found < 0 ? this.refuse() : options[found];
  }
  read(text, low, high) {
    const number = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
    return number >= low && number <= high ? number : this.refuse();
  }
  // Refuse a move after the end of a game, or one that is not legal.
  move(isOver, isLegal) {
    if (isOver) this.refuse(PAST);
    if (!isLegal) this.refuse(ILLEGAL);
  }
}

// Return the function with which a panel offers links.  tell() returns the words of its state; open(asked) shows the
// state of a link, or throws an error before it has changed anything; the button stands in `bar`, before `before`.
function linking(name, place) {
  return ({ tell, open, bar, before = null }) => {
    links.set(name, { open, place });
    if (location.protocol === "file:") return; // nobody else can open the address of a file on this disk
    const button = document.createElement("button");
    button.type = "button";
    button.className = "mcts-copy";
    button.innerHTML = "<span>Copy link</span><span>✓ Copied</span>"; // both, so that the button keeps its width
    button.setAttribute("aria-label", "Copy a link to what this panel shows");
    button.addEventListener("click", () => copy(button, address(name, tell()), place));
    bar.insertBefore(button, before);
  };
}

function address(name, words) {
  const all = new URLSearchParams({ panel: name, ...words });
  return `${location.href.split("#")[0]}#${all}`.replaceAll("%2C", ",");
}

async function copy(button, link, place) {
  try {
    await navigator.clipboard.writeText(link);
  } catch {
    history.replaceState(null, "", link);
    note(place, IN_THE_BAR);
    return;
  }
  button.classList.add("mcts-copied");
  note(place, "The link is copied.", "mcts-spoken");
  setTimeout(() => button.classList.remove("mcts-copied"), SAID_FOR);
}

// Say one sentence above a panel.
function note(place, sentence, className = "") {
  place.querySelector(".mcts-link-said")?.remove();
  const line = document.createElement("p");
  line.className = `mcts-link-said ${className}`;
  line.setAttribute("role", "status");
  place.prepend(line);
  line.textContent = sentence;
}

// Open the link in the address of the page, if there is one.
function openLink() {
  const { hash } = location;
  if (!hash.startsWith(OPENS)) return;
  const first = document.querySelector(".mcts-living");
  let place = first;
  try {
    if (hash.length > LONGEST) throw Error(TOO_LONG);
    const asked = new Asked(hash.slice(1));
    const panel = links.get(asked.words.get("panel"));
    if (!panel) asked.refuse();
    place = panel.place;
    panel.open(asked);
  } catch (problem) {
    const isOurs = [SENSELESS, TOO_LONG, PAST, ILLEGAL].includes(problem.message);
    if (place) note(place, isOurs ? problem.message : SENSELESS);
  }
  if (place) bring(place);
}

// Bring a panel into sight, and keep it there while the panels above it find their heights.
function bring(place) {
  const settled = new ResizeObserver(() => place.scrollIntoView({ block: "start" }));
  settled.observe(document.body);
  const end = () => settled.disconnect();
  setTimeout(end, SETTLED);
  for (const act of ["wheel", "touchstart", "pointerdown", "keydown"]) addEventListener(act, end, { once: true });
}

// A link that is pasted into the address of the open page loads the page again, so it opens as on another machine.
addEventListener("hashchange", () => location.hash.startsWith(OPENS) && location.reload());
