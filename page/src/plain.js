// A picture without WebGL: outlines of all solids, far ones first, and trails, on a canvas of two dimensions.

import { Color, Matrix4, Vector3 } from "three";

const CORNERS = 120;

export class PlainRenderer {
  constructor(canvas) {
    this.canvas = canvas;
    this.isPlain = true;
    this.context = canvas.getContext("2d");
    this.info = { autoReset: false, reset() {}, render: { calls: 0, triangles: 0 }, memory: { geometries: 0, textures: 0 } };
    this.ratio = 1;
    this.corners = new WeakMap();
  }

  setSize(width, height) {
    Object.assign(this, { width, height });
    this.setPixelRatio(this.ratio);
  }

  getPixelRatio() {
    return this.ratio;
  }

  setPixelRatio(ratio) {
    this.ratio = ratio;
    Object.assign(this.canvas, { width: this.width * ratio, height: this.height * ratio });
  }

  paint(stage) {
    const { context: c } = this;
    const camera = stage.rig.camera;
    c.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    c.fillStyle = `#${stage.plainPaper.getHexString()}`;
    c.fillRect(0, 0, this.width, this.height);
    const pieces = [stage.rails, stage.bodies, stage.lines, stage.joints].filter((batch) => batch.mesh.visible).flatMap((batch) => this.outlines(batch, stage.cast.shapes, camera));
    pieces.sort((a, b) => b.depth - a.depth);
    for (const { outline, colour } of pieces) this.fill(outline, colour);
    for (const trace of stage.traces) if (trace.line.visible) this.trail(stage, trace, camera);
  }

  outlines(batch, shapes, camera) {
    const [matrix, v, found] = [new Matrix4(), new Vector3(), []];
    for (const piece of batch.pieces) {
      batch.mesh.getMatrixAt(piece.number, matrix);
      let depth = 0;
      const corners = this.sampled(shapes.made.get(piece.key));
      const points = corners.map((corner) => {
        v.copy(corner).applyMatrix4(matrix).project(camera);
        depth += v.z / corners.length;
        return [((v.x + 1) / 2) * this.width, ((1 - v.y) / 2) * this.height];
      });
      if (Number.isFinite(depth)) found.push({ depth, outline: hull(points), colour: new Color(piece.colour) });
    }
    return found;
  }

  // Some corners of a shape, in its own axes.
  sampled(geometry) {
    if (!this.corners.has(geometry)) {
      const { position } = geometry.attributes;
      const stride = Math.max(1, Math.floor(position.count / CORNERS));
      this.corners.set(geometry, Array.from({ length: Math.ceil(position.count / stride) }, (_, k) => new Vector3().fromBufferAttribute(position, k * stride)));
    }
    return this.corners.get(geometry);
  }

  fill(outline, colour) {
    const { context: c } = this;
    c.beginPath();
    for (const [x, y] of outline) c.lineTo(x, y);
    c.closePath();
    c.fillStyle = `#${colour.getHexString()}`;
    c.strokeStyle = `#${colour.clone().multiplyScalar(0.45).getHexString()}`;
    c.lineWidth = 1;
    c.lineJoin = "round";
    c.fill();
    c.stroke();
  }

  trail(stage, trace, camera) {
    const { context: c } = this;
    const path = stage.trail(stage.cast, trace);
    const v = new Vector3();
    c.beginPath();
    for (let i = 0; i <= trace.line.geometry.instanceCount && 3 * i < path.length; i++) {
      v.set(path[3 * i], path[3 * i + 1], path[3 * i + 2]).project(camera);
      c.lineTo(((v.x + 1) / 2) * this.width, ((1 - v.y) / 2) * this.height);
    }
    c.strokeStyle = stage.scene.bodies[trace.body].colour;
    c.lineWidth = 1.6;
    c.stroke();
  }
}

// The corners around points of a plane (Andrew's monotone chain).
function hull(points) {
  const sorted = points.toSorted(([a, b], [c, d]) => a - c || b - d);
  const turn = ([a, b], [c, d], [e, f]) => (c - a) * (f - b) - (d - b) * (e - a);
  const chain = (row) => {
    const found = [];
    for (const point of row) {
      while (found.length > 1 && turn(found.at(-2), found.at(-1), point) <= 0) found.pop();
      found.push(point);
    }
    return found.slice(0, -1);
  };
  return [...chain(sorted), ...chain(sorted.toReversed())];
}
