// Wiring: what the person does, and what follows.

import { together } from "./arrow_numbers.js";
import { Cases } from "./cases.js";
import { decoded, placeOf } from "./data.js";
import { Live, applyDrawn } from "./live.js";
import { csv } from "./kept.js";
import { equationsCard, keysDialog, partsList, trustCard } from "./panels.js";
import { Phase } from "./phase.js";
import { Player, usualSpeed } from "./player.js";
import { Picker, Plots } from "./plots.js";
import { COLOURS, PARTS, Stage } from "./stage.js";
import { Watch } from "./watch.js";
import { element, forceText, lengthText, massText, short, speedText, timeText, velocityText } from "./words.js";

const by = (id) => document.getElementById(id);
const started = performance.now();
const STEPS = 2000;
const SLOW = 45;
const ROOM = 1.6;

class Page {
  constructor(data) {
    this.data = data;
    this.motion = data.motions[0];
    this.costs = [];
    this.frameCount = 0;
    this.player = new Player(this.motion.times, () => this.changed());
    this.stage = new Stage(by("stage"), data, () => this.changed());
    this.plots = new Plots(by("curves"), data.motions, this.player, () => this.changed());
    this.picker = new Picker(by("picker"), this.plots);
    this.head();
    this.tools();
    this.foot();
    this.pointer();
    this.keys();
    this.theme(matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
    this.stage.see(this.usualView());
    this.followTraveller();
    this.plots.addAll(data.shown);
    this.pressed();
    this.haste = this.stage.isSoftware ? 1 : 0;
    if (data.live) this.beginLive();
    if (this.stage.isPlain) this.say("This browser draws no WebGL: the picture is plain, without shadows, arrows and ghosts.");
    this.draw();
    this.playAtStart();
    if (data.cases) this.cases = new Cases(this, data.cases);
    if (document.documentElement.dataset.watched !== undefined) this.watch = new Watch(this);
  }

  // ---- a model that runs here

  beginLive() {
    this.authorsTrust = this.motion.trust;
    this.live = new Live(this, this.data.live);
    by("side").prepend(this.live.card, this.live.kept.figure);
  }

  // A motion in the place of the one before, with numbers of the scene.
  takeMotion(numbers, drawn) {
    const { stage, player } = this;
    const isFirst = !this.isLive;
    const isRedrawn = this.drawn?.some((x, k) => x !== drawn[k]) ?? false;
    this.isLive = true;
    this.drawn = drawn;
    if (drawn.length) applyDrawn(this.motion.scene, this.data.live.drawn, drawn);
    Object.assign(this.motion, numbers);
    player.times = numbers.times;
    stage.renew(isFirst || isRedrawn);
    this.plots.renew();
    this.phase?.renew();
    this.marks();
    this.draw();
  }

  addGhost(motion) {
    this.data.motions.push(motion);
    this.stage.addCast(motion);
    this.stage.toggles.ghosts = true;
    this.plots.rebuild();
    this.phase?.renew();
    this.pressed();
  }

  removeGhost(number) {
    this.data.motions.splice(number, 1);
    this.stage.removeCast(number);
    this.plots.rebuild();
    this.phase?.renew();
    this.pressed();
  }

  saveNumbers() {
    this.download(new Blob([csv(this.motion)], { type: "text/csv" }), "csv");
  }

  // Once nothing is moved any more: what takes longer to redraw.
  settle() {
    this.stage.renew(true);
    this.stage.reframe();
    this.fillCards();
    this.pressed();
  }

  get play() {
    return this.live?.play;
  }

  // Time has no end, or the motion of before is there again.
  endless(isOn) {
    const { player, plots } = this;
    this.beforeEndless ??= { whole: player.whole, span: player.span, times: player.times };
    player.isEndless = isOn;
    if (!isOn) {
      Object.assign(player, this.beforeEndless, { range: this.beforeEndless.whole, t: this.beforeEndless.whole[0] });
      this.beforeEndless = undefined;
    } else player.speed = 1;
    this.speed(isOn ? 1 : usualSpeed(player.span || 1));
    plots.range = null;
    plots.window = isOn ? this.play.window : undefined;
    plots.rebuild();
    // room for what may come
    const { rig } = this.stage;
    if (isOn && !rig.isTouched && this.stage.followed === undefined) {
      rig.zoom(ROOM);
      rig.isTouched = false;
    }
    player.play(true);
    this.pressed();
  }

  // A further row of a motion without an end.
  takeRow(drawn) {
    const { player, stage } = this;
    const isRedrawn = this.drawn?.some((x, k) => x !== drawn[k]) ?? false;
    this.drawn = drawn;
    if (isRedrawn) applyDrawn(this.motion.scene, this.data.live.drawn, drawn);
    Object.assign(this.motion, this.play.motion());
    const { times } = this.motion;
    player.grow(times);
    stage.renew(isRedrawn);
    this.plots.window = this.play.window;
    this.plots.renew();
    this.phase?.renew();
    this.marks();
    this.changed();
  }

  usualView() {
    return this.motion.scene.normal ? "flat" : "3-D";
  }

  // What gets far would be small in a picture of its whole way.
  followTraveller() {
    const { travels } = this.stage.scene;
    if (!travels) return;
    this.stage.cast.pose(this.player.t);
    this.stage.follow(travels.body);
  }

  playAtStart() {
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches && this.data.plays) this.player.play(true);
  }

