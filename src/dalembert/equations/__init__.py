"""Equations of motion as values: what a system is, and how its accelerations are got."""
