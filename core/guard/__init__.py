"""The question guard: code that looks at every question before it leaves. See `check.guard`."""

from core.guard.check import MESSAGE_WORDS, QUESTION_WORDS, Candidate, Context, Guarded, acknowledgement, guard
from core.guard.repeats import Asked, Secret

__all__ = [
    "MESSAGE_WORDS",
    "QUESTION_WORDS",
    "Asked",
    "Candidate",
    "Context",
    "Guarded",
    "Secret",
    "acknowledgement",
    "guard",
]
