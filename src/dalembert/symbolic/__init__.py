"""Expressions as people read them: SymPy, short forms, LaTeX, text and HTML."""
