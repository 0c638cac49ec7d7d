"""The programs in `examples/` as modules, and their numbers, computed once."""

import importlib
import sys
from functools import cache
from pathlib import Path

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
if str(EXAMPLES) not in sys.path:
    # examples import each other as scripts do
    sys.path.append(str(EXAMPLES))

LARGE = {
    "andrews_mechanism",
    "best_designs",
    "bicycle",
    "biped_gait",
    "bricard_linkage",
    "closed_chains",
    "double_wishbone",
    "geneva_drive",
    "impact_mechanisms",
    "known_optima",
    "n_four_bar",
    "parallel_mechanism",
    "planar_mechanisms",
    "planetary_gear",
    "rattleback",
    "ring_and_disc",
    "servo_constraints",
    "servo_goals",
    "seven_joint_arm",
    "stewart_platform",
    "tippe_top",
    "tricycle",
    "worked_figures",
    "woodpecker",
}
"""Several bodies, or several models: these take seconds."""


@cache
def example(name):
    return importlib.import_module(name)


@cache
def numbers(name):
    return example(name).numbers()
