"""Methods of integration, stabilizations of constraints, and what methods of one's own are written with."""

from dalembert.integrators.adaptive_methods import DOP853 as DOP853
from dalembert.integrators.adaptive_methods import DormandPrince as DormandPrince
from dalembert.integrators.adaptive_methods import Radau as Radau
from dalembert.integrators.constrained_methods import GeneralizedAlpha as GeneralizedAlpha
from dalembert.integrators.constrained_methods import IndexThree as IndexThree
from dalembert.integrators.constrained_methods import MoreauJean as MoreauJean
from dalembert.integrators.fixed_step_methods import RK4 as RK4
from dalembert.integrators.fixed_step_methods import ConstantAcceleration as ConstantAcceleration
from dalembert.integrators.fixed_step_methods import ExplicitEuler as ExplicitEuler
from dalembert.integrators.fixed_step_methods import GaussLegendre as GaussLegendre
from dalembert.integrators.fixed_step_methods import ImplicitMidpoint as ImplicitMidpoint
from dalembert.integrators.fixed_step_methods import KuttaMerson as KuttaMerson
from dalembert.integrators.method import Method as Method
from dalembert.integrators.method import right_hand_side as right_hand_side
from dalembert.integrators.method_programs import MethodProgram as MethodProgram
from dalembert.integrators.method_programs import MethodPrograms as MethodPrograms
from dalembert.integrators.shifted_systems import ShiftedSystem as ShiftedSystem
from dalembert.integrators.step_control import AdaptiveSteps as AdaptiveSteps
from dalembert.integrators.step_control import FixedSteps as FixedSteps
from dalembert.integrators.steps import Interpolant as Interpolant
from dalembert.integrators.steps import Steps as Steps
from dalembert.integrators.taylor_method import Taylor as Taylor
from dalembert.integrators.time_loop import Scheme as Scheme
from dalembert.rows import Baumgarte as Baumgarte
from dalembert.rows import NoStabilization as NoStabilization
from dalembert.rows import Projection as Projection
