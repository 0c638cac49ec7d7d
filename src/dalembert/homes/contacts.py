"""Laws of contact, friction and impact, and contacts beyond the common ones: stops, cables, gaps."""

from dalembert.contact.held_modes import with_modes as with_modes
from dalembert.model.contacts.compliance import ForceLaw as ForceLaw
from dalembert.model.contacts.compliance import HertzForce as HertzForce
from dalembert.model.contacts.compliance import HuntCrossleyForce as HuntCrossleyForce
from dalembert.model.contacts.compliance import HuntCrossleyMotion as HuntCrossleyMotion
from dalembert.model.contacts.compliance import KelvinVoigtForce as KelvinVoigtForce
from dalembert.model.contacts.compliance import KelvinVoigtMotion as KelvinVoigtMotion
from dalembert.model.contacts.compliance import MotionLaw as MotionLaw
from dalembert.model.contacts.compliance import Relaxation as Relaxation
from dalembert.model.contacts.compliant import CompliantContact as CompliantContact
from dalembert.model.contacts.dry_friction import dry_joint_friction as dry_joint_friction
from dalembert.model.contacts.friction import Contensou as Contensou
from dalembert.model.contacts.friction import Creep as Creep
from dalembert.model.contacts.friction import FrictionLaw as FrictionLaw
from dalembert.model.contacts.friction import PatchFriction as PatchFriction
from dalembert.model.contacts.friction import Stribeck as Stribeck
from dalembert.model.contacts.gaps import Cable as Cable
from dalembert.model.contacts.gaps import GapContact as GapContact
from dalembert.model.contacts.gaps import RelativeContact as RelativeContact
from dalembert.model.contacts.grain import Grain as Grain
from dalembert.model.contacts.impacts import Impact as Impact
from dalembert.model.contacts.impacts import ImpactLaw as ImpactLaw
from dalembert.model.contacts.impacts import NewtonImpact as NewtonImpact
from dalembert.model.contacts.impacts import PoissonImpact as PoissonImpact
from dalembert.model.contacts.impacts import SequentialImpact as SequentialImpact
from dalembert.model.contacts.impacts import StrongeImpact as StrongeImpact
