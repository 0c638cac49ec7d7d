"""Force elements, one subject each: what acts on bodies and joints besides gravity."""
