"""Choices of coordinates beside the principles."""
