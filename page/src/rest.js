// The card of states of rest: which there are with the present numbers, and the eigenvalues of small motions about them.

import { axes } from "./plane_axes.js";
import { COLOURS } from "./plots.js";
import { element, short } from "./words.js";

const HEIGHT = 210;
const [LEFT, BELOW, AROUND] = [52, 24, 10];
const TRAIL = 240;
const NONE = 1e-7;
const MOST_NAMES = 12;
const FAR = 0.5;
const NARROW = 0.05;

export class Rest {
  constructor(page, live) {
    Object.assign(this, { page, live, rests: [], chosen: 0, trail: [] });
    this.choice = element("select", { id: "rests-choice", "aria-label": "state of rest", onchange: () => this.choose(Number(this.choice.value)) });
    this.canvas = element("canvas", { "aria-label": "eigenvalues in the complex plane" });
    this.about = element("p", { class: "about" });
    this.modes = element("ul", {});
    this.figure = element("figure", { id: "rests" }, element("figcaption", {}, element("b", {}, "At rest"), this.choice), this.canvas, this.about, this.modes);
    new ResizeObserver(() => this.draw()).observe(this.figure);
    this.ask(true);
  }

  // Where the states of rest are now; once nothing moves any more, others are looked for too.
  ask(looks) {
    this.live.post({ seeds: this.rests.map(({ row }) => row), looks });
  }

  take(rests, looks) {
    const before = this.rests[this.chosen];
    this.rests = rests.map((rest) => ({ ...rest, roots: rest.roots.map((root) => root.map((x) => (Math.abs(x) <= NONE * size(rest) ? 0 : x))) }));
    // the one that was looked at, if it is still there
    const near = before ? rests.map(({ row }) => Math.max(...row.map((x, k) => Math.abs(x - before.row[k])))) : [];
    this.chosen = before ? Math.max(0, near.indexOf(Math.min(...near))) : Math.max(0, rests.findIndex((rest) => verdict(rest) !== "unstable"));
    // another one than before has no trail
    if (near.length && near[this.chosen] > FAR) this.trail = [];
    if (rests.length) this.trail = [...this.trail, ...this.now.roots].slice(-TRAIL);
    this.tell();
    if (looks) this.show();
  }

  get now() {
    return this.rests[this.chosen];
  }

  choose(k) {
    this.chosen = k;
    this.trail = [];
    this.tell();
    this.show();
  }

  tell() {
    const { rests, now } = this;
    this.choice.replaceChildren(...rests.map((rest, k) => element("option", { value: k }, `${k + 1} of ${rests.length}: ${verdict(rest)}`)));
    this.choice.value = this.chosen;
    this.choice.hidden = !rests.length;
    this.modes.replaceChildren(...(now ? modes(now).map((text) => element("li", {}, text)) : []));
    this.about.textContent = now ? this.place(now) : "No state of rest was found with these numbers.";
    this.draw();
  }

  // Coordinates, and what nothing determines.
  place({ row, undetermined }) {
    const { names, units } = this.live.told.rest;
    const parts = names.slice(0, MOST_NAMES).map((name, k) => `${name} = ${short(Math.abs(row[k]) < 1e-9 ? 0 : row[k])}${units[k] ? ` ${units[k]}` : ""}`);
    if (names.length > MOST_NAMES) parts.push(`and ${names.length - MOST_NAMES} more`);
    const free = undetermined ? `; ${undetermined} direction${undetermined > 1 ? "s are" : " is"} not determined` : "";
    return parts.join(", ") + free;
  }

  // ---- the complex plane: eigenvalues now, and faintly where they came from

