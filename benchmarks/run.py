"""Measures speed: one table, ratios within one run, and the same numbers as JSON.

    python benchmarks/run.py [--json FILE] [--only NAME ...]

Every figure stands next to the bound it should keep. Machines are noisy: times are the best of several runs. Peers
that are not installed are left out, except Pinocchio, which is the measure of forward dynamics.
"""

import argparse
import json
import os
import platform
from collections.abc import Callable, Iterator
from dataclasses import asdict
from datetime import UTC, datetime
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from absolute_bodies import absolute_bodies
from analyses import analyses
from answers import answers
from calls import calls
from canonical import canonical
from compiler import building, calling, compiling, importing
from constraints import constraints
from contacts import contacts
from derivation import derivation
from events import events
from explicit_models import explicit_models
from figures import Figure
from fitting import fits
from forward_dynamics import forward_dynamics
from growth import growth
from heaps import heaps
from large_trees import large_trees
from many_parameters import many_parameters
from many_runs import many_runs
from model_files import model_files
from modules import modules
from page_frames import page_frames
from planar import planar
from power_series import power_series
from servo import servo
from simulation import simulation
from small_motions import small_motions
from start_up import start_up
from stiff import stiff
from sweeps import sweeps
from trajectories import trajectories

from dalembert.native.machine import Target

PARTS: dict[str, Callable[[], Iterator[Figure]]] = {
    "importing": importing,
    "building": building,
    "compiling": compiling,
    "calling": calling,
    "derivation": derivation,
    "start": start_up,
    "answers": answers,
    "dynamics": forward_dynamics,
    "simulation": simulation,
    "calls": calls,
    "events": events,
    "constraints": constraints,
    "stiff": stiff,
    "power series": power_series,
    "growth": growth,
    "large trees": large_trees,
    "absolute bodies": absolute_bodies,
    "many parameters": many_parameters,
    "contacts": contacts,
    "heaps": heaps,
    "many runs": many_runs,
    "sweeps": sweeps,
    "analyses": analyses,
    "planar": planar,
    "canonical": canonical,
    "small motions": small_motions,
    "modules": modules,
    "explicit models": explicit_models,
    "servo": servo,
    "fits": fits,
    "trajectories": trajectories,
    "page": page_frames,
    "files": model_files,
}


PACKAGES = {
    **{name: name for name in ("dalembert", "numpy", "llvmlite", "sympy", "mujoco", "exudyn", "casadi")},
    "pin": "pinocchio",
    "drake": "pydrake",
    "scikit-sundae": "sksundae",
}
"""Packages whose version numbers belong to a measurement, with the module that each installs."""

WAITING = ("start", "answers", "small motions", "page", "files")
"""Parts that measure how long people wait."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=Path, help="file for the same numbers, machine-readable")
    parser.add_argument("--only", nargs="+", choices=PARTS, help="parts to run")
    arguments = parser.parse_args()
    target = Target.host()
    machine = f"{platform.machine()} {target.cpu}, {target.width} doubles per vector"
    print(f"{machine}, Python {platform.python_version()}")
    figures: list[Figure] = []
    for name in arguments.only or PARTS:
        print()
        # speeds are those of full code; what people wait for is measured as they get it
        os.environ["DALEMBERT_TIER"] = "" if name in WAITING else "full"
        measured = []
        for figure in PARTS[name]():
            measured.append(figure)
            print(figure, flush=True)
        figures += measured
        if arguments.json:  # after each part, so that a run that is stopped leaves what it measured
            keep(arguments.json, name, measured, conditions(target))
    bounded = [figure for figure in figures if figure.bound is not None]
    print(f"\n{sum(figure.is_kept for figure in bounded)} of {len(bounded)} bounds kept")


def conditions(target: Target) -> dict[str, Any]:
    """The machine and the packages with which numbers are measured."""
    return {
        "machine": f"{platform.machine()} {target.cpu}, {os.cpu_count()} cores, {target.width} doubles per vector",
        "system": platform.system(),
        "python": platform.python_version(),
        "packages": {name: version(name) for name, module in PACKAGES.items() if find_spec(module)},
    }


def keep(file: Path, part: str, figures: list[Figure], here: dict[str, Any]) -> None:
    """Write the figures of a part into a file, with the machine; others stay if their packages are the same."""
    before = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {"parts": {}}
    here, known = dict(here), before.get("packages", {})
    machine, packages = here.pop("machine"), here["packages"]
    # a package that is not installed here has measured other parts
    is_same = all(known.get(name, number) == number for name, number in packages.items())
    is_same &= all(before.get(key) == here[key] for key in ("system", "python"))
    parts = before["parts"] if is_same else {}
    here["packages"] = known | packages if is_same else packages
    today = datetime.now(UTC).date().isoformat()
    day = {"machine": machine, "date": today, "load": round(os.getloadavg()[0], 1)}
    parts[part] = day | {"figures": [asdict(figure) for figure in figures]}
    ordered = {name: parts[name] for name in PARTS if name in parts}
    file.write_text(json.dumps(here | {"parts": ordered}, indent=1, default=float) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
