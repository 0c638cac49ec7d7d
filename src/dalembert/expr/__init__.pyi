"""Expressions: a graph that NumPy text is traced into, and its calculus."""

from dalembert.expr.calculus import DerivativeSweep as DerivativeSweep
from dalembert.expr.calculus import directional as directional
from dalembert.expr.calculus import sparse_jacobian as sparse_jacobian
from dalembert.expr.calculus import weighted_gradient as weighted_gradient
from dalembert.expr.jets import Jet as Jet
from dalembert.expr.jets import linear_part as linear_part
from dalembert.expr.node import Node as Node
from dalembert.expr.node import TruthNode as TruthNode
from dalembert.expr.root import fixed_point as fixed_point
from dalembert.expr.root import root_of as root_of
from dalembert.expr.spline_ends import ClampedEnds as ClampedEnds
from dalembert.expr.spline_ends import NaturalEnds as NaturalEnds
from dalembert.expr.spline_ends import NotAKnot as NotAKnot
from dalembert.expr.spline_ends import PeriodicEnds as PeriodicEnds
from dalembert.expr.stationary import stationary_point as stationary_point
from dalembert.procedures.spline import Beyond as Beyond