  draw() {
    const width = this.figure.clientWidth - 20;
    if (!(width > 60)) return;
    const ratio = Math.min(2, devicePixelRatio);
    Object.assign(this.canvas, { width: width * ratio, height: HEIGHT * ratio });
    this.canvas.style.height = `${HEIGHT}px`;
    this.canvas.hidden = !this.now?.roots.length;
    if (this.canvas.hidden) return;
    const c = this.canvas.getContext("2d");
    c.scale(ratio, ratio);
    const all = [...this.trail, ...this.now.roots];
    const least = NARROW * Math.max(...all.map((root) => Math.hypot(...root)));
    const [x, y] = [0, 1].map((k) => around(all.map((root) => root[k]), least));
    const toX = (v) => LEFT + ((v - x[0]) / (x[1] - x[0])) * (width - LEFT - AROUND);
    const toY = (v) => HEIGHT - BELOW - ((v - y[0]) / (y[1] - y[0])) * (HEIGHT - BELOW - AROUND);
    // what grows is to the right of the axis
    c.fillStyle = COLOURS[1];
    c.globalAlpha = 0.07;
    c.fillRect(toX(0), AROUND, width - AROUND - toX(0), HEIGHT - BELOW - AROUND);
    c.globalAlpha = 1;
    axes(c, [LEFT, AROUND, width - AROUND, HEIGHT - BELOW], { x, y, toX, toY });
    const dot = ([re, im], radius) => {
      c.beginPath();
      c.arc(toX(re), toY(im), radius, 0, 2 * Math.PI);
      c.fill();
    };
    c.fillStyle = COLOURS[0];
    c.globalAlpha = 0.25;
    for (const root of this.trail) dot(root, 1.8);
    c.globalAlpha = 1;
    for (const root of this.now.roots) {
      c.fillStyle = COLOURS[root[0] > NONE * size(this.now) ? 1 : 0];
      dot(root, 4.5);
    }
  }

  // ---- in the picture: a ghost that stands still

  show() {
    this.withdraw();
    const { page, now } = this;
    if (!now || this.live.play.isOn) return;
    const { motion } = page;
    const times = Float64Array.from([motion.times[0], motion.times.at(-1)]);
    const { names, units } = this.live.told.signals;
    this.ghost = {
      ...motion, label: "at rest", scene: structuredClone(motion.scene), times, curveTimes: times, poses: now.poses, loadValues: now.arrows, events: [],
      signals: new Map(names.map((name, k) => [name, { name, unit: units[k], values: now.signals[k] }])),
    };
    page.addGhost(this.ghost);
  }

  withdraw() {
    const at = this.page.data.motions.indexOf(this.ghost);
    this.ghost = undefined;
    if (at > 0) this.page.removeGhost(at);
  }

  remove() {
    this.withdraw();
    this.figure.remove();
  }
}

const size = ({ roots }) => Math.max(1e-300, ...roots.map(([re, im]) => Math.hypot(re, im)));

function verdict(rest) {
  const none = NONE * size(rest);
  // where something is not determined, roots that are zero say nothing
  const roots = rest.roots.filter((root) => !rest.undetermined || Math.hypot(...root) > none);
  if (roots.some(([re]) => re > none)) return "unstable";
  if (!roots.length) return rest.roots.length ? "small motions do not tell" : "nothing can move";
  if (roots.every(([re]) => re < -none)) return "asymptotically stable";
  return roots.every((root) => Math.hypot(...root) > none) ? "undamped" : "small motions do not tell";
}

// What eigenvalues mean, one line for each pair.
function modes(rest) {
  const none = NONE * size(rest);
  return rest.roots.filter(([, im]) => im >= -none).map(([re, im]) => {
    const grows = re > none ? `grows, twice as much after ${short(Math.LN2 / re)} s` : re < -none ? `fades, half after ${short(-Math.LN2 / re)} s` : "neither grows nor fades";
    const root = `${short(Math.abs(re) <= none ? 0 : re)}${im > none ? ` ± ${short(im)} i` : ""} 1/s`;
    const swings = im > none ? `, ${short(im / (2 * Math.PI))} Hz` : "";
    return `${root}: ${grows}${swings}`;
  });
}

// From the least to the largest, the axis among them, and some room, at least this much.
function around(values, narrow) {
  const [least, largest] = [Math.min(0, ...values), Math.max(0, ...values)];
  const margin = Math.max(0.12 * (largest - least), narrow) || 1;
  return [least - margin, largest + margin];
}
