// Equations as wide as their card: they break before + and −, those of outermost sums first, then those in brackets;
// a fraction that is still too wide is written with a stroke, and products break last.

import { element } from "./words.js";

const MATH = "http://www.w3.org/1998/Math/MathML";
const SIGNS = new Set(["+", "−", "="]);
const BETWEEN_FACTORS = "0.17em";
const MOST = 400;

// MathML from nested lists [tag, attributes, children…]; text stays text.
function math(tree) {
  if (typeof tree === "string") return document.createTextNode(tree);
  const [tag, attributes, ...children] = tree;
  const found = document.createElementNS(MATH, tag);
  for (const [name, value] of Object.entries(attributes)) found.setAttribute(name, value);
  found.append(...children.map(math));
  return found;
}

// What stands side by side in a row; a line may break before signs that join two terms.
const tokens = (row) => row.slice(2).map((tree, k) => ({ tree, breaks: k > 0 && tree[0] === "mo" && SIGNS.has(tree[2]) }));
const plain = (tree) => ({ tree, breaks: false });
const sign = (text) => plain(["mo", {}, text]);
const whole = (tree) => [plain(tree)];
const isNumber = (tree) => tree[0] === "mn";
const isProduct = ([tag, { width } = {}]) => tag === "mspace" && width === BETWEEN_FACTORS;
const bracketed = (tree) => (tree[0] === "mrow" || tree[0] === "mfrac" ? [sign("("), plain(tree), sign(")")] : [plain(tree)]);

// What a token consists of, and null where it stays whole: rows and powers of rows, then fractions.
function ofRow({ tree }) {
  if (tree[0] === "mrow") return tokens(tree);
  if (tree[0] !== "msup" || tree[2][0] !== "mrow") return null;
  const [, attributes, base, power] = tree;
  const inside = tokens(base);
  return [...inside.slice(0, -1), plain(["msup", attributes, inside[inside.length - 1].tree, power])];
}

function ofFraction({ tree }) {
  if (tree[0] !== "mfrac" || (isNumber(tree[2]) && isNumber(tree[3]))) return null;
  return [...bracketed(tree[2]), sign("/"), ...bracketed(tree[3])];
}

// A piece in several, or null where nothing can be done.
export function cut(piece) {
  const breaks = piece.flatMap(({ breaks }, k) => (breaks && k > 0 ? [k] : []));
  if (breaks.length) return [0, ...breaks].map((start, k) => piece.slice(start, breaks[k]));
  for (const open of [ofRow, ofFraction]) {
    const parts = piece.map(open);
    if (parts.every((part) => part === null)) continue;
    const opened = piece.flatMap((token, k) => parts[k] ?? [token]);
    return cut(opened) ?? [opened];
  }
  // products, behind the gap between two factors
  const gaps = piece.flatMap(({ tree }, k) => (isProduct(tree) && k + 1 < piece.length ? [k + 1] : []));
  return gaps.length ? [0, ...gaps].map((start, k) => piece.slice(start, gaps[k])) : null;
}

function written(piece) {
  const row = piece.map(({ tree, breaks }, k) => (breaks && k === 0 ? ["mo", { ...tree[1], form: "infix" }, ...tree.slice(2)] : tree));
  return math(["math", { display: "block" }, row.length === 1 ? row[0] : ["mrow", {}, ...row]]);
}

// The line of an equation in as many pieces as fit below each other.
function lay(line, tree, width) {
  const pieces = [whole(tree)];
  const shown = pieces.map(written);
  line.replaceChildren(...shown);
  for (let k = 0; k < pieces.length && pieces.length < MOST; ) {
    const parts = shown[k].getBoundingClientRect().width > width ? cut(pieces[k]) : null;
    if (!parts) {
      k += 1;
      continue;
    }
    const anew = parts.map(written);
    shown[k].replaceWith(...anew);
    pieces.splice(k, 1, ...parts);
    shown.splice(k, 1, ...anew);
  }
}

// Lines that break once they are shown, and anew where their width changes; `done` is told afterwards.
export function equationLines(trees, done) {
  const lines = trees.map((tree) => element("div", { class: "line" }, written(whole(tree))));
  const host = element("div", { class: "lines" }, ...lines);
  let before = 0;
  const layAll = () => {
    if (!host.clientWidth) return;
    before = host.clientWidth;
    const insets = [host, lines[0]].map((part) => getComputedStyle(part)).flatMap(({ paddingLeft, paddingRight }) => [paddingLeft, paddingRight]);
    const room = before - insets.reduce((sum, text) => sum + parseFloat(text), 0);
    trees.forEach((tree, k) => lay(lines[k], tree, room));
    done();
  };
  new ResizeObserver(() => {
    if (host.clientWidth === before) return;
    layAll();
    // the letters of formulas are loaded when they are first shown, and may be wider
    document.fonts.ready.then(layAll);
  }).observe(host);
  return host;
}
