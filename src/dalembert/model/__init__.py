"""Models: bodies, frames, joints, constraints, forces and measures, without equations."""
