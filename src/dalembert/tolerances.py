"""Tolerances that several rooms share: each is a part of the sizes that it is compared with."""

from __future__ import annotations

SAME_POSITION = 1e-9
"""Difference of positions, beside one or their size, of lengths, and of entries of unit vectors and rotations."""

SAME_NUMBER = 1e-9
"""Difference of numbers computed in different ways, beside one or the largest of them."""

SAME_SOLUTION = 1e-6
"""Difference of solutions that different searches found, beside one or their size."""

UNSYMMETRIC = 1e-9
"""Difference of entries across the diagonal of a matrix, beside the largest entry, that is no rounding."""

PARALLEL = 1e-9
"""Sine of the angle between directions that are parallel, and cosine of one between perpendicular ones."""

RELIABLE = 1e-9
"""Singular value, beside the largest, from which on linear equations determine a change."""
