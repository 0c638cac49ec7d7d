"""The methods that NumPy looks for in objects: `np.sin(x)` calls `x.sin()`, for single ones and in arrays."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Any, NoReturn, Self

from dalembert.errors import ExpressionError


class _NoFunctionError(ExpressionError, TypeError):
    """A function of NumPy that expressions do not have."""


class NumpyMethods:
    """Makes NumPy's functions work on objects of subclasses, by the same rules as those of this package.

    Functions that ask for truth values, as `np.sign`, `np.maximum` or `np.where`, have no such method and raise.
    """

    __slots__ = ()

    @abstractmethod
    def applied(self, op: str, *others: Any) -> Self:
        """The operation on this operand and on others after it."""

    def sin(self) -> Self:
        """Sine."""
        return self.applied("sin")

    def cos(self) -> Self:
        """Cosine."""
        return self.applied("cos")

    def tan(self) -> Self:
        """Tangent."""
        return self.applied("tan")

    def arcsin(self) -> Self:
        """Inverse sine, in [−π/2, π/2]."""
        return self.applied("asin")

    def arccos(self) -> Self:
        """Inverse cosine, in [0, π]."""
        return self.applied("acos")

    def arctan(self) -> Self:
        """Inverse tangent, in [−π/2, π/2]."""
        return self.applied("atan2", 1.0)

    def arctan2(self, x: Self | float) -> Self:
        """Angle of the point whose second coordinate this is, in [−π, π]."""
        return self.applied("atan2", x)

    def sqrt(self) -> Self:
        """Square root."""
        return self.applied("sqrt")

    def exp(self) -> Self:
        """Exponential."""
        return self.applied("exp")

    def log(self) -> Self:
        """Natural logarithm."""
        return self.applied("log")

    def sinh(self) -> Self:
        """Hyperbolic sine."""
        return self.applied("sinh")

    def cosh(self) -> Self:
        """Hyperbolic cosine."""
        return self.applied("cosh")

    def tanh(self) -> Self:
        """Hyperbolic tangent."""
        return self.applied("tanh")

    def __floor__(self) -> Self:
        return self.applied("floor")


def _refusing(name: str) -> Callable[..., NoReturn]:
    """The method behind a function of NumPy that expressions do not have."""

    def method(self: NumpyMethods, *others: object) -> NoReturn:
        raise _NoFunctionError(
            f"np.{name} does not take expressions; there are sin, cos, tan, asin, acos, atan, atan2, sinh, cosh, "
            "tanh, sqrt, exp, log, floor, absolute, sign, minimum, maximum and where: write it with these"
        )

    return method


for _name in (
    *("hypot", "cbrt", "exp2", "expm1", "log1p", "log2", "log10", "logaddexp", "arcsinh", "arccosh", "arctanh"),
    *("deg2rad", "rad2deg", "degrees", "radians", "fabs", "rint", "copysign", "fmod"),
):
    setattr(NumpyMethods, _name, _refusing(_name))
