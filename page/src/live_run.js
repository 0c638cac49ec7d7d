// A run without Python: the native loop of a model as WebAssembly, in memory whose places Python has told.

import { Contacts } from "./contacts.js";
import { inflated } from "./data.js";

const STEPS_PER_SLICE = 2000;
const CONTINUATION = 12;
const MOST_ROUNDS = 30;
const NEAREST = 40;
const CLOSE = 1e-13;
const SOLVED = 1e-9;
const VALID = 1e-7;
const SPAN = 6;
const LOOKS = 2048;
const NEARBY = 2;
const AWAY = 0.02;
const DEPENDENT = 1e-6;
const SINGULAR = 1e-3;

export class LiveRun {
  static async of(told) {
    const memory = new WebAssembly.Memory({ initial: told.memory.pages });
    const table = new WebAssembly.Table({ initial: 2, element: "anyfunc" });
    const stack = new WebAssembly.Global({ value: "i32", mutable: true }, told.stack);
    const env = { __linear_memory: memory, __indirect_function_table: table, __stack_pointer: stack, sin: Math.sin, cos: Math.cos, tan: Math.tan };
    const { instance } = await WebAssembly.instantiate(await inflated(told.code), { env });
    table.set(1, instance.exports[told.entries.stop]);
    return new LiveRun(told, memory, instance.exports);
  }

  constructor(told, memory, exports) {
    this.told = told;
    this.exports = exports;
    this.arrays = {};
    this.places = {};
    for (const [name, { at, length, kind }] of Object.entries(told.memory.arrays)) {
      this.places[name] = at;
      this.arrays[name] = kind === "i64" ? new BigInt64Array(memory.buffer, at, length) : new Float64Array(memory.buffer, at, length);
    }
    this.width = Object.values(told.outputs).reduce((sum, shape) => sum + shape.reduce((a, b) => a * b, 1), 0);
    const { values: span } = told.memory.arrays.spans;
    this.wholeSpan = Number(span[1]) - Number(span[0]);
    this.hasRows = told.residuals[0] + told.residuals[1] > 0;
    this.pointers = told.arguments.map((name) => this.places[name]);
    this.contacts = told.contacts ? new Contacts(this, told.contacts) : undefined;
    this.fill();
  }

  // The author's numbers everywhere.
  fill() {
    for (const [name, { values, kind }] of Object.entries(this.told.memory.arrays)) {
      if (values) values.forEach((x, k) => (this.arrays[name][k] = kind === "i64" ? BigInt(x) : Number(x === "inf" ? Infinity : x === "-inf" ? -Infinity : x)));
    }
  }

  author(name) {
    const [array, k] = this.told.varied[name][0];
    return this.told.memory.arrays[array].values[k];
  }

  // A number of the state, as it is now.
  value(name) {
    const place = this.told.varied[name].find(([array]) => array === "states");
    return this.arrays.states[place[1]];
  }

  put(name, value) {
    for (const [array, k] of this.told.varied[name]) this.arrays[array][k] = value;
  }

  // Numbers by name, all others the author's; gives what the start became, and why it is none, if it is none.
  set(values) {
    this.fill();
    const names = Object.keys(values).filter((name) => this.told.varied[name]);
    const states = names.map((name) => [name, this.told.varied[name].find(([array, k]) => array === "states" && k < this.told.sizes.states)]).filter(([, place]) => place);
    // from the author's start in parts, so that the same numbers give the same branch
    const parts = this.hasRows && names.some((name) => values[name] !== this.author(name)) ? CONTINUATION : 1;
    for (let part = 1; part <= parts; part++) {
      for (const name of names) this.put(name, part === parts ? values[name] : this.author(name) + (part / parts) * (values[name] - this.author(name)));
      if (this.hasRows) this.settle(states.map(([, place]) => place[1]));
    }
    if (names.some((name) => this.isOfParameters(name) && values[name] !== this.author(name))) this.decideRows();
    const impossible = this.impossible();
    const worst = this.residual();
    const rows = this.told.residuals[0] + this.told.residuals[1];
    const looks = Array.from(this.residuals()?.subarray(rows) ?? []);
    const overlap = Math.max(0, ...looks.slice(0, this.told.residuals[2]));
    const turned = this.told.turned.find((_, k) => looks[this.told.residuals[2] + k] > 0);
    const start = Object.fromEntries(states.map(([name, place]) => [name, this.arrays.states[place[1]]]));
    const moved = states.filter(([name]) => !(Math.abs(start[name] - values[name]) <= 1e-6 * Math.max(1, Math.abs(values[name])))).map(([name]) => name);
    const isAllowed = worst <= VALID && !impossible;
    const undecided = isAllowed ? this.contacts?.begin() : undefined;
    return { start, moved, residual: worst, overlap, turned, impossible, undecided, isValid: isAllowed && undecided === undefined };
  }

