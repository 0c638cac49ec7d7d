// Arrows to scale: forces, reactions, velocities; shafts and heads are two batches.

import { Color, ConeGeometry, CylinderGeometry, DynamicDrawUsage, InstancedMesh, Matrix4, MeshStandardMaterial, Quaternion, Vector3 } from "three";

const Y = new Vector3(0, 1, 0);

export class Arrows {
  constructor(most, thick) {
    this.thick = thick;
    const material = new MeshStandardMaterial({ roughness: 0.5 });
    const shaft = new CylinderGeometry(1, 1, 1, 10).translate(0, 0.5, 0);
    const head = new ConeGeometry(1, 1, 16).translate(0, 0.5, 0);
    this.parts = [shaft, head].map((geometry) => {
      const mesh = new InstancedMesh(geometry, material, Math.max(1, most));
      mesh.instanceMatrix.setUsage(DynamicDrawUsage);
      mesh.frustumCulled = false;
      mesh.count = 0;
      mesh.setColorAt(0, new Color());
      return mesh;
    });
    this.work = { matrix: new Matrix4(), turn: new Quaternion(), scale: new Vector3(), at: new Vector3(), direction: new Vector3() };
  }

  clear() {
    this.count = 0;
  }

  // Whether it is long enough to be drawn.
  add(origin, vector, colour) {
    const length = vector.length();
    if (!(length > 0.3 * this.thick)) return false;
    const { matrix, turn, scale, at, direction } = this.work;
    const [shaft, head] = this.parts;
    const tip = Math.min(5.5 * this.thick, 0.6 * length);
    const wide = (tip / 5.5) * 2;
    direction.copy(vector).divideScalar(length);
    turn.setFromUnitVectors(Y, direction);
    const thin = Math.min(0.62 * this.thick, 0.4 * wide);
    shaft.setMatrixAt(this.count, matrix.compose(origin, turn, scale.set(thin, length - 0.9 * tip, thin)));
    head.setMatrixAt(this.count, matrix.compose(at.copy(origin).addScaledVector(direction, length - tip), turn, scale.set(wide, tip, wide)));
    for (const part of this.parts) part.setColorAt(this.count, colour);
    this.count += 1;
    return true;
  }

  finish() {
    for (const part of this.parts) {
      part.count = this.count;
      part.instanceMatrix.needsUpdate = true;
      part.instanceColor.needsUpdate = true;
    }
  }
}