  // ---- parts of the page

  head() {
    document.title = this.data.title;
    by("title").textContent = this.data.title;
    by("facts").textContent = this.motion.facts;
    this.fillParts();
    this.cards = element("div", { id: "cards" });
    by("side").append(this.cards);
    this.fillCards();
    document.body.append(keysDialog());
    if (this.data.motions.length > 1) {
      const choice = element("select", { id: "main", "aria-label": "motion", onchange: () => this.choose(Number(choice.value)) });
      this.data.motions.forEach((motion, k) => choice.append(element("option", { value: k }, motion.label)));
      by("compare").append(choice, element("small", {}, `${this.data.motions.length - 1} more as ghost${this.data.motions.length > 2 ? "s" : ""}`));
      by("compare").hidden = false;
    }
    by("show-equations").hidden = !this.data.equations;
  }

  fillParts() {
    by("parts-list").replaceChildren(...partsList(this.motion.scene, {
      enter: (k) => this.stage.highlight(k), leave: () => this.stage.highlight(), choose: (k) => this.chooseBody(k),
    }));
    by("parts-count").textContent = `${this.motion.scene.bodies.length}`;
  }

  fillCards() {
    const cards = [trustCard(this.motion.trust)];
    if (this.data.equations) {
      // it stays as it is: open, with what is marked in it
      this.equations ??= equationsCard(this.data.equations, {
        enter: (places) => this.point(places), leave: () => this.point([]), choose: (places) => this.choosePlaces(places),
      });
      cards.push(this.equations);
    }
    this.cards.replaceChildren(...cards);
  }

  // Another motion in full; the others are ghosts.
  choose(number) {
    this.motion = this.data.motions[number];
    by("facts").textContent = this.motion.facts;
    this.stage.setMain(number);
    this.phase?.renew(number);
    if (this.stage.followed !== undefined) {
      this.stage.follow(undefined);
      this.followTraveller();
    }
    this.plots.rebuild(number);
    this.fillParts();
    this.fillCards();
    this.changed();
  }

  // A body is chosen: its trail is shown, and it can be followed.
  chooseBody(number) {
    this.chosen = this.chosen === number ? undefined : number;
    for (const trace of this.stage.traces) if (trace.body === number) trace.shown = this.chosen === number || !trace.shown;
    for (const row of by("parts-list").querySelectorAll("li")) row.classList.toggle("chosen", Number(row.dataset.body) === this.chosen);
    if (this.stage.followed !== undefined && this.chosen !== undefined) this.stage.follow(this.chosen);
    if (this.chosen !== undefined && !this.stage.toggles.trail) this.toggle("trail");
    this.pressed();
  }

