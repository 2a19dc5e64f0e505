"""The intake of a technical interview: what it is for, and for whom; nothing of it is needed to begin. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from textwrap import shorten
from typing import Any, Final

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
    SoundRef,
    StepBack,
    TooLargeSent,
    WordsSaid,
    intake_button,
)
from core.contracts.fences import fenced_passages
from core.contracts.messages import Attachment, Choice, Say, Style, StyledMessage
from core.contracts.session import Session
from core.contracts.turn import AcceptedInput
from core.interviews.submissions import link_in
from core.interviews.technical.code_submissions import FENCES, SUFFIXES, guess_language
from core.interviews.technical.exercises.exercise import GENERAL, Programming
from core.interviews.technical.intake import (
    LONGEST_TEXT,
    OUTCOME,
    IntakeOutcome,
    SentDocument,
    SourceKind,
    TechnicalIntake,
    intake_of,
    outcome_of,
)
from core.interviews.technical.subject import (
    Focus,
    JobDescription,
    Length,
    Resume,
    Seniority,
    TechnicalSubject,
    subject_in,
)
from core.languages.messages import say
from core.languages.phrases import Phrase, find_phrase
from core.privacy.facts import Facts, describe_program, who_reads_lines
from core.text.text import count_beginning_words

BEGIN: Final = "go"
BACK: Final = "back"
MENUS: Final[Mapping[str, tuple[str, Sequence[StrEnum]]]] = {
    "l": ("level", tuple(Seniority)),
    "p": ("language", GENERAL),
    "t": ("length", tuple(Length)),
    "f": ("focus", tuple(Focus)),
}
"""Choices, by the code of the button that opens them: the field of the intake and its values. "l2" is the third."""
_MOST_NAMED = 6
_LINE = 110  # characters


def effective_settings(intake: TechnicalIntake, outcome: IntakeOutcome) -> dict[str, Any]:
    """Return the settings: those they chose, else those found in what was read, else the usual ones."""
    return {
        "level": intake.level or outcome.level or Seniority.MIDDLE,
        "language": intake.language or outcome.language or Programming.PYTHON,
        "length": intake.length,
        "focus": intake.focus,
    }


def intake_summary_page(
    scene: IntakeScene, intake: TechnicalIntake, *, whole: bool = False, notices: Sequence[str] = ()
) -> Say:
    """Show what is set and what was read; `whole`: first say what this is."""
    language, told = scene.language, StyledMessage()
    outcome = outcome_of(intake, scene.findings.get(OUTCOME))
    for notice in notices:
        told.add(notice)
    if whole:
        how = "technical-intake-how" if scene.understands else "technical-intake-buttons"
        told.add(say(language, "technical-intake")).add(say(language, how))
    chosen = [_name(language, field, value) for field, value in effective_settings(intake, outcome).items()]
    told.add(say(language, "technical-chosen", chosen=" · ".join(chosen)))
    told.add("\n".join(_read(language, outcome)), Style.ITALIC)
    if intake.wishes:
        wishes = shorten("; ".join(intake.wishes), _LINE, placeholder=" …")
        told.add(say(language, "technical-wishes", wishes=wishes))
    if set(intake.keys) != set(outcome.read):
        told.add(say(language, "technical-reading"))
    elif outcome.without_model:
        told.add(say(language, "technical-read-by-nobody"))
    elif intake.sources and not (outcome.job or outcome.resume or outcome.troubles):
        told.add(say(language, "technical-read-nothing"))
    elif outcome.job or outcome.resume:
        told.add(say(language, "technical-correct"))
    for code in dict.fromkeys(outcome.troubles):
        told.add(say(language, f"technical-{code}"))
    ways = [_button(scene, BEGIN, say(language, "technical-begin"))]
    ways += [_button(scene, menu, say(language, f"technical-set-{field}")) for menu, (field, _) in MENUS.items()]
    return told.say(tuple(ways))


def reading_page(scene: IntakeScene, notices: Sequence[str]) -> Say:
    told = StyledMessage()
    for notice in (*notices, say(scene.language, "technical-reading")):
        told.add(notice)
    return told.say((_button(scene, BEGIN, say(scene.language, "technical-begin")),))


def _read(language: str, outcome: IntakeOutcome) -> Iterable[str]:
    """Yield a line for each thing that was understood."""
    resume, job = outcome.resume, outcome.job
    if job.title:
        yield say(language, "technical-for-job", job=shorten(job.title, _LINE, placeholder=" …"))
    if job.skills:
        yield say(language, "technical-read-job", skills=_some(job.skills))
    if resume.projects:
        names = [each.name for each in resume.projects if each.name]
        yield say(language, "technical-read-projects", names=_some(names[:3]), projects=len(resume.projects))
    if resume.skills:
        yield say(language, "technical-read-skills", skills=_some(resume.skills))
    if resume.years:
        yield say(language, "technical-read-years", years=resume.years)


def _some(names: Sequence[str]) -> str:
    shown = ", ".join(names[:_MOST_NAMED])
    return shorten(f"{shown} …" if len(names) > _MOST_NAMED else shown, _LINE, placeholder=" …")


def menu_page(scene: IntakeScene, intake: TechnicalIntake, code: str) -> Say:
    field, values = MENUS[code]
    chosen = effective_settings(intake, outcome_of(intake, scene.findings.get(OUTCOME)))[field]
    choices = [
        _button(scene, f"{code}{n}", f"{'✓ ' if each == chosen else ''}{_name(scene.language, field, each)}")
        for n, each in enumerate(values)
    ]
    back = _button(scene, BACK, say(scene.language, "technical-back"))
    return Say(text=say(scene.language, f"technical-which-{field}"), choices=(*choices, back))


def _name(language: str, field: str, value: StrEnum) -> str:
    return say(language, f"technical-{field}-{value.value}")


def _button(scene: IntakeScene, code: str, label: str) -> Choice:
    return intake_button(scene.session.id, code, label)


READ: Final = "read"
_READABLE: Final = AcceptedInput(
    files=(".pdf", ".docx", ".md", ".markdown", ".txt", ".html", "text/", "application/pdf")
)
_TELLING: Final = 20
"""Words from which a message is read as a text about the job or the candidate."""
_LONGEST_WISH: Final = 200
"""Characters up to which it is kept as a wish, where it has fewer words."""


class TechnicalFlow:
    """`core.contracts.about.IntakeFlow`."""

    def __init__(self, facts: Facts | None = None) -> None:
        """Take the `facts` about what becomes of people's words, for those who ask."""
        self._facts = facts or Facts()

    def page(self, scene: IntakeScene) -> Say:
        return intake_summary_page(scene, _known(scene.session), whole=True)

    def has_told(self, session: Session) -> bool:
        return bool(_known(session).sent)

    def invited_by(self, text: str) -> bool:
        return False

    def step(self, scene: IntakeScene, event: IntakeEvent) -> IntakeMove | None:
        intake = _known(scene.session)
        match event:
            case Opened(about=about, messages=messages, files=files):
                first = (IntakeMessage(ref="", text=about),) if about.strip() else ()
                heard = _Heard(intake=TechnicalIntake())
                for message in (*first, *messages):
                    heard = _told(heard, message)
                for file in files:
                    heard = _with_file(heard, file)
                return _more(scene, TechnicalIntake(), replace(heard, asks=True))
            case WordsSaid(messages=messages):
                return self._answered(scene, intake, messages) or _said(scene, intake, messages)
            case Pressed(code=code):
                return _pressed(scene, intake, code)
            case FileSent(file=file, ref=ref):
                return _more(scene, intake, _with_file(_Heard(intake=intake), file, ref))
            case SoundRef(voice=voice) if text := (voice.text or "").strip():
                return _said(scene, intake, (IntakeMessage(ref="", text=text),))
            case SoundRef():
                return _more(scene, intake, _Heard(intake=intake, notices=("technical-recording-long",)))
            case TooLargeSent():
                return _more(scene, intake, _Heard(intake=intake, notices=("technical-source-heavy",)))
            case Edited() | Removed():
                return _changed(scene, intake, event)
            case ChoreEnded():
                return _shown(scene, intake) if not _reads(scene, intake) else None
            case Reopened() | StepBack():
                return _shown(scene, intake, whole=isinstance(event, Reopened))
            case BeginNow():
                return _begun(scene, intake)

    def followed(self, about: About, ref: str, text: str, gone: tuple[str, ...]) -> Followed | None:
        """Forget everything that was read, if one of its messages was deleted; keep it if one was only edited."""
        subject = subject_in(about)
        if text or ref not in subject.refs:
            return None
        left = subject.model_copy(
            update={"resume": Resume(), "job": JobDescription(), "topics": (), "wishes": (), "refs": ()}
        )
        return Followed(value=left.model_dump_json(), title="" if subject.job.title else None)

    def _answered(
        self, scene: IntakeScene, intake: TechnicalIntake, messages: tuple[IntakeMessage, ...]
    ) -> IntakeMove | None:
        """Obey or answer a message that is exactly the word on the button or a known phrase; None for all others."""
        text = messages[0].text.strip() if len(messages) == 1 else ""
        if text.casefold() == say(scene.language, "technical-begin").casefold():
            return _begun(scene, intake)
        said = find_phrase(text, scene.language)
        match said:
            case Phrase.YES | Phrase.GO_ON if not _reads(scene, intake):
                return _begun(scene, intake)
            case Phrase.WHO_ARE_YOU:
                notice = describe_program(self._facts, scene.language)
            case Phrase.WHO_READS_THIS:
                notice = who_reads_lines(self._facts, scene.language)
            case Phrase.ARE_YOU_THERE:
                notice = say(scene.language, "reply-there")
            case None:
                return None
            case _:
                return _shown(scene, intake, whole=True)
        return IntakeMove(says=(intake_summary_page(scene, intake, notices=(notice,)),))


