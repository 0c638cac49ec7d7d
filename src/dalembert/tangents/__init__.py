"""Runs with derivatives along them."""
