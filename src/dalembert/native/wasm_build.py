"""WebAssembly modules from modules of assembly, through the cache where there is one."""

from __future__ import annotations

import json
from collections.abc import Sequence

from dalembert.config import Config, Tier
from dalembert.native.build import cache_of, contents_key
from dalembert.native.machine import Target, whole_object
from dalembert.native.module import Module, closure
from dalembert.native.wasm_linker import WasmModule, linked_module


def wasm_module(entries: Sequence[Module], config: Config) -> WasmModule:
    """One module of these and all they need, which exports the given ones by their names."""
    target, names = Target.wasm(), [module.name for module in entries]
    cache = cache_of(config)
    key = contents_key(closure(entries), target, Tier.FULL, exports=names)
    if cache is not None and (stored := cache.load(key)) is not None:
        code, about = stored
        imports, data_end = json.loads(about)
        return WasmModule(code, tuple(imports), data_end)
    module = linked_module(whole_object(entries, target), names)
    if cache is not None:
        cache.store(key, [module.code, json.dumps([module.imports, module.data_end]).encode()])
    return module
