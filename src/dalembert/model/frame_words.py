"""Frames in words: `rod.end at (0.1, 0, 0) turned by 30° about z`."""

from __future__ import annotations

import re

import numpy as np

from dalembert.arrays import Array
from dalembert.spatial.quaternions import rotation_vector

_OFFSET = re.compile(r"\+?\(([^()]*)\)")


def frame_words(body: str, label: str) -> str:
    """Name of a frame by its label: a marker and offsets, each of three numbers, or twelve if it is turned."""
    offsets, marker = _OFFSET.findall(label), _OFFSET.sub("", label)
    words = [_offset_words(offset) for offset in offsets]
    if "(" in marker or None in words:  # expressions are shown as they were written
        marker, _, offset = label.partition("(")
        marker = marker.removesuffix("+")
        return f"{body}{marker and f'.{marker}'}{offset and f' at ({offset}'}"
    return f"{body}{marker and f'.{marker}'}{''.join(word or '' for word in words)}"


def _offset_words(text: str) -> str | None:
    """Where an offset is and how it is turned; None if it contains expressions, or stands in the name of one."""
    shown = text.split(", ")
    try:
        numbers = np.array([float(x) for x in shown])
    except ValueError:
        return None
    if len(numbers) not in (3, 12):
        return None
    if len(numbers) == 3:
        return f" at ({text})"
    at = f" at ({', '.join(shown[:3])})" if numbers[:3].any() else ""
    return at + _turn_words(rotation_vector(numbers[3:].reshape(3, 3)))


def _turn_words(turn: Array) -> str:
    angle = float(np.linalg.norm(turn))
    if angle == 0.0:
        return ""
    axis = np.round(turn / angle, 4) + 0.0
    along = [f"{'-' if x < 0.0 else ''}{name}" for x, name in zip(axis, "xyz", strict=True) if abs(x) == 1.0]
    about = along[0] if along else f"({', '.join(f'{x:g}' for x in axis)})"
    return f" turned by {np.degrees(angle):.4g}° about {about}"
