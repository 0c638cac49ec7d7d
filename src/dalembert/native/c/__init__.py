"""Kernels as C text that is meant to be read."""
