"""How values look in LLVM assembly, for one lane or several."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class Types:
    """LLVM names of the lane-wise types when `width` lanes are computed by one instruction."""

    width: int = 1

    def vector(self, element: str) -> str:
        """The type that holds one element per lane."""
        return element if self.width == 1 else f"<{self.width} x {element}>"

    @cached_property
    def real(self) -> str:
        """Type of a real."""
        return self.vector("double")

    @cached_property
    def bits(self) -> str:
        """Type of a 64-bit pattern."""
        return self.vector("i64")

    @cached_property
    def mask(self) -> str:
        """Type of a truth value per lane."""
        return self.vector("i1")

    @cached_property
    def suffix(self) -> str:
        """How intrinsics name the type of reals."""
        return "f64" if self.width == 1 else f"v{self.width}f64"

    def of(self, kind: str) -> str:
        """Type of a value of this kind of the loop language."""
        return {"real": self.real, "bits": self.bits, "mask": self.mask, "index": "i64", "flag": "i1"}[kind]

    def real_constant(self, value: float) -> str:
        """A double, exact to the bit, in every lane."""
        return self._splat("double", f"0x{struct.unpack('<Q', struct.pack('<d', value))[0]:016X}")

    def bits_constant(self, value: int) -> str:
        """An integer in every lane."""
        signed = value - 2**64 if value >= 2**63 else value
        return self._splat("i64", str(signed))

    @cached_property
    def lane_numbers(self) -> str:
        """0, 1, 2 … as a real constant."""
        numbers = [Types().real_constant(float(lane)) for lane in range(self.width)]
        return numbers[0] if self.width == 1 else "<" + ", ".join(f"double {x}" for x in numbers) + ">"

    def _splat(self, element: str, text: str) -> str:
        return text if self.width == 1 else "<" + ", ".join([f"{element} {text}"] * self.width) + ">"
