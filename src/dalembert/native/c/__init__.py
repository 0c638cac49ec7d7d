"""Kernels as C code that is meant to be read."""
