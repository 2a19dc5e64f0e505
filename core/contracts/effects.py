"""What a step may change beside its session and words. Each type is written by one function of the store."""

from __future__ import annotations


class Effect:
    """The base of all effects; `core.store.effect_writers` has the writer of each."""

    __slots__ = ()
