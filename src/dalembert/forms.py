"""Forms that principles may be asked for: axes and points of Newton–Euler, multipliers of Hamilton."""

from dalembert.formulations.principles.body_speeds import BodyAxes as BodyAxes
from dalembert.formulations.principles.body_speeds import BodyOrigins as BodyOrigins
from dalembert.formulations.principles.body_speeds import MassCentres as MassCentres
from dalembert.formulations.principles.body_speeds import PrincipalAxes as PrincipalAxes
from dalembert.formulations.principles.body_speeds import WorldAxes as WorldAxes
from dalembert.formulations.principles.canonical_forms import DiracMultipliers as DiracMultipliers
from dalembert.formulations.principles.canonical_forms import ForceMultipliers as ForceMultipliers
from dalembert.formulations.principles.canonical_forms import MomentumMultipliers as MomentumMultipliers
