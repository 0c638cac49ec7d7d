"""Studies: the same question for many values of parameters."""
