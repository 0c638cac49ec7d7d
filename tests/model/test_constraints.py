"""Constraints as parts of models: what is refused, copies in submodels, open parameters, words about loops."""

from typing import Any

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import FormulationError, ModelError
from dalembert.rows import Baumgarte
from tests.oracles.mechanisms import At

ATOL = 1e-12
"""Sums of a few terms of order one."""

t, q, u, a = da.time, da.coordinate, da.speed, da.acceleration
ROD, SECOND = (da.rod(name, length=1.0, mass=1.0, radius=0.1) for name in ("rod", "second"))
BALL = da.sphere("ball", radius=0.3, mass=1.0)
A, B = da.Revolute("A", da.ground, ROD, axis="z"), da.Revolute("B", ROD["end"], SECOND, axis="z")
END = SECOND["end"]


def derived(*parts: Any, **options: Any) -> Any:
    """The equations of a double pendulum with more parts."""
    return da.derive(da.Model(A, B, *parts, **options))


# ---- what is refused when a constraint exists


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: da.Distance("d", ROD, ROD["end"], 1.0), "Distance 'd' has both places on the body 'rod'"),
        (lambda: da.Coincident("c", ROD, ROD["end"]), "Coincident 'c' has both places on the body 'rod'"),
        (lambda: da.Distance("d", ROD, "end", 1.0), "an end of Distance 'd' needs a body or a frame"),
        (
            lambda: da.Distance("d", ROD, SECOND, -1.0),
            "Distance 'd' needs a positive length, not -1; .* Coincident",
        ),
        (lambda: da.Distance("d", ROD, SECOND, np.inf), "'length' of Distance 'd' needs finite numbers"),
        (lambda: da.Distance("d", ROD, SECOND, q("A")), "length of Distance 'd' depends on coord.* use Holonomic"),
        (
            lambda: da.Drive("d", "A", da.Input("x")),
            r"depends on the input 'x', which may jump, .* drive by acceleration=da.Input\('x'\)",
        ),
        (
            lambda: da.Drive("d", "A"),
            "Drive 'd' needs one of a law of the coordinate, its speed and its acceleration",
        ),
        (lambda: da.Drive("d", "A", t, acceleration=1.0), "Drive 'd' needs one of a law"),
        (lambda: da.Drive("d", "A", q("B")), "the law of Drive 'd' depends on coordinate.* use Gear or Holonomic"),
        (
            lambda: da.Drive("d", "A", [1.0, t]),
            r"'law' of Drive 'd' needs numbers or expressions in the shape \(\)",
        ),
        (lambda: da.Gear("g", "A", "A", 2.0), "Gear 'g' couples 'A' to itself"),
        (lambda: da.Gear("g", "A", "B", 0.0), "Gear 'g' has the ratio zero; to hold 'A' use a Drive"),
        (
            lambda: da.Gear("g", "A", "B", u("A")),
            "Gear 'g' depends on speed.*use Holonomic",
        ),
        (
            lambda: da.Rolling("r", ROD, on=da.geometry.plane(da.ground)),
            "Rolling 'r' needs a body with a round shape",
        ),
        (lambda: da.Rolling("r", BALL, on=da.ground), "Rolling 'r' needs .*not ground"),
        (lambda: da.Rolling("r", BALL, on=da.geometry.plane(BALL)), "Rolling 'r' lets 'ball' roll on itself"),
        (lambda: da.geometry.plane(da.ground, "w"), "the normal of a plane.* an axis is one of"),
        (lambda: da.geometry.plane(da.ground, (0, 1, t)), "the normal of a plane.* must be numbers"),
        (lambda: da.geometry.plane("floor"), "a plane needs a body or a frame"),
        (
            lambda: da.relations.KnifeEdge("k", ROD, across=(0, 0, 0)),
            "'across' of KnifeEdge 'k': an axis needs a direction",
        ),
        (lambda: da.relations.KnifeEdge("k", "rod"), "the place of KnifeEdge 'k' needs a body or a frame"),
        (lambda: da.Holonomic("h", 3.0), "Holonomic 'h' needs expressions of measures .* not 3.0"),
        (lambda: da.Holonomic("h", t - 1.0), "Holonomic 'h' needs expressions of measures"),
        (lambda: da.Holonomic("h", q("A") > 1.0), "Holonomic 'h' needs expressions of measures"),
        (lambda: da.Holonomic("h", []), r"Holonomic 'h' needs an expression or a list .* shape \(0,\)"),
        (lambda: da.Nonholonomic("n", [[u("A")]]), r"Nonholonomic 'n' needs an expression or a list .* \(1, 1\)"),
        (lambda: da.Holonomic("h.x", q("A")), "a Holonomic needs a name of printable text without dots"),
    ],
)
def test_wrong_constraints_are_refused_by_name(make: Any, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        make()


# ---- what is refused in a model


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        (
            [da.Drive("d", "A", t), da.Drive("e", "A", 2.0 * t)],
            "Drive 'd' and Drive 'e' both prescribe 'A'; leave",
        ),
        (
            [da.Drive("d", "A", t), da.Motor("m", "A")],
            "Motor 'm' acts on 'A', which Drive 'd' prescribes, so it would have no effect; leave one of them out",
        ),
        ([da.Drive("d", "elbow", t)], "no coordinate for Drive 'd': 'elbow'; there are 'A', 'B'"),
        ([da.Gear("g", "A", "C", 2.0)], "no coordinate for Gear 'g': 'C'"),
        ([da.Holonomic("h", q("AA"))], "no coordinate for Holonomic 'h': 'AA'; did you mean 'A'"),
        ([da.Nonholonomic("n", u("AA"))], "no speed for Nonholonomic 'n': 'AA'"),
        (
            [da.Holonomic("h", q("A") - da.expr.symbol("x"))],
            r"Holonomic 'h' depends on the symbol 'x', .*use param\('x'",
        ),
        ([da.Distance("d", ROD, da.ground, da.expr.symbol("l"))], "Distance 'd' depends on the symbol 'l'"),
        ([da.Distance("d", ROD, BALL, 1.0)], "Distance 'd' refers to body 'ball', which is not part of the model"),
        ([da.Rolling("r", BALL, on=da.geometry.plane(ROD))], "Rolling 'r' refers to body 'ball'"),
        ([da.Holonomic("h", da.position(BALL)[0])], "Holonomic 'h' refers to body 'ball'"),
        (
            [da.Nonholonomic("n", da.measures.supplied_power() - u("A"))],
            "Nonholonomic 'n' depends on supplied power",
        ),
        ([da.Drive("A", "B", t)], "2 parts are called 'A'"),
        (
            [da.Free("F", ROD, SECOND)],
            "Free 'F' leaves 'second' free, but another joint carries that body.* leave it",
        ),
        (
            [da.Revolute("C", END, da.ground, axis=(0, da.param("n", 0.1), 1))],
            "Revolute 'C' closes a loop: this axis must be numbers.* cut another joint",
        ),
    ],
)
def test_constraints_that_do_not_fit_are_refused_by_name(parts: list[Any], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        da.Model(A, B, *parts)


def test_a_drive_needs_a_coordinate_with_a_rate() -> None:
    joint = da.Spherical("S", da.ground, ROD)
    with pytest.raises(ModelError, match=r"Drive 'd' acts on 'S\.e0', which is no coordinate with a rate"):
        da.Model(joint, da.Drive("d", "S.e0", t))


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (["C"], "no joint to cut: 'C'; there are 'A', 'B'"),
        (["B"], "nothing carries body 'second' when Revolute 'B' is cut; cut another joint of its loop"),
    ],
)
def test_cuts_that_cannot_be_are_refused(names: list[str], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        da.Model(A, B, cut=names)


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ([da.Holonomic("h", q("A") + u("B"))], "Holonomic 'h' contains velocities; use Nonholonomic"),
        ([da.Holonomic("h", [q("A"), da.velocity(END)[0]])], "Holonomic 'h' contains velocities"),
        ([da.Holonomic("h", q("A") + a("B"))], "Holonomic 'h' contains accelerations; use AccelerationConstraint"),
        ([da.Nonholonomic("n", u("A") + a(END)[0])], "Nonholonomic 'n' contains accelerations"),
        ([da.Nonholonomic("n", [u("A"), q("B") - t])], "Nonholonomic 'n' contains no velocities; use Holonomic"),
        (
            [da.relations.AccelerationConstraint("c", [a("A"), u("B")])],
            "AccelerationConstraint 'c' contains no accelerations",
        ),
        (
            [da.relations.AccelerationConstraint("c", a("A") * a("B"))],
            "AccelerationConstraint 'c' is not linear in the acc",
        ),
        (
            [da.relations.AccelerationConstraint("c", a(END) @ a(END))],
            "AccelerationConstraint 'c' is not linear in the acc",
        ),
        (
            [da.StateVariable("I", rate=u("A")), da.Holonomic("h", q("B") - da.measures.state_variable("I"))],
            "Holonomic 'h' depends on the value of a StateVariable, .* use Nonholonomic",
        ),
        (
            [da.Holonomic("h", da.position(ROD)[0])],
            "Holonomic 'h' has no effect: no speed of the model changes it",
        ),
        ([da.Distance("d", ROD, da.ground.at(x=1.0), 1.0)], "Distance 'd' has no effect"),
        ([da.relations.KnifeEdge("k", ROD)], "KnifeEdge 'k' has no effect"),
        ([da.Coincident("c", END, da.ground.at(x=1, z=0.2))], "'c' cannot be closed: its row 'c.z' is off by 0.2"),
        (
            [da.Revolute("C", END, da.ground.at(x=1, z=da.param("offset", 0.3)), axis="z")],
            "'C' cannot be closed: its row 'C.z' is off by 0.3, and no coordinate changes that; place its frames",
        ),
    ],
)
def test_rows_that_cannot_hold_or_say_nothing_are_refused_by_name(parts: list[Any], message: str) -> None:
    with pytest.raises(FormulationError, match=message):
        _ = derived(*parts).rows


