"""States that satisfy the constraints, and which rows depend on each other."""
