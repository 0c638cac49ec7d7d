"""Mechanisms with loops that are measured; some are examples of the package."""

import importlib
import sys
from pathlib import Path

import numpy as np

import dalembert as da

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
if str(EXAMPLES) not in sys.path:
    # examples import each other as scripts do
    sys.path.append(str(EXAMPLES))
andrews_mechanism, gyroscope, n_four_bar, planar_mechanisms, stewart_platform = map(
    importlib.import_module,
    ("andrews_mechanism", "gyroscope", "n_four_bar", "planar_mechanisms", "stewart_platform"),
)

GRAVITY = 9.81
CRANK, ROD, BLOCK = (0.5, 1.0), (1.5, 1.0), 0.5
"""Length and mass of crank and rod, mass of the block."""

CRANK_ANGLE = 0.4


def slider_crank() -> da.Model:
    """Crank, rod and block in the plane, without drive; the pin C closes the loop."""
    crank = da.rod("crank", length=CRANK[0], mass=CRANK[1])
    rod = da.rod("rod", length=ROD[0], mass=ROD[1])
    block = da.box("block", size=(0.1, 0.1, 0.1), mass=BLOCK)
    return da.Model(
        da.Revolute("A", da.ground, crank),
        da.Revolute("B", crank["end"], rod),
        da.Prismatic("S", da.ground, block, axis="x"),
        da.Revolute("C", rod["end"], block),
        gravity=(0.0, -GRAVITY, 0.0),
    )


def slider_crank_start() -> da.State:
    """At rest, the crank a little above the line of the block, so that it swings almost half a turn and back."""
    A = CRANK_ANGLE
    lean = -np.arcsin(CRANK[0] * np.sin(A) / ROD[0])
    S = CRANK[0] * np.cos(A) + ROD[0] * np.cos(lean)
    return da.State(q={"A": A, "B": float(lean) - A, "S": float(S)})


def four_bar() -> tuple[da.Model, da.State]:
    """Crank 1, coupler 3, rocker 2.5, ground 3, which is no parallelogram; from a crank angle of π/3 at rest."""
    crank, coupler, rocker = (
        da.rod(name, length=length, mass=length)
        for name, length in (("crank", 1.0), ("coupler", 3.0), ("rocker", 2.5))
    )
    model = da.Model(
        da.Revolute("A", da.ground, crank),
        da.Revolute("B", crank["end"], coupler),
        da.Revolute("D", da.ground.at(x=3.0), rocker),
        da.Revolute("C", coupler["end"], rocker["end"]),
        gravity=(0.0, -GRAVITY, 0.0),
    )
    return model, da.assemble(model, q={"A": np.pi / 3}, guess={"B": -0.5, "D": 1.5})
