"""Motion that drives determine."""
