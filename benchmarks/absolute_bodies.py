"""Planar chains in absolute coordinates by generalized-alpha: first motion, a step, memory; beside Exudyn.

python benchmarks/absolute_bodies.py          prints all figures
python benchmarks/absolute_bodies.py N        prints processor times of a chain of N bodies, and memory
"""

import os
import resource
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from figures import Figure, at_least, at_most, best, elapsed

FIRST_MOTION = {1_000: 2.0, 10_000: 15.0}
COMPARED = (300, 1_000)
STEP, STEPS, ROUNDS = 1e-3, 100, 3
MEMORY, TIMES_FASTER = 1.0, 5.0

SAME = 1e-4
"""Difference of places, in m, after the steps: both are of second order, with errors of their own."""


def absolute_bodies() -> Iterator[Figure]:
    totals, memory = [], 0.0
    for n, bound in FIRST_MOTION.items():
        described, moved, memory = fresh(n)
        totals.append(described + moved)
        name = f"{n} bodies in absolute coordinates"
        yield Figure(f"{name}, description and equations", described, "s")
        yield at_most(f"{name}, from description to first motion", totals[-1], bound, "s")
    yield at_most(f"{max(FIRST_MOTION)} bodies, memory of the process", memory, MEMORY, "GB")
    exponent = float(np.polyfit(np.log(list(FIRST_MOTION)), np.log(totals), 1)[0])
    yield at_most("exponent of description and first motion over the number of bodies", exponent, 1.1, "")
    for n in COMPARED:
        seconds, place = our_step(n)
        yield Figure(f"{n} bodies in absolute coordinates, a step of generalized-alpha", seconds * 1e3, "ms")
        if find_spec("exudyn"):
            theirs, their_place = exudyn_step(n)
            np.testing.assert_allclose(place, their_place, rtol=0.0, atol=SAME)
            yield at_least(f"{n} bodies, a step against Exudyn", theirs / seconds, TIMES_FASTER)


def fresh(n: int) -> tuple[float, float, float]:
    """Processor time of description and first motion, in s, and memory in GB, with nothing compiled before."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "DALEMBERT_CACHE": str(Path(folder) / "cache"), "DALEMBERT_TIER": ""}
        done = subprocess.run(
            [sys.executable, __file__, str(n)], env=environment, capture_output=True, text=True, check=True
        )
    described, moved, memory = map(float, done.stdout.split())
    return described, moved, memory


def system(n: int):
    """The equations of a chain of n rods that is straight along x, and that start."""
    import dalembert as da

    joints, above = [], da.ground.at()
    for k in range(n):
        rod = da.rod(f"rod{k}", length=1.0, mass=1.0)
        joints.append(da.Revolute(f"pin{k}", above, rod, axis="z"))
        above = rod["end"]
    model = da.Model(*joints, gravity=(0, -9.81, 0))
    eom = da.derive(model, coordinates=da.formulations.AbsolutePlanar())
    return eom, eom.state(q={f"rod{k}.x": float(k) for k in range(n)})


def our_step(n: int) -> tuple[float, list[float]]:
    """Seconds of a step, and the middle of the first rod after all steps."""
    import dalembert as da

    eom, start = system(n)
    method = da.methods.GeneralizedAlpha(STEP)

    def run(steps: int) -> da.Motion:
        return da.simulate(eom, start, until=steps * STEP, times=[steps * STEP], method=method)

    # code of the last tier is made in the background, after a while of running
    for _ in range(4):
        run(10 * STEPS)
        time.sleep(2.0)
    motion = run(STEPS)
    more, few = (best(lambda k=k: elapsed(lambda: run(k * STEPS)), ROUNDS) for k in (3, 1))
    angle = motion["rod0.angle"][-1]
    return (more - few) / (2 * STEPS), [0.5 * np.cos(angle), 0.5 * np.sin(angle)]


def exudyn_step(n: int) -> tuple[float, list[float]]:
    """The same by Exudyn, with sparse factors and a modified Newton's method."""
    import exudyn
    from exudyn.itemInterface import (
        LoadForceVector,
        MarkerBodyPosition,
        NodeRigidBody2D,
        ObjectGround,
        ObjectJointRevolute2D,
        ObjectRigidBody2D,
    )

    warnings.simplefilter("ignore", DeprecationWarning)
    container = exudyn.SystemContainer()
    bodies = container.AddSystem()
    ground = bodies.AddObject(ObjectGround())
    above = bodies.AddMarker(MarkerBodyPosition(bodyNumber=ground, localPosition=[0, 0, 0]))
    nodes = []
    for k in range(n):
        nodes.append(bodies.AddNode(NodeRigidBody2D(referenceCoordinates=[k + 0.5, 0, 0])))
        rod = bodies.AddObject(ObjectRigidBody2D(physicsMass=1.0, physicsInertia=1 / 12, nodeNumber=nodes[-1]))
        begin, middle, end = (
            bodies.AddMarker(MarkerBodyPosition(bodyNumber=rod, localPosition=[x, 0, 0])) for x in (-0.5, 0.0, 0.5)
        )
        bodies.AddLoad(LoadForceVector(markerNumber=middle, loadVector=[0, -9.81, 0]))
        bodies.AddObject(ObjectJointRevolute2D(markerNumbers=[above, begin]))
        above = end
    bodies.Assemble()
    settings = exudyn.SimulationSettings()
    settings.timeIntegration.generalizedAlpha.spectralRadius = 0.9
    settings.timeIntegration.newton.useModifiedNewton = True
    settings.timeIntegration.verboseMode = 0
    settings.solutionSettings.writeSolutionToFile = False
    settings.linearSolverType = exudyn.LinearSolverType.EigenSparse

    def run(steps: int) -> None:
        settings.timeIntegration.numberOfSteps = steps
        settings.timeIntegration.endTime = steps * STEP
        bodies.SolveDynamic(settings)

    run(STEPS)
    place = bodies.GetNodeOutput(nodes[0], exudyn.OutputVariableType.Position)[:2]
    more, few = (best(lambda k=k: elapsed(lambda: run(k * STEPS)), ROUNDS) for k in (3, 1))
    return (more - few) / (2 * STEPS), list(place)


def first_motion(n: int) -> tuple[float, float]:
    import dalembert as da

    # modules are loaded before
    da.simulate, da.as_dynamics  # noqa: B018
    marks = [time.thread_time()]
    eom, start = system(n)
    marks.append(time.thread_time())
    da.simulate(eom, start, until=0.01, times=[0.01], method=da.methods.GeneralizedAlpha(STEP))
    marks.append(time.thread_time())
    return marks[1] - marks[0], marks[2] - marks[1]


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(*first_motion(int(sys.argv[1])), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6)
    else:
        for figure in absolute_bodies():
            print(figure, flush=True)
