// Playing without an end: the model goes on as time does, follows sliders, keys and the pointer.

import { Matrix4, Plane, Raycaster, Vector2, Vector3 } from "three";
import { refusal } from "./refusal.js";
import { short } from "./words.js";

const WINDOW = 10;
const ROWS = 4096;
const LONGEST = 0.1;
const SLOW = 0.9;
const RATE = 6;
const STEP = 1 / 60;
const COSTS = 120;

export class Play {
  constructor(page, live) {
    Object.assign(this, { page, live });
    this.held = {};
    this.isOn = false;
  }

  // ---- beginning, ending, beginning again

  begin() {
    this.isOn = true;
    this.page.endless(true);
    this.restart();
  }

  end() {
    this.isOn = false;
    this.release();
    this.held = {};
    this.page.endless(false);
    this.live.wish();
  }

  restart() {
    this.isWaiting = true;
    this.owed = 0;
    this.pace = undefined;
    this.count = 0;
    this.events = [];
    this.begun = this.live.post({ departs: true });
    this.restIsDue(this.begun);
  }

  // States of rest are asked for once numbers that were changed have arrived, which go with this message.
  restIsDue(id) {
    if (this.isRestDue) this.restAt = id;
    this.isRestDue = false;
  }

  // ---- going on

  // Some time has passed on the wall.
  tick(seconds) {
    if (!this.isOn || this.isBroken) return;
    this.owed += seconds;
    this.advance(Math.min(LONGEST, this.owed * this.page.player.speed));
  }

  advance(seconds) {
    if (this.isWaiting || !(seconds > 0)) return;
    this.wall = this.owed;
    this.owed = 0;
    this.asked = seconds;
    this.isWaiting = true;
    // as many rows as a clock of sixty pictures a second would give
    this.restIsDue(this.live.post({ seconds, rows: Math.max(1, Math.round(seconds / this.page.player.speed / STEP)), pull: this.pull() }));
  }

  step() {
    this.owed = 0;
    this.advance(STEP * this.page.player.speed);
  }

  // A row from the worker.
  received(message) {
    const { id, start, step, rows, refused } = message;
    const now = rows?.at(-1);
    if (!this.isOn || id < this.begun) return;
    this.isWaiting = false;
    if (start && !start.isValid) {
      this.stop(refusal(start));
      return;
    }
    if (start) {
      this.isBroken = false;
      this.live.actual = start.actual;
      this.live.show();
      this.live.say(this.live.remark ?? "");
    }
    if (step.isStuck) {
      this.stop(`At t = ${short(now.t)} s: a moment takes longer than four seconds.`);
      return;
    }
    for (const row of rows) this.keep(row, row.events ?? []);
    const begin = performance.now();
    this.page.takeRow(message.drawn);
    // milliseconds for a picture: of the model, in its worker, and of what is redrawn with it
    this.costs = [...(this.costs ?? []), { ran: (message.cost ?? 0) / rows.length, drawn: performance.now() - begin }].slice(-COSTS);
    if (id >= this.restAt) {
      this.restAt = undefined;
      this.live.rest?.ask(false);
    }
    if (step.status > 0) this.stop(`At t = ${short(now.t)} s: ${step.reason}. “To the start” begins again.`);
    else if (refused?.length) this.live.say(`Bodies or constraints do not allow this ${refused.join(", ")} here.`);
    else if (!start) this.judge();
  }

  stop(text) {
    this.isBroken = true;
    this.page.player.playing = false;
    this.live.say(text, "bad");
    this.page.changed();
  }

  // Whether it keeps up with the clock.
  judge() {
    if (!this.page.player.playing) return;
    const ideal = this.wall * this.page.player.speed;
    this.pace ??= { ran: 0, passed: 0 };
    this.pace.ran = 0.97 * this.pace.ran + this.asked;
    this.pace.passed = 0.97 * this.pace.passed + ideal;
    const part = this.pace.ran / this.pace.passed;
    if (this.pace.passed < 1) return;
    if (part < SLOW) this.live.say(`Slower than the clock: ${part.toFixed(2)} of its pace. Nothing is left out.`);
    else if (this.live.note.textContent.startsWith("Slower")) this.live.say("");
  }

  // ---- what was seen lately

