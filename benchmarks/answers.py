"""How long a person waits for a first motion and for signals of it, nothing of the model being compiled."""

import os
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
    yield from first_implicit_motions()
    yield from ends()
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


def first_implicit_motions() -> Iterator[Figure]:
    """The same with implicit methods, in seconds of the processor."""
    from mechanisms import slider_crank, slider_crank_start

    def bent(n: int, *, is_spatial: bool) -> tuple[da.Model, da.State]:
        model = chain(n, is_spatial=is_spatial)
        return model, model.state(q={f"joint{k}": 0.1 * (k + 1) for k in range(n)})

    def seconds(case: Callable[[], tuple[da.Model, da.State]], method: da.methods.Method) -> float:
        model, start = case()
        begin = time.process_time()
        da.simulate(model, start, until=1.0, method=method, config=da.kernels.Config(None, 1))
        return time.process_time() - begin

    cases: dict[str, Callable[[], tuple[da.Model, da.State]]] = {
        "double pendulum": lambda: bent(2, is_spatial=False),
        "slider-crank": lambda: (slider_crank(), slider_crank_start()),
        "7 joints": lambda: bent(7, is_spatial=True),
    }
    for method in (da.methods.Radau(), da.methods.IndexThree(1e-3)):
        seconds(lambda: bent(1, is_spatial=False), method)
        for name, case in cases.items():
            found = best(lambda case=case, method=method: seconds(case, method), ROUNDS)  # type: ignore[misc]
            yield Figure(f"{name}, first motion with {type(method).__name__}, nothing of it compiled", found, "s")


LEAVING = """
import sys, time
import dalembert as da
from dalembert.native import tiers
tiers._SECONDS_FOR_A_LOOP = tiers.SECONDS_PER_INSTRUCTION = {soon}
parts, place = [], da.ground
for k in range({n}):
    link = da.rod(f"link {{k}}", length=1.0, mass=1.0, radius=0.01)
    parts.append(da.Revolute(f"joint {{k}}", place, link, axis="xyz"[k % 3]))
    place = link["end"]
model = da.Model(*parts, gravity=(0, 0, -9.81))
da.simulate(model, model.state(q={{"joint 0": 0.3}}), until=0.1, method={method})
time.sleep({wait})
print(time.process_time(), flush=True)
"""
"""A program that ends while code is made beside its run, or before."""


def ends() -> Iterator[Figure]:
    """What ending takes of the processor while code is made beside a run, beyond what it takes without."""

    def seconds(wait: float, soon: float, **given: object) -> float:
        environment = {**_environment(), "DALEMBERT_CACHE": "off"}
        text = LEAVING.format(wait=wait, soon=soon, **given)
        with subprocess.Popen([sys.executable, "-c", text], env=environment, stdout=subprocess.PIPE) as child:
            assert child.stdout is not None
            before = float(child.stdout.read())
            _, status, used = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
        return used.ru_utime + used.ru_stime - before

    for n, method in (
        (2, "da.methods.DOP853()"),
        (7, "da.methods.Radau()"),
        (7, "da.methods.IndexThree(1e-3)"),
        (30, "da.methods.DOP853()"),
    ):
        alone = best(lambda n=n, m=method: seconds(0.0, 1e9, n=n, method=m), 3)  # type: ignore[misc]
        worst = max(seconds(0.06 * k, 0.0, n=n, method=method) for k in range(6))
        name = (
            f"{n} joints, {method.split('.')[1].split('(')[0]}: end of a program while code is made beside its run"
        )
        yield at_most(name, worst - alone, 0.2, "s")


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
