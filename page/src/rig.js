// The camera: a target, two angles and a height of the picture; seen in perspective or with parallel rays.

import { MathUtils, OrthographicCamera, PerspectiveCamera, Vector3 } from "three";

const FIELD = 28;
const MOST = MathUtils.degToRad(89.5);

export class Rig {
  constructor(canvas, scene, changed) {
    this.scene = scene;
    this.changed = changed;
    this.perspective = new PerspectiveCamera(FIELD, 1, 0.01, 100);
    this.parallel = new OrthographicCamera(-1, 1, 1, -1, 0.01, 100);
    this.isParallel = false;
    this.aspect = 1;
    this.target = new Vector3();
    this.azimuth = this.elevation = 0;
    this.height = 1;
    this.up = new Vector3(...scene.up);
    const other = Math.abs(this.up.z) < 0.9 ? new Vector3(0, 0, 1) : new Vector3(0, 1, 0);
    const first = new Vector3().crossVectors(this.up, other).normalize();
    this.ahead = new Vector3().crossVectors(first, this.up).normalize();
    this.side = new Vector3().crossVectors(this.up, this.ahead);
    this.listen(canvas);
  }

  get camera() {
    return this.isParallel ? this.parallel : this.perspective;
  }

  // Unit vectors to the eye, to the right and upwards in the picture.
  axes() {
    const flat = this.side.clone().multiplyScalar(Math.cos(this.azimuth)).addScaledVector(this.ahead, Math.sin(this.azimuth));
    const towards = flat.multiplyScalar(Math.cos(this.elevation)).addScaledVector(this.up, Math.sin(this.elevation));
    const right = new Vector3().crossVectors(this.up, towards).normalize();
    return { towards, right, upward: new Vector3().crossVectors(towards, right) };
  }

  // The angles from which the eye looks along a direction.
  look(towards) {
    const direction = new Vector3(...towards).normalize();
    this.elevation = Math.max(-MOST, Math.min(MOST, Math.asin(MathUtils.clamp(direction.dot(this.up), -1, 1))));
    if (Math.abs(this.elevation) < MOST) this.azimuth = Math.atan2(direction.dot(this.ahead), direction.dot(this.side));
  }

  // The whole motion in the picture, with a margin.
  // `insets` are parts of the height above and below that something else covers.
  fit(points, margin = 1.1, insets = [0, 0]) {
    const { towards, right, upward } = this.axes();
    let [x0, x1, y0, y1, z1] = [Infinity, -Infinity, Infinity, -Infinity, -Infinity];
    const v = new Vector3();
    for (const point of points) {
      v.set(...point);
      const [x, y, z] = [v.dot(right), v.dot(upward), v.dot(towards)];
      [x0, x1, y0, y1, z1] = [Math.min(x0, x), Math.max(x1, x), Math.min(y0, y), Math.max(y1, y), Math.max(z1, z)];
    }
    const z0 = points.reduce((least, point) => Math.min(least, v.set(...point).dot(towards)), Infinity);
    const middle = 0.5 * (z0 + z1);
    this.target.set(0, 0, 0).addScaledVector(right, 0.5 * (x0 + x1)).addScaledVector(upward, 0.5 * (y0 + y1)).addScaledVector(towards, middle);
    const free = Math.max(0.3, 1 - insets[0] - insets[1]);
    this.height = margin * Math.max((y1 - y0) / free, (x1 - x0) / this.aspect, 1e-9);
    this.target.addScaledVector(upward, 0.5 * (insets[0] - insets[1]) * this.height);
    if (!this.isParallel) for (let k = 0; k < 5; k++) this.tighten(points, margin, insets);
    this.update();
  }

  // In perspective, near points look larger: the picture of the points is measured, and the frame put around it.
  tighten(points, margin, insets) {
    this.place();
    const { right, upward } = this.axes();
    let [x0, x1, y0, y1] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const point of points) {
      const { x, y } = new Vector3(...point).project(this.perspective);
      [x0, x1, y0, y1] = [Math.min(x0, x), Math.max(x1, x), Math.min(y0, y), Math.max(y1, y)];
    }
    const free = Math.max(0.3, 1 - insets[0] - insets[1]);
    const middle = insets[1] - insets[0];
    this.target.addScaledVector(right, 0.25 * (x0 + x1) * this.aspect * this.height).addScaledVector(upward, 0.5 * (0.5 * (y0 + y1) - middle) * this.height);
    this.height *= 0.5 * margin * Math.max(x1 - x0, (y1 - y0) / free, 1e-9);
  }

  update() {
    this.place();
    this.changed();
  }

  place() {
    const { towards } = this.axes();
    const distance = this.height / (2 * Math.tan(MathUtils.degToRad(FIELD / 2)));
    const reach = Math.max(this.scene.size * 3, distance);
    const far = this.isParallel ? distance + 4 * reach : distance;
    for (const camera of [this.perspective, this.parallel]) {
      camera.up.copy(this.up);
      camera.position.copy(this.target).addScaledVector(towards, far);
      camera.lookAt(this.target);
      camera.near = this.isParallel ? far - 3 * reach : Math.max(0.01 * distance, distance - 2 * reach);
      camera.far = far + 4 * reach;
    }
    this.perspective.aspect = this.aspect;
    this.parallel.top = this.height / 2;
    this.parallel.bottom = -this.height / 2;
    this.parallel.right = (this.aspect * this.height) / 2;
    this.parallel.left = -this.parallel.right;
    this.camera.updateProjectionMatrix();
    this.camera.updateMatrixWorld();
  }

  orbit(dx, dy) {
    this.isTouched = true;
    this.azimuth -= dx;
    this.elevation = MathUtils.clamp(this.elevation + dy, -MOST, MOST);
    this.update();
  }

  pan(dx, dy) {
    this.isTouched = true;
    const { right, upward } = this.axes();
    this.target.addScaledVector(right, -dx * this.height).addScaledVector(upward, dy * this.height);
    this.update();
  }

  zoom(factor) {
    this.isTouched = true;
    this.height = MathUtils.clamp(this.height * factor, 1e-3 * this.scene.size, 40 * this.scene.size);
    this.update();
  }

  // One finger or the left button turns, two fingers or the right button move and zoom, the wheel zooms.
  listen(canvas) {
    const pointers = new Map();
    const spread = () => {
      const [a, b] = [...pointers.values()];
      return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, size: Math.hypot(a.x - b.x, a.y - b.y) || 1 };
    };
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    });
    canvas.addEventListener("pointermove", (event) => {
      const before = pointers.get(event.pointerId);
      if (!before) return;
      const size = canvas.clientHeight;
      const [dx, dy] = [event.clientX - before.x, event.clientY - before.y];
      if (pointers.size === 2) {
        const old = spread();
        pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
        const now = spread();
        this.pan((now.x - old.x) / size, (now.y - old.y) / size);
        this.zoom(old.size / now.size);
        return;
      }
      pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (dx === 0 && dy === 0) return;
      if (event.buttons & 6 || event.shiftKey || this.isFlat) this.pan(dx / size, dy / size);
      else this.orbit((dx / size) * 3.4, (dy / size) * 3.4);
    });
    for (const name of ["pointerup", "pointercancel"]) canvas.addEventListener(name, (event) => pointers.delete(event.pointerId));
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(Math.exp(0.0012 * event.deltaY));
    }, { passive: false });
  }
}
