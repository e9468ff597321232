// Return sentences about the faults in the texts of all pictures on the page.
(least) => [...document.querySelectorAll('.one')].map((one) => {
  const svg = one.querySelector('svg'), faults = [];
  if (!svg) return faults;
  const name = (t) => t.textContent.trim().slice(0, 40);
  const seen = (t) => t.textContent.trim() && t.getBoundingClientRect().width && getComputedStyle(t).visibility !== 'hidden';
  const texts = [...svg.querySelectorAll('text')].filter(seen);
  const boxes = texts.map((t) => {
    const b = t.getBoundingClientRect(), size = parseFloat(getComputedStyle(t.querySelector('tspan') ?? t).fontSize);
    const scale = t.getScreenCTM().a, letters = 0.5 * size * scale;
    const bottom = b.bottom - b.height * 0.22; // roughly the base line of the letters
    return { t, left: b.left, right: b.right, top: bottom - letters, bottom, size: size * scale };
  });
  for (const b of boxes) {
    if (b.size < least - 0.05) faults.push(`${b.size.toFixed(1)} px: ${name(b.t)}`);
    let frame = b.t.closest('svg').getBoundingClientRect(), inner = b.t.closest('svg');
    if (inner !== svg) { // the box of the part itself in the strip, not the box of its content
      const m = inner.parentElement.getScreenCTM(), [x, y, w, h] = ['x', 'y', 'width', 'height'].map((k) => inner[k].baseVal.value);
      frame = { left: m.a * x + m.e, right: m.a * (x + w) + m.e, top: m.d * y + m.f, bottom: m.d * (y + h) + m.f };
    }
    if (b.left < frame.left - 0.5 || b.right > frame.right + 0.5 || b.top < frame.top || b.bottom > frame.bottom) {
      faults.push(`cut: ${name(b.t)}`);
    }
  }
  for (const shape of svg.querySelectorAll('g.node > path, g.node > polygon:first-child')) {
    const r = shape.getBoundingClientRect(), own = shape.parentElement;
    if (r.width < 12 || shape.getAttribute('stroke') === 'none') continue;
    for (const b of boxes) {
      const inside = own.contains(b.t), out = inside && (b.left < r.left + 1 || b.right > r.right - 1 || b.bottom > r.bottom);
      const in_ = !inside && b.left < r.right && b.right > r.left && b.top < r.bottom && b.bottom > r.top;
      if (out) faults.push(`leaves its node: ${name(b.t)}`);
      if (in_) faults.push(`in another node: ${name(b.t)}`);
    }
  }
  const marks = [...svg.querySelectorAll('circle[fill="none"], path[stroke-linecap="round"][fill="none"]')]
    .filter((m) => !m.closest('[opacity]'));
  for (const m of marks) {
    const r = m.getBoundingClientRect();
    for (const b of boxes) {
      if (b.left < r.right - 1 && b.right > r.left + 1 && b.top < r.bottom - 1 && b.bottom > r.top + 1) {
        faults.push(`on a mark: ${name(b.t)}`);
      }
    }
  }
  boxes.forEach((a, i) => boxes.slice(i + 1).forEach((b) => {
    const level = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    const gap = Math.max(a.left, b.left) - Math.min(a.right, b.right);
    if (level > 1 && gap < 1.5) faults.push(`touch: ${name(a.t)} | ${name(b.t)}`);
  }));
  return faults;
})
