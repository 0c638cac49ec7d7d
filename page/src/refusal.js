import { short } from "./words.js";

// Why a start is none.
export function refusal({ overlap, residual, impossible }) {
  if (impossible) return `With these numbers a body is impossible: ${impossible}.`;
  if (!Number.isFinite(residual)) return "With these numbers the constraints have no values.";
  return overlap > 1e-7 && overlap >= residual ? `Bodies would overlap by ${short(overlap)} m at the start.` : `No start near these numbers obeys the constraints: they are missed by ${short(residual)}.`;
}
