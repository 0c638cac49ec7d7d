// Settings that are kept beside the present one, as ghosts, with a table of what differs; numbers for spreadsheets.

import { element, short } from "./words.js";

const MOST = 6;

export class Kept {
  constructor(page, live) {
    Object.assign(this, { page, live, settings: [] });
    this.table = element("table", {});
    this.figure = element("figure", { id: "kept", hidden: true }, element("figcaption", {}, element("b", {}, "Beside each other"), element("small", {}, "ghosts and dashed curves")), this.table);
  }

  keep() {
    if (this.settings.length >= MOST) {
      this.live.say(`Up to ${MOST} settings are kept beside each other: take one away first.`);
      return;
    }
    const { motion } = this.page;
    const { times, curveTimes, poses, signals, loadValues } = motion;
    const scene = structuredClone(motion.scene);
    const copy = (rows) => rows.map((row) => row.slice());
    const kept = {
      ...motion, scene, label: this.label(this.live.values), times: times.slice(), curveTimes: curveTimes.slice(), poses: copy(poses), loadValues: copy(loadValues),
      signals: new Map([...signals].map(([name, signal]) => [name, { ...signal, values: signal.values.slice() }])),
    };
    this.settings.push({ ...this.live.values });
    // what stands still comes after what is kept
    this.live.rest?.withdraw();
    this.page.addGhost(kept);
    this.live.rest?.show();
    this.renew();
  }

  remove(k) {
    this.settings.splice(k, 1);
    this.page.removeGhost(k + 1);
    this.renew();
  }

  // What differs from the author's numbers.
  label(values) {
    const parts = this.live.sliders.filter(({ name }) => values[name] !== this.live.author[name]).map(({ name }) => `${name} = ${short(values[name])}`);
    return parts.join(", ") || "author's numbers";
  }

  // One line for each setting, one column for each number in which they differ.
  renew() {
    const all = [this.live.values, ...this.settings];
    const names = this.live.sliders.map(({ name }) => name).filter((name) => all.some((values) => values[name] !== all[0][name]));
    const unit = (name) => this.live.sliders.find((slider) => slider.name === name).unit;
    const cells = (values) => names.map((name) => element("td", {}, short(values[name])));
    const head = element("tr", {}, element("th", {}), ...names.map((name) => element("th", {}, name, " ", element("small", {}, unit(name)))), element("th", {}));
    const now = element("tr", { class: "now-row" }, element("th", {}, "now"), ...cells(this.live.values), element("td", {}));
    const rows = this.settings.map((values, k) =>
      element("tr", {}, element("th", {}, element("button", { title: "take these numbers", onclick: () => this.take(k) }, `kept ${k + 1}`)), ...cells(values),
        element("td", {}, element("button", { class: "away", "aria-label": `take away kept ${k + 1}`, onclick: () => this.remove(k) }, "×"))));
    this.table.replaceChildren(head, now, ...rows);
    this.figure.hidden = !this.settings.length;
  }

  take(k) {
    this.live.values = { ...this.settings[k] };
    this.live.changed();
  }
}

// All signals over time, for spreadsheets; names that would be formulas there are marked as text.
export function csv(motion) {
  const quoted = (text) => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
  const columns = [...motion.signals.values()];
  const head = ["time [s]", ...columns.map(({ name, unit }) => (unit ? `${name} [${unit}]` : name))].map(quoted).join(",");
  const lines = Array.from(motion.curveTimes, (t, i) => [t, ...columns.map(({ values }) => values[i])].join(","));
  return [head, ...lines, ""].join("\r\n");
}
