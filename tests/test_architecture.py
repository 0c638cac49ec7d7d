"""The layers of CONTRIBUTING.md, read from the source and enforced."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from pathlib import Path

import pytest

SRC = Path(__file__).resolve().parents[1] / "src"

# rooms from the ground up: each imports rooms of earlier lines only, and none of its own line
LAYERS: tuple[tuple[str, ...], ...] = (
    ("arrays", "contract_help", "errors", "fingerprints", "memo", "tolerances"),
    ("lazy_names", "name_checks", "number_checks", "procedures", "rank", "whole_files"),
    ("archive", "config", "expr", "rows", "state"),
    ("numerics", "spatial", "symbolic"),
    ("equations", "integrators", "model"),
    ("native", "tree", "typed"),
    ("principles",),
    ("dynamics", "modules"),
    ("configuration",),
    ("runs",),
    ("comparisons", "conservation", "contact", "reactions", "servo"),
    ("statics",),
    ("files", "linear", "mechanisms"),
    ("sensitivity", "studies"),
    ("estimation", "optimal_control", "optimization"),
    ("pictures",),
    ("homes",),
    ("cli",),
    ("__main__",),
)

LEVEL = {room: level for level, rooms in enumerate(LAYERS) for room in rooms}

# what is written as a user would write it: the public names and settings, nothing else
FROM_OUTSIDE = {"cli": {"dalembert", "config", "errors"}}

# packages that are heavy or replaceable, and the only modules that know them; these may import them lazily
HOMES: dict[str, tuple[str, ...]] = {
    "sympy": ("dalembert.symbolic",),
    "llvmlite": ("dalembert.native",),
    "scipy": ("dalembert.numerics", "dalembert.files.export.result_files"),
    "matplotlib": ("dalembert.pictures",),
    "PIL": ("dalembert.pictures",),
    "pandas": ("dalembert.runs.tables",),
    "pyarrow": ("dalembert.runs.tables",),
    "control": ("dalembert.linear.linear_system",),
    "mujoco": ("dalembert.files.mjcf_compiler",),
    "distributed": ("dalembert.studies.cluster",),
    "cloudpickle": ("dalembert.studies.cluster",),
    "xarray": ("dalembert.studies.table",),
    "casadi": ("dalembert.files.casadi_functions",),
    "jax": ("dalembert.files.jax_functions",),
    "gymnasium": ("dalembert.files.export.gym_environment",),
    "trimesh": ("dalembert.files.mesh_bodies",),
    # not on every system
    "resource": ("dalembert.files.mjcf_compiler",),
    "typer": ("dalembert.cli",),
    "rich": ("dalembert.cli",),
}

# doors: public constructors on a contract that lead to what is built on it, what few models or runs need, and what
# notebooks show of a value. The import stands inside the function, where it is no arrow: nothing is loaded before
# somebody goes through
DOORS: dict[str, set[str]] = {
    "dalembert.equations.equations": {"dalembert.equations.solution"},
    "dalembert.runs.resume": {
        "dalembert.contact.contact_events",
        "dalembert.contact.contact_guards",
        "dalembert.contact.stepped_system",
    },
    "dalembert.integrators.fixed_step_methods": {"dalembert.integrators.implicit"},
    "dalembert.integrators.constrained_methods": {
        *("dalembert.integrators.moreau", "dalembert.integrators.moreau_programs"),
        *("dalembert.integrators.newmark", "dalembert.integrators.newmark_programs"),
        "dalembert.integrators.rolled_newmark",
    },
    "dalembert.integrators.adaptive_methods": {
        "dalembert.integrators.radau",
        "dalembert.integrators.shifted_systems",
        "dalembert.integrators.stiff_control",
    },
    "dalembert.integrators.native_calls": {"concurrent.futures"},
    "dalembert.archive": {"json", "zipfile"},
    "dalembert.whole_files": {"fcntl", "uuid"},
    "dalembert.runs.tables": {"csv"},
    "dalembert.symbolic.equation_text": {"dalembert.symbolic.simplify"},
    "dalembert.runs.driver": {
        "dalembert.contact.contact_runs",
        "dalembert.contact.heap_runs",
        "dalembert.contact.stepped_runs",
        "dalembert.runs.singular_positions",
    },
    "dalembert.tree.tree_outputs": {"dalembert.servo.law"},
    "dalembert.model.model": {
        "dalembert.model.standalone",
        "dalembert.model.model_summary",
        "dalembert.pictures.notebook",
    },
    "dalembert.pictures.page_tree": {"dalembert.pictures.tree_diagram"},
    "dalembert.runs.motion": {"dalembert.files.save_motion", "dalembert.pictures.notebook"},
    "dalembert.configuration.assemble": {"dalembert.pictures.notebook"},
    "dalembert.comparisons.comparison": {"dalembert.pictures.notebook"},
    "dalembert.statics.equilibrium_search": {"dalembert.pictures.notebook"},
    "dalembert.configuration.mobility": {"dalembert.pictures.notebook"},
}

HOMELESS_NAMES = {"utils", "misc", "common", "base", "core"}


@dataclass(frozen=True)
class Import:
    """One import: `module` needs `target`; `form` says what is wrong with the way it is written."""

    module: str
    line: int
    target: str
    form: str = ""
    at_top: bool = True

    def __str__(self) -> str:
        return f"{self.module}:{self.line} → {self.target}"


# reading


def read_modules(src: Path) -> dict[str, ast.Module]:
    """Syntax trees of all modules below a source folder, by dotted name."""
    return {
        name: ast.parse(file.read_text(encoding="utf-8"), filename=str(file))
        for name, file in module_files(src).items()
    }


def module_files(src: Path) -> dict[str, Path]:
    return {dotted_name(file.relative_to(src)): file for file in sorted(src.rglob("*.py"))}


def dotted_name(file: Path) -> str:
    parts = file.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def read_imports(module: str, tree: ast.Module, known: set[str]) -> Iterator[Import]:
    """Imports of one module, wherever they stand."""
    top = top_imports(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(module, node.lineno, alias.name, at_top=node in top)
        elif isinstance(node, ast.ImportFrom):
            source = "." * node.level + (node.module or "")
            for alias in node.names:
                # `from package import module` needs the module, `from module import name` the module too
                whole = f"{source}.{alias.name}"
                target = whole if whole in known else source
                form = "is relative" if node.level else "imports *" if alias.name == "*" else ""
                yield Import(module, node.lineno, target, form, at_top=node in top)


def top_imports(tree: ast.Module) -> set[ast.stmt]:
    """Imports before the first statement that does something, types-only ones included."""
    top: set[ast.stmt] = set()
    for node in tree.body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            top.add(node)
        elif isinstance(node, ast.If) and ast.unparse(node.test).split(".")[-1] == "TYPE_CHECKING":
            top.update(node.body)
        elif not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            break
    return top


# judging


def violations(src: Path) -> list[str]:
    """Everything in a source folder that breaks the rules, one sentence each."""
    modules = read_modules(src)
    known = set(modules)
    imports = [i for name, tree in modules.items() for i in read_imports(name, tree, known) if not is_door(i)]
    arrows = {name: {i.target for i in imports if i.module == name and i.target in known} for name in modules}
    return [
        *(fault for name in modules for fault in name_faults(name)),
        *(fault for one in imports for fault in import_faults(one)),
        *(f"import cycle: {cycle}" for cycle in cycles(arrows)),
    ]


def name_faults(module: str) -> Iterator[str]:
    """A module belongs to a room of the table and has a name that says what it holds."""
    if module != "dalembert" and room(module) not in LEVEL:
        yield f"{module}: room {room(module)!r} is in no layer"
    for part in module.split("."):
        if part.strip("_") in HOMELESS_NAMES:
            yield f"{module}: {part!r} says nothing about what is inside"


def import_faults(one: Import) -> Iterator[str]:
    """A single import is absolute, explicit, at the top, and goes downwards."""
    package = one.target.split(".")[0]
    homes = HOMES.get(package)
    if one.form:
        yield f"{one}: {one.form}"
    if not one.at_top and homes is None:
        yield f"{one}: is not at the top of the module"
    if homes is not None and not any(one.module == home or one.module.startswith(home + ".") for home in homes):
        yield f"{one}: {package} may be imported in {', '.join(homes)} only"
    if package == "dalembert" and not is_allowed(one):
        yield f"{one}: {room(one.target)!r} is not below {room(one.module)!r}"


def is_door(one: Import) -> bool:
    """Whether an import inside a function leads from a contract to what makes it."""
    return not one.at_top and not one.form and one.target in DOORS.get(one.module, set())


def is_allowed(one: Import) -> bool:
    """Whether an arrow between two of our own modules stays in its room or goes to a lower layer."""
    source, target = room(one.module), room(one.target)
    if source in FROM_OUTSIDE:
        return target in FROM_OUTSIDE[source] | {source}
    return one.module == "dalembert" or source == target or LEVEL.get(target, len(LAYERS)) < LEVEL.get(source, 0)


def room(module: str) -> str:
    """The folder or file below the package that a module belongs to."""
    return module.split(".")[1] if "." in module else module


def cycles(arrows: dict[str, set[str]]) -> Iterator[str]:
    """Closed paths of imports, until none is left when one arrow of each is taken away."""
    arrows = {module: set(targets) for module, targets in arrows.items()}
    while True:
        try:
            TopologicalSorter(arrows).prepare()
        except CycleError as error:
            path = error.args[1][::-1]
            yield " → ".join(path)
            arrows[path[0]].discard(path[1])
        else:
            return


# our source


def test_our_source_follows_the_rules():
    faults = violations(SRC)
    assert not faults, "\n" + "\n".join(faults)


def test_the_layers_are_those_of_contributing():
    text = (SRC.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")
    table = text.split("| layer | rooms |\n|---|---|\n")[1].split("\n\n")[0]
    written = [re.findall(r"`(\w+)/?`", re.sub(r"\(.*?\)", "", line.split("|")[2])) for line in table.splitlines()]
    assert [sorted(rooms) for rooms in written] == [sorted(rooms) for rooms in LAYERS]


def test_our_source_is_found():
    assert {"dalembert", "dalembert.errors"} <= set(module_files(SRC))


# the checker itself, on small source trees


def write_tree(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        file = folder / "dalembert" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return folder


def test_legal_tree_has_no_faults(tmp_path):
    tree = {
        "__init__.py": "from dalembert.expr.node import Node\nfrom dalembert.model.body import Body\n",
        "errors.py": "",
        "config.py": "import os\nfrom dalembert.errors import E\n",
        "procedures/language.py": "from dalembert.errors import E\n",
        "expr/__init__.py": "",
        "expr/node.py": "import numpy\nfrom dalembert import errors\nimport dalembert.procedures.language\n",
        "symbolic/to_sympy.py": "def f():\n    import sympy\n",
        "symbolic/simplify_worker.py": "import sympy\n",
        "model/body.py": (
            '"""Doc."""\n\nfrom __future__ import annotations\nfrom typing import TYPE_CHECKING\n'
            "if TYPE_CHECKING:\n    from dalembert.expr.node import Node\nx = 1\n"
        ),
        "numerics/newton.py": "from dalembert.procedures.language import L\nimport scipy.linalg\n",
        "native/code.py": (
            "import dalembert.config\nfrom dalembert.numerics import newton\n"
            "def f():\n    from llvmlite import binding\n"
        ),
        "pictures/plots.py": "def f():\n    import matplotlib.pyplot as plt\n",
        "equations/equations.py": "def f():\n    from dalembert.equations.solution import g\n",
        "equations/solution.py": "from dalembert.equations.equations import f\n",
        "cli/main.py": "import dalembert as da\nfrom dalembert import Body\n",
    }
    assert violations(write_tree(tmp_path, tree)) == []


@pytest.mark.parametrize(
    ("files", "fault"),
    [
        # arrows that go upwards, or to the side
        (
            {"expr/node.py": "from dalembert.native.code import C\n"},
            "dalembert.expr.node:1 → dalembert.native.code: 'native' is not below 'expr'",
        ),
        (
            {"spatial/pose.py": "\nimport dalembert.model.body\n"},
            "dalembert.spatial.pose:2 → dalembert.model.body: 'model' is not below 'spatial'",
        ),
        (
            {"spatial/pose.py": "from dalembert import model\n", "model/__init__.py": ""},
            "dalembert.spatial.pose:1 → dalembert.model: 'model' is not below 'spatial'",
        ),
        (
            {"procedures/language.py": "from dalembert.config import cache\n"},
            "dalembert.procedures.language:1 → dalembert.config: 'config' is not below 'procedures'",
        ),
        (
            {"errors.py": "from dalembert.config import cache\n"},
            "dalembert.errors:1 → dalembert.config: 'config' is not below 'errors'",
        ),
        (
            {"model/body.py": "from dalembert import Node\n"},
            "dalembert.model.body:1 → dalembert: 'dalembert' is not below 'model'",
        ),
        (
            {"cli/main.py": "from dalembert.pictures.plots import plot\n"},
            "dalembert.cli.main:1 → dalembert.pictures.plots: 'pictures' is not below 'cli'",
        ),
        (
            {
                "runs/motion.py": (
                    "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n"
                    "    from dalembert.contact.guards import G\n"
                )
            },
            "dalembert.runs.motion:3 → dalembert.contact.guards: 'contact' is not below 'runs'",
        ),
        # packages with one home
        (
            {"expr/node.py": "import sympy\n"},
            "dalembert.expr.node:1 → sympy: sympy may be imported in dalembert.symbolic only",
        ),
        (
            {"dynamics/engine.py": "def f():\n    from llvmlite import binding\n"},
            "dalembert.dynamics.engine:2 → llvmlite: llvmlite may be imported in dalembert.native only",
        ),
        (
            {"linear/linearize.py": "import scipy.linalg as la\n"},
            "dalembert.linear.linearize:1 → scipy.linalg: scipy may be imported in dalembert.numerics, "
            "dalembert.files.export.result_files only",
        ),
        (
            {"runs/motion.py": "from matplotlib import pyplot\n"},
            "dalembert.runs.motion:1 → matplotlib: matplotlib may be imported in dalembert.pictures only",
        ),
        (
            {"native_old.py": "import llvmlite\n"},
            "dalembert.native_old:1 → llvmlite: llvmlite may be imported in dalembert.native only",
        ),
        # a door leads to one place
        (
            {"equations.py": "def f():\n    from dalembert.principles.kane import g\n"},
            "dalembert.equations:2 → dalembert.principles.kane: is not at the top of the module",
        ),
        # form and place
        ({"expr/node.py": "from .ops import add\n"}, "dalembert.expr.node:1 → .ops: is relative"),
        ({"expr/node.py": "from . import ops\n"}, "dalembert.expr.node:1 → .: is relative"),
        (
            {"expr/node.py": "from dalembert.expr.ops import *\n", "expr/ops.py": ""},
            "dalembert.expr.node:1 → dalembert.expr.ops: imports *",
        ),
        (
            {"expr/node.py": "def f():\n    import json\n"},
            "dalembert.expr.node:2 → json: is not at the top of the module",
        ),
        (
            {"expr/node.py": "x = 1\nimport json\n"},
            "dalembert.expr.node:2 → json: is not at the top of the module",
        ),
        (
            {"expr/node.py": "try:\n    import json\nexcept ImportError:\n    pass\n"},
            "dalembert.expr.node:2 → json: is not at the top of the module",
        ),
        # names
        ({"extras/text.py": ""}, "dalembert.extras.text: room 'extras' is in no layer"),
        ({"expr/utils.py": ""}, "dalembert.expr.utils: 'utils' says nothing about what is inside"),
        ({"expr/_base.py": ""}, "dalembert.expr._base: '_base' says nothing about what is inside"),
        ({"model/core/__init__.py": ""}, "dalembert.model.core: 'core' says nothing about what is inside"),
    ],
)
def test_each_fault_is_named(tmp_path, files, fault):
    assert fault in violations(write_tree(tmp_path, files))


def test_cycles_are_named_with_their_arrows(tmp_path):
    tree = {
        "expr/a.py": "from dalembert.expr.b import b\n",
        "expr/b.py": "from dalembert.expr import c\n",
        "expr/c.py": "import dalembert.expr.a\n",
        "model/__init__.py": "from dalembert.model.body import Body\n",
        "model/body.py": "from dalembert.model import Body\n",
    }
    faults = violations(write_tree(tmp_path, tree))
    assert len(faults) == 2
    assert all(fault.startswith("import cycle: ") for fault in faults)
    loops = [fault.removeprefix("import cycle: ").split(" → ") for fault in faults]
    assert sorted(sorted(set(loop)) for loop in loops) == [
        ["dalembert.expr.a", "dalembert.expr.b", "dalembert.expr.c"],
        ["dalembert.model", "dalembert.model.body"],
    ]
    three = next(loop for loop in loops if len(loop) == 4)
    assert ("dalembert.expr.a", "dalembert.expr.b") in pairwise(three)


def test_implicit_import_of_a_parent_package_is_no_cycle(tmp_path):
    tree = {
        "expr/__init__.py": "from dalembert.expr.node import Node\n",
        "expr/node.py": "from dalembert.expr.ops import add\n",
        "expr/ops.py": "",
    }
    assert violations(write_tree(tmp_path, tree)) == []
