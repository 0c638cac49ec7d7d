"""Levels by which contacts are decided about, in native code and in Python: what is rounding, none, or an end."""

APPROACHES = 1e-12
"""Relative velocity, beside the speeds that make it, that is not rounding."""

GRAZES = 1e-6
"""Speed of approach, beside a usual one, that may be turned round at once."""

TOUCHES, INSIDE = 2e-12, 1e-10
"""Gap, in metres, at which another point touches together with one that just does; and how far inside, far more
than where closed gaps are moved to zero together, an open point was overlooked."""

FLAT = 1e-10
"""Square of the gradient of a gap, beside a usual one, at which it vanishes."""

NOISE, GAIN = 1e-13, 1e-10
"""Impulse beside the largest, and work of impulses beside the energy of velocities, that are rounding."""

PARTS = 1e-11
"""Speed after an impact, beside those before it, that is none."""

ACCUMULATES, LOWEST, PLACES = 1e-9, 1e-13, 4e-15
"""Time of a bounce beside that of the run, and its height in metres, at which it is the last; before native code
takes events to be endless. Far from the origin, bounces end that are as high as places are rounded."""

FITS, SAME = 1e-9, 1e-7
"""What may be left of conditions beside the forces and motions at hand; difference of motions beside their size,
up to which two solutions are one."""

SOLVED = 1e-11
"""Residual at which what Newton's method finds is a solution."""

MOST_COMBINATIONS = 300
"""Combinations of modes beyond which all is left to Newton's method: more than four contacts that may slip."""

MOVES = 1e-8
"""Relative acceleration, beside the largest, from which on a contact slips or parts."""

SLIPS = 1e-10
"""Speed of slip, beside that which the energy could make, that is rounding."""

SLOWED, STRAIGHT, SLIP_ENDS = 0.1, 1e-7, 1e-6
"""Part of its speed at which slip in space is looked at again, change of direction up to which it is straight, so
that it can be followed to its very end, and speed in m/s at which it ends: what is left is taken away."""

DEPENDENT = 1e-9
"""Part of a row that is left beside others at which it depends on them."""

LIGHT = 1e-7
"""Normal force, beside a usual one, of a point that closes next to without any."""

LIFT, SLOWLY, ROUNDING = 1e-12, 1e-9, 4e-15
"""Gap that is about to open, speed of opening beside a usual one that is next to none, and rounding of a gap
beside coordinates of about one."""

EPSILON, LEAST = 2.0**-52, 1e-300
"""What makes a number next to rounding larger, and the least number that is above zero."""
