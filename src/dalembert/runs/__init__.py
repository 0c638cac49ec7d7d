"""Runs: starts become motions."""
