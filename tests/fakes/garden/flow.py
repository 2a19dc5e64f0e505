"""Which garden it is about: what is waited for before the interview begins. Pure."""

from __future__ import annotations

from core.contracts.about import (
    About,
    Beginning,
    BeginNow,
    ChoreEnded,
    Followed,
    IntakeEvent,
    IntakeMove,
    IntakeScene,
    Opened,
    Pressed,
    WordsSaid,
    intake_button,
)
from core.contracts.messages import Say
from core.contracts.session import INTAKE, Session
from core.interviews.submissions import link_in
from tests.fakes.garden.subject import Subject


def kept(session: Session) -> Subject:
    return Subject.model_validate(session.state.get(INTAKE) or {})


class GardenFlow:
    """`core.contracts.about.IntakeFlow`."""

    def step(self, scene: IntakeScene, event: IntakeEvent) -> IntakeMove | None:
        subject = kept(scene.session)
        match event:
            case Opened(about=text) if not text.strip():
                return IntakeMove(value=subject.model_dump(), says=(self.page(scene),))
            case Opened(about=text):
                return self._named(scene, text)
            case WordsSaid(messages=messages):
                return self._named(scene, messages[0].text)
            case ChoreEnded():
                return self._begun(subject.model_copy(update={"name": scene.findings.get("look", "")}))
            case BeginNow() | Pressed(code="go") if subject.link:
                return self._begun(subject)
        return None

    def _named(self, scene: IntakeScene, text: str) -> IntakeMove:
        if (link := link_in(text)) is None:
            return self._begun(Subject(name=text.strip()))
        way = intake_button(scene.session.id, "go", "Begin now")
        return IntakeMove(
            value=Subject(link=link).model_dump(),
            says=(Say(text="I am looking at that garden.", choices=(way,)),),
            chores=("look",),
        )

    def _begun(self, subject: Subject) -> IntakeMove:
        return IntakeMove(begins=Beginning(value=subject.model_dump_json(), title=subject.name))

    def page(self, scene: IntakeScene) -> Say:
        return Say(text="Which garden is it? Send its name, or a link.")

    def has_told(self, session: Session) -> bool:
        return False

    def invited_by(self, text: str) -> bool:
        return text == link_in(text)

    def followed(self, about: About, ref: str, text: str, gone: tuple[str, ...]) -> Followed | None:
        return None
