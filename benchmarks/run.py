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
from pathlib import Path

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
from forward_dynamics import forward_dynamics
from growth import growth
from many_runs import many_runs
from modules import modules
from page_frames import page_frames
from planar import planar
from servo import servo
from simulation import simulation
from small_motions import small_motions
from start_up import start_up
from stiff import stiff
from sweeps import sweeps

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
    "growth": growth,
    "contacts": contacts,
    "many runs": many_runs,
    "sweeps": sweeps,
    "analyses": analyses,
    "planar": planar,
    "canonical": canonical,
    "small motions": small_motions,
    "modules": modules,
    "explicit models": explicit_models,
    "servo": servo,
    "page": page_frames,
}


WAITING = ("start", "answers", "small motions", "page")
"""Parts that measure how long people wait."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=Path, help="file for the same numbers, machine-readable")
    parser.add_argument("--only", nargs="+", choices=PARTS, help="parts to run")
    arguments = parser.parse_args()
    target = Target.host()
    machine = f"{platform.machine()} {target.cpu}, {target.width} doubles per vector"
    print(f"{machine}, Python {platform.python_version()}")
    figures = []
    for name in arguments.only or PARTS:
        print()
        # speeds are those of full code; what people wait for is measured as they get it
        os.environ["DALEMBERT_TIER"] = "" if name in WAITING else "full"
        for figure in PARTS[name]():
            figures.append(figure)
            print(figure, flush=True)
    bounded = [figure for figure in figures if figure.bound is not None]
    print(f"\n{sum(figure.is_kept for figure in bounded)} of {len(bounded)} bounds kept")
    if arguments.json:
        rows = [asdict(figure) | {"is_kept": figure.is_kept} for figure in figures]
        arguments.json.write_text(json.dumps({"cpu": target.cpu, "figures": rows}, indent=1))


if __name__ == "__main__":
    main()
