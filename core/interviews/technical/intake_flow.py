"""The intake of a technical interview: what it is for, and for whom; nothing of it is needed to begin. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
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
from core.contracts.fences import passages
from core.contracts.messages import Attachment, Say
from core.contracts.session import Session
from core.contracts.turn import Takes
from core.interviews.scripted_base.replies import reply, spoken
from core.interviews.signals import hear
from core.interviews.signals.courtesy import agrees
from core.interviews.submissions import link_in
from core.interviews.substance import words_told
from core.interviews.technical.exercises.exercise import Programming
from core.interviews.technical.handed import FENCES, SUFFIXES, guessed
from core.interviews.technical.intake import LONGEST_TEXT, OUTCOME, Intake, Sent, SourceKind, intake_of, outcome_of
from core.interviews.technical.intake_pages import BACK, BEGIN, MENUS, menu_page, page, reading_page, settled
from core.interviews.technical.plain_wishes import (
    Wishes,
    has_none,
    named_in,
    of_themselves,
    struck_in,
    wished,
    wished_among,
)
from core.interviews.technical.subject import Job, Resume, Seniority, TechnicalSubject, subject_in
from core.privacy.facts import Facts
from core.words import say

READ: Final = "read"
_READABLE: Final = Takes(files=(".pdf", ".docx", ".md", ".markdown", ".txt", ".html", "text/", "application/pdf"))
_TELLING: Final = 30
"""Words from which a message is about the job or the candidate, and no wish."""
_LONGEST_WISH: Final = 400
"""Characters; who writes no blanks writes no wish either."""
_ANSWERED: Final = frozenset({"who", "reads", "voice", "there"})
"""What is asked about the interviewer, and not about the interview: the page answers that."""
_TALKING: Final = 150
"""Words up to which somebody may be talking to the interviewer in it, too."""
_LONGEST_TALK: Final = 1_500
"""Characters of that."""


class TechnicalFlow:
    """`core.contracts.about.IntakeFlow`."""

    def __init__(self, facts: Facts | None = None) -> None:
        """`facts`: what becomes of what people tell, where they ask."""
        self._facts = facts or Facts()

    def page(self, scene: IntakeScene) -> Say:
        return page(scene, _known(scene.session), whole=True)

    def has_told(self, session: Session) -> bool:
        intake = _known(session)
        return bool(intake.sent or intake.job)

    def invited_by(self, text: str) -> bool:
        return False

    def step(self, scene: IntakeScene, event: IntakeEvent) -> IntakeMove | None:
        intake = _known(scene.session)
        match event:
            case Opened(about=about, messages=messages, files=files):
                return _opened(scene, about, messages, files)
            case WordsSaid(messages=messages):
                return self._answered(scene, intake, messages) or _said(scene, intake, messages)
            case Pressed(code=code):
                return _pressed(scene, intake, code)
            case FileSent() | Sound() | TooLargeSent():
                return _sent(scene, intake, event)
            case Edited() | Removed():
                return _changed(scene, intake, event)
            case ChoreEnded():
                return _shown(scene, intake) if not _reads(scene, intake) else None
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

    def _answered(self, scene: IntakeScene, intake: Intake, messages: tuple[IntakeMessage, ...]) -> IntakeMove | None:
        """What they ask about the interviewer itself, and nothing else."""
        (text, *more) = (message.text for message in messages)
        asked = () if more else asked_in(text)
        if not asked:
            return None
        said = reply(asked, self._facts, platform=scene.session.address.platform, language=scene.language)
        return IntakeMove(says=(page(scene, intake, notices=(said,)),))


def _known(session: Session) -> Intake:
    return intake_of(session) or Intake()


def asked_in(text: str) -> tuple[str, ...]:
    """What a few words ask about the interviewer, where they say nothing else."""
    if len(text) > _LONGEST_WISH:
        return ()
    taken = spoken(text, hear(text))
    return () if taken.told else tuple(each for each in taken.asks if each in _ANSWERED)


# --- what comes ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class _Heard:
    """What was understood."""

    intake: Intake
    notices: tuple[str, ...] = ()
    """Keys of what is said of it, or the words themselves."""
    begins: bool = False
    asks: bool = False
    """They would like to know what this is."""


def _opened(
    scene: IntakeScene, about: str, messages: tuple[IntakeMessage, ...], files: tuple[Attachment, ...]
) -> IntakeMove:
    first = (IntakeMessage(ref="", text=about),) if about.strip() else ()
    heard = _Heard(intake=Intake())
    for message in (*first, *messages):
        heard = _told(scene, heard, message)
    for file in files:
        heard = _with_file(heard, file)
    return _more(scene, Intake(), replace(heard, asks=True))


def _said(scene: IntakeScene, intake: Intake, messages: Iterable[IntakeMessage]) -> IntakeMove:
    heard = _Heard(intake=intake)
    for message in messages:
        heard = _told(scene, heard, message)
    return _begun(scene, heard.intake) if heard.begins else _more(scene, intake, heard)


def _sent(scene: IntakeScene, intake: Intake, event: FileSent | Sound | TooLargeSent) -> IntakeMove:
    match event:
        case FileSent(file=file, ref=ref):
            return _more(scene, intake, _with_file(_Heard(intake=intake), file, ref))
        case Sound(voice=voice) if (voice.text or "").strip():
            return _said(scene, intake, (IntakeMessage(ref="", text=(voice.text or "").strip()),))
        case Sound():
            return _more(scene, intake, _Heard(intake=intake, notices=("technical-recording-long",)))
        case TooLargeSent():
            return _more(scene, intake, _Heard(intake=intake, notices=("technical-source-heavy",)))


def _changed(scene: IntakeScene, intake: Intake, event: Edited | Removed) -> IntakeMove | None:
    """Nothing of a message stays that was deleted; None for one that is none of the intake's."""
    if not intake.has(event.ref):
        return None
    heard = _Heard(intake=intake.without(event.ref))
    if isinstance(event, Edited):
        heard = _told(scene, heard, IntakeMessage(ref=event.ref, text=event.text))
    move = _more(scene, intake, heard)
    gone = set(intake.keys) - set(heard.intake.keys)
    return replace(move, findings=((OUTCOME, ""),)) if gone else move


