"""The base of everything that a step may change besides its session and words."""

from __future__ import annotations


class Effect:
    """The base of all effects; one function of `core.store.effect_writers` writes each type."""

    __slots__ = ()
