"""Recordings in the tables, on both stores."""

from __future__ import annotations

from dataclasses import replace

from core.contracts.messages import Voice
from core.contracts.page_lines import FreshLine
from core.contracts.ports import Recognised
from core.contracts.session import Entry
from core.store import recording_rows as units
from core.store.erasing import erase_person
from core.store.mailbox_rows import MailItem, look_at_mailbox
from core.store.page_rows import lines_since, show_line
from core.store.recording_rows import HEARD, WAITING, StoredRecording
from core.store.rows import to_datetime
from core.store.schema import mailbox, recordings
from core.store.speakers import speaker_circumstances
from core.store.store import Connection, Store
from tests.fakes.stores import (
    HERE,
    NOW,
    answer,
    append,
    arrive,
    begin,
    claim_at,
    count,
    event,
    new_session,
    question,
)

NAMES = [f"{digit * 64}.ogg" for digit in "abcdef"]
VOICE = Voice(file_ref="file-1", seconds=4.0, size=100, media_type="audio/ogg")


def _row(c: Connection, event_id: str = "e1") -> StoredRecording:
    found = units.recording_of_event(c, event_id)
    assert found is not None
    return found


def _spoken(c: Connection, event_id: str = "e1", *, now: float = NOW, voice: Voice = VOICE) -> StoredRecording:
    arrive(c, event(event_id, voice, ref=f"ref-{event_id}"), now=now)
    return _row(c, event_id)


def _items(c: Connection, person_id: str = "p1") -> tuple[MailItem, ...]:
    seen = look_at_mailbox(c, person_id)
    assert seen is not None
    return seen.items


def _voice(item: MailItem) -> Voice:
    assert isinstance(item.incoming.content, Voice)
    return item.incoming.content


def _words(*, text: str, seconds: float, doubtful: bool = False) -> Recognised:
    return Recognised(text=text, doubtful=doubtful, language="en", seconds=seconds, speech_seconds=seconds)


async def test_what_is_spoken_is_not_ready_and_waits_to_be_heard(store: Store) -> None:
    def unit(c: Connection) -> None:
        row = _spoken(c)
        assert [(item.ready, item.incoming.content) for item in _items(c)] == [(False, VOICE)]
        assert (row.state, row.due_at, row.attempts, row.awaited) == (WAITING, NOW, 0, True)
        assert (row.person_id, row.address, row.file_ref) == ("p1", HERE, "file-1")
        assert (row.seconds, row.size, row.media_type, row.audio) == (4.0, 100, "audio/ogg", "")
        assert units.due_recordings(c, claim_at(NOW), hearing=True) == ["e1"]
        assert units.due_recordings(c, claim_at(NOW - 1), hearing=True) == []

    await store.write(unit)


async def test_an_event_that_comes_twice_changes_nothing_even_when_it_was_heard(store: Store) -> None:
    def unit(c: Connection) -> None:
        units.save_heard(c, _spoken(c), _words(text="Yes.", seconds=4.5), file="", keep=False, now=NOW)
        c.execute(mailbox.delete())  # tidied away long since
        again = _spoken(c)
        assert again.state == HEARD
        assert count(c, recordings) == 1

    await store.write(unit)


async def test_words_come_into_their_place_and_nothing_else_changes(store: Store) -> None:
    def unit(c: Connection) -> None:
        row = _spoken(c)
        before = _items(c)[0].incoming
        assert (
            units.save_heard(c, row, _words(text="Да, «помню».", seconds=4.5), file=NAMES[0], keep=True, now=NOW + 9)
            == "p1"
        )
        [item] = _items(c)
        heard = replace(VOICE, text="Да, «помню».", seconds=4.5, audio=NAMES[0])
        assert (item.ready, item.incoming) == (True, replace(before, content=heard))
        row = _row(c)
        assert (row.state, row.audio, row.due_at, row.awaited) == (HEARD, NAMES[0], None, False)
        assert units.save_heard(c, row, _words(text="Twice.", seconds=1.0), file="", keep=False, now=NOW) is None
        assert units.save_unheard(c, row, trouble="failed", due_at=None) is None
        assert len(_items(c)) == 1

    await store.write(unit)


