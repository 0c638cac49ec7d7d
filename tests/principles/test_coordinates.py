"""Every principle in every coordinates: same accelerations of bodies, same reactions; coordinates of one's own."""

from dataclasses import dataclass

import numpy as np
import pytest

import dalembert as da
from tests.oracles.linkages import sprung_four_bar
from tests.oracles.principle_systems import PRINCIPLES, System

pytestmark = pytest.mark.slow

RTOL = 1e-9
"""Of accelerations and reactions, beside the largest: constraints between bodies are solved for."""


def geared_four_bar() -> tuple[da.Model, da.State]:
    """A loop, a motor, a spring on a measured angle, and a flywheel on a gear, which counts turns."""
    wheel = da.disc("wheel", radius=0.2, mass=1.0)
    base = sprung_four_bar()
    model = da.Model(
        *base.parts,
        da.Revolute("axle", da.ground.at(x=-0.5), wheel),
        da.Gear("gear", "A", "axle", ratio=-2.0),
        da.Motor("motor", "B"),
        gravity=base.gravity,
    )
    return model, da.assemble(model, q={"A": 0.3}, guess={"B": 0.5, "D": 1.0, "axle": -0.6})


def wire_and_box() -> tuple[da.Model, da.State]:
    """A bead on a wire by a coordinate of no body, tied to a box that is free."""
    bead, box, s = da.sphere("bead", radius=0.05, mass=1.0), da.box("box", size=(0.4, 0.3, 0.2), mass=2.0), "s"
    at = da.coordinate(s)
    model = da.Model(
        da.Translational("place", da.ground, bead),
        da.extend.extra_coordinate(s),
        da.Free("pose", da.ground.at(z=1.0), box),
        da.relations.PointOnCurve(
            "wire", bead, on=da.geometry.curve(da.ground, (da.cos(at), da.sin(at), 0.2 * at))
        ),
        da.Spring("tie", bead, box.at(x=0.2), stiffness=30.0, rest_length=0.5),
        da.JointDamper("wind", s, damping=0.2),
        gravity=(0.0, 0.0, -9.81),
    )
    return model, da.assemble(model, q={s: 0.4}, guess={"place.x": 0.9, "place.y": 0.4})


SYSTEMS = {"geared four-bar": System(*geared_four_bar()), "wire": System(*wire_and_box())}
CHOICES = {
    "absolute": da.formulations.Absolute(),
    "by angles": da.formulations.Absolute("xyz"),
    "planar": da.formulations.AbsolutePlanar(),
}

ALONE = [name for name in PRINCIPLES if name not in ("absolute", "Lagrange")]
"""Principles, without those that refuse all constraints."""

CASES = [
    *(("geared four-bar", "planar", name) for name in ("recursion", *ALONE)),
    *(("geared four-bar", "by angles", name) for name in ("Lagrange, first kind", "Maggi", "Newton-Euler")),
    *(("wire", "absolute", name) for name in ("recursion", "Kane", "Boltzmann-Hamel", "Maggi", "Newton-Euler")),
]


@pytest.mark.covers("F003-1", "F003-12")
@pytest.mark.parametrize(("name", "choice", "principle"), CASES, ids=lambda word: word)
def test_bodies_move_and_are_held_as_in_relative_coordinates(name, choice, principle):
    this, chosen = SYSTEMS[name], (PRINCIPLES.get(principle), CHOICES[choice])
    eom, states = this.by(chosen)
    expected, found = this.numbers, this.numbers_of(eom, states)
    open_here = da.mobility(da.as_dynamics(eom), states[0]).not_unique
    scale = np.abs([*expected.bodies.values()]).max()
    for body, value in expected.bodies.items():
        np.testing.assert_allclose(found.bodies[body], value, rtol=0.0, atol=RTOL * scale, err_msg=body)
    unique = {signal for signal in expected.reactions if signal not in {*this.not_unique, *open_here}}
    scale = max(np.abs(expected.reactions[signal]).max() for signal in unique)
    for signal in unique & found.reactions.keys():
        value = expected.reactions[signal]
        np.testing.assert_allclose(found.reactions[signal], value, rtol=0.0, atol=RTOL * scale, err_msg=signal)
    assert len(unique & found.reactions.keys()) > 3


@pytest.mark.parametrize(("name", "choice"), [("geared four-bar", "planar"), ("wire", "absolute")])
def test_coordinates_of_no_body_and_counted_angles_come_back(name, choice):
    this = SYSTEMS[name]
    there = da.derive(this.model, da.Kane(), coordinates=CHOICES[choice])
    back = da.convert_state(da.convert_state(this.states, this.dynamics, there), there, this.dynamics)
    for state, other in zip(this.states, back, strict=True):
        assert dict(other.q) == pytest.approx(dict(state.q), abs=1e-12)
        assert dict(other.u) == pytest.approx(dict(state.u), abs=1e-11)
    if name == "wire":
        assert "s" in there.coordinates and "marker of s.x" not in there.coordinates
    else:
        assert {"A", "axle"} <= set(there.variables.unwrapped_angles)


