"""Numbers on their way into the page: sixteen bits for each, as differences, compressed, as text."""

from __future__ import annotations

import base64
import zlib
from typing import TypeAlias, TypedDict

import numpy as np
from numpy.typing import NDArray

from dalembert.arrays import Matrix, Vector

LARGEST = 32767
NOT_A_NUMBER = -32768

PageData: TypeAlias = dict[str, object]
"""An object as JSON has it, by the names that the program of the page knows."""


class PackedChannels(TypedDict):
    """Channels as text, and what is needed to read them."""

    ranges: list[list[float]]
    count: int
    order: int
    data: str


def packed_bytes(data: bytes) -> str:
    """Bytes compressed and as text."""
    return base64.b64encode(zlib.compress(data, 9)).decode("ascii")


def packed_channels(rows: Matrix) -> PackedChannels:
    """Channels (k, n), each with 65,535 steps from its least to its largest value; what is not finite stays so.

    First or second differences are kept, whichever are shorter, low bytes before high bytes.
    """
    k, n = rows.shape
    finite = np.isfinite(rows)
    least = np.where(finite, rows, np.inf).min(axis=1, initial=np.inf)
    largest = np.where(finite, rows, -np.inf).max(axis=1, initial=-np.inf)
    least, largest = (np.where(np.isfinite(x), x, 0.0) for x in (least, largest))
    span = np.where(largest > least, largest - least, 1.0)
    parts = np.where(finite, (rows - least[:, None]) / span[:, None], 0.0)
    codes = np.where(finite, np.rint(2 * LARGEST * parts) - LARGEST, NOT_A_NUMBER).astype(np.int16)
    once = np.diff(codes, axis=1, prepend=np.zeros((k, 1), dtype=np.int16))
    twice = np.diff(once, axis=1, prepend=np.zeros((k, 1), dtype=np.int16))
    texts = [packed_bytes(_bytes_apart(x)) for x in (once, twice)]
    order = 0 if len(texts[0]) <= len(texts[1]) else 1
    ranges = np.stack([least, largest], axis=1).tolist()
    return {"ranges": ranges, "count": n, "order": order + 1, "data": texts[order]}


def _bytes_apart(codes: NDArray[np.int16]) -> bytes:
    """All low bytes, then all high bytes."""
    return codes.astype("<i2").view(np.uint8).reshape(-1, 2).T.tobytes()


def packed_times(times: Vector) -> PageData:
    """Times; evenly spaced ones as their start and step."""
    n = len(times)
    step = float(times[-1] - times[0]) / max(n - 1, 1)
    even = times[0] + step * np.arange(n)
    if np.abs(times - even).max(initial=0.0) <= 1e-9 * max(abs(step), np.finfo(float).tiny):
        return {"start": float(times[0]), "step": step, "count": n}
    return {"data": packed_bytes(times.astype("<f8").tobytes())}
