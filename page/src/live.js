// A live page: its sliders, the worker that runs the model, and what comes of it.

import { Kept } from "./kept.js";
import { Play } from "./play.js";
import { Rest } from "./rest.js";
import { refusal } from "./refusal.js";
import { quaternionOf } from "./rotations.js";
import { element, short } from "./words.js";

const PATIENCE = 8000;
const SETTLED = 160;
const BROKEN = 1e-5;
const SINGULAR = " The position is nearly singular there; a page that is made with method=da.methods.IndexThree(step) passes such positions.";
const WORDS = { parameter: "Parameters", input: "Inputs", start: "At the start" };

export class Live {
  constructor(page, told) {
    Object.assign(this, { page, told });
    this.sliders = told.sliders;
    this.author = Object.fromEntries(this.sliders.map(({ name, value }) => [name, value]));
    this.values = { ...this.author };
    this.rows = new Map();
    this.id = 0;
    this.done = -1;
    this.patience = PATIENCE;
    this.play = new Play(page, this);
    this.kept = new Kept(page, this);
    this.card = this.settingsCard();
    this.readAddress();
    this.show();
    addEventListener("hashchange", () => {
      if (this.address() === location.hash) return;
      this.readAddress();
      this.changed(this.remark);
    });
    this.begin();
  }

  // ---- the worker

  async begin() {
    try {
      if (!window.WebAssembly) throw new Error("this browser has no WebAssembly");
      const address = URL.createObjectURL(new Blob([WORKER], { type: "text/javascript" }));
      this.worker = new Worker(address);
      this.worker.onmessage = ({ data }) => this.received(data);
      this.worker.onerror = (event) => this.unable(event.message || "its worker cannot begin");
      this.worker.postMessage({ told: this.told });
    } catch (error) {
      this.unable(error.message);
    }
  }

  // Without a simulation the recorded motion is still there.
  unable(reason) {
    this.isUnable = true;
    this.say(`Nothing can be simulated here: ${reason}. The recorded motion is shown.`, "bad");
    for (const { range, box } of this.rows.values()) range.disabled = box.disabled = true;
  }

  wish() {
    if (!this.isReady) return;
    this.asked = performance.now();
    this.post({ patience: this.patience });
  }

  // A message with the numbers as they are; its number.
  post(more) {
    this.id += 1;
    this.worker.postMessage({ id: this.id, values: { ...this.values, ...this.play.held }, author: this.author, ...more });
    return this.id;
  }

  received(message) {
    if (message.ready) {
      this.isReady = true;
      this.wish();
    } else if (message.failure !== undefined && message.id === undefined) {
      this.unable(message.failure);
    } else {
      this.done = message.id;
      if (message.failure !== undefined) this.say(`The run failed: ${message.failure}`, "bad");
      else if (message.rests) this.rest?.take(message.rests, message.looks);
      else if (message.step) this.play.received(message);
      // a run that was asked for before playing began
      else if (!this.play.isOn) this.take(message);
    }
  }

