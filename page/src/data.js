// What travels in the page: numbers as int16 differences, low bytes before high bytes, deflated, in base64.

import { opened } from "./cases.js";

const NOT_A_NUMBER = -32768;
const LARGEST = 32767;

export async function inflated(text) {
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// Rows of numbers, one for each range [least, largest].
export async function decodedChannels({ ranges, count, order, data }) {
  const bytes = await inflated(data);
  const total = ranges.length * count;
  return ranges.map(([least, largest], k) => {
    const row = new Float32Array(count);
    const scale = (largest - least) / (2 * LARGEST);
    let code = 0;
    let slope = 0;
    for (let i = 0; i < count; i++) {
      const at = k * count + i;
      const difference = bytes[at] | (bytes[total + at] << 8);
      slope = order === 2 ? ((slope + difference) << 16) >> 16 : difference;
      code = ((code + slope) << 16) >> 16;
      row[i] = code === NOT_A_NUMBER ? NaN : least + (code + LARGEST) * scale;
    }
    return row;
  });
}

export async function decodedFloats(text) {
  return new Float64Array((await inflated(text)).buffer);
}

async function decodedTimes({ start, step, count, data }) {
  return data ? decodedFloats(data) : Float64Array.from({ length: count }, (_, i) => start + i * step);
}

async function decodedMesh(solid) {
  if (solid.kind !== "mesh") return solid;
  const points = new Float32Array((await inflated(solid.points)).buffer);
  const faces = new Uint32Array((await inflated(solid.faces)).buffer);
  return { ...solid, points, faces };
}

// A motion with its numbers: times of frames, seven channels for each body, signals with times of their own.
async function decodedMotion(motion) {
  const [times, poses, curveTimes, values, loads] = await Promise.all([
    decodedTimes(motion.times),
    decodedChannels(motion.poses),
    decodedTimes(motion.curves.times),
    decodedChannels(motion.curves.values),
    decodedChannels(motion.loads.values),
  ]);
  const bodies = await Promise.all(
    motion.scene.bodies.map(async (body) => ({ ...body, solids: await Promise.all(body.solids.map(decodedMesh)) })),
  );
  const signals = new Map(motion.curves.names.map((name, k) => [name, { name, unit: motion.curves.units[k], values: values[k] }]));
  return { ...motion, times, poses, curveTimes, signals, loadValues: loads, scene: { ...motion.scene, bodies } };
}

export async function decoded(text) {
  const data = opened(JSON.parse(text));
  return { ...data, motions: await Promise.all(data.motions.map(decodedMotion)) };
}

// The row before a time, and how far the time is towards the next one.
export function placeOf(times, t) {
  let low = 0;
  let high = times.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] <= t) low = middle;
    else high = middle;
  }
  const span = times[high] - times[low];
  return [low, high, span > 0 ? Math.min(1, Math.max(0, (t - times[low]) / span)) : 0];
}

export function valueAt(times, values, t) {
  const [a, b, part] = placeOf(times, t);
  return part === 0 ? values[a] : values[a] + part * (values[b] - values[a]);
}
