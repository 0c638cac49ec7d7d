"""What all principles have in common: terms, balances, steps."""
