"""Servo goals: what inputs must be so that goals are met."""
