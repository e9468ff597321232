// Write numbers and nouns for readers: the functions of `words.py`, under the same names, for page scripts.
// A page script that needs these functions is put together from this file and its own file.

// Return a number with this many decimals, and with commas between thousands.  The shortest decimal that stands for
// the number is rounded, and a half is rounded away from zero: 0.625 becomes "0.63", and 0.285 becomes "0.29".
function number(value, digits = 0) {
  if (Number.isNaN(value)) return "-";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "-∞";
  return rounded(value, digits, 0);
}

// Return a number times 10 ** tens, which is a number of places by which the decimal point moves to the right.
function rounded(value, digits, tens) {
  const [figures, power] = Math.abs(value).toExponential().replace(".", "").split("e");
  const kept = Number(power) + tens + 1 + digits; // the number of digits before the place at which the number is cut
  const cut = kept < 0 ? "0" : figures.padEnd(kept, "0").slice(0, kept);
  const units = (BigInt(cut || 0) + (figures[kept] >= "5" ? 1n : 0n)).toString().padStart(digits + 1, "0");
  const whole = units.slice(0, units.length - digits).replace(/\B(?=(\d{3})+$)/g, ",");
  const decimals = digits > 0 ? `.${units.slice(-digits)}` : "";
  const sign = value < 0 && /[1-9]/.test(units) ? "-" : "";
  return sign + whole + decimals;
}

// The number of decimals of a quantity, as in `words.py`.
const WORTH = 2;

// Return Q, or another mean reward, as sentences and pictures show it: "0.72".
function worth(value) {
  return number(value, WORTH);
}

// Return a share of 1 as a percentage: 0.625 becomes "63%".
function percent(share, digits = 0) {
  return Number.isFinite(share) ? `${rounded(share, digits, 2)}%` : number(share);
}

// Return a sum of rewards as people write it: 3, ½ or 1,203½.  A sum that is not a multiple of ½ gets two decimals.
function points(value) {
  if (!Number.isInteger(2 * value)) return number(value, 2);
  const size = Math.abs(value), whole = Math.floor(size);
  const half = size > whole ? "½" : "";
  const sign = value < 0 ? "-" : "";
  return sign + (half && whole === 0 ? half : number(whole) + half);
}

// Return a number and its noun: "1 iteration", "1,200 visits".
function count(n, noun, plural = `${noun}s`) {
  return `${number(n)} ${n === 1 ? noun : plural}`;
}
