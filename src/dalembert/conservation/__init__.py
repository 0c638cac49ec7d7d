"""Invariants, the action and energies of motions."""
