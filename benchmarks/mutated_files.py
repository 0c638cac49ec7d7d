"""Loads mutated files of each format: each gives a model or a clear error, soon and in little memory.

    python benchmarks/mutated_files.py --count 2000
    python benchmarks/mutated_files.py --count 50000 --only expressions

A row a format: files, how many load or are refused, the longest time of processors, and the largest memory of the
process and of one that it starts.
Anything but a model or an error of ours ends the program with the seed. MJCF takes a process for each file.
"""

import argparse
import os
import random
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

import dalembert as da
from dalembert.files.model_file import KINDS

if sys.platform != "win32":
    import resource

FOLDER = Path(__file__).parents[1] / "tests" / "files"

NASTY = [
    "nan",
    "1e999",
    "-1e308",
    "-1",
    "0",
    "",
    "x",
    "../x",
    '"',
    "<",
    "&",
    "\0",
    "é",
    "9" * 400,
    "[[",
    "]",
    "{",
    "((",
    "'",
]
"""What takes the place of words."""


def mutated(text: str, rng: random.Random) -> str:
    """A text with words exchanged, repeated, cut or replaced."""
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        words = text.split(" ")
        k, j = (rng.randrange(len(words)) for _ in range(2))
        match rng.randrange(6):
            case 0:
                words[k] = rng.choice(NASTY)
            case 1:
                words[k], words[j] = words[j], words[k]
            case 2:
                del words[min(k, j) : min(k, j) + rng.choice((1, 2, 20))]
            case 3:
                words[k] = words[k] * rng.choice((2, 3, 50))
            case 4:
                words[k:k] = words[j : j + rng.choice((1, 5, 30))]
            case 5:
                at = rng.randrange(len(text) + 1)
                text = (
                    text[:at] + rng.choice([*NASTY, "0", "9", "-", ".", "e"]) + text[at + rng.choice((0, 1, 4)) :]
                )
                continue
        text = " ".join(words)
    return text


def files() -> Mapping[str, list[str]]:
    """Good files of each format."""
    sys.path.insert(0, str(FOLDER.parents[1]))
    from tests.files import test_mjcf, test_sdf, test_urdf

    return {
        "urdf": [test_urdf.ARM],
        "sdf": [test_sdf.ARM, test_sdf.FOUR_BAR.format(links="")],
        "toml": [da.model_files.starter(kind) for kind in KINDS],
        "xml": [test_mjcf.ROBOT, test_mjcf.PILE.format(slope=10)],
    }


EXPRESSIONS = [
    "sin(2*pi*t)**2 + 3e-2",
    "where(t < 1, exp(-t), 0)",
    "(1 + 2)*(3 - t)/4",
    "atan2(t, -t) + max(1, 2)",
    "position('rod').y",
    "-2**-2 + 5 mm",
]


def expression_file(rng: random.Random) -> str:
    """A good file but for an expression that is anything."""
    text = rng.choice(EXPRESSIONS)
    for _ in range(rng.choice((1, 2, 4, 30))):
        at, new = rng.randrange(len(text) + 1), rng.choice("()+-*/^,.0123456789etkxy'\"_ []<>=!&|~%$#\\π\u200b")
        text = text[:at] + new * rng.choice((1, 1, 1, 200)) + text[at + rng.choice((0, 0, 1)) :]
    text = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
    return f'{da.model_files.starter("pendulum")}\n[expressions]\nlaw = "{text}"\n'


def tried(what: str, count: int, seed: int, text_of: Callable[[random.Random], str], suffix: str) -> str:
    """The row of a format."""
    loaded, slowest = 0, 0.0
    with tempfile.TemporaryDirectory() as folder:
        for k in range(count):
            rng = random.Random(f"{what} {seed} {k}")
            file = Path(folder) / f"file.{suffix}"
            file.write_text(text_of(rng), encoding="utf-8", errors="surrogateescape")
            start = sum(os.times()[:4])
            try:
                da.load(file)
                loaded += 1
            except da.errors.DalembertError:
                pass
            except BaseException:
                print(f"{what}, seed {seed}, number {k}:\n{file.read_text(encoding='utf-8')}")
                raise
            slowest = max(slowest, sum(os.times()[:4]) - start)
    return f"| {what} | {count} | {loaded} | {count - loaded} | {slowest:.2f} | {_memory()} |"


def _memory() -> str:
    """Megabytes of this process, and of the largest that it has started."""
    if sys.platform == "win32":
        return "not told"
    kinds = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return " and ".join(f"{resource.getrusage(kind).ru_maxrss / 1024:.0f}" for kind in kinds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    print("| format | files | load | are refused | longest, s | memory, MB |\n|---|---|---|---|---|---|")
    for suffix, texts in files().items():
        if options.only in ("", suffix):
            some = options.count // 20 if suffix == "xml" and not options.only else options.count
            row = tried(suffix, some, options.seed, lambda rng, x=texts: mutated(rng.choice(x), rng), suffix)
            print(row, flush=True)
    if options.only in ("", "expressions"):
        print(tried("expressions", options.count, options.seed, expression_file, "toml"))


if __name__ == "__main__":
    main()
