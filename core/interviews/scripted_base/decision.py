"""What a model is asked to decide after an answer: what it heard, what the books should say, and one message."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Annotated, Literal, TypeGuard, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, model_validator

from core.contracts.script import primary

Move = Literal["stay", "door", "receive", "mean", "hand_back", "easier", "answer", "turn", "close"]
Weight = Literal["never", "not_now", "skip"]
Want = Literal["go_on", "pause", "stop"]
_DIGITS = 9
"""Of a number; no talk has more messages."""
_TAG = re.compile(r"[a-z]{2,3}")


def _numbers(value: object) -> object:
    """A model that writes "3" or one bare number means the list of it."""
    found = value if isinstance(value, list) else [value]
    return [int(each) for each in found if _is_number(each)]


def _is_number(value: object) -> TypeGuard[int | str]:
    if isinstance(value, str):
        return value.strip().isdecimal() and len(value) <= _DIGITS
    return isinstance(value, int) and not isinstance(value, bool)


def _subjects(value: object) -> object:
    """A bare subject is a refusal of it."""
    found: Iterable[object] = value if isinstance(value, list) else [value]
    return [{"subject": each} if isinstance(each, str) else each for each in found if isinstance(each, str | dict)]


def _texts(value: object) -> object:
    """One bare text is the list of it."""
    found: Iterable[object] = value if isinstance(value, list) else [value]
    return [each for each in found if isinstance(each, str) and each.strip()]


Numbers = Annotated[list[int], BeforeValidator(_numbers)]
Texts = Annotated[list[str], BeforeValidator(_texts)]


def _one_of(words: Iterable[str], usual: str) -> Callable[[object], object]:
    """A word of a list, however it is written; `usual` where it is none of them, so that the rest still counts."""
    known = frozenset(words)

    def read(value: object) -> object:
        # "Hand-back" and "HAND_BACK" are the same word to us.
        word = re.sub(r"[\s-]+", "_", value.strip().lower()) if isinstance(value, str) else ""
        return word if word in known else usual

    return read


class FilledIn(BaseModel):
    """Filled in by a model: every field has a value that changes nothing, and what is unknown is passed over."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    @model_validator(mode="before")
    @classmethod
    def _left_out(cls, data: object) -> object:
        """null says nothing."""
        return {name: value for name, value in data.items() if value is not None} if isinstance(data, dict) else data


class RefusedNow(FilledIn):
    """A subject that the newest words close."""

    subject: str = ""
    kind: Annotated[Weight, BeforeValidator(_one_of(get_args(Weight), "never"))] = "never"


class Decision(FilledIn):
    """What comes after an answer. The fields are told to the model in the prompt, in the order of its thinking."""

    to_me: Texts = []
    """Passages of the newest words that were said to the interviewer, to the letter."""
    reading: str = ""
    """What matters in the newest words; the ledger keeps it, and nothing else rests on it."""
    opened: Texts = []
    """Hooks that the newest words open, in the person's words."""
    taken: Numbers = []
    """Numbers of the hooks that are told now, or waved away for good."""
    disagree: Texts = []
    """What does not agree with something told before, both versions in few words."""
    settled: Numbers = []
    """Numbers of these that are cleared up."""
    refused: Annotated[list[RefusedNow], BeforeValidator(_subjects)] = []
    wishes: Texts = []
    """What they wish of the interview from now on."""
    reopened: Numbers = []
    """Numbers of refused subjects that the person has opened again."""
    keep_back: Numbers = []
    """Numbers of messages that the person asks to keep out of the file."""
    release: Numbers = []
    told: Texts = []
    """Ids of the agenda that are told well now."""
    distress: bool = False
    language: str = ""
    wants: Annotated[Want, BeforeValidator(_one_of(get_args(Want), "go_on"))] = "go_on"
    move: Annotated[Move, BeforeValidator(_one_of(get_args(Move), "stay"))] = "stay"
    about: str = ""
    """Id of the agenda's subject that the message belongs to."""
    message: str = ""
    on_return: str = ""
    """Where they go now: what is said first when they come back."""

    @property
    def language_tag(self) -> str:
        """The primary tag of the answer's language; empty where the model gave none that can be one."""
        tag = primary(self.language)
        return tag if _TAG.fullmatch(tag) else ""

    @property
    def declined(self) -> bool:
        """Whether the newest words refuse something."""
        return any(each.subject.strip() for each in self.refused)
