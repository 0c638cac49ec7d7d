"""Long equations break before the signs of their outermost sums."""

import re

import dalembert as da
from dalembert.symbolic.broken_lines import broken, broken_latex, width_of

LONG = " + ".join(f"(x{k} - 1) y{k}" for k in range(20)) + " = 0"


def joined(text: str) -> str:
    return re.sub(r"\n\s+", " ", text)


def test_lines_are_narrow_indented_and_whole():
    lines = broken(LONG, 60).splitlines()
    assert len(lines) > 3
    assert all(width_of(line) <= 64 for line in lines)
    assert all(line.startswith(("    + ", "    - ")) for line in lines[1:])
    assert joined(broken(LONG, 60)) == LONG


def test_signs_in_brackets_break_no_line_and_short_equations_stay():
    inner = "(" + " + ".join("x" * 9 for _ in range(20)) + ") y = 0"
    assert broken(inner, 60) == inner
    assert broken("a + b = c") == "a + b = c"


def test_latex_of_a_chain_breaks_as_its_text_does_and_brackets_stay_together():
    bars = [da.rod(f"bar{k}", length=1.0, mass=1.0) for k in range(3)]
    ends = [da.ground, *(bar["end"] for bar in bars)]
    joints = [da.Revolute(f"q{k}", end, bar) for k, (end, bar) in enumerate(zip(ends, bars, strict=False))]
    reading = da.derive(da.Model(*joints, gravity=(0, -9.81, 0)), da.Lagrange()).reading()
    assert max(map(width_of, reading.text().splitlines())) < 400
    for line in reading.latex().splitlines():
        assert line.count("{") == line.count("}")
        assert line.count(r"\left") == line.count(r"\right")
    assert "&=" not in reading.latex()


def test_width_counts_no_marks_above_letters():
    assert width_of("q̈ + ẋ") == 5
    assert broken_latex("a + b", 5) == "a + b"
