"""Principles of mechanics: from a model to its equations."""
