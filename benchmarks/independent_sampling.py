"""Random scenes with contacts, each with 2, 11, 101, 1001 and 5001 times of output: the same events and states.

    python benchmarks/independent_sampling.py 100 [--first 500]

The examples with contacts come first. What is refused must be so for the same reason. What differs is listed.
"""

import argparse
import signal
import sys
import time
import warnings
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np

import dalembert as da
from tests.examples import example
from tests.oracles.contact_scenes import Scene, scene

COUNTS = (2, 11, 101, 1001, 5001)

EXAMPLES = {
    **{"two_blocks": 10.0, "arm_and_obstacle": 6.0, "impact_mechanisms": 2.0, "geneva_drive": 1.0},
    **{"woodpecker": 0.5, "tippe_top": 0.3},
}
"""With the time in which they are run."""


def story(motion: da.Motion) -> list[Any]:
    """Events with their states, and the last state of a motion: numbers as they are."""
    told: list[Any] = [
        (event.name, event.t, *event.after.q.values(), *event.after.u.values()) for event in motion.events
    ]
    return [*told, motion.termination, tuple(motion.states[-1])]


def differences(one: Scene, counts: tuple[int, ...] = COUNTS) -> str:
    """In words, what depends on the times of output; empty if nothing does."""
    stories = []
    for n in counts:
        try:
            motion = da.simulate(one.model, one.start, times=np.linspace(0.0, one.until, n))
            stories.append(story(motion))
        except da.errors.DalembertError as error:
            stories.append([str(error)])
    for n, other in zip(counts[1:], stories[1:], strict=True):
        if other != stories[0]:
            first = next((k for k, (a, b) in enumerate(zip(stories[0], other, strict=False)) if a != b), -1)
            return f"{counts[0]} and {n} times: {stories[0][first]} | {other[first]}"
    return ""


def examples() -> list[Scene]:
    """All systems of the examples with contacts."""
    systems = [(name, until, example(name).systems()) for name, until in EXAMPLES.items()]
    return [Scene(n, *pair, until, words) for n, until, found in systems for words, pair in found.items()]


class TooLongError(Exception):
    """A scene took too long."""


def _late(*_: Any) -> None:
    raise TooLongError


def main() -> None:
    """Run them and tell what differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--limit", type=int, default=60, help="seconds for each scene")
    given = parser.parse_args()
    signal.signal(signal.SIGALRM, _late)
    warnings.simplefilter("ignore")
    wrong, slow, begun = 0, 0, time.perf_counter()
    scenes = [
        *(("", one) for one in examples()),
        *((k, None) for k in range(given.first, given.first + given.count)),
    ]
    for seed, known in scenes:
        one = scene(int(seed)) if known is None else known
        signal.alarm(given.limit)
        try:
            found = differences(one)
        except TooLongError:
            slow, found = slow + 1, ""
        finally:
            signal.alarm(0)
        if found:
            wrong += 1
            print(f"{seed} {one.family} ({one.words}): {found[:400]}", flush=True)
    print(f"{len(scenes)} scenes, {wrong} differ, {slow} slow, {time.perf_counter() - begun:.0f} s")


if __name__ == "__main__":
    main()
