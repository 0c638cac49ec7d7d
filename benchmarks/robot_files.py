"""Loads every URDF of a folder, and compares mass matrices and forces with Pinocchio's at random states.

    pip install example-robot-data
    python benchmarks/robot_files.py FOLDER

A row a file: degrees of freedom, the largest difference of the mass matrix and of all forces
(relative to the largest entry), seconds to load, and what the model leaves out; or why the file is refused.
"""

import argparse
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pinocchio as pin

import dalembert as da

STATES = 5
GRAVITY = (0.0, 0.0, -9.81)


def difference(model: da.Model, file: Path) -> tuple[float, float]:
    """The largest relative differences of M and of the forces in random states."""
    peer = pin.buildModelFromUrdf(str(file))
    peer.gravity.linear = np.array(GRAVITY)
    data, dynamics, rng = peer.createData(), da.as_dynamics(model), np.random.default_rng(1)
    eom = dynamics.equations
    names = [name.replace(".", "_") for name in peer.names][1:]
    assert sorted(names) == sorted(name.removesuffix(".rate") for name in eom.speeds), "other joints"
    order = [names.index(name.removesuffix(".rate")) + 1 for name in eom.speeds]
    damping = np.array([_damping(model, names[k - 1]) for k in order])
    off_M = off_f = 0.0
    for _ in range(STATES):
        q, u = rng.uniform(-1.0, 1.0, len(order)), rng.uniform(-1.0, 1.0, len(order))
        ours = dynamics.function({"M": eom.M, "f": eom.f})(0.0, q, u, [], np.zeros(len(eom.inputs)))
        theirs_q, theirs_v = pin.neutral(peer), np.zeros(peer.nv)
        for k, x, v in zip(order, q, u, strict=True):
            joint = peer.joints[k]
            theirs_q[joint.idx_q : joint.idx_q + joint.nq] = x if joint.nq == 1 else (np.cos(x), np.sin(x))
            theirs_v[joint.idx_v] = v
        at = [peer.joints[k].idx_v for k in order]
        M = pin.crba(peer, data, theirs_q)
        M = np.triu(M) + np.triu(M, 1).T
        f = -pin.nle(peer, data, theirs_q, theirs_v)[at] - damping * u
        off_M = max(off_M, np.abs(ours["M"] - M[np.ix_(at, at)]).max() / np.abs(M).max())
        off_f = max(off_f, np.abs(ours["f"] - f).max() / np.abs(f).max())
    return off_M, off_f


def _damping(model: da.Model, joint: str) -> float:
    return sum(float(force.damping) for force in model.forces if force.name == f"{joint} damping")


def rows(folder: Path) -> Iterator[tuple[str, ...]]:
    """A row for every file."""
    for file in sorted(folder.rglob("*.urdf")):
        start = time.perf_counter()
        try:
            model = da.load(file, gravity=GRAVITY, inertia="as given")
        except da.errors.DalembertError as error:
            yield file.name, "", "", "", "", str(error)
            continue
        seconds = time.perf_counter() - start
        words = "; ".join(model.notes)
        if not model.coordinates:
            yield file.name, "0", "", "", f"{seconds:.2f}", words
            continue
        try:
            off = difference(model, file)
        except (da.errors.DalembertError, ValueError, AssertionError) as error:
            yield file.name, str(len(model.speeds)), "", "", f"{seconds:.2f}", f"{error}; {words}"
            continue
        yield file.name, str(len(model.speeds)), f"{off[0]:.1e}", f"{off[1]:.1e}", f"{seconds:.2f}", words


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="")
    args = parser.parse_args()
    print("| file | speeds | M | forces | s | left out, or why not |\n|---|---|---|---|---|---|")
    for row in rows(args.folder):
        if args.only in row[0]:
            print("| " + " | ".join(row) + " |", flush=True)


if __name__ == "__main__":
    main()
