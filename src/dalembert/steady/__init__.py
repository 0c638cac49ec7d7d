"""Rest and steady motion as roots."""
