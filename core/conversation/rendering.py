"""Makes a message of what the interviewer means: a header, a remark, one question, and buttons."""

from __future__ import annotations

from dataclasses import replace

from core.contracts.buttons import LISTED, PICK, Button, encode_button, fits_button
from core.contracts.messages import NOTHING_ASKED, Badge, Choice, Progress, Say, Saying, Style
from core.contracts.page import StyledMessage
from core.contracts.session import ENDED, Entry, EntryKind, KeptPart, Session
from core.contracts.turn import NewQuestion, Offer, Turn
from core.languages.messages import say

FURTHER = "↳"
"""Before a question that stays with what was just told, where its interview marks those."""
EVERY = 10
"""The number of a question is said at the first one and every so many: always would count down an old person's life."""


def command_button(language: str, command: str, argument: str = "", *, label: str = "") -> Choice:
    """Return a button for a command that is valid at any time; without `label`, with the words `button-<command>`."""
    text = label or say(language, f"button-{command}")
    return Choice(label=text, data=encode_button(Button(command=command, argument=argument)))


def question_buttons(language: str, session_id: str, seq: int, offers: tuple[str, ...]) -> tuple[Choice, ...]:
    """Return buttons that belong to one question: pressed later, they do nothing but say so."""
    return tuple(
        Choice(
            label=say(language, f"button-{name}"),
            data=encode_button(Button(command=name, session_id=session_id, seq=seq)),
        )
        for name in offers
    )


def all_buttons(
    language: str, session_id: str, seq: int, offers: tuple[str, ...], own: tuple[Offer, ...]
) -> tuple[Choice, ...]:
    """Return all buttons under a question: its answers first, so that each one's number is its number in a list."""
    answers = tuple(_own_button(session_id, seq, each) for each in own if each.answer)
    others = tuple(_own_button(session_id, seq, each) for each in own if not each.answer)
    return (*answers, *question_buttons(language, session_id, seq, offers), *others)


def _own_button(session_id: str, seq: int, offer: Offer) -> Choice:
    """Return a button of the interview's own that belongs to one question."""
    if offer.editor:
        return Choice(label=offer.label, data="", editor=offer.editor)
    command = PICK if offer.answer else offer.command
    data = Button(command=command, argument=offer.answer, session_id=session_id, seq=seq)
    return Choice(label=offer.label, data=encode_button(data))


def correction_buttons(language: str, session_id: str, seq: int) -> tuple[Choice, ...]:
    """Return the two buttons that put a spoken answer right; none where its session's id fits no button."""
    argument = f"{session_id}-{seq}"
    if not fits_button(argument):
        return ()
    return tuple(command_button(language, name, argument) for name in ("fix", "record"))


def heard_message(
    language: str,
    session_id: str,
    seq: int,
    text: str,
    *,
    lead: str = "",
    doubt: str = "",
    ways: tuple[Choice, ...] = (),
) -> Say:
    """Return what was heard of a voice note, with the ways to put it right; `doubt` says that it may be wrong."""
    page = StyledMessage().add(lead).add(text, Style.QUOTE).add(doubt)
    return page.say((*correction_buttons(language, session_id, seq), *ways))


def kept_back_button(language: str, parts: tuple[KeptPart, ...]) -> tuple[Choice, ...]:
    """Return the button that says how much was just kept back, and leads to the list of all that is."""
    if not parts:
        return ()
    label = say(language, "button-kept-back", count=sum(part.count for part in parts))
    return (command_button(language, "private", LISTED, label=label),)


def turn_message(
    turn: Turn, session: Session, *, language: str, later: str = "", about: tuple[Choice, ...] = ()
) -> Say | None:
    """Return the message of a turn, by the session after it; None if it says nothing. `later` replaces the question.

    `about`: buttons about what was just told.
    """
    about = (*about, *(() if turn.kept_back_line else kept_back_button(language, turn.kept_back)))
    if later:
        page = StyledMessage().add(turn.notice, Style.ITALIC).add(turn.remark).add(later, Style.ITALIC)
        return page.add_told(turn.after).say((command_button(language, "now"), *about))
    page = StyledMessage() if turn.closes else StyledMessage().add(turn.notice, Style.ITALIC)
    question = turn.question
    progress = None if question is None or question.kind is not EntryKind.QUESTION else question.progress
    if progress is not None and (progress.done == 1 or progress.done % EVERY == 0):
        page.add(progress_line(language, progress), Style.ITALIC)
    page.add_told(turn.remark)
    if question is not None:
        page.add_told(f"{FURTHER} {question.text}" if question.marked else question.text)
    if turn.closes:
        page.add(turn.notice, Style.ITALIC)
    page.add_told(turn.after)
    seq = session.open_question
    choices: tuple[Choice, ...] = ()
    if seq is not None and not turn.closes:
        choices = all_buttons(language, session.id, seq, turn.offers, turn.own)
    choices = (*choices, *about)
    if question is None:
        message = page.say(choices)
    else:
        message = page.say(
            choices, question.progress, asks=True, badge=question_badge(question), course=question.course
        )
    return message if message.text else None


def question_badge(question: NewQuestion | Entry) -> Badge:
    """Return what kind of question it is; one that was asked before is not said to open anything."""
    if isinstance(question, NewQuestion) and question.others:
        return Badge.QUESTION
    if question.kind is not EntryKind.QUESTION:
        return Badge.FOLLOW_UP
    return Badge.OVERVIEW if isinstance(question, NewQuestion) and question.opens else Badge.QUESTION


def progress_line(language: str, progress: Progress) -> str:
    """Say how far an interview is: by chapters where it has them, since a count of a hundred questions frightens."""
    if progress.chapters:
        return say(language, "status-chapters", done=progress.chapters_done, total=progress.chapters)
    return say(language, "progress-line", done=progress.done, total=progress.total)


def with_session_progress(saying: Saying, session: Session | None) -> Saying:
    """Return the message; where its session is not at its questions, the page stops showing how far it is."""
    over = session is None or session.open_question is None or session.status in ENDED
    return replace(saying, course=NOTHING_ASKED) if over and isinstance(saying, Say) and not saying.course else saying


def format_money(micros: int) -> str:
    """Format an amount in the currency of the operator's prices (`core.contracts.calls`)."""
    return f"{micros / 1_000_000:.2f}"


def visible_progress(progress: Progress | None) -> Progress | None:
    """Return what every message may show; nothing where there are so many questions that there are chapters."""
    return None if progress is None or progress.chapters else progress
