"""Native routines as data: the small loop language, and what is written in it."""
