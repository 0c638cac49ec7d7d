"""Home of what controllers are made of: laws of time, and laws of inputs."""

from dalembert.files.export.gym_environment import gym_environment as gym_environment
from dalembert.linear.lqr_along import lqr_along as lqr_along
from dalembert.linear.regulators import estimator as estimator
from dalembert.linear.regulators import kalman as kalman
from dalembert.linear.regulators import law as law
from dalembert.linear.regulators import lqr as lqr
from dalembert.model.controllers import PID as PID
from dalembert.model.controllers import computed_torque as computed_torque
from dalembert.model.controllers import operational_space as operational_space
from dalembert.model.trajectories import minimum_jerk as minimum_jerk
from dalembert.model.trajectories import quintic as quintic
from dalembert.model.trajectories import rest_to_rest as rest_to_rest
from dalembert.model.trajectories import trapezoidal as trapezoidal
from dalembert.pictures.mode_charts import eigenvector_tables as eigenvector_tables
from dalembert.pictures.mode_pictures import bode as bode
from dalembert.pictures.mode_pictures import nyquist as nyquist
from dalembert.pictures.mode_pictures import root_locus as root_locus
from dalembert.runs.events import SampledController as SampledController
from dalembert.servo.closed_loop import closed_loop as closed_loop
from dalembert.servo.closed_loop import goal_report as goal_report
from dalembert.servo.closed_loop import with_input_instead as with_input_instead
from dalembert.servo.closed_loop import with_input_states as with_input_states
from dalembert.servo.goal_start import goal_start as goal_start
from dalembert.servo.internal_dynamics import internal_dynamics as internal_dynamics
from dalembert.servo.realisation import IdealControl as IdealControl
from dalembert.servo.realisation import LeastInputs as LeastInputs
