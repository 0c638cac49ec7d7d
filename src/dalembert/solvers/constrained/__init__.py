"""Ways to get accelerations and multipliers of constrained systems; a principle makes what they solve."""
