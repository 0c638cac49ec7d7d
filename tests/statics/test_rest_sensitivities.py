"""Derivatives of equilibria, steady motions and eigenvalues against differences of what is found anew."""

import numpy as np
import pytest

import dalembert as da

GRAVITY = 9.81
STEP, AGREE = 1e-3, 1e-8
"""Of differences of order four, and how well they agree, beside the largest."""


def difference(found, h=STEP):
    return (8.0 * (found(h) - found(-h)) - (found(2.0 * h) - found(-2.0 * h))) / (12.0 * h)


def lever():
    """A bar on a hinge, held by a spring; a motor may help."""
    bar = da.rod("bar", length=da.param("l", 1.0), mass=2.0)
    return da.Model(
        da.Revolute("hinge", da.ground, bar),
        da.Spring("spring", bar["end"], da.ground.at(x=0.8, y=0.6), stiffness=da.param("k", 50.0)),
        da.Motor("motor", "hinge"),
        gravity=(0.0, -GRAVITY, 0.0),
    )


def governor():
    post = da.cylinder("post", radius=0.05, length=0.5, mass=1.0, axis="z")
    ball = da.Body("ball", da.Inertia(0.5, (0.0, 0.0, -0.4), 1e-4 * np.eye(3)))
    return da.as_dynamics(
        da.Model(
            da.Revolute("shaft", da.ground, post, axis="z"),
            da.Revolute("arm", post, ball, axis="y"),
            da.JointSpring("spring", "arm", da.param("c", 0.2)),
            gravity=(0.0, 0.0, -GRAVITY),
        )
    )


def four_bar():
    crank, coupler = da.rod("crank", length=da.param("a", 1.0), mass=1.0), da.rod("coupler", length=2.5, mass=2.0)
    rocker = da.rod("rocker", length=2.0, mass=1.5)
    return da.Model(
        da.Revolute("A", da.ground, crank),
        da.Revolute("B", crank["end"], coupler),
        da.Revolute("D", da.ground.at(x=3.0), rocker),
        da.Revolute("C", coupler["end"], rocker["end"]),
        da.JointSpring("spring", "A", da.param("k", 60.0)),
        da.JointDamper("damper", "D", 0.4),
        gravity=(0.0, -GRAVITY, 0.0),
    )


def closed_rest(model, **p):
    return da.equilibrium(model, guess={"A": 0.5, "B": 0.3, "D": 1.9}, p=p)


def sorted_values(model, reference):
    values = da.linearize(model, reference).modes().values
    return values[np.lexsort((values.real.round(9), values.imag))]


# ---- rest and steady motion


def test_an_equilibrium_and_what_holds_it_change_with_parameters_and_inputs():
    model = lever()
    found = da.equilibrium(model).sensitivities(["k", "l", "motor"])
    for name, default in (("k", 50.0), ("l", 1.0)):
        for signal in ("hinge", "spring.force", "hinge.force.y"):
            exact = difference(
                lambda h, n=name, v=default, s=signal: _value(da.equilibrium(model, p={n: v + h}), s)
            )
            assert found[signal, name] == pytest.approx(exact, rel=AGREE, abs=AGREE)
    exact = difference(lambda h: da.equilibrium(model, tau={"motor": h}).q["hinge"])
    assert found["hinge"]["motor"] == pytest.approx(exact, rel=AGREE)


def _value(rest, name):
    return rest.q[name] if name in rest.q else rest[name]


def test_what_was_solved_for_follows_what_was_held():
    model = lever()

    def trim(angle):
        return da.equilibrium(model, q={"hinge": angle}, unknown=["motor"])

    found = trim(0.3).sensitivities(["hinge", "k"])
    assert found["hinge", "hinge"] == pytest.approx(1.0)
    assert found["motor", "hinge"] == pytest.approx(difference(lambda h: trim(0.3 + h).tau["motor"]), rel=AGREE)


def test_a_closed_loop_at_rest_changes_with_its_lengths_and_keeps_its_rows():
    model = four_bar()
    found = closed_rest(model).sensitivities(["a", "k"])
    exact = difference(lambda h: np.array([*closed_rest(model, a=1.0 + h).q.values()]))
    assert found.states[:3, 0] == pytest.approx(exact, rel=1e-7)
    gap = da.position(model.body("coupler")["end"]) - da.position(model.body("rocker")["end"])
    assert np.abs(found.evaluate(gap)).max() < 1e-12
    for row, changes in found.multipliers.items():
        exact = difference(lambda h, r=row: closed_rest(model, k=60.0 + h).multipliers[r])
        assert changes[1] == pytest.approx(exact, rel=1e-6, abs=1e-9)


def test_a_steady_motion_changes_with_its_speed():
    model = governor()

    def steady(speed=8.0, c=0.2):
        return da.steady_motion(model, u={"shaft": speed}, guess={"arm": 1.0}, p={"c": c})

    found = steady().sensitivities(["c", "shaft.rate"])
    assert found["arm", "c"] == pytest.approx(difference(lambda h: steady(c=0.2 + h).q["arm"]), rel=AGREE)
    assert found["arm", "shaft.rate"] == pytest.approx(difference(lambda h: steady(8.0 + h).q["arm"]), rel=AGREE)
    assert found["shaft.rate"] == pytest.approx({"c": 0.0, "shaft.rate": 1.0}, abs=1e-12)


