// Numbers and names as text.

const SMALL = [["s", 1], ["ms", 1e-3], ["µs", 1e-6], ["ns", 1e-9]];

export function timeUnit(span) {
  return SMALL.find(([, size]) => span >= 0.5 * size) ?? SMALL[0];
}

export function timeText(t, span) {
  const [unit, size] = timeUnit(span);
  const digits = Math.max(0, Math.min(4, Math.ceil(2.3 - Math.log10(span / size))));
  return `${minus((t / size).toFixed(digits))} ${unit}`;
}

export function short(x) {
  if (x === null || x === undefined || Number.isNaN(x)) return "–";
  if (x === 0) return "0";
  const size = Math.abs(x);
  if (size >= 1e5 || size < 1e-4) {
    const [digits, power] = x.toExponential(2).split("e");
    return minus(`${Number(digits)}e${Number(power)}`);
  }
  return minus(Number(x.toPrecision(4)).toString());
}

export function lengthText(x) {
  const [unit, size] = [["km", 1e3], ["m", 1], ["mm", 1e-3], ["µm", 1e-6]].find(([, size]) => x >= size) ?? ["m", 1];
  return `${Number((x / size).toPrecision(3))} ${unit}`;
}

export function massText(x) {
  const [unit, size] = [["t", 1e3], ["kg", 1], ["g", 1e-3], ["mg", 1e-6]].find(([, size]) => x >= size) ?? ["kg", 1];
  return `${Number((x / size).toPrecision(3))} ${unit}`;
}

export function forceText(x) {
  if (!Number.isFinite(x)) return "–";
  const rounded = Number(x.toPrecision(3));
  const [unit, size] = [["MN", 1e6], ["kN", 1e3], ["N", 1], ["mN", 1e-3]].find(([, size]) => rounded >= size) ?? ["N", 1];
  return `${Number((rounded / size).toPrecision(3))} ${unit}`;
}

// A speed, as many digits of which count as positions are known to: a thousandth of the fastest, or a little more.
export function velocityText(x, fastest) {
  const digits = Math.floor(-Math.log10(1e-3 * (fastest || 1)));
  const step = 10 ** -digits;
  return `${Number((Math.round(x / step) * step).toFixed(Math.max(0, digits)))} m/s`;
}

export function speedText(factor) {
  return factor >= 1 ? `${Number(factor.toPrecision(3))}×` : `1/${Number((1 / factor).toPrecision(3))}×`;
}

export function roundStep(x) {
  const power = 10 ** Math.floor(Math.log10(x));
  return power * ([5, 2, 1].find((k) => k * power <= x * (1 + 1e-9)) ?? 1);
}

function minus(text) {
  return text.replace("-", "−").replace("e−", "e-").replace("e-", "e−");
}

// An element with attributes and children; text is only ever text.
export function element(tag, attributes = {}, ...children) {
  const found = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) found.addEventListener(name.slice(2), value);
    else if (value !== false && value !== undefined) found.setAttribute(name, value === true ? "" : value);
  }
  found.append(...children);
  return found;
}

export function swatch(colour) {
  const found = element("i");
  found.style.background = colour;
  return found;
}
