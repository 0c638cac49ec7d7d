// Solids, symbols and springs as triangles.

import {
  BoxGeometry, BufferAttribute, BufferGeometry, CapsuleGeometry, ConeGeometry, Curve, CylinderGeometry, Matrix4,
  Quaternion, SphereGeometry, TorusGeometry, TubeGeometry, Vector3,
} from "three";
import { RoundedBoxGeometry } from "three/examples/jsm/geometries/RoundedBoxGeometry.js";
import { mergeGeometries, mergeVertices, toCreasedNormals } from "three/examples/jsm/utils/BufferGeometryUtils.js";

const Y = new Vector3(0, 1, 0);
const CREASE = 0.6;

// One kind of triangles for all: position and normal, indexed.
function plain(geometry) {
  for (const name of Object.keys(geometry.attributes)) {
    if (name !== "position" && name !== "normal") geometry.deleteAttribute(name);
  }
  if (geometry.index) return geometry;
  const count = geometry.attributes.position.count;
  return geometry.setIndex([...Array(count).keys()]);
}

function along(axis) {
  return new Matrix4().makeRotationFromQuaternion(new Quaternion().setFromUnitVectors(Y, new Vector3(...axis).normalize()));
}

export function placed(pose) {
  const [x, y, z, w] = pose.q;
  return new Matrix4().compose(new Vector3(...pose.p), new Quaternion(x, y, z, w), new Vector3(1, 1, 1));
}

// Shapes by a key, so that equal ones are made once; `fine` is the number of corners of a circle.
export class Shapes {
  constructor(fine) {
    this.fine = fine;
    // round in two directions
    this.round = fine > 40 ? 32 : fine > 16 ? fine - 4 : fine;
    this.made = new Map();
  }

  keep(key, make) {
    if (!this.made.has(key)) this.made.set(key, plain(make()));
    return key;
  }

  box(size) {
    const edge = Math.min(...size);
    return this.keep(`box ${size.map((x) => x.toPrecision(5))}`, () =>
      this.fine > 16 ? new RoundedBoxGeometry(...size, 2, 0.12 * edge) : new BoxGeometry(...size));
  }

  // of radius 1 and length 1 along y
  cylinder() {
    return this.keep("cylinder", () => new CylinderGeometry(1, 1, 1, this.fine));
  }

  cone() {
    return this.keep("cone", () => new ConeGeometry(1, 1, this.fine));
  }

  sphere() {
    return this.keep("sphere", () => new SphereGeometry(1, this.round, this.round >> 1));
  }

  torus(radius, tube) {
    const part = Math.min(1, tube / radius);
    return this.keep(`torus ${part.toPrecision(3)}`, () => new TorusGeometry(1, part, Math.max(6, this.fine >> 1), 2 * this.fine));
  }

  // along y, about its middle
  capsule(radius, length) {
    const key = `capsule ${radius.toPrecision(3)} ${length.toPrecision(3)}`;
    return this.keep(key, () => new CapsuleGeometry(radius, length, Math.max(2, this.round >> 3), this.round));
  }

  mesh(points, faces) {
    return this.keep(`mesh ${this.made.size}`, () => {
      const geometry = new BufferGeometry();
      geometry.setAttribute("position", new BufferAttribute(points, 3));
      geometry.setIndex(new BufferAttribute(faces, 1));
      return mergeVertices(toCreasedNormals(geometry, CREASE));
    });
  }

  // from the origin along y to 1; for a usual length, so that stretching leaves the wire nearly round
  spring(length, radius, coils) {
    return this.keep(`spring ${(length / radius).toPrecision(2)} ${coils}`, () => {
      const wire = 0.16;
      const ends = 0.12;
      class Helix extends Curve {
        getPoint(s, target = new Vector3()) {
          const turned = Math.min(1, Math.max(0, (s - ends) / (1 - 2 * ends)));
          const out = Math.min(1, s / ends, (1 - s) / ends);
          const angle = 2 * Math.PI * coils * turned;
          return target.set(Math.max(0, out) * Math.cos(angle), (s * length) / radius, Math.max(0, out) * Math.sin(angle));
        }
      }
      const tube = new TubeGeometry(new Helix(), coils * (this.fine > 16 ? 22 : 12), wire, this.fine > 16 ? 7 : 5);
      return tube.scale(1, radius / length, 1);
    });
  }

  // a foot on the ground: a wedge from the origin downwards along −y, on hatched ground; of size 1
  foot() {
    return this.keep("foot", () => {
      const wedge = new CylinderGeometry(0.34, 1.5, 2.6, 4, 1).rotateY(Math.PI / 4).translate(0, -1.3, 0);
      const plate = new BoxGeometry(3.4, 0.3, 2.2).translate(0, -2.7, 0);
      return mergeGeometries([plain(wedge.toNonIndexed()), plain(plate.toNonIndexed())]);
    });
  }
}

// Pieces [key, matrix] of a solid in the axes of its body.
export function solidPieces(shapes, solid) {
  const place = placed(solid.place);
  const scaled = (matrix, x, y, z) => matrix.multiply(new Matrix4().makeScale(x, y, z));
  switch (solid.kind) {
    case "box":
      return [[shapes.box(solid.size), place]];
    case "cylinder":
      return [[shapes.cylinder(), scaled(place.multiply(along(solid.axis)), solid.radius, solid.length, solid.radius)]];
    case "cone": {
      const middle = new Matrix4().makeTranslation(0, solid.length / 4, 0);
      return [[shapes.cone(), scaled(place.multiply(along(solid.axis)).multiply(middle), solid.radius, solid.length, solid.radius)]];
    }
    case "ellipsoid":
      return [[shapes.sphere(), scaled(place, ...solid.radii)]];
    case "torus": {
      const turned = new Matrix4().makeRotationX(Math.PI / 2);
      const r = solid.radius;
      return [[shapes.torus(r, solid.tube), scaled(place.multiply(along(solid.axis)).multiply(turned), r, r, r)]];
    }
    case "bar": {
      const start = new Vector3(...solid.start);
      const way = new Vector3(...solid.end).sub(start);
      const length = way.length();
      const direction = length > 0 ? way.clone().divideScalar(length).toArray() : [0, 1, 0];
      const middle = start.addScaledVector(way, 0.5);
      return [[shapes.capsule(solid.radius, length), place.multiply(new Matrix4().makeTranslation(middle)).multiply(along(direction))]];
    }
    default:
      return [[shapes.mesh(solid.points, solid.faces), place]];
  }
}

export { along };