  keep({ t, poses, signals, arrows }, events) {
    if (!this.rows || this.count === 0) {
      const table = (n) => Array.from({ length: n }, () => new Float64Array(ROWS));
      this.rows ??= { times: new Float64Array(ROWS), poses: table(poses.length), signals: table(signals.length), arrows: table(arrows.length) };
    }
    const { rows } = this;
    if (this.count === ROWS) {
      for (const row of [rows.times, ...rows.poses, ...rows.signals, ...rows.arrows]) row.copyWithin(0, ROWS / 2);
      this.count = ROWS / 2;
    }
    rows.times[this.count] = t;
    poses.forEach((x, k) => (rows.poses[k][this.count] = x));
    signals.forEach((x, k) => (rows.signals[k][this.count] = x));
    arrows.forEach((x, k) => (rows.arrows[k][this.count] = x));
    this.count += 1;
    this.events = [...this.events, ...events].filter((event) => event.t > t - WINDOW).slice(-60);
  }

  // The last seconds as a motion.
  motion() {
    const { rows, count } = this;
    let first = 0;
    while (first < count - 1 && rows.times[first] < rows.times[count - 1] - WINDOW * Math.max(1, this.page.player.speed)) first += 1;
    const part = (row) => row.subarray(first, count);
    const times = part(rows.times);
    const { names, units } = this.live.told.signals;
    return {
      times, curveTimes: times, poses: rows.poses.map(part), loadValues: rows.arrows.map(part), events: this.events,
      signals: new Map(names.map((name, k) => [name, { name, unit: units[k], values: part(rows.signals[k]) }])),
    };
  }

  get window() {
    return WINDOW * Math.max(this.page.player.speed, 1e-6);
  }

  // ---- the hand

  // A body is taken at the point under the pointer; whether there is one.
  take(x, y) {
    if (!this.isOn || !this.live.told.pulls) return false;
    const { stage } = this.page;
    const found = stage.under(x, y);
    const ends = found?.kind === "joint" ? stage.scene.joints[found.number] : undefined;
    const body = found?.kind === "body" ? found.number : Math.max(ends?.child.body ?? -1, ends?.parent.body ?? -1);
    if (!(body >= 0)) return false;
    const p = found.point.clone().applyMatrix4(new Matrix4().copy(stage.cast.frames[body]).invert()).toArray();
    const plane = new Plane().setFromNormalAndCoplanarPoint(stage.rig.axes().towards, found.point);
    this.pulled = stage.pull = { place: { body, p }, to: found.point.toArray(), plane };
    return true;
  }

  // Whether anything is in the hand.
  move(x, y) {
    if (!this.pulled) return false;
    const { stage } = this.page;
    const box = stage.canvas.getBoundingClientRect();
    const ray = new Raycaster();
    ray.setFromCamera(new Vector2((2 * (x - box.left)) / box.width - 1, 1 - (2 * (y - box.top)) / box.height), stage.rig.camera);
    const point = ray.ray.intersectPlane(this.pulled.plane, new Vector3());
    if (point) this.pulled.to = point.toArray();
    return true;
  }

  release() {
    const wasPulled = this.pulled !== undefined;
    this.pulled = this.page.stage.pull = undefined;
    return wasPulled;
  }

  // As strong as moves all that is there well, and calm enough for pictures in between.
  pull() {
    if (!this.pulled) return null;
    const mass = this.page.motion.scene.bodies.reduce((sum, body) => sum + (body.mass ?? 0), 0) || 1;
    const { place, to } = this.pulled;
    return { body: place.body, at: place.p, to, stiffness: RATE ** 2 * mass, damping: RATE * mass };
  }

  // ---- keys: inputs are at their bounds as long as an arrow is held

  key(key, isDown) {
    const inputs = this.live.sliders.filter(({ kind }) => kind === "input");
    const pairs = [["ArrowLeft", 0, "least"], ["ArrowRight", 0, "most"], ["ArrowDown", 1, "least"], ["ArrowUp", 1, "most"]];
    const pair = pairs.find(([name, k]) => name === key && inputs[k]);
    if (!this.isOn || !pair) return false;
    const input = inputs[pair[1]];
    if (isDown) this.held[input.name] = input[pair[2]];
    else delete this.held[input.name];
    this.live.show();
    return true;
  }
}