def _known(session: Session) -> TechnicalIntake:
    return intake_of(session) or TechnicalIntake()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Heard:
    intake: TechnicalIntake
    notices: tuple[str, ...] = ()
    asks: bool = False


def _said(scene: IntakeScene, intake: TechnicalIntake, messages: Iterable[IntakeMessage]) -> IntakeMove:
    heard = _Heard(intake=intake)
    for message in messages:
        heard = _told(heard, message)
    return _more(scene, intake, heard)


def _changed(scene: IntakeScene, intake: TechnicalIntake, event: Edited | Removed) -> IntakeMove | None:
    """Forget a deleted message, and read an edited one again; None for a message that the intake does not have."""
    if not intake.has(event.ref):
        return None
    heard = _Heard(intake=intake.without(event.ref))
    if isinstance(event, Edited):
        heard = _told(heard, IntakeMessage(ref=event.ref, text=event.text))
    move = _more(scene, intake, heard)
    gone = set(intake.keys) - set(heard.intake.keys)
    return replace(move, findings=((OUTCOME, ""),)) if gone else move


def _told(heard: _Heard, message: IntakeMessage) -> _Heard:
    """Take a link, a text about job or candidate, or a few words, which are kept as a wish; code is of no use yet."""
    parts = tuple(fenced_passages(message.text))
    for part in parts:
        if part.is_code and part.text.strip():
            heard = _with_code(heard, FENCES.get(part.language) or guess_language(part.text, Programming.PYTHON))
    text = "\n".join(part.text for part in parts if not part.is_code).strip()
    is_long = count_beginning_words(text) >= _TELLING or len(text) > _LONGEST_WISH
    if not is_long and (link := link_in(text)) is not None:
        return _with_source(heard, SourceKind.LINK, link, message.ref)
    if is_long:
        return _with_source(heard, SourceKind.TEXT, text, message.ref)
    if not any(map(str.isalnum, text)):
        return replace(heard, asks=heard.asks or bool(text))
    return replace(
        _with_source(heard, SourceKind.WISH, text, message.ref), asks=heard.asks or text.rstrip().endswith("?")
    )


