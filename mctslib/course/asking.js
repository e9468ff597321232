// Show one question: a fieldset of radio buttons, or a number field, and below them the verdict from
// Python.  Arrow keys only move between the options.  Space or Enter chooses an option, so no verdict
// appears while the reader moves between them.  After a number has been noted, the button is "Change".
let serial = 0; // for names that are unique on a page
const LATER = "The result comes below.";
const whole = (text) => text.replace(/\b(\w) = (?=[\d−.])/g, "$1\u00a0=\u00a0"); // "Q = 0.61" stays on one line

function make(name, attributes = {}, parent = null, html = "") {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.innerHTML = html; // Python has escaped this text
  if (parent) parent.appendChild(element);
  return element;
}

function render({ model, el: root }) {
  const view = model.get("view");
  const id = `mcts-question-${Date.now().toString(36)}-${serial++}`;
  root.classList.add("mcts-question");
  root.classList.toggle("mcts-predicts", view.name === "Your prediction");
  root.dataset.lmSuppressShortcuts = "true"; // turn JupyterLab's own keys off while a control has the focus
  const fieldset = make("fieldset", {}, root);
  make("legend", { id: `${id}-asked` }, fieldset, `<span class="name">${view.name}.</span> ${whole(view.question)}`);
  let figure;
  if (view.figure) {
    figure = make("div", { class: "sketch" }, fieldset, view.figure);
    const { width, height } = figure.firstElementChild.attributes;
    fieldset.classList.add("pictured");
    fieldset.style.setProperty("--wide", `${width.value}px`);
    fieldset.style.setProperty("--high", `${height.value}px`);
  }
  let button;
  const inputs = view.numbers ? [numberField()] : view.options.map(radio);
  // Before the answer, the words of the verdict's place say when it will be known.
  const asks = view.name === "Your prediction" ? LATER : "";
  const said = make("div", { id: `${id}-said`, class: "said", role: "status" }, fieldset, asks);

  function send(value) {
    model.set("event", ["choose", value, model.get("event")[2] + 1]);
    model.save_changes();
  }

  function radio(text, index) {
    const label = make("label", { class: "option" }, fieldset);
    const input = make("input", { type: "radio", name: id, value: index }, label);
    make("span", {}, label, whole(text));
    input.addEventListener("change", () => send(index));
    input.addEventListener("keydown", (event) => move(event, index));
    return input;
  }

  function move(event, index) {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (step) inputs[(index + step + inputs.length) % inputs.length].focus();
    else if (event.key === "Enter") inputs[index].click();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function numberField() {
    const row = make("div", { class: "number" }, fieldset);
    const [min, max] = view.numbers;
    const named = { "aria-labelledby": `${id}-asked`, "aria-describedby": `${id}-range ${id}-said` };
    const label = make("label", {}, row, `<span id="${id}-range">${view.hint.replace(/\.$/, "")}</span> `);
    const input = make("input", { type: "number", min, max, step: "any", ...named }, label);
    button = make("button", { type: "button" }, row, "Answer");
    const enter = () => input.value !== "" && send(Number(input.value));
    button.addEventListener("mousedown", (event) => event.preventDefault()); // the field keeps the focus: one answer
    button.addEventListener("click", () => (input.value === noted() ? input.select() : enter()));
    input.addEventListener("change", enter); // the reader leaves the field
    input.addEventListener("keydown", (event) => event.key === "Enter" && enter()); // the reader presses Enter
    return input;
  }

  const noted = () => String(model.get("answer").chosen ?? "");

  function show() {
    const { chosen, kind, mark, html, figure: after } = model.get("answer");
    if (figure) figure.innerHTML = after || view.figure; // the numbers after the right answer
    if (view.numbers && chosen != null) inputs[0].value = chosen;
    if (button) button.textContent = noted() ? "Change" : "Answer";
    if (!view.numbers) inputs.forEach((input, index) => {
      input.checked = index === chosen;
      input.parentElement.dataset.mark = index === chosen ? mark.slice(0, 1) : ""; // ✔ or ✗ is where the hand is
    });
    said.className = `said ${kind}`;
    said.innerHTML = mark ? `<b>${mark}</b> ${html}` : asks;
  }

  model.on("change:answer", show);
  show();
  return () => model.off("change:answer", show);
}

export default { render };
