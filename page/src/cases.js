// The table of a sweep: each case opens as its motion, with camera, time and curves as they are.

import { keep, restore } from "./settings.js";
import { element, short } from "./words.js";

const NAMED = /^#case=(\d+)$/;

// The data with one motion: of the case that the address names, or of the first one that has a motion.
export function opened(data) {
  if (!data.cases) return data;
  const rows = data.cases.rows.filter(({ motion }) => motion !== null);
  const number = Number(NAMED.exec(location.hash)?.[1] ?? -1);
  const row = rows.find((one) => one.number === number) ?? rows[0];
  return { ...data, motions: [data.motions[row.motion]], intervals: row.intervals, cases: { ...data.cases, chosen: row.number } };
}

export class Cases {
  constructor(page, cases) {
    Object.assign(this, { cases, order: { column: -1, sign: 1 } });
    this.body = element("tbody", {});
    const names = ["case", ...cases.columns];
    const heads = names.map((name, k) => element("th", {}, element("button", { title: `sort by ${name}`, onclick: () => this.sort(k - 1) }, name)));
    const table = element("table", {}, element("thead", {}, element("tr", {}, ...heads)), this.body);
    this.figure = element("figure", { id: "cases" }, element("figcaption", {}, element("b", {}, "Cases"), element("small", {}, cases.words)), element("div", {}, table));
    document.getElementById("side").prepend(this.figure);
    this.fill();
    addEventListener("hashchange", () => {
      keep(page);
      location.reload();
    });
    restore(page);
  }

  sort(column) {
    this.order = { column, sign: column === this.order.column ? -this.order.sign : 1 };
    this.fill();
  }

  // Cases without a number come last.
  fill() {
    const { column, sign } = this.order;
    const key = ({ number, values }) => (column < 0 ? number : values[column]);
    const compared = (a, b) => (key(a) === null) - (key(b) === null) || sign * (key(a) - key(b));
    this.body.replaceChildren(...[...this.cases.rows].sort(compared).map((row) => this.line(row)));
  }

  line({ number, values, motion, why }) {
    const cells = values.map((x) => element("td", {}, short(x)));
    if (motion === null) return element("tr", { class: "failed", title: why }, element("th", {}, `${number}`), ...cells);
    const isNow = number === this.cases.chosen;
    const open = element("button", { title: "open its motion", "aria-current": `${isNow}`, onclick: () => { location.hash = `case=${number}`; } }, `${number}`);
    return element("tr", { class: isNow ? "now-row" : "" }, element("th", {}, open), ...cells);
  }
}
