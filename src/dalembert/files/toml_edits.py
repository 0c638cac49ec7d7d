"""Edits of a model file: only what differs is written anew, all else stays, with comments and order."""

from __future__ import annotations

from dalembert.errors import ModelError
from dalembert.files.model_reader import Reading
from dalembert.files.model_writer import Tables
from dalembert.files.toml_places import Path, Toml
from dalembert.files.toml_writer import block, key_text, value_text


def edited_text(known: Reading, new: list[Tables], old: list[Tables]) -> str:
    raise ModelError("not yet")
