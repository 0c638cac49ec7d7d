"""Numerical methods over arrays: roots, eigenvalues, Riccati equations, cones; they know no mechanics."""
