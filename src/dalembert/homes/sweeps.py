"""Samples for sweeps, distributions that they are drawn from, and numbers along runs."""

from dalembert.optimization.optimum import Optimum as Optimum
from dalembert.optimization.pareto import ParetoFront as ParetoFront
from dalembert.optimization.pareto import pareto as pareto
from dalembert.studies.along import Integral as Integral
from dalembert.studies.along import Largest as Largest
from dalembert.studies.along import Mean as Mean
from dalembert.studies.along import Peak as Peak
from dalembert.studies.along import RootMeanSquare as RootMeanSquare
from dalembert.studies.along import Smallest as Smallest
from dalembert.studies.designs import Halton as Halton
from dalembert.studies.designs import LatinHypercube as LatinHypercube
from dalembert.studies.designs import Morris as Morris
from dalembert.studies.designs import Random as Random
from dalembert.studies.designs import Saltelli as Saltelli
from dalembert.studies.designs import Sobol as Sobol
from dalembert.studies.distributions import Choice as Choice
from dalembert.studies.distributions import LogNormal as LogNormal
from dalembert.studies.distributions import LogUniform as LogUniform
from dalembert.studies.distributions import Normal as Normal
from dalembert.studies.distributions import Triangular as Triangular
from dalembert.studies.distributions import Uniform as Uniform
