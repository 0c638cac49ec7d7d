"""Coordinates, speeds and forms that principles may be asked for, rare principles, and parts of one's own.

Forms are axes and points of Newton–Euler and multipliers of Hamilton; `TypedSystem` takes energies or equations.
"""

from dalembert.principles.body_speeds import BodyAxes as BodyAxes
from dalembert.principles.body_speeds import BodyOrigins as BodyOrigins
from dalembert.principles.body_speeds import MassCentres as MassCentres
from dalembert.principles.body_speeds import PrincipalAxes as PrincipalAxes
from dalembert.principles.body_speeds import WorldAxes as WorldAxes
from dalembert.principles.canonical.canonical_forms import DiracMultipliers as DiracMultipliers
from dalembert.principles.canonical.canonical_forms import ForceMultipliers as ForceMultipliers
from dalembert.principles.canonical.canonical_forms import MomentumMultipliers as MomentumMultipliers
from dalembert.principles.coordinates.absolute import Absolute as Absolute
from dalembert.principles.coordinates.absolute_planar import AbsolutePlanar as AbsolutePlanar
from dalembert.principles.coordinates.relative import Relative as Relative
from dalembert.principles.deriving.derivation import DerivationStep as DerivationStep
from dalembert.principles.deriving.principle import TreePrinciple as TreePrinciple
from dalembert.principles.deriving.terms import Terms as Terms
from dalembert.principles.energy_rates import EnergyRates as EnergyRates
from dalembert.principles.energy_rates import Nielsen as Nielsen
from dalembert.principles.energy_rates import Tzenoff as Tzenoff
from dalembert.principles.lagrange import LagrangeFirstKind as LagrangeFirstKind
from dalembert.principles.multiplier_lagrangian import MultiplierLagrangian as MultiplierLagrangian
from dalembert.principles.nonminimal import Nonminimal as Nonminimal
from dalembert.servo.passive_relations import passive_relations as passive_relations
from dalembert.tree.moving_bodies import MovingBodies as MovingBodies
from dalembert.tree.speeds import QuasiVelocities as QuasiVelocities
from dalembert.typed.typed_system import TypedSystem as TypedSystem
