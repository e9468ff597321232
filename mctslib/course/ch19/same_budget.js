// Show a tree of sums, and how it fares against samples with the same budget.  The page handles the dial itself, and
// asks Python only for the data of a different hand, seed or proposer.  `words.js` comes before this file.
function render({ model, el }) {
  const root = document.createElement("div");
  root.className = "mcts-same";
  el.append(root);
  let data = null;
  let budget = 0;
  const one = (name) => root.querySelector(name);

  const share = (after, most) => after.filter((n) => n != null && n <= most).length / after.length;
  const verdict = (after) =>
    after != null && after <= budget ? `✓ with ${count(after, "step")}` : "not yet";

  function build() {
    data = model.get("data");
    budget = budget || data.budget;
    root.innerHTML = `
      <p class="head"></p><p class="told" role="status"></p>
      <div class="parts">
        <div class="tree"><p class="mcts-label">The tree of sums: lines that passed each step</p>
          <div class="wide" tabindex="0" role="group" aria-label="the tree of sums">${data.tree}</div>
          <p class="note">Dashed: 24 can still be made. Green: the first right line.</p></div>
        <div class="dial"><p class="shares"></p>
          <div class="chart" tabindex="0">${data.dial}</div>
          <div class="exact"><b>Exact.</b> ${data.exact.join("<br>")}</div></div>
      </div>
      <div class="bar">
        <button type="button" class="first" data-do="more">▶ 10 more steps</button>
        <button type="button" class="all" aria-pressed="false">More</button>
        <button type="button" data-do="hand">↻ Other hand</button>
        <label class="steps">steps <input type="range" min="0" max="100" aria-label="generated steps"></label>
        <button type="button" data-do="seed">↻ Other seed</button>
        <span class="space"></span>
        <label>proposer <select>${data.proposers.map((name) => `<option${name === data.proposer ? " selected" : ""}>${name}</option>`).join("")}</select></label>
      </div>`;
    one("[data-do=seed]").hidden = Boolean(data.alone); // a page without Python has data for one seed only
    one("input").addEventListener("input", (event) => {
      const part = event.target.value / 100;
      show(Math.round(data.least * (data.most / data.least) ** part));
    });
    one("select").addEventListener("change", (event) =>
      model.send({ do: "proposer", name: event.target.value }),
    );
    one(".all").addEventListener("click", () => {
      one(".all").setAttribute("aria-pressed", root.classList.toggle("whole"));
    });
    for (const button of root.querySelectorAll("[data-do]")) {
      button.addEventListener("click", () => {
        if (button.dataset.do === "more") show(budget + 10);
        else model.send({ do: button.dataset.do });
      });
    }
    for (const ring of root.querySelectorAll(".ring")) {
      ring.style.touchAction = "none";
      ring.addEventListener("pointerdown", (event) => {
        ring.setPointerCapture(event.pointerId);
        ring.addEventListener("pointermove", dragged);
      });
      ring.addEventListener("pointerup", () => ring.removeEventListener("pointermove", dragged));
    }
    show(budget);
  }

  function dragged(event) {
    const ring = event.currentTarget;
    const [left, right] = [+ring.dataset.left, +ring.dataset.right];
    const x = event.clientX - ring.ownerSVGElement.getBoundingClientRect().left;
    const part = Math.max(0, Math.min(1, (x - left) / (right - left)));
    show(Math.round(data.least * (data.most / data.least) ** part));
  }

  function show(steps) {
    budget = Math.max(data.least, Math.min(data.most, steps));
    const part = Math.log(budget / data.least) / Math.log(data.most / data.least);
    const input = one("input");
    if (document.activeElement !== input) input.value = 100 * part;
    input.setAttribute("aria-valuetext", `${number(budget)} steps`);
    const more = one("[data-do=more]");
    if (budget === data.most && document.activeElement === more) input.focus();
    more.style.visibility = budget === data.most ? "hidden" : "";
    const reached = (item) => (item.dataset.at ? item.dataset.at.split(" ").filter((n) => +n <= budget).length : 0);
    // Until a search is right, the picture gives no answer.
    const right = data.names.filter((name) => verdict(data.solved[name])[0] === "✓");
    const isFound = right.length > 0 || budget === data.most;
    root.classList.toggle("found", isFound);
    const boxes = [...root.querySelectorAll(".step")];
    const counts = boxes.map(reached);
    const most = Math.max(1, ...counts);
    boxes.forEach((box, k) => {
      const [frame, solved] = [box.querySelector("rect"), box.querySelector(".solved")];
      box.style.visibility = !isFound && !counts[k] && frame.hasAttribute("stroke-dasharray") ? "hidden" : "";
      frame.setAttribute("fill", counts[k] ? data.amounts[Math.round((40 * counts[k]) / most)] : data.amounts[0]);
      const isRight = box.dataset.solves && data.solved.tree <= budget;
      solved.setAttribute("visibility", isRight ? "visible" : "hidden");
      const hasRoom = !isRight || !box.closest(".mcts-for-narrow"); // on a phone the ✓ takes the number's place
      box.querySelector(".n").textContent = counts[k] && hasRoom ? number(counts[k]) : "";
    });
    for (const way of root.querySelectorAll(".way")) {
      const n = reached(way);
      way.style.visibility = isFound || n ? "" : "hidden";
      way.setAttribute("stroke-width", 1 + (4 * n) / most);
      way.setAttribute("stroke", n ? data.soft : data.rule);
    }
    for (const ring of root.querySelectorAll(".ring")) {
      const [left, right] = [+ring.dataset.left, +ring.dataset.right];
      const x = left + part * (right - left);
      ring.setAttribute("cx", x);
      const line = ring.ownerSVGElement.querySelector(".at");
      for (const end of ["x1", "x2"]) line.setAttribute(end, x);
    }
    const shares = data.names.map((name) => `${name} <b>${percent(share(data.runs[name], budget))}</b>`);
    one(".shares").innerHTML = `Of ${count(data.count, "run")}, right with ${count(budget, "step")}: ${shares.join(", ")}.`;
    const told = right.map((name) => `${name} ${verdict(data.solved[name])}`).join(", ") || "no search is right yet";
    const isRight = data.solved.tree <= budget && data.solved.tree != null;
    one(".head").textContent = isRight ? data.found : data.head;
    one(".told").textContent = `After ${number(budget)} generated steps each: ${told}.`;
  }

  model.on("change:data", build);
  build();
}
export default { render };