@pytest.mark.parametrize(
    ("gains", "message"),
    [
        ((-1.0, 1.0), r"unstable: a root of s² \+ A s \+ B has the real part 0.5"),
        ((1.0, 0.0), r"unstable: a root of s² \+ A s \+ B has the real part 0"),
        ((1.0, 1.0, -2.0), r"unstable: a root of s \+ C has the real part 2"),
        ((np.eye(2), np.diag([1.0, -1.0])), "unstable"),
        ((np.eye(2), 1.0), r"velocity and position have one shape, unlike \(2, 2\) and \(\)"),
        ((np.ones((2, 3)), 1.0), "'velocity' is a number or a square matrix"),
        ((np.nan, 1.0), "'velocity' must be finite"),
        ((1.0, "fast"), "'position' needs numbers, not 'fast'"),
    ],
)
@pytest.mark.covers("F002-21")
def test_unstable_gains_are_refused(gains: tuple[Any, ...], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        Baumgarte(*gains)


def test_stable_gains_may_couple_rows() -> None:
    """Each diagonal entry alone would not tell."""
    Baumgarte(np.array([[2.0, 3.0], [-3.0, -0.5]]), np.eye(2))
    Baumgarte(np.zeros((0, 0)), np.zeros((0, 0)), np.eye(3))
    with pytest.raises(ModelError, match="unstable"):
        Baumgarte(np.array([[2.0, 3.0], [3.0, 2.0]]), np.eye(2))


# ---- states that are integrated


def test_an_integral_in_a_constraint_changes_at_its_rate() -> None:
    """u_B = z with ż = 3 sin A − z: the acceleration of B is that rate."""
    lag = da.StateVariable("lag", rate=3.0 * da.sin(q("A")) - da.measures.state_variable("lag"))
    model = da.Model(A, B, lag, da.Nonholonomic("follow", u("B") - da.measures.state_variable("lag")))
    at = At(model, np.array([0.7, 0.2]), np.array([1.1, 0.4]), z=np.array([0.4]))
    assert at(at.eom.accelerations)[1] == pytest.approx(3.0 * np.sin(0.7) - 0.4, abs=ATOL)


# ---- in submodels


LENGTH, RATIO = da.param("length", 1.3), da.param("ratio", -2.0)


def loop_parts(prefix: str, frame: Any, crank: Any, rocker: Any, length: Any, ratio: Any) -> list[Any]:
    """A loop with constraints of many kinds, as it stands in a model or in a copy of it."""
    name = prefix.__add__
    swing, pin = name("swing"), name("pin")
    return [
        da.Revolute(swing, frame, crank, axis="z"),
        da.Revolute(pin, frame.at(x=1.0), rocker, axis="z"),
        da.Distance(name("bar"), crank["end"], rocker["end"], length),
        da.Gear(name("gear"), pin, swing, ratio, 0.1),
        da.Holonomic(name("guide"), da.position(rocker["end"], relative_to=frame)[1] - length * q(swing)),
        da.Nonholonomic(name("slide"), da.velocity(rocker["end"])[1] * u(pin) - length * t),
        da.relations.KnifeEdge(name("blade"), rocker["end"], across=(1.0, ratio, 0.0)),
        da.relations.AccelerationConstraint(name("push"), a(swing) - ratio * a(crank["end"])[0]),
        da.Drive(name("drive"), pin, length * t),
    ]


def rods() -> tuple[Any, Any]:
    return da.rod("crank", length=0.8, mass=1.0), da.rod("rocker", length=0.9, mass=0.5)


def module() -> da.Model:
    """A base that something carries, and the loop on it."""
    base = da.box("base", size=(1.0, 1.0, 1.0), mass=2.0)
    parts = loop_parts("", base.at(y=0.2), *rods(), LENGTH, RATIO)
    return da.Model(*parts, ports={"base": da.extend.Frame(base), "tip": parts[1].child_frame.body["end"]})


def test_constraints_in_copies_are_those_of_the_model_written_out() -> None:
    copies = [da.Submodel("left", module()), da.Submodel("right", module(), shared=[LENGTH])]
    across = da.Distance("link", copies[0]["tip"], copies[1]["tip"], LENGTH)
    roots = [da.Free("root", da.ground, copies[0]["base"]), da.Planar("slide", da.ground, copies[1]["base"])]
    whole = da.Model(*roots, *copies, across)

    bases, tips, flat = [], [], []
    for side, length in (("left", da.param("left/length", 1.3)), ("right", LENGTH)):
        base = da.box(f"{side} base", size=(1.0, 1.0, 1.0), mass=2.0)
        crank, rocker = (da.Body(f"{side} {b.name}", b.inertia, b.markers) for b in rods())
        ratio = da.param(f"{side}/ratio", -2.0)
        flat += loop_parts(f"{side}/", base.at(y=0.2), crank, rocker, length, ratio)
        bases.append(base)
        tips.append(rocker["end"])
    roots = [da.Free("root", da.ground, bases[0]), da.Planar("slide", da.ground, bases[1])]
    written = da.Model(*roots, *flat, da.Distance("link", *tips, LENGTH))

    p = {"left/length": 0.9, "length": 1.1, "left/ratio": -1.4, "right/ratio": 0.7}
    assert set(whole.parameters) == set(p) == set(written.parameters)
    one, other = At(whole, p=p), At(written, p=p)
    assert one.model.coordinates == other.model.coordinates
    rng = np.random.default_rng(3)
    one.q[:] = other.q[:] = rng.standard_normal(len(one.q))
    one.u[:] = other.u[:] = rng.standard_normal(len(one.u))
    names = [row.name for row in one.eom.rows]
    assert names == [row.name for row in other.eom.rows]
    assert {"left/bar", "right/gear", "right/push", "link"} <= set(names)
    for field in ("phi", "psi", "J", "gamma"):
        np.testing.assert_allclose(one(getattr(one.eom, field)), other(getattr(other.eom, field)), atol=ATOL)


def test_loops_of_copies_are_cut_where_their_model_says() -> None:
    crank, rocker = rods()
    joints = [
        da.Revolute("A", da.ground, crank, axis="z"),
        da.Revolute("D", da.ground.at(x=1.0), rocker, axis="z"),
        da.Revolute("C", crank["end"], rocker["end"], axis="z"),
    ]
    inner = da.Model(*joints, cut=["D"], ports={"tip": crank["end"]})
    whole = da.Model(da.Submodel("one", inner), da.Submodel("two", inner))
    assert whole.cut == ()
    assert da.modules.flat(whole).cut == ("one/D", "two/D")
    assert [joint.name for joint in whole.closing] == ["one/D", "two/D"]


# ---- open parameters


def test_parameters_stay_open_in_constraints() -> None:
    l, tilt, ratio = da.param("l", 1.0), da.param("tilt", 0.5), da.param("ratio", 2.0)
    model = da.Model(
        A,
        B,
        da.Distance("bar", da.ground.at(x=tilt), END, l),
        da.Gear("gear", "A", "B", ratio),
        da.relations.KnifeEdge("blade", END, across=(1.0, tilt, 0.0)),
    )
    assert set(model.parameters) == {"l", "tilt", "ratio"}
    at = At(model, np.array([0.4, 0.3]), np.array([0.2, -0.5]), p={"l": 1.2, "tilt": 0.7, "ratio": 3.0})
    phi, psi = at(at.eom.phi, at.eom.psi)
    end = np.array([np.cos(0.4) + np.cos(0.7), np.sin(0.4) + np.sin(0.7)])
    d = end - (0.7, 0.0)
    v = 0.2 * np.array([-end[1], end[0]]) - 0.5 * np.array([-np.sin(0.7), np.cos(0.7)])
    c, s = np.cos(0.7), np.sin(0.7)
    across = np.array([c - 0.7 * s, s + 0.7 * c]) / np.hypot(1.0, 0.7)
    np.testing.assert_allclose(phi, [(d @ d - 1.44) / 2.4, 0.4 - 0.9], atol=ATOL)
    np.testing.assert_allclose(psi, [d @ v / 1.2, 0.2 + 1.5, across @ v], atol=ATOL)


# ---- words


def test_the_summary_tells_of_loops_constraints_and_counted_angles() -> None:
    model = da.Model(
        A,
        B,
        da.Revolute("C", END, da.ground.at(x=1.0), axis="z"),
        da.Drive("drive", "A", t),
        da.Distance("bar", ROD["end"], da.ground.at(y=2.0), da.param("length", 2.0)),
        da.JointSpring("spring", "C", 3.0),
    )
    text = model.summary()
    lines = [" ".join(line.split()) for line in text.splitlines()]
    assert lines[0] == "2 bodies, 3 coordinates, 2 speeds"
    loops = lines[lines.index("joints that close loops") + 1]
    assert loops == "C Revolute second.end – ground at (1, 0, 0) C"
    constraints = lines.index("constraints")
    assert lines[constraints + 1 : constraints + 3] == [
        "drive Drive A",
        "bar Distance rod.end, ground at (0, 2, 0)",
    ]
    assert "unwrapped angles: C" in lines
    assert "length 2" in lines


def test_constraints_are_values() -> None:
    assert da.Distance("d", ROD, SECOND, 1.0) == da.Distance("d", ROD, SECOND, 1.0)
    assert da.relations.KnifeEdge("k", ROD, across=[0, 1, 0]) == da.relations.KnifeEdge("k", ROD, across=(0, 1, 0))
    first, second = (
        da.Rolling("r", BALL, on=da.geometry.plane(da.ground, np.array([0.0, 0.0, 1.0]))) for _ in range(2)
    )
    assert first == second
