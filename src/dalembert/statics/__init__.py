"""Rest and steady motion: equilibria, their stability, and families of them."""
