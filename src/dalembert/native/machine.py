"""LLVM as a library: assembly to object code, object code to callable addresses."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

import llvmlite.binding as llvm

from dalembert.config import Tier
from dalembert.errors import CompileError
from dalembert.native.module import Imported, Module, closure
from dalembert.native.without_fma import without_fma

LlvmModule: TypeAlias = Any
"""A parsed module of llvmlite, which has no types."""

LlvmTargetMachine: TypeAlias = Any
"""A code generator of llvmlite."""

LlvmEngine: TypeAlias = Any
"""A compiler of llvmlite that holds linked code, or its record of one library."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Target:
    """The processor that code is made for."""

    cpu: str
    features: str
    triple: str = ""
    """LLVM's name of its kind, such as "wasm32-unknown-unknown"; empty for that of this process."""

    fuses: bool = True
    """Whether a product and a sum are rounded once; elsewhere `without_fma` says what stands for it."""

    @classmethod
    def host(cls) -> Target:
        """The processor of this machine."""
        return _host()

    @classmethod
    def wasm(cls) -> Target:
        """WebAssembly, which every browser runs."""
        return _WASM

    @property
    def llvm_triple(self) -> str:
        """LLVM's name of its kind."""
        return self.triple or str(llvm.get_process_triple())

    @property
    def width(self) -> int:
        """Doubles that one vector instruction computes."""
        features = self.features.split(",")
        if "+avx512f" in features:
            return 8
        return 4 if "+avx" in features else 2

    @property
    def has_fma(self) -> bool:
        """Whether products and sums fuse in hardware; elsewhere the same bits come from a slower library call."""
        is_x86 = self.llvm_triple.startswith("x86_64")
        return self.fuses and ("+fma" in self.features.split(",") or not is_x86)


_WASM = Target(
    "generic", "+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint", "wasm32-unknown-unknown", fuses=False
)


@lru_cache(maxsize=1)
def _host() -> Target:
    target = Target(llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten())
    if not target.has_fma:
        _log.warning(
            "this processor (%s) has no fused multiply-add: kernels give the same bits, slowly", target.cpu
        )
    return target


@lru_cache(maxsize=1)
def _initialize() -> None:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()


@lru_cache(maxsize=1)
def _initialize_all() -> None:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()


def target_machine(target: Target, tier: Tier) -> LlvmTargetMachine:
    """LLVM's code generator for this processor and tier."""
    _initialize()
    is_here = not target.triple
    if not is_here:
        _initialize_all()
    options = {"jit": True, "reloc": "pic"} if is_here else {"jit": False, "reloc": "static"}
    triple = llvm.Target.from_triple(target.llvm_triple)
    return triple.create_target_machine(cpu=target.cpu, features=target.features, opt=tier.value, **options)


def assemble(module: Module, target: Target, tier: Tier) -> Iterator[bytes]:
    """Object code of a module, one object per piece of assembly."""
    return (image for image in assembling(module, target, tier) if image is not None)


def assembling(module: Module, target: Target, tier: Tier) -> Iterator[bytes | None]:
    """Object code of a module in shorter steps, some of which give None: other work may be done in between."""
    tier = Tier.FULL if module.is_always_full else tier
    machine = target_machine(target, tier)
    for parsed in _parsed(module, target):
        if module.is_structured:
            _clean(parsed, machine, module, tier)
            yield None
        yield bytes(machine.emit_object(parsed))


def _parsed(module: Module, target: Target) -> Iterator[LlvmModule]:
    """The assembly of a module, parsed piece by piece; in one where all is to be inlined."""
    pieces = (_parse(module, code if target.fuses else without_fma(code)) for code in module.assembly())
    if not module.is_inlined:
        yield from pieces
        return
    whole = next(pieces)
    for piece in pieces:
        whole.link_in(piece)
    for function in whole.functions:
        if not function.is_declaration and function.name != module.name:
            function.linkage = llvm.Linkage.internal
            function.add_function_attribute("alwaysinline")
    yield whole


