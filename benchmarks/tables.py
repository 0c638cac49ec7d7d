"""Writes the speed page and the table of the README from measured figures.

    python benchmarks/run.py --json benchmarks/measured.json
    python benchmarks/tables.py

Nothing is measured here. `make bench` does both.
"""

from pathlib import Path

from compared import ROWS
from figures import Figure
from measured import Measured

ROOT = Path(__file__).resolve().parents[1]
MEASURED = Path(__file__).with_name("measured.json")
PAGE, README = ROOT / "docs" / "reference" / "speed.md", ROOT / "README.md"
BEGIN, END = "<!-- by benchmarks/tables.py -->", "<!-- end -->"


def seconds(t: float) -> str:
    """A time with a unit that suits it."""
    unit, factor = next((u, f) for u, f in (("s", 1.0), ("ms", 1e3), ("µs", 1e6), ("ns", 1e9)) if t * f >= 0.995)
    return f"{t * factor:.3g} {unit}"


def beside(ratio: float) -> str:
    """How many times faster, or slower, in words; ratios next to one are no difference."""
    if 0.9 < ratio < 1.1:
        return "as fast"
    if ratio < 1.0:
        return f"{1.0 / ratio:.2g} times slower"
    return f"**{ratio:,.0f} times faster**" if ratio >= 10.0 else f"**{ratio:.2g} times faster**"


def comparison(measured: Measured) -> list[str]:
    """The rows of the table of other packages."""
    lines = ["| task | dalembert | beside | dalembert is |", "|---|---|---|---|"]
    for row in ROWS:
        ours = seconds(row.ours(measured)) if row.ours and row.task else ""
        lines.append(f"| {row.task} | {ours} | {row.peer} | {beside(row.ratio(measured))} |")
    return lines


def conditions(measured: Measured) -> str:
    """When, where and with what, in one sentence."""
    days = sorted({part["date"] for part in measured.parts.values()})
    packages = ", ".join(f"{name} {version}" for name, version in measured.conditions["packages"].items())
    span = days[0] if len(days) == 1 else f"{days[0]} to {days[-1]}"
    machine = usual_machine(measured)
    others = " (parts that were measured on another machine name it)" if len(machines(measured)) > 1 else ""
    where = "{system}, Python {python}".format(**measured.conditions)
    return f"Measured {span} on {machine}{others}, {where}; {packages}."


def machines(measured: Measured) -> list[str]:
    """The machine of each part, each once."""
    return list(dict.fromkeys(part["machine"] for part in measured.parts.values()))


def usual_machine(measured: Measured) -> str:
    """The machine on which most parts were measured."""
    of_parts = [part["machine"] for part in measured.parts.values()]
    return max(machines(measured), key=of_parts.count)


def listing(measured: Measured, part: str) -> list[str]:
    """All figures of a part."""
    own = measured.parts[part]["machine"]
    where = "" if own == usual_machine(measured) else f" Measured on {own}."
    about = f"Load of the machine: {measured.parts[part]['load']:g} processes.{where}"
    head = [f"### {part[0].upper()}{part[1:]}", "", about, "", "| figure | measured | bound |", "|---|---|---|"]
    return [*head, *(f"| {figure.name.strip()} | {told(figure)} |" for figure in measured.figures(part)), ""]


def told(figure: Figure) -> str:
    """A figure and its bound, as two cells of a table."""
    number = f"{figure.value:,.0f}" if 1e3 <= abs(figure.value) < 1e7 else f"{figure.value:.3g}"
    if figure.bound is None:
        return f"{number} {figure.unit} |".replace("  ", " ")
    bound = f"{'≤' if figure.is_upper else '≥'} {figure.bound:g}"
    return f"{number} {figure.unit} | {bound}{'' if figure.is_kept else ', **missed**'}".replace("  ", " ")


def page(measured: Measured) -> str:
    """The speed page."""
    missed = measured.missed()
    calls = {name: 1e-6 * measured.value("calls", f"double pendulum, {name}") for name in CALLS}
    return ABOUT.format(
        conditions=conditions(measured),
        comparison="\n".join(comparison(measured)),
        prepared=seconds(calls[CALLS[0]]),
        by_name=seconds(calls[CALLS[1]]),
        opened=measured.value("dynamics", "spatial    7 joints, parameters, 1 lane"),
        waited="\n".join(f"| {what} | {measured.value(part, name):.2g} |" for what, part, name in WAITED),
        n_kept=measured.bounded() - len(missed),
        n_bounds=measured.bounded(),
        missed="\n".join(f"| {part} | {figure.name.strip()} | {told(figure)} |" for part, figure in missed),
        figures="\n".join(line for part in measured.parts for line in listing(measured, part)).strip(),
    )


CALLS = ("accelerations prepared for arrays", "accelerations(state)")

ABOUT = """\
# Speed

How fast dalembert is beside other packages, how long you wait, and which bounds are missed. All numbers are
those that `make bench` measured and wrote into `benchmarks/measured.json`; this page is made of that file.

{conditions}

Times are processor time as a rule, the best of several runs; ratios are of times taken in turn in one run, so
that what disturbs the machine meets both. Where a task names an error, both reach it.

## Beside other packages

{comparison}

Accelerations are ours in a native loop, as runs use them, and the others' as they are called from Python, which
costs them some tenths of a microsecond; a call of ours from Python takes {prepared} with arrays that are prepared
once, {by_name} with values by name. Bodies are compiled with their numbers as constants; with parameters that
stay open an arm of 7 joints is {opened:.3g} times faster than Pinocchio.

## How long you wait

Quick code answers first, full-speed code is made beside the run, and what was compiled once is found on disk
the next time.

| from | seconds |
|---|---|
{waited}

## Bounds

A bound is what a figure should keep. {n_kept} of {n_bounds} are kept; these are not:

| part | figure | measured | bound |
|---|---|---|---|
{missed}

## Measure it yourself

```text
make bench                                             # everything, then this page and the table of the README
python benchmarks/run.py --only dynamics constraints   # some parts, printed
python benchmarks/tables.py                            # the page from what was measured
```

`da.profile(model, start, until=…)` says where the time of your own model goes.

## All figures

{figures}
"""

WAITED = (
    ("`import dalembert`", "importing", "import dalembert"),
    *(
        (
            f"the description of {n} joints to the first motion, nothing compiled",
            "answers",
            f"{n} joints, from description to first motion, nothing of it compiled",
        )
        for n in (2, 7)
    ),
    (
        "the description of 100 joints to the first accelerations",
        "start",
        "100 joints, from description to first answer",
    ),
    *(
        (f"the description of {what} to the first motion", "growth", f"{what}, from description to first motion")
        for what in ("100 four-bars", "400 joints in space")
    ),
    (
        "10,000 slider-cranks, the peak pin force of each",
        "sweeps",
        "10,000 slider-cranks, peak pin force of each, with what compiles",
    ),
)
"""What people wait for: in words, and where its figure stands."""


def with_table(readme: str, measured: Measured) -> str:
    """The README with the table between its marks."""
    before, rest = readme.split(BEGIN)
    _, after = rest.split(END)
    table = "\n".join([conditions(measured), "", *comparison(measured)])
    return f"{before}{BEGIN}\n{table}\n{END}{after}"


def main() -> None:
    measured = Measured.read(MEASURED)
    PAGE.write_text(page(measured), encoding="utf-8")
    README.write_text(with_table(README.read_text(encoding="utf-8"), measured), encoding="utf-8")


if __name__ == "__main__":
    main()
