"""Measures beyond the common ones: distances, forces of elements, power, state variables, multipliers."""

from dalembert.model.measures import angular_acceleration as angular_acceleration
from dalembert.model.measures import distance as distance
from dalembert.model.measures import force as force
from dalembert.model.measures import rotation_angle as rotation_angle
from dalembert.model.measures import state_variable as state_variable
from dalembert.model.measures import supplied_power as supplied_power
from dalembert.model.reaction_measures import multiplier as multiplier
