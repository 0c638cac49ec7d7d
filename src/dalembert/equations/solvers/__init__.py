"""Acceleration solvers: ways to get accelerations and multipliers of constrained systems."""
