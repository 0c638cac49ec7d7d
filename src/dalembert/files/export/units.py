"""Units in words as powers of base units."""

from __future__ import annotations

import re
from collections import Counter

_BASE = {
    "rad": {"rad": 1},
    "m": {"m": 1},
    "s": {"s": 1},
    "kg": {"kg": 1},
    "A": {"A": 1},
    "K": {"K": 1},
    "N": {"kg": 1, "m": 1, "s": -2},
    "J": {"kg": 1, "m": 2, "s": -2},
    "W": {"kg": 1, "m": 2, "s": -3},
    "V": {"kg": 1, "m": 2, "s": -3, "A": -1},
    "Hz": {"s": -1},
    "1": {},
}

_DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")


def base_powers(unit: str) -> dict[str, int] | None:
    """Powers of base units, without zeros; None for a unit that is not known.

    >>> base_powers("N·m/rad"), base_powers("m/s²"), base_powers("parsec")
    ({'kg': 1, 'm': 2, 's': -2, 'rad': -1}, {'m': 1, 's': -2}, None)
    """
    powers: Counter[str] = Counter()
    for k, part in enumerate(unit.split("/")):
        for factor in re.split(r"[·*\s]+", part.strip().strip("()")):
            found = re.fullmatch(r"([A-Za-z]+|1)\^?(-?\d+)?", factor.translate(_DIGITS))
            if found is None or found[1] not in _BASE:
                return None
            exponent = int(found[2] or 1) * (-1 if k else 1)
            for base, power in _BASE[found[1]].items():
                powers[base] += power * exponent
    return {base: power for base, power in powers.items() if power}
