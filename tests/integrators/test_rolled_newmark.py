"""Steps of Newmark's kind as rolled code: what they compute is what the same programs written out compute."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pytest

import dalembert as da
from dalembert.dynamics.as_dynamics import as_dynamics
from dalembert.dynamics.method_systems import SolvedSystem
from dalembert.expr.node import Expression, inputs_of, name_of
from dalembert.expr.rewrite import evaluate
from dalembert.integrators import newmark_programs as written
from dalembert.integrators import rolled_newmark as rolled_programs
from dalembert.integrators.method_programs import MethodPrograms
from dalembert.integrators.newmark_programs import newmark_programs
from dalembert.integrators.rolled_newmark import rolled_newmark_programs
from dalembert.tree import repeated_parts

PLAIN = 1e-13
"""Tolerance of what is evaluated only."""

SOLVED = 1e-11
"""Tolerance of solutions, where rows weigh a hundred times as much as inertia."""

VALUES = {
    "∂q/∂a": 1e-4,
    "∂u/∂a": 1e-2,
    "κ of the rows": 100.0,
    "share of J a in the rows of positions": 0.2,
    "share of ψ in the rows of positions": 0.3,
    "share of φ in the rows of positions": 1e4,
}


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Kinds of parts from the first part on."""
    monkeypatch.setattr(repeated_parts, "REPEATED_FROM", 0)
    monkeypatch.setattr(repeated_parts, "PARTS_OF_A_KIND", 0)
    yield


