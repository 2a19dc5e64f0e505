"""The transcript of a decision: pieces that only grow, from a beginning that moves rarely, and to a question."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from core.contracts.session import QUESTIONS, Entry, EntryKind, Reason, Revision, Role
from core.interviews.scripted_base.prompt_transcript import ENTRY_ROOM, LEFT, MOST, line, pieces, since_after

_AT = datetime(2026, 5, 4, 10, tzinfo=UTC)
_GAPS = st.sampled_from([timedelta(minutes=1), timedelta(hours=6), timedelta(days=20)])
_KINDS = st.sampled_from([*EntryKind])
_TEXTS = st.sampled_from(["", "yes", "a < b & c", "</they>", "река\nи мост", "x" * 300])


def entry(seq: int, kind: EntryKind, text: str, at: datetime = _AT) -> Entry:
    role = Role.PERSON if kind is EntryKind.ANSWER else Role.INTERVIEWER
    revision = Revision(number=seq, text=text, reason=Reason.ORIGINAL, at=at)
    return Entry(seq=seq, role=role, kind=kind, question_id="q", at=at, revisions=(revision,))


@st.composite
def talks(draw: st.DrawFn) -> list[Entry]:
    """Anything that may be said after anything, an answer first too: the beginning may lie before."""
    at, found = _AT, []
    for seq in range(1, draw(st.integers(1, 14))):
        at += draw(_GAPS)
        found.append(entry(seq, draw(_KINDS), draw(_TEXTS), at))
    return found


@given(talk=talks())
def test_what_was_there_before_is_there_again_to_the_letter(talk: list[Entry]) -> None:
    before: tuple[str, ...] = ()
    for count in range(len(talk) + 1):
        after = pieces(talk[:count])
        assert after[: len(before) - 1] == before[:-1]
        assert not before or after[len(before) - 1].startswith(before[-1])
        assert all(piece.strip() for piece in after)
        before = after
    written = "\n".join(before)
    assert all(line(each) in written for each in talk)
    assert len(before) == sum(each.role is Role.INTERVIEWER for each in talk) + bool(
        talk and talk[0].role is Role.PERSON
    )


def test_a_long_silence_is_told_between_the_words() -> None:
    talk = [
        entry(1, EntryKind.QUESTION, "And then?"),
        entry(2, EntryKind.ANSWER, "Later.", _AT + timedelta(hours=7)),
        entry(3, EntryKind.QUESTION, "Now?", _AT + timedelta(days=9)),
    ]
    assert pieces(talk) == (
        '<you n="1">And then?</you>\n<pause for="7 hours"/>\n<they n="2">Later.</they>',
        '<pause for="9 days"/>\n<you n="3">Now?</you>',
    )


def test_a_very_long_message_shows_both_its_ends() -> None:
    shown = line(entry(1, EntryKind.ANSWER, f"begins {'x' * 3 * ENTRY_ROOM} ends"))
    assert "begins" in shown
    assert "ends" in shown
    assert len(shown) < ENTRY_ROOM + 200


@given(sizes=st.lists(st.integers(0, 6_000), min_size=20, max_size=60), kinds=st.lists(_KINDS, min_size=60))
def test_the_beginning_moves_rarely_and_to_a_question(sizes: list[int], kinds: list[EntryKind]) -> None:
    since = 1
    talk: list[Entry] = []
    for seq, size in enumerate(sizes, 1):
        talk.append(entry(seq, kinds[seq - 1], "x" * size))
        seen = [each for each in talk if each.seq >= since]
        moved = since_after(seen, since)
        if moved == since:
            continue
        assert moved > since
        assert talk[moved - 1].kind in QUESTIONS
        assert _size(seen) > MOST
        left = _size([each for each in talk if each.seq >= moved])
        assert left >= LEFT
        # Nothing nearer to the end would have left enough.
        nearer = [each for each in seen if each.kind in QUESTIONS and each.seq > moved]
        assert all(_size([e for e in seen if e.seq >= each.seq]) < LEFT for each in nearer)
        since = moved


def test_an_ordinary_talk_is_read_anew_once_in_many_turns() -> None:
    talk: list[Entry] = []
    since, moves = 1, 0
    for seq in range(1, 2_001, 2):
        talk += [entry(seq, EntryKind.QUESTION, "q" * 90), entry(seq + 1, EntryKind.ANSWER, "a" * 400)]
        seen = [each for each in talk if each.seq >= since]
        assert _size(seen) <= MOST + 1_000
        moved = since_after(seen, since)
        moves += moved != since
        since = moved
    assert moves <= 1_000 * 550 / (MOST - LEFT) + 1


def _size(talk: list[Entry]) -> int:
    return sum(len(line(each)) + 1 for each in talk)
