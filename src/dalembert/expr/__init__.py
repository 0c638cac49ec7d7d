"""Expressions: a graph that NumPy text is traced into, and its calculus."""
