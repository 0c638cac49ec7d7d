// Everything of one motion that moves: bodies, symbols of joints, springs; each kind is one batch of triangles.

import { BatchedMesh, Color, DoubleSide, FrontSide, Matrix4, MeshStandardMaterial, Quaternion, Vector3 } from "three";
import { placeOf } from "./data.js";
import { along, placed, solidPieces } from "./geometry.js";

const METAL = "#4a4f57";
const SILVER = "#d3d6da";
const GROUND = "#a3a8af";
const PLANE = "#dcd8ce";
const Y = new Vector3(0, 1, 0);
const NOWHERE = new Matrix4().makeScale(0, 0, 0);

// Pieces of triangles that move with bodies; −1 is the ground.
class Batch {
  constructor(shapes, pieces, material) {
    const keys = new Set(pieces.map((piece) => piece.key));
    const made = [...keys].map((key) => shapes.made.get(key));
    const corners = made.reduce((sum, x) => sum + x.attributes.position.count, 0);
    const indices = made.reduce((sum, x) => sum + x.index.count, 0);
    this.pieces = pieces;
    this.mesh = new BatchedMesh(Math.max(1, pieces.length), Math.max(3, corners), Math.max(3, indices), material);
    this.mesh.frustumCulled = this.mesh.perObjectFrustumCulled = this.mesh.sortObjects = false;
    const numbers = new Map([...keys].map((key) => [key, this.mesh.addGeometry(shapes.made.get(key))]));
    for (const piece of pieces) {
      piece.number = this.mesh.addInstance(numbers.get(piece.key));
      this.mesh.setColorAt(piece.number, new Color(piece.colour));
      if (piece.body < 0) this.mesh.setMatrixAt(piece.number, piece.matrix);
    }
    this.work = new Matrix4();
  }

  move(frames) {
    for (const piece of this.pieces) {
      if (piece.body >= 0) this.mesh.setMatrixAt(piece.number, this.work.multiplyMatrices(frames[piece.body], piece.matrix));
    }
  }
}

export class Cast {
  constructor(motion, shapes, thin) {
    this.motion = motion;
    this.scene = motion.scene;
    this.thin = thin;
    this.shapes = shapes;
    this.count = this.scene.bodies.length;
    this.frames = this.scene.bodies.map(() => new Matrix4());
    this.bodyPieces = this.scene.bodies.flatMap((body, k) =>
      body.solids.flatMap((solid) => solidPieces(shapes, solid).map(([key, matrix]) => ({ key, matrix, body: k, colour: solid.colour ?? body.colour, part: k }))));
    this.work = { q: new Quaternion(), p: new Vector3(), one: new Vector3(1, 1, 1), m: new Matrix4(), first: new Vector3(), second: new Vector3(), way: new Vector3(), scale: new Vector3() };
    this.isPlanar = Boolean(this.scene.normal);
  }

  bodies(material) {
    return new Batch(this.shapes, this.bodyPieces.map((piece) => ({ ...piece })), material);
  }

  // Where bodies are at a time; `frames` are filled, others than its own for ghosts.
  pose(t, frames = this.frames) {
    const [a, b, part] = placeOf(this.motion.times, t);
    const { poses } = this.motion;
    const { q, p, one } = this.work;
    const between = (row) => row[a] + part * (row[b] - row[a]);
    for (let k = 0; k < this.count; k++) {
      const at = 7 * k;
      q.set(between(poses[at]), between(poses[at + 1]), between(poses[at + 2]), between(poses[at + 3])).normalize();
      p.set(between(poses[at + 4]), between(poses[at + 5]), between(poses[at + 6]));
      if (Number.isFinite(p.x + p.y + p.z + q.x)) frames[k].compose(p, q, one);
      else frames[k].copy(NOWHERE);
    }
    return frames;
  }

  // The place of something attached to a body, in the present frames.
  frame(place, target = new Matrix4()) {
    const local = placed(place);
    return place.body < 0 ? target.copy(local) : target.multiplyMatrices(this.frames[place.body], local);
  }

  point(place, target = new Vector3(), frames = this.frames) {
    target.set(...place.p);
    return place.body < 0 ? target : target.applyMatrix4(frames[place.body]);
  }

