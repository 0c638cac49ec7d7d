"""All principles of mechanics, to compare them."""

from __future__ import annotations

from dalembert.principles.boltzmann_hamel import BoltzmannHamel
from dalembert.principles.canonical.canonical_forms import DiracMultipliers, MomentumMultipliers
from dalembert.principles.canonical.hamilton import Hamilton
from dalembert.principles.coordinates.absolute import Absolute
from dalembert.principles.dalembert import DAlembert
from dalembert.principles.energy_rates import Nielsen, Tzenoff
from dalembert.principles.formulation import Formulation, Principle, formulation
from dalembert.principles.gauss import Gauss
from dalembert.principles.gibbs_appell import GibbsAppell
from dalembert.principles.jourdain import Jourdain
from dalembert.principles.kane import Kane
from dalembert.principles.lagrange import Lagrange, LagrangeFirstKind
from dalembert.principles.maggi import Maggi
from dalembert.principles.multiplier_lagrangian import MultiplierLagrangian
from dalembert.principles.newton_euler import NewtonEuler
from dalembert.principles.nonminimal import Nonminimal
from dalembert.principles.recursive import Recursive
from dalembert.principles.udwadia_kalaba import UdwadiaKalaba


def every_principle() -> tuple[Principle, ...]:
    """Every principle with its default options, and the forms of some; the first is the one to compare with."""
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
    """Every principle in its default coordinates, and the recursion in absolute ones too."""
    first, *others = map(formulation, every_principle())
    return (first, formulation(first.principle, Absolute()), *others)
