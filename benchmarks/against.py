"""Measures every figure against an earlier commit, in turn, in one run.

    python benchmarks/against.py REF [--only PART ...] [--rounds 5]

A work tree of REF is made and removed again. Each round measures a part of `run.py` there and here, each in a
fresh process with its own sources, its own benchmarks and its own folder of compiled code, the earlier first in
every other round. Time is processor time, that of child processes included. What is told of a figure is the median
over rounds, and of its ratio the median of the ratios within rounds: how many times as good it is now. Figures of
other packages are left out: here only our own side is measured.
"""

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parents[1]

KEPT = 0.95
"""How good a figure must be at least, beside the earlier one."""

RATES = ("times faster", "Msteps/s")
"""Units of what should be large; all else should be small."""

SECONDS = {"s": 1.0, "ms": 1e-3, "µs": 1e-6, "ns": 1e-9}
"""Units of time: figures may have changed theirs."""

NEGLIGIBLE = {"": 1e-12}
"""Below this a number is rounding, whatever its ratio."""

LONG = 0.3
"""Seconds for which short runs are repeated to find the shortest: what disturbs them may last longer."""

# ---- what is not ours

HIDDEN = {"constraints": {"mujoco", "scipy", "heyoka", "exudyn", "sksundae"}}
"""Packages that a part does without; elsewhere our figures need them as a measure or a check."""

STILLED: dict[str, tuple[str, str, Callable[..., Any]]] = {
    "derivation": ("derivation", "by_sympy", lambda *_: {"seconds": 1.0}),
    "dynamics": ("forward_dynamics", "_python_time", lambda *_: 1e-6),
}
"""By part: module, function and what stands for it. SymPy is not asked; "times faster" is evaluations per µs."""

FOREIGN = re.compile(r"against|SymPy|MuJoCo|pinocchio\.|mujoco\.|drake\.")
"""In the names of figures of other packages."""

SIZES = re.compile(r"\d+ operations, per operation")
"""Counts in names; where they differ, figures are the same in their order."""


def measured(part: str) -> dict[str, Any]:
    """The figures of a part of the benchmarks that are first on the path, and what stopped them, if anything."""
    import importlib
    import importlib.util
    import resource
    import time

    def processor_time() -> float:
        spent = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
        return sum(one.ru_utime + one.ru_stime for one in spent)

    find_spec = importlib.util.find_spec
    hidden = HIDDEN.get(part, set())
    importlib.util.find_spec = lambda name, *package: None if name in hidden else find_spec(name, *package)
    time.perf_counter = processor_time

    def shortest(run: Callable[[], float], times: int = 5) -> float:
        found, end = [run() for _ in range(times)], processor_time() + LONG
        # a run that has cases for so many times only says so
        with suppress(StopIteration):
            while processor_time() < end:
                found.append(run())
        return min(found)

    importlib.import_module("figures").best = shortest
    run = importlib.import_module("run")
    if part in STILLED:
        module, function, instead = STILLED[part]
        setattr(importlib.import_module(module), function, instead)
    os.environ["DALEMBERT_TIER"] = "" if part in getattr(run, "WAITING", ()) else "full"
    figures, stopped = [], ""
    try:
        for figure in run.PARTS[part]():
            figures.append({"name": figure.name, "value": float(figure.value), "unit": figure.unit})
    except Exception as error:  # an earlier benchmark may be broken: what it told before counts
        stopped = f"{type(error).__name__}: {error}"
    package = Path(importlib.import_module("dalembert").__file__ or "").resolve()
    return {"package": str(package), "figures": figures, "stopped": stopped}


