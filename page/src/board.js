// What stands still behind the motion: paper, and a floor, or a wall behind a model in a plane, with its grid.

import { BufferAttribute, BufferGeometry, CanvasTexture, LineBasicMaterial, LineSegments, Matrix4, SRGBColorSpace, Vector3 } from "three";
import { roundStep } from "./words.js";

// The plane that catches shadows: a point of it, its normal, and where the light comes from.
export function boardOf(scene) {
  const normal = new Vector3(...(scene.normal ?? scene.up));
  const up = new Vector3(...scene.up);
  const side = new Vector3().crossVectors(up, normal);
  if (side.length() < 0.5) side.set(...(Math.abs(up.x) < 0.9 ? [1, 0, 0] : [0, 1, 0]));
  side.addScaledVector(normal, -side.dot(normal)).normalize();
  const other = new Vector3().crossVectors(normal, side);
  const light = scene.normal
    ? normal.clone().addScaledVector(up, 0.55).addScaledVector(side, -0.35)
    : normal.clone().addScaledVector(side, -0.42).addScaledVector(other, 0.3);
  return { normal, side, other, level: scene.level, light: light.normalize() };
}

// Projection along a direction onto the plane n·x = level.
export function flattened({ normal: n, level }, light) {
  const d = n.dot(light);
  const [x, y, z] = light.toArray();
  const m = new Matrix4();
  m.set(
    1 - (x * n.x) / d, (-x * n.y) / d, (-x * n.z) / d, (x * level) / d,
    (-y * n.x) / d, 1 - (y * n.y) / d, (-y * n.z) / d, (y * level) / d,
    (-z * n.x) / d, (-z * n.y) / d, 1 - (z * n.z) / d, (z * level) / d,
    0, 0, 0, 1,
  );
  return m;
}

// Lines of a grid that fade away from the middle, in steps of one, two or five that suit a size.
export function grid(scene, board, size) {
  const step = roundStep(size / 7);
  const middle = new Vector3(...scene.box[0]).add(new Vector3(...scene.box[1])).multiplyScalar(0.5);
  const count = scene.normal ? 16 : 13;
  const [u0, v0] = [board.side, board.other].map((axis) => step * Math.round(middle.dot(axis) / step));
  const positions = [];
  const alphas = [];
  const corner = (i, j) => {
    positions.push(...new Vector3().addScaledVector(board.normal, board.level).addScaledVector(board.side, u0 + i * step).addScaledVector(board.other, v0 + j * step));
    alphas.push(1, 1, 1, Math.max(0, 1 - Math.hypot(i, j) / count) ** 1.2);
  };
  for (let i = -count; i <= count; i++) {
    for (let j = -count; j < count; j++) {
      corner(i, j);
      corner(i, j + 1);
      corner(j, i);
      corner(j + 1, i);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(positions), 3));
  geometry.setAttribute("color", new BufferAttribute(new Float32Array(alphas), 4));
  const lines = new LineSegments(geometry, new LineBasicMaterial({ vertexColors: true, transparent: true, depthWrite: false }));
  lines.userData.middle = new Vector3().addScaledVector(board.side, u0).addScaledVector(board.other, v0);
  return { lines, step };
}

// Paper with a soft light on it.
export function paper(inner, outer) {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 256;
  const context = canvas.getContext("2d");
  const gradient = context.createRadialGradient(128, 90, 10, 128, 110, 230);
  gradient.addColorStop(0, inner);
  gradient.addColorStop(1, outer);
  context.fillStyle = gradient;
  context.fillRect(0, 0, 256, 256);
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  return texture;
}