  isOfParameters(name) {
    return this.told.varied[name].some(([array]) => array === "p");
  }

  // Which rows others imply with these numbers, here and nearby; how large pivots are then.
  decideRows() {
    const { switches, sizes: { q }, caution } = this.told;
    if (!switches.length) return;
    const { states } = this.arrays;
    const kept = states.slice();
    const nearby = [kept];
    for (let k = 1; k <= NEARBY; k++) {
      for (let i = 0; i < q; i++) states[i] += AWAY * Math.sin(7 * k * (i + 1)) * Math.max(1, Math.abs(states[i]));
      this.settle([]);
      if (this.residual() <= VALID) nearby.push(states.slice());
      states.set(kept);
    }
    this.dropImplied(nearby.map((row) => this.slopes(row)));
    const sizes = nearby.map((row) => this.pivots(row));
    for (const { pivot, typical } of switches) {
      const size = Math.max(...sizes.map((pivots) => pivots[pivot]).filter(Number.isFinite));
      if (size > 0) for (const [array, k] of typical) this.arrays[array][k] = caution * size;
    }
  }

  // Rows are off that depend on those before in all of some positions; those that were on come first.
  dropImplied(slopes) {
    const bases = slopes.map(() => []);
    const isOn = ({ places: [[array, k]] }) => this.arrays[array][k];
    for (const { row, places } of [...this.told.switches].sort((a, b) => isOn(b) - isOn(a))) {
      const left = slopes.map((J, k) => remainder(J[row], bases[k]));
      const isNeeded = left.some(({ part }) => part > DEPENDENT);
      if (isNeeded) left.forEach(({ part, direction }, k) => part > DEPENDENT && bases[k].push(direction));
      for (const [array, k] of places) this.arrays[array][k] = isNeeded ? 1 : 0;
    }
  }

  // Residuals of speeds by the speeds, row by row of all residuals; they are straight lines.
  slopes(from) {
    const { q, u } = this.told.sizes;
    const t = this.arrays.spans[0];
    const row = from.slice();
    const base = Array.from(this.residuals(t, row) ?? []);
    const columns = Array.from({ length: u }, (_, k) => {
      row[q + k] += 1;
      const moved = Array.from(this.residuals(t, row) ?? []);
      row[q + k] -= 1;
      return moved;
    });
    return base.map((x, i) => columns.map((moved) => moved[i] - x));
  }

  // Sizes of pivots in a state; none if they are not watched.
  pivots(row) {
    if (!this.told.entries.pivots) return [];
    this.place(this.arrays.spans[0], row);
    this.call("pivots", "pivots_p");
    const count = 1 + Math.max(-1, ...this.told.switches.map(({ pivot }) => pivot));
    return Array.from(this.arrays.results.slice(0, count), Math.abs);
  }

  // Whether rows nearly depend on each other where a run has ended.
  isSingularAtEnd(time) {
    this.place(time, this.arrays.finals);
    const pivots = this.told.entries.pivots && this.call("pivots", "pivots_p") >= 0 ? this.arrays.results : [];
    return this.told.switches.some(({ pivot, typical }) => typical.some(([array, k]) => Math.abs(pivots[pivot]) < SINGULAR * this.arrays[array][k]));
  }