  tools() {
    for (const name of Object.keys(this.stage.toggles)) {
      by("shows").append(element("button", { "data-toggle": name, onclick: () => this.toggle(name) }, name));
    }
    for (const view of ["3-D", "front", "side", "top", "flat"]) {
      by("views").append(element("button", { "data-view": view, onclick: () => this.see(view) }, view));
    }
    by("views").append(element("button", { id: "follow", onclick: () => this.follow() }, "follow"));
    by("theme").addEventListener("click", () => this.theme(this.themeName === "dark" ? "light" : "dark"));
    by("picture").addEventListener("click", () => this.savePicture());
    by("record").addEventListener("click", () => this.record());
    by("show-equations").addEventListener("click", () => this.showEquations());
    by("show-phase").addEventListener("click", () => this.showPhase());
    by("show-phase").hidden = this.motion.signals.size < 2;
    by("help").addEventListener("click", () => by("keys").showModal());
    by("parts-head").addEventListener("click", () => by("parts").classList.toggle("closed"));
    if (this.motion.scene.bodies.length > 14 || innerWidth < 760) by("parts").classList.add("closed");
  }

  foot() {
    const { player } = this;
    const speeds = new Set([player.speed]);
    for (let k = -7; k <= 3; k++) for (const digit of [1, 2, 5]) speeds.add(digit * 10 ** k);
    const near = [...speeds].filter((x) => x > player.speed / 150 && x < player.speed * 150).sort((a, b) => a - b);
    const select = by("speed");
    for (const x of near) select.append(element("option", { value: x }, speedText(x)));
    select.value = player.speed;
    select.addEventListener("change", () => this.speed(Number(select.value)));
    by("play").addEventListener("click", () => player.play());
    by("back").addEventListener("click", () => player.step(-1));
    by("on").addEventListener("click", () => this.step());
    by("loop").addEventListener("click", () => (this.play?.isOn ? this.play.restart() : this.loop()));
    const scrub = by("scrub");
    scrub.max = STEPS;
    scrub.addEventListener("input", () => {
      player.playing = false;
      player.seek(player.whole[0] + (player.span * scrub.value) / STEPS);
    });
    this.marks();
  }

  // Events and named intervals on the time line.
  marks() {
    const { player } = this;
    const part = (t) => `${((100 * (t - player.whole[0])) / (player.span || 1)).toFixed(3)}%`;
    const bands = this.data.intervals.flatMap(({ name, spans }, k) =>
      spans.map(([start, end]) => {
        const found = element("div", { class: "band", title: name }, element("span", {}, name));
        found.style.left = part(start);
        found.style.width = `calc(${part(end)} - ${part(start)})`;
        found.style.background = ["#d98327", "#3a9273", "#a8478a", "#4fa3c4"][k % 4];
        return found;
      }));
    const events = this.motion.events.map(({ name, t }) => {
      const found = element("button", { class: "event", title: `${name}, ${timeText(t, player.span || 1)}`, "aria-label": name, onclick: () => player.seek(t) });
      found.style.left = part(t);
      return found;
    });
    by("marks").replaceChildren(...bands, ...events);
  }

  // ---- what the person asks for

  toggle(name) {
    const { toggles } = this.stage;
    toggles[name] = !toggles[name];
    // numbers without an arrow would be nothing
    if (name === "numbers" && toggles.numbers && !toggles.velocity) toggles.forces = true;
    this.pressed();
  }

  see(view) {
    if (!this.stage.isTravelling) this.stage.follow(undefined);
    this.stage.see(view);
    this.pressed();
  }

  follow() {
    const { stage } = this;
    const moving = stage.scene.travels?.body ?? stage.traces.find((trace) => trace.shown)?.body ?? 0;
    stage.follow(stage.followed === undefined ? (this.chosen ?? moving) : undefined);
    if (stage.followed !== undefined && !stage.isTravelling && stage.rig.isFlat) stage.rig.zoom(0.6);
    this.pressed();
  }

  speed(factor) {
    this.player.speed = factor;
    const select = by("speed");
    if (![...select.options].some((option) => Number(option.value) === factor)) select.append(element("option", { value: factor }, speedText(factor)));
    select.value = factor;
  }

