"""Run the programs of pages; write what they print below them, the pictures that they make, and notebooks.

    python docs/_site/fill.py docs/howto/cam.md docs/start/tutorial.md

With `--check` nothing is written, and a page that prints something else is an error.

A picture that a page shows from `pictures/` is the file of that name that one of its programs writes.
"""

import json
import os
import re
import shutil
import sys
import tempfile
import time
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

DOCS = Path(__file__).resolve().parents[1]
PROGRAM = re.compile(
    r"^```python\n(?P<text>.*?)^```\n(?:\n```\n(?P<printed>.*?)^```\n)?", re.MULTILINE | re.DOTALL
)
NOTEBOOKS = ("tutorial.md",)


def filled(page: Path, with_pictures: bool) -> str:
    """The page with what its programs print; pictures that it shows are renewed if asked for."""
    names: dict[str, object] = {}

    def run(match: re.Match[str]) -> str:
        printed = StringIO()
        with redirect_stdout(printed):
            exec(compile(match["text"], page.name, "exec"), names)
        output = f"\n```\n{printed.getvalue()}```\n" if printed.getvalue() else ""
        return f"```python\n{match['text']}```\n{output}"

    text, here = page.read_text(encoding="utf-8"), Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            text = PROGRAM.sub(run, text)
        finally:
            os.chdir(here)
        for name in re.findall(r"pictures/([\w.-]+)", text) if with_pictures else ():
            if (made := Path(folder) / name).exists():
                shutil.copy(made, DOCS / "pictures" / name)
    return text


def notebook(page: str) -> str:
    """A page as a notebook: each program a cell, without what it prints."""
    cells, end = [], 0
    for match in PROGRAM.finditer(page):
        cells += [("markdown", page[end : match.start()]), ("code", match["text"])]
        end = match.end()
    cells.append(("markdown", page[end:]))
    code = {"execution_count": None, "outputs": []}
    made = [
        {"cell_type": kind, "id": f"cell-{k}", "metadata": {}, "source": text.strip()}
        | (code if kind == "code" else {})
        for k, (kind, text) in enumerate(cells)
        if text.strip()
    ]
    kernel = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    return json.dumps({"cells": made, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}, indent=1) + "\n"


def main(pages: list[str], check: bool) -> None:
    """Fill these pages, or see that they are."""
    for name in pages:
        page, begin = Path(name).resolve(), time.process_time()
        text = filled(page, with_pictures=not check)
        if check and text != page.read_text(encoding="utf-8"):
            sys.exit(f"{name}: its programs print something else than what stands below them")
        if not check:
            page.write_text(text, encoding="utf-8")
            if page.name in NOTEBOOKS:
                page.with_suffix(".ipynb").write_text(notebook(text), encoding="utf-8")
        print(f"{name}: {time.process_time() - begin:.1f} s")


if __name__ == "__main__":
    main([name for name in sys.argv[1:] if name != "--check"], "--check" in sys.argv)
