"""Units of the variables of a node, and what is typed in them: terms of a sum have one unit."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from dalembert.equations.lazy_signals import FORCE, rate_unit
from dalembert.errors import FormulationError
from dalembert.expr.node import Expression, Node, Scalar, name_of
from dalembert.model.expression_units import (
    dimension,
    fits,
    sure_term,
    terms_that_do_not_fit,
    unit_name,
)
from dalembert.model.units import powers

_FORCE = {dimension(speed): dimension(force) for speed, force in FORCE.items()}

HINT = "give one of them a factor: a number, or a parameter with a unit of its own"


def check_units(owner: str, given: Mapping[str, str], below: Mapping[str, str]) -> None:
    """Refuse units of a node that are none, or others than those of the nodes below."""
    for name, unit in given.items():
        if not isinstance(unit, str) or not unit or powers(unit) is None:
            raise FormulationError(
                f"{owner}: the unit of {name!r} is a text such as 'm', 'rad/s' or 'N m', not {unit!r}"
            )
        if name in below and dimension(below[name]) != dimension(unit):
            raise FormulationError(f"{owner}: {name!r} is in {below[name]} already, so it cannot be in {unit}")


def with_rates(
    owner: str, units: Mapping[str, str], rates: Mapping[Node, Scalar], typed: Collection[str]
) -> dict[str, str]:
    """Units with those of variables that are the rates of others; rates of another unit are refused.

    Rates that were `typed`, by name, are checked; others were solved for.
    """
    known = dict(units)
    for x, rate in rates.items():
        name = name_of(x)
        is_variable = isinstance(rate, Node) and rate.op == "symbol"
        if not (unit := rate_unit(known.get(name, ""))) or not (is_variable or name in typed):
            continue
        if isinstance(rate, Node) and is_variable:
            known.setdefault(name_of(rate), unit)
        if (term := sure_term(rate, known, known)) and not fits(term.unit, dimension(unit)):
            raise FormulationError(
                f"{owner}: the rate of {name!r} is in {unit}, but {term} is given for it; {HINT}"
            )
    return known


def with_higher_rates(units: Mapping[str, str], names: Iterable[str]) -> dict[str, str]:
    """Units with those of the rates `x'` of variables, in the order of these, as they stand in what is typed."""
    known = dict(units)
    for name in names:
        if unit := rate_unit(known.get(name, "")):
            known.setdefault(f"{name}'", unit)
    return known


def check_terms(owner: str, what: str, x: Scalar, units: Mapping[str, str], alone: Collection[str]) -> None:
    """Refuse an expression with a sum of terms in different units; messages begin with the owner.

    Variables are sure by themselves if they are in `alone`, others perhaps have the factor 1 of another unit.
    """
    terms = terms_that_do_not_fit(x, units, alone) if isinstance(x, Expression) else ()
    if len(terms) == 2:
        raise FormulationError(f"{owner}: {what} adds {terms[0]} and {terms[1]}; {HINT}")
    if terms:
        raise FormulationError(f"{owner}: {what} takes a function of {terms[0]}; give it in rad")


def check_force(owner: str, label: str, x: Scalar, units: Mapping[str, str], inputs: Collection[str]) -> None:
    """Refuse a force that does not fit the variable that it acts along; an acceleration may have the mass 1."""
    check_terms(owner, f"the force along {label!r}", x, units, inputs)
    along = _FORCE.get(dimension(units.get(label, "")))
    if along is not None and (term := sure_term(x, units, inputs)) and not fits(term.unit, along):
        raise FormulationError(
            f"{owner}: the force along {label!r} is in {unit_name(along)}, but {term} is given for it; {HINT}"
        )


def check_names(owner: str, given: Collection[str], present: Collection[str]) -> None:
    """Refuse units of names that a node does not have."""
    if unknown := [name for name in given if name not in present]:
        raise FormulationError(
            f"{owner}: units has {unknown[0]!r}, which is none of its variables, inputs and parameters; these are "
            f"{', '.join(sorted(present))}"
        )


def units_of(names: Collection[str], units: Mapping[str, str]) -> dict[str, str]:
    """Units of some names, as far as they are known."""
    return {name: unit for name, unit in units.items() if name in names}
