// States of rest: Newton's method by programs of the model, and eigenvalues of small motions about them.

const MOST_STEPS = 60;
const HALVINGS = 24;
const REACH = 0.4;
const SAME = 1e-6;
const SETTLED = 1e-7;
const SMALL = 1e-9;
const STARTS = 40;
const MOST = 8;
const PATIENCE = 120;
const PRIMES = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53];

export class RestSearch {
  constructor(run, told) {
    Object.assign(this, { run, told });
    this.n = run.told.sizes.states;
  }

  // Where some rows lead, each followed; with `looks`, further ones from many starts about the state of now.
  all(rows, looks) {
    const begin = performance.now();
    const found = [];
    for (const row of rows) this.add(found, this.from(row));
    if (!looks && found.length) return found;
    const { q, u } = this.run.told.sizes;
    const base = this.run.arrays.states.slice();
    base.fill(0, q, q + u);
    this.add(found, this.from(base));
    for (let k = 1; k <= STARTS && performance.now() - begin < PATIENCE; k++) {
      const row = base.slice();
      this.told.around.forEach((far, i) => (row[i] += far * (2 * halton(k, PRIMES[i % PRIMES.length]) - 1)));
      this.add(found, this.from(row));
    }
    return found;
  }

  // States of rest are listed once: a family that differs in what nothing determines is one.
  add(found, rest) {
    if (rest && found.length < MOST && !found.some((other) => this.isSame(rest, other))) found.push(rest);
  }

  isSame(rest, other) {
    const near = (a, b) => Math.abs(a - b) <= SAME * Math.max(1, Math.abs(a));
    const scale = Math.max(1, ...other.roots.map((root) => Math.hypot(...root)));
    const isLike = rest.roots.length === other.roots.length && rest.roots.every(([re, im]) => other.roots.some((root) => Math.hypot(re - root[0], im - root[1]) <= SAME * scale));
    // the same places of all bodies may have other coordinates: whole turns, signs of quaternions
    return isLike && (rest.undetermined > 0 || rest.places.every((x, k) => near(x, other.places[k])));
  }

  // The state of rest that Newton's method reaches from a row; undefined if there is none.
  from(start) {
    const { q, u } = this.run.told.sizes;
    let row = start.slice();
    row.fill(0, q, q + u);
    let here = this.look(row);
    for (let k = 0; here && k < MOST_STEPS; k++) {
      let part = 1;
      this.told.around.forEach((far, i) => (part = Math.min(part, (REACH * far) / Math.max(1e-300, Math.abs(here.step[i])))));
      let next;
      let there;
      for (let halving = 0; halving < HALVINGS && !(next && next.size < here.size); halving++, part /= 2) {
        there = row.map((x, i) => (i < this.n ? x + part * here.step[i] : x));
        next = this.look(there);
      }
      if (!(next && next.size < here.size)) break;
      [row, here] = [there, next];
    }
    if (!here) return undefined;
    const isSettled = here.step.every((dx, i) => Math.abs(dx) <= SETTLED * Math.max(1, Math.abs(row[i])));
    // rows hold for joints that are closed the wrong way round, too
    const isAllowed = this.run.residualAt(this.run.arrays.spans[0], row) <= SAME;
    return isSettled && isAllowed && here.size <= SMALL * here.scale ? this.rest(row, here) : undefined;
  }

  // Residual and step in a row; null where they have no value.
  look(row) {
    const { run, n } = this;
    run.place(run.arrays.spans[0], row);
    const isGood = run.call("rest", "rest_p") >= 0;
    const { residual } = this.told;
    const results = run.arrays.results.slice(0, residual + n + 2 * n * n + 1);
    if (!isGood || !results.every(Number.isFinite)) return null;
    const [step, A, allowed, undetermined] = [0, n, n + n * n, n + 2 * n * n].map((k) => residual + k);
    const norm = (part) => Math.sqrt(part.reduce((sum, x) => sum + x * x, 0));
    return {
      size: norm(results.subarray(0, residual)), step: results.subarray(step, A), A: results.subarray(A, allowed), allowed: results.subarray(allowed, undetermined),
      scale: 1 + norm(results.subarray(A, allowed)), undetermined: Math.round(results[undetermined]),
    };
  }

  // Axes and origins of all bodies.
  places(row) {
    const { run } = this;
    run.place(run.arrays.spans[0], row);
    run.call("shown", "shown_p");
    return run.arrays.results.slice(0, 12 * run.told.outputs.p[0]);
  }

  // Eigenvalues of Π A Π − σ (1 − Π): those of motions that the rows do not allow stand at −σ.
  rest(row, { A, allowed, scale, undetermined }) {
    const { run, n } = this;
    const matrix = product(allowed, product(A, allowed, n), n);
    let free = 0;
    for (let k = 0; k < n; k++) {
      free += allowed[k * n + k];
      matrix[k * n + k] -= scale;
    }
    run.arrays.matrix.set(matrix.map((x, k) => x + scale * allowed[k]));
    const { matrix: from, roots: to, other_work: work } = run.places;
    if (Number(run.exports[run.told.entries.roots](from, to, work))) return undefined;
    const values = Array.from({ length: n }, (_, k) => [run.arrays.roots[k], run.arrays.roots[n + k]]);
    const away = ([re, im]) => Math.hypot(re + scale, im);
    const roots = values.sort((a, b) => away(b) - away(a)).slice(0, Math.round(free)).sort((a, b) => b[0] - a[0] || b[1] - a[1]);
    return { row, roots, undetermined, places: this.places(row) };
  }
}

function product(a, b, n) {
  const c = new Float64Array(n * n);
  for (let i = 0; i < n; i++) for (let k = 0; k < n; k++) if (a[i * n + k]) for (let j = 0; j < n; j++) c[i * n + j] += a[i * n + k] * b[k * n + j];
  return c;
}

// Numbers from 0 to 1 that fill the space evenly.
function halton(k, base) {
  let [part, value] = [1, 0];
  for (let left = k; left > 0; left = Math.floor(left / base)) {
    part /= base;
    value += part * (left % base);
  }
  return value;
}