  // What bodies ask of parameters, and do not have.
  impossible() {
    const { asked } = this.told;
    if (!asked.length) return undefined;
    this.place(this.arrays.spans[0], this.arrays.states);
    this.call("bodies", "bodies_p");
    return asked.find((_, k) => this.arrays.results[k] !== 1);
  }

  // A state that the constraints allow, with the given numbers of it as they are; where there is none, the nearest one.
  settle(held) {
    const { states } = this.arrays;
    const { q, u } = this.told.sizes;
    const [onPlaces, onSpeeds] = this.told.residuals;
    const before = states.slice();
    const free = (first, stop) => Array.from({ length: stop - first }, (_, k) => first + k).filter((k) => !held.includes(k));
    if (!(this.solve(0, onPlaces, free(0, q)) && this.solve(onPlaces, onSpeeds, free(q, q + u)))) {
      states.set(before);
      for (let round = 0; round < NEAREST; round++) this.project();
    }
    for (let round = 0; round < 3; round++) this.project();
  }

  // Gauss and Newton: the shortest way along some numbers of the state to where some residuals vanish; whether it ends there.
  solve(first, count, free) {
    if (!count) return true;
    const { states } = this.arrays;
    const read = () => {
      const found = this.residuals();
      return found && Array.from(found.subarray(first, first + count));
    };
    const size = (r) => (r ? Math.max(...r.map(Math.abs)) : NaN);
    let r = read();
    for (let round = 0; round < MOST_ROUNDS; round++) {
      if (!(size(r) > CLOSE)) break;
      const columns = free.map((k) => {
        const [x, h] = [states[k], 1e-7 * Math.max(1, Math.abs(states[k]))];
        states[k] = x + h;
        const above = read();
        states[k] = x - h;
        const below = read();
        states[k] = x;
        return r.map((_, i) => (above && below ? (above[i] - below[i]) / (2 * h) : NaN));
      });
      const way = shortest(columns, r);
      const from = free.map((k) => states[k]);
      let part = 1;
      let next;
      do {
        free.forEach((k, i) => (states[k] = from[i] - part * way[i]));
        next = read();
        part /= 2;
      } while (!(size(next) < size(r)) && part > 1e-3);
      if (!(size(next) < size(r))) {
        free.forEach((k, i) => (states[k] = from[i]));
        break;
      }
      r = next;
    }
    return size(r) <= SOLVED;
  }

  place(t, row, at = 0) {
    const { inputs, extra } = this.arrays;
    const { n } = this.told.sizes;
    inputs[0] = t;
    for (let k = 0; k < n; k++) inputs[1 + k] = row[at + k];
    inputs.set(extra, 1 + n);
  }

  call(entry, p) {
    const { inputs, results, other_work: work } = this.places;
    return Number(this.exports[this.told.entries[entry]](inputs, this.places[p], results, work));
  }

  project() {
    if (!this.told.entries.project) return;
    this.place(this.arrays.spans[0], this.arrays.states);
    this.call("project", "p");
    const nearest = this.arrays.results.subarray(0, this.told.sizes.states);
    // where rows depend on each other there may be none
    if (nearest.every(Number.isFinite)) this.arrays.states.set(nearest);
  }

  residual() {
    return this.residualAt(this.arrays.spans[0], this.arrays.states);
  }

  // Residuals of all rows in a state; null if they have no value.
  residuals(t = this.arrays.spans[0], row = this.arrays.states, at = 0) {
    this.place(t, row, at);
    return this.call("rows", "rows_p") < 0 ? null : this.arrays.results.subarray(0, this.told.residuals.reduce((a, b) => a + b));
  }

  residualAt(t, row, at = 0) {
    const found = this.residuals(t, row, at);
    if (!found) return Infinity;
    let worst = 0;
    for (const x of found) {
      if (!Number.isFinite(x)) return Infinity;
      worst = Math.max(worst, Math.abs(x));
    }
    return worst;
  }