  // Where a point of a body is in every frame (3 n).
  path(place) {
    const { times, poses } = this.motion;
    const at = 7 * place.body;
    const found = new Float32Array(3 * times.length);
    const { q, p } = this.work;
    for (let i = 0; i < times.length; i++) {
      q.set(poses[at][i], poses[at + 1][i], poses[at + 2][i], poses[at + 3][i]).normalize();
      p.set(...place.p).applyQuaternion(q);
      found[3 * i] = p.x + poses[at + 4][i];
      found[3 * i + 1] = p.y + poses[at + 5][i];
      found[3 * i + 2] = p.z + poses[at + 6][i];
    }
    return found;
  }

  // ---- joints

  joints(material) {
    const pieces = this.scene.joints.flatMap((joint, k) => this.jointPieces(joint).map((piece) => ({ ...piece, part: k })));
    return new Batch(this.shapes, pieces, material);
  }

  jointPieces(joint) {
    const s = this.thin;
    const onGround = joint.parent.body < 0 ? joint.parent : joint.child.body < 0 ? joint.child : null;
    const { body } = joint.child;
    const turned = placed(joint.child).multiply(along(joint.axis));
    const piece = (key, [x, y, z], colour = METAL, matrix = turned) => ({
      key, colour, body, matrix: matrix.clone().multiply(new Matrix4().makeScale(x, y, z)),
    });
    const { shapes } = this;
    const pin = (length) => [
      piece(shapes.cylinder(), [1.55 * s, length, 1.55 * s]),
      piece(shapes.cylinder(), [0.95 * s, 1.06 * length, 0.95 * s], SILVER),
    ];
    const foot = joint.foot ? this.footPieces(onGround, joint) : [];
    switch (joint.kind) {
      case "hinge":
        return [...pin(this.pinLength(joint)), ...foot];
      case "sleeve":
      case "screw":
        return [piece(shapes.cylinder(), [1.5 * s, 5 * s, 1.5 * s]), ...foot];
      case "ball":
        return [piece(shapes.sphere(), [1.55 * s, 1.55 * s, 1.55 * s]), ...foot];
      case "cross": {
        const across = turned.clone().multiply(new Matrix4().makeRotationX(Math.PI / 2));
        return [piece(shapes.cylinder(), [0.8 * s, 4.2 * s, 0.8 * s]), piece(shapes.cylinder(), [0.8 * s, 4.2 * s, 0.8 * s], METAL, across), ...foot];
      }
      case "slider":
        // between two bodies a rod shows the way
        return onGround ? [piece(shapes.box([3.4 * s, 5.2 * s, 3.4 * s]), [1, 1, 1])] : [];
      case "weld":
        return [piece(shapes.box([2.4 * s, 2.4 * s, 2.4 * s]), [1, 1, 1]), ...foot];
      default:
        return [];
    }
  }

  pinLength(joint) {
    return Math.max(3 * this.thin, Math.min(12 * this.thin, 1.12 * (joint.depth ?? 0)));
  }

  // A wedge on a plate, below the joint; its wide side across the axis.
  footPieces(place, joint) {
    const up = new Vector3(...this.scene.up).multiplyScalar(joint.foot);
    const origin = new Vector3(...place.p).addScaledVector(up, -(joint.stand ?? 0));
    const axis = new Vector3(...joint.axis).applyQuaternion(new Quaternion(...joint.child.q));
    let depth = axis.addScaledVector(up, -axis.dot(up));
    if (depth.length() < 0.1) depth = Math.abs(up.x) < 0.9 ? new Vector3(1, 0, 0) : new Vector3(0, 1, 0);
    depth.addScaledVector(up, -depth.dot(up)).normalize();
    const side = new Vector3().crossVectors(up, depth);
    const matrix = new Matrix4().makeBasis(side, up, depth).setPosition(origin);
    const s = 1.5 * this.thin;
    return [{ key: this.shapes.foot(), colour: GROUND, body: -1, matrix: matrix.multiply(new Matrix4().makeScale(s, s, s)) }];
  }

  // Bars along which blocks slide that the ground guides, and planes of the ground: no symbols that stand before all else when seen flat.
  rails(material) {
    const isGuided = (joint) => joint.kind === "slider" && (joint.parent.body < 0 || joint.child.body < 0);
    const planes = this.scene.planes.map(({ place, size }) => ({ key: this.shapes.box(size), colour: PLANE, body: -1, matrix: placed(place) }));
    return new Batch(this.shapes, [...this.scene.joints.filter(isGuided).map((joint) => this.rail(joint)), ...planes], material);
  }

