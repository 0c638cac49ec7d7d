"""Levels by which contacts are decided about, in native code and in Python: of rounding, of zero, of an end."""

APPROACHES = 1e-12
"""Velocity of one body relative to another, over the speeds that make it, that is not rounding."""

GRAZES = 1e-6
"""Speed of approach, relative to a typical one, that may be turned round at once."""

TOUCHES, INSIDE = 2e-12, 1e-10
"""Gap, in metres, at which another point touches together with one that just does; and how far inside, far more
than where closed gaps are moved to zero together, an open point was overlooked."""

OVERLAP = 1e-9
"""Depth, beside distances of about one, to which shapes may overlap at the start or after an event has acted, and
gap up to which that leaves closed what has been."""

FLAT = 1e-10
"""Square of the gradient of a gap, relative to a typical one, at which it vanishes."""

NOISE, GAIN = 1e-13, 1e-10
"""Impulse over the largest one, and work of impulses over the energy of velocities, that are rounding."""

PARTS = 1e-11
"""Speed after an impact, relative to those before it, that is none."""

ACCUMULATES, LOWEST, PLACES = 1e-9, 1e-13, 4e-15
"""Time of a bounce over that of the run, and its height in metres, at which it is the last; before native code
takes events to be endless. Far from the origin, bounces end that are as high as places are rounded."""

FITS, SAME = 1e-9, 1e-7
"""Residual of conditions relative to the forces and motions at hand; difference of motions relative to their size,
up to which two solutions are one."""

SOLVED = 1e-11
"""Residual at which what Newton's method finds is a solution."""

MOST_COMBINATIONS = 300
"""Combinations of modes beyond which all is left to Newton's method: more than four contacts that may slip."""

MOVES = 1e-8
"""Acceleration of a contact, over the largest one, from which on it slips or parts."""

SLIPS = 1e-10
"""Speed of slip, relative to that which the energy could make, that is rounding."""

SLOWED, STRAIGHT, SLIP_ENDS = 0.1, 1e-7, 1e-6
"""Part of its speed at which slip in space is looked at again, change of direction up to which it is straight, so
that it can be followed to its very end, and speed in m/s at which it ends: what is left is taken away."""

UNSEEN_SLIP = 1e-8
"""Speed of slip in space, in m/s, below which its direction is the one in which it began: steps do not see it."""

DEPENDENT = 1e-9
"""Part of a row, after others are taken out of it, at which it depends on them."""

IMMOBILE = 1e-4
"""Least size of a tangential row, beside the normal row of its point; `DEPENDENT` of it is rounding."""

LIGHT, PULLS = 1e-7, 1e-9
"""Normal force, relative to a typical one, at which a point closes next to without any, and what it may pull."""

LIFT, SLOWLY, ROUNDING = 1e-12, 1e-9, 4e-15
"""Gap that is about to open, speed of opening over a typical one that is next to none, and rounding of a gap where
coordinates are about one."""

EPSILON, LEAST = 2.0**-52, 1e-300
"""Relative spacing of numbers, and the least number that is above zero."""
