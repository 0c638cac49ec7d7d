"""Principles of mechanics, choices of coordinates, and `derive`."""