  // A part of the run; whether there is more of it.
  slice(goesOn, steps = STEPS_PER_SLICE) {
    const { control, outputs } = this.arrays;
    if (!goesOn) outputs.fill(NaN);
    control[0] = BigInt(steps);
    control[1] = 1n;
    control[2] = goesOn ? 1n : 0n;
    this.status = Number(this.exports[this.told.entries.run](...this.pointers));
    this.isUnderWay = this.status === this.told.interrupted;
    return this.isUnderWay;
  }

  run() {
    for (let goesOn = false; this.slice(goesOn); ) goesOn = true;
    return this.outcome();
  }

  // ---- going on without an end

  // Begin where the state is now.
  depart() {
    const { spans } = this.arrays;
    this.now = spans[0];
    this.author_look = spans[5];
    spans.fill(NaN, SPAN);
    spans[4] = 0;
  }

  // Go on for some time; whether it was reached. Steps and what events have behind them are kept.
  advance(seconds, patience) {
    const { spans, states, finals, summaries, events } = this.arrays;
    const begin = performance.now();
    // the time between looks at laws of time is that of the whole motion
    spans[5] = this.author_look > 0 ? this.author_look : this.wholeSpan / LOOKS;
    [spans[0], spans[1], spans[2], spans[3]] = [this.now, this.now + seconds, 0, 0];
    const undecided = this.contacts?.settle();
    if (undecided !== undefined) return { status: 1, reason: contactReason(undecided), events: [] };
    for (let goesOn = false; this.slice(goesOn, 200); goesOn = true) if (performance.now() - begin > patience) return { isStuck: true };
    const told = Object.fromEntries(this.told.summary.map((name, k) => [name, summaries[k]]));
    this.now = told.time;
    states.set(finals);
    spans[4] = told.step;
    spans.set(summaries.subarray(this.told.summary.length, this.told.summary.length + spans.length - SPAN), SPAN);
    return { status: told.status, reason: this.reason(told), events: this.happened(told.n_events) };
  }

  // Events by name, of contacts in words.
  happened(count) {
    const { record } = this.told.sizes;
    const { events } = this.arrays;
    const found = [];
    for (let k = 0; k < Math.min(count, events.length / record); k++) {
      const [t, number] = events.subarray(k * record, k * record + 2);
      const isContact = number < (this.contacts?.count ?? 0);
      const names = isContact ? this.contacts.words(events, k * record, number) : [this.told.events[number]];
      found.push(...names.map((name) => ({ name, t })));
    }
    return found;
  }

  // Why a run ended.
  reason({ status, terminal_event: number }) {
    const point = this.contacts && number >= 0 ? this.contacts.point(number) : undefined;
    return point ? contactReason(point.name) : this.told.reasons[status];
  }

  // Another number while it goes on; whether bodies and constraints allow it. The state is moved to them.
  change(name, value) {
    const [array, k] = this.told.varied[name][0];
    const before = this.arrays[array][k];
    if (before === value) return true;
    const states = this.arrays.states.slice();
    this.put(name, value);
    if (array === "extra") return true;
    this.arrays.spans[0] = this.now;
    const isPossible = !this.impossible();
    if (isPossible && this.hasRows) {
      this.settle([]);
      if (this.residual() <= VALID) this.decideRows();
    }
    if (isPossible && (!(this.hasRows || this.contacts) || this.residual() <= VALID) && this.contacts?.begin() === undefined) return true;
    this.put(name, before);
    this.arrays.states.set(states);
    if (isPossible && this.hasRows) this.decideRows();
    return false;
  }

  // What is shown now, one number for each column.
  shownNow() {
    this.place(this.now, this.arrays.states);
    this.call("shown", "shown_p");
    return this.arrays.results.slice(0, this.width);
  }

