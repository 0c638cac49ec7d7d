"""Compares the bits of all answers with those of an earlier commit, on this machine.

    python benchmarks/golden.py REF [--quick] [--only PART ...]

The answers are those of the public verbs (`da.simulate`, `da.linearize` …) wherever they are called: in every
example, on every page of the documentation, in a hundred random models with their signals and batches, on both
tiers of code, and in the benchmarks. Of each answer a digest is taken of its numbers and nothing else, so code may
move and names may change; a name that changed stands in `RENAMED`. A work tree of REF is made and removed again;
each side runs its own sources, its own programs and its own copy of this file. Exit code 1 if anything differs.

`--quick` is for every commit: small examples, pages and random models, in about five minutes.
"""

import argparse
import hashlib
import importlib
import io
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import redirect_stdout, suppress
from dataclasses import fields, is_dataclass
from functools import wraps
from pathlib import Path
from typing import Any

import numpy as np

HERE = Path(__file__).resolve().parents[1]

RENAMED: dict[str, str] = {
    "continued": "resume",
    "converted": "convert_state",
    "follow": "continuation",
    "integral_value": "state_variable",
    "what_if": "variants",
}
"""New names by old ones: verbs, signals, coordinates."""

MOVED = {"absolute_value", "euler", "invariants", "jacobian_of", "mass_matrix", "port", "radians", "rotation"}
"""Verbs that stand flat in some commits only, where alone they are recorded: what they answer is left out."""

QUICK_MODELS, MODELS = 20, 100
"""Random models that are looked at for a commit, and in the end."""

SIGNALS = 7
"""One of so many signals of a random model is looked at."""

DEEP = 6
"""Levels of values in values that are looked into."""

OPAQUE = {"Model", "Equations", "Solution", "Dynamics", "Node", "Kernel", "Body", "Segment", "Config"}
"""Types of values that are no answers but what answers are made of."""

TIMED = {"compare"}
"""Verbs whose answers hold times that were measured."""

# ---- digests


def digest(value: Any, depth: int = 0) -> str:
    """A digest of the numbers of a value, empty if it has none; fields count by their numbers, not by names."""
    if type(value).__name__ in OPAQUE or depth > DEEP or isinstance(value, str | bytes | Callable):
        return ""
    if isinstance(value, bool | int | float | complex | np.ndarray | np.generic):
        array = np.asarray(value)
        if array.dtype == object:
            return _joined([digest(x, depth + 1) for x in array.ravel()])
        if array.dtype.kind not in "biufc":
            return ""
        text = np.ascontiguousarray(array, dtype=complex if array.dtype.kind == "c" else float)
        return hashlib.sha256(repr(array.shape).encode() + text.tobytes()).hexdigest()
    if isinstance(value, Mapping):
        return _joined(sorted(f"{_now(name)} {digest(x, depth + 1)}" for name, x in value.items()))
    if isinstance(value, Set):
        return _joined(sorted(digest(x, depth + 1) for x in value))
    if is_dataclass(value) and not isinstance(value, type):
        return _joined(sorted(digest(getattr(value, field.name), depth + 1) for field in fields(value)))
    if isinstance(value, Sequence):
        return _joined([digest(x, depth + 1) for x in value])
    return ""


def _joined(digests: Sequence[str]) -> str:
    found = [one for one in digests if one.strip()]
    return hashlib.sha256("\n".join(found).encode()).hexdigest() if found else ""


def _now(name: object) -> str:
    """The name that something has now."""
    return re.sub(r"[\w.]+", lambda word: RENAMED.get(word[0], word[0]), str(name))


# ---- what is run


