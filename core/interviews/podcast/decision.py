"""What the model is asked to decide after an answer."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict

from core.interviews.common.wishes import language_tag, one_form


class FilledIn(BaseModel):
    """Filled in by a model: every field has a value that changes nothing, and what is unknown is passed over."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class Decision(FilledIn):
    """What comes after an answer. The fields are told to the model in `prompts/decision.md`."""

    assessment: str = ""
    emotional: bool = False
    declined: bool = False
    wants: Annotated[Literal["go_on", "next", "pause", "stop"], BeforeValidator(one_form)] = "go_on"
    distress: bool = False
    language: str = ""
    action: Annotated[Literal["follow_up", "next", "close"], BeforeValidator(one_form)] = "next"
    next_id: str = ""
    bridge: str = ""
    question: str = ""

    @property
    def language_tag(self) -> str:
        """The primary tag of the answer's language; empty where the model gave none that can be one."""
        return language_tag(self.language)