# ---- eigenvalues


def test_the_eigenvalue_of_an_oscillator_changes_as_by_hand():
    """λ = −d/2 + i √(k − d²/4)."""
    mass = da.particle("mass", mass=1.0)
    model = da.Model(
        da.Prismatic("x", da.ground, mass, axis="x"),
        da.JointSpring("spring", "x", da.param("k", 25.0)),
        da.JointDamper("damper", "x", da.param("d", 0.6)),
    )
    found = da.linearize(model).modes().sensitivities(["k", "d"])
    root = np.sqrt(25.0 - 0.09)
    assert found["k"][0] == pytest.approx(0.5j / root, rel=1e-12)
    assert found["d"][0] == pytest.approx(-0.5 - 0.15j / root, rel=1e-12)


def test_eigenvalues_about_rest_change_with_the_place_of_rest():
    model = four_bar()
    rest = closed_rest(model)
    modes = da.linearize(model, rest).modes()
    found = modes.sensitivities(["a", "k"])
    order = np.lexsort((modes.values.real.round(9), modes.values.imag))
    for name, default in (("a", 1.0), ("k", 60.0)):
        exact = difference(lambda h, n=name, v=default: sorted_values(model, closed_rest(model, **{n: v + h})))
        assert found[name][order] == pytest.approx(exact, rel=1e-7, abs=1e-8)


def test_a_state_that_is_no_equilibrium_is_held():
    model = lever()

    def values(**p):
        return sorted_values(model, model.state(q={"hinge": 0.4}, p=p))

    modes = da.linearize(model, model.state(q={"hinge": 0.4})).modes()
    found = modes.sensitivities(["k"])["k"]
    assert found[np.argsort(modes.values.imag)] == pytest.approx(
        difference(lambda h: values(k=50.0 + h)), rel=AGREE
    )


def test_eigenvalues_of_a_steady_motion_change_with_its_speed():
    model = governor()

    def steady(speed):
        return da.steady_motion(model, u={"shaft": speed}, guess={"arm": 1.0})

    modes = da.linearize(model, steady(8.0)).modes()
    found = modes.sensitivities(["shaft.rate"])["shaft.rate"]
    fastest = int(np.argmax(modes.values.imag))
    exact = difference(lambda h: sorted_values(model, steady(8.0 + h))[-1])
    assert found[fastest] == pytest.approx(exact, rel=AGREE)
    # the angle of the shaft and its speed: a double zero
    assert np.isnan(found).sum() == 2


def test_orientations_by_quaternions_have_eigenvalues_that_change():
    body = da.Body("body", da.Inertia(da.param("m", 2.0), (0.0, 0.0, -0.3), np.diag([0.4, 0.45, 0.1])))
    model = da.Model(
        da.Spherical("J", da.ground, body),
        da.Spring("spring", body.at(x=0.2), da.ground.at(x=0.6, z=0.1), stiffness=30.0),
        gravity=(0.0, 0.0, -GRAVITY),
    )
    modes = da.linearize(model, da.equilibrium(model)).modes()
    found = modes.sensitivities(["m"])["m"]
    exact = difference(lambda h: sorted_values(model, da.equilibrium(model, p={"m": 2.0 + h})))
    assert found[np.argsort(modes.values.imag)] == pytest.approx(exact, rel=1e-7, abs=1e-9)


def test_several_references_have_a_row_each():
    model = lever()
    states = [model.state(q={"hinge": 0.4}, p={"k": k}) for k in (50.0, 55.0, 60.0)]
    modes = da.linearize(model, states).modes()
    assert modes.sensitivities(["l"])["l"].shape == modes.values.shape


# ---- what is refused


@pytest.mark.parametrize(
    ("by", "text"),
    [
        ("k", "a list of names"),
        (["hinge"], "'hinge' was not held"),
        (["stiffness"], "no parameter, input or held value 'stiffness'"),
    ],
)
def test_names_that_are_none_are_refused(by, text):
    rest = da.equilibrium(lever())
    with pytest.raises(da.errors.ModelError, match=text):
        rest.sensitivities(by)


def test_what_was_solved_for_has_nothing_derived_by_it():
    rest = da.equilibrium(lever(), q={"hinge": 0.3}, unknown=["motor"])
    with pytest.raises(da.errors.ModelError, match="'motor' was solved for here"):
        rest.sensitivities(["motor"])


def test_at_a_fold_there_is_no_derivative():
    """x² = c has no root that changes smoothly at c = 0."""
    mass = da.particle("mass", mass=1.0)
    force = da.JointForce("force", "x", da.param("c", 0.0) - da.coordinate("x") ** 2)
    model = da.Model(da.Prismatic("x", da.ground, mass, axis="x"), force)
    rest = da.equilibrium(model, q={"x": 0.0})
    free = da.equilibrium(model, guess={"x": 0.0})
    assert rest.q["x"] == free.q["x"] == 0.0
    with pytest.raises(da.errors.SolverError, match="no derivative by 'c'"):
        free.sensitivities(["c"])
