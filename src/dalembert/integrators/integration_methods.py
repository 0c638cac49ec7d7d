"""The methods that there are, and the one that is meant."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dalembert.errors import SolverError
from dalembert.integrators.adaptive_methods import DOP853, DormandPrince, Radau
from dalembert.integrators.constrained_methods import GeneralizedAlpha, IndexThree, MoreauJean
from dalembert.integrators.fixed_step_methods import (
    RK4,
    ConstantAcceleration,
    ExplicitEuler,
    GaussLegendre,
    ImplicitMidpoint,
    KuttaMerson,
)
from dalembert.integrators.method import FixedStep, Method
from dalembert.integrators.taylor_method import Taylor

METHODS: Mapping[str, type[Method]] = {
    method.__name__: method
    for method in (
        DOP853,
        DormandPrince,
        Taylor,
        Radau,
        RK4,
        KuttaMerson,
        ExplicitEuler,
        ConstantAcceleration,
        ImplicitMidpoint,
        GaussLegendre,
        IndexThree,
        GeneralizedAlpha,
        MoreauJean,
    )
}
"""Methods of this package by their names."""

_ELSEWHERE = {"RK45": DormandPrince, "RK23": DormandPrince, "BDF": Radau, "LSODA": Radau}
"""Names in SciPy, and what comes near."""


_USUAL = DOP853()


def as_method(given: Any) -> Method:
    """The method that is given, the default one if none is; else what to write instead."""
    if given is None:
        return _USUAL
    if isinstance(given, Method):
        return given
    known = {name.lower(): method for name, method in METHODS.items()}
    name = given.__name__ if isinstance(given, type) else str(given)
    meant = known.get(name.lower()) or _ELSEWHERE.get(name.upper())
    if meant is None:
        names = ", ".join(METHODS)
        raise SolverError(
            f"a method is an object such as da.methods.DOP853(rtol=1e-8), not {given!r}; there are {names}"
        )
    options = "step=1e-3" if issubclass(meant, FixedStep) else ""
    raise SolverError(f"a method is an object: write method=da.methods.{meant.__name__}({options}), not {name}")
