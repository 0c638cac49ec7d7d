"""How long a person waits for a first motion and for signals of it, nothing of the model being compiled."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import numpy as np
from chains import chain
from figures import Figure, at_most, best, elapsed

import dalembert as da

ROUNDS, JOINTS = 5, 30
TIMES = np.linspace(0.0, 1.0, 1001)

PROGRAM = """
import dalembert as da
upper, lower = da.rod("upper", length=1.0, mass=1.0), da.rod("lower", length=0.8, mass=0.5)
pendulum = da.Model(
    da.Revolute("shoulder", da.ground, upper, axis="z"),
    da.Revolute("elbow", upper["end"], lower, axis="z"),
    gravity=(0, -9.81, 0),
)
motion = da.simulate(pendulum, pendulum.state(q={"elbow": 1.2}), until=10.0)
"""
"""The first program of the README, without its pictures."""


def answers() -> Iterator[Figure]:
    yield from first_program()
    yield from first_motions()
    yield from signals()


def first_program() -> Iterator[Figure]:
    """From starting Python to its end, beside what it takes to import NumPy."""
    from tempfile import TemporaryDirectory

    def seconds(text: str, cache: str) -> float:
        begin = time.perf_counter()
        subprocess.run([sys.executable, "-c", text], check=True, env={**_environment(), "DALEMBERT_CACHE": cache})
        return time.perf_counter() - begin

    # installed packages have their bytecode
    seconds("import dalembert; dalembert.simulate, dalembert.Model", "off")
    warm, cold = [], []
    for _ in range(ROUNDS):
        with TemporaryDirectory() as folder:
            cache = f"{folder}/cache"
            numpy = seconds("import numpy", cache)
            cold.append(seconds(PROGRAM, cache) / numpy)
            warm.append(seconds(PROGRAM, cache) / seconds("import numpy", cache))
    yield at_most("the first program of the README, all compiled before", min(warm), 4.0, "imports of NumPy")
    yield at_most("the first program of the README, nothing compiled", min(cold), 6.0, "imports of NumPy")


def _environment() -> dict[str, str]:
    import os

    left_out = ("DALEMBERT_TIER", "PYTHONDONTWRITEBYTECODE")
    return {name: value for name, value in os.environ.items() if name not in left_out}


def first_motions() -> Iterator[Figure]:
    """From the description; the loop of the method is there, nothing of the model."""

    def seconds(n: int, *, is_spatial: bool) -> float:
        return elapsed(
            lambda: da.simulate(
                (model := chain(n, is_spatial=is_spatial)),
                model.state(q={"joint0": 0.3}),
                until=1.0,
                config=da.kernels.Config(None, 1),
            )
        )

    seconds(2, is_spatial=False)
    for n, is_spatial, bound in ((2, False, 0.04), (7, True, 0.08)):
        name = f"{n} joints, from description to first motion, nothing of it compiled"
        yield at_most(name, best(lambda n=n, s=is_spatial: seconds(n, is_spatial=s), ROUNDS), bound, "s")


def signals() -> Iterator[Figure]:
    """Reactions along a motion, which nobody has asked for before."""
    names = [f"joint{k}.{what}.{axis}" for k in range(JOINTS) for what in ("force", "moment") for axis in "xyz"]

    def first(ask: Callable[[da.Motion], object]) -> float:
        model = chain(JOINTS)
        motion = da.simulate(model, model.state(q={"joint0": 0.3}), times=TIMES)
        return elapsed(lambda: ask(motion))

    first(lambda motion: motion[names[0]])
    what = f"{JOINTS} joints, 1,001 samples,"
    yield at_most(
        f"{what} one reaction", best(lambda: first(lambda motion: motion[names[7]]), 3) * 1e3, 50.0, "ms"
    )
    yield at_most(f"{what} the energy", best(lambda: first(lambda motion: motion["energy"]), 3) * 1e3, 50.0, "ms")
    together = best(lambda: first(lambda motion: motion.signals(names)), 3)
    yield at_most(f"{what} all {len(names)} components of reactions", together, 0.6, "s")
    single = best(lambda: first(lambda motion: [motion[name] for name in names]), 3)
    yield at_most(f"{what} the same one by one", single, 1.5, "s")
