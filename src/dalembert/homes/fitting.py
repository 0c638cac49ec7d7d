"""Experiments, losses and methods for fits."""

from dalembert.estimation.experiment import Experiment as Experiment
from dalembert.estimation.losses import Cauchy as Cauchy
from dalembert.estimation.losses import Huber as Huber
from dalembert.estimation.losses import Squares as Squares
from dalembert.estimation.piecewise_shooting import PiecewiseShooting as PiecewiseShooting
from dalembert.estimation.prediction_error import PredictionError as PredictionError
from dalembert.estimation.single_shooting import SingleShooting as SingleShooting
