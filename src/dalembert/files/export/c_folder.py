"""Folders with a model as C: functions of its state, a program that runs them, and a Makefile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from dalembert.arrays import Array
from dalembert.dynamics.as_dynamics import Subject, as_dynamics
from dalembert.errors import ModelError
from dalembert.expr.callbacks import callbacks_in
from dalembert.expr.node import Node, Scalar
from dalembert.files.exported_quantities import ExportedQuantities
from dalembert.native.c.c_names import Names, comment, identifier, string
from dalembert.native.c.c_operations import real
from dalembert.native.c.export import CCode
from dalembert.native.c.unit import filled
from dalembert.native.kernel import Kernel, compile
from dalembert.number_checks import checked_number
from dalembert.state import State, Values, as_state
from dalembert.whole_files import write_files

_GROUPS = ("t", "q", "u", "z", "tau")


def save_c_folder(
    subject: Subject,
    path: str | Path,
    *,
    outputs: Sequence[str] | Mapping[str, Scalar | Array] = (),
    start: State | Values | None = None,
    until: float = 1.0,
    step: float = 1e-3,
) -> Path:
    """Write a folder with a model as C99: a function with its header, an example program, and a Makefile.

    The function gives the rates of all states, q, u and z one after the other, and further outputs. The program
    `example` goes by steps of Runge and Kutta and prints a table.

    Parameters
    ----------
    subject : Model, Equations, Solution or Dynamics
        System without contacts and functions of Python.
    path : str or Path
        The folder, which is made; the function has its name.
    outputs : list of names, or dict of expressions, optional
        Quantities and signals that the function gives besides, such as `"mass_matrix"`.
    start : State or dict of coordinates, optional
        Where the program begins; the start of the model unless given.
    until, step : float, optional
        End and step of the program in seconds; default 1 and 0.001.

    Returns
    -------
    Path
        The folder.
    """
    folder = Path(path)
    if folder.exists() and not folder.is_dir():
        raise ModelError(f"{str(path)!r} is a file; C is written to a folder, so give it another name")
    if not folder.parent.is_dir():
        raise ModelError(f"the folder {str(folder.parent)!r} does not exist; make it first")
    checked_number(until, "the end of the program", is_positive=True)
    checked_number(step, "the step of the program", is_positive=True)
    name = Names().take(folder.resolve().name)
    kernel = system_kernel(subject, outputs)
    code = CCode(kernel, name)
    begin = as_dynamics(subject).arguments(as_state(start))
    files = {
        f"{name}.c": code.source(f"{name}.h"),
        f"{name}.h": code.header,
        "example.c": _Example(kernel, name, code.work).text(begin, as_state(start).t, until, step),
        "Makefile": _makefile(name),
    }
    folder.mkdir(exist_ok=True)
    write_files({folder / file: text.encode() for file, text in files.items()}, ModelError)
    return folder


def system_kernel(subject: Subject, outputs: Sequence[str] | Mapping[str, Scalar | Array] = ()) -> Kernel:
    """A kernel of (t, q, u, z, tau), as far as there are such: rates of the states and other quantities."""
    own = outputs if isinstance(outputs, Mapping) else {}
    quantities = ExportedQuantities.of(subject, own, "C")
    names = list(dict.fromkeys(["state_rates", *outputs]))
    found = {name: quantities.checked(name) for name in names}
    if python := callbacks_in([x for y in found.values() for x in y.ravel() if isinstance(x, Node)]):
        raise ModelError(
            f"{python[0].name!r} is a function of Python, which no C contains; write it with functions of "
            "expressions, such as da.sin, or take da.kernels.export_c, whose functions you supply yourself"
        )
    arguments = {name: nodes for name in _GROUPS if (nodes := quantities.arguments[name])}
    inputs = {
        name: nodes[0] if name == "t" else np.array(nodes, dtype=object) for name, nodes in arguments.items()
    }
    return compile(found, inputs, is_patient=True)


class _Example:
    """The program that runs the function."""

    def __init__(self, kernel: Kernel, name: str, work: int) -> None:
        self.kernel, self.name, self._work = kernel, name, work
        self._sizes = {group.name: group.size for group in kernel.inputs}
        self._kinds = [kind for kind in ("q", "u", "z") if kind in self._sizes]
        self._n = sum(self._sizes[kind] for kind in self._kinds)

    def text(self, start: Mapping[str, Array], t: float, until: float, step: float) -> str:
        """The file example.c."""
        states = [float(x) for kind in self._kinds for x in start[kind]]
        symbols = [
            s for group in self.kernel.inputs if group.name in self._kinds for s in self._symbols(group.span)
        ]
        tau = [float(x) for x in start["tau"]] or [0.0]
        others = [group for group in self.kernel.outputs if group.name != "state_rates"]
        return "\n".join(
            [
                f"/* Runs {self.name} by steps of Runge and Kutta, and prints its states as a table. */",
                f'#include "{self.name}.h"',
                "",
                "#include <stdio.h>",
                "#include <stdlib.h>",
                "",
                f"enum {{ N = {self._n} }};",
                "",
                "/* inputs, which this program holds */",
                f"static const double tau[] = {{{', '.join(real(x).text for x in tau)}}};",
                "",
                "/* Rates of the states; ends the program where there are none. */",
                "static void rates(double t, const double *x, double *rate)",
                "{",
                *(f"    static double {_local(group.name)}[{max(group.size, 1)}];" for group in others),
                *([f"    static double work[{self._work}];"] if self._work else []),
                f"    const int status = {self.name}({', '.join(self._arguments())});",
                "    (void)t, (void)tau;",
                "    if (status != 0) {",
                f'        fprintf(stderr, "at t = %.9g: %s\\n", t, {self.name}_message(status));',
                "        exit(1);",
                "    }",
                "}",
                "",
                "int main(int argc, char **argv)",
                "{",
                f"    const double until = argc > 1 ? atof(argv[1]) : {real(until).text};",
                f"    const double step = argc > 2 ? atof(argv[2]) : {real(step).text};",
                f"    const double start = {real(t).text};",
                "    const long n_steps = (long)((until - start) / step + 0.5);",
                f"    double x[N] = {{ /* {comment(', '.join(symbols))} */",
                *filled([real(x).text for x in states], "        "),
                "    };",
                "    double y[N], k1[N], k2[N], k3[N], k4[N];",
                "",
                f'    printf("%s\\n", {string(",".join(["t", *symbols]))});',
                "    for (long i = 0;; ++i) {",
                "        const double t = start + (double)i * step;",
                '        printf("%.17g", t);',
                "        for (int j = 0; j < N; ++j)",
                '            printf(",%.17g", x[j]);',
                '        printf("\\n");',
                "        if (i >= n_steps)",
                "            return 0;",
                "        rates(t, x, k1);",
                "        for (int j = 0; j < N; ++j)",
                "            y[j] = x[j] + 0.5 * step * k1[j];",
                "        rates(t + 0.5 * step, y, k2);",
                "        for (int j = 0; j < N; ++j)",
                "            y[j] = x[j] + 0.5 * step * k2[j];",
                "        rates(t + 0.5 * step, y, k3);",
                "        for (int j = 0; j < N; ++j)",
                "            y[j] = x[j] + step * k3[j];",
                "        rates(t + step, y, k4);",
                "        for (int j = 0; j < N; ++j)",
                "            x[j] += step / 6.0 * (k1[j] + 2.0 * (k2[j] + k3[j]) + k4[j]);",
                "    }",
                "}",
                "",
            ]
        )

    def _symbols(self, span: slice) -> Sequence[str]:
        return self.kernel.program.inputs[span]

    def _arguments(self) -> list[str]:
        """Arguments of the generated function: parts of the states, no parameters, arrays for outputs."""
        given, at = [], 0
        for group in self.kernel.inputs:
            if group.name in self._kinds:
                given.append(f"x + {at}" if at else "x")
                at += group.size
            else:
                given.append(group.name)
        given += ["NULL"] if self.kernel.parameters else []
        for group in self.kernel.outputs:
            place = _local(group.name)
            given.append("rate" if group.name == "state_rates" else place)
        return [*given, *(["work"] if self._work else [])]


def _local(name: str) -> str:
    """An array of the program that no other name of it is."""
    return f"output_{identifier(name)}"


def _makefile(name: str) -> str:
    return "\n".join(
        [
            "# make, then ./example [until [step]] > motion.csv",
            "CFLAGS ?= -O2 -march=native",
            "CFLAGS += -std=c99 -Wall -Wextra -ffp-contract=off",
            "",
            f"example: example.c {name}.c {name}.h",
            f"\t$(CC) $(CFLAGS) -o $@ example.c {name}.c -lm",
            "",
            "clean:",
            "\trm -f example",
            "",
            ".PHONY: clean",
            "",
        ]
    )
