"""Equations as they are printed, read back from their text and evaluated in a state.

Nothing of the expressions behind the text is used: names, signs and brackets are read as a person reads them.
"""

import math
import re

import numpy as np

SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")

FUNCTIONS = {
    function.__name__: function
    for function in (math.sin, math.cos, math.tan, math.atan2, math.tanh, math.exp, math.log, math.sqrt)
} | {"Abs": abs, "sign": lambda x: math.copysign(1.0, x) if x else 0.0, "Max": max, "Min": min}


class Printed:
    """Values of printed text, for numbers by printed names."""

    def __init__(self, values):
        self.values = dict(values)
        names = "|".join(map(re.escape, sorted(self.values, key=len, reverse=True)))
        functions = "|".join(sorted(FUNCTIONS, key=len, reverse=True))
        self.token = re.compile(
            rf"(?P<space>\s+)|(?P<call>(?:{functions})\()|(?P<root>√\()|(?P<name>{names})(?![^\W⁰¹²³⁴⁵⁶⁷⁸⁹]|[.′\[\u0300-\u036f])"
            r"|(?P<number>\d+\.?\d*(?:e[+-]?\d+)?)|(?P<power>[⁰¹²³⁴⁵⁶⁷⁸⁹]+)|(?P<sign>[-+/(),^|])"
        )

    def __call__(self, text):
        """The value of an expression."""
        return eval(self._python(text), {"values": self.values, **FUNCTIONS})

    def _python(self, text):
        parts, at, bars = [], 0, []
        spaced = ends = False
        while at < len(text):
            match = self.token.match(text, at)
            assert match, f"cannot read {text[at : at + 30]!r} of {text!r}"
            kind, found, at = match.lastgroup, match[0], match.end()
            if kind == "space":
                spaced = True
                continue
            opens = kind in ("call", "root", "name", "number") or found == "("
            if found == "|":
                # bars that stand behind an operand close
                opens = not ends or (spaced and not bars)
            if ends and opens:
                assert spaced, f"factors without a space before {text[at:]!r}"
                parts.append("*")
            spaced, ends = False, kind in ("name", "number", "power") or found == ")"
            match kind:
                case "name":
                    parts.append(f"values[{found!r}]")
                case "number":
                    parts.append(f"{float(found)!r}")
                case "power":
                    parts.append(f"**{found.translate(SUPERSCRIPTS)}")
                case "root":
                    parts.append("sqrt(")
                case _ if found == "|":
                    parts.append("abs(" if opens else ")")
                    bars.append(True) if opens else bars.pop()
                    ends = not opens
                case _:
                    parts.append("**" if found == "^" else found)
        return "".join(parts)

    def array(self, text, shape):
        """The numbers of a printed array, or None if it is told by its size."""
        if "not written out" in text:
            return None
        if not shape:
            return self(text.split(" = ", 1)[1])
        columns = shape[1] if len(shape) == 2 else 1
        entries = np.zeros((shape[0], columns))
        lines = text.splitlines()
        if text.endswith("empty"):
            return np.zeros(shape)
        if "[ " in lines[0]:
            assert len(lines) == len(entries)
            for i, line in enumerate(lines):
                row = line[line.index("[ ") + 2 : -2]
                found = re.split(r" {3,}", row.strip())
                assert len(found) == columns, line
                entries[i] = [self(x) for x in found]
        else:
            for line in lines:
                match = re.match(r".*?\[([\d, ]+)\] = (.*)", line)
                place = [int(k) - 1 for k in match[1].split(", ")]
                entries[tuple([*place, 0][:2])] = self(match[2])
        return entries.reshape(shape)

    def sides(self, line):
        """Left and right side of a printed line."""
        left, right = line.split(" = ")
        return self(left), self(right)
