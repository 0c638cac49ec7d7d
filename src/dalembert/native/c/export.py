"""Kernels as C: a file and its header that need nothing but a C99 compiler and its mathematics library."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from dalembert.errors import CompileError
from dalembert.native.c.arguments import Arguments
from dalembert.native.c.c_names import comment, is_usable, string
from dalembert.native.c.c_operations import real
from dalembert.native.c.c_program import ProgramBody, with_unused
from dalembert.native.c.plan import PART
from dalembert.native.c.unit import Unit, function_code, signature
from dalembert.native.kernel import Kernel
from dalembert.whole_files import checked_path, write_files

STACK = 256
"""Doubles of work space that the function has itself; if it needs more, the caller provides all of it."""

_COLUMNS = 100


@dataclass(frozen=True)
class CFiles:
    """Where exported C is."""

    source: Path
    header: Path


def export_c(kernel: Kernel, path: str | PathLike[str], name: str | None = None) -> CFiles:
    """Write a kernel as a C99 function: `path` with the endings .c and .h, or `name.c` and `name.h` in a folder.

    The header says how to call the function. Results equal those of the kernel up to the C library's sines and
    exponentials; callbacks become functions that the user supplies.

    Parameters
    ----------
    kernel : Kernel
        What is written, from `da.kernels.compile`.
    path : str or path
        File, with or without the ending .c, or a folder that exists.
    name : str, optional
        What everything in the files begins with; default the file's own name. A folder needs it.

    Examples
    --------
    >>> from pathlib import Path
    >>> import dalembert as da
    >>> x = da.expr.symbols("x", 2)
    >>> files = da.kernels.export_c(da.kernels.compile(x[0] * x[1], [x]), Path("product"))
    >>> print(sorted(file.name for file in Path(".").glob("product*")))
    ['product.c', 'product.h']
    """
    if not isinstance(kernel, Kernel):
        raise CompileError(
            "what is written as C is a kernel, such as da.kernels.compile(outputs, inputs) makes of expressions, "
            f"not {type(kernel).__name__}"
        )
    stem = _checked_stem(path, name)
    code = CCode(kernel, name if name is not None else stem.name)
    files = CFiles(stem.with_name(f"{stem.name}.c"), stem.with_name(f"{stem.name}.h"))
    contents = {files.source: code.source(files.header.name), files.header: code.header}
    write_files({file: content.encode() for file, content in contents.items()}, CompileError)
    return files


def _checked_stem(path: str | PathLike[str], name: str | None) -> Path:
    """The path of both files without their endings."""
    if isinstance(path, str | PathLike) and Path(path).is_dir():
        if name is None:
            raise CompileError(f"{str(path)!r} is a folder; say export_c(…, name=…) how to call what is in it")
        return Path(path) / name
    checked = checked_path(path, "arm.c", CompileError)
    if checked.suffix not in ("", ".c", ".h"):
        raise CompileError(f"exported C has the ending .c, not {checked.suffix!r} as in {checked.name!r}")
    if not checked.parent.is_dir():
        raise CompileError(
            f"the folder {str(checked.parent)!r} for {checked.name!r} does not exist; make it first"
        )
    return checked.with_suffix("")


class CCode:
    """C code of a kernel; equal kernels have equal code."""

    def __init__(self, kernel: Kernel, name: str, *, part_size: int = PART, stack: int = STACK) -> None:
        if not is_usable(name):
            raise CompileError(
                f"{name!r} cannot be the name of a function in C; give export_c(…, name=…) one of letters, digits "
                "and underscores that C does not use itself"
            )
        self.kernel, self.name = kernel, name
        self._stack = stack
        self._arguments = Arguments(kernel, name)
        self._unit = Unit(name, part_size)
        for wish in ("parameters", "defaults", "message"):
            self._unit.name(wish)
        self._program = ProgramBody(self._unit, kernel.program, self._arguments.face, "")
        self._lines = self._program.lines()

    # ---- header

    @property
    def header(self) -> str:
        """The header: types, what the user supplies, and the function."""
        guard = f"{self.name.upper()}_H"
        blocks = [
            f"#ifndef {guard}\n#define {guard}\n",
            '#ifdef __cplusplus\nextern "C" {\n#endif\n',
            *self._parameters(),
            *self._work(),
            *self._callbacks(),
            f"{self._documentation()}{signature(f'int {self.name}', list(self._declarations.values()))};\n",
            f"/* What a status of {self.name} means. */\nconst char *{self.name}_message(int status);\n",
            "#ifdef __cplusplus\n}\n#endif\n",
            f"#endif /* {guard} */\n",
        ]
        return "\n".join(blocks)

    @property
    def _declarations(self) -> dict[str, str]:
        work = {"work": "double *work"} if self._needs_caller else {}
        return {**self._arguments.face.arguments, **work}

    @property
    def work(self) -> int:
        """Doubles of work space that the caller provides; zero if it need not."""
        return self._program.work if self._needs_caller else 0

    @property
    def _needs_caller(self) -> bool:
        return self._program.work > self._stack

    def _parameters(self) -> list[str]:
        fields = self._arguments.fields
        if not fields:
            return []
        lines = ["/* Parameters, and their default values. */", "typedef struct {"]
        for field, name, default in zip(fields, self.kernel.parameters, self.kernel.defaults, strict=True):
            note = "" if field == name else f"{comment(name)}; "
            lines.append(f"    double {field}; /* {note}default {real(default).text} */")
        lines += [
            f"}} {self.name}_parameters;",
            "",
            f"extern const {self.name}_parameters {self.name}_defaults;",
            "",
        ]
        return ["\n".join(lines)]

    def _work(self) -> list[str]:
        if not self._needs_caller:
            return []
        return [f"/* Doubles of work space. */\n#define {self.name.upper()}_WORK {self._program.work}\n"]

    def _callbacks(self) -> list[str]:
        return [
            f"/*\n * The callback {routine.name!r}, which you supply: {routine.n_outputs} results y of "
            f"{routine.n_inputs} operands x.\n * It returns 0, or anything else if there is no result.\n */\n"
            f"extern int {symbol}(const double *x, double *y);\n"
            for symbol, routine in self._unit.callbacks.items()
        ]

    def _documentation(self) -> str:
        notes = dict(self._arguments.notes)
        if self._needs_caller:
            notes["work"] = f"work space of {self.name.upper()}_WORK doubles; its contents do not matter"
        width = max(map(len, notes), default=0)
        lines = [f"{self.name}: {self.kernel.operations} operations, exported from dalembert.", ""]
        for name, note in notes.items():
            lines += textwrap.wrap(
                f"{name:{width}}  {note}", _COLUMNS, subsequent_indent=" " * (width + 2), break_long_words=False
            )
        status = "Returns 0."
        if self._program.has_status:
            status = (
                "Returns 0, or the number of the first routine that has no result, see "
                f"{self.name}_message: outputs that depend on it are then not numbers (NaN)."
            )
        rest = (
            f"{status} Arrays are stored row by row; outputs must not overlap inputs. The function keeps nothing "
            "between calls: threads may call it at the same time."
        )
        lines += ["", *textwrap.wrap(rest, _COLUMNS)]
        return "\n".join(["/*", *(f" * {line}".rstrip() for line in lines), " */", ""])

    # ---- source

    def source(self, header: str) -> str:
        """The C file, given the name of its header."""
        definitions = [
            *self._unit.helpers,
            *self._unit.definitions,
            *self._defaults(),
            self._entry(),
            self._message(),
        ]
        body = "\n".join(definitions)
        includes = [
            "math.h",
            *(["stdint.h"] if "int64_t" in body else []),
            *(["string.h"] if "memcpy" in body else []),
        ]
        return "\n".join(
            [
                f"/* Exported from dalembert: {self.name}, described in {header}.",
                " *",
                " * Compile with -O2 or more, and say so if the processor has a fused multiply-add (-mfma,",
                " * -march=native): fma() is slow otherwise. Options like -ffast-math change the results.",
                " */",
                f'#include "{header}"',
                "",
                *(f"#include <{file}>" for file in includes),
                "",
                body,
            ]
        )

    def _defaults(self) -> list[str]:
        fields = self._arguments.fields
        if not fields:
            return []
        values = [
            f"    .{field} = {real(value).text},"
            for field, value in zip(fields, self.kernel.defaults, strict=True)
        ]
        head = f"const {self.name}_parameters {self.name}_defaults = {{"
        return ["\n".join([head, *values, "};", ""])]

    def _entry(self) -> str:
        """The function itself."""
        head: list[str] = []
        if self._arguments.fields:
            p = self._arguments.parameters
            head += [f"    if (!{p})", f"        {p} = &{self.name}_defaults;", ""]
        if self._program.work and not self._needs_caller:
            head.append(f"    double work[{self._program.work}];")
        lines = with_unused(self._declarations, [*head, *self._lines])
        return function_code(f"int {self.name}", list(self._declarations.values()), lines)

    def _message(self) -> str:
        cases = [(0, "no failure")]
        cases += [(k, routine.failure) for k, routine in enumerate(self.kernel.program.routines, start=1)]
        lines = ["    switch (status) {"]
        for status, text in cases:
            lines += [f"    case {status}:", f"        return {string(text)};"]
        lines += ["    default:", '        return "unknown status";', "    }"]
        return function_code(f"const char *{self.name}_message", ["int status"], lines)
