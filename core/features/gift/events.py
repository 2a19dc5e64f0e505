"""Puts together the same events as several have told them: the words of the interview, and those of the members."""

from __future__ import annotations

from collections.abc import Sequence

from core.contracts.chore import Pages, PageSection
from core.contracts.events import Event, EventVoice
from core.contracts.session import EntryKind, Record
from core.documents.markdown import bold, heading, markdown_line, text_with_code
from core.documents.visibility import visible_record
from core.features.gift.rows import StoredTelling, family_of, tellings_of
from core.languages.messages import say
from core.store.records import load_record
from core.store.store import Connection


def family_events(c: Connection, family_id: str, person_id: str) -> tuple[Event, ...]:
    """Return, for the teller alone, what others have told too; nothing that was kept back or taken back is in it."""
    family = family_of(c, family_id)
    if family is None or family.session_id is None or family.person_id != person_id:
        return ()
    whole, _ = load_record(c, family.session_id)
    return match_family_events(
        visible_record(whole.without_parts()),
        whole.person.name or family.name,
        tellings_of(c, family_id, family.session_id),
    )


def match_family_events(visible: Record, teller: str, told: tuple[StoredTelling, ...]) -> tuple[Event, ...]:
    """Return the questions of an interview about which others have told something, in its order. Pure."""
    own: dict[int, list[str]] = {}
    for entry in visible.entries:
        if entry.kind is EntryKind.ANSWER and not entry.withdrawn and entry.answers is not None:
            own.setdefault(entry.answers, []).append(entry.text)
    found: list[Event] = []
    for entry in visible.entries:
        others = [each for each in told if each.seq == entry.seq]
        if not others or entry.seq not in own:
            continue
        voices = [EventVoice(teller=teller, passages=tuple(own[entry.seq]))]
        for person in dict.fromkeys(each.person_id for each in others):
            theirs = [each for each in others if each.person_id == person]
            passages, numbers = zip(*((each.text, each.id) for each in theirs), strict=True)
            voices.append(EventVoice(teller=theirs[0].name, passages=passages, numbers=numbers))
        event = Event(session_id=visible.session.id, seq=entry.seq, question=entry.text, voices=tuple(voices))
        found.append(event)
    return tuple(found)


def events_pages(events: Sequence[Event], language: str) -> Pages:
    """Return the same as `events_markdown` to be set as a PDF."""
    passages: list[tuple[str, tuple[str, ...]]] = []
    for event in events:
        passages.append((event.question, ()))
        for voice in event.voices:
            lines = (line.strip() for passage in voice.passages for line in passage.splitlines())
            passages.append((voice.teller or say(language, "family-somebody"), tuple(filter(None, lines))))
    section = PageSection(heading="", passages=tuple(passages))
    return Pages(form="pdf", title=say(language, "side-title"), sections=(section,))


def events_markdown(events: Sequence[Event], language: str) -> str:
    """Return each event under its question, with the name of whoever tells it before their words."""
    parts = [heading(1, say(language, "side-title"))]
    for event in events:
        parts.append(heading(2, markdown_line(event.question)))
        for voice in event.voices:
            parts.append(bold(voice.teller or say(language, "family-somebody")))
            parts += [text_with_code(passage) for passage in voice.passages]
    return "\n\n".join(parts) + "\n"
