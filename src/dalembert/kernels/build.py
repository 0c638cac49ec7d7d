"""Modules to callable code, through the cache where there is one."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import llvmlite
from llvmlite import binding as llvm

from dalembert.config import Config, Tier
from dalembert.kernels.cache import Cache
from dalembert.kernels.machine import Library, Target, assemble, link
from dalembert.kernels.module import Module, closure


@dataclass(frozen=True)
class Built:
    """Linked code, and what it took to get it."""

    library: Library
    compile_time: float
    """Seconds from text to objects; zero if the cache had them."""

    load_time: float
    """Seconds for reading, checking and linking."""

    is_cached: bool


def build(modules: Sequence[Module], target: Target, tier: Tier, config: Config) -> Built:
    """Code of these modules and all they need; the entry points are the given ones."""
    pieces = closure(modules)
    cache = Cache(config.cache, config.cache_limit) if config.cache is not None else None
    key = _key(pieces, target, tier)
    start = time.perf_counter()
    objects = cache.load(key) if cache else None
    read_time = time.perf_counter() - start
    is_cached = objects is not None
    start = time.perf_counter()
    if objects is None:
        objects = [image for module in pieces for image in assemble(module, target, tier)]
        compile_time = time.perf_counter() - start
        if cache:
            cache.store(key, objects)
    else:
        compile_time = 0.0
    start = time.perf_counter()
    imports = {symbol: address for module in pieces for symbol, address in module.imports.items()}
    library = link(objects, [module.name for module in modules], imports)
    return Built(library, compile_time, read_time + time.perf_counter() - start, is_cached)


def _key(pieces: Iterable[Module], target: Target, tier: Tier) -> str:
    """What the objects depend on: contents, generator, LLVM, processor, tier."""
    parts = [
        generator_version(),
        llvmlite.__version__,
        str(llvm.llvm_version_info),
        llvm.get_process_triple(),
    ]
    parts += [target.cpu, target.features, tier.name]
    parts += [f"{module.name} {module.key}" for module in pieces]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


@lru_cache(maxsize=1)
def generator_version() -> str:
    """Digest of the package's own text that writes code: a change of it makes cached code foreign."""
    here = Path(__file__).parent
    sources = sorted([*here.glob("*.py"), *(here.parent / "procedures").glob("*.py")])
    digest = hashlib.sha256()
    for source in sources:
        digest.update(source.read_bytes())
    return digest.hexdigest()
