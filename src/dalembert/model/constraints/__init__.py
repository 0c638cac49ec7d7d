"""Constraints besides joints."""
