"""The intake of a technical interview: what it is for, and for whom; nothing of it is needed to begin. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from core.contracts.about import (
    About,
    Beginning,
    BeginNow,
    ChoreEnded,
    Edited,
    FileSent,
    Followed,
    IntakeEvent,
    IntakeMessage,
    IntakeMove,
    IntakeScene,
    Opened,
    Pressed,
    Removed,
    Reopened,
    Sound,
    StepBack,
    TooLargeSent,
    WordsSaid,
)
from core.contracts.buttons import intake_button
from core.contracts.messages import Attachment, Choice, Say, Style
from core.contracts.page import Page
from core.contracts.session import Session
from core.interviews.signals.agreement import agrees
from core.interviews.submissions import link_in
from core.interviews.substance import words_told
from core.interviews.technical.exercises.exercise import Programming
from core.interviews.technical.intake import (
    LONGEST_TEXT,
    OUTCOME,
    Intake,
    Outcome,
    Sent,
    SourceKind,
    intake_of,
    outcome_in,
)
from core.interviews.technical.plain_wishes import wished
from core.interviews.technical.subject import Focus, Job, Length, Resume, Seniority, TechnicalSubject, subject_in
from core.words import say

READ: Final = "read"
BEGIN: Final = "go"
_BACK: Final = "back"
_MENUS: Final[dict[str, tuple[str, type[StrEnum]]]] = {
    "l": ("level", Seniority),
    "p": ("language", Programming),
    "t": ("length", Length),
    "f": ("focus", Focus),
}
"""What can be chosen: by the code of the button that opens the choices, the field of the intake. "l2" is the third."""
_TELLING: Final = 30
"""Words from which a message is about the job or the candidate, and no wish."""
_FEW: Final = 12
"""Words that can be what a job is called."""


class TechnicalFlow:
    """`core.contracts.about.IntakeFlow`."""

    def page(self, scene: IntakeScene) -> Say:
        return _page(scene, _known(scene.session), whole=True)

    def has_told(self, session: Session) -> bool:
        return bool(_known(session).sent)

    def invited_by(self, text: str) -> bool:
        return False

    def step(self, scene: IntakeScene, event: IntakeEvent) -> IntakeMove | None:
        intake = _known(scene.session)
        match event:
            case Opened(about=about, messages=messages, files=files):
                return _opened(scene, about, messages, files)
            case WordsSaid(messages=messages):
                return _words(scene, intake, messages)
            case Pressed(code=code):
                return _pressed(scene, intake, code)
            case FileSent() | Sound() | TooLargeSent():
                return _sent(scene, intake, event)
            case Edited() | Removed():
                return _changed(scene, intake, event)
            case ChoreEnded():
                return _shown(scene, intake) if _outcome(scene, intake) is not None else None
            case Reopened() | StepBack():
                return _shown(scene, intake, whole=isinstance(event, Reopened))
            case BeginNow():
                return _begun(scene, intake)

    def followed(self, about: About, ref: str, text: str, gone: tuple[str, ...]) -> Followed | None:
        """Nothing stays that was read in a message that was deleted; what was changed was read as it was."""
        subject = subject_in(about)
        if text or ref not in subject.refs:
            return None
        left = subject.model_copy(update={"resume": Resume(), "job": Job(), "topics": (), "refs": ()})
        return Followed(value=left.model_dump_json(), title="" if subject.job.title else None)


def _known(session: Session) -> Intake:
    return intake_of(session) or Intake()


# --- what comes ---------------------------------------------------------------------------------------------------


def _opened(
    scene: IntakeScene, about: str, messages: tuple[IntakeMessage, ...], files: tuple[Attachment, ...]
) -> IntakeMove:
    intake = Intake()
    for message in (*((IntakeMessage(ref="", text=about),) if about.strip() else ()), *messages):
        intake = _told(intake, message)
    for file in files:
        intake = _with_file(intake, file)
    return _more(scene, Intake(), intake, whole=True)


def _sent(scene: IntakeScene, intake: Intake, event: FileSent | Sound | TooLargeSent) -> IntakeMove:
    match event:
        case FileSent(file=file):
            return _more(scene, intake, _with_file(intake, file))
        case Sound(voice=voice) if (voice.text or "").strip():
            return _words(scene, intake, (IntakeMessage(ref="", text=(voice.text or "").strip()),))
        case Sound():
            return _shown(scene, intake)
        case TooLargeSent():
            return IntakeMove(says=(Say(text=say(scene.language, "technical-source-heavy")),))


def _changed(scene: IntakeScene, intake: Intake, event: Edited | Removed) -> IntakeMove | None:
    """Nothing of a message stays that was deleted; None for one that is none of the intake's."""
    if not intake.has(event.ref):
        return None
    after = intake.without(event.ref)
    if isinstance(event, Edited):
        after = _told(after, IntakeMessage(ref=event.ref, text=event.text))
    return _more(scene, intake, after)


def _words(scene: IntakeScene, intake: Intake, messages: Iterable[IntakeMessage]) -> IntakeMove:
    after = intake
    for message in messages:
        if agrees(message.text):
            return _begun(scene, after)
        after = _told(after, message)
    return _more(scene, intake, after)


def _told(intake: Intake, message: IntakeMessage) -> Intake:
    """A link, a text about job or candidate, or a few words with wishes and what the job is called."""
    text = message.text.strip()
    if (link := link_in(text)) is not None and words_told(text) < _TELLING:
        return intake.with_sent(Sent(kind=SourceKind.LINK, value=link, ref=message.ref))
    if words_told(text) >= _TELLING:
        return intake.with_sent(Sent(kind=SourceKind.TEXT, value=text[:LONGEST_TEXT], ref=message.ref))
    after, rest = wished(intake, text)
    if rest and words_told(rest) <= _FEW:
        after = after.model_copy(update={"job": text[:120], "job_ref": message.ref})
    return after


