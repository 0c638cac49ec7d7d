"""Random trees of systems against the same systems as one flat model: how far their motions are apart.

`python benchmarks/random_trees.py 50` runs seeds 0 to 49, `… 20 --first 100` seeds 100 to 119. Bodies, particles,
bodies derived by several principles, with stops and dry friction, springs, rods and motors stand in trees of four
levels or fewer. The first fifty have 484 events, in 41 of them.
What differs by more than 1e-9, or is refused, is listed with its seed.
"""

import argparse
import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
# each system is run once: code that is made quickly has the same bits
os.environ.setdefault("DALEMBERT_TIER", "QUICK")

from dalembert.errors import DalembertError
from tests.oracles.random_systems import SAME_MOTION, difference


def main() -> None:
    """Run seeds and say what is not the same."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("number", type=int, nargs="?", default=50)
    parser.add_argument("--first", type=int, default=0)
    options = parser.parse_args()
    start, worst, wrong = time.perf_counter(), 0.0, 0
    for seed in range(options.first, options.first + options.number):
        try:
            off, what = difference(seed)
        except DalembertError as error:
            wrong += 1
            print(f"{seed}: {type(error).__name__}: {error}")
            continue
        worst = max(worst, off)
        if not off <= SAME_MOTION:
            wrong += 1
            print(f"{seed}: {off:.2g} apart; {what}")
    seconds = time.perf_counter() - start
    print(f"{options.number} trees in {seconds:.0f} s: {wrong} wrong, the others at most {worst:.1e} apart")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