@pytest.fixture
def light_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows that weigh little: at a million times inertia, rounding takes six digits from either way."""
    for module in (written, rolled_programs):
        monkeypatch.setattr(module, "START_PENALTY", 100.0)
        monkeypatch.setattr(module, "PROJECTION_PENALTY", 100.0)


def rods(n: int, *, masses: tuple[float, ...] = (1.0,)) -> da.Model:
    """A planar chain of rods of unequal masses."""
    parts: list[da.extend.Part] = []
    above: object = da.ground
    for k in range(n):
        rod = da.rod(f"rod{k}", length=1.0, mass=masses[k % len(masses)])
        parts.append(da.Revolute(f"pin{k}", above, rod, axis="z"))
        above = rod["end"]
    return da.Model(*parts, gravity=(0, -9.81, 0))


def mixed(*, is_open: bool = False) -> da.Model:
    """Six bodies in space: three kinds of joints, springs, a rod that closes a loop; a seventh flies alone."""
    joints, parts, bodies = (da.Revolute, da.Universal, da.Spherical), [], []
    above: da.Body = da.ground
    for k in range(6):
        mass = da.param(f"mass{k}", 1.0 + 0.1 * k) if is_open else 1.0 + 0.1 * k
        body = da.Body(f"body{k}", da.Inertia(mass, com=(0, 0.1, -0.5), J=np.diag([0.1 + 0.01 * k, 0.12, 0.05])))
        options = {"axis": "y"} if joints[k % 3] is da.Revolute else {}
        parts.append(joints[k % 3](f"joint{k}", above.at(0, 0, -1.0 - 0.1 * k if k else 0.0), body, **options))
        above = body
        bodies.append(body)
    stiffness = da.param("stiffness", 3.0) if is_open else 3.0
    for k in range(4):
        ends = bodies[k].at(0.1, 0, 0), bodies[k + 2].at(0, 0.2, 0)
        parts.append(da.Spring(f"spring{k}", *ends, stiffness=stiffness, rest_length=0.3))
    parts.append(da.Free("flight", da.ground, da.box("free one", size=(0.1, 0.2, 0.3), mass=2.0)))
    parts.append(da.Distance("bar", bodies[0].at(0.1, 0.2, 0.3), bodies[5].at(0, 0.3, 0.1), 1.3))
    return da.Model(*parts, gravity=(0.1, 0, -9.81))


def both(eom: da.Equations) -> tuple[MethodPrograms, MethodPrograms, SolvedSystem]:
    system = SolvedSystem(as_dynamics(eom).solved)
    repeated = system.repeated("this test")
    assert repeated is not None
    return rolled_newmark_programs(repeated), newmark_programs(system.unsolved("this test")), system


def differences(eom: da.Equations, off: tuple[str, ...] = ()) -> dict[str, float]:
    """The largest difference of each program, beside its largest result, in a state where nothing is aligned."""
    rolled, written_out, _ = both(eom)
    generator = np.random.default_rng(5)
    programs = [x for p in (rolled, written_out) for x in p.programs.values()]
    nodes = inputs_of(y for x in programs for y in (*x.outputs, *x.inputs) if isinstance(y, Expression))
    nodes += inputs_of(
        y for p in (rolled, written_out) for y in (*p.rate, *p.projected) if isinstance(y, Expression)
    )
    values = {}
    for node in dict.fromkeys(nodes):
        name = name_of(node)
        if node.op == "parameter":
            is_off = name.startswith(".row in steps") and any(row in name for row in off)
            values[node] = (
                0.0 if is_off else float(node.args[1]) * generator.uniform(0.9, 1.1) if name[0] != "." else 1.0
            )
        else:
            values[node] = VALUES.get(name, generator.uniform(-1.0, 1.0))

    def numbers(outputs: object) -> np.ndarray:
        return evaluate(np.array(list(outputs), dtype=object), values)

    found = {}
    for name in ("rate", "projected"):
        found[name] = [numbers(getattr(p, name)) for p in (rolled, written_out)]
    for name in ("predict", "other levels", "finish", "multipliers"):
        found[name] = [numbers(p.programs[name].outputs) for p in (rolled, written_out)]
    corrections = []
    for p in (rolled, written_out):
        # each way has its own order of elimination
        kept = [x for x in p.programs["correct"].inputs if name_of(x).startswith("factor ")]
        values |= dict(zip(kept, numbers(p.programs["factor"].outputs), strict=True))
        corrections.append(numbers(p.programs["correct"].outputs))
    found["correct"] = corrections
    return {
        name: float(np.abs(a - b).max(initial=0.0) / max(np.abs(b).max(initial=0.0), 1e-300))
        for name, (a, b) in found.items()
    }


@pytest.mark.usefixtures("light_rows")
@pytest.mark.parametrize("coordinates", [da.formulations.Absolute(), da.formulations.Absolute("xyz")])
def test_steps_of_bodies_in_space_are_those_that_are_written_out(coordinates: object) -> None:
    _check(differences(da.derive(mixed(), coordinates=coordinates), off=("joint1",)))


@pytest.mark.usefixtures("light_rows")
def test_open_parameters_are_read_from_tables() -> None:
    _check(differences(da.derive(mixed(is_open=True), coordinates=da.formulations.Absolute())))


@pytest.mark.usefixtures("light_rows")
def test_steps_in_a_plane_are_those_that_are_written_out_with_rows_that_are_off() -> None:
    eom = da.derive(rods(9, masses=(1.0, 2.0, 3.5)), coordinates=da.formulations.AbsolutePlanar())
    _check(differences(eom, off=("pin3.x", "pin7")))


def _check(found: dict[str, float]) -> None:
    for name, difference in found.items():
        assert difference <= (PLAIN if name in ("predict", "other levels", "multipliers") else SOLVED), name


def test_bodies_of_one_kind_share_their_code() -> None:
    rolled, _, _ = both(da.derive(rods(20, masses=(1.0, 2.0)), coordinates=da.formulations.AbsolutePlanar()))
    longer, _, _ = both(da.derive(rods(40, masses=(1.0, 2.0)), coordinates=da.formulations.AbsolutePlanar()))

    def size(programs: MethodPrograms) -> int:
        calls = {y.args[0] for x in programs.programs.values() for y in x.outputs if isinstance(y, Expression)}
        return sum(len(part.outputs) for call in calls if call.op == "call" for part in call.args[0].parts)

    assert 0 < size(longer) == size(rolled)


@pytest.mark.parametrize("method", [da.methods.GeneralizedAlpha(2e-3), da.methods.IndexThree(2e-3)])
def test_a_motion_is_that_of_programs_written_out(
    method: da.methods.Method, monkeypatch: pytest.MonkeyPatch
) -> None:
    motions = []
    for limit in (0, 10**9):
        monkeypatch.setattr(repeated_parts, "REPEATED_FROM", limit)
        eom = da.derive(rods(8), coordinates=da.formulations.AbsolutePlanar())
        start = eom.state(q={f"rod{k}.x": float(k) for k in range(8)})
        assert (as_dynamics(eom).solved.second_order.repeated is None) == bool(limit)
        motions.append(da.simulate(eom, start, until=0.2, times=[0.1, 0.2], method=method))
    np.testing.assert_allclose(motions[0].states, motions[1].states, rtol=0.0, atol=1e-8)
    for name in ("pin0.force.y", "pin5.force.x", "energy"):
        np.testing.assert_allclose(motions[0][name], motions[1][name], rtol=1e-6, atol=1e-6)


def test_redundant_rows_are_told_and_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """A parallel mechanism with three cranks in space: many rows depend on others."""
    motions = []
    for limit in (0, 10**9):
        monkeypatch.setattr(repeated_parts, "REPEATED_FROM", limit)
        bar = da.rod("bar", length=2.0, mass=1.0)
        cranks = [da.rod(f"crank{k}", length=1.0, mass=1.0, axis="y", radius=0.05) for k in range(3)]
        lower = [da.Revolute(f"foot{k}", da.ground.at(float(k), 0, 0), x, axis="z") for k, x in enumerate(cranks)]
        upper = [da.Revolute(f"head{k}", x["end"], bar.at(float(k), 0, 0), axis="z") for k, x in enumerate(cranks)]
        eom = da.derive(da.Model(*lower, *upper, gravity=(0, -9.81, 0)), coordinates=da.formulations.Absolute())
        start = eom.state(
            q={"crank1.x": 1.0, "crank2.x": 2.0, "bar.y": 1.0},
            u={"crank0.wz": 1.0, "crank1.wz": 1.0, "crank2.wz": 1.0, "bar.x.rate": -1.0},
        )
        method = da.methods.GeneralizedAlpha(2e-3)
        motions.append(da.simulate(eom, start, until=0.1, times=[0.1], method=method))
    assert motions[0].notes == motions[1].notes
    np.testing.assert_allclose(motions[0].states, motions[1].states, rtol=0.0, atol=1e-8)


def test_a_start_that_misses_a_row_is_refused_by_name() -> None:
    eom = da.derive(rods(8), coordinates=da.formulations.AbsolutePlanar())
    start = eom.state(q={f"rod{k}.x": float(k) for k in range(7)})
    with pytest.raises(da.errors.DalembertError, match=r"pin7"):
        da.simulate(eom, start, until=0.1, method=da.methods.GeneralizedAlpha(1e-2))


def test_rows_are_those_that_are_read_part_by_part(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = []
    for limit in (0, 10**9):
        monkeypatch.setattr(repeated_parts, "REPEATED_FROM", limit)
        rows.append(da.derive(mixed(), coordinates=da.formulations.Absolute()).rows)
    assert rows[0] == rows[1]


@pytest.mark.parametrize(
    "part",
    [
        da.JointSpring("spring", "pin3", 5.0),
        da.Drive("drive", "pin0", da.sin(da.time)),
        da.Motor("motor", "pin2"),
    ],
)
def test_parts_that_are_of_no_kind_leave_a_system_written_out(part: da.extend.Part) -> None:
    model = rods(6)
    whole = da.Model(*model.parts, part, gravity=(0, -9.81, 0))
    eom = da.derive(whole, coordinates=da.formulations.AbsolutePlanar())
    assert as_dynamics(eom).solved.second_order.repeated is None


@dataclass(frozen=True)
class Herd(da.extend.Force):
    """A body that is drawn to the centre of mass of all bodies, and feels gravity twice."""

    body: da.Body

    def loads(self, kinematics):
        pull = kinematics.center_of_mass() - kinematics.pose(self.body.at()).p
        return da.extend.Loads([da.extend.BodyLoad(self.body.at(), pull + kinematics.model.gravity)])

    def loads_without_potential(self, kinematics):
        return self.loads(kinematics)

    def potential(self, kinematics):
        return 0.0


@dataclass(frozen=True)
class Twice(Herd):
    """Gravity, again."""

    def loads(self, kinematics):
        return da.extend.Loads([da.extend.BodyLoad(self.body.at(), kinematics.model.gravity)])


@pytest.mark.usefixtures("light_rows")
def test_forces_of_own_are_read_by_kinds_unless_they_look_at_all_bodies() -> None:
    model = rods(6)
    for force, has_kinds in ((Herd, False), (Twice, True)):
        forces = [force(f"force{k}", body) for k, body in enumerate(model.bodies)]
        eom = da.derive(
            da.Model(*model.parts, *forces, gravity=(0, -9.81, 0)), coordinates=da.formulations.AbsolutePlanar()
        )
        assert (as_dynamics(eom).solved.second_order.repeated is not None) == has_kinds
        if has_kinds:
            _check(differences(eom))
