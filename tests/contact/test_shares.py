"""Forces that all contacts can bear, against linear programmes with cones of many sides."""

import numpy as np
import pytest
from scipy.optimize import linprog

from dalembert.contact.bearable_forces import bearable_forces

SIDES = 96


def excess(A, c, cones):
    """The least excess over what points bear, of pyramids inside the cones and of pyramids around them."""
    n, found = A.shape[1], []
    for scale in (1.0, 1.0 / np.cos(np.pi / SIDES)):
        rows, k = [], 0
        for size, mu in cones:
            for angle in 2.0 * np.pi * np.arange(SIDES if size > 1 else 1) / SIDES:
                row = np.zeros(n + 1)
                row[k], row[-1] = -mu if size > 1 else -1.0, -1.0
                row[k + 1 : k + size] = (scale * np.array([np.cos(angle), np.sin(angle)]))[: size - 1]
                rows.append(row)
            k += size
        solved = linprog(
            np.append(np.zeros(n), 1.0),
            A_ub=np.array(rows),
            b_ub=np.zeros(len(rows)),
            A_eq=np.column_stack([A, np.zeros(len(A))]),
            b_eq=-c,
            bounds=[(None, None)] * n + [(-1.0, None)],
        )
        found.append(solved.x[-1])
    return found


def pressed_body(rng):
    """Reactions of a body with several points on a plane, and loads that they balance or do not."""
    n = int(rng.integers(3, 6))
    places = np.column_stack([rng.uniform(-1.0, 1.0, (n, 2)), np.zeros(n)])
    frictions = [float(rng.choice([0.0, rng.uniform(0.2, 1.0)])) for _ in range(n)]
    forces = [np.eye(3)[[2, 0, 1]] if mu else np.eye(3)[[2]] for mu in frictions]
    wrenches = np.array(
        [[*np.cross(place, f), *f] for place, own in zip(places, forces, strict=True) for f in own]
    ).T
    loads = np.array([*rng.uniform(-0.25, 0.25, 3), *rng.uniform(-0.4, 0.4, 2), -1.0])
    inertia = np.diag(rng.uniform(0.5, 2.0, 6))
    A = wrenches.T @ inertia @ wrenches
    cones = [(len(own), mu) for own, mu in zip(forces, frictions, strict=True)]
    return A, wrenches.T @ inertia @ loads, cones


def test_they_are_found_wherever_there_are_some():
    rng, seen = np.random.default_rng(3), set()
    for _ in range(60):
        A, c, cones = pressed_body(rng)
        solvable = np.linalg.lstsq(A, -c, rcond=1e-9)[0]
        if np.abs(A @ solvable + c).max() > 1e-9:
            assert bearable_forces(A, c, cones) is None
            continue
        inside, around = excess(A, c, cones)[0], excess(A, c, cones)[1]
        found = bearable_forces(A, c, cones)
        if min(inside, around) > 1e-7:
            seen.add("none")
            assert found is None
        elif max(inside, around) < -1e-7:
            seen.add("some")
            assert found is not None
            assert A @ found == pytest.approx(-c, abs=1e-9)
            k = 0
            for size, mu in cones:
                assert found[k] >= 0.0
                assert np.linalg.norm(found[k + 1 : k + size]) <= mu * found[k] + 1e-12
                k += size
    assert seen == {"none", "some"}
