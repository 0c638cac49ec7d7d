"""Equations that are typed in: from energies, from a Gibbs function, or row by row."""
