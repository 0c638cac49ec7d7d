"""Mechanisms in the plane: typed from a sketch, and what their designers ask."""

from dalembert.analysis.counterweights import counterweights as counterweights
from dalembert.analysis.lift_off import closing_spring as closing_spring
from dalembert.analysis.lift_off import lift_off as lift_off
from dalembert.analysis.motion_range import motion_range as motion_range
from dalembert.model.constraints.higher_pair import HigherPair as HigherPair
from dalembert.model.forces.joint_friction import gear_friction as gear_friction
from dalembert.model.forces.joint_friction import joint_friction as joint_friction
from dalembert.model.four_bars import grashof as grashof
from dalembert.model.lift_laws import cycloidal as cycloidal
from dalembert.model.lift_laws import flat_cam as flat_cam
from dalembert.model.lift_laws import harmonic as harmonic
from dalembert.model.lift_laws import lift_law as lift_law
from dalembert.model.lift_laws import polynomial_345 as polynomial_345
from dalembert.model.lift_laws import polynomial_4567 as polynomial_4567
from dalembert.model.lift_laws import roller_cam as roller_cam
from dalembert.model.planar_measures import instant_centre as instant_centre
from dalembert.model.planar_measures import mechanical_advantage as mechanical_advantage
from dalembert.model.planar_measures import shaking_force as shaking_force
from dalembert.model.planar_measures import shaking_moment as shaking_moment
from dalembert.model.planar_measures import transmission_angle as transmission_angle
from dalembert.model.planar_sketch import Sketch as Sketch
from dalembert.model.profiles import circle_profile as circle_profile
from dalembert.model.profiles import polar_profile as polar_profile
from dalembert.model.profiles import profile as profile
from dalembert.model.profiles import spline_profile as spline_profile
from dalembert.model.profiles import straight_profile as straight_profile
