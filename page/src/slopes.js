// Rates of what is known at samples only, to sixteen bits: by a parabola through several samples, which no event parts.

import { placeOf } from "./data.js";

const REACH = 4;

// The first sample that counts at a time, and the weights of it and of the next ones: their sum is the rate.
export function slopeAt(times, t, events = []) {
  const [a, b] = placeOf(times, t);
  const isApart = (i, j) => events.some((event) => event.t > times[i] && event.t <= times[j]);
  // at an event itself, what comes after it
  let [first, last] = a < b && isApart(a, b) ? (events.some((event) => event.t > times[a] && event.t <= t) ? [b, b] : [a, a]) : [a, b];
  while (first > 0 && a - first < REACH && !isApart(first - 1, first)) first -= 1;
  while (last < times.length - 1 && last - b < REACH && !isApart(last, last + 1)) last += 1;
  const span = times[last] - times[first];
  if (!(span > 0)) return { first, weights: [0] };
  const s = Array.from({ length: last - first + 1 }, (_, k) => (times[first + k] - t) / span);
  const sum = (power) => s.reduce((total, x) => total + x ** power, 0);
  const [n, s1, s2] = [s.length, sum(1), sum(2)];
  // with two samples the straight line
  if (n === 2) return { first, weights: [-1 / span, 1 / span] };
  const [s3, s4] = [sum(3), sum(4)];
  // the middle row of the inverse of [[n, s1, s2], [s1, s2, s3], [s2, s3, s4]]
  const det = n * (s2 * s4 - s3 * s3) - s1 * (s1 * s4 - s2 * s3) + s2 * (s1 * s3 - s2 * s2);
  const [c0, c1, c2] = [s2 * s3 - s1 * s4, n * s4 - s2 * s2, s1 * s2 - n * s3].map((c) => c / det / span);
  return { first, weights: s.map((x) => c0 + c1 * x + c2 * x * x) };
}
