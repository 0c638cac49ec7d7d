"""Reactions, forces that depend on them, and impulses."""
