// Sizes of arrows with their units, on a canvas of their own above the picture: large ones first, none over another.

import { Color, Vector3 } from "three";

const MOST = 30;
const FONT = '600 12px system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif';
const HEIGHT = 15;
const GAP = 5;
const EDGE = 4;

export class ArrowNumbers {
  constructor(picture) {
    this.picture = picture;
    this.canvas = document.createElement("canvas");
    this.canvas.className = "numbers";
    this.canvas.setAttribute("aria-hidden", "true");
    picture.after(this.canvas);
    this.context = this.canvas.getContext("2d");
    this.items = [];
    this.placed = [];
  }

  clear() {
    this.items.length = 0;
  }

  add(origin, vector, text, colour) {
    this.items.push({ origin: origin.clone(), tip: origin.clone().add(vector), length: vector.length(), text, colour });
  }

  // All of them as the eye sees their arrows.
  draw(camera, { ink, plain }) {
    if (!this.items.length && !this.placed.length) return;
    const { canvas, context: c, picture } = this;
    const [width, height] = [picture.clientWidth, picture.clientHeight];
    const ratio = Math.min(3, window.devicePixelRatio);
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) Object.assign(canvas, { width: Math.round(width * ratio), height: Math.round(height * ratio) });
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    c.clearRect(0, 0, width, height);
    Object.assign(c, { font: FONT, textAlign: "center", textBaseline: "middle", lineJoin: "round", lineWidth: 4, strokeStyle: plain });
    this.placed = [];
    const v = new Vector3();
    const seen = (point) => {
      v.copy(point).project(camera);
      return v.z > -1 && v.z < 1 ? [((v.x + 1) / 2) * width, ((1 - v.y) / 2) * height] : null;
    };
    const dark = new Color(ink).getHSL({}).l > 0.5;
    for (const item of this.items.sort((a, b) => b.length - a.length)) {
      if (this.placed.length === MOST) break;
      const [from, to] = [seen(item.origin), seen(item.tip)];
      if (!from || !to) continue;
      const box = this.free(from, to, c.measureText(item.text).width, width, height);
      if (!box) continue;
      this.placed.push({ ...box, text: item.text });
      c.fillStyle = `#${item.colour.clone().lerp(new Color(ink), dark ? 0.55 : 0.25).getHexString()}`;
      c.strokeText(item.text, box.x, box.y);
      c.fillText(item.text, box.x, box.y);
    }
  }

  // A free place: beyond the tip, else beside the arrow, else behind its other end; null if there is none.
  free(from, to, wide, width, height) {
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const length = Math.hypot(dx, dy);
    // an arrow towards the eye has no direction in the picture
    const [ex, ey] = length > 1 ? [dx / length, dy / length] : [1, 0];
    const beside = (point, [nx, ny]) => {
      const far = GAP + 0.5 * (Math.abs(nx) * wide + Math.abs(ny) * HEIGHT);
      return { x: point[0] + far * nx, y: point[1] + far * ny, wide };
    };
    const middle = [from[0] + 0.6 * dx, from[1] + 0.6 * dy];
    const places = [beside(to, [ex, ey]), beside(middle, [-ey, ex]), beside(middle, [ey, -ex]), beside(to, [-ey, ex]), beside(to, [ey, -ex]), beside(from, [-ex, -ey])];
    const isInside = ({ x, y }) => x - wide / 2 > EDGE && x + wide / 2 < width - EDGE && y - HEIGHT / 2 > EDGE && y + HEIGHT / 2 < height - EDGE;
    const isFree = ({ x, y }) => this.placed.every((other) => Math.abs(x - other.x) > 0.5 * (wide + other.wide) + 3 || Math.abs(y - other.y) > HEIGHT);
    return places.find((place) => isInside(place) && isFree(place)) ?? null;
  }
}

// The picture with its numbers, as one canvas of the size of the picture.
export function together(picture, numbers, canvas = document.createElement("canvas")) {
  if (canvas.width !== picture.width || canvas.height !== picture.height) Object.assign(canvas, { width: picture.width, height: picture.height });
  const context = canvas.getContext("2d");
  for (const layer of [picture, numbers.canvas]) if (layer.width && layer.height) context.drawImage(layer, 0, 0, canvas.width, canvas.height);
  return canvas;
}
