// The worker of a live page: runs that a newer wish breaks off, and what is shown of them.

import { LiveRun } from "./live_run.js";
import { RestSearch } from "./rest_search.js";
import { quaternions } from "./rotations.js";

const BREATH = 12;
const STEPS = 100;
const PATIENCE = 4000;

// Between slices messages come in.
const breath = () => new Promise((resume) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = resume;
  port2.postMessage(0);
});

class Work {
  constructor(run, told) {
    Object.assign(this, { run, told });
    if (told.rest) this.search = new RestSearch(run, told.rest);
  }

  // Runs as long as there are wishes, the newest only.
  async serve() {
    if (this.isBusy) return;
    this.isBusy = true;
    while (this.wish) {
      const wish = this.wish;
      this.wish = undefined;
      try {
        await this.fulfil(wish);
      } catch (error) {
        postMessage({ id: wish.id, failure: error.message });
      }
    }
    this.isBusy = false;
  }

  // All numbers as they stand; where the constraints do not allow that, those that were changed.
  begun({ values, author }) {
    const { run } = this;
    const starts = this.told.sliders.filter(({ kind }) => kind === "start").map(({ name }) => name);
    const changed = Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== author[name]));
    let start = run.set(values);
    if ((!start.isValid || start.moved.length) && starts.some((name) => !Object.hasOwn(changed, name))) start = run.set(changed);
    return { ...start, actual: Object.fromEntries(starts.map((name) => [name, run.value(name)])) };
  }

  async fulfil(wish) {
    const { run } = this;
    const { id, patience } = wish;
    const begin = performance.now();
    const start = this.begun(wish);
    if (!start.isValid) {
      postMessage({ id, start });
      return;
    }
    const drawn = run.drawn();
    let last = begin;
    for (let goesOn = false; run.slice(goesOn, STEPS); goesOn = true) {
      const now = performance.now();
      if (now - begin > patience) break;
      if (now - last < BREATH) continue;
      await breath();
      last = performance.now();
      if (this.wish) return;
    }
    const ran = performance.now();
    this.tell(id, start, drawn, begin, ran);
  }

  // States of rest with the numbers as they are, and what is to be seen of them.
  rests({ id, seeds, looks }) {
    const { run } = this;
    const found = this.search.all(seeds, looks).map((rest) => {
      run.place(run.arrays.spans[0], rest.row);
      run.call("shown", "shown_p");
      const { poses, signals, arrows } = this.arranged(Array.from(run.arrays.results.slice(0, run.width), (x) => [x, x]), 2);
      return { ...rest, poses, signals, arrows };
    });
    postMessage({ id, rests: found, looks });
  }

  // ---- playing without an end

  depart(wish) {
    const { run } = this;
    const start = this.begun(wish);
    if (start.isValid) run.depart();
    this.lastPoses = undefined;
    this.plain = { ...wish.values };
    postMessage({ id: wish.id, start, drawn: run.drawn(), rows: start.isValid ? [this.now()] : undefined, step: {} });
  }

  // One picture further: numbers as they are now, and how a body is pulled.
  go({ id, seconds, rows: count, values, pull }) {
    const { run } = this;
    const begin = performance.now();
    const refused = [];
    for (const [name, value] of Object.entries(values)) {
      if (this.isMoving(name) && this.plain[name] !== value && !run.change(name, value)) refused.push(name);
      this.plain[name] = value;
    }
    this.pull(pull);
    const rows = [];
    let step;
    for (let k = 0; k < count && !step?.status && !step?.isStuck; k++) {
      step = run.advance(seconds / count, PATIENCE);
      rows.push({ ...this.now(), events: step.events });
    }
    postMessage({ id, step, refused, drawn: run.drawn(), rows, cost: performance.now() - begin });
  }

  isMoving(name) {
    return this.told.sliders.find((slider) => slider.name === name)?.kind !== "start";
  }

  pull(pull) {
    if (!this.told.pulls) return;
    const { run } = this;
    if (this.pulled !== undefined) run.put(`pull.on.${this.pulled}`, 0);
    this.pulled = pull?.body;
    if (!pull) return;
    run.put(`pull.on.${pull.body}`, 1);
    for (const [place, point] of [["at", pull.at], ["to", pull.to]]) ["x", "y", "z"].forEach((axis, k) => run.put(`pull.${place}.${axis}`, point[k]));
    run.put("pull.stiffness", pull.stiffness);
    run.put("pull.damping", pull.damping);
  }

  // One row of what is shown.
  now() {
    const columns = Array.from(this.run.shownNow(), (x) => [x]);
    const { poses, signals, arrows } = this.arranged(columns, 1);
    const row = (rows) => Float64Array.from(rows, ([x]) => x);
    const found = row(poses);
    // turning back is no jump
    for (let at = 0; at < found.length; at += 7) {
      const last = this.lastPoses;
      const dot = last ? found[at] * last[at] + found[at + 1] * last[at + 1] + found[at + 2] * last[at + 2] + found[at + 3] * last[at + 3] : 1;
      if (dot < 0) for (let k = 0; k < 4; k++) found[at + k] *= -1;
    }
    this.lastPoses = found;
    return { t: this.run.now, poses: found, signals: row(signals), arrows: row(arrows) };
  }

  tell(id, start, drawn, begin, ran) {
    const { run } = this;
    const outcome = run.outcome();
    const columns = run.shown(outcome.count);
    const residual = run.worst(outcome.count);
    const shown = this.arranged(columns, outcome.count);
    const costs = { run: ran - begin, all: performance.now() - begin };
    const buffers = [...shown.poses, ...shown.signals, ...shown.arrows].map((row) => row.buffer);
    postMessage({ id, start, outcome, drawn, residual, costs, ...shown }, buffers);
  }

  // Columns as the page has them: quaternions and places of bodies, signals, forces and then their points.
  arranged(columns, count) {
    const { outputs } = this.told.run;
    const size = (name) => outputs[name].reduce((a, b) => a * b, 1);
    const n = outputs.p[0];
    const [R, p] = [columns.slice(0, 9 * n), columns.slice(9 * n, 12 * n)];
    const signals = columns.slice(12 * n, 12 * n + size("signals"));
    const loads = columns.slice(12 * n + size("signals"));
    const poses = [];
    for (let k = 0; k < n; k++) poses.push(...quaternions(R.slice(9 * k, 9 * k + 9), count), ...p.slice(3 * k, 3 * k + 3));
    const arrows = [];
    for (const part of [3, 0]) for (let k = 0; k < loads.length; k += 6) arrows.push(...loads.slice(k + part, k + part + 3));
    return { poses, signals, arrows };
  }
}

let work;
onmessage = async ({ data }) => {
  if (data.told) {
    try {
      work = new Work(await LiveRun.of(data.told.run), data.told);
      postMessage({ ready: true });
    } catch (error) {
      postMessage({ failure: error.message });
    }
    return;
  }
  if (data.seeds) work.rests(data);
  else if (data.departs) work.depart(data);
  else if (data.seconds !== undefined) work.go(data);
  else {
    work.wish = data;
    work.serve();
  }
};
