"""Loads every URDF and MJCF file of a folder, and compares it with Pinocchio or MuJoCo at random states.

    pip install example-robot-data gymnasium dm_control brax
    python benchmarks/robot_files.py FOLDER
    python benchmarks/robot_files.py FOLDER --page > docs/reference/robot_files.md

A row a file: speeds, the largest difference relative to the largest entry (of mass matrix and forces beside
Pinocchio, of accelerations beside MuJoCo), seconds to load, what is left out, or why the file is refused.
In MuJoCo soft constraints are switched off, and so is what the notes say is left out.
"""

import argparse
import contextlib
import time
from collections.abc import Iterator
from pathlib import Path

import mujoco
import numpy as np
import pinocchio as pin

import dalembert as da

STATES = 5
PAGE = """# Robots of others

Every URDF file of `example-robot-data` 6.0 and every XML file of `gymnasium` 1.4, `dm_control` 1.0.50 and
`brax` 0.14, loaded by `da.load(path)`, those in URDF with `inertia="as given"` ([files.md](files.md)).

The columns are: speeds of the model; the largest difference from
Pinocchio's mass matrix and forces, or from MuJoCo's accelerations with what is left out switched off, in random
states, relative to the largest entry; seconds to load; what is left out, or why a file is refused. The page is
made by `python benchmarks/robot_files.py FOLDER --page`.
"""
"""The head of the page of the documentation."""
GRAVITY = (0.0, 0.0, -9.81)


def beside_pinocchio(model: da.Model, file: Path) -> float:
    """The largest relative difference of M and of the forces in random states."""
    peer = pin.buildModelFromUrdf(str(file))
    peer.gravity.linear = np.array(GRAVITY)
    data, dynamics, rng = peer.createData(), da.as_dynamics(model), np.random.default_rng(1)
    eom = dynamics.equations
    names = [name.replace(".", "_") for name in peer.names][1:]
    order = [names.index(name.removesuffix(".rate")) + 1 for name in eom.speeds]
    damping = np.array([_damping(model, names[k - 1]) for k in order])
    worst = 0.0
    for _ in range(STATES):
        q, u = rng.uniform(-1.0, 1.0, (2, len(order)))
        ours = dynamics.function({"M": eom.M, "f": eom.f})(0.0, q, u, [], np.zeros(len(eom.inputs)))
        peer_q, peer_u = pin.neutral(peer), np.zeros(peer.nv)
        for k, x, v in zip(order, q, u, strict=True):
            joint = peer.joints[k]
            peer_q[joint.idx_q : joint.idx_q + joint.nq] = x if joint.nq == 1 else (np.cos(x), np.sin(x))
            peer_u[joint.idx_v] = v
        at = [peer.joints[k].idx_v for k in order]
        M = pin.crba(peer, data, peer_q)
        M = (np.triu(M) + np.triu(M, 1).T)[np.ix_(at, at)]
        f = -pin.nle(peer, data, peer_q, peer_u)[at] - damping * u
        worst = max(worst, _off(ours["M"], M), _off(ours["f"], f))
    return worst


def _off(ours: np.ndarray, theirs: np.ndarray) -> float:
    return float(np.abs(ours - theirs).max() / max(np.abs(theirs).max(), 1e-300))


def _damping(model: da.Model, joint: str) -> float:
    return sum(float(force.damping) for force in model.forces if force.name == f"{joint} damping")


def beside_mujoco(model: da.Model, file: Path) -> float:
    """The largest relative difference of accelerations in random states, without constraints."""
    peer = mujoco.MjModel.from_xml_path(str(file))
    _switch_off(peer, model)
    data = mujoco.MjData(peer)
    mujoco.mj_setConst(peer, data)
    whole, rng = da.as_dynamics(model), np.random.default_rng(1)
    dynamics = whole.without([row.name for row in whole.equations.rows])
    joints = [joint for joint in model.joints if joint.speeds]
    speeds = [name for joint in joints for name in joint.speeds]
    worst = 0.0
    for _ in range(STATES):
        data.qpos[:] = peer.qpos0 + rng.uniform(-0.5, 0.5, peer.nq)
        data.qvel[:] = rng.uniform(-1.0, 1.0, peer.nv)
        mujoco.mj_normalizeQuat(peer, data.qpos)
        mujoco.mj_forward(peer, data)
        q = dict(zip((name for joint in joints for name in joint.coordinates), data.qpos, strict=True))
        u = dict(zip(speeds, data.qvel, strict=True))
        accelerations = dynamics.accelerations(da.State(q=q, u=u))
        worst = max(worst, _off(np.array([accelerations[name] for name in speeds]), data.qacc))
    return worst


def _switch_off(peer: mujoco.MjModel, model: da.Model) -> None:
    """What the notes of the model say is left out, besides all soft constraints."""
    peer.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_CONSTRAINT)
    peer.opt.density = peer.opt.viscosity = 0.0
    peer.opt.wind[:] = 0.0
    peer.body_gravcomp[:] = 0.0
    peer.actuator_forcelimited[:] = peer.actuator_ctrllimited[:] = 0
    peer.jnt_actfrclimited[:] = 0
    words = " ".join(model.notes)
    for k in range(peer.nu):
        name = mujoco.mj_id2name(peer, mujoco.mjtObj.mjOBJ_ACTUATOR, k) or f"actuator {k}"
        if f"the actuator {name!r} is" in words or f"the actuator '{name} actuator' is" in words:
            peer.actuator_gainprm[k] = peer.actuator_biasprm[k] = 0.0
            peer.actuator_gaintype[k] = peer.actuator_biastype[k] = 0
    for k in range(peer.ntendon):
        if "spring and damper of the tendon" in words:
            peer.tendon_stiffness[k] = peer.tendon_damping[k] = 0.0
    for joint in np.flatnonzero(peer.jnt_type < 2):
        dofs = slice(peer.jnt_dofadr[joint], peer.jnt_dofadr[joint] + (6 if peer.jnt_type[joint] == 0 else 3))
        peer.dof_armature[dofs] = peer.jnt_stiffness[joint] = 0.0


def _told(file: Path, folder: Path) -> str:
    """A file by its place in the package that it is of."""
    return str(file.relative_to(folder)).removeprefix("cmeel.prefix/share/")


def rows(folder: Path) -> Iterator[tuple[str, ...]]:
    """A row for every file."""
    for file in sorted([*folder.rglob("*.urdf"), *folder.rglob("*.xml")]):
        is_urdf, start = file.suffix == ".urdf", time.perf_counter()
        try:
            model = da.load(file, gravity=GRAVITY, inertia="as given") if is_urdf else da.load(file)
        except da.errors.DalembertError as error:
            yield _told(file, folder), "", "", "", f"refused: {error}"
            continue
        seconds, off = time.perf_counter() - start, ""
        with contextlib.suppress(ValueError):
            # what the peer refuses is not compared
            if model.coordinates:
                off = f"{(beside_pinocchio if is_urdf else beside_mujoco)(model, file):.1e}"
        yield _told(file, folder), str(len(model.speeds)), off, f"{seconds:.2f}", "; ".join(model.notes)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--page", action="store_true", help="print the page of the documentation")
    options = parser.parse_args()
    folder = options.folder
    if options.page:
        print(PAGE)
    print("| file | speeds | difference | s | left out, or why not |\n|---|---|---|---|---|")
    for row in rows(folder):
        print("| " + " | ".join(cell.replace("|", "/").replace("<", "&lt;") for cell in row) + " |", flush=True)


if __name__ == "__main__":
    main()
