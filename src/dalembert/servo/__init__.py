"""Servo goals: rows without multipliers, the inputs that meet them, and why there are none."""
