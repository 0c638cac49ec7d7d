// The phase plane: one signal over another, of all motions, with a dot where they are now.

import { valueAt } from "./data.js";
import { axes } from "./plane_axes.js";
import { COLOURS } from "./plots.js";
import { element } from "./words.js";

const HEIGHT = 230;
const [LEFT, BELOW, AROUND] = [52, 24, 10];

export class Phase {
  constructor(motions, names) {
    this.motions = motions;
    const choose = (role, name) => {
      const select = element("select", { "aria-label": role, onchange: () => this.renew() });
      for (const other of motions[0].signals.keys()) select.append(element("option", { value: other }, other));
      select.value = name;
      return select;
    };
    this.x = choose("signal to the right", names[0]);
    this.y = choose("signal upwards", names[1]);
    this.canvas = element("canvas", { "aria-label": "phase plane" });
    this.figure = element("figure", { id: "phase" }, element("figcaption", {}, element("b", {}, "Phase plane"), this.y, element("small", {}, "over"), this.x), this.canvas);
    new ResizeObserver(() => this.renew()).observe(this.figure);
  }

  // The curves anew; they are kept as a picture, on which the dots move.
  renew(main = this.main ?? 0) {
    this.main = main;
    const width = this.figure.clientWidth - 20;
    if (!(width > 60)) return;
    const ratio = Math.min(2, devicePixelRatio);
    Object.assign(this.canvas, { width: width * ratio, height: HEIGHT * ratio });
    this.canvas.style.height = `${HEIGHT}px`;
    this.curves = this.motions.map((motion) => [motion.signals.get(this.x.value)?.values ?? [], motion.signals.get(this.y.value)?.values ?? []]);
    const [x, y] = [0, 1].map((k) => bounds(this.curves.map((pair) => pair[k])));
    this.toX = (v) => LEFT + ((v - x[0]) / (x[1] - x[0])) * (width - LEFT - AROUND);
    this.toY = (v) => HEIGHT - BELOW - ((v - y[0]) / (y[1] - y[0])) * (HEIGHT - BELOW - AROUND);
    this.paper = document.createElement("canvas");
    Object.assign(this.paper, { width: this.canvas.width, height: this.canvas.height });
    const c = this.paper.getContext("2d");
    c.scale(ratio, ratio);
    this.ratio = ratio;
    axes(c, [LEFT, AROUND, width - AROUND, HEIGHT - BELOW], { x, y, toX: this.toX, toY: this.toY });
    const order = [...this.curves.keys()].sort((a, b) => (a === main) - (b === main));
    for (const k of order) this.curve(c, ...this.curves[k], k === main);
    this.move(this.t ?? 0);
  }

  curve(c, xs, ys, isMain) {
    Object.assign(c, { strokeStyle: COLOURS[0], lineWidth: isMain ? 1.6 : 1.2, lineJoin: "round", globalAlpha: isMain ? 1 : 0.7 });
    c.setLineDash(isMain ? [] : [5, 4]);
    c.beginPath();
    let isDown = false;
    for (let i = 0; i < Math.min(xs.length, ys.length); i++) {
      const isKnown = Number.isFinite(xs[i] + ys[i]);
      if (isKnown) c[isDown ? "lineTo" : "moveTo"](this.toX(xs[i]), this.toY(ys[i]));
      isDown = isKnown;
    }
    c.stroke();
    c.setLineDash([]);
    c.globalAlpha = 1;
  }

  move(t) {
    this.t = t;
    if (!this.paper) return;
    const c = this.canvas.getContext("2d");
    c.setTransform(1, 0, 0, 1, 0, 0);
    c.clearRect(0, 0, this.canvas.width, this.canvas.height);
    c.drawImage(this.paper, 0, 0);
    c.scale(this.ratio, this.ratio);
    c.fillStyle = COLOURS[1];
    const { curveTimes } = this.motions[this.main];
    const [x, y] = this.curves[this.main].map((values) => (values.length ? valueAt(curveTimes, values, t) : NaN));
    if (!Number.isFinite(x + y)) return;
    c.beginPath();
    c.arc(this.toX(x), this.toY(y), 4.5, 0, 2 * Math.PI);
    c.fill();
  }
}

// From the least to the largest value, and a little more.
function bounds(rows) {
  let [least, largest] = [Infinity, -Infinity];
  for (const row of rows) {
    for (const x of row) {
      if (!Number.isFinite(x)) continue;
      if (x < least) least = x;
      if (x > largest) largest = x;
    }
  }
  if (!(largest >= least)) return [-1, 1];
  const margin = 0.06 * (largest - least) || Math.max(1e-9, 0.1 * Math.abs(least)) || 1;
  return [least - margin, largest + margin];
}
