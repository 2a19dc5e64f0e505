"""The books of a technical interview: what they also note about the candidate's newest words."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from pydantic import BeforeValidator

from core.interviews.scripted_base.books import Books, word_validator

Intent = Literal[
    "answer",
    "write_code",
    "review_my_code",
    "assess_me",
    "change_topic",
    "clarify",
    "stop",
    "continue",
    "small_talk",
]


class TechnicalBooks(Books):
    """The fields are explained to the model in `prompts/books.md`."""

    intent: Annotated[Intent, BeforeValidator(word_validator(get_args(Intent), "answer"))] = "answer"
    struggles: bool = False
    """They are stuck with what is open."""
