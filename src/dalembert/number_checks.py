"""Numbers that users give: one check for all of them."""

from __future__ import annotations

from math import inf, isfinite
from numbers import Integral as WholeNumber
from numbers import Real
from typing import cast

import numpy as np
from numpy.typing import NDArray

from dalembert.errors import DalembertError, ModelError

_LONGEST = 60
"""Letters of a value that a message repeats."""


def is_number(x: object) -> bool:
    """Whether a value is a real number, finite and within the range of floats; truth values are none."""
    if isinstance(x, np.ndarray) and x.ndim == 0:
        x = x[()]
    if isinstance(x, bool | np.bool_) or not isinstance(x, Real):
        return False
    try:
        return isfinite(x)
    except OverflowError:
        return False


def is_count(x: object, least: int = 0, most: float = inf) -> bool:
    """Whether a value is a whole number within these bounds."""
    return isinstance(x, WholeNumber) and not isinstance(x, bool) and least <= int(x) <= most


def checked_number(
    x: object,
    what: str,
    error: type[DalembertError] = ModelError,
    *,
    least: float = -inf,
    most: float = inf,
    is_positive: bool = False,
) -> float:
    """A number of the user within bounds, which it may reach; or an error that begins with `what` it is."""
    if is_number(x):
        number = float(cast("float", x))
        if least <= number <= most and not (is_positive and number <= 0.0):
            return number
    if is_positive:
        kind = "a positive number" if most == inf else f"a positive number up to {most:g}"
    elif least > -inf and most < inf:
        kind = f"a number from {least:g} to {most:g}"
    else:
        kind = f"a number from {least:g} on" if least > -inf else "a finite number"
    raise error(f"{what} is {kind}, not {told(x)}")


def floats(x: object) -> NDArray[np.float64]:
    """An array of numbers; `ValueError` where an entry is none, is masked, or is the text of one."""
    # plain arrays are not masked, and numpy.ma takes longer to load than most calls take
    if isinstance(x, np.ndarray) and type(x) is not np.ndarray and np.ma.is_masked(x):
        raise ValueError(f"not {told(x)}")
    try:
        array = np.array(x)
        if array.dtype.kind in "biuf" or (
            array.dtype == object and not any(isinstance(y, str) for y in array.flat)
        ):
            return array.astype(float)
    except (TypeError, OverflowError) as error:
        raise ValueError(str(error)) from None
    raise ValueError(f"not {told(x)}")


def checked_numbers(x: object, what: str, error: type[DalembertError] = ModelError) -> NDArray[np.float64]:
    """An array of finite numbers, of any shape; or an error that begins with `what` they are."""
    try:
        array = floats(x)
    except ValueError:
        raise error(f"{what} are numbers, not {told(x)}") from None
    if not np.isfinite(array).all():
        raise error(f"{what} are finite numbers, not {told(x)}")
    return array


def told(x: object) -> str:
    """A value as messages repeat it: numbers may have more digits than can be written."""
    try:
        text = repr(x)
    except ValueError:
        return f"a number of {int(x).bit_length()} bits" if isinstance(x, int) else f"a {type(x).__name__}"
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
