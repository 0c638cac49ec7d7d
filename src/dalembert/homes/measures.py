"""Measures beyond the common ones: distances, forces of elements, power, state variables, multipliers."""

from dalembert.model.measure import angular_acceleration as angular_acceleration
from dalembert.model.measure import distance as distance
from dalembert.model.measure import force as force
from dalembert.model.measure import orientation_error as orientation_error
from dalembert.model.measure import rotation_angle as rotation_angle
from dalembert.model.measure import state_variable as state_variable
from dalembert.model.measure import supplied_power as supplied_power
from dalembert.model.reaction_measures import multiplier as multiplier
