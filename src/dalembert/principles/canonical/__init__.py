"""Hamilton's canonical equations, and three forms of constraints in them."""
