"""Accelerations under constraints, and numerical methods over right-hand sides; they know no mechanics."""

from dalembert.equations.solvers.augmented import AugmentedMatrix as AugmentedMatrix
from dalembert.equations.solvers.augmented import BlockInverse as BlockInverse
from dalembert.equations.solvers.augmented import InverseBlocks as InverseBlocks
from dalembert.equations.solvers.least_constraint import LeastConstraint as LeastConstraint
from dalembert.equations.solvers.multiplier_sign import MultiplierSign as MultiplierSign
from dalembert.equations.solvers.nonideal import NonidealConstraints as NonidealConstraints
from dalembert.equations.solvers.one_at_a_time import OneAtATime as OneAtATime
from dalembert.equations.solvers.partitions import CoordinatePartitioning as CoordinatePartitioning
from dalembert.equations.solvers.partitions import FullOrderForm as FullOrderForm
from dalembert.equations.solvers.partitions import NullSpace as NullSpace
from dalembert.equations.solvers.projectors import ConstraintOperators as ConstraintOperators
from dalembert.equations.solvers.projectors import ObliqueProjector as ObliqueProjector
from dalembert.equations.solvers.pseudoinverses import StackedPseudoinverse as StackedPseudoinverse
from dalembert.equations.solvers.pseudoinverses import WeightedPseudoinverse as WeightedPseudoinverse
from dalembert.equations.solvers.reduced import ReducedEquations as ReducedEquations
from dalembert.equations.solvers.solver import AccelerationSolver as AccelerationSolver
from dalembert.numerics.finite_differences import CentralDifferences as CentralDifferences