def _told(scene: IntakeScene, heard: _Heard, message: IntakeMessage) -> _Heard:
    """A link, a text about job or candidate, or a few words; code is of no use yet."""
    parts = tuple(passages(message.text))
    for part in parts:
        if part.is_code and part.text.strip():
            heard = _with_code(heard, FENCES.get(part.language) or guessed(part.text, Programming.PYTHON))
    text = "\n".join(part.text for part in parts if not part.is_code).strip()
    count = words_told(text)
    if (link := link_in(text)) is not None and count < _TELLING:
        return _with_source(heard, SourceKind.LINK, link, message.ref)
    if count >= _TELLING or len(text) > _LONGEST_WISH:
        wishes = wished_among(text) if count <= _TALKING and len(text) <= _LONGEST_TALK else Wishes()
        return _with_wishes(scene, _with_source(heard, SourceKind.TEXT, text, message.ref), wishes)
    if of_themselves(text):
        beside, wishes = wished_among(text), wished(text)
        wishes = replace(wishes, focus=beside.focus, length=beside.length, begins=False, position="")
        return _with_wishes(scene, _with_source(heard, SourceKind.TEXT, text, message.ref), wishes)
    return _few_words(scene, heard, text, message.ref) if text else heard


def _with_source(heard: _Heard, kind: SourceKind, value: str, ref: str) -> _Heard:
    return replace(heard, intake=heard.intake.with_sent(Sent(kind=kind, value=value[:LONGEST_TEXT], ref=ref)))


def _few_words(scene: IntakeScene, heard: _Heard, text: str, ref: str) -> _Heard:
    """Wishes, what the job is called, or what of what was read is not so, or is so after all."""
    if again := named_in(text, heard.intake.struck):
        left = tuple(each for each in heard.intake.struck if each not in again)
        heard = replace(heard, intake=heard.intake.model_copy(update={"struck": left}))
    found = outcome_of(heard.intake, scene.findings.get(OUTCOME))
    struck = struck_in(text, found.facts)
    if struck:
        said = say(scene.language, "technical-struck", facts=", ".join(struck))
        return replace(heard, intake=heard.intake.with_struck(struck), notices=(*heard.notices, said))
    if has_none(text):
        return replace(heard, notices=(*heard.notices, "technical-none-needed"))
    if agrees(text) and not _reads(scene, heard.intake):
        return replace(heard, begins=True)
    wishes = wished(text)
    after = _with_wishes(scene, heard, wishes)
    if wishes.position:
        named = after.intake.model_copy(update={"job": wishes.position, "job_ref": ref})
        return replace(after, intake=named)
    if text.rstrip().endswith("?") and after.intake == heard.intake:
        return replace(after, asks=True)
    if wishes.clear or again or after.intake != heard.intake or agrees(text):
        return after
    return replace(after, notices=(*after.notices, "technical-not-understood"))


