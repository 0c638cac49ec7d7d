// Quaternions of axes, the real part last.

// Of nine entries row by row; of the two, the one that is nearer to another.
export function quaternionOf([a, b, c, d, e, f, g, h, k], near = [0, 0, 0, 1]) {
  const squares = [1 + a - e - k, 1 - a + e - k, 1 - a - e + k, 1 + a + e + k];
  const q = [
    [squares[0], b + d, c + g, h - f],
    [b + d, squares[1], f + h, c - g],
    [c + g, f + h, squares[2], d - b],
    [h - f, c - g, d - b, squares[3]],
  ][squares.indexOf(Math.max(...squares))] ?? [NaN, NaN, NaN, NaN];
  const size = Math.hypot(...q) * (q.reduce((sum, x, j) => sum + x * near[j], 0) < 0 ? -1 : 1);
  return q.map((x) => x / size);
}

// Four channels from nine, each row next to the one before.
export function quaternions(R, count) {
  const found = Array.from({ length: 4 }, () => new Float64Array(count));
  let last = [0, 0, 0, 1];
  for (let i = 0; i < count; i++) {
    const next = quaternionOf(R.map((row) => row[i]), last);
    if (Number.isFinite(next[0])) last = next;
    for (let j = 0; j < 4; j++) found[j][i] = next[j];
  }
  return found;
}
