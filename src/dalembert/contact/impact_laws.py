"""Laws of impact as routines: traced once for a number of contacts, then asked with numbers or in native code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial, reduce
from types import MappingProxyType
from typing import Any

import numpy as np

from dalembert.arrays import Array, Vector
from dalembert.contact.cone_code import ConeShape, Fields
from dalembert.contact.fields_routine import FieldsRoutine
from dalembert.contact.friction_impulse_code import pressed_fields, pressing, pressing_fields
from dalembert.contact.sequence_code import sequence
from dalembert.errors import DalembertError, ModelError, SolverError
from dalembert.expr.calls import Composed, Subgraph
from dalembert.expr.functions import absolute_value, less, maximum, where
from dalembert.expr.node import Node, inputs_of
from dalembert.expr.symbol_nodes import symbols
from dalembert.model.contacts.impacts import Impact, ImpactLaw, kind_of, routh_impulses
from dalembert.model.contacts.open_laws import number_with
from dalembert.numerics.contact_levels import GAIN
from dalembert.procedures.statements import Procedure

EMPTY: Mapping[str, float] = MappingProxyType({})
"""No parameters."""


@dataclass(frozen=True, eq=False)
class StruckContacts(Impact):
    """An impact of expressions or numbers."""

    tangential: Array = field(default_factory=lambda: np.zeros(0))
    """None unless given."""

    kinetic: Array = field(default_factory=lambda: np.zeros(0))
    """Those at rest unless given."""

    slides: Array = field(default_factory=lambda: np.zeros(0))
    """As velocities say unless given."""

    approach: Array = field(default_factory=lambda: np.zeros(0))
    """Of v unless given."""

    active: Array = field(default_factory=lambda: np.zeros(0))
    """All unless given."""

    names: tuple[str, ...] = ()
    """For messages."""

    def __post_init__(self) -> None:
        defaults: dict[str, Callable[[], Array]] = {
            "tangential": lambda: np.zeros(self.n),
            "kinetic": lambda: self.mu,
            "slides": lambda: self.moving(self.v),
            "approach": lambda: self.v[self.normals],
            "active": lambda: np.ones(self.n),
        }
        for name, default in defaults.items():
            if not getattr(self, name).size:
                object.__setattr__(self, name, default())

    @property
    def shape(self) -> ConeShape:
        """Of its complementarity."""
        return ConeShape((True,) * self.n, self.tangents)

    @property
    def who(self) -> str:
        """The contacts in words."""
        return ", ".join(map(repr, self.names)) or "the contacts"

    @property
    def fields(self) -> dict[str, Array]:
        """Fields that laws see, by name."""
        return {name: getattr(self, name) for name in law_fields(self.shape).sizes}

    def solved(self, c: Array, before: Array, slides: Array, floor: Array | None = None) -> tuple[Array, Array]:
        active = self.active
        if floor is None:
            floor = np.zeros(self.n)
        else:
            active = active * where(less(0.0, reduce(maximum, floor, 0.0)), 1.0, 0.0)
        fastest = reduce(maximum, map(absolute_value, self.v), 0.0)
        given = {"W": self.W, "c": c, "before": before, "static": self.mu, "kinetic": self.kinetic}
        found = PressingRoutine(self.shape).of(
            **given, slides=slides, floor=floor, active=active, fastest=[fastest]
        )
        return np.array(found["lam"], dtype=object), np.array(found["w"], dtype=object)

    def one_by_one(self, law: ImpactLaw) -> Array:
        routine = SequenceRoutine(self.shape, kind_of(law))
        return np.array(routine.of(**self.fields, own=routine.parameters)["lam"], dtype=object)


def law_fields(shape: ConeShape) -> Fields:
    """Fields of an impact that laws see."""
    n, N = shape.n, shape.size
    own = {name: n for name in ("mu", "kinetic", "restitution", "tangential", "slides", "approach", "active")}
    return Fields(W=N * N, v=N, **own)


@dataclass(frozen=True)
class PressingRoutine(FieldsRoutine):
    """Least impulses with which contacts stop approaching, with Coulomb friction."""

    shape: ConeShape

    @property
    def name(self) -> str:
        return "contact_pressing"

    @property
    def operands(self) -> Fields:
        return pressing_fields(self.shape)

    @property
    def results(self) -> Fields:
        return pressed_fields(self.shape)

    def native(self) -> Procedure:
        return pressing(self.shape)


@dataclass(frozen=True)
class LawRoutine(FieldsRoutine):
    """Impulses of an impact by a law, whose coefficients are operands."""

    shape: ConeShape
    law: ImpactLaw
    jams: bool = False
    """Whether it is the impact without collision that ends slip, and not the law."""

    @property
    def name(self) -> str:
        return "law_of_impact"

    @property
    def operands(self) -> Fields:
        sizes = law_fields(self.shape).sizes
        return Fields(**sizes, own=len(self.parameters))

    @property
    def results(self) -> Fields:
        return Fields(lam=self.shape.size)

    @property
    def parameters(self) -> tuple[Node, ...]:
        """Parameters in the fields of the law, besides its coefficients."""
        return self.native().inputs[law_fields(self.shape).size :]

    def native(self) -> Subgraph:
        return _traced(self.shape, self.law, self.jams)


@dataclass(frozen=True)
class SequenceRoutine(FieldsRoutine):
    """Impulses of one contact after the other, each by a law."""

    shape: ConeShape
    law: ImpactLaw

    @property
    def name(self) -> str:
        return "sequence_of_impacts"

    @property
    def operands(self) -> Fields:
        return Fields(**law_fields(self.shape).sizes, own=len(self.parameters))

    @property
    def results(self) -> Fields:
        return Fields(lam=self.shape.size)

    @cached_property
    def _single(self) -> LawRoutine:
        return LawRoutine(ConeShape((True,), self.shape.tangents), self.law)

    @property
    def parameters(self) -> tuple[Node, ...]:
        """Parameters in the fields of the law."""
        return self._single.parameters

    def native(self) -> Composed:
        one, fields = self._single, law_fields(self.shape)
        return Composed(
            (one.native(),), partial(sequence, self.shape, fields, law_fields(one.shape), len(one.parameters))
        )


@lru_cache(maxsize=256)
def _traced(shape: ConeShape, law: ImpactLaw, jams: bool) -> Subgraph:
    """A law as a graph: what it sees, then its parameters, to impulses."""
    sizes = law_fields(shape).sizes
    given: dict[str, Any] = {
        name: np.array(symbols(f"impact {name}", size), dtype=object) for name, size in sizes.items()
    }
    inputs = [x for part in given.values() for x in part]
    W = given.pop("W").reshape(shape.size, shape.size)
    impact = StruckContacts(W=W, tangents=shape.tangents, **given)
    found = _asked(law, impact) if not jams else routh_impulses(impact, np.zeros(shape.n), jams=True)
    own = [x for x in inputs_of(list(found)) if x not in set(inputs)]
    if wrong := [x for x in own if x.op != "parameter"]:
        raise ModelError(
            f"{type(law).__name__}.impulses contains {wrong[0]!r}; impulses are expressions of the impact and of "
            "parameters"
        )
    return Subgraph((*inputs, *own), tuple(found))


def _asked(law: ImpactLaw, impact: Impact) -> list[Any]:
    """Ask a law, one expression for each velocity; laws of users may leave some out, which is refused."""
    who = type(law).__name__
    try:
        found: Any = law.impulses(impact)
    except (DalembertError, TypeError, ValueError, AttributeError) as error:
        raise ModelError(
            f"{who}.impulses cannot be written with expressions, as functions of da do: {error}"
        ) from error
    entries = list(np.ravel(np.asarray(found, dtype=object)))
    if np.shape(found) != (len(impact.v),) or not all(isinstance(x, Node | float | int) for x in entries):
        raise ModelError(
            f"{who}.impulses answers {found!r} for an impact; it is an array of {len(impact.v)} numbers or "
            "expressions, an impulse along each velocity of impact.v"
        )
    return [x if isinstance(x, Node) else float(x) for x in entries]


def impulses_by(
    law: ImpactLaw, impact: StruckContacts, p: Mapping[str, float] = EMPTY, *, jams: bool = False
) -> Vector:
    """Impulses Λ of an impact by a law with these parameters, whatever they do."""
    routine = LawRoutine(impact.shape, kind_of(law), jams)
    found = routine.of_numbers(**impact.fields, own=[number_with(x, p) for x in routine.parameters])["lam"]
    if not np.isfinite(found).all():
        refusal = law.refusal(impact.who, int(np.sum(impact.active)), impact.tangents)
        is_own = type(law).refusal is ImpactLaw.refusal
        raise SolverError(f"{refusal}: its impulses are {found.tolist()}" if is_own else refusal)
    return found


def after_impact(law: ImpactLaw, impact: StruckContacts, p: Mapping[str, float] = EMPTY) -> Vector:
    """Impulses Λ of an impact by a law: their work ½ Λ · (v⁺ + v⁻) is not positive, or the law is refused."""
    impulses = impulses_by(law, impact, p)
    check_work(law, impact, impact_work(impact, impulses), float(np.abs(impulses) @ np.abs(impact.v)))
    return impulses


def check_work(law: ImpactLaw, impact: StruckContacts, work: float, size: float) -> None:
    """Raise if impulses increase the energy, beside velocities and impulses that make it."""
    if work > GAIN * size:
        raise SolverError(
            f"{type(law).__name__} would increase the energy in the impact of {impact.who}, by {work:.4g} J; use "
            "da.contacts.PoissonImpact(e) or da.contacts.StrongeImpact(e), which do not with friction"
        )


def impact_work(impact: Impact, impulses: Vector) -> float:
    """½ Λ · (v⁺ + v⁻)."""
    return 0.5 * float(impulses @ (2.0 * impact.v + impact.W @ impulses))
