"""The question guard: code that looks at every message before it leaves. See `check.guard`."""

from core.guard.check import MESSAGE_WORDS, QUESTION_WORDS, Context, Guarded, by_asking, guard, touches
from core.guard.repeats import Secret
from core.guard.stems import stems

__all__ = ["MESSAGE_WORDS", "QUESTION_WORDS", "Context", "Guarded", "Secret", "by_asking", "guard", "stems", "touches"]