def _with_wishes(scene: IntakeScene, heard: _Heard, wishes: Wishes) -> _Heard:
    fields = (field for field, _ in MENUS.values())
    update = {field: value for field in fields if (value := getattr(wishes, field)) is not None}
    if wishes.harder:
        levels = list(Seniority)
        now = levels.index(settled(heard.intake, outcome_of(heard.intake, scene.findings.get(OUTCOME)))["level"])
        update["level"] = levels[min(max(now + wishes.harder, 0), len(levels) - 1)]
    after = heard.intake.model_copy(update=update)
    notices = heard.notices
    if wishes.elsewhere:
        notices = (*notices, "technical-language-not-here")
    if wishes.refused is not None and after.language in (None, wishes.refused):
        after = after.model_copy(update={"menu": "p"})
    return replace(heard, intake=after, notices=notices, begins=heard.begins or wishes.begins)


def _with_file(heard: _Heard, file: Attachment, ref: str = "") -> _Heard:
    code = next((language for suffix, language in SUFFIXES.items() if file.name.lower().endswith(suffix)), None)
    if code is not None:
        return _with_code(heard, code)
    if not _READABLE.takes_file(file):
        return replace(heard, notices=(*heard.notices, "technical-no-document"))
    name, media_type = file.name[:200], file.media_type[:100]
    sent = Sent(kind=SourceKind.FILE, value=file.file_ref, name=name, media_type=media_type, ref=ref)
    return replace(heard, intake=heard.intake.with_sent(sent))


def _with_code(heard: _Heard, language: Programming) -> _Heard:
    """What it is written in is a wish, where they have none yet."""
    after = heard.intake.model_copy(update={"language": heard.intake.language or language})
    return replace(heard, intake=after, notices=(*heard.notices, "technical-code-later"))


def _more(scene: IntakeScene, before: Intake, heard: _Heard) -> IntakeMove:
    """On with what was said, read where there is something new to read."""
    after = heard.intake
    reads = after.request != before.request and bool(after.request)
    notices = [note if " " in note else say(scene.language, note) for note in dict.fromkeys(heard.notices)]
    if after.menu and after.menu != before.menu:
        shown = menu_page(scene, after, after.menu)
    elif reads and not heard.asks:
        shown = reading_page(scene, notices)  # the page follows as soon as it is read
    else:
        after = after.model_copy(update={"menu": ""})
        shown = page(scene, after, whole=heard.asks, notices=notices)
    return IntakeMove(value=after.model_dump(mode="json"), says=(shown,), chores=(READ,) if reads else ())


def _pressed(scene: IntakeScene, intake: Intake, code: str) -> IntakeMove | None:
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


def _shown(scene: IntakeScene, intake: Intake, *, whole: bool = False) -> IntakeMove:
    after = intake.model_copy(update={"menu": ""})
    return IntakeMove(value=after.model_dump(mode="json"), says=(page(scene, after, whole=whole),))


def _begun(scene: IntakeScene, intake: Intake) -> IntakeMove:
    """Begin with what is known; what is still being read is left out, and that is said."""
    outcome = outcome_of(intake, scene.findings.get(OUTCOME))
    job = outcome.job if outcome.job.title or not intake.job else outcome.job.model_copy(update={"title": intake.job})
    refs = (*(each.ref for each in intake.sent if each.ref), *((intake.job_ref,) if intake.job_ref else ()))
    subject = TechnicalSubject(
        resume=outcome.resume, job=job, topics=outcome.topics, refs=refs, **settled(intake, outcome)
    )
    notice = say(scene.language, "technical-not-read-yet") if _reads(scene, intake) else ""
    return IntakeMove(
        findings=((OUTCOME, ""),),
        begins=Beginning(value=subject.model_dump_json(), title=job.title, notice=notice),
    )


def _reads(scene: IntakeScene, intake: Intake) -> bool:
    """Whether something that was sent is not read yet."""
    return set(intake.keys) != set(outcome_of(intake, scene.findings.get(OUTCOME)).read)
