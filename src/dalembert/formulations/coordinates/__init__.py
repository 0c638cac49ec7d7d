"""Choices of coordinates, one file for each."""
