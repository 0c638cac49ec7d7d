"""Laws of contact, friction and impact, and contacts beyond the common ones."""

from dalembert.contact.friction import Contensou as Contensou
from dalembert.contact.friction import Creep as Creep
from dalembert.contact.friction import stribeck as stribeck
from dalembert.contact.impacts import Impact as Impact
from dalembert.contact.impacts import ImpactLaw as ImpactLaw
from dalembert.contact.impacts import NewtonImpact as NewtonImpact
from dalembert.contact.impacts import PoissonImpact as PoissonImpact
from dalembert.contact.impacts import SequentialImpact as SequentialImpact
from dalembert.contact.impacts import StrongeImpact as StrongeImpact
from dalembert.contact.yielding import ForceLaw as ForceLaw
from dalembert.contact.yielding import HertzForce as HertzForce
from dalembert.contact.yielding import HuntCrossleyForce as HuntCrossleyForce
from dalembert.contact.yielding import HuntCrossleyMotion as HuntCrossleyMotion
from dalembert.contact.yielding import KelvinVoigtForce as KelvinVoigtForce
from dalembert.contact.yielding import KelvinVoigtMotion as KelvinVoigtMotion
from dalembert.contact.yielding import MotionLaw as MotionLaw
from dalembert.contact.yielding import Relaxation as Relaxation
from dalembert.model.contacts.compliant import CompliantContact as CompliantContact
from dalembert.model.contacts.dry_friction import dry_joint_friction as dry_joint_friction
from dalembert.model.contacts.gaps import GapContact as GapContact
from dalembert.model.contacts.gaps import RelativeContact as RelativeContact
from dalembert.model.contacts.grain import Grain as Grain