  // What became of a run; of one that was stopped in between, what was written until then.
  outcome() {
    const summary = Object.fromEntries(this.told.summary.map((name, k) => [name, this.arrays.summaries[k]]));
    if (this.isUnderWay) {
      const { outputs, times } = this.arrays;
      const { n } = this.told.sizes;
      let rows = 0;
      while (rows < times.length && !Number.isNaN(outputs[rows * n])) rows += 1;
      return { native: this.status, isUnderWay: true, count: rows, time: times[Math.max(0, rows - 1)], times: times.slice(0, rows), events: [] };
    }
    const count = summary.stop_row;
    const missed = this.contacts?.missed(count);
    const begun = this.contacts?.first.map((name) => ({ name, t: this.arrays.spans[0] })) ?? [];
    const events = [...begun, ...this.happened(summary.n_events)];
    const isSingular = summary.status > 0 && this.isSingularAtEnd(summary.time);
    // an event of the author's, which is meant to
    const endedBy = summary.terminal_event >= (this.contacts?.count ?? 0) ? this.told.events[summary.terminal_event] : undefined;
    return { ...summary, isSingular, endedBy, native: this.status, reason: this.reason(summary), count, missed, times: this.arrays.times.slice(0, count), events };
  }

  // The states at the times that were reached, row by row.
  states() {
    return this.arrays.outputs.slice(0, this.outcome().count * this.told.sizes.n);
  }

  // Numbers of the scene that follow parameters.
  drawn() {
    const count = this.told.drawn;
    if (!count) return new Float64Array(0);
    this.place(this.arrays.spans[0], this.arrays.states);
    this.call("drawn", "drawn_p");
    return this.arrays.results.slice(0, count);
  }

  // The largest residuals over the rows of a run: of all, and of constraints alone, with the time of these.
  worst(count) {
    const worst = { all: 0, rows: 0, t: 0 };
    const { times, outputs } = this.arrays;
    const rows = this.told.residuals[0] + this.told.residuals[1];
    for (let row = 0; row < count; row++) {
      worst.all = Math.max(worst.all, this.residualAt(times[row], outputs, row * this.told.sizes.n));
      for (let k = 0; k < rows; k++) {
        const size = Math.abs(this.arrays.results[k]);
        if (size > worst.rows) [worst.rows, worst.t] = [size, times[row]];
      }
    }
    return worst;
  }

  // What is shown, column by column, each over all times that were reached.
  shown(count) {
    const { n } = this.told.sizes;
    const total = this.width;
    const columns = Array.from({ length: total }, () => new Float64Array(count));
    for (let row = 0; row < count; row++) {
      this.place(this.arrays.times[row], this.arrays.outputs, row * n);
      this.call("shown", "shown_p");
      for (let k = 0; k < total; k++) columns[k][row] = this.arrays.results[k];
    }
    return columns;
  }
}

const contactReason = (name) => `what ${name} does here is decided in Python, which a page does not have`;

// What is left of a row beside a basis: its part, and its direction.
function remainder(row, basis) {
  const norm = (v) => Math.hypot(...v);
  const size = norm(row);
  if (!(size > 0)) return { part: 0, direction: row };
  let left = row.map((x) => x / size);
  // twice, for rounding
  for (let round = 0; round < 2; round++) {
    for (const other of basis) {
      const along = other.reduce((sum, x, i) => sum + x * left[i], 0);
      left = left.map((x, i) => x - along * other[i]);
    }
  }
  const part = norm(left);
  return { part, direction: left.map((x) => x / part) };
}

// The least dx with J dx = r, J by its columns; rows that depend on each other share (J Jᵀ + ε) y = r, dx = Jᵀ y.
function shortest(columns, r) {
  const m = r.length;
  const A = r.map((_, i) => r.map((_, j) => columns.reduce((sum, column) => sum + column[i] * column[j], 0)));
  const least = 1e-13 * Math.max(...A.map((row, i) => row[i]), 1e-300);
  const y = r.slice();
  for (let i = 0; i < m; i++) A[i][i] += least;
  // Gauss; the matrix is positive definite
  for (let i = 0; i < m; i++) {
    for (let j = i + 1; j < m; j++) {
      const part = A[j][i] / A[i][i];
      for (let k = i; k < m; k++) A[j][k] -= part * A[i][k];
      y[j] -= part * y[i];
    }
  }
  for (let i = m - 1; i >= 0; i--) {
    for (let k = i + 1; k < m; k++) y[i] -= A[i][k] * y[k];
    y[i] /= A[i][i];
  }
  return columns.map((column) => column.reduce((sum, x, i) => sum + x * y[i], 0));
}
