"""Home of what controllers are made of: laws of time, and laws of inputs."""

from dalembert.analysis.closed_loop import closed_loop as closed_loop
from dalembert.analysis.closed_loop import goal_report as goal_report
from dalembert.analysis.closed_loop import with_input_instead as with_input_instead
from dalembert.analysis.closed_loop import with_input_states as with_input_states
from dalembert.analysis.goal_start import goal_start as goal_start
from dalembert.analysis.internal_dynamics import internal_dynamics as internal_dynamics
from dalembert.analysis.lqr_along import lqr_along as lqr_along
from dalembert.analysis.regulators import estimator as estimator
from dalembert.analysis.regulators import kalman as kalman
from dalembert.analysis.regulators import law as law
from dalembert.analysis.regulators import lqr as lqr
from dalembert.goals.realisation import IdealControl as IdealControl
from dalembert.goals.realisation import LeastInputs as LeastInputs
from dalembert.model.controllers import PID as PID
from dalembert.model.controllers import computed_torque as computed_torque
from dalembert.model.controllers import operational_space as operational_space
from dalembert.model.trajectories import minimum_jerk as minimum_jerk
from dalembert.model.trajectories import quintic as quintic
from dalembert.model.trajectories import rest_to_rest as rest_to_rest
from dalembert.model.trajectories import trapezoidal as trapezoidal
from dalembert.pictures.mode_pictures import bode as bode
from dalembert.pictures.mode_pictures import nyquist as nyquist
from dalembert.pictures.mode_pictures import root_locus as root_locus