  // A row on; where there is none yet, a picture further.
  step() {
    const { player } = this;
    if (this.play?.isOn && player.t >= player.whole[1]) {
      player.play(false);
      this.play.step();
    } else player.step(1);
  }

  loop() {
    this.player.loop = !this.player.loop;
    this.pressed();
  }

  // One signal over another: at first a coordinate and its rate.
  showPhase() {
    if (this.phase) {
      this.phase.figure.remove();
      this.phase = undefined;
    } else {
      const names = [...this.motion.signals.keys()];
      const first = this.plots.names.find((name) => names.includes(`${name}.rate`)) ?? names.find((name) => names.includes(`${name}.rate`)) ?? names[0];
      this.phase = new Phase(this.data.motions, [first, names.includes(`${first}.rate`) ? `${first}.rate` : (names[1] ?? first)]);
      by("curves").after(this.phase.figure);
      this.phase.t = this.player.t;
      this.phase.renew(this.stage.main);
      this.phase.figure.scrollIntoView({ block: "nearest" });
    }
    this.pressed();
  }

  showEquations() {
    const card = by("equations");
    if (!card) return;
    card.hidden = !card.hidden;
    if (!card.hidden) card.scrollIntoView({ block: "nearest" });
    this.pressed();
  }

  theme(name) {
    this.themeName = name;
    document.documentElement.dataset.theme = name;
    this.stage.theme(name);
    this.plots.rebuild();
    this.phase?.renew();
  }

  fileName(end) {
    return `${this.data.title.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "") || "motion"}.${end}`;
  }

