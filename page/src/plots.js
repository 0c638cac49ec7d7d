// Curves beside the motion: one card for each unit, with a line at the present time.

import uPlot from "uplot";
import { valueAt } from "./data.js";
import { element, short, swatch, timeUnit } from "./words.js";

export const COLOURS = ["#3d6fb4", "#d98327", "#3a9273", "#a8478a", "#84743a", "#b5443b", "#4fa3c4", "#8d6cb8"];
const FLAT = 2e-5;
const [TALL, LOW] = [150, 112];
const WORDS = { rad: "Angles", m: "Positions", J: "Energy", "rad/s": "Turning", "m/s": "Velocities", N: "Forces", "N m": "Moments", W: "Power", "m/s²": "Accelerations", "rad/s²": "Angular accelerations" };

function ink(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

// Constant but for errors: a line in the middle instead of magnified noise.
function rangeOf(least, largest) {
  if (least === null || !Number.isFinite(least)) return [-1, 1];
  const size = Math.max(Math.abs(least), Math.abs(largest));
  if (largest - least <= FLAT * size) return size === 0 ? [-1, 1] : [least - 0.1 * size, largest + 0.1 * size];
  return uPlot.rangeNum(least, largest, 0.08, true);
}

class Card {
  constructor(plots, unit) {
    this.plots = plots;
    this.unit = unit;
    this.names = [];
    this.caption = element("figcaption");
    this.box = element("div", { class: "curves" });
    this.now = element("div", { class: "now" });
    this.figure = element("figure", {}, this.caption, this.box);
    this.values = new Map();
  }

  // All curves anew: after a signal came or went, or another theme.
  build() {
    const { main, span } = this.plots;
    this.chart?.destroy();
    this.caption.replaceChildren(element("b", {}, WORDS[this.unit] ?? "Signals"), element("small", {}, this.axes()));
    this.values.clear();
    const series = [{}];
    for (const [k, shown] of this.order()) for (const name of shown) series.push(this.series(name, k === main));
    this.names.forEach((name, i) => this.caption.append(this.chip(name, i)));
    const [, size] = timeUnit(span);
    const axis = { stroke: ink("--soft"), grid: { stroke: ink("--rule"), width: 1 }, ticks: { show: false }, font: "11px system-ui, sans-serif" };
    const options = {
      width: Math.max(120, this.box.clientWidth), height: this.plots.height, legend: { show: false }, pxAlign: 0, padding: [10, 14, 0, 0],
      cursor: { drag: { x: true, y: false, setScale: false }, points: { show: false }, x: false, y: false },
      select: { show: true },
      scales: { x: { time: false, range: () => this.plots.shownRange() }, y: { range: (_, least, largest) => rangeOf(least, largest) } },
      axes: [
        { ...axis, size: 22, gap: 3, values: (_, ticks) => ticks.map((t) => Number((t / size).toPrecision(6))) },
        { ...axis, size: 48, gap: 4, values: (_, ticks) => ticks.map(short) },
      ],
      series,
      hooks: { setSelect: [(chart) => this.selected(chart)], draw: [() => this.moveNow()] },
    };
    this.chart = new uPlot(options, this.table(), this.box);
    this.chart.over.append(this.now);
    this.chart.over.addEventListener("dblclick", () => this.plots.zoom(null));
    this.chart.over.addEventListener("click", (event) => this.clicked(event));
  }

  // Motions that have any of the curves, with their names; the main one first.
  order() {
    const { motions, main } = this.plots;
    const numbers = [main, ...motions.keys()].filter((k, i) => i === 0 || k !== main);
    return numbers.map((k) => [k, this.names.filter((name) => motions[k].signals.has(name))]).filter(([, shown]) => shown.length);
  }

  table() {
    return uPlot.join(this.order().map(([k, shown]) => {
      const motion = this.plots.motions[k];
      return [motion.curveTimes, ...shown.map((name) => motion.signals.get(name).values)];
    }));
  }

  // Other numbers on the same curves.
  renew() {
    this.chart.setData(this.table());
  }

  axes() {
    const [unit] = timeUnit(this.plots.span);
    return [`${this.unit ? `${this.unit}, ` : ""}over ${unit}`, this.plots.motions[this.plots.main].curves.told].filter(Boolean).join(" · ");
  }

  series(name, isMain) {
    const colour = COLOURS[this.names.indexOf(name) % COLOURS.length];
    return { stroke: colour, width: isMain ? 1.6 : 1.2, dash: isMain ? undefined : [5, 4], spanGaps: true, points: { show: false } };
  }

  chip(name, number) {
    const value = element("em");
    this.values.set(name, value);
    const remove = element("button", { class: "remove", "aria-label": `remove ${name}`, onclick: () => this.plots.remove(name) }, "×");
    return element("span", { class: "chip", title: name }, swatch(COLOURS[number % COLOURS.length]), name, " ", value, remove);
  }

  clicked(event) {
    if (this.dragged) {
      this.dragged = false;
      return;
    }
    const box = this.chart.over.getBoundingClientRect();
    this.plots.seek(this.chart.posToVal(event.clientX - box.left, "x"));
  }

  selected(chart) {
    const { left, width } = chart.select;
    if (width < 6) return;
    this.dragged = true;
    const range = [chart.posToVal(left, "x"), chart.posToVal(left + width, "x")];
    chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
    this.plots.zoom(range);
  }

  moveNow() {
    if (!this.chart) return;
    const x = this.chart.valToPos(this.plots.t, "x");
    const inside = x >= -1 && x <= this.chart.over.clientWidth + 1;
    this.now.style.transform = `translateX(${inside ? x.toFixed(2) : -9}px)`;
    const motion = this.plots.motions[this.plots.main];
    for (const [name, shown] of this.values) {
      const signal = motion.signals.get(name);
      if (signal) shown.textContent = short(valueAt(motion.curveTimes, signal.values, this.plots.t));
    }
  }
}

export class Plots {
  constructor(host, motions, player, changed) {
    Object.assign(this, { host, motions, player, changed });
    this.main = 0;
    this.cards = new Map();
    this.t = player.t;
    this.span = player.span || 1;
    this.range = null;
    new ResizeObserver(() => this.resize()).observe(host);
  }

  // Lower curves where there are many, so that what follows is seen too.
  get height() {
    return this.cards.size > 2 && innerWidth > 760 ? LOW : TALL;
  }

  get names() {
    return [...this.cards.values()].flatMap((card) => card.names);
  }

  unitOf(name) {
    return this.motions.map((motion) => motion.signals.get(name)?.unit).find((unit) => unit !== undefined);
  }

  // Several at once, each card built once.
  addAll(names) {
    const cards = new Set(names.map((name) => this.place(name)).filter(Boolean));
    for (const card of cards) card.build();
    this.resize();
    this.changed();
  }

  add(name) {
    const card = this.place(name);
    card?.build();
    this.resize();
    this.changed();
    return Boolean(card);
  }

  // The card of a signal, with its name on it; none for an unknown one.
  place(name) {
    const unit = this.unitOf(name);
    if (unit === undefined) return undefined;
    if (!this.cards.has(unit)) {
      const card = new Card(this, unit);
      this.cards.set(unit, card);
      this.host.append(card.figure);
    }
    const card = this.cards.get(unit);
    if (!card.names.includes(name)) card.names.push(name);
    return card;
  }

  remove(name) {
    const card = this.cards.get(this.unitOf(name));
    if (!card) return;
    card.names = card.names.filter((other) => other !== name);
    if (card.names.length) card.build();
    else {
      card.chart.destroy();
      card.figure.remove();
      this.cards.delete(card.unit);
      this.resize();
    }
    this.changed();
  }

  rebuild(main = this.main) {
    this.main = main;
    for (const card of this.cards.values()) card.build();
  }

  renew() {
    for (const card of this.cards.values()) card.renew();
  }

  shownRange() {
    if (this.range) return this.range;
    // of a motion without an end, the last seconds
    if (this.window) return [Math.max(this.player.whole[1], this.window) - this.window, Math.max(this.player.whole[1], this.window)];
    return [this.player.whole[0], this.player.whole[0] + this.span];
  }

  // The part of the motion that is shown in the plots, and played.
  zoom(range) {
    this.range = range;
    for (const card of this.cards.values()) card.chart.setScale("x", { min: this.shownRange()[0], max: this.shownRange()[1] });
    this.player.keep(range);
  }

  seek(t) {
    this.player.seek(t);
  }

  move(t) {
    this.t = t;
    for (const card of this.cards.values()) card.moveNow();
  }

  resize() {
    for (const card of this.cards.values()) {
      const width = card.box.clientWidth;
      const isOther = card.chart && (Math.abs(width - card.chart.width) > 1 || card.chart.height !== this.height);
      if (width && isOther) card.chart.setSize({ width, height: this.height });
    }
  }
}

// A field that finds signals by any part of their names.
export class Picker {
  constructor(host, plots) {
    this.plots = plots;
    this.input = element("input", { id: "pick", type: "search", placeholder: "add a signal: type a part of its name", autocomplete: "off", spellcheck: "false", "aria-label": "add a signal" });
    this.list = element("ul", { id: "found", hidden: true });
    host.append(this.input, this.list);
    this.input.addEventListener("input", () => this.find());
    this.input.addEventListener("focus", () => this.find());
    this.input.addEventListener("blur", () => setTimeout(() => (this.list.hidden = true), 150));
    this.input.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.list.firstChild?.dispatchEvent(new Event("pick"));
      if (event.key === "Escape") this.input.blur();
    });
  }

  find() {
    const words = this.input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const all = [...new Set(this.plots.motions.flatMap((motion) => [...motion.signals.keys()]))];
    const left = all.filter((name) => !this.plots.names.includes(name) && words.every((word) => name.toLowerCase().includes(word)));
    left.sort((a, b) => words.length && (a.toLowerCase().startsWith(words[0]) ? -1 : 0) - (b.toLowerCase().startsWith(words[0]) ? -1 : 0));
    const items = left.slice(0, 80).map((name) => {
      const pick = () => {
        this.plots.add(name);
        this.input.value = "";
        this.find();
      };
      return element("li", { onpointerdown: (event) => { event.preventDefault(); pick(); }, onpick: pick }, name, element("small", {}, this.plots.unitOf(name)));
    });
    const { left_out: leftOut } = this.plots.motions[this.plots.main].curves;
    if (left.length > items.length) items.push(element("li", { class: "rest" }, `and ${left.length - items.length} more`));
    if (!left.length) items.push(element("li", { class: "rest" }, "no signal of this name"));
    if (leftOut) items.push(element("li", { class: "rest" }, leftOut));
    this.list.replaceChildren(...items);
    this.list.hidden = document.activeElement !== this.input;
  }
}
