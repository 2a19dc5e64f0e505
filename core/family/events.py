"""The same events as several have told them: the words of the interview, and beside them those of the members."""

from __future__ import annotations

from core.contracts.events import Event, EventVoice
from core.contracts.session import EntryKind, Record
from core.documents.visibility import visible_record
from core.store.family_rows import StoredTelling, families_of, family_of, tellings_of
from core.store.records import load_record
from core.store.store import Connection


def family_events(c: Connection, family_id: str, person_id: str) -> tuple[Event, ...]:
    """For who tells: what others have told, too. What is kept back or taken back is in none; empty for anybody else."""
    family = family_of(c, family_id)
    if family is None or family.session_id is None or family.person_id != person_id:
        return ()
    whole, _ = load_record(c, family.session_id)
    return match_family_events(
        visible_record(whole.without_parts()),
        whole.person.name or family.name,
        tellings_of(c, family_id, family.session_id),
    )


def session_events(c: Connection, whole: Record) -> tuple[Event, ...]:
    """The same of an interview, for its book; empty where it was not given, or nobody else has told anything."""
    mine = (each for each in families_of(c, whole.person.id) if each.session_id == whole.session.id)
    its = next(mine, None)
    if its is None:
        return ()
    return match_family_events(
        visible_record(whole), whole.person.name or its.name, tellings_of(c, its.id, whole.session.id)
    )


def match_family_events(visible: Record, teller: str, told: tuple[StoredTelling, ...]) -> tuple[Event, ...]:
    """Pure: the questions of an interview about which others have told something, in its order."""
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
