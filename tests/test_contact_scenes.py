"""Random scenes with contacts, judged by the law; benchmarks/contact_scenes.py runs as many as one likes."""

from dataclasses import replace

import numpy as np
import pytest

import dalembert as da
from tests.oracles.contact_law import assert_lawful, findings
from tests.oracles.contact_scenes import scene
from tests.oracles.stepped_law import stepped_findings


@pytest.mark.parametrize("seed", [4, 10, 14, 15, 22, 25])
def test_the_law_of_contact_holds_in_random_scenes(seed):
    one = scene(seed)
    motion = da.simulate(one.model, one.start, times=np.linspace(0.0, one.until, 51))
    assert len(motion.events) > 1
    assert_lawful(motion)


def test_impulses_of_steps_obey_the_law_of_contact():
    one, step = scene(21), 2e-3
    motion = da.simulate(one.model, one.start, until=one.until, method=da.methods.MoreauJean(step))
    found, depth = stepped_findings(motion, step)
    assert not found
    assert depth < step * np.abs(motion["pose.x.rate"]).max()


def test_the_checker_sees_what_is_wrong():
    block, rail = da.particle("block", mass=2.0), da.Body("rail")
    model = da.Model(
        da.Prismatic("x", da.ground, rail, axis="x"),
        da.Prismatic("z", rail, block, axis="z"),
        da.JointForce("push", "x", 30.0 * (da.time - 0.2)),
        da.Contact("foot", block, da.geometry.plane(da.ground, "z"), friction=da.Coulomb(0.5, 0.4)),
        gravity=(0, 0, -9.81),
    )
    start = model.state(q={"z": 0.01}, u={"x.rate": 1.0})
    motion = da.simulate(model, start, times=np.linspace(0.0, 1.0, 11))
    assert [mode for _, _, mode in motion.phases("foot")] == ["open", "slipping", "sticking", "slipping"]
    assert_lawful(motion)

    # an impact of other speeds, another impulse, and phases that are not those of the forces
    first, second, *rest = motion.events
    faster = replace(second, after=replace(second.after, u={**second.after.u, "x.rate": 0.99}))
    assert "momentum at an impact" in kinds(replace(motion, events=(first, faster, *rest)))
    harder = replace(first, impulses={name: 1.1 * x for name, x in first.impulses.items()})
    assert "momentum at an impact" in kinds(replace(motion, events=(harder, second, *rest)))
    turned = replace(
        first, impulses={name: x * (-1.0 if "slip" in name else 1.0) for name, x in first.impulses.items()}
    )
    assert "friction at an impact that slides" in kinds(replace(motion, events=(turned, second, *rest)))
    words = {"slipping": "sticking", "sticking": "slipping", "open": "open"}
    other = tuple(replace(x, label=words[x.label]) for x in motion.intervals)
    assert kinds(replace(motion, intervals=other)) >= {"slip while sticking", "phase slipping without slip"}


def kinds(motion):
    return {one.kind for one in findings(motion)}
