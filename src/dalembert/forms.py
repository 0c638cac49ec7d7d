"""Forms that principles may be asked for, and what those of one's own are written with.

The former are axes and points of Newton–Euler, and multipliers of Hamilton.
"""

from dalembert.formulations.principles.bodies import MovingBodies as MovingBodies
from dalembert.formulations.principles.body_speeds import BodyAxes as BodyAxes
from dalembert.formulations.principles.body_speeds import BodyOrigins as BodyOrigins
from dalembert.formulations.principles.body_speeds import MassCentres as MassCentres
from dalembert.formulations.principles.body_speeds import PrincipalAxes as PrincipalAxes
from dalembert.formulations.principles.body_speeds import WorldAxes as WorldAxes
from dalembert.formulations.principles.canonical_forms import DiracMultipliers as DiracMultipliers
from dalembert.formulations.principles.canonical_forms import ForceMultipliers as ForceMultipliers
from dalembert.formulations.principles.canonical_forms import MomentumMultipliers as MomentumMultipliers
from dalembert.formulations.principles.principle import TreePrinciple as TreePrinciple
from dalembert.formulations.principles.terms import Terms as Terms
