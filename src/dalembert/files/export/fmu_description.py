"""Descriptions of FMUs in XML: versions 2.0 and 3.0 of one list of variables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from dalembert.errors import ModelError
from dalembert.files.export.fmu_system import FmuVariable
from dalembert.model.units import base_powers


@dataclass(frozen=True)
class FmuHeader:
    """The header of a model description: everything beside its variables."""

    name: str
    identifier: str
    token: str
    kinds: tuple[str, ...]
    """`"ModelExchange"`, `"CoSimulation"` or both."""

    n_events: int
    start: float
    stop: float
    tolerance: float


def description(version: str, header: FmuHeader, variables: Sequence[FmuVariable]) -> bytes:
    """The file modelDescription.xml."""
    root = _VERSIONS[version](header, variables)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="UTF-8", xml_declaration=True)


def build_description(header: FmuHeader) -> bytes:
    """The file sources/buildDescription.xml of version 3.0."""
    root = Element("fmiBuildDescription", fmiVersion="3.0")
    built = SubElement(root, "BuildConfiguration", modelIdentifier=header.identifier)
    files = SubElement(built, "SourceFileSet", language="C99")
    SubElement(files, "SourceFile", name="fmi3.c")
    SubElement(built, "Library", name="m", external="true")
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="UTF-8", xml_declaration=True)


# ---- version 2.0


def _version_2(header: FmuHeader, variables: Sequence[FmuVariable]) -> Element:
    root = _root(header, "2.0", guid=header.token, variableNamingConvention="flat")
    if "ModelExchange" in header.kinds:
        root.set("numberOfEventIndicators", str(header.n_events))
    for kind in header.kinds:
        abilities = {"canGetAndSetFMUstate": "true", "canSerializeFMUstate": "true"}
        if kind == "CoSimulation":
            abilities["canHandleVariableCommunicationStepSize"] = "true"
        told = SubElement(root, kind, abilities, modelIdentifier=header.identifier)
        SubElement(SubElement(told, "SourceFiles"), "File", name="fmi2.c")
    _units(root, variables)
    _experiment(root, header)
    _list_2(root, variables)
    structure = SubElement(root, "ModelStructure")
    _structure_2(structure, "Outputs", [k for k, x in enumerate(variables) if x.causality == "output"], variables)
    _structure_2(structure, "Derivatives", [k for k, x in enumerate(variables) if x.rate_of], variables)
    _structure_2(structure, "InitialUnknowns", _initial_unknowns(variables), None)
    return root


def _list_2(root: Element, variables: Sequence[FmuVariable]) -> None:
    listed = SubElement(root, "ModelVariables")
    for k, x in enumerate(variables):
        told = SubElement(listed, "ScalarVariable", name=x.name, valueReference=str(k), causality=x.causality)
        told.set("variability", x.variability)
        if x.initial:
            told.set("initial", x.initial)
        numbers = SubElement(told, "Real", _unit(x))
        if x.start is not None:
            numbers.set("start", repr(x.start))
        if x.rate_of:
            numbers.set("derivative", str(x.rate_of + 1))


def _structure_2(
    structure: Element, name: str, places: Sequence[int], variables: Sequence[FmuVariable] | None
) -> None:
    """A list of unknowns by their number in the list, with what they depend on, if it is known."""
    if not places:
        return
    listed = SubElement(structure, name)
    for k in places:
        unknown = SubElement(listed, "Unknown", index=str(k + 1))
        if variables is not None:
            unknown.set("dependencies", " ".join(str(i + 1) for i in variables[k].dependencies))


# ---- version 3.0


def _version_3(header: FmuHeader, variables: Sequence[FmuVariable]) -> Element:
    root = _root(header, "3.0", instantiationToken=header.token, variableNamingConvention="flat")
    for kind in header.kinds:
        abilities = {"canGetAndSetFMUState": "true", "canSerializeFMUState": "true"}
        if kind == "CoSimulation":
            abilities["canHandleVariableCommunicationStepSize"] = "true"
        SubElement(root, kind, abilities, modelIdentifier=header.identifier)
    _units(root, variables)
    _experiment(root, header)
    n_indicators = header.n_events if "ModelExchange" in header.kinds else 0
    _list_3(root, variables, n_indicators)
    structure = SubElement(root, "ModelStructure")
    for k, x in enumerate(variables):
        if x.causality == "output":
            _unknown_3(structure, "Output", k, x.dependencies)
    for k, x in enumerate(variables):
        if x.rate_of:
            _unknown_3(structure, "ContinuousStateDerivative", k, x.dependencies)
    for k in _initial_unknowns(variables):
        _unknown_3(structure, "InitialUnknown", k, None)
    for k in range(n_indicators):
        _unknown_3(structure, "EventIndicator", len(variables) + k, None)
    return root


def _list_3(root: Element, variables: Sequence[FmuVariable], n_indicators: int) -> None:
    listed = SubElement(root, "ModelVariables")
    for k, x in enumerate(variables):
        told = SubElement(listed, "Float64", name=x.name, valueReference=str(k), causality=x.causality)
        told.set("variability", x.variability)
        if x.initial:
            told.set("initial", x.initial)
        for key, value in _unit(x).items():
            told.set(key, value)
        if x.start is not None:
            told.set("start", repr(x.start))
        if x.rate_of:
            told.set("derivative", str(x.rate_of))
    for k in range(n_indicators):
        told = SubElement(listed, "Float64", name=f"event indicator {k + 1}")
        told.set("valueReference", str(len(variables) + k))
        told.set("causality", "local")
        told.set("variability", "continuous")
        told.set("initial", "calculated")


def _unknown_3(structure: Element, kind: str, k: int, dependencies: Iterable[int] | None) -> None:
    unknown = SubElement(structure, kind, valueReference=str(k))
    if dependencies is not None:
        unknown.set("dependencies", " ".join(map(str, dependencies)))


# ---- what both have


def _root(header: FmuHeader, version: str, **others: str) -> Element:
    root = Element("fmiModelDescription", others, fmiVersion=version, modelName=header.name)
    root.set("generationTool", "dalembert")
    return root


def _experiment(root: Element, header: FmuHeader) -> None:
    times = {"startTime": repr(header.start), "stopTime": repr(header.stop)}
    SubElement(root, "DefaultExperiment", times, tolerance=repr(header.tolerance))


def _units(root: Element, variables: Sequence[FmuVariable]) -> None:
    names = dict.fromkeys(x.unit for x in variables if x.unit)
    if not names:
        return
    defined = SubElement(root, "UnitDefinitions")
    for name in names:
        unit = SubElement(defined, "Unit", name=name)
        if (powers := base_powers(name)) is not None:
            SubElement(unit, "BaseUnit", {base: str(power) for base, power in powers.items()})


def _unit(variable: FmuVariable) -> dict[str, str]:
    return {"unit": variable.unit} if variable.unit else {}


def _initial_unknowns(variables: Sequence[FmuVariable]) -> list[int]:
    """Unknowns of the initialization: outputs, states without exact start values, and rates."""
    return [k for k, x in enumerate(variables) if x.initial in ("approx", "calculated")]


_VERSIONS: Mapping[str, Callable[[FmuHeader, Sequence[FmuVariable]], Element]] = {
    "2.0": _version_2,
    "3.0": _version_3,
}


def checked_version(version: str) -> str:
    """A version of the standard."""
    if version not in _VERSIONS:
        raise ModelError(f"the version of an FMU is {' or '.join(map(repr, _VERSIONS))}, not {version!r}")
    return version
