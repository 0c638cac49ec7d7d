// The stage: what is drawn of the motions, how it is lit, and what the pointer meets.

import {
  Box3, Color, DirectionalLight, DoubleSide, Group, HemisphereLight, Matrix4, MeshBasicMaterial, MeshLambertMaterial, NotEqualStencilFunc, Raycaster,
  ReplaceStencilOp, Scene, Vector2, Vector3, WebGLRenderer,
} from "three";
import { Line2 } from "three/examples/jsm/lines/Line2.js";
import { LineGeometry } from "three/examples/jsm/lines/LineGeometry.js";
import { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
import { ArrowNumbers, together } from "./arrow_numbers.js";
import { Arrows } from "./arrows.js";
import { boardOf, flattened, grid, paper } from "./board.js";
import { Cast, paint } from "./cast.js";
import { placeOf } from "./data.js";
import { Shapes } from "./geometry.js";
import { PlainRenderer } from "./plain.js";
import { Rig } from "./rig.js";
import { slopeAt } from "./slopes.js";
import { forceText, velocityText } from "./words.js";

const MANY = 60;
const COLOURS = { reaction: "#c0392f", force: "#8d4fb0", weight: "#7a7f87", velocity: "#2f8f5b", x: "#b5443b", y: "#3a9273", z: "#3d6fb4" };
const THEMES = {
  light: { inner: "#fefdfb", outer: "#e9e6df", plain: "#f7f5f1", grid: "#c4c0b5", shadow: "#3a3f48", opacity: 0.2, sky: "#ffffff", floor: "#d8d2c4", sun: 2.1, ambient: 1.75, ink: "#23272e" },
  dark: { inner: "#252b35", outer: "#13161b", plain: "#1d2229", grid: "#3a424d", shadow: "#000000", opacity: 0.38, sky: "#dfe8f5", floor: "#6a7484", sun: 2.5, ambient: 2.1, ink: "#e6e8ec" },
};
const GHOSTS = 4;
const MOST_SHAPES = 500;
const FRAMED = 30;
const PARTS = [1, 0.75, 0.55];

// How pictures can be drawn: "plainly" without WebGL, "slowly" where the processor draws.
function drawing() {
  const gl = document.createElement("canvas").getContext("webgl2");
  if (!gl) return "plainly";
  const info = gl?.getExtension("WEBGL_debug_renderer_info");
  const name = info ? gl.getParameter(info.UNMASKED_RENDERER_WEBGL) : "";
  gl?.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|software|basic render/i.test(name) ? "slowly" : "quickly";
}

export class Stage {
  constructor(host, data, changed) {
    this.host = host;
    this.data = data;
    this.changed = changed;
    this.main = 0;
    this.toggles = { joints: true, frames: false, trail: true, forces: false, velocity: false, numbers: true, ghosts: data.motions.length > 1, grid: true };
    this.canvas = document.createElement("canvas");
    this.canvas.setAttribute("aria-label", "the motion");
    host.prepend(this.canvas);
    this.numbers = new ArrowNumbers(this.canvas);
    // a processor draws smooth edges faster by drawing twice as large once all stands still
    const how = drawing();
    this.isSoftware = how === "slowly";
    this.isPlain = how === "plainly";
    this.renderer = this.isPlain ? new PlainRenderer(this.canvas)
      : new WebGLRenderer({ canvas: this.canvas, antialias: !this.isSoftware, stencil: true, preserveDrawingBuffer: true });
    this.renderer.autoClear = false;
    this.renderer.info.autoReset = false;
    this.back = new Scene();
    this.acting = new Scene();
    this.front = new Scene();
    this.above = new Scene();
    this.lights();
    this.build();
    this.resized();
    new ResizeObserver(() => this.resized()).observe(host);
  }

  lights() {
    this.sun = new DirectionalLight("#fff6e8", 2.1);
    this.sky = new HemisphereLight("#ffffff", "#d8d2c4", 1.75);
    this.acting.add(this.sun, this.sun.target, this.sky);
    this.frontSun = this.sun.clone();
    this.frontSky = this.sky.clone();
    this.front.add(this.frontSun, this.frontSun.target, this.frontSky);
    this.aboveSun = this.sun.clone();
    this.aboveSky = this.sky.clone();
    this.above.add(this.aboveSun, this.aboveSun.target, this.aboveSky);
  }

  get cast() {
    return this.casts[this.main];
  }

  get scene() {
    return this.cast.scene;
  }

  // ---- making

  build() {
    const bodies = Math.max(...this.data.motions.map((motion) => motion.scene.bodies.length));
    const total = this.data.motions.reduce((sum, motion) => sum + motion.scene.bodies.length, 0);
    this.shapes = new Shapes(bodies > 1000 ? 8 : bodies > MANY ? 12 : bodies > 16 ? 20 : 44);
    const { symbol } = this.data.motions[0].scene;
    this.casts = this.data.motions.map((motion) => new Cast(motion, this.shapes, symbol));
    this.shapes.cylinder();
    this.group = new Group();
    this.group.matrixAutoUpdate = false;
    this.acting.add(this.group);
    this.softness = total > 1000 ? 0 : total > MANY ? 1 : total > 16 ? 3 : 4;
    this.raycaster = new Raycaster();
    this.dull = new MeshLambertMaterial({ side: DoubleSide });
    this.rig = new Rig(this.canvas, this.scene, () => this.changed());
    this.board = boardOf(this.scene);
    this.shadows = this.shadowPasses();
    this.makeGrid();
    this.setMain(0);
  }

  // As fine as suits what is seen: the whole motion, or what is followed.
  makeGrid() {
    const colour = this.grid?.material.color;
    this.grid?.removeFromParent();
    this.grid?.geometry.dispose();
    this.grid?.material.dispose();
    const { lines, step } = grid(this.scene, this.board, this.isTravelling ? 1.5 * this.scene.reach : this.scene.size);
    this.grid = lines;
    this.gridStep = step;
    if (colour) lines.material.color.copy(colour);
    this.back.add(lines);
  }

  // Several lights next to each other make a soft edge; a stencil keeps each shadow from darkening twice.
  shadowPasses() {
    return Array.from({ length: this.softness }, (_, k) => {
      const angle = (2 * Math.PI * k) / Math.max(1, this.softness);
      const spread = this.softness > 1 ? 0.02 : 0;
      const light = this.board.light.clone().addScaledVector(this.board.side, spread * Math.cos(angle)).addScaledVector(this.board.other, spread * Math.sin(angle));
      const material = new MeshBasicMaterial({
        transparent: true, depthWrite: false, side: DoubleSide, stencilWrite: true, stencilFunc: NotEqualStencilFunc, stencilRef: k + 1, stencilZPass: ReplaceStencilOp,
      });
      return { matrix: flattened(this.board, light), material };
    });
  }

  // One motion in full, the others as ghosts.
  setMain(number) {
    this.main = number;
    this.group.clear();
    this.front.remove(...(this.extras ?? []));
    this.above.remove(...(this.arrows?.parts ?? []));
    const cast = this.cast;
    this.bodies = cast.bodies(paint());
    this.joints = cast.joints(paint());
    this.lines = cast.lines(paint());
    this.rails = cast.rails(paint());
    this.group.add(this.bodies.mesh, this.joints.mesh, this.lines.mesh, this.rails.mesh);
    this.others = this.casts.filter((_, k) => k !== number).map((other) => ({ cast: other, batch: other.bodies(paint(true)) }));
    this.past = this.others.length || cast.count > MANY ? [] : Array.from({ length: GHOSTS }, (_, k) => {
      const material = paint(true);
      material.opacity = 0.22 * (1 - k / (GHOSTS + 1));
      return { frames: cast.frames.map(() => new Matrix4()), batch: cast.bodies(material) };
    });
    const most = cast.motion.loads.items.length + cast.count * 4 + 4;
    this.arrows = new Arrows(most, 0.55 * cast.thin);
    this.traces = this.makeTraces(cast);
    this.extras = [...this.others, ...this.past].map((ghost) => ghost.batch.mesh).concat(this.traces.map((trace) => trace.line));
    this.front.add(...this.extras);
    this.above.add(...this.arrows.parts);
    const longest = 0.24 * Math.min(this.scene.size, 1.5 * this.scene.reach);
    this.loadScale = longest / (cast.motion.loads.largest || 1);
    this.speedScale = longest / (cast.motion.fastest || 1);
    this.changed();
  }

  // The main motion has other numbers: places at once, all shapes anew where sizes changed or there is time.
  renew(isWhole) {
    if (!isWhole) {
      for (const trace of this.traces) {
        if (!trace.shown || !this.toggles.trail) continue;
        // a line that grows needs memory of its own
        trace.line.geometry.dispose();
        trace.line.geometry.setPositions(this.trail(this.cast, trace));
      }
      this.changed();
      return;
    }
    this.dispose();
    const { motion, shapes, thin } = this.cast;
    if (shapes.made.size > MOST_SHAPES) shapes.made.clear();
    this.casts[this.main] = new Cast(motion, shapes, thin);
    shapes.cylinder();
    if (this.hasScale) this.remain();
    else this.setMain(this.main);
    // arrows stay comparable from now on
    this.hasScale = true;
  }

  addCast(motion) {
    this.dispose();
    this.casts.push(new Cast(motion, this.shapes, this.cast.thin));
    this.remain();
  }

  removeCast(number) {
    this.dispose();
    this.casts.splice(number, 1);
    this.remain();
  }

  // The main motion again, with trails and the scale of arrows as they were.
  remain() {
    const shown = new Map(this.traces.map((trace) => [trace.body, trace.shown]));
    const { loadScale, speedScale } = this;
    this.setMain(this.main);
    [this.loadScale, this.speedScale] = [loadScale, speedScale];
    for (const trace of this.traces) trace.shown = shown.get(trace.body) ?? trace.shown;
  }

  // What setMain makes anew.
  dispose() {
    for (const batch of [this.bodies, this.joints, this.lines, this.rails, ...[...this.others, ...this.past].map((ghost) => ghost.batch)]) {
      batch.mesh.dispose();
      batch.mesh.material.dispose();
    }
    for (const { line } of this.traces) {
      line.geometry.dispose();
      line.material.dispose();
    }
    for (const part of this.arrows.parts) part.dispose();
  }

  // Corners of all that moves, over the motion as it is now; seen anew unless somebody has moved the eye.
  reframe() {
    const { scene } = this;
    if (scene.travels) return;
    const whole = new Box3();
    for (const cast of this.casts) this.enclose(whole, cast);
    if (whole.isEmpty()) return;
    const { min, max } = whole;
    scene.corners = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [k & 1 ? max.x : min.x, k & 2 ? max.y : min.y, k & 4 ? max.z : min.z]);
    if (this.rig.isTouched || this.followed !== undefined) return;
    const { height, target } = this.rig;
    const before = target.clone();
    this.fit();
    // small changes leave the picture as it is
    if (this.rig.height < 1.08 * height && this.rig.height > 0.6 * height && this.rig.target.distanceTo(before) < 0.15 * height) {
      this.rig.height = height;
      this.rig.target.copy(before);
      this.rig.update();
    }
  }

  // A box grows around all that a motion shows.
  enclose(whole, cast) {
    const { times } = cast.motion;
    const frames = cast.frames.map(() => new Matrix4());
    const box = new Box3();
    const points = [];
    for (let k = 0; k < FRAMED; k++) {
      cast.pose(times[Math.floor((k * (times.length - 1)) / (FRAMED - 1))], frames);
      for (const piece of cast.bodyPieces) {
        const geometry = cast.shapes.made.get(piece.key);
        if (!geometry.boundingBox) geometry.computeBoundingBox();
        box.copy(geometry.boundingBox).applyMatrix4(piece.matrix).applyMatrix4(frames[piece.body]);
        if (Number.isFinite(box.min.x + box.max.x)) whole.union(box);
      }
      for (const { first, second } of cast.scene.lines) for (const end of [first, second]) points.push(cast.point(end, new Vector3(), frames));
    }
    for (const joint of cast.scene.joints) for (const end of [joint.parent, joint.child]) if (end.body < 0) points.push(new Vector3(...end.p));
    for (const point of points) if (Number.isFinite(point.x)) whole.expandByPoint(point);
  }

  trail(cast, trace) {
    const path = cast.path(trace);
    // where nobody knows the place, the trail waits at the last known one, at first at the next
    for (let i = 0; i < path.length; i++) if (!Number.isFinite(path[i]) && i >= 3) path[i] = path[i - 3];
    for (let i = path.length - 1; i >= 0; i--) if (!Number.isFinite(path[i])) path[i] = path[i + 3] ?? 0;
    return path;
  }

  makeTraces(cast) {
    return this.scene.traces.map((trace) => {
      const geometry = new LineGeometry().setPositions(this.trail(cast, trace));
      const colour = new Color(this.scene.bodies[trace.body].colour);
      const line = new Line2(geometry, new LineMaterial({ color: colour, linewidth: 1.8, transparent: true, opacity: 0.75 }));
      line.frustumCulled = false;
      return { ...trace, line, shown: trace.shown };
    });
  }

  theme(name) {
    const theme = THEMES[name];
    this.ink = theme.ink;
    this.plain = theme.plain;
    this.paper?.dispose();
    this.paper = paper(theme.inner, theme.outer);
    this.plainPaper = new Color(theme.plain);
    this.grid.material.color.set(theme.grid);
    for (const light of [this.sky, this.frontSky, this.aboveSky]) {
      light.color.set(theme.sky);
      light.groundColor.set(theme.floor);
      light.intensity = theme.ambient;
    }
    for (const light of [this.sun, this.frontSun, this.aboveSun]) light.intensity = theme.sun;
    for (const { material } of this.shadows) {
      material.color.set(theme.shadow);
      material.opacity = theme.opacity / this.softness;
    }
    this.changed();
  }

  resized() {
    const { clientWidth: width, clientHeight: height } = this.host;
    if (!width || !height) return;
    this.renderer.setSize(width, height, false);
    const before = this.rig.aspect;
    this.rig.aspect = width / height;
    // a turned phone shows the whole motion again, unless somebody has moved the eye
    if (this.view && !this.rig.isTouched && Math.abs(Math.log(before / this.rig.aspect)) > 0.05) this.see(this.view);
    else this.rig.update();
  }

  // ---- seeing

  // 3-D, front, side, top or flat.
  see(view) {
    const { rig, scene } = this;
    const front = scene.normal ? new Vector3(...scene.normal) : rig.ahead.clone().negate();
    const up = rig.up;
    const side = new Vector3().crossVectors(up, front);
    rig.isParallel = view !== "3-D";
    rig.isFlat = view === "flat";
    const directions = {
      "3-D": scene.normal ? front.clone().multiplyScalar(0.78).addScaledVector(side, 0.5).addScaledVector(up, 0.36)
        : new Vector3(...scene.towards),
      front, flat: front, side, top: up,
    };
    rig.look(directions[view]);
    if (view === "top") rig.azimuth = Math.atan2(front.dot(rig.ahead), front.dot(rig.side));
    this.view = view;
    rig.isTouched = false;
    this.fit();
  }

  // The whole motion, or what travels, between the bars at the top and at the bottom.
  fit() {
    const { clientWidth: width, clientHeight: height } = this.host;
    const [x, y, z] = this.isTravelling ? (this.place ?? this.whereabouts()).toArray() : [0, 0, 0];
    const corners = this.isTravelling ? this.scene.travels.corners : this.scene.corners;
    this.rig.fit(corners.map((corner) => [corner[0] + x, corner[1] + y, corner[2] + z]), this.isTravelling ? 1.8 : 1.1, [(width < 600 ? 92 : 50) / height, 52 / height]);
  }

  // Whether a mechanism that gets far is followed.
  get isTravelling() {
    return this.followed !== undefined && this.followed === this.scene.travels?.body;
  }

  // The picture moves with a body from now on; undefined: no more.
  follow(number) {
    const wasTravelling = this.isTravelling;
    this.followed = number;
    this.place = number === undefined ? undefined : this.whereabouts();
    if (this.isTravelling !== wasTravelling) this.makeGrid();
    if (this.isTravelling || number === undefined) this.see(this.view);
    else if (this.place) this.rig.target.copy(this.place);
    this.rig.update();
  }

  // Where the followed body is; undefined if nobody knows.
  whereabouts() {
    const at = this.cast.point({ body: this.followed, p: this.scene.bodies[this.followed].com });
    return Number.isFinite(at.x + at.y + at.z) ? at : undefined;
  }

  // ---- drawing

  // Hasty drawing leaves out what costs most where the processor draws: shadows, shine, the light on the paper, and,
  // with more haste, pixels.
  draw(t, haste = 0) {
    this.t = t;
    const isHasty = haste > 0;
    this.sharpen(haste);
    this.pose(t);
    const { renderer, rig } = this;
    const camera = rig.camera;
    if (this.isPlain) {
      renderer.paint(this);
      if (this.film) together(this.canvas, this.numbers, this.film);
      return;
    }
    this.numbers.draw(camera, this);
    renderer.info.reset();
    renderer.clear();
    this.grid.visible = this.toggles.grid;
    this.shine();
    this.back.background = isHasty ? this.plainPaper : this.paper;
    renderer.render(this.back, camera);
    if (!isHasty && rig.axes().towards.dot(this.board.normal) > 0.02) this.castShadows(camera);
    this.acting.overrideMaterial = isHasty ? this.dull : null;
    renderer.render(this.acting, camera);
    this.acting.overrideMaterial = null;
    renderer.render(this.front, camera);
    // arrows are seen through what they act on
    renderer.clearDepth();
    if (this.arrows.count) renderer.render(this.above, camera);
    if (this.film) together(this.canvas, this.numbers, this.film);
  }

  sharpen(haste) {
    const usual = Math.min(2, window.devicePixelRatio);
    const ratio = haste ? (this.isSoftware ? 1 : usual) * PARTS[haste - 1] : this.isSoftware ? 2 : usual;
    if (this.renderer.getPixelRatio() !== ratio) this.renderer.setPixelRatio(ratio);
  }

  // The sun stands above the left shoulder.
  shine() {
    const { towards, right, upward } = this.rig.axes();
    for (const sun of [this.sun, this.frontSun, this.aboveSun]) sun.position.copy(towards).addScaledVector(upward, 0.95).addScaledVector(right, -0.75);
  }

  castShadows(camera) {
    // symbols that stand before a flat picture have no shadow
    this.joints.mesh.visible &&= !this.rig.isFlat;
    for (const { matrix, material } of this.shadows) {
      this.group.matrix.copy(matrix);
      this.acting.overrideMaterial = material;
      this.renderer.render(this.acting, camera);
    }
    this.group.matrix.identity();
    this.acting.overrideMaterial = null;
    this.joints.mesh.visible = this.toggles.joints;
  }

  pose(t) {
    const { cast, toggles } = this;
    cast.pose(t);
    this.moveAlong();
    this.bodies.move(cast.frames);
    this.joints.move(cast.frames);
    cast.moveLines();
    this.joints.mesh.visible = this.rails.mesh.visible = toggles.joints;
    // seen flat, symbols stand before what they hold
    const lift = this.rig.isFlat ? this.scene.size : 0;
    this.joints.mesh.position.set(...(this.scene.normal ?? [0, 0, 0])).multiplyScalar(lift);
    this.joints.mesh.updateMatrixWorld();
    for (const { cast: other, batch } of this.others) {
      batch.mesh.visible = toggles.ghosts;
      if (toggles.ghosts) batch.move(other.pose(t));
    }
    const span = cast.motion.times[cast.motion.times.length - 1] - cast.motion.times[0];
    this.past.forEach((ghost, k) => {
      const before = t - 0.035 * span * (k + 1);
      ghost.batch.mesh.visible = toggles.ghosts && before >= cast.motion.times[0];
      if (ghost.batch.mesh.visible) ghost.batch.move(cast.pose(before, ghost.frames));
    });
    this.poseTraces(t);
    this.poseArrows(t);
  }

  // The eye moves as the followed body does; the grid, which is everywhere, is drawn around it.
  moveAlong() {
    if (this.followed === undefined) return;
    const at = this.whereabouts();
    if (!at) return;
    if (this.place) this.rig.target.add(at).sub(this.place);
    this.place = at;
    this.rig.place();
    if (!this.isTravelling) return;
    const { side, other } = this.board;
    this.grid.position.set(0, 0, 0);
    for (const axis of [side, other]) this.grid.position.addScaledVector(axis, this.gridStep * Math.round(at.dot(axis) / this.gridStep) - this.grid.userData.middle.dot(axis));
  }

  poseTraces(t) {
    const [row] = placeOf(this.cast.motion.times, t);
    for (const trace of this.traces) {
      trace.line.visible = this.toggles.trail && trace.shown && row > 0;
      trace.line.geometry.instanceCount = row;
    }
  }

  poseArrows(t) {
    const { arrows, cast, toggles } = this;
    const [origin, vector, other] = [new Vector3(), new Vector3(), new Vector3()];
    arrows.clear();
    this.numbers.clear();
    // an arrow with its size; those too short to be seen have none
    const tell = (text, colour) => {
      if (arrows.add(origin, vector, colour) && toggles.numbers) this.numbers.add(origin, vector, text, colour);
    };
    const [a, b, part] = placeOf(cast.motion.times, t);
    if (toggles.forces) {
      const rows = cast.motion.loadValues;
      cast.motion.loads.items.forEach((item, k) => {
        const read = (first, target) => target.set(...[0, 1, 2].map((i) => rows[first + i][a] + part * (rows[first + i][b] - rows[first + i][a])));
        const size = read(3 * k, vector).length();
        vector.multiplyScalar(this.loadScale);
        if (item.place) cast.point(item.place, origin);
        else read(item.channel, origin);
        tell(forceText(size), this.colour(item.kind));
      });
    }
    if (this.pull) arrows.add(cast.point(this.pull.place, origin), vector.set(...this.pull.to).sub(origin), this.colour("velocity"));
    if (toggles.velocity) {
      const slope = this.slope(t);
      for (let k = 0; k < cast.count; k++) {
        const place = { body: k, p: this.scene.bodies[k].com };
        if (!this.scene.bodies[k].solids.length) continue;
        const speed = this.velocity(place, slope, vector).length();
        vector.multiplyScalar(this.speedScale);
        cast.point(place, origin);
        tell(velocityText(speed, cast.motion.fastest), this.colour("velocity"));
      }
    }
    if (toggles.frames) {
      const length = 5 * cast.thin;
      for (const frame of cast.frames) {
        "xyz".split("").forEach((axis, i) => {
          vector.setFromMatrixColumn(frame, i).multiplyScalar(length);
          arrows.add(other.setFromMatrixPosition(frame), vector, this.colour(axis));
        });
      }
    }
    arrows.finish();
  }

  colour(kind) {
    this.colours ??= Object.fromEntries(Object.entries(COLOURS).map(([name, text]) => [name, new Color(text)]));
    return this.colours[kind];
  }

  slope(t) {
    const { times, events } = this.cast.motion;
    return slopeAt(times, t, events);
  }

  // How fast a point of a body moves.
  velocity(place, { first, weights }, target) {
    const at = new Vector3();
    target.set(0, 0, 0);
    weights.forEach((weight, k) => target.addScaledVector(this.at(place, first + k, at), weight));
    return target;
  }

  // Where a point of a body is in one row.
  at(place, row, target) {
    const { poses } = this.cast.motion;
    const at = 7 * place.body;
    const { q, p } = this.cast.work;
    q.set(poses[at][row], poses[at + 1][row], poses[at + 2][row], poses[at + 3][row]).normalize();
    p.set(poses[at + 4][row], poses[at + 5][row], poses[at + 6][row]);
    return target.set(...place.p).applyQuaternion(q).add(p);
  }

  // ---- meeting

  // What is under a point of the window: {kind, number} of a body, joint or line; null if nothing.
  under(x, y) {
    const box = this.canvas.getBoundingClientRect();
    const pointer = new Vector2((2 * (x - box.left)) / box.width - 1, 1 - (2 * (y - box.top)) / box.height);
    this.raycaster.setFromCamera(pointer, this.rig.camera);
    const batches = [["body", this.bodies], ["line", this.lines], ...(this.toggles.joints ? [["joint", this.joints]] : [])];
    let best = null;
    for (const [kind, batch] of batches) {
      const [hit] = this.raycaster.intersectObject(batch.mesh);
      if (hit && batch.pieces[hit.batchId].part !== undefined && (!best || hit.distance < best.distance)) best = { kind, distance: hit.distance, point: hit.point, number: batch.pieces[hit.batchId].part };
    }
    return best;
  }

  // Some bodies are lit up, and no others.
  highlight(...numbers) {
    if (`${this.lit ?? ""}` === `${numbers}`) return;
    this.lit = numbers;
    const colour = new Color();
    for (const piece of this.bodies.pieces) {
      colour.set(piece.colour);
      if (numbers.includes(piece.part)) colour.lerp(new Color("#ffffff"), 0.28);
      this.bodies.mesh.setColorAt(piece.number, colour);
    }
    this.changed();
  }

  // Pixels of the canvas where a point in space is seen.
  screen(point) {
    const v = new Vector3(...point).project(this.rig.camera);
    return [((v.x + 1) / 2) * this.canvas.clientWidth, ((1 - v.y) / 2) * this.canvas.clientHeight];
  }
}

export { COLOURS, PARTS };
