"""Small motions about references."""