  take(message) {
    const { start, outcome } = message;
    if (!start.isValid) {
      this.say(`${refusal(start)} The motion before stays.`, "bad");
      return;
    }
    this.actual = start.actual;
    this.show();
    this.page.takeMotion(this.motionOf(message), message.drawn);
    this.costs = { ...message.costs, shown: performance.now() - this.asked };
    this.said(start, outcome, message.residual);
    this.rest?.ask(false);
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.settle(), SETTLED);
  }

  // Once nothing is moved any more: what takes longer.
  settle() {
    this.page.settle();
    this.rest?.ask(true);
  }

  // States of rest, and their eigenvalues, or none.
  showRest() {
    if (!this.told.rest || !this.isReady) return;
    if (this.rest) this.rest.remove();
    this.rest = this.rest ? undefined : new Rest(this.page, this);
    if (this.rest) this.kept.figure.before(this.rest.figure);
    this.card.querySelector("#at-rest").setAttribute("aria-pressed", Boolean(this.rest));
  }

  said(start, outcome, residual) {
    const moved = start.moved.map((name) => `${name} = ${short(start.actual[name])}`);
    if (outcome.isUnderWay) this.say(`This takes long: stopped after ${this.patience / 1000} s, at t = ${short(outcome.time)} s.`, "bad");
    else if (outcome.status > 0 && outcome.endedBy) this.say(`${outcome.endedBy} ends the motion at t = ${short(outcome.time)} s.`);
    else if (outcome.status > 0) this.say(`At t = ${short(outcome.time)} s: ${outcome.reason}. What was reached is shown.${outcome.isSingular ? SINGULAR : ""}`, "bad");
    else if (outcome.missed) this.say(`${outcome.missed.name} pulls, slides or is passed at t = ${short(outcome.missed.t)} s without an event that told so: what follows is not to be trusted.`, "bad");
    else if (residual.rows > BROKEN) this.say(`Constraints are missed by ${short(residual.rows)} at t = ${short(residual.t)} s: what follows is not to be trusted.`, "bad");
    else if (moved.length) this.say(`The constraints do not allow this start; the nearest one is taken: ${moved.join(", ")}.`);
    else this.say(this.remark);
  }

  // What the page shows of a run, in the form of a recorded motion.
  motionOf({ outcome, poses, signals, arrows, residual, start }) {
    const { names, units } = this.told.signals;
    const count = this.told.arrows.length;
    let largest = 0;
    for (let k = 0; k < count; k++) {
      const [x, y, z] = arrows.slice(3 * k, 3 * k + 3);
      for (let i = 0; i < x.length; i++) largest = Math.max(largest, Math.hypot(x[i], y[i], z[i]) || 0);
    }
    return {
      times: outcome.times, curveTimes: outcome.times, poses, events: outcome.events, loadValues: arrows,
      signals: new Map(names.map((name, k) => [name, { name, unit: units[k], values: signals[k] }])),
      loads: { items: this.told.arrows.map((arrow, k) => ({ ...arrow, place: null, channel: 3 * (count + k) })), largest },
      trust: this.isAuthors ? this.page.authorsTrust : {
        checks: [
          ...(this.told.run.residuals.some(Boolean) ? [{ mark: residual.all < 1e-6 ? "good" : "bad", text: "constraints hold to", value: residual.all.toExponential(1), remark: "along this run" }] : []),
          ...(outcome.isUnderWay ? [] : [{ mark: "", text: "steps", value: `${outcome.accepted}`, remark: `and ${outcome.rejected} rejected` }]),
        ],
        notes: [start.moved.length ? "the start is the nearest one that the constraints allow" : "", this.told.still.length ? `drawn with the author's sizes: ${this.told.still.join(", ")}` : ""].filter(Boolean),
      },
    };
  }

  // ---- numbers

  get isAuthors() {
    return this.sliders.every(({ name }) => this.values[name] === this.author[name]);
  }

  bounds({ name, least, most, unit }) {
    return `${name} is from ${short(least)} to ${short(most)}${unit ? ` ${unit}` : ""} here.`;
  }

  set(name, value) {
    const { slider } = this.rows.get(name);
    const { least, most } = slider;
    const within = Math.min(most, Math.max(least, value));
    this.values[name] = within;
    this.changed(within === value ? "" : this.bounds(slider), name);
  }

  // The remark stands until the next change.
  changed(remark = "", name = undefined) {
    this.remark = remark;
    this.actual = undefined;
    this.show();
    this.kept.renew();
    this.writeAddress();
    this.play.isRestDue = this.rest !== undefined;
    if (!this.play.isOn) this.wish();
    else if (name === undefined || this.rows.get(name).slider.kind === "start") this.play.restart();
    else if (remark) this.say(remark);
  }

  reset() {
    this.values = { ...this.author };
    this.changed();
  }

  // Of starts that follow others, what they became.
  shownValue(name) {
    if (Object.hasOwn(this.play.held, name)) return this.play.held[name];
    const actual = this.actual?.[name];
    return actual !== undefined && Math.abs(actual - this.values[name]) > 1e-6 * Math.max(1, Math.abs(actual)) ? actual : this.values[name];
  }

  // ---- the address

  address() {
    const parts = this.sliders.filter(({ name }) => this.values[name] !== this.author[name]).map(({ name }) => `${encodeURIComponent(name)}=${this.values[name]}`);
    return parts.length ? `#${parts.join("&")}` : "";
  }

  // Browsers allow few changes of the address in a second.
  writeAddress() {
    clearTimeout(this.writing);
    this.writing = setTimeout(() => this.writeNow(), 250);
  }

  writeNow() {
    try {
      history.replaceState(null, "", this.address() || location.pathname + location.search);
    } catch {
      // inside another page there is no address to write
    }
  }

  readAddress() {
    this.values = { ...this.author };
    const [strange, beyond] = [[], []];
    for (const part of location.hash.slice(1).split("&").filter(Boolean)) {
      const [name, text] = part.split("=").map((word) => {
        try {
          return decodeURIComponent(word);
        } catch {
          return word;
        }
      });
      const slider = this.sliders.find((other) => other.name === name);
      const value = text?.trim() ? Number(text) : NaN;
      if (!slider || !Number.isFinite(value)) strange.push(part);
      else {
        this.values[name] = Math.min(slider.most, Math.max(slider.least, value));
        if (this.values[name] !== value) beyond.push(this.bounds(slider));
      }
    }
    this.remark = beyond.join(" ");
    if (strange.length) this.remark = `The address says what this page does not know: ${strange.join(", ").slice(0, 120)}`;
  }

  // ---- the card

  settingsCard() {
    this.note = element("p", { id: "live-said", role: "status", hidden: true });
    this.back = element("button", { class: "tool", id: "authors", onclick: () => this.reset() }, "author's numbers");
    const kinds = Object.keys(WORDS).filter((kind) => this.sliders.some((slider) => slider.kind === kind));
    const groups = kinds.map((kind) =>
      element("ul", { "data-kind": kind }, element("li", { class: "kind" }, WORDS[kind]), ...this.sliders.filter((slider) => slider.kind === kind).map((slider) => this.row(slider))));
    return element("figure", { id: "settings" }, element("figcaption", {}, element("b", {}, "Settings"), this.modes()), element("div", { class: "groups" }, ...groups), this.note, this.tools());
  }

  tools() {
    const rest = element("button", { class: "tool", id: "at-rest", "aria-pressed": "false", title: "states of rest, and eigenvalues of small motions about them", onclick: () => this.showRest() }, "at rest");
    return element("div", { class: "tools" }, this.back, ...(this.told.rest ? [rest] : []),
      element("button", { class: "tool", id: "keep", title: "as a ghost, with dashed curves", onclick: () => this.kept.keep() }, "keep beside"),
      element("button", { class: "tool", id: "csv", title: "all signals over time, for spreadsheets", onclick: () => this.page.saveNumbers() }, "numbers as CSV"));
  }

  // One motion from its start to its end, or on and on.
  modes() {
    const { whole } = this.page.player;
    const choices = [["motion", `${short(whole[1] - whole[0])} s`, "one motion from the start"], ["play", "play on", "on and on: follow sliders, keys and the pointer"]];
    return element("span", { class: "segment" }, ...choices.map(([mode, text, title]) => element("button", { "data-mode": mode, title, "aria-pressed": `${mode === "motion"}`, onclick: () => this.mode(mode) }, text)));
  }

  mode(name) {
    if (!this.isReady || this.isUnable || (name === "play") === this.play.isOn) return;
    this.rest?.withdraw();
    if (name === "play") this.play.begin();
    else this.play.end();
    for (const button of this.card.querySelectorAll("[data-mode]")) button.setAttribute("aria-pressed", button.dataset.mode === name);
    this.say("");
  }

  row(slider) {
    const { name, least, most, step, unit } = slider;
    const isSwitch = least === 0 && most === 1 && step === 1;
    const range = isSwitch
      ? element("input", { type: "checkbox", role: "switch", "aria-label": name, onchange: () => this.set(name, range.checked ? 1 : 0) })
      : element("input", { type: "range", min: least, max: most, step, "aria-label": name, oninput: () => this.set(name, Number(range.value)) });
    const box = element("input", { type: "text", inputmode: "decimal", "aria-label": `${name}, number`, class: "number", hidden: isSwitch });
    const read = () => {
      const value = Number(box.value.replace(",", ".").replace("−", "-"));
      if (box.value.trim() && Number.isFinite(value)) {
        if (value !== this.values[name]) this.set(name, value);
      } else {
        this.say(`${name} is a number, not “${box.value.slice(0, 30)}”.`);
      }
      this.show();
    };
    box.addEventListener("change", read);
    box.addEventListener("keydown", (event) => {
      if (event.key === "Enter") box.blur();
    });
    const row = element("li", { "data-name": name, class: isSwitch ? "switch" : "" }, element("span", { class: "name", title: name }, name), range, box, element("small", {}, unit));
    this.rows.set(name, { slider, row, range, box, isSwitch });
    return row;
  }

  show() {
    for (const [name, { row, range, box, isSwitch }] of this.rows) {
      const value = this.shownValue(name);
      if (isSwitch) range.checked = value === 1;
      else {
        range.value = value;
        const { least, most } = this.rows.get(name).slider;
        range.style.setProperty("--part", `${(100 * (Math.min(most, Math.max(least, value)) - least)) / (most - least)}%`);
      }
      if (document.activeElement !== box) box.value = Number(value.toPrecision(5)).toString();
      row.classList.toggle("changed", this.values[name] !== this.author[name]);
      row.classList.toggle("follows", value !== this.values[name] && !Object.hasOwn(this.play.held, name));
    }
    this.back.disabled = this.isAuthors;
    this.tellEquations();
  }

  // The numbers that stand for letters in the equations.
  tellEquations() {
    const card = document.getElementById("equations");
    const open = this.sliders.filter(({ kind }) => kind !== "start");
    if (!card || !open.length) return;
    this.letters ??= element("p", { class: "letters" });
    this.letters.textContent = `now ${open.map(({ name, unit }) => `${name} = ${short(this.values[name])}${unit ? ` ${unit}` : ""}`).join(", ")}`;
    card.append(this.letters);
  }

  say(text, kind = "") {
    this.note.textContent = text;
    this.note.hidden = !text;
    this.note.className = kind;
  }

  state() {
    return { ready: this.isReady === true && (this.play.isOn || this.done === this.id), unable: this.isUnable === true, values: { ...this.values }, actual: this.actual ?? null, said: this.note.hidden ? "" : this.note.textContent, costs: this.costs ?? null, playing: this.play.isOn };
  }
}

// Numbers into the data of the scene, where they belong; the old ones are changed.
export function applyDrawn(scene, places, numbers) {
  for (const { path, at, count, place } of places) {
    const values = Array.from(numbers.slice(at, at + count));
    const target = path.slice(0, -1).reduce((node, key) => node[key], scene);
    const last = path[path.length - 1];
    if (!place) target[last] = count === 1 ? values[0] : values;
    else {
      target[last].p = values.slice(0, 3);
      target[last].q = quaternionOf(values.slice(3));
    }
  }
}
