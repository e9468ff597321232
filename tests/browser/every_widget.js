// Use one widget that is shown several times, at several widths, and note which parts look wrong.
//
// `used({ views, steps })` presses and changes the controls of the first view.  They act on all views, because all
// views show one model.  `used` inspects each state with `seen`.
(() => {
  const LEAST = 12;
  const SETTLED = 160; // milliseconds without a change
  const PATIENCE = 1000; // milliseconds of work before Stop is pressed
  const LITTLE = 4; // pixels that are too few to be scrolled
  const ROOM = 130; // the largest height of a band without anything visible, in pixels: room for six lines
  const PICTURES = 3; // at most this many parts of pictures are pressed
  const CONTROLS = "button, select, input, textarea, .noUi-target, [role=button]";
  const pause = () => new Promise((done) => requestAnimationFrame(done));
  const shown = (e) => {
    const box = e.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && getComputedStyle(e).visibility === "visible";
  };
  const words = (e) => {
    const label = e.closest(".widget-inline-hbox")?.querySelector(".widget-label")?.textContent ?? "";
    const own = e.getAttribute("aria-label") || e.textContent || e.title || e.placeholder || e.className;
    return `${label} ${e.localName} ${String(own.baseVal ?? own).trim().slice(0, 30)}`.trim();
  };
  const works = (panel) =>
    [...panel.querySelectorAll("button")].filter((b) => /^(Stop|■)/.test(b.textContent.trim()) && !b.disabled && shown(b));

  // ---- parts that look wrong

  function scrolls(e) {
    return ["auto", "scroll"].includes(getComputedStyle(e).overflowX);
  }

  function small(view) {
    const faults = [];
    const walker = document.createTreeWalker(view, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const e = node.parentElement;
      if (!node.textContent.trim() || !e.checkVisibility() || e.closest("style, script, title, desc, option, math, .fa")) continue;
      let size = parseFloat(getComputedStyle(e).fontSize);
      if (e.closest("svg")) {
        const box = e.getBoundingClientRect();
        if (!box.width) continue;
        const matrix = e.getScreenCTM?.();
        if (matrix) size *= Math.hypot(matrix.a, matrix.b);
      }
      if (size < LEAST - 0.05) faults.push(`letters of ${size.toFixed(1)} px: ${node.textContent.trim().slice(0, 24)}`);
    }
    return faults;
  }

  function outside(view) {
    const faults = [];
    const frame = view.getBoundingClientRect();
    for (const e of view.querySelectorAll("*")) {
      if (e.closest("svg") && e.localName !== "svg") continue;
      if (!e.checkVisibility({ visibilityProperty: true })) continue;
      const style = getComputedStyle(e);
      if (style.clipPath !== "none" || style.position === "fixed") continue;
      const box = e.getBoundingClientRect();
      if (!box.width || !box.height) continue;
      let free = true;
      for (let over = e.parentElement; over && over !== view; over = over.parentElement) {
        if (scrolls(over) || getComputedStyle(over).clipPath !== "none") free = false;
      }
      if (!free) continue;
      const more = Math.round(Math.max(box.right - frame.right, frame.left - box.left));
      if (more > 1) faults.push(`sticks out by ${more} px: ${e.localName}.${String(e.className.baseVal ?? e.className).slice(0, 60)} ${e.textContent.trim().slice(0, 24)}`);
      const cuts = ["hidden", "clip"].includes(style.overflowX) && e.textContent.trim() && e.localName !== "svg";
      if (cuts && e.scrollWidth > e.clientWidth + 1) {
        faults.push(`cut by ${e.scrollWidth - e.clientWidth} px: ${e.localName}.${String(e.className).slice(0, 60)} ${e.textContent.trim().slice(0, 24)}`);
      }
    }
    return faults;
  }

  // return a sentence for each SVG text that its picture cuts off
  function cut(view) {
    const faults = [];
    for (const svg of view.querySelectorAll("svg")) {
      if (!svg.checkVisibility() || svg.ownerSVGElement) continue;
      const frame = svg.getBoundingClientRect();
      for (const text of svg.querySelectorAll("text")) {
        const box = text.getBoundingClientRect();
        if (!box.width || !text.textContent.trim() || text.closest("svg") !== svg) continue;
        if (box.left < frame.left - 1 || box.right > frame.right + 1) faults.push(`cut by its picture: ${text.textContent.trim().slice(0, 24)} in “${(svg.getAttribute("aria-label") ?? "").slice(0, 40)}”`);
      }
    }
    return faults;
  }

  // return a sentence for each part, or area around the view, that scrolls by a few pixels: its bar is of no
  // use, and it swallows the first turn of the mouse wheel
  function nearly(view) {
    const around = [];
    for (let e = view.parentElement; e && !e.matches(".jp-Cell"); e = e.parentElement) around.push(e);
    const faults = [];
    for (const e of [...around, view, ...view.querySelectorAll("*")]) {
      if (!e.checkVisibility()) continue;
      const style = getComputedStyle(e);
      for (const [flow, all, room] of [[style.overflowY, e.scrollHeight, e.clientHeight], [style.overflowX, e.scrollWidth, e.clientWidth]]) {
        const isLittle = all > room && all - room <= LITTLE && room > 0;
        if (isLittle && ["auto", "scroll"].includes(flow)) faults.push(`scrolls by ${all - room} px: ${e.localName}.${String(e.className).slice(0, 60)}`);
      }
    }
    return faults;
  }

  function grey(view) {
    return [...view.querySelectorAll("button, select, input")]
      .filter((e) => e.disabled && shown(e))
      .map((e) => `grey: ${words(e)}`);
  }

  // return a sentence if ⚙ has a line of the bar for itself
  function lonely(view) {
    const faults = [];
    for (const gear of view.querySelectorAll(".mcts-gear")) {
      const bar = gear.closest(".mcts-bar");
      // before the page has the style of the widgets, the bar is not yet laid out
      if (!shown(gear) || getComputedStyle(bar).minHeight === "auto") continue;
      const { top, bottom } = gear.getBoundingClientRect();
      const others = [...bar.querySelectorAll("button, select, input, .noUi-target")];
      const beside = others.filter((e) => {
        const box = e.getBoundingClientRect();
        return e !== gear && shown(e) && box.top < bottom && box.bottom > top;
      });
      const elsewhere = others.some((e) => e !== gear && shown(e)); // in another line of the bar
      if (!beside.length && elsewhere) faults.push("⚙ is alone on a line");
    }
    return faults;
  }

  // return a sentence if no part of the figure is visible above the bar of controls
  function bare(view) {
    const parts = [...view.querySelectorAll("svg, canvas, img, table, pre, input")];
    const figures = parts.filter((e) => shown(e) && !e.closest(".mcts-controls, .mcts-transport, .bar, .noUi-target, button"));
    const text = view.querySelector(".mcts-figure")?.innerText.trim();
    return figures.length || text ? [] : ["has no figure"];
  }

  // return a sentence if a picture is wider than the part of the view that scrolls it
  function sideways(view) {
    const faults = [];
    for (const e of view.querySelectorAll("*")) {
      if (!scrolls(e) || !e.checkVisibility() || !e.querySelector("svg")) continue;
      const more = e.scrollWidth - e.clientWidth;
      if (more > 1) faults.push(`scrolls sideways by ${more} px: ${e.localName}.${String(e.className).slice(0, 60)}`);
    }
    return faults;
  }

  // return a sentence if there is a high band of the view in which nothing is visible
  function hole(view) {
    const top = view.getBoundingClientRect().top;
    const filled = [];
    const fill = (box) => { if (box.width && box.height) filled.push([box.top - top, box.bottom - top]); };
    const isSeen = (e) => e.checkVisibility({ visibilityProperty: true });
    const walker = document.createTreeWalker(view, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const e = node.parentElement;
      if (!node.textContent.trim() || e.closest("style, script, title, desc") || !isSeen(e)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) fill(box);
    }
    const shapes = "svg path, svg rect, svg line, svg circle, svg polygon, canvas, img, button, input, select";
    for (const e of view.querySelectorAll(shapes)) if (isSeen(e)) fill(e.getBoundingClientRect());
    filled.sort((one, other) => one[0] - other[0]);
    let low = 0, highest = 0, at = 0;
    for (const [above, below] of filled) {
      if (above - low > highest) [highest, at] = [above - low, low];
      low = Math.max(low, below);
    }
    return highest > ROOM ? [`has a hole of ${Math.round(highest)} px, ${Math.round(at)} px below its top`] : [];
  }

  // return a sentence for each control that is visible in only one of the two themes
  function lost(view) {
    const visible = () => [...view.querySelectorAll(CONTROLS)].filter((e) => shown(e) && e.checkVisibility({ opacityProperty: true }));
    const theme = document.body.dataset.jpThemeLight;
    const before = visible();
    document.body.dataset.jpThemeLight = String(theme === "false");
    const after = visible();
    document.body.dataset.jpThemeLight = theme;
    return [...new Set(before).symmetricDifference(new Set(after))].map((e) => `in one theme only: ${words(e)}`);
  }

  // return the faults of a view before a reader has done anything
  window.atFirstSight = (view) => {
    const width = Math.round(view.getBoundingClientRect().width);
    const faults = [...hole(view), ...nearly(view), ...lost(view), ...sideways(view)];
    return faults.map((fault) => `${width} px wide: ${fault}`);
  };

  // return a sentence for each attribute that a script sets to the value that it has, while nobody touches the panel:
  // such a script works on and on for nothing
  window.setAgain = async (panel) => {
    const faults = new Set();
    const watch = new MutationObserver((changes) => {
      for (const { target, attributeName, oldValue } of changes) {
        if (target.getAttribute(attributeName) === oldValue) faults.add(`${attributeName} set again: ${words(target)}`);
      }
    });
    watch.observe(panel, { subtree: true, attributes: true, attributeOldValue: true });
    for (let frames = 0; frames < 10; frames += 1) await pause();
    watch.disconnect();
    return [...faults];
  };

  function seen(view) {
    const width = Math.round(view.getBoundingClientRect().width);
    return [...small(view), ...nearly(view), ...outside(view), ...cut(view), ...grey(view), ...lonely(view), ...bare(view)].map((fault) => `${width} px wide: ${fault}`);
  }

  // ---- actions of a reader

  const key = (e, name) => e.dispatchEvent(new KeyboardEvent("keydown", { key: name, code: name, bubbles: true, cancelable: true }));
  const tell = (e, ...kinds) => kinds.forEach((kind) => e.dispatchEvent(new Event(kind, { bubbles: true })));

  function act(e) {
    if (e.matches(".noUi-target")) {
      key(e.querySelector(".noUi-handle"), "ArrowLeft");
      key(e.querySelector(".noUi-handle"), "ArrowLeft");
    } else if (e.localName === "select") {
      e.selectedIndex = (e.selectedIndex + 1) % e.options.length;
      tell(e, "change");
    } else if (e.matches("input[type=range]")) {
      e.valueAsNumber -= Number(e.step) || 1;
      tell(e, "input", "change");
    } else if (e.matches("input[type=checkbox], input[type=radio]")) e.click();
    else if (e.matches("input, textarea")) {
      e.value = "2";
      tell(e, "input", "change");
    } else e.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  }

  async function quiet(panel) {
    const start = performance.now();
    let since = start, pressed = start;
    const watch = new MutationObserver(() => { since = performance.now(); });
    watch.observe(panel, { subtree: true, childList: true, attributes: true, characterData: true });
    while (performance.now() - since < SETTLED) {
      const stops = works(panel);
      if (stops.length && performance.now() - pressed > PATIENCE) {
        stops[0].click();
        pressed = performance.now();
      }
      if (stops.length) since = performance.now();
      if (performance.now() - start > 4 * PATIENCE) break;
      await pause();
    }
    watch.disconnect();
  }

  // hide all other cells, because a page with all widgets needs half a second to draw a frame
  function alone(panel) {
    const own = panel.closest(".jp-Cell");
    for (const cell of document.querySelectorAll(".jp-Cell")) cell.style.display = cell === own ? "" : "none";
  }

  function next(panel, met) {
    const all = [...panel.querySelectorAll(`${CONTROLS}, svg [tabindex]`)];
    return all.find((e) => {
      const inside = e.closest(".noUi-target") && !e.matches(".noUi-target");
      const known = met.has(e) || met.has(words(e)) || (e.closest("svg") && met.pictures >= PICTURES);
      return !known && !inside && shown(e) && !e.disabled && !works(panel).includes(e);
    });
  }

  // ---- in the middle of an action

  // Press the first button, and drag with a finger and the mouse on the same picture at the same time.
  window.begin = (panel) => {
    const button = [...panel.querySelectorAll("button")].find((e) => shown(e) && !e.disabled);
    button?.click();
    const place = panel.querySelector(".noUi-handle, svg [tabindex], svg, canvas");
    if (!place) return;
    const box = place.getBoundingClientRect();
    const at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2, bubbles: true, cancelable: true };
    const kinds = [["touch", 2], ["mouse", 1]];
    for (const kind of ["pointerdown", "pointermove", "pointermove"]) {
      for (const [pointerType, pointerId] of kinds) {
        place.dispatchEvent(new PointerEvent(kind, { ...at, pointerType, pointerId, buttons: 1 }));
        at.clientX += 7;
      }
    }
    place.dispatchEvent(new PointerEvent("pointercancel", { ...at, pointerType: "touch", pointerId: 2 }));
    place.dispatchEvent(new PointerEvent("pointerup", { ...at, pointerType: "mouse", pointerId: 1 }));
  };

  window.ended = async (panel) => {
    await quiet(panel);
    return [...seen(panel), ...works(panel).map((e) => `still works: ${words(e)}`)];
  };

  // ---- what is too small for a finger

  const FINGER = 44; // px

  window.tooSmall = (view) =>
    [...view.querySelectorAll("button, select, input, textarea")]
      .filter((e) => shown(e))
      .map((e) => [e, (e.closest("label") ?? e).getBoundingClientRect()])
      .filter(([, box]) => Math.min(box.width, box.height) < FINGER - 0.5)
      .map(([e, box]) => `${Math.round(box.width)} × ${Math.round(box.height)} px: ${words(e)}`);

  window.used = async ({ views, steps }) => {
    const faults = new Map();
    const look = (step) => {
      for (const fault of views.flatMap(seen)) if (!faults.has(fault)) faults.set(fault, step);
    };
    alone(views[0]);
    await quiet(views[0]);
    const met = new Set(), done = [];
    look("at first sight");
    while (done.length < steps) {
      const control = next(views[0], met);
      if (!control) break;
      met.add(control).add(words(control));
      met.pictures = (met.pictures ?? 0) + (control.closest("svg") ? 1 : 0);
      const step = `after ${words(control)}`;
      done.push(step);
      act(control);
      await quiet(views[0]);
      look(step);
    }
    return { done, faults: [...faults].map(([fault, step]) => `${fault} (${step})`) };
  };
})();
