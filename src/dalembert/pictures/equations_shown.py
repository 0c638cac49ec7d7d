"""Equations of motion for the page: typeset where they can be read, told by their size where not."""

from __future__ import annotations

from dalembert.equations.value import Equations

MOST_LINES = 12
"""Lines that are shown."""


def shown_equations(equations: Equations) -> dict[str, object] | None:
    """Lines of MathML, as nested lists, and a note; None if none can be read."""
    if len(equations.speeds) + len(equations.rows) > 2 * MOST_LINES:
        return None
    reading = equations.reading()
    lines = [line.math(reading.style) for line in reading.lines if not line.is_long]
    left = len(reading.lines) - min(len(lines), MOST_LINES)
    if not lines:
        return None
    note = f"{left} of {len(reading.lines)} are too long to be read here" if left else "as they were derived"
    return {"lines": lines[:MOST_LINES], "note": "; ".join([note, *([reading.note] if reading.note else [])])}