async def test_trouble_is_told_once_and_words_then_come_late(store: Store) -> None:
    def unit(c: Connection) -> None:
        row = _spoken(c)
        units.set_recording_file(c, row, NAMES[0])
        assert units.save_unheard(c, row, trouble="later", due_at=NOW + 60) == "p1"
        [item] = _items(c)
        assert (item.ready, _voice(item)) == (True, replace(VOICE, trouble="later"))
        assert (_row(c).audio, _row(c).trouble) == (NAMES[0], "later")
        assert units.save_unheard(c, _row(c), trouble="silent", due_at=NOW + 90) is None
        assert units.save_heard(c, _row(c), _words(text="Yes.", seconds=4.5), file="", keep=False, now=NOW + 99) == "p1"
        first, late = _items(c)
        assert first.incoming.content == replace(VOICE, trouble="later")
        assert _voice(late) == replace(VOICE, text="Yes.", seconds=4.5, late=True)
        assert (late.ready, late.incoming.ref, late.incoming.address) == (True, "e1", HERE)
        assert late.incoming.event_id == "e1:heard:3"

    await store.write(unit)


async def test_a_deleted_recording_settles_nothing(store: Store) -> None:
    def unit(c: Connection) -> None:
        row = _spoken(c)
        erase_person(c, "p1")
        assert units.recording_of_event(c, "e1") is None
        assert not units.set_recording_file(c, row, NAMES[0])
        assert units.save_heard(c, row, _words(text="Yes.", seconds=1.0), file="", keep=False, now=NOW) is None
        assert units.save_unheard(c, row, trouble="later", due_at=None) is None
        assert (count(c, mailbox), count(c, recordings)) == (0, 0)

    await store.write(unit)


# --- what is due --------------------------------------------------------------------------------------------------


async def test_those_who_wait_come_first_and_the_others_a_few_at_a_time(store: Store) -> None:
    def unit(c: Connection) -> None:
        for number in range(30):
            units.save_unheard(c, _spoken(c, f"old{number}"), trouble="later", due_at=NOW - number)
        for number in range(30):
            _spoken(c, f"new{number}")
        due = units.due_recordings(c, claim_at(NOW), hearing=True)
        assert due[:30] == [f"new{number}" for number in range(30)]
        assert due[30:] == [f"old{number}" for number in range(29, 9, -1)]

    await store.write(unit)


async def test_without_ears_only_what_is_not_here_is_due(store: Store) -> None:
    def unit(c: Connection) -> None:
        units.save_unheard(c, _spoken(c, "e1"), trouble="absent", due_at=NOW)
        units.set_recording_file(c, _row(c, "e1"), NAMES[0])
        units.save_unheard(c, _spoken(c, "e2"), trouble="absent", due_at=NOW)
        units.save_unheard(c, _spoken(c, "e3"), trouble="too-large", due_at=None)
        _spoken(c, "e4")
        assert units.due_recordings(c, claim_at(NOW), hearing=False) == ["e4", "e2"]
        assert units.due_recordings(c, claim_at(NOW), hearing=True) == ["e4", "e1", "e2"]

    await store.write(unit)


async def test_at_a_start_with_ears_only_what_waited_for_them_is_due(store: Store) -> None:
    def unit(c: Connection) -> None:
        for trouble, due_at in (("absent", NOW + 3600), ("later", NOW + 60), ("later", None), ("silent", None)):
            units.save_unheard(c, _spoken(c, f"{trouble}{due_at}"), trouble=trouble, due_at=due_at)
        units.retry_waiting_recordings(c, now=NOW)
        assert units.due_recordings(c, claim_at(NOW), hearing=True) == [f"absent{NOW + 3600}", f"later{NOW + 60}"]

    await store.write(unit)


async def test_the_operator_has_what_is_unheard_tried_again(store: Store) -> None:
    def unit(c: Connection) -> None:
        units.save_unheard(c, _spoken(c, "e1"), trouble="silent", due_at=None)
        units.save_heard(c, _spoken(c, "e2"), _words(text="Yes.", seconds=1.0), file="", keep=False, now=NOW)
        _spoken(c, "e3")
        assert [units.retry_recording(c, _row(c, e).id, now=NOW + 5) for e in ("e1", "e2", "e3")] == [
            True,
            False,
            False,
        ]
        assert not units.retry_recording(c, 99, now=NOW)
        again = _row(c, "e1")
        assert (again.state, again.due_at, again.awaited) == (WAITING, NOW + 5, False)

    await store.write(unit)


async def test_what_waits_of_a_person_until_a_moment(store: Store) -> None:
    def unit(c: Connection) -> None:
        row = _spoken(c, now=NOW)
        assert [units.has_waiting_recordings(c, "p1", NOW + d) for d in (-1, 0, 1)] == [False, True, True]
        assert not units.has_waiting_recordings(c, "p2", NOW + 1)
        units.save_unheard(c, row, trouble="later", due_at=NOW + 60)
        assert units.has_waiting_recordings(c, "p1", NOW + 1), "the desk has yet to tell them"
        c.execute(mailbox.update().values(done_at=NOW))
        assert not units.has_waiting_recordings(c, "p1", NOW + 1), "they know of it: nothing waits any longer"

    await store.write(unit)


