// Cards and lists around the stage: parts, trust, equations, keys.

import { equationLines } from "./equation_lines.js";
import { element, massText, swatch } from "./words.js";

// Names lead to the parts that they are about: { enter, leave, choose } are told places in the picture.
export function equationsCard({ lines, note, links = {} }, { enter, leave, choose }) {
  const link = () => {
    for (const name of card.querySelectorAll("[data-name]")) {
      const places = links[name.getAttribute("data-name")];
      if (!places) continue;
      name.classList.add("linked");
      name.addEventListener("pointerenter", () => enter(places));
      name.addEventListener("pointerleave", leave);
      name.addEventListener("click", () => choose(places));
    }
  };
  const card = element("figure", { id: "equations", hidden: true }, element("figcaption", {}, element("b", {}, "Equations"), element("small", {}, note)), equationLines(lines, link));
  link();
  return card;
}

const LONG = 140;

export function trustCard(trust) {
  const rows = trust.checks.map(({ mark, text, value, remark }) =>
    element("li", { class: mark }, element("i", {}, mark === "good" ? "✓" : mark === "bad" ? "!" : "·"), `${text} `, element("b", {}, value), remark ? element("small", {}, ` ${remark}`) : ""));
  const notes = trust.notes.map((note) => element("li", { class: "note" }, ...(note.length < LONG ? [note] : [element("details", {}, element("summary", {}, `${note.slice(0, LONG - 20)}…`), note)])));
  return element("figure", { id: "trust" }, element("figcaption", {}, element("b", {}, "Trust"), element("small", {}, "what was checked on this motion")), element("ul", {}, ...rows, ...notes));
}

export function partsList(scene, { enter, leave, choose }) {
  const rows = scene.bodies.map((body, k) =>
    element(
      "li", { tabindex: 0, "data-body": k, onpointerenter: () => enter(k), onpointerleave: leave, onclick: () => choose(k), onkeydown: (event) => event.key === "Enter" && choose(k) },
      swatch(body.colour), element("span", {}, body.name), element("small", {}, body.mass === null ? "" : massText(body.mass)),
    ));
  const joints = scene.joints.length;
  const more = [
    joints && `${joints} joint${joints > 1 ? "s" : ""}`,
    ...["spring", "damper", "spring and damper"].map((kind) => {
      const count = scene.lines.filter((line) => line.kind === kind).length;
      return count && `${count} ${kind}${count > 1 ? "s" : ""}`;
    }),
  ].filter(Boolean);
  return [element("ul", {}, ...rows), more.length ? element("p", {}, `+ ${more.join(" · ")}`) : ""];
}

const KEYS = [
  ["space", "play or pause"], ["← →", "a fiftieth of the span back or on; with shift one row"], ["Home End", "start, end"], ["+ −", "faster, slower"], ["l", "loop"],
  ["1 2 3 4 5", "3-D, front, side, top, flat"], ["o", "parallel rays"], ["f", "fit the whole motion"], ["j", "joints"], ["t", "trail"],
  ["r", "forces and reactions"], ["v", "velocities"], ["n", "sizes of arrows as numbers"], ["a", "frames"], ["g", "ghosts"], ["h", "grid"], ["b", "follow the chosen body"],
  ["p", "on a live page: play on, or one motion again"], ["m", "on a live page: states of rest and eigenvalues"], ["e", "equations"], ["y", "phase plane"], ["s", "save the picture"], ["d", "dark or light"], ["?", "this list"],
];

export function keysDialog() {
  const rows = KEYS.map(([key, what]) => element("li", {}, element("kbd", {}, key), what));
  const hint = "Drag to turn, with shift or the right button to move, wheel or two fingers to zoom. In plots: click for a time, drag to stay in a part of the motion, double click for the whole. While a live page plays on, drag bodies to pull them; arrows hold its inputs at their bounds.";
  const dialog = element("dialog", { id: "keys" }, element("b", {}, "Keys"), element("ul", {}, ...rows), element("p", {}, hint));
  dialog.addEventListener("click", () => dialog.close());
  return dialog;
}
