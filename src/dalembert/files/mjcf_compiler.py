"""MuJoCo's compiler in a process of its own: a description comes in, arrays go out.

It is started with limits on time and memory, since a compiler of someone else may crash or open files, and gets
contents only: the description and the files it names, in memory. As a module it works on standard streams.
"""

from __future__ import annotations

import io
import json
import sys
import zipfile
from typing import Any

import numpy as np

if sys.platform != "win32":
    import resource

MEMORY = 4_000_000_000
"""Bytes that it may take."""

FIELDS = {
    "body": "parentid weldid pos quat mass ipos iquat inertia sameframe jntadr jntnum gravcomp mocapid",
    "jnt": "type pos axis qposadr dofadr stiffness limited range",
    "dof": "armature damping frictionloss",
    "eq": "type obj1id obj2id objtype active0 data",
    "tendon": "num adr stiffness damping limited frictionloss armature lengthspring length0",
    "wrap": "type objid prm",
    "actuator": "plugin trntype trnid dyntype gaintype biastype gainprm biasprm gear ctrllimited forcelimited",
    "geom": "bodyid type size pos quat rgba contype conaffinity condim priority friction margin gap",
    "pair": "dim geom1 geom2 friction margin gap",
    "exclude": "signature",
    "site": "bodyid pos quat",
    "key": "time qpos qvel act ctrl",
}
"""Fields of MuJoCo's model that are read, besides qpos0 and qpos_spring."""

OF_CONSTRAINTS = ("constraint", "equality", "limit", "frictionloss", "contact", "filterparent")

SWITCHES = ("gravity", "spring", "damper", "actuation", *OF_CONSTRAINTS)
"""What options may switch off."""

BEYOND = {
    "jnt_stiffnesspoly": "stiffness and damping that are polynomials",
    "dof_dampingpoly": "stiffness and damping that are polynomials",
    "tendon_stiffnesspoly": "stiffness and damping that are polynomials",
    "tendon_dampingpoly": "stiffness and damping that are polynomials",
    "actuator_armature": "armature and damping of actuators",
    "actuator_damping": "armature and damping of actuators",
    "actuator_dampingpoly": "armature and damping of actuators",
    "actuator_delay": "delays of actuators",
    "jnt_actfrclimited": "limits of the forces of actuators on joints and tendons",
    "tendon_actfrclimited": "limits of the forces of actuators on joints and tendons",
}
"""Fields that change the motion and are left out where they are not zero, in words; some versions have them."""

NAMED = ("joint", "body", "equality", "tendon", "actuator", "site", "geom", "key")
"""Kinds of things whose names are read; of two with one name the later is called otherwise: joints keep theirs."""


def _is_off(model: Any, name: str) -> bool:
    """Whether an option of the file switches something off."""
    import mujoco

    return bool(model.opt.disableflags & getattr(mujoco.mjtDisableBit, f"mjDSBL_{name.upper()}"))


def _beyond(model: Any) -> set[str]:
    """Contents of a file that no part of ours stands for, in words."""
    words = {"plugins"} if model.nplugin else set()
    words |= {"flexible bodies"} if getattr(model, "nflex", 0) else set()
    for field, what in BEYOND.items():
        if np.any(np.asarray(getattr(model, field, 0.0)) != 0):
            words.add(what)
    return words


def answer(data: bytes) -> bytes:
    """The arrays of a description that is packed with its files, or words about what is wrong with it."""
    import mujoco

    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        files = {name: packed.read(name) for name in packed.namelist()}
    names = json.loads(files.pop("names.json"))
    assets = {name: files[key] for name, key in names.items()}
    try:
        model = mujoco.MjModel.from_xml_string(files["model.xml"].decode(), assets)
    except ValueError as error:
        return json.dumps({"error": str(error)}).encode()
    kinds = {kind: getattr(mujoco.mjtObj, f"mjOBJ_{kind.upper()}") for kind in NAMED}
    counts = {"body": model.nbody, "joint": model.njnt, "equality": model.neq, "tendon": model.ntendon}
    counts |= {"actuator": model.nu, "site": model.nsite, "geom": model.ngeom, "key": model.nkey}
    idle = int(model.opt.disableactuator)
    told = {
        "names": {
            kind: [mujoco.mj_id2name(model, kinds[kind], k) or "" for k in range(counts[kind])] for kind in NAMED
        },
        "gravity": list(model.opt.gravity),
        "medium": [model.opt.density, model.opt.viscosity, *model.opt.wind],
        "off": [name for name in SWITCHES if _is_off(model, name)],
        "beyond": sorted(_beyond(model)),
        "off actuators": [k for k, group in enumerate(model.actuator_group) if idle >> int(group) & 1],
    }
    read = [f"{kind}_{name}" for kind, names in FIELDS.items() for name in names.split()]
    arrays: dict[str, Any] = {name: np.array(getattr(model, name)) for name in ("qpos0", "qpos_spring", *read)}
    stream = io.BytesIO()
    np.savez(stream, told=np.array(json.dumps(told)), **arrays)
    return stream.getvalue()


if __name__ == "__main__":
    if sys.platform != "win32":
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    sys.stdout.buffer.write(answer(sys.stdin.buffer.read()))
