import ast
import doctest
import inspect
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

import dalembert
from dalembert.lazy_names import OF_OTHER_PACKAGES

STUB = Path(dalembert.__file__).with_suffix(".pyi")
MOST_FLAT, MOST_HOMES, MOST_NAMES = 137, 26, 553
"""How many names stand flat, how many homes there are, and names in all.

Eight more than the 470 before trees had joints: six joints as rows, as F000-87 lists them, the places between
which they stand, and angles of one's own. Then six about model files: `save`, and a home of five.
Then `live`: `view` shows what was, `live` what would be, of a model, with other arguments.
Then `open_sweep`, and a home of samples, distributions and numbers along runs for sweeps.
`profile` tells where time goes.
Then `model_files.from_dh`: textbooks and data sheets have robots as tables, which nothing else reads;
and `model_files.law_of_time`: the command line takes laws of time, and calls public names only;
and `model_files.body_from_mesh`: what a drawing encloses, which people would integrate by hand.
Then `control.gym_environment`: agents learn in environments of another package's contract, not in a stepper.
Then `kernels.jax_functions` and what it gives: of the same graph as CasADi's.
Then `contacts.FrictionLaw`, `contacts.PatchFriction`, `geometry.ContactSurface`: contracts of laws of one's own.
Then `control.step` beside `bode` and `nyquist`: the response that is looked at first had no picture.
Then `extend.rotor`: an inertia that moves with a joint is no body, and no row either.
Then `fit`, and a home of experiments, losses and methods: each user wrote forty lines around SciPy for it;
and `regressor`: base parameters are a matter of the whole tree, not of a search;
and `uncertainty`: which length matters is asked of every mechanism, and was a sweep and a regression.
Two of the methods of fits are for motions that no whole run follows.
Then `measures.orientation_error`: goals of orientation, which every robot has, were written by hand.
"""

PAGE = Path(__file__).resolve().parents[1] / "docs" / "reference" / "names-by-task.md"


def public_names(namespace: dict[str, Any]) -> list[str]:
    """Names without underscore that are no modules, sorted."""
    return sorted(
        name for name, value in namespace.items() if not name.startswith("_") and not isinstance(value, ModuleType)
    )


def undocumented(namespace: dict[str, Any]) -> list[str]:
    """Public classes and functions without a docstring of their own.

    Instances (`time`, `pi`) are excepted: they cannot carry one. A dataclass without a docstring gets its
    signature as one, which does not count.
    """
    return [
        name
        for name in public_names(namespace)
        if (inspect.isclass(value := namespace[name]) or inspect.isroutine(value))
        and (not value.__doc__ or value.__doc__.startswith(f"{value.__name__}("))
    ]


def flat() -> dict[str, Any]:
    """All that stands in `da` itself, homes included."""
    return {name: getattr(dalembert, name) for name in dalembert.__all__}


def homes() -> dict[str, dict[str, Any]]:
    """Names of each home with what they mean."""
    found = {}
    for home, module in flat().items():
        if isinstance(module, ModuleType):
            # a home imports what it offers; the looks are a module of their own, which offers what it defines
            names = getattr(module, "__all__", None) or public_names(vars(module))
            own = [name for name in names if getattr(getattr(module, name), "__module__", "") == module.__name__]
            found[home] = {name: getattr(module, name) for name in own or names}
    return found


def spoken() -> list[str]:
    """All public names as users type them after `da.`."""
    names = [*public_names(flat()), *(f"{home}.{name}" for home, names in homes().items() for name in names)]
    return sorted(names)


def test_the_list_has_one_name_on_each_line():
    lines = [line for line in STUB.read_text(encoding="utf-8").splitlines() if line and not line.startswith('"""')]
    assert all(re.fullmatch(r"from [\w.]+ import (\w+) as \1", line) for line in lines)
    assert len(lines) == len(dalembert.__all__)


def test_all_names_what_type_checkers_see():
    statements = ast.parse(STUB.read_text(encoding="utf-8")).body[1:]
    declared = [alias.asname for one in statements if isinstance(one, ast.ImportFrom) for alias in one.names]
    assert dalembert.__all__ == sorted(set(declared)) == dir(dalembert)


def test_names_are_those_of_the_modules_they_come_from():
    for name, home in dalembert._HOMES.items():
        found = getattr(dalembert, name)
        module = sys.modules.get(f"{home}.{name}")
        assert found is (getattr(sys.modules[home], name) if module is None else module)


def test_a_name_stands_in_one_place():
    places: dict[str, list[str]] = {}
    for name in spoken():
        places.setdefault(name.split(".")[-1], []).append(name)
    # what a body looks like is called as what it is; a cam has a profile, and so has the time that a run takes
    assert [
        names
        for names in places.values()
        if len({n for n in names if not n.startswith("visuals.") and n != "planar.profile"}) > 1
    ] == []


def test_the_public_face_stays_small():
    """Whoever adds a name finds one to take away, or says here why there should be more."""
    assert len(public_names(flat())) <= MOST_FLAT
    assert len(homes()) <= MOST_HOMES
    assert len(spoken()) <= MOST_NAMES


def test_no_two_flat_names_differ_by_capitals_only():
    names = [name.lower() for name in public_names(flat())]
    assert {name for name in names if names.count(name) > 1} == set()


def test_every_public_name_has_a_docstring():
    assert undocumented(flat()) == []
    assert {home: undocumented(names) for home, names in homes().items() if undocumented(names)} == {}


