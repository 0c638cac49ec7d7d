"""How well a motion holds what it promises: constraints, equations, energy; and what was noticed on the way."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from dalembert.pictures.packing import PageData
from dalembert.runs.motion import Motion

SMALL = 1e-6
"""Relative size of errors up to which a check is passed."""

ROUNDING = 1e-14
"""Change of energy beside all of it that is none."""

DEEP = 1e-2
"""Depth beside the size that bodies may overlap where contacts are stepped: they meet within steps."""

MOST_SPEEDS = 1_500
"""Of larger systems the equations are not put in once more: that takes longer than all else."""


def trust(motion: Motion, samples: Motion, size: float) -> PageData:
    """Checks as {mark, text, value, remark}, and notes; residuals are those in some samples of the motion."""
    checks = [*_constraints(samples, size), *_contacts(samples, size), *_equations(samples), *_energy(motion)]
    if len(samples) < len(motion):
        checks.append(_check("", "checked in", f"{len(samples)}", f"of {len(motion)} samples"))
    steps = motion.statistics
    if "accepted" in steps:
        checks.append(_check("", "steps", f"{steps['accepted']}", f"and {steps.get('rejected', 0)} rejected"))
    # what does not hold stands in front
    checks.sort(key=lambda check: check["mark"] != "bad")
    return {"checks": checks, "notes": [note for note in (*motion.notes, _ending(motion)) if note]}


def _constraints(motion: Motion, size: float) -> list[dict[str, str]]:
    eom, on = motion.dynamics.equations, motion.switches
    n, m = len(eom.phi), len(eom.psi)
    # gaps that are open and slip are no errors
    levels = {"constraints hold to": (on[:n] * eom.phi, size), "their rates to": (on[n:m] * eom.psi[n:], None)}
    levels["coordinates keep their relations to"] = (eom.c, 1.0)
    arrays = {text: np.asarray(y, dtype=object) for text, (y, _) in levels.items() if len(y)}
    residuals = motion.evaluate(arrays) if arrays else {}
    checks = []
    for text, values in residuals.items():
        error, scale = _largest(values), levels[text][1]
        mark = "good" if error <= SMALL * (scale or 1.0) else "bad"
        checks.append(_check(mark, text, _number(error)))
    return checks


def _contacts(motion: Motion, size: float) -> list[dict[str, str]]:
    """The laws of contact, in a line that says how well they hold, or one for each that does not."""
    residuals, check = motion.contact_residuals(), motion.contact_check
    is_stepped = any(law.is_stepped for law in check.laws)
    scales = {
        "penetration": ("bodies overlap by", "m", DEEP * size if is_stepped else SMALL * size),
        "complementarity": ("contacts pull, or press from afar, by", "N", SMALL * (check.force or size)),
        "friction": ("friction is off its law by", "N", SMALL * check.force),
        "impacts": ("impacts are off their law by", "m/s", SMALL * check.speed),
    }
    if is_stepped:
        scales["complementarity"] = ("steps are off the law of contact by", "m/s", SMALL * check.speed)
    wrong, parts = [], [0.0]
    for name, values in residuals.items():
        text, unit, most = scales[name]
        each = np.abs(values).max(axis=1, initial=0.0)
        error = _largest(each)
        parts.append(SMALL * error / most if most else error)
        if not error <= most:
            since = motion.times[int(np.argmax(~(each <= most)))]
            value = f"{error:.3g} {unit}" if np.isfinite(error) else _number(error)
            wrong.append(_check("bad", text, value, f"from t = {since:.4g} s on"))
    if wrong or not residuals:
        return wrong
    return [_check("good", "laws of contact hold to", _number(max(parts)), "of forces, speeds and size")]


def _equations(motion: Motion) -> list[dict[str, str]]:
    """M a − f − G τ − Jᵀ λ − r beside the largest M a or f."""
    eom = motion.dynamics.equations
    if not len(eom.speeds):
        return []
    if len(eom.speeds) > MOST_SPEEDS:
        return [_check("", "equations not checked:", f"more than {MOST_SPEEDS:,}", "speeds")]
    solved = motion.dynamics.solved
    a = solved.accelerations
    arrays = {"residual": solved.residual(a, solved.multipliers), "M a": eom.M @ a, "f": eom.f}
    values = motion.evaluate({name: np.asarray(y, dtype=object) for name, y in arrays.items()})
    error, scale = _largest(values["residual"]), max(_largest(values["M a"]), _largest(values["f"]))
    part = error / scale if scale else 0.0
    mark, value = "good" if part <= SMALL else "bad", _number(part)
    return [_check(mark, "equations hold to", value, "of the largest force")]


def _energy(motion: Motion) -> list[dict[str, str]]:
    if not {"energy", "power"} <= {*motion.dynamics.solved.signals}:
        # forces of a tree of systems come without the energies behind them
        return []
    # a power that is not known may be any
    has_power = _largest(motion["power"]) != 0.0
    if len(motion) < 2 or (has_power and not motion.segments and motion.saved_work is None):
        # nothing says what was done between the samples
        return []
    text = "energy − work kept to" if has_power else "energy kept to"
    # at rest there is no kinetic energy to compare rounding with
    is_rounding = _largest(motion.energy_balance) <= ROUNDING * _largest(motion["energy"])
    drift = 0.0 if is_rounding else motion.energy_drift
    return [_check("good" if drift <= 1e-4 else "bad", text, _number(drift), "of the kinetic energy")]


def _largest(values: ArrayLike) -> float:
    sizes = np.abs(np.asarray(values, dtype=float))
    return float(sizes.max(initial=0.0)) if np.isfinite(sizes).all() else float("nan")


def _number(error: float) -> str:
    """An error in words for the page."""
    if not np.isfinite(error):
        return "an unknown size"
    return f"{error:.1e}" if error else "0"


def _check(mark: str, text: str, value: str, remark: str = "") -> dict[str, str]:
    return {"mark": mark, "text": text, "value": value, "remark": remark}


def _ending(motion: Motion) -> str:
    """How the run ended, if not at its end time."""
    reached_end = not motion.termination or motion.termination.endswith("the end time is reached")
    return "" if reached_end else f"ended {motion.termination}"
