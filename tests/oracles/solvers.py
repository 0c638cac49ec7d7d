"""All solvers for constrained accelerations, by name."""

import dalembert as da

SOLVERS: dict[str, da.AccelerationSolver] = {
    "augmented matrix": da.AugmentedMatrix(),
    "block inverse": da.BlockInverse(),
    "projectors": da.ProjectorForm(),
    "null space": da.NullSpace(),
    "partition": da.CoordinatePartitioning(),
    "full order": da.FullOrderForm(),
    "weighted": da.WeightedPseudoinverse(),
    "weighted with rows": da.WeightedPseudoinverse(alpha=1.3),
    "stacked": da.StackedPseudoinverse(),
    "one at a time": da.OneAtATime(),
}

FINDS_RANK = ["weighted", "weighted with rows", "stacked", "one at a time"]
"""Those that find out by themselves which rows depend on others."""
