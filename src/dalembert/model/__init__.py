"""Models: bodies, frames, joints, forces and what is written about them; parts without mathematics."""
