"""All principles of mechanics, to compare them."""

from __future__ import annotations

from dalembert.formulations.coordinates.absolute import Absolute
from dalembert.formulations.formulation import Formulation, Principle, formulation
from dalembert.formulations.principles.boltzmann_hamel import BoltzmannHamel
from dalembert.formulations.principles.canonical_forms import DiracMultipliers, MomentumMultipliers
from dalembert.formulations.principles.dalembert import DAlembert
from dalembert.formulations.principles.energy_rates import Nielsen, Tzenoff
from dalembert.formulations.principles.gauss import Gauss
from dalembert.formulations.principles.gibbs_appell import GibbsAppell
from dalembert.formulations.principles.hamilton import Hamilton
from dalembert.formulations.principles.jourdain import Jourdain
from dalembert.formulations.principles.kane import Kane
from dalembert.formulations.principles.lagrange import Lagrange, LagrangeFirstKind
from dalembert.formulations.principles.maggi import Maggi
from dalembert.formulations.principles.multiplier_lagrangian import MultiplierLagrangian
from dalembert.formulations.principles.newton_euler import NewtonEuler
from dalembert.formulations.principles.nonminimal import Nonminimal
from dalembert.formulations.principles.udwadia_kalaba import UdwadiaKalaba
from dalembert.formulations.recursive import Recursive


def every_principle() -> tuple[Principle, ...]:
    """Every principle with its usual options, and the forms of some; the first is the one to compare with."""
    return (
        Recursive(),
        NewtonEuler(),
        DAlembert(),
        Jourdain(),
        Gauss(),
        Gauss(minimise=True),
        Lagrange(),
        LagrangeFirstKind(),
        MultiplierLagrangian(),
        Nielsen(),
        Tzenoff(),
        Hamilton(),
        Hamilton(MomentumMultipliers()),
        Hamilton(DiracMultipliers()),
        GibbsAppell(),
        Maggi(),
        BoltzmannHamel(),
        Kane(),
        Nonminimal(),
        UdwadiaKalaba(),
    )


def every_formulation() -> tuple[Formulation, ...]:
    """Every principle in its usual coordinates, and the recursion in absolute ones too."""
    first, *others = map(formulation, every_principle())
    return (first, formulation(first.principle, Absolute()), *others)
