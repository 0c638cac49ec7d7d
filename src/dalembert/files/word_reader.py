"""Words of model files: parameters, named expressions and splines, and what is written with them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from dalembert.errors import DalembertError, ModelError
from dalembert.expr.node import Node
from dalembert.expr.spline import Spline
from dalembert.expr.symbol_nodes import param
from dalembert.files.constructors import fitting, of_class
from dalembert.files.expression_reader import ExpressionTextError, Quantity, read_expression
from dalembert.files.included_files import MOST_FILES, IncludedFiles
from dalembert.files.toml_places import Path as Keys
from dalembert.files.toml_places import Toml
from dalembert.files.value_reader import ValueReader
from dalembert.model.bodies import Frame
from dalembert.name_checks import closest


class WordReader(ValueReader):
    """One model of a file with the words of its expressions, those of included files too."""

    def __init__(self, files: IncludedFiles, toml: Toml, root: Keys, folder: Path) -> None:
        super().__init__(files, toml, root, folder)
        self.parents: Sequence[WordReader] = ()
        """Included files, whose words and bodies count here too."""

        self._values: dict[str, Any] = {}
        self._pending: set[str] = set()
        self._splines: dict[str, Spline] | None = None

    @abstractmethod
    def frame(self, on: object = "ground", **options: object) -> Frame:
        """A frame by its body, `at`, `rotation`, and `label`."""

    def parameters(self) -> dict[str, Node]:
        """Parameters with their default values."""
        if "parameters" not in self._values:
            found = {}
            for name, value in self.section("parameters").items():
                keys = (*self.root, "parameters", name)
                default = self.decoded(value, float, keys)
                found[name] = self.guarded(keys, partial(param, name, default))
            self._values["parameters"] = found
        return self._values["parameters"]

    def splines(self) -> dict[str, Spline]:
        """Splines by name."""
        if self._splines is None:
            self._splines = {}
            for name, data in self.section("splines").items():
                keys = (*self.root, "splines", name)
                if not isinstance(data, dict):
                    self.fail(keys, "a spline is a table with points and values")
                constructor = of_class(Spline) if "knots" in data else fitting("spline", Spline)
                self._splines[name] = self.made(constructor, data, keys)
        return self._splines

    def word(self, name: str) -> object:
        """A parameter, a named expression or a spline; None if there is none."""
        if name in self.parameters():
            return self.parameters()[name]
        if name in self.splines():
            return self.splines()[name]
        if name in self.section("expressions"):
            return self._expression(name)
        return next((x for reader in self.parents if (x := reader.word(name)) is not None), None)

    def _expression(self, name: str) -> object:
        keys = (*self.root, "expressions", name)
        key = f"expression {name}"
        if key not in self._values:
            if name in self._pending:
                self.fail(keys, f"the expression {name!r} stands for itself, directly or through others")
            if len(self._pending) > MOST_FILES:
                self.fail(keys, "expressions name each other in too long a chain; write them in the order of use")
            self._pending.add(name)
            value = self.section("expressions")[name]
            if isinstance(value, str):
                self._values[key] = self.expression(keys, value).value
            else:
                self._values[key] = self.decoded(value, float, keys)
            self._pending.discard(name)
        return self._values[key]

    def expression_names(self) -> dict[Node, str]:
        """Nodes that have a name here."""
        return {x: name for name in self.section("expressions") if isinstance(x := self.word(name), Node)}

    def words(self) -> list[str]:
        """All of them, for hints."""
        own = [*self.parameters(), *self.section("expressions"), *self.splines()]
        return [*own, *(word for reader in self.parents for word in reader.words())]

    def parameter(self, name: str) -> Node:
        """The parameter of any name."""
        for reader in (self, *self.parents):
            if name in reader.parameters():
                return reader.parameters()[name]
        raise ModelError(f"there is no parameter {name!r}; {closest(str(name), self.parameters())}")

    def expression(self, keys: Keys, text: str) -> Quantity:
        """The value of an expression, or a message at the letter that is wrong."""
        try:
            return read_expression(text, self)
        except ExpressionTextError as fault:
            self.toml.fail_in(keys, fault.offset, str(fault))
        except DalembertError as error:
            if str(error).startswith(f"{self.toml.source}:"):
                raise
            self.fail(keys, str(error))
        except RecursionError:
            self.fail(keys, "expressions name each other in too long a chain; write them in the order of use")
