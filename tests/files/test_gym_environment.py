"""Models as environments of Gymnasium."""

import numpy as np
import pytest

import dalembert as da

gymnasium = pytest.importorskip("gymnasium")


def pendulum():
    rod = da.rod("rod", length=1.0, mass=2.0)
    return da.Model(
        da.Revolute("hinge", da.ground, rod, axis="z"), da.Motor("motor", "hinge"), gravity=(0, -9.81, 0)
    )


ANGLE, POINT = da.coordinate("hinge"), 0.3


def environment(**more):
    given = {
        "observations": {"x": da.cos(ANGLE), "y": da.sin(ANGLE), "rate": da.speed("hinge")},
        "start": lambda random: {"hinge": random.uniform(-1.0, 1.0)},
        "reward": -(ANGLE**2) - 0.1 * da.measures.Input("motor") ** 2
        if hasattr(da.measures, "Input")
        else -(ANGLE**2),
    }
    return da.control.gym_environment(pendulum(), step=0.02, limits=5.0, **(given | more))


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_the_checker_of_gymnasium_is_content():
    from gymnasium.utils.env_checker import check_env

    check_env(environment(), skip_render_check=True)


def test_an_episode_is_the_motion_with_held_inputs():
    env = environment(observations=None, until=0.2, reward=-(ANGLE**2))
    first, _ = env.reset(seed=3)
    actions = np.random.default_rng(0).uniform(-7.0, 7.0, (10, 1))
    rows = [env.step(action) for action in actions]
    assert [row[3] for row in rows] == [False] * 9 + [True] and not any(row[2] for row in rows)
    # the same by runs with inputs that are held, cut to their limits
    model, x = pendulum(), first
    for action, (found, reward, *_) in zip(actions, rows, strict=True):
        state = da.State(q={"hinge": x[0]}, u={"hinge": x[1]}, tau={"motor": float(np.clip(action[0], -5, 5))})
        x = da.simulate(model, state, until=0.02, method=da.methods.RK4(0.02)).states[-1]
        np.testing.assert_allclose(found, x, rtol=1e-13)
        assert reward == pytest.approx(-(x[0] ** 2))
    again, _ = env.reset(seed=3)
    assert (again == first).all()
    elsewhere, _ = env.reset(options={"start": {"hinge": 0.25}})
    assert elsewhere[0] == 0.25


def test_a_failure_ends_an_episode():
    env = environment(start={"hinge": 0.0}, failure=-ANGLE - POINT)
    env.reset(seed=0)
    n = next(n for n in range(1, 1000) if env.step([0.0])[2])
    motion = da.simulate(pendulum(), until=2.0, events=[da.Event("point", ANGLE + POINT, is_terminal=True)])
    assert n == np.ceil(motion.times[-1] / 0.02)


def test_what_is_no_environment_is_named():
    idle = da.Model(da.Revolute("hinge", da.ground, da.rod("rod", length=1.0, mass=1.0)))
    cases = [
        ({"limits": {"moter": 1.0}}, "moter"),
        ({"limits": {}}, "'motor' has no limit"),
        ({"limits": -1.0}, "limit of 'motor'"),
        ({"observations": ["hinge.speed"]}, "no signal 'hinge.speed'"),
        ({"observations": []}, "at least one number"),
        ({"reward": [ANGLE, ANGLE]}, "reward of an environment is one number"),
        ({"until": 0.0}, "length of an episode"),
    ]
    for options, message in cases:
        with pytest.raises(da.errors.DalembertError, match=message):
            da.control.gym_environment(pendulum(), **({"step": 0.1, "limits": 1.0, "reward": 0.0} | options))
    with pytest.raises(da.errors.ModelError, match="without inputs"):
        da.control.gym_environment(idle, step=0.1, limits=1.0, reward=0.0)
    env = environment()
    env.reset()
    with pytest.raises(da.errors.ModelError, match="1 finite numbers, for motor"):
        env.step([1.0, 2.0])
    with pytest.raises(da.errors.ModelError, match="finite numbers"):
        env.step([np.nan])
