"""To SymPy and back, LaTeX text, and simplification within a time limit.

SymPy is for people: it prints, rearranges and shortens expressions. Nothing is computed with it, and it is
imported only when one of these functions is called.
"""
