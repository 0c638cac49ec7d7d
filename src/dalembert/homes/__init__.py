"""Homes of public names: each file is a list of what `da.<home>` offers."""