def _with_file(intake: Intake, file: Attachment) -> Intake:
    return intake.with_sent(
        Sent(kind=SourceKind.FILE, value=file.file_ref, name=file.name[:200], media_type=file.media_type[:100])
    )


def _more(scene: IntakeScene, before: Intake, after: Intake, *, whole: bool = False) -> IntakeMove:
    """On with what was said, read where there is something new to read."""
    reads = bool(after.request) and (after.request != before.request or _outcome(scene, after) is None)
    return IntakeMove(value=after.model_dump(mode="json"), says=(_page(scene, after),), chores=(READ,) if reads else ())


def _pressed(scene: IntakeScene, intake: Intake, code: str) -> IntakeMove | None:
    if code == BEGIN:
        return _begun(scene, intake)
    if code == _BACK:
        return _shown(scene, intake)
    menu = _MENUS.get(code[:1])
    if menu is None:
        return None
    field, values = menu
    if len(code) == 1:
        opened = intake.model_copy(update={"menu": code})
        return IntakeMove(value=opened.model_dump(mode="json"), says=(_menu(scene, code, field, values),))
    number = int(code[1:]) if code[1:].isdecimal() else len(values)
    if number >= len(values):
        return None
    after = intake.model_copy(update={field: tuple(values)[number], "menu": ""})
    return IntakeMove(value=after.model_dump(mode="json"), says=(_page(scene, after),))


def _shown(scene: IntakeScene, intake: Intake, *, whole: bool = False) -> IntakeMove:
    after = intake.model_copy(update={"menu": ""})
    return IntakeMove(value=after.model_dump(mode="json"), says=(_page(scene, after, whole=whole),))


def _begun(scene: IntakeScene, intake: Intake) -> IntakeMove:
    """Begin with what is known; what is still being read is left out, and that is said."""
    found = _outcome(scene, intake)
    outcome = found or Outcome()
    job = outcome.job if outcome.job.title or not intake.job else outcome.job.model_copy(update={"title": intake.job})
    refs = (*(each.ref for each in intake.sent if each.ref), *((intake.job_ref,) if intake.job_ref else ()))
    subject = TechnicalSubject(
        level=intake.level,
        language=intake.language,
        length=intake.length,
        focus=intake.focus,
        resume=outcome.resume,
        job=job,
        topics=outcome.topics,
        refs=refs,
    )
    late = bool(intake.request) and found is None
    notice = say(scene.language, "technical-not-read-yet") if late else ""
    return IntakeMove(
        findings=((OUTCOME, ""),),
        begins=Beginning(value=subject.model_dump_json(), title=job.title, notice=notice),
    )


def _outcome(scene: IntakeScene, intake: Intake) -> Outcome | None:
    """What was read of just what was sent."""
    outcome = outcome_in(scene.findings.get(OUTCOME))
    return outcome if outcome is not None and outcome.request == intake.request else None


# --- what is said -------------------------------------------------------------------------------------------------


def _page(scene: IntakeScene, intake: Intake, *, whole: bool = False) -> Say:
    """What is set, and what was read; `whole`: what it is, before that."""
    language, page = scene.language, Page()
    if whole:
        page.add(say(language, "technical-intake"))
    chosen = [_name(language, field, getattr(intake, field)) for field, _ in _MENUS.values()]
    page.add(say(language, "technical-chosen", chosen=" · ".join(chosen)))
    if intake.job:
        page.add(say(language, "technical-for-job", job=intake.job), Style.ITALIC)
    for line in _read_lines(scene, intake):
        page.add(line, Style.ITALIC)
    ways = [_button(scene, BEGIN, say(language, "technical-begin"))]
    ways += [_button(scene, code, say(language, f"technical-set-{field}")) for code, (field, _) in _MENUS.items()]
    return page.say(tuple(ways))


def _read_lines(scene: IntakeScene, intake: Intake) -> Iterable[str]:
    language = scene.language
    if not intake.request:
        return
    outcome = _outcome(scene, intake)
    if outcome is None:
        yield say(language, "technical-reading")
        return
    resume, job = outcome.resume, outcome.job
    if job:
        skills = ", ".join(job.skills[:6]) or "–"
        yield say(language, "technical-read-job", title=job.title or "–", skills=skills)
    if resume:
        skills = ", ".join(resume.skills[:6]) or "–"
        yield say(language, "technical-read-resume", projects=len(resume.projects), skills=skills)
    if not (job or resume or outcome.troubles):
        yield say(language, "technical-read-nothing")
    for code in dict.fromkeys(outcome.troubles):
        yield say(language, f"technical-{code}")


def _menu(scene: IntakeScene, code: str, field: str, values: type[StrEnum]) -> Say:
    choices = [_button(scene, f"{code}{n}", _name(scene.language, field, each)) for n, each in enumerate(values)]
    back = _button(scene, _BACK, say(scene.language, "technical-back"))
    return Say(text=say(scene.language, f"technical-which-{field}"), choices=(*choices, back))


def _name(language: str, field: str, value: StrEnum) -> str:
    return say(language, f"technical-{field}-{value.value}")


def _button(scene: IntakeScene, code: str, label: str) -> Choice:
    return intake_button(scene.session.id, code, label)
