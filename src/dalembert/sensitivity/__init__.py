"""Runs with derivatives along them: sensitivities and periodic motions."""
