"""Measures beyond the common ones: angular accelerations, angles of rotation, power, multipliers."""

from dalembert.model.measures import angular_acceleration as angular_acceleration
from dalembert.model.measures import rotation_angle as rotation_angle
from dalembert.model.measures import supplied_power as supplied_power
from dalembert.model.reaction_measures import multiplier as multiplier
