"""Scripts in Node, which has the WebAssembly of browsers."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

RUNNER = Path(__file__).parents[1] / "page" / "src" / "live_run.js"

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="Node runs WebAssembly for tests")


def in_node(folder: Path, script: str, **given: object) -> Any:
    """What a script prints as JSON; what is given stands in `given`."""
    (folder / "given.json").write_text(json.dumps(given))
    head = (
        f'import {{ readFileSync }} from "node:fs"; import {{ LiveRun }} from "{RUNNER.as_uri()}";\n'
        f"const given = JSON.parse(readFileSync({json.dumps(str(folder / 'given.json'))}));\n"
    )
    file = folder / "script.mjs"
    file.write_text(head + script)
    done = subprocess.run(["node", str(file)], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
