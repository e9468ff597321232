// Draw rectangles on a canvas.  `x` is a function that computes the x coordinate of a visit; `look`
// contains the height of a row and the colours.
const LEFT = 52;
const TOP = 18;
// the space to the left of and above the rectangles, in pixels

// Clear a canvas, make it as large as its element and as sharp as the screen, and return its context.
function clean(canvas, place) {
  const scale = window.devicePixelRatio || 1;
  const context = canvas.getContext("2d");
  const [w, h] = [place.clientWidth, place.clientHeight].map((side) => Math.round(side * scale));
  if (canvas.width !== w || canvas.height !== h) [canvas.width, canvas.height] = [w, h];
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, place.clientWidth, place.clientHeight);
  const style = getComputedStyle(place);
  context.font = `${style.getPropertyValue("--mcts-words")} ${style.fontFamily}`;
  context.textBaseline = "middle";
  return context;
}

function paint(context, sheet, x, look) {
  const special = { merged: [], main: [], named: [] };
  context.fillStyle = look.ink;
  context.fillText("depth", 2, TOP / 2);
  const order = look.width > 300 ? "; moves in their order" : "";
  context.fillText(`width: share of the visits${order}`, LEFT, TOP / 2, look.width);
  for (let depth = sheet.top; depth < sheet.rows.length - 1; depth++) {
    const y = TOP + (depth - sheet.top) * look.row;
    context.fillStyle = look.ink;
    context.fillText(
      `${depth} ${depth ? sheet.movers[depth] : "root"}`,
      2,
      y + look.row / 2,
      LEFT - 6,
    );
    for (let i = sheet.rows[depth]; i < sheet.rows[depth + 1]; i++)
      paintOne(context, sheet, i, x, y, look, special, sheet.scales[depth]);
  }
  context.strokeStyle = context.fillStyle = look.dark;
  stripe(context, special.merged, look.row);
  context.lineWidth = 2;
  for (const [, from, y, wide] of special.main)
    context.strokeRect(from + 2, y + 2, Math.max(wide - 5, 0.5), look.row - 5);
  for (const [i, from, y, wide] of special.named) {
    const words = labels(sheet, i).find((text) => context.measureText(text).width < wide - 8);
    if (words) context.fillText(words, from + 4, y + look.row / 2);
  }
}

// Return the colour of a value q on one of three scales: the scale of X's share, this scale reversed, or
// shades of one colour.
function colourOf(colours, scale, q) {
  const steps = colours.value.length - 1;
  if (!(q >= 0)) return colours.value[steps / 2];
  if (scale === "amount") return colours.amount[Math.round(0.6 * steps * q)];
  return colours.value[Math.round(steps * (scale === "turned" ? 1 - q : q))];
}

// Return the colours of both scales in the current theme of the page.
function coloursOf(element) {
  const style = getComputedStyle(element);
  const scale = (name) =>
    Array.from({ length: 41 }, (_, k) => style.getPropertyValue(`--mcts-${name}-${k}`).trim());
  return { value: scale("value"), amount: scale("amount") };
}

function paintOne(context, sheet, i, x, y, look, special, scale) {
  const from = x(sheet.start[i]);
  const wide = x(sheet.start[i] + sheet.visits[i]) - from;
  const q = value(sheet, i);
  if (wide <= 0) return;
  context.fillStyle = colourOf(look.colours, scale, q);
  context.fillRect(from, y, Math.max(wide - (wide > 5 ? 1 : 0), 0.4), look.row - 1);
  if (sheet.move[i] === MERGED) special.merged.push([i, from, y, wide]);
  else if (wide > 14 && look.row > 10) special.named.push([i, from, y, wide]);
  if (i && sheet.flags[i] & MAIN) special.main.push([i, from, y, wide]);
}

// Draw stripes on merged rectangles.
function stripe(context, merged, row) {
  context.globalAlpha = 0.4;
  context.lineWidth = 0.7;
  context.beginPath();
  for (const [, from, y, wide] of merged) {
    for (let k = 2; k < wide - 2; k += 4) {
      context.moveTo(from + k, y);
      context.lineTo(from + k, y + row - 1);
    }
  }
  context.stroke();
  context.globalAlpha = 1;
}

function frame(context, [from, y, wide], row, pens) {
  if (wide <= 0 || y < TOP) return;
  for (const [ink, thick, dashes] of pens) {
    context.setLineDash(dashes);
    context.strokeStyle = ink;
    context.lineWidth = thick;
    context.strokeRect(from, y - 0.5, Math.max(wide - 1, 1), row);
  }
}
