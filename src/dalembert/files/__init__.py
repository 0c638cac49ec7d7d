"""Models and motions from files."""