class Recorder:
    """Public verbs that keep a digest of each of their answers."""

    def __init__(self) -> None:
        self.answers: list[str] = []

    def record(self, verb: str, value: Any) -> None:
        if found := digest(value):
            self.answers.append(f"{_now(verb)} {found}")

    def __enter__(self) -> "Recorder":
        da = importlib.import_module("dalembert")
        self._originals = {}
        for name in {*da.__all__} - TIMED:
            verb = getattr(da, name)
            if name[0].islower() and type(verb).__name__ in ("function", "Offered"):
                self._originals[name] = verb
                setattr(da, name, self._recorded(name, verb))
        return self

    def _recorded(self, name: str, verb: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(verb)
        def recorded(*args: Any, **options: Any) -> Any:
            answer = verb(*args, **options)
            self.record(name, answer)
            return answer

        return recorded

    def __exit__(self, *error: object) -> None:
        da = importlib.import_module("dalembert")
        for name, verb in self._originals.items():
            setattr(da, name, verb)


def of_example(name: str) -> list[str]:
    """Digests of what an example computes, and of the numbers that it tells."""
    sys.path.insert(0, str(HERE / "examples"))
    with Recorder() as recorder, redirect_stdout(io.StringIO()):
        recorder.record("numbers", importlib.import_module(name).numbers())
    return recorder.answers


def of_page(name: str) -> list[str]:
    """Digests of what the programs of a page compute."""
    sys.path.insert(0, str(HERE))
    programs = importlib.import_module("tests.test_pages").programs(name)
    names: dict[str, Any] = {}
    with Recorder() as recorder, redirect_stdout(io.StringIO()), tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for program, _ in programs:
            exec(compile(program, name, "exec"), names)
        os.chdir("/")
    return recorder.answers


def of_benchmark(name: str) -> list[str]:
    """Digests of what a part of the benchmarks computes, each once: how often depends on the clock."""
    run = importlib.import_module("run")
    with Recorder() as recorder, redirect_stdout(io.StringIO()), suppress(ImportError):
        for _ in run.PARTS[name]():
            pass
    return sorted(set(recorder.answers))


def of_model(number: str) -> list[str]:
    """Digests of the runs, signals, batches and small motions of a random tree of bodies."""
    import dalembert as da

    recorder, rng = Recorder(), np.random.default_rng(int(number))
    model, start = random_tree(rng)
    motion = da.simulate(model, start, until=1.0)
    recorder.record("simulate", motion)
    names = sorted(motion.dynamics.equations.signals)[::SIGNALS]
    recorder.record("signals", motion.signals(names))
    recorder.record("balance", motion.energy_balance)
    starts = [model.state(q={name: x + 0.01 * k for name, x in start.q.items()}) for k in range(5)]
    recorder.record("batch", da.batch(model, starts, until=0.5).states)
    event = da.Event("through", da.coordinate(model.coordinates[0]) - start.q[model.coordinates[0]] - 0.01)
    recorder.record("events", da.simulate(model, start, until=1.0, events=[event]).events)
    principle = [da.Kane(), da.Lagrange(), da.GibbsAppell(), da.Jourdain()][int(number) % 4]
    recorder.record("principle", da.simulate(da.derive(model, principle), start, until=0.2))
    recorder.record("stiff", da.simulate(model, start, until=0.2, method=da.methods.Radau()))
    return recorder.answers


def random_tree(rng: np.random.Generator) -> tuple[Any, Any]:
    """A tree of three to six bodies on joints of one freedom, with springs, and a start."""
    import dalembert as da

    bodies: list[Any] = []
    parts: list[Any] = []
    for k in range(int(rng.integers(3, 7))):
        parent = da.ground if not bodies else bodies[int(rng.integers(0, len(bodies)))].at(x=0.4, y=-0.1)
        rod = da.box(f"rod{k}", size=tuple(rng.uniform(0.2, 1.0, 3)), mass=float(rng.uniform(0.5, 2.0)))
        kind = da.Revolute if rng.random() < 0.8 else da.Prismatic
        parts.append(
            kind(f"joint{k}", parent, rod.at(x=float(rng.uniform(-0.1, 0.1))), axis="xyz"[int(rng.integers(0, 3))])
        )
        if rng.random() < 0.5:
            parts.append(da.JointSpring(f"spring{k}", f"joint{k}", stiffness=float(rng.uniform(1.0, 50.0))))
        bodies.append(rod)
    model = da.Model(*parts, gravity=(0.3, -1.0, -9.7))
    return model, model.state(q={name: float(rng.uniform(-0.8, 0.8)) for name in model.coordinates})


KINDS: dict[str, Callable[[str], list[str]]] = {
    "examples": of_example,
    "pages": of_page,
    "models": of_model,
    "benchmarks": of_benchmark,
}


def programs(kind: str, is_quick: bool) -> list[str]:
    """Names of all programs of a kind."""
    if kind == "examples":
        sys.path.insert(0, str(HERE))
        large = importlib.import_module("tests.examples").LARGE
        names = sorted(path.stem for path in (HERE / "examples").glob("*.py") if "def numbers" in path.read_text())
        return [name for name in names if not is_quick or name not in large]
    if kind == "pages":
        sys.path.insert(0, str(HERE))
        return list(importlib.import_module("tests.test_pages").PAGES)
    if kind == "models":
        return [str(k) for k in range(QUICK_MODELS if is_quick else MODELS)]
    return [] if is_quick else list(importlib.import_module("run").PARTS)


# ---- side by side


def answered(tree: Path, kind: str, is_quick: bool, folder: Path, tier: str) -> dict[str, list[str]]:
    """Digests by program, from a fresh process on the sources of a tree."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(tree / "src"), str(tree / "benchmarks"), str(tree)]),
        "DALEMBERT_CACHE": str(folder),
        "DALEMBERT_TIER": tier,
        "OPENBLAS_NUM_THREADS": "1",
        "MPLBACKEND": "agg",
    }
    command = [sys.executable, "-P", str(tree / "benchmarks" / "golden.py"), "--take", kind]
    said = subprocess.run(
        [*command, *(["--quick"] if is_quick else [])],
        env=environment,
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    if said.returncode:
        raise RuntimeError(f"{kind} in {tree} failed:\n{said.stderr[-3000:]}")
    answers = json.loads(said.stdout.splitlines()[-1]).items()
    return {name: [_now(one) for one in found if one.split()[0] not in MOVED] for name, found in answers}


def taken(kind: str, is_quick: bool) -> dict[str, list[str]]:
    """Digests by program of this tree; a program that fails is its error."""
    found: dict[str, list[str]] = {}
    for name in programs(kind, is_quick):
        try:
            found[name] = KINDS[kind](name)
        except Exception as error:
            found[name] = [f"failed: {type(error).__name__}: {error}".splitlines()[0]]
    return found


def differences(before: Mapping[str, list[str]], now: Mapping[str, list[str]]) -> Iterator[str]:
    """One line for each program that answers otherwise."""
    for name in before:
        if name not in now:
            yield f"{name}: is gone"
        elif failed := [one for one in (*before[name], *now[name]) if one.startswith("failed")]:
            yield f"{name}: {failed[0]}"
        elif before[name] != now[name]:
            pairs = zip(before[name], now[name], strict=False)
            k = next((k for k, (a, b) in enumerate(pairs) if a != b), min(len(before[name]), len(now[name])))
            verb = (now[name] + ["nothing more"])[k].split()[0]
            counts = f"{len(before[name])} and {len(now[name])} answers"
            yield f"{name}: {counts}, the first that differs is number {k + 1}, {verb}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ref", nargs="?", help="the earlier commit")
    parser.add_argument("--quick", action="store_true", help="what is looked at for every commit")
    parser.add_argument("--only", nargs="+", choices=list(KINDS))
    parser.add_argument("--take", choices=list(KINDS), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.take:
        print(json.dumps(taken(arguments.take, arguments.quick)))
        return
    if arguments.ref is None:
        parser.error("which commit is to be compared with?")
    from against import work_tree

    differing = count = 0
    with work_tree(arguments.ref) as before, tempfile.TemporaryDirectory() as folder:
        for kind in arguments.only or KINDS:
            for tier in ("quick",) if arguments.quick or kind == "benchmarks" else ("quick", "full"):
                sides = [answered(tree, kind, arguments.quick, Path(folder), tier) for tree in (before, HERE)]
                lines = list(differences(*sides))
                count += sum(map(len, sides[1].values()))
                differing += len(lines)
                print(f"{kind}, {tier} code: {len(sides[1])} programs, {len(lines)} differ", flush=True)
                print(*(f"    {line}" for line in lines), sep="\n", end="\n" if lines else "")
    print(f"{count} answers, {differing} programs differ")
    sys.exit(1 if differing else 0)


if __name__ == "__main__":
    main()
