"""Methods of integration, and what those of one's own are written with."""

from dalembert.solvers.dense import Interpolant as Interpolant
from dalembert.solvers.method_texts import MethodTexts as MethodTexts
from dalembert.solvers.method_texts import ProgramText as ProgramText
from dalembert.solvers.methods import DOP853 as DOP853
from dalembert.solvers.methods import RK4 as RK4
from dalembert.solvers.methods import ConstantAcceleration as ConstantAcceleration
from dalembert.solvers.methods import DormandPrince as DormandPrince
from dalembert.solvers.methods import ExplicitEuler as ExplicitEuler
from dalembert.solvers.methods import GaussLegendre as GaussLegendre
from dalembert.solvers.methods import GeneralizedAlpha as GeneralizedAlpha
from dalembert.solvers.methods import ImplicitMidpoint as ImplicitMidpoint
from dalembert.solvers.methods import IndexThree as IndexThree
from dalembert.solvers.methods import KuttaMerson as KuttaMerson
from dalembert.solvers.methods import Method as Method
from dalembert.solvers.methods import MoreauJean as MoreauJean
from dalembert.solvers.methods import Radau as Radau
from dalembert.solvers.methods import right_hand_side as right_hand_side
from dalembert.solvers.shifted_systems import ShiftedSystem as ShiftedSystem
from dalembert.solvers.step_control import AdaptiveSteps as AdaptiveSteps
from dalembert.solvers.step_control import FixedSteps as FixedSteps
from dalembert.solvers.stepper import Steps as Steps
from dalembert.solvers.time_loop import Scheme as Scheme
