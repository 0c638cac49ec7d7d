"""Terms, balances and steps, which all principles have in common."""