def test_every_public_name_stands_once_on_the_page_of_names_by_task():
    page = PAGE.read_text(encoding="utf-8")
    told = re.findall(r"`da\.([\w.]+)`", page)
    assert sorted(told) == spoken()


def test_importing_the_package_imports_nothing_heavy():
    script = "import sys, dalembert; print([m for m in ('numpy', 'sympy', 'llvmlite') if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True).stdout.strip() == "[]"


def test_names_and_homes_are_imported_in_every_way():
    script = "\n".join(
        [
            "from dalembert import Revolute, kernels",
            "from dalembert.homes.matrices import solve",
            "from dalembert import *",
            "import dalembert.homes.solvers, dalembert as da",
            "print(Revolute is da.Revolute, kernels.compile is da.kernels.compile)",
            "print(solve is da.matrices.solve, pi is da.pi)",
        ]
    )
    answer = subprocess.run([sys.executable, "-W", "error", "-c", script], capture_output=True, text=True)
    assert answer.stdout.split() == ["True"] * 4, answer.stderr


def test_compiling_does_not_import_sympy():
    script = "\n".join(
        [
            "import sys, dalembert as da",
            "x = da.expr.symbol('x')",
            "da.kernels.compile(da.sin(x), [x])(1.0)",
            "print('sympy' in sys.modules)",
        ]
    )
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True).stdout.strip() == "False"


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="'revolute'"):
        _ = dalembert.revolute


def test_a_name_that_stands_in_a_home_is_told_where():
    with pytest.raises(AttributeError, match=r"no attribute 'Radau'; there is dalembert.methods.Radau"):
        _ = dalembert.Radau
    with pytest.raises(AttributeError, match=r"no attribute 'Pose'; there is dalembert.spatial.Pose"):
        _ = dalembert.Pose


def test_a_name_that_was_tells_the_one_that_is():
    with pytest.raises(AttributeError, match=r"no attribute 'parts'; it is called dalembert.extend"):
        _ = dalembert.parts


@pytest.mark.parametrize(("theirs", "ours"), OF_OTHER_PACKAGES.items())
def test_a_name_of_another_package_tells_ours(theirs, ours):
    assert ours in spoken() or ours == "ground"
    with pytest.raises(AttributeError, match=f"it is called dalembert.{ours}|there is dalembert"):
        getattr(dalembert, theirs)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("revolute", "there is dalembert.Revolute"),
        ("Rod", "there is dalembert.rod"),
        ("LQR", "there is dalembert.control.lqr"),
        ("ball_joint", "it is called dalembert.Spherical here"),
        ("simulte", "did you mean dalembert.simulate?"),
    ],
)
def test_a_name_that_is_spelled_another_way_tells_ours(typed, meant):
    with pytest.raises(AttributeError, match=re.escape(meant)):
        getattr(dalembert, typed)


@pytest.mark.parametrize("name", ["__wrapped__", "_private", "something_else_entirely"])
def test_what_nobody_could_mean_has_no_hint(name):
    with pytest.raises(AttributeError, match=f"has no attribute '{name}'$"):
        getattr(dalembert, name)


def test_no_room_hides_a_public_name():
    """Python sets a module below a package as its attribute once it is imported, whatever stood there."""
    rooms = {path.stem for path in Path(dalembert.__file__).parent.iterdir()}
    assert {name for name in rooms & {*dalembert.__all__} if not isinstance(flat()[name], ModuleType)} == set()


def test_missing_docstrings_are_noticed():
    class Silent:
        pass

    class Signature:
        """Signature(x: float)"""

    class Spoken:
        """Says what it is."""

    def mute():
        pass

    namespace = vars(
        SimpleNamespace(
            Silent=Silent, Signature=Signature, Spoken=Spoken, mute=mute, _own=mute, pi=3.14, mod=inspect
        )
    )
    assert undocumented(namespace) == ["Signature", "Silent", "mute"]
    assert public_names(namespace) == ["Signature", "Silent", "Spoken", "mute", "pi"]


def test_every_name_on_the_page_of_words_is_public():
    """A headword in backticks is a name, and so is what stands in backticks with a capital or a home before it."""
    page = (PAGE.parent / "glossary.md").read_text(encoding="utf-8")
    headwords = re.findall(r"^- \*\*(.+?)\*\*: ", page, re.MULTILINE)
    assert len(headwords) == len({*headwords}) >= 60
    names = {word.strip("`") for word in headwords if word.startswith("`")}
    assert names - {*spoken()} == set()
    mentioned = {
        name for name in re.findall(r"`([\w.]+)`", page) if name[0].isupper() or name.split(".")[0] in homes()
    }
    assert mentioned - {*spoken()} == set()


def test_every_public_name_has_an_example():
    """Examples run as doctests; what has no docstring of its own, `ground`, `pi` and `time`, is excepted."""
    without = []
    for name in spoken():
        value = value_of(name)
        if (inspect.isclass(value) or inspect.isroutine(value)) and not is_shown(inspect.getdoc(value) or ""):
            without.append(name)
    assert without == []


def value_of(name: str) -> object:
    """What stands behind `da.<name>`."""
    value: object = dalembert
    for part in name.split("."):
        value = getattr(value, part)
    return value


def is_shown(text: str) -> bool:
    """Whether a docstring has an example that calls something of the package."""
    return any("da." in example.source for example in doctest.DocTestParser().get_examples(text))