async def test_who_speaks(store: Store) -> None:
    def unit(c: Connection) -> None:
        assert speaker_circumstances(c, "p1") is None
        arrive(c, event("e0"))
        alone = speaker_circumstances(c, "p1")
        assert alone is not None
        assert (alone.language, alone.session, alone.notes) == ("en", None, ())
        begin(c, new_session("s1", status="completed"), event_id="h1")
        ended = speaker_circumstances(c, "p1")
        assert ended is not None
        assert ended.session is None, "words belong to no interview that is over"
        begin(c, new_session("s2", language="ru"), event_id="h2")
        there = speaker_circumstances(c, "p1")
        assert there is not None
        assert there.session is not None
        assert there.session.id == "s2"

    await store.write(unit)


# --- files --------------------------------------------------------------------------------------------------------


def _kept_answer(seq: int, name: str) -> Entry:
    return answer(seq, 1, "Yes.").model_copy(update={"audio": name, "spoken_seconds": 4.5})


async def test_a_file_is_needed_by_recordings_and_by_entries(store: Store) -> None:
    def unit(c: Connection) -> None:
        append(c, begin(c), [question(1), _kept_answer(2, NAMES[0])])
        units.set_recording_file(c, _spoken(c, "e1"), NAMES[1])
        units.save_unheard(c, _spoken(c, "e2"), trouble="failed", due_at=None)
        units.set_recording_file(c, _row(c, "e2"), NAMES[2])
        heard = _spoken(c, "e3")
        units.save_heard(c, heard, _words(text="Yes.", seconds=1.0), file=NAMES[3], keep=True, now=NOW)
        assert units.recording_orphans(c, NAMES) == NAMES[4:]
        assert units.recording_orphans(c, []) == []

    await store.write(unit)


async def test_of_very_many_files_each_is_judged(store: Store) -> None:
    def unit(c: Connection) -> None:
        many = [f"{number:064x}.ogg" for number in range(1_000)]
        units.set_recording_file(c, _spoken(c), many[777])
        assert units.recording_orphans(c, many) == [*many[:777], *many[778:]]

    await store.write(unit)


async def test_with_an_interview_go_its_recordings_and_no_others(store: Store) -> None:
    def unit(c: Connection) -> None:
        append(c, begin(c), [question(1), _kept_answer(2, NAMES[0])])
        units.save_heard(
            c,
            _spoken(c, "kept", now=NOW + 50),
            _words(text="Yes.", seconds=1.0),
            file=NAMES[0],
            keep=True,
            now=NOW + 50,
        )
        units.save_unheard(c, _spoken(c, "bound", now=NOW + 60), trouble="failed", due_at=None)
        units.bind_recording(c, "bound", "s1", 1)
        units.save_unheard(c, _spoken(c, "loose", now=NOW), trouble="silent", due_at=None)
        units.save_unheard(c, _spoken(c, "after", now=NOW + 70), trouble="silent", due_at=None)
        c.execute(mailbox.delete())
        units.save_heard(
            c, _spoken(c, "behind", now=NOW), _words(text="Yes.", seconds=1.0), file=NAMES[1], keep=True, now=NOW
        )
        _spoken(c, "waiting", now=NOW)
        units.erase_recordings(c, "s1", "p1", until=NOW + 10)
        left = {e for e in ("kept", "bound", "loose", "after", "behind", "waiting") if units.recording_of_event(c, e)}
        assert left == {"after", "behind", "waiting"}

    await store.write(unit)


async def test_what_was_heard_stands_in_its_line_on_a_page(store: Store) -> None:
    def unit(c: Connection) -> list[tuple[str, str]]:
        spoken = [_spoken(c, "e1"), _spoken(c, "e2")]
        for key in ("ref-e1", "ref-e2", "other"):
            show_line(c, HERE, FreshLine(key=key, at=to_datetime(NOW), body="{}"))
        seen = lines_since(c, HERE, 0, 10)[-1].moved
        for which, text in zip(spoken, ("by the river", "and then"), strict=True):
            units.save_heard(c, which, _words(text=text, seconds=4.0), file="", keep=False, now=NOW)
        return [(line.key, line.heard) for line in lines_since(c, HERE, seen, 10)]

    assert await store.write(unit) == [("ref-e1", "by the river"), ("ref-e2", "and then")]