# ---- which coordinates


def test_relative_coordinates_are_the_usual_ones():
    model, _ = geared_four_bar()
    assert da.derive(model, da.Kane(), coordinates=da.formulations.Relative()).coordinates == model.coordinates


def test_newton_and_euler_have_bodies_by_themselves():
    model, _ = geared_four_bar()
    default, planar = (
        da.derive(model, da.NewtonEuler(), coordinates=choice)
        for choice in (None, da.formulations.AbsolutePlanar())
    )
    assert default.coordinates[:4] == ("crank.x", "crank.y", "crank.z", "crank.e0")
    assert planar.coordinates[:3] == ("crank.x", "crank.y", "crank.angle")
    with pytest.raises(
        da.errors.FormulationError, match=r"Revolute 'A' carries body 'crank'; use coordinates=Absolute\(\)"
    ):
        da.derive(model, da.NewtonEuler(), coordinates=da.formulations.Relative())


def test_what_needs_other_coordinates_says_which():
    model, _ = geared_four_bar()
    with pytest.raises(
        da.errors.FormulationError, match=r"coordinates=Absolute\('zxy'\), or use another principle"
    ):
        da.derive(model, da.Hamilton(), coordinates=da.formulations.Absolute())
    with pytest.raises(da.errors.FormulationError, match="LagrangeFirstKind"):
        da.derive(model, da.Lagrange(), coordinates=da.formulations.AbsolutePlanar())


def test_a_body_that_is_placed_stays_placed():
    model, _ = geared_four_bar()
    once = da.formulations.AbsolutePlanar().arranged(model)
    assert da.formulations.AbsolutePlanar().arranged(once).coordinates == once.coordinates


def test_how_far_planes_are_apart_stays_open():
    height, rod = da.param("height", 0.2), da.rod("rod", length=1.0, mass=1.0)
    model = da.Model(da.Revolute("pin", da.ground.at(z=height), rod), gravity=(0.0, -9.81, 0.0))
    eom = da.derive(model, coordinates=da.formulations.AbsolutePlanar())
    state = da.State(q=dict.fromkeys(eom.coordinates, 0.0), p={"height": 0.7})
    assert da.as_dynamics(eom).evaluate({"z": da.position(rod)[2]}, state)["z"] == pytest.approx(0.7, abs=1e-15)


def test_the_title_of_an_explanation_says_which_coordinates():
    model = da.Model(da.Revolute("pin", da.ground, da.rod("rod", length=1.0, mass=1.0)))
    assert da.explain(model, da.Kane()).principle == "Kane()"
    found = da.explain(model, da.Kane(), coordinates=da.formulations.AbsolutePlanar("z"))
    assert found.principle == "Kane() in AbsolutePlanar()"
    assert found.equations.coordinates == ("rod.x", "rod.y", "rod.angle")


def test_entries_come_with_the_number_of_bodies():
    """Rows touch two bodies, and M is a block for each body."""
    n, above, parts = 12, da.ground, []
    for k in range(n):
        rod = da.rod(f"rod {k}", length=1.0, mass=1.0)
        parts.append(da.Revolute(f"joint {k}", above, rod))
        above = rod["end"]
    eom = da.derive(da.Model(*parts), coordinates=da.formulations.AbsolutePlanar())
    assert len(eom.rows) == 2 * n
    assert all(len(row.J) <= 6 for row in eom.constraint_rows)
    entries = eom.balance.recursions.mass_entries
    assert len(entries) <= 6 * n and all(i >= j for i, j in entries)
    assert {(i, j) for i, j in entries if i // 3 != j // 3} == set()
    assert all(eom.M[i, j] is eom.M[j, i] is x for (i, j), x in entries.items())
    assert len(np.argwhere(eom.M != 0.0)) == sum(1 if i == j else 2 for i, j in entries)


# ---- coordinates of one's own


@dataclass(frozen=True)
class Afloat:
    """One body placed by itself, and the joint that carried it a constraint."""

    joint: str

    def arranged(self, model: da.Model) -> da.Model:
        body = next(joint.child_frame.body for joint in model.joints if joint.name == self.joint)
        place = da.Free(f"place of {body.name}", da.ground, body, angles="xyz")
        return da.Model(place, *model.parts, gravity=model.gravity, cut=[*model.cut, self.joint])


@dataclass(frozen=True)
class Nowhere:
    """What forgets to give a model back."""

    def arranged(self, model: da.Model) -> None:
        """Nothing."""


def test_coordinates_of_ones_own_are_taken_like_others():
    model, _ = geared_four_bar()
    found = da.compare(
        model, [da.Recursive(), da.Kane()], 2, coordinates=[da.formulations.Relative(), Afloat("D")]
    )
    assert [row.name for row in found.rows][1] == "Recursive() in Afloat(joint='D')"
    assert found.agrees() and all(row.applies for row in found.rows)
    with pytest.raises(da.errors.FormulationError, match=r"Nowhere\(\) arranges no model, but None"):
        da.derive(model, coordinates=Nowhere())