def _with_source(heard: _Heard, kind: SourceKind, value: str, ref: str) -> _Heard:
    return replace(heard, intake=heard.intake.with_sent(SentDocument(kind=kind, value=value[:LONGEST_TEXT], ref=ref)))


def _with_file(heard: _Heard, file: Attachment, ref: str = "") -> _Heard:
    code = next((language for suffix, language in SUFFIXES.items() if file.name.lower().endswith(suffix)), None)
    if code is not None:
        return _with_code(heard, code)
    if not _READABLE.takes_file(file):
        return replace(heard, notices=(*heard.notices, "technical-no-document"))
    name, media_type = file.name[:200], file.media_type[:100]
    sent = SentDocument(kind=SourceKind.FILE, value=file.file_ref, name=name, media_type=media_type, ref=ref)
    return replace(heard, intake=heard.intake.with_sent(sent))


def _with_code(heard: _Heard, language: Programming) -> _Heard:
    """Take the language of the code as a wish, unless they have one already."""
    after = heard.intake.model_copy(update={"language": heard.intake.language or language})
    return replace(heard, intake=after, notices=(*heard.notices, "technical-code-later"))


def _more(scene: IntakeScene, before: TechnicalIntake, heard: _Heard) -> IntakeMove:
    """Go on with what was said, and read it where there is something new to read."""
    after = heard.intake
    reads = after.request != before.request and bool(after.request)
    notices = [say(scene.language, note) for note in dict.fromkeys(heard.notices)]
    if reads and not heard.asks:
        shown = reading_page(scene, notices)  # the page follows as soon as it is read
    else:
        after = after.model_copy(update={"menu": ""})
        shown = intake_summary_page(scene, after, whole=heard.asks, notices=notices)
    return IntakeMove(value=after.model_dump(mode="json"), says=(shown,), chores=(READ,) if reads else ())


