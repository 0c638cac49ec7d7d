"""Mechanisms in the plane: typed from a sketch, and what their designers ask."""

from dalembert.analysis.counterweights import counterweights as counterweights
from dalembert.analysis.motion_range import motion_range as motion_range
from dalembert.model.four_bars import grashof as grashof
from dalembert.model.planar_measures import instant_centre as instant_centre
from dalembert.model.planar_measures import mechanical_advantage as mechanical_advantage
from dalembert.model.planar_measures import shaking_force as shaking_force
from dalembert.model.planar_measures import shaking_moment as shaking_moment
from dalembert.model.planar_measures import transmission_angle as transmission_angle
from dalembert.model.planar_sketch import Sketch as Sketch
