"""All solvers for constrained accelerations, by name."""

import dalembert as da

SOLVERS: dict[str, da.solvers.AccelerationSolver] = {
    "augmented matrix": da.solvers.AugmentedMatrix(),
    "block inverse": da.solvers.BlockInverse(),
    "projectors": da.solvers.ObliqueProjector(),
    "null space": da.solvers.NullSpace(),
    "partition": da.solvers.CoordinatePartitioning(),
    "full order": da.solvers.FullOrderForm(),
    "weighted": da.solvers.WeightedPseudoinverse(),
    "weighted with rows": da.solvers.WeightedPseudoinverse(alpha=1.3),
    "stacked": da.solvers.StackedPseudoinverse(),
    "one at a time": da.solvers.OneAtATime(),
}

FINDS_RANK = ["weighted", "weighted with rows", "stacked", "one at a time"]
"""Those that find out by themselves which rows depend on others."""