def by_process(tree: Path, part: str, folder: Path) -> dict[str, tuple[float, str]]:
    """Value and unit by name, from a fresh process on the sources of a tree; times are in seconds."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(tree / "src"), str(tree / "benchmarks")]),
        "DALEMBERT_CACHE": str(folder),
        "OPENBLAS_NUM_THREADS": "1",
    }
    command = [sys.executable, "-P", str(Path(__file__).resolve()), "--measure", part]
    said = subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, check=False)
    if said.returncode:
        raise RuntimeError(f"{part} in {tree} failed:\n{said.stderr[-3000:]}")
    answer = json.loads(said.stdout.splitlines()[-1])
    if not Path(answer["package"]).is_relative_to(tree):
        raise RuntimeError(f"{tree} was to be measured, but the package came from {answer['package']}")
    if answer["stopped"]:
        print(f"{part} in {tree} ended early: {answer['stopped']}", file=sys.stderr)
    found: dict[str, tuple[float, str]] = {}
    for figure in answer["figures"]:
        if FOREIGN.search(figure["name"]):
            continue
        scale = SECONDS.get(figure["unit"])
        value, unit = (figure["value"], figure["unit"]) if scale is None else (figure["value"] * scale, "s")
        name = SIZES.sub("operations, per operation", figure["name"])
        count = sum(known.split(" #")[0] == name for known in found)
        found[f"{name} #{count + 1}" if count else name] = value, unit
    return found


# ---- side by side


def ratio(before: float, now: float, unit: str) -> float:
    """How many times as good it is now."""
    if max(abs(before), abs(now)) < NEGLIGIBLE.get(unit, 0.0) or before == now:
        return 1.0
    good, bad = (now, before) if unit in RATES else (before, now)
    # a difference of two times may come out as nothing or less
    return good / bad if bad > 0.0 else float("inf")


def compared(part: str, trees: tuple[Path, Path], folders: tuple[Path, Path], rounds: int) -> Iterator[str]:
    """One line for each figure that both have."""
    taken: tuple[list[Any], list[Any]] = ([], [])
    for k in range(rounds):
        for side in (0, 1) if k % 2 == 0 else (1, 0):
            taken[side].append(by_process(trees[side], part, folders[side]))
    for name, (_, unit) in taken[0][0].items():
        if not all(name in one for one in taken[1]):
            yield f"{name:<78} only before"
            continue
        before, now = ([one[name][0] for one in side] for side in taken)
        kept = statistics.median(ratio(*pair, unit) for pair in zip(before, now, strict=True))
        mark = "" if kept >= KEPT else f"   below {KEPT}"
        values = f"{statistics.median(before):10.3g} {statistics.median(now):10.3g}"
        yield f"{name:<78} {values} {unit:<12} {kept:6.3f}{mark}"


@contextmanager
def work_tree(ref: str) -> Iterator[Path]:
    """The files of a commit in a folder that is removed afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder).resolve() / "before"
        subprocess.run(["git", "worktree", "add", "--quiet", "--detach", str(tree), ref], cwd=HERE, check=True)
        try:
            yield tree
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", str(tree)], cwd=HERE, check=True)


def parts_of(tree: Path) -> list[str]:
    """Names of the parts of a tree's `run.py`, in its order."""
    text = (tree / "benchmarks" / "run.py").read_text()
    table = text[text.index("PARTS") :]
    return re.findall(r'^    "([\w ]+)":', table[: table.index("\n}")], re.MULTILINE)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ref", nargs="?", help="the earlier commit")
    parser.add_argument("--only", nargs="+", help="parts to measure")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--measure", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.measure:
        print(json.dumps(measured(arguments.measure)))
        return
    if arguments.ref is None:
        parser.error("which commit is to be compared with?")
    print(f"{'':<78} {'before':>10} {'now':>10} {'':<12} {'times as good':>6}")
    with work_tree(arguments.ref) as before, tempfile.TemporaryDirectory() as folder:
        folders = Path(folder) / "before", Path(folder) / "now"
        for one in folders:
            one.mkdir()
        parts = [part for part in parts_of(before) if part in parts_of(HERE)]
        for part in arguments.only or parts:
            print(f"\n{part}", flush=True)
            for line in compared(part, (before, HERE), folders, arguments.rounds):
                print(line, flush=True)


if __name__ == "__main__":
    main()
