"""Mechanisms in the plane: typed from a sketch, and what their designers ask."""

from dalembert.model.planar_sketch import Sketch as Sketch
