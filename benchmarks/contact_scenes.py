"""Random scenes with contacts, run and judged by the law of contact: what holds, is refused, or is broken.

`python benchmarks/contact_scenes.py 1000` runs seeds 0 to 999, `… 100 --first 500` seeds 500 to 599; every third
scene is stepped by Moreau and Jean's rule too. What is broken is listed with its seed.
"""

import argparse
import multiprocessing
import os
import resource
import sys
import time
import warnings
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
# each scene is run once: code that is made quickly has the same bits
os.environ.setdefault("DALEMBERT_TIER", "QUICK")

import numpy as np

import dalembert as da
from tests.oracles.contact_law import findings
from tests.oracles.contact_scenes import Scene, scene
from tests.oracles.stepped_law import stepped_findings

STEP = 2e-3


def judged(one: Scene, *, stepped: bool) -> tuple[str, list[str]]:
    """A verdict in a word, and what was found."""
    try:
        if stepped:
            motion = da.simulate(one.model, one.start, until=one.until, method=da.methods.MoreauJean(STEP))
            found, _ = stepped_findings(motion, STEP)
        else:
            motion = da.simulate(one.model, one.start, times=np.linspace(0.0, one.until, 101))
            found = findings(motion) + (one.extra(motion) if one.extra is not None else [])
    except da.errors.DalembertError as error:
        return "refused", [f"{type(error).__name__}: {error}"]
    except Exception as error:
        return "raw error", [f"{type(error).__name__}: {error}"]
    return ("broken", [str(x) for x in found]) if found else ("holds", [])


def _told(seed: int, stepped: bool, seconds: int, end: Any) -> None:
    warnings.simplefilter("ignore")
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    end.send(judged(scene(seed), stepped=stepped))


def within(seconds: int, seed: int, *, stepped: bool) -> tuple[str, list[str]]:
    """The same in a process of its own, which ends if it takes more of the processor's time."""
    processes = multiprocessing.get_context("fork")
    ours, theirs = processes.Pipe(duplex=False)
    worker = processes.Process(target=_told, args=(seed, stepped, seconds, theirs))
    worker.start()
    theirs.close()
    try:
        verdict, told = ours.recv()
    except EOFError:
        verdict, told = "slow", []
    worker.join()
    return verdict, told


def _run_all(given: argparse.Namespace, table: dict[str, Counter[str]], kinds: Counter[str]) -> None:
    """Run and judge one scene after the other, and tell of each that does not hold."""
    for seed in range(given.first, given.first + given.count):
        one = scene(seed)
        for stepped in (False, True):
            if stepped and (given.stepped == "none" or (given.stepped == "some" and seed % 3)):
                continue
            if not stepped and given.stepped == "only":
                continue
            clock = time.perf_counter()
            verdict, told = within(given.limit, seed, stepped=stepped)
            name = f"{one.family}{', stepped' * stepped}"
            table[name][verdict] += 1
            if verdict != "holds":
                taken = time.perf_counter() - clock
                print(f"{seed} {name} {verdict} ({taken:.1f} s) [{one.words}]", flush=True)
                for text in told[:4]:
                    print(f"    {text}"[:400], flush=True)
                kinds.update({text.split(" of '")[0] for text in told if verdict == "broken"})


def main() -> None:
    """Run them and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--limit", type=int, default=30, help="seconds of the processor for each scene")
    parser.add_argument("--stepped", choices=("some", "none", "only"), default="some")
    given = parser.parse_args()
    table: dict[str, Counter[str]] = defaultdict(Counter)
    kinds: Counter[str] = Counter()
    begun = time.perf_counter()
    for stepped in (False, True):
        # what all scenes need is loaded once
        judged(scene(3), stepped=stepped)
    try:
        _run_all(given, table, kinds)
    except KeyboardInterrupt:
        print("interrupted")
    words = ("holds", "refused", "slow", "broken", "raw error")
    print(f"\n{'family':28}" + "".join(f"{word:>11}" for word in words))
    for name, counts in sorted(table.items()):
        print(f"{name:28}" + "".join(f"{counts[word]:11d}" for word in words))
    whole: Counter[str] = sum(table.values(), Counter())
    print(f"{'all':28}" + "".join(f"{whole[word]:11d}" for word in words))
    print(f"{time.perf_counter() - begun:.0f} s;", ", ".join(f"{kind}: {n}" for kind, n in kinds.most_common()))


if __name__ == "__main__":
    main()
