"""Designs: values of parameters and starts with which a system is best, and meets requirements."""
