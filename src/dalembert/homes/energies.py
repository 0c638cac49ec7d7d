"""Energies of motion and of accelerations as expressions and pictures, and the action along a motion."""

from dalembert.conservation.action import action as action
from dalembert.conservation.action import stationarity as stationarity
from dalembert.conservation.action import varied as varied
from dalembert.conservation.speed_ellipsoid import speed_ellipsoid as speed_ellipsoid
from dalembert.model.energy_ellipsoid import energy_ellipsoid as energy_ellipsoid
from dalembert.tree.energy_functions import acceleration_energy as acceleration_energy
from dalembert.tree.gibbs_function import gibbs_function as gibbs_function
