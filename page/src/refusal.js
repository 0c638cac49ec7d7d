import { short } from "./words.js";

// Why a start is none.
export function refusal({ overlap, turned, residual, impossible, undecided }) {
  if (impossible) return `With these numbers a body is impossible: ${impossible}.`;
  if (undecided !== undefined) return `What ${undecided} does at this start is decided in Python, which a page does not have.`;
  if (!Number.isFinite(residual)) return "With these numbers the constraints have no values.";
  if (turned !== undefined && residual <= 1) return `${turned} would be closed the wrong way round.`;
  return overlap > 1e-7 && overlap >= residual ? `Bodies would overlap by ${short(overlap)} m at the start.` : `No start near these numbers obeys the constraints: they are missed by ${short(residual)}.`;
}
