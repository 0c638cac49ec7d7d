"""Home of what controllers are made of: laws of time, and laws of inputs."""

from dalembert.analysis.lqr_along import lqr_along as lqr_along
from dalembert.model.controllers import PID as PID
from dalembert.model.controllers import computed_torque as computed_torque
from dalembert.model.controllers import operational_space as operational_space
from dalembert.model.trajectories import minimum_jerk as minimum_jerk
from dalembert.model.trajectories import quintic as quintic
from dalembert.model.trajectories import rest_to_rest as rest_to_rest
from dalembert.model.trajectories import trapezoidal as trapezoidal
