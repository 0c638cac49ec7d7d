"""Numerical methods over right-hand sides; they know no mechanics."""
