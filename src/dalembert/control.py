"""Home of what controllers are made of: laws of time, and laws of inputs."""

from dalembert.model.trajectories import minimum_jerk as minimum_jerk
from dalembert.model.trajectories import quintic as quintic
from dalembert.model.trajectories import rest_to_rest as rest_to_rest
from dalembert.model.trajectories import trapezoidal as trapezoidal
