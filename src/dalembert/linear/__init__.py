"""Linear equations about references: `linearize` and all behind it."""
