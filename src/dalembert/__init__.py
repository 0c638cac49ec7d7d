"""Multibody dynamics: one model, every classical principle, native speed."""

__all__: list[str] = []
