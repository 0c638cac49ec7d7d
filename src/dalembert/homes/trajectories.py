"""Phases, costs, transcriptions and solvers of trajectories."""

from dalembert.optimal_control.costs import AtEnd as AtEnd
from dalembert.optimal_control.costs import Duration as Duration
from dalembert.optimal_control.costs import Effort as Effort
from dalembert.optimal_control.ipopt import Ipopt as Ipopt
from dalembert.optimal_control.mpc import PredictiveController as PredictiveController
from dalembert.optimal_control.phases import Phase as Phase
from dalembert.optimal_control.sparse_problem import Answer as Answer
from dalembert.optimal_control.sparse_problem import Problem as Problem
from dalembert.optimal_control.trajectory_result import Trajectory as Trajectory
from dalembert.optimal_control.transcriptions import HermiteSimpson as HermiteSimpson
from dalembert.optimal_control.transcriptions import LegendreGaussRadau as LegendreGaussRadau
from dalembert.optimal_control.transcriptions import MultipleShooting as MultipleShooting
