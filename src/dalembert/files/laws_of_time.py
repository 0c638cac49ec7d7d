"""Laws of time that are given as texts, such as on the command line: the grammar of model files, no model."""

from __future__ import annotations

from typing import NoReturn

from dalembert.errors import ModelError
from dalembert.expr.node import NUMBERS, Node, Scalar
from dalembert.files.expression_reader import ExpressionTextError, read_expression
from dalembert.model.bodies import Body, Frame
from dalembert.number_checks import told


def law_of_time(text: str) -> Scalar:
    """The law of time that a text says, such as `"0.5*sin(2*t)"`: as in model files, without parameters or bodies.

    Parameters
    ----------
    text : str
        Numbers, units such as `30 deg`, `t` for the time in seconds, signs and functions.

    Returns
    -------
    Scalar
        A number or an expression, for drives, motors and laws of inverse dynamics.

    Examples
    --------
    >>> import dalembert as da
    >>> law = da.model_files.law_of_time("2*t + 1")
    >>> print(da.expr.evaluate(law, {da.time: 3.0}))
    7.0
    """
    if not isinstance(text, str):
        raise ModelError(f"a law is a text, such as '0.5*sin(2*t)', not {told(text)}")
    try:
        value = read_expression(text, _TimeAlone()).value
    except ExpressionTextError as fault:
        raise ModelError(f"the law {told(text)}, letter {fault.offset + 1}: {fault}") from None
    except ModelError as error:
        raise ModelError(f"the law {told(text)}: {error}") from None
    if not isinstance(value, (Node, *NUMBERS)) or isinstance(value, bool):
        raise ModelError(f"the law {told(text)} is no number at a time")
    return value if isinstance(value, Node) else float(value)


class _TimeAlone:
    """The words of a law: there are none but those of the language."""

    def word(self, name: str) -> object:
        """Nothing has this name."""
        return None

    def words(self) -> list[str]:
        """There are none."""
        return []

    def parameter(self, name: str) -> Node:
        """Refuse a parameter."""
        self._refuse(name)

    def place(self, text: str) -> Body | Frame:
        """Refuse a place."""
        self._refuse(text)

    def frame(self, on: str, **options: object) -> Frame:
        """Refuse a frame."""
        self._refuse(on)

    def _refuse(self, name: str) -> NoReturn:
        raise ModelError(f"a law of time knows no {name!r}; it is an expression of t and numbers")