def _pressed(scene: IntakeScene, intake: TechnicalIntake, code: str) -> IntakeMove | None:
    if code == BEGIN:
        return _begun(scene, intake)
    if code == BACK:
        return _shown(scene, intake)
    menu = MENUS.get(code[:1])
    if menu is None:
        return None
    field, values = menu
    if len(code) == 1:
        opened = intake.model_copy(update={"menu": code})
        return IntakeMove(value=opened.model_dump(mode="json"), says=(menu_page(scene, opened, code),))
    number = int(code[1:]) if code[1:].isdecimal() else len(values)
    if number >= len(values):
        return None
    return _shown(scene, intake.model_copy(update={field: tuple(values)[number]}))


def _shown(scene: IntakeScene, intake: TechnicalIntake, *, whole: bool = False) -> IntakeMove:
    after = intake.model_copy(update={"menu": ""})
    return IntakeMove(value=after.model_dump(mode="json"), says=(intake_summary_page(scene, after, whole=whole),))


def _begun(scene: IntakeScene, intake: TechnicalIntake) -> IntakeMove:
    """Begin with what is known; what is still being read is left out, and that is said."""
    outcome = outcome_of(intake, scene.findings.get(OUTCOME))
    subject = TechnicalSubject(
        resume=outcome.resume,
        job=outcome.job,
        topics=outcome.topics,
        wishes=intake.wishes,
        refs=tuple(each.ref for each in intake.sent if each.ref),
        **effective_settings(intake, outcome),
    )
    notice = say(scene.language, "technical-not-read-yet") if _reads(scene, intake) else ""
    return IntakeMove(
        findings=((OUTCOME, ""),),
        begins=Beginning(value=subject.model_dump_json(), title=subject.job.title, notice=notice),
    )


def _reads(scene: IntakeScene, intake: TechnicalIntake) -> bool:
    """Tell whether something that was sent is not read yet."""
    return set(intake.keys) != set(outcome_of(intake, scene.findings.get(OUTCOME)).read)