  download(blob, end) {
    const link = element("a", { href: URL.createObjectURL(blob), download: this.fileName(end) });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 5000);
    this.saved = { name: link.download, size: blob.size, type: blob.type };
  }

  savePicture() {
    this.draw(true);
    together(this.stage.canvas, this.stage.numbers).toBlob((blob) => this.download(blob, "png"), "image/png");
  }

  // The stage as a video, from the start of the range to its end.
  record() {
    if (this.recorder) {
      this.recorder.stop();
      return;
    }
    const type = ["video/webm;codecs=vp9", "video/webm", "video/mp4"].find((name) => window.MediaRecorder?.isTypeSupported(name));
    if (!type) {
      this.say("this browser cannot record; da.animate writes GIF and MP4");
      return;
    }
    const chunks = [];
    const { stage } = this;
    stage.film = document.createElement("canvas");
    this.draw(true);
    this.recorder = new MediaRecorder(stage.film.captureStream(30), { mimeType: type, videoBitsPerSecond: 6e6 });
    this.recorder.ondataavailable = (event) => chunks.push(event.data);
    const { loop } = this.player;
    this.recorder.onstop = () => {
      this.recorder = stage.film = undefined;
      this.player.loop = loop;
      this.download(new Blob(chunks, { type }), type.includes("mp4") ? "mp4" : "webm");
      this.pressed();
    };
    // once through the range
    this.player.loop = false;
    this.player.seek(this.player.range[0]);
    this.recorder.start();
    this.player.play(true);
    this.pressed();
  }

  say(text) {
    by("said").textContent = text;
    by("said").hidden = false;
    setTimeout(() => (by("said").hidden = true), 5000);
  }

  // ---- pointer and keys

  pointer() {
    const { canvas } = this.stage;
    this.hand(canvas);
    canvas.addEventListener("pointermove", (event) => {
      if (event.buttons) return this.tip(null);
      this.pointerAt = [event.clientX, event.clientY];
      this.request();
    });
    canvas.addEventListener("pointerleave", () => this.tip(null));
    canvas.addEventListener("pointerdown", (event) => (this.downAt = [event.clientX, event.clientY]));
    canvas.addEventListener("pointerup", (event) => {
      const [x, y] = this.downAt ?? [-99, -99];
      if (Math.hypot(event.clientX - x, event.clientY - y) > 4) return;
      const found = this.stage.under(event.clientX, event.clientY);
      this.tip(found, event.clientX, event.clientY);
      if (found?.kind === "body") this.chooseBody(found.number);
    });
    canvas.addEventListener("dblclick", () => this.see(this.stage.view));
  }

  // While a model plays, bodies are taken and pulled; the camera stays.
  hand(canvas) {
    const on = (name, act) => canvas.addEventListener(name, (event) => act(event) && event.stopImmediatePropagation(), { capture: true });
    on("pointerdown", (event) => {
      if (event.button || event.shiftKey || !this.play?.take(event.clientX, event.clientY)) return false;
      canvas.setPointerCapture(event.pointerId);
      this.tip(null);
      return true;
    });
    on("pointermove", (event) => this.play?.move(event.clientX, event.clientY));
    for (const name of ["pointerup", "pointercancel"]) on(name, () => this.play?.release());
  }

  hover() {
    if (!this.pointerAt) return;
    const [x, y] = this.pointerAt;
    this.pointerAt = undefined;
    this.tip(this.stage.under(x, y), x, y);
  }

  // The name of what is under the pointer, with what it does now.
  tip(found, x, y) {
    const tip = by("tip");
    this.hovered = found ? this.named(found).name : null;
    this.stage.highlight(...(found?.kind === "body" ? [found.number] : []));
    this.markNames(found);
    tip.hidden = !found;
    this.stage.canvas.style.cursor = found ? "pointer" : "grab";
    if (!found) return;
    const { name, about } = this.named(found);
    tip.replaceChildren(element("b", {}, name), " ", element("small", {}, about));
    const box = by("stage").getBoundingClientRect();
    const left = Math.min(x - box.left + 14, box.width - tip.offsetWidth - 8);
    tip.style.transform = `translate(${Math.max(4, left)}px, ${Math.max(4, y - box.top - 34)}px)`;
  }

  // What a name in the equations is about: bodies light up, and the first part has its tip.
  point(places) {
    const { stage } = this;
    const ends = ({ parent, child }) => [parent.body, child.body].filter((body) => body >= 0);
    const bodies = places.flatMap(([kind, number]) => (kind === "body" ? [number] : kind === "joint" ? ends(stage.scene.joints[number]) : []));
    const [first] = places;
    if (!first) return this.tip(null);
    const [kind, number] = first;
    const { bodies: all, joints, lines } = stage.scene;
    const place = { body: { body: number, p: all[number]?.com }, joint: joints[number]?.child, line: lines[number]?.second }[kind];
    const box = stage.canvas.getBoundingClientRect();
    const [x, y] = stage.screen(stage.cast.point(place).toArray());
    this.tip({ kind, number }, box.left + x, box.top + y);
    stage.highlight(...bodies);
  }

  // Names in the equations that are about what is under the pointer.
  markNames(found) {
    const links = this.data.equations?.links ?? {};
    for (const name of document.querySelectorAll("#equations .linked")) {
      const isAbout = found && links[name.getAttribute("data-name")].some(([kind, number]) => kind === found.kind && number === found.number);
      name.classList.toggle("pointed", Boolean(isAbout));
    }
  }

  choosePlaces(places) {
    this.point(places);
    const body = places.find(([kind]) => kind === "body");
    if (body) this.chooseBody(body[1]);
  }

  named({ kind, number }) {
    const { scene } = this.stage;
    if (kind === "joint") return { name: scene.joints[number].name, about: `${scene.joints[number].word}${this.reactionText(scene.joints[number].name)}` };
    if (kind === "line") return { name: scene.lines[number].name, about: scene.lines[number].kind };
    const body = scene.bodies[number];
    return { name: body.name, about: [body.mass === null ? "" : massText(body.mass), this.speedText(number)].filter(Boolean).join(" · ") };
  }

  reactionText(name) {
    const number = this.motion.loads.items.findIndex((item) => item.kind === "reaction" && item.name === name);
    if (number < 0) return "";
    const [row] = this.row();
    const size = Math.hypot(...[0, 1, 2].map((i) => this.motion.loadValues[3 * number + i][row]));
    return ` · ${forceText(size)}`;
  }

  row() {
    return placeOf(this.motion.times, this.player.t);
  }

  speedText(body) {
    const { stage, motion } = this;
    const slope = stage.slope(this.player.t);
    if (slope.weights.length < 2) return "";
    const velocity = stage.velocity({ body, p: motion.scene.bodies[body].com }, slope, stage.board.normal.clone());
    return velocityText(velocity.length(), motion.fastest);
  }

  keys() {
    const { player } = this;
    const views = { 1: "3-D", 2: "front", 3: "side", 4: "top", 5: "flat" };
    const toggles = { j: "joints", t: "trail", r: "forces", v: "velocity", n: "numbers", a: "frames", g: "ghosts", h: "grid" };
    const others = {
      " ": () => player.play(), l: () => this.loop(), f: () => this.stage.fit(), b: () => this.follow(), d: () => by("theme").click(), e: () => this.showEquations(),
      y: () => this.showPhase(), m: () => this.live?.showRest(), p: () => this.live?.mode(this.play.isOn ? "motion" : "play"), s: () => this.savePicture(), "?": () => by("keys").showModal(), Home: () => player.seek(player.range[0]), End: () => player.seek(player.range[1]),
      "+": () => this.speed(this.player.speed * 2), "-": () => this.speed(this.player.speed / 2),
      o: () => {
        this.stage.rig.isParallel = !this.stage.rig.isParallel;
        this.stage.rig.update();
      },
    };
    addEventListener("keyup", (event) => this.play?.key(event.key, false));
    addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || /INPUT|SELECT|TEXTAREA/.test(event.target.tagName) && event.target.id !== "scrub") return;
      const { key } = event;
      if (this.play?.key(key, true)) {
        event.preventDefault();
        return;
      }
      if (key === "ArrowLeft" || key === "ArrowRight") {
        const sign = key === "ArrowLeft" ? -1 : 1;
        if (event.shiftKey) player.step(sign);
        else player.seek(player.t + (sign * player.span) / 50);
      } else if (views[key]) this.see(views[key]);
      else if (toggles[key]) this.toggle(toggles[key]);
      else if (others[key]) {
        if (key === " " && event.target.tagName === "BUTTON") event.target.blur();
        others[key]();
      } else return;
      event.preventDefault();
    });
  }

  // ---- drawing, only on change

  pressed() {
    for (const button of document.querySelectorAll("[data-toggle]")) button.setAttribute("aria-pressed", this.stage.toggles[button.dataset.toggle]);
    for (const button of document.querySelectorAll("[data-view]")) button.setAttribute("aria-pressed", this.stage.view === button.dataset.view);
    by("follow").setAttribute("aria-pressed", this.stage.followed !== undefined);
    by("loop").setAttribute("aria-pressed", this.player.loop || this.player.isEndless === true);
    by("loop").textContent = this.player.isEndless ? "⟲ to the start" : "⟲ loop";
    by("record").setAttribute("aria-pressed", Boolean(this.recorder));
    by("show-phase").setAttribute("aria-pressed", Boolean(this.phase));
    by("show-equations").setAttribute("aria-pressed", Boolean(by("equations") && !by("equations").hidden));
    this.scaleText();
    this.changed();
  }

  scaleText() {
    const { toggles, cast, gridStep } = this.stage;
    const found = [toggles.grid && `grid ${lengthText(gridStep)}`];
    if (toggles.forces && cast.motion.loads.items.length) found.push(`longest force ${forceText(cast.motion.loads.largest)}`);
    if (toggles.velocity) found.push(`longest velocity ${velocityText(cast.motion.fastest, cast.motion.fastest)}`);
    const kinds = toggles.forces ? [...new Set(cast.motion.loads.items.map((item) => item.kind))] : [];
    const legend = kinds.map((kind) => {
      const dot = element("i");
      dot.style.background = COLOURS[kind];
      return element("span", {}, dot, { reaction: "reactions", force: "forces", weight: "weights" }[kind]);
    });
    by("scale").classList.toggle("tall", legend.length > 0 || toggles.velocity);
    by("scale").replaceChildren(...legend, ...found.filter(Boolean).reverse().map((text) => element("span", {}, text)));
  }

  changed() {
    this.needsDrawing = true;
    this.request();
  }

  request() {
    if (this.requested || !this.stage) return;
    this.requested = true;
    requestAnimationFrame((now) => this.frame(now));
  }

  frame(now) {
    this.requested = false;
    const seconds = Math.min(0.25, (now - (this.before ?? now)) / 1000);
    if (this.player.playing && this.before !== undefined) this.judge(now - this.before);
    this.before = this.player.playing ? now : undefined;
    const start = performance.now();
    if (!this.play?.isOn) this.player.advance(seconds);
    else if (this.player.playing) this.play.tick(seconds);
    this.hover();
    if (this.needsDrawing) this.draw();
    this.costs.push(performance.now() - start);
    if (this.costs.length > 120) this.costs.shift();
    if (!this.player.playing && this.recorder?.state === "recording") setTimeout(() => this.recorder?.stop(), 100);
    if (this.player.playing) this.request();
    else this.before = undefined;
    if (this.wasPlaying && !this.player.playing) this.changed();
    this.wasPlaying = this.player.playing;
  }

  // Where frames come slowly, playing is drawn in haste from then on, with more haste if that is not enough; what
  // stands still is drawn in full.
  judge(milliseconds) {
    this.pace ??= { count: 0, usual: 0 };
    this.pace.count += 1;
    if (this.pace.count <= 3) return;
    this.pace.usual = this.pace.usual ? 0.7 * this.pace.usual + 0.3 * milliseconds : milliseconds;
    if (this.pace.count <= 6 || this.pace.usual <= SLOW || this.haste >= PARTS.length) return;
    this.haste += 1;
    this.pace = undefined;
  }

  // In haste while something moves, in full when it stands.
  draw(isFull = false) {
    this.needsDrawing = false;
    const { player } = this;
    const haste = isFull || this.recorder ? 0 : this.haste;
    this.stage.draw(player.t, haste);
    clearTimeout(this.settling);
    if (haste && !player.playing) this.settling = setTimeout(() => this.draw(true), 180);
    this.plots.move(player.t);
    this.phase?.move(player.t);
    const scrub = by("scrub");
    scrub.value = (STEPS * (player.t - player.whole[0])) / (player.span || 1);
    scrub.style.setProperty("--part", `${(100 * scrub.value) / STEPS}%`);
    by("time").textContent = timeText(player.t, player.span || 1);
    by("play").classList.toggle("on", player.playing);
    by("play").setAttribute("aria-label", player.playing ? "pause" : "play");
    this.frameCount += 1;
  }

  // ---- for tests, and for whoever puts the page into another

  state() {
    const { player, stage } = this;
    const { calls, triangles } = stage.renderer.info.render;
    const { geometries, textures } = stage.renderer.info.memory;
    return {
      t: player.t, range: player.range, speed: player.speed, playing: player.playing, loop: player.loop, view: stage.view, parallel: stage.rig.isParallel,
      toggles: { ...stage.toggles }, signals: this.plots.names, cards: this.plots.cards.size, theme: this.themeName, bodies: this.motion.scene.bodies.length,
      motions: this.data.motions.length, main: stage.main, hovered: this.hovered ?? null, chosen: this.chosen ?? null, followed: stage.followed ?? null,
      arrows: stage.arrows.count, numbers: stage.numbers.placed.map(({ text }) => text), calls, triangles, geometries, textures, frames: this.frameCount, azimuth: stage.rig.azimuth, elevation: stage.rig.elevation,
      haste: this.haste, cost: this.costs.length ? this.costs.reduce((sum, x) => sum + x, 0) / this.costs.length : 0, readyAfter: this.readyAfter, saved: this.saved ?? null,
      live: this.live?.state() ?? null,
    };
  }

  seek(t) {
    this.player.playing = false;
    this.player.seek(t);
    this.draw(true);
  }
}

async function start() {
  try {
    const page = new Page(await decoded(by("data").textContent));
    page.readyAfter = performance.now() - started;
    page.ready = true;
    window.page = page;
  } catch (error) {
    by("said").textContent = `This page cannot be shown: ${error.message}. It needs a browser of 2023 or later.`;
    by("said").hidden = false;
    throw error;
  }
}

start();
