"""Energies of positions, motion and accelerations, inertia as an ellipsoid, and the action along a motion."""

from dalembert.conservation.action import action as action
from dalembert.conservation.action import stationarity as stationarity
from dalembert.conservation.action import varied as varied
from dalembert.conservation.speed_ellipsoid import speed_ellipsoid as speed_ellipsoid
from dalembert.model.energy_ellipsoid import energy_ellipsoid as energy_ellipsoid
from dalembert.model.measure import kinetic_energy as kinetic_energy
from dalembert.model.measure import potential_energy as potential_energy
from dalembert.tree.energy_functions import acceleration_energy as acceleration_energy
from dalembert.tree.gibbs_function import gibbs_function as gibbs_function
