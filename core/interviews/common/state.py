"""What every kind of interview remembers about how it has spoken and been spoken to."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, JsonValue

KEPT_ACKNOWLEDGEMENTS = 6
KEPT_DECLINED = 12
LONGEST_ACKNOWLEDGEMENT = 240

Count = Annotated[int, Field(ge=0)]


class SpokenState(BaseModel):
    """Kept with the session, and with every question, so that this question can be asked again."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    acknowledgements: tuple[str, ...] = ()
    """The newest ones, so that none is repeated."""
    vote: str = ""
    """Another language that the newest answer was in."""
    offline: bool = False
    """No model was there at the newest turn."""
    said: tuple[str, ...] = ()
    """Notices that are said once: "offline", "fallback", "budget"."""
    variants: dict[str, int] = {}
    """Which of several wordings comes next, for each kind of sentence."""
    declined: tuple[str, ...] = ()
    """Ids of the newest questions that the person would rather not answer."""
    thanked_at: int = -1
    """The session's count of answers when a plain thank-you was last said; -1 for never."""
    met_question: int = 0
    """`seq` of the open question, when part of its answer was met already by a word about stopping or distress."""
    met: Count = 0
    """So many characters of that answer."""

    def dump(self) -> dict[str, JsonValue]:
        """As JSON values, for `Turn.state`."""
        return self.model_dump(mode="json")
