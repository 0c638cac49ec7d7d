// Contacts of a run from event to event: modes at its start and where forces jump, what happened, and what was missed.

const PULLS = 1e-9;
const BESIDE = 1e-8;
const INSIDE = 1e-8;
const OPEN_QUESTION = 1.5;

export class Contacts {
  constructor(run, told) {
    Object.assign(this, { run, ...told });
  }

  // Modes in the state of now, all contacts being open before; the name of a point about which this code does not know.
  begin() {
    const { run } = this;
    const { states } = run.arrays;
    for (const place of this.states) states[place] = 0;
    run.place(run.arrays.spans[0], states);
    run.call("begin", "begin_p");
    const n = run.told.sizes.n;
    states.set(run.arrays.results.subarray(0, n));
    const number = run.arrays.results[n];
    const undecided = number < 0 ? undefined : this.decide(number);
    this.first = this.changes(() => 0, (place) => states[place]);
    return undecided;
  }

  // What the event with this number does to the state.
  decide(number) {
    const { run } = this;
    const { states, inputs, spans, results } = run.arrays;
    const { n } = run.told.sizes;
    run.place(spans[0], states);
    inputs[1 + n + run.arrays.extra.length] = number;
    const isGood = run.call(`action${this.actions[number]}`, "p") >= 0 && results.subarray(0, n).every(Number.isFinite);
    if (!isGood) return this.point(number).name;
    states.set(results.subarray(0, n));
    return this.points.find(({ undecided }) => states[undecided] > OPEN_QUESTION)?.name;
  }

  // Events of contacts come before all others.
  get count() {
    return this.points.length * this.kinds.length;
  }

  point(number) {
    return this.points[Math.floor(number / this.kinds.length)];
  }

  // Guards that are below zero by more than rounding in a state: forces that pull or are not held, gaps that are closed.
  broken(t, row, at = 0) {
    const { run } = this;
    run.place(t, row, at);
    run.call("guard", "p");
    const { results } = run.arrays;
    const largest = Math.max(0, ...this.forces.map((k) => Math.abs(results[k])));
    const least = -Math.max(PULLS, BESIDE * largest);
    return [...this.forces.filter((k) => results[k] < least), ...this.gaps.filter((k) => results[k] < -INSIDE)];
  }

  // Modes where forces have jumped: if friction holds and nothing pulls, they stay.
  settle() {
    const { run } = this;
    const [number] = this.broken(run.arrays.spans[0], run.arrays.states);
    if (number === undefined) return undefined;
    return this.actions[number] < 0 ? this.point(number).name : this.decide(number);
  }

  // The first of the rows of a run in which something is wrong that no event told.
  missed(count) {
    const { times, outputs } = this.run.arrays;
    const { n } = this.run.told.sizes;
    for (let row = 1; row < count; row++) {
      const [number] = this.broken(times[row], outputs, row * n);
      if (number !== undefined) return { t: times[row], name: this.point(number).name };
    }
    return undefined;
  }

  // What happened at an event, by its record: impacts, and points that do something else from then on.
  words(records, at, number) {
    const { n } = this.run.told.sizes;
    const [before, after] = [at + 2, at + 2 + n];
    const [point, kind] = [this.point(number), this.kinds[number % this.kinds.length]];
    // what is left open is decided by an event that follows
    if (records[after + point.undecided] > 0.5) return [];
    const told = (name) => (this.told[name] ?? []).map((k) => records[after + n + k]);
    const isStruck = kind === "bounce" || told("impulses").some(Boolean);
    const rests = told("until").map((t, k) => t && `${this.points[k].name} comes to rest`).filter(Boolean);
    const struck = isStruck ? [`${point.name} ${kind === "slip" ? "stops" : "impact"}`] : [];
    const hasTurned = kind === "slip" && point.way !== null && records[before + point.way] * records[after + point.way] < 0;
    const turned = hasTurned ? [`${point.name} turns`] : [];
    return [...struck, ...rests, ...turned, ...this.changes((place) => records[before + place], (place) => records[after + place])];
  }

  // Points whose modes are others afterwards, and what they do then.
  changes(before, after) {
    return this.points.filter(({ mode }) => before(mode) !== after(mode)).map(({ name, words, mode }) => `${name} ${words[Math.round(after(mode))]}`);
  }
}
