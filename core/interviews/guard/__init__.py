"""The question guard: code that looks at every message before it leaves. See `check.guard`."""

from core.interviews.guard.check import (
    GuardContext,
    Guarded,
    GuardLimits,
    by_asking,
    guard,
    touches,
)
from core.interviews.guard.repeats import Secret
from core.interviews.guard.stems import stems

__all__ = [
    "GuardContext",
    "GuardLimits",
    "Guarded",
    "Secret",
    "by_asking",
    "guard",
    "stems",
    "touches",
]
