"""Units in words as powers of base units."""

from __future__ import annotations

import re
from collections import Counter

BASES = frozenset(("rad", "m", "s", "kg", "A", "K"))
"""Base units of SI, and of angles."""

_BASE = {
    "rad": {"rad": 1},
    "m": {"m": 1},
    "s": {"s": 1},
    "kg": {"kg": 1},
    "A": {"A": 1},
    "K": {"K": 1},
    "N": {"kg": 1, "m": 1, "s": -2},
    "Nm": {"kg": 1, "m": 2, "s": -2},
    "J": {"kg": 1, "m": 2, "s": -2},
    "W": {"kg": 1, "m": 2, "s": -3},
    "V": {"kg": 1, "m": 2, "s": -3, "A": -1},
    "Ω": {"kg": 1, "m": 2, "s": -3, "A": -2},
    "H": {"kg": 1, "m": 2, "s": -2, "A": -2},
    "Pa": {"kg": 1, "m": -1, "s": -2},
    "C": {"A": 1, "s": 1},
    "Hz": {"s": -1},
    "1": {},
}

_DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")


def powers(unit: str) -> dict[str, int] | None:
    """Powers of base units, without zeros; a word that is not known, such as mm, is a base of its own.

    None for what is no unit.

    >>> powers("N·m/rad"), powers("mm/s²"), powers("1 + 2")
    ({'kg': 1, 'm': 2, 's': -2, 'rad': -1}, {'mm': 1, 's': -2}, None)
    """
    total: Counter[str] = Counter()
    for k, part in enumerate(unit.split("/")):
        for factor in re.split(r"[·*\s]+", part.strip().strip("()")):
            found = re.fullmatch(r"([^\W\d_]+|[°%]|1)\^?(-?\d+)?", factor.translate(_DIGITS))
            if found is None:
                return None
            exponent = int(found[2] or 1) * (-1 if k else 1)
            for base, power in _BASE.get(found[1], {found[1]: 1}).items():
                total[base] += power * exponent
    return {base: power for base, power in total.items() if power}


def base_powers(unit: str) -> dict[str, int] | None:
    """Powers of base units of SI; None for a unit that is not known.

    >>> base_powers("m/s²"), base_powers("parsec")
    ({'m': 1, 's': -2}, None)
    """
    found = powers(unit)
    return found if found is not None and found.keys() <= BASES else None
