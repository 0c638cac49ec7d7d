"""A tree of bodies with loops, as the parts of equations."""
