"""Accelerations under constraints, and numerical methods over right-hand sides; they know no mechanics."""

from dalembert.solvers.constrained.augmented import AugmentedMatrix as AugmentedMatrix
from dalembert.solvers.constrained.augmented import BlockInverse as BlockInverse
from dalembert.solvers.constrained.augmented import InverseBlocks as InverseBlocks
from dalembert.solvers.constrained.least_constraint import LeastConstraint as LeastConstraint
from dalembert.solvers.constrained.multiplier_sign import MultiplierSign as MultiplierSign
from dalembert.solvers.constrained.nonideal import NonidealConstraints as NonidealConstraints
from dalembert.solvers.constrained.one_at_a_time import OneAtATime as OneAtATime
from dalembert.solvers.constrained.partitions import CoordinatePartitioning as CoordinatePartitioning
from dalembert.solvers.constrained.partitions import FullOrderForm as FullOrderForm
from dalembert.solvers.constrained.partitions import NullSpace as NullSpace
from dalembert.solvers.constrained.projectors import ConstraintOperators as ConstraintOperators
from dalembert.solvers.constrained.projectors import ObliqueProjector as ObliqueProjector
from dalembert.solvers.constrained.pseudoinverses import StackedPseudoinverse as StackedPseudoinverse
from dalembert.solvers.constrained.pseudoinverses import WeightedPseudoinverse as WeightedPseudoinverse
from dalembert.solvers.constrained.reduced import ReducedEquations as ReducedEquations
from dalembert.solvers.constrained.solver import AccelerationSolver as AccelerationSolver
from dalembert.solvers.differences import CentralDifferences as CentralDifferences