  // As long as its way; behind a model in a plane, which it would cover.
  rail(joint) {
    const moving = joint.parent.body < 0 ? joint.child : joint.parent;
    const fixed = joint.parent.body < 0 ? joint.parent : joint.child;
    const axis = new Vector3(...joint.axis).applyQuaternion(new Quaternion(...fixed.q)).normalize();
    const origin = new Vector3(...fixed.p);
    const path = this.path(moving);
    let [least, largest] = [Infinity, -Infinity];
    for (let i = 0; i < path.length; i += 3) {
      const way = (path[i] - origin.x) * axis.x + (path[i + 1] - origin.y) * axis.y + (path[i + 2] - origin.z) * axis.z;
      if (Number.isFinite(way)) [least, largest] = [Math.min(least, way), Math.max(largest, way)];
    }
    if (!(largest >= least)) [least, largest] = [0, 0];
    const length = largest - least + 10 * this.thin;
    const middle = origin.addScaledVector(axis, 0.5 * (least + largest));
    if (this.isPlanar) {
      const normal = new Vector3(...this.scene.normal);
      middle.addScaledVector(normal, this.scene.level + 0.8 * this.thin - middle.dot(normal));
    }
    const matrix = new Matrix4().makeTranslation(middle).multiply(along(axis.toArray()));
    return { key: this.shapes.cylinder(), colour: GROUND, body: -1, matrix: matrix.multiply(new Matrix4().makeScale(0.55 * this.thin, length, 0.55 * this.thin)) };
  }

  // ---- springs and dampers

  lines(material) {
    const { shapes, thin } = this;
    const pieces = [];
    this.scene.lines.forEach((line, k) => {
      const usual = this.usualLength(line);
      const radius = line.kind === "bar" ? 0.8 * thin : Math.min(2.4 * thin, 0.16 * usual);
      const add = (key, role, colour) => pieces.push({ key, role, line: k, colour, radius, usual, body: -1, matrix: new Matrix4(), part: k });
      if (line.kind === "bar") add(shapes.cylinder(), "bar", METAL);
      if (line.kind.includes("spring")) add(shapes.spring(usual, radius, 9), "spring", "#7d848e");
      if (line.kind.includes("damper")) {
        add(shapes.cylinder(), "rod", SILVER);
        add(shapes.cylinder(), "cup", METAL);
      }
    });
    this.ways = this.scene.joints.filter((joint) => joint.kind === "slider" && joint.parent.body >= 0 && joint.child.body >= 0);
    for (const joint of this.ways) {
      const line = { first: joint.parent, second: joint.child };
      pieces.push({ key: shapes.cylinder(), role: "bar", ends: line, colour: SILVER, radius: 0.62 * thin, usual: 1, body: -1, matrix: new Matrix4(), part: undefined });
    }
    this.lineBatch = new Batch(shapes, pieces, material);
    return this.lineBatch;
  }

  usualLength(line) {
    const { times } = this.motion;
    const frames = this.scene.bodies.map(() => new Matrix4());
    let sum = 0;
    const count = Math.min(9, times.length);
    for (let k = 0; k < count; k++) {
      this.pose(times[Math.floor((k * (times.length - 1)) / Math.max(1, count - 1))], frames);
      sum += this.point(line.first, new Vector3(), frames).distanceTo(this.point(line.second, new Vector3(), frames));
    }
    return Math.max(sum / count, this.thin) || this.thin;
  }

  moveLines() {
    const { first, second, way, scale, q: turn, m: matrix } = this.work;
    for (const piece of this.lineBatch.pieces) {
      const line = piece.ends ?? this.scene.lines[piece.line];
      this.point(line.first, first);
      way.copy(this.point(line.second, second)).sub(first);
      const length = way.length();
      if (!(length > 0)) {
        this.lineBatch.mesh.setMatrixAt(piece.number, NOWHERE);
        continue;
      }
      turn.setFromUnitVectors(Y, way.divideScalar(length));
      const r = piece.radius;
      const [from, size, thick] = {
        spring: [0, length, r], bar: [0.5, length, r], rod: [0.5, length, 0.22 * r], cup: [0.3, 0.4 * piece.usual, 0.5 * r],
      }[piece.role];
      this.lineBatch.mesh.setMatrixAt(piece.number, matrix.compose(first.addScaledVector(way, from * length), turn, scale.set(thick, size, thick)));
    }
  }
}

export function paint(transparent = false) {
  return new MeshStandardMaterial({
    roughness: 0.58, metalness: 0.04, side: transparent ? FrontSide : DoubleSide, transparent, opacity: transparent ? 0.24 : 1,
  });
}
