"""Who computes: this machine in lanes and threads, or the workers of a scheduler; chunk by chunk."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import NamedTuple, Protocol

from dalembert.studies.case_answers import Answers, Shapes
from dalembert.studies.designs import Cases
from dalembert.studies.pace import Pace
from dalembert.studies.study import Study


class Chunk(NamedTuple):
    """Answers of the cases from one number on."""

    first: int
    answers: Answers


class Computing(Protocol):
    """A place that computes cases: this process, or workers of a cluster."""

    def chunks(self, study: Study, cases: Cases, gaps: list[tuple[int, int]], shapes: Shapes) -> Iterator[Chunk]:
        """Answers of the cases in gaps (from, to before), as they are finished, in any order.

        Those whose answers have other shapes than the given ones, or than the first chunk, are failures.
        """


class Here:
    """This machine: a chunk after the other, each in lanes and threads."""

    def chunks(self, study: Study, cases: Cases, gaps: list[tuple[int, int]], shapes: Shapes) -> Iterator[Chunk]:
        pace = pace_of(study, gaps)
        for first, last in gaps:
            while first < last:
                count = min(pace.size(1), last - first)
                begin = time.perf_counter()
                answers = study.answers(cases.part(first, first + count), shapes)
                shapes = answers.shapes
                pace.note(count, time.perf_counter() - begin)
                yield Chunk(first, answers)
                first += count


def pace_of(study: Study, gaps: list[tuple[int, int]]) -> Pace:
    """Pace of a study with these gaps."""
    return Pace(sum(last - first for first, last in gaps), study.bytes_of_answer)
