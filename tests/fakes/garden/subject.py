"""What the interview keeps: a garden's name before it begins and while it lasts, and how far it is."""

from __future__ import annotations

from pydantic import BaseModel

from core.contracts.about import About, SessionName
from core.contracts.messages import Progress
from core.contracts.script import ScriptSet
from core.contracts.session import Session


class Subject(BaseModel):
    """Which garden it is; the JSON of `About.value`, and the value of the intake."""

    name: str = ""
    link: str = ""


class State(BaseModel):
    """The interview's own state."""

    index: int = 0
    plan: str = ""
    """The newest list of beds that they sent, as lines; or the reference of a file with it."""
    sent: bool = False
    """It is a file."""


def called(about: About) -> SessionName:
    return SessionName(title=Subject.model_validate_json(about.value).name, within="Gardens")


def progress(session: Session, scripts: ScriptSet) -> Progress:
    return Progress(done=state_of(session).index, total=len(scripts.speak(session.language).places))


def state_of(session: Session) -> State:
    return State.model_validate(session.state) if "index" in session.state else State()
