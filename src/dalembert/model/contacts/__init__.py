"""Contacts as parts of a model."""
