"""What a model is asked to decide after an answer: what it heard, what the books should say, and one message."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict

from core.interviews.common.wishes import language_tag, one_form

Move = Literal["stay", "door", "receive", "mean", "hand_back", "easier", "answer", "turn", "close"]
Weight = Literal["never", "not_now", "skip"]


def _numbers(value: object) -> object:
    """A model that writes "3" or one bare number means the list of it."""
    found = value if isinstance(value, list) else [value]
    return [int(each) for each in found if isinstance(each, int) or (isinstance(each, str) and each.strip().isdigit())]


def _texts(value: object) -> object:
    """One bare text is the list of it."""
    found: Iterable[object] = value if isinstance(value, list) else [value]
    return [each for each in found if isinstance(each, str) and each.strip()]


Numbers = Annotated[list[int], BeforeValidator(_numbers)]
Texts = Annotated[list[str], BeforeValidator(_texts)]


class FilledIn(BaseModel):
    """Filled in by a model: every field has a value that changes nothing, and what is unknown is passed over."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class RefusedNow(FilledIn):
    """A subject that the newest words close."""

    subject: str = ""
    kind: Annotated[Weight, BeforeValidator(one_form)] = "never"


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
    refused: list[RefusedNow] = []
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
    wants: Annotated[Literal["go_on", "pause", "stop"], BeforeValidator(one_form)] = "go_on"
    move: Annotated[Move, BeforeValidator(one_form)] = "stay"
    about: str = ""
    """Id of the agenda's subject that the message belongs to."""
    message: str = ""
    on_return: str = ""
    """Where they go now: what is said first when they come back."""

    @property
    def language_tag(self) -> str:
        """The primary tag of the answer's language; empty where the model gave none that can be one."""
        return language_tag(self.language)

    @property
    def declined(self) -> bool:
        """Whether the newest words refuse something."""
        return any(each.subject.strip() for each in self.refused)
