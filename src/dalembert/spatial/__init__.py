"""Space: vectors, rotations, poses, twists, wrenches and inertia, of numbers or of expressions."""