def whole_object(modules: Iterable[Module], target: Target) -> bytes:
    """Object code of modules and all they need in one piece; the modules' names alone are seen outside."""
    entries = list(modules)
    names = {module.name for module in entries}
    whole: LlvmModule = None
    machine = target_machine(target, Tier.FULL)
    for module in closure(entries):
        for parsed in _parsed(module, target):
            parsed.triple, parsed.data_layout = target.llvm_triple, str(machine.target_data)
            if module.is_structured:
                _clean(parsed, machine, module, Tier.FULL)
            else:
                # programs are as short as they can be, but for what stands for products with sums
                passes = llvm.create_new_module_pass_manager()
                passes.add_always_inliner_pass()
                passes.run(parsed, llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options()))
            if whole is None:
                whole = parsed
            else:
                whole.link_in(parsed)
    for function in whole.functions:
        if not function.is_declaration and function.name not in names:
            function.linkage = llvm.Linkage.internal
    return bytes(machine.emit_object(whole))


def _parse(module: Module, code: str) -> LlvmModule:
    try:
        parsed = llvm.parse_assembly(code)
        if module.is_structured:
            parsed.verify()  # a value used outside of the block that computes it would crash LLVM
    except RuntimeError as error:
        raise CompileError(f"LLVM refuses the assembly of {module.name}: {error}") from error
    return parsed


def _clean(parsed: LlvmModule, machine: LlvmTargetMachine, module: Module, tier: Tier) -> None:
    """Stack variables into registers; at full tier LLVM's ordinary passes, which keep every rounding."""
    options = llvm.create_pipeline_tuning_options(speed_level=0 if tier is Tier.QUICK else 2)
    # lanes are vectors already, and bodies of loops are short: these cost compile time and gain nothing
    options.loop_vectorization = options.slp_vectorization = options.loop_interleaving = False
    options.loop_unrolling = module.is_inlined
    builder = llvm.create_pass_builder(machine, options)
    if tier is Tier.FULL and not module.needs_few_passes:
        builder.getModulePassManager().run(parsed, builder)
        return
    passes = llvm.create_new_module_pass_manager()
    passes.add_sroa_pass()
    if tier is Tier.FULL:
        passes.add_simplify_cfg_pass()
        passes.add_instruction_combine_pass()
        passes.add_new_gvn_pass()
        passes.add_simplify_cfg_pass()
        passes.add_loop_rotate_pass()
        passes.add_instruction_combine_pass()
        passes.add_dead_code_elimination_pass()
    passes.run(parsed, builder)


@dataclass(eq=False)
class Library:
    """Linked code, in memory as long as this object lives, and so are the functions that it imports."""

    _engine: LlvmEngine
    _tracker: LlvmEngine
    imports: Mapping[str, Imported]

    def address(self, name: str) -> int:
        """Where an exported symbol starts."""
        return int(self._tracker[name])


def link(
    objects: Iterable[bytes], exports: Iterable[str], imports: Mapping[str, Imported] | None = None
) -> Library:
    """Object code as a library with the named entry points; `imports` are Python functions that it calls."""
    _initialize()
    # the older linker cannot place code and what it calls more than 4 GB apart on ARM; Windows has no other
    engine = llvm.create_lljit_compiler(target_machine(Target.host(), Tier.FULL), use_jit_link=os.name != "nt")
    builder = llvm.JITLibraryBuilder()
    for image in objects:
        builder.add_object_img(image)
    for name in exports:
        builder.export_symbol(name)
    for name, imported in (imports or {}).items():
        builder.import_symbol(name, imported.address)
    builder.add_current_process()
    try:
        tracker = builder.link(engine, "dalembert")
    except RuntimeError as error:
        raise CompileError(f"the code cannot be linked: {error}") from error
    return Library(engine, tracker, dict(imports or {}))
