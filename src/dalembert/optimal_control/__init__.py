"""Optimal motions: transcriptions into sparse problems, their solution, and what became of it."""
