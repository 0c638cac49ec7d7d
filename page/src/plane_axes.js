// Axes of a plane on a canvas, with round numbers.

import { roundStep, short } from "./words.js";

const TICKS = 5;

// Lines and numbers of both axes, in a frame [left, top, right, bottom] that spans these bounds.
export function axes(c, [left, top, right, bottom], { x, y, toX, toY }) {
  const style = getComputedStyle(document.documentElement);
  Object.assign(c, { strokeStyle: style.getPropertyValue("--rule"), fillStyle: style.getPropertyValue("--soft"), font: "11px system-ui, sans-serif", lineWidth: 1 });
  const line = (...points) => {
    c.beginPath();
    c.moveTo(points[0], points[1]);
    c.lineTo(points[2], points[3]);
    c.stroke();
  };
  Object.assign(c, { textAlign: "center", textBaseline: "top" });
  for (const v of ticks(x)) {
    line(toX(v), top, toX(v), bottom);
    c.fillText(short(v), toX(v), bottom + 6);
  }
  Object.assign(c, { textAlign: "right", textBaseline: "middle" });
  for (const v of ticks(y)) {
    line(left, toY(v), right, toY(v));
    c.fillText(short(v), left - 6, toY(v));
  }
}

function ticks([least, largest]) {
  const step = roundStep((largest - least) / TICKS);
  const found = [];
  for (let k = Math.ceil(least / step); k * step <= largest; k++) found.push(Number((k * step).toPrecision(12)));
  return found;
}
