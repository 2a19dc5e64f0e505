"""What was told more than once: which telling documents show, and where it stands."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from core.contracts.session import Entry, EntryKind, Reason, Record, Revision, Role
from core.documents.archive import export_json, import_json
from core.documents.exchanges import answer_rows, answered_exchanges, talk_figures
from core.documents.transcript import transcript_markdown
from core.documents.visibility import answered_questions, repeated_tellings, shown_question, visible_record
from tests.fakes.records import small_record, small_scripts
from tests.fakes.stores import AT


def entry(seq: int, kind: EntryKind, text: str, **more: object) -> Entry:
    role = Role.PERSON if kind is EntryKind.ANSWER else Role.INTERVIEWER
    known = {"question_id": "first-memory"} | more
    revisions = (Revision(number=seq, text=text, reason=Reason.ORIGINAL, at=AT),)
    return Entry(seq=seq, role=role, kind=kind, at=AT, revisions=revisions, **known)  # type: ignore[arg-type]


def told_twice(*later: Entry) -> Record:
    """A mill, a goat, and the mill once more."""
    entries = (
        entry(1, EntryKind.QUESTION, "The mill?"),
        entry(2, EntryKind.ANSWER, "It stood.", answers=1),
        entry(3, EntryKind.QUESTION, "The goat?"),
        entry(4, EntryKind.ANSWER, "She ate.", answers=3),
        entry(5, EntryKind.QUESTION, "The mill?", retells=(1,)),
        *later,
    )
    whole = small_record()
    session = whole.session.model_copy(update={"last_seq": entries[-1].seq, "open_question": None})
    return whole.model_copy(update={"entries": entries, "session": session})


NEW = entry(6, EntryKind.ANSWER, "It stood by the river.", answers=5)
_ABOUT = {"question_id": "freely:7"}
FREELY = (
    entry(7, EntryKind.ROOM, "Tell me whatever you like.", title="In your own time: the war", **_ABOUT),
    entry(8, EntryKind.ANSWER, "We hid in the cellar.", answers=7, **_ABOUT),
    entry(9, EntryKind.FOLLOW_UP, "Who was with you?", **_ABOUT),
    entry(10, EntryKind.ANSWER, "The goat.", answers=9, **_ABOUT),
)


def with_changes(record: Record, seq: int, **changes: object) -> Record:
    entries = tuple(e.model_copy(update=changes) if e.seq == seq else e for e in record.entries)
    return record.model_copy(update={"entries": entries})


def texts(record: Record) -> list[str]:
    return [each.text for each in answered_exchanges(record)]


def names(groups: Iterable[Iterable[Entry]]) -> list[list[int]]:
    return [[each.seq for each in group] for group in groups]


def test_the_newest_telling_stands_in_the_place_of_the_first() -> None:
    record = told_twice(NEW)
    assert texts(record) == ["It stood by the river.", "She ate."]
    assert [row.answer for row in answer_rows(record)] == ["It stood by the river.", "She ate."]
    assert talk_figures(record).answers == 2
    assert visible_record(visible_record(record)) == visible_record(record)


def test_a_transcript_shows_one_telling_in_its_place() -> None:
    text = transcript_markdown(told_twice(NEW), chapters={})
    assert text.count("The mill?") == 1
    assert "It stood." not in text
    assert text.index("by the river") < text.index("She ate")


def test_one_that_is_set_aside_leaves_the_place_to_the_one_before() -> None:
    record = with_changes(told_twice(NEW), 5, set_aside=True)
    assert texts(record) == ["It stood.", "She ate."]


def test_as_long_as_nothing_is_told_anew_the_old_telling_stands() -> None:
    assert texts(told_twice()) == ["It stood.", "She ate."]
    aside = entry(6, EntryKind.ANSWER, "Are you there?", answers=5, asides=("Are you there?",))
    assert texts(told_twice(aside)) == ["It stood.", "She ate.", "Are you there?"], "it takes the place of nothing"
    taken_back = NEW.model_copy(
        update={"revisions": (Revision(number=6, text=NEW.text, reason=Reason.UNDO, withdrawn=True, at=AT),)}
    )
    assert texts(told_twice(taken_back)) == ["It stood.", "She ate."]


def test_a_telling_that_is_kept_back_shows_itself_nowhere_else() -> None:
    record = with_changes(told_twice(NEW), 6, kept_back=True)
    assert texts(record) == ["It stood.", "She ate."]
    assert [each.text for each in answered_exchanges(record, everything=True)] == ["It stood by the river.", "She ate."]


def test_of_a_telling_with_a_passage_that_is_kept_back_the_rest_is_shown() -> None:
    passage = NEW.text.split()[-1].rstrip(".")
    record = with_changes(told_twice(NEW), 6, kept_back=True, kept_passages=(passage,))
    assert texts(record) == [NEW.text.replace(passage, "[…]"), "She ate."]


def test_a_chapter_takes_the_place_of_all_that_was_told_in_it() -> None:
    chapter = (
        entry(7, EntryKind.QUESTION, "All of it?", retells=(1, 3, 5)),
        entry(8, EntryKind.ANSWER, "A mill and a goat.", answers=7),
    )
    record = told_twice(NEW, *chapter)
    assert texts(record) == ["A mill and a goat."]
    groups = repeated_tellings(record.entries, answered_questions(record.entries))
    assert names(groups) == [[1, 5, 7]]
    assert shown_question(groups[0]).seq == 7
    assert texts(with_changes(record, 7, set_aside=True)) == ["It stood by the river.", "She ate."]


def test_both_tellings_go_out_and_come_back_in() -> None:
    record = with_changes(told_twice(NEW), 5, set_aside=True)
    scripts = small_scripts()
    record = record.model_copy(update={"session": record.session.model_copy(update={"script_digest": scripts.digest})})
    assert import_json(export_json(record, scripts, saved_at=AT)).record.entries == record.entries


def test_what_is_told_freely_is_a_chapter_with_what_was_asked_about_it() -> None:
    record = told_twice(NEW, *FREELY)
    chapters = {"first-memory": "The beginning", "home": "Home"}
    file = transcript_markdown(record, chapters=chapters)
    assert [line for line in file.splitlines() if line.startswith("## ")][:2] == [
        "## The beginning",
        "## In your own time: the war",
    ]


@given(
    st.integers(1, 4),
    st.lists(st.tuples(st.integers(0, 3), st.booleans(), st.booleans()), max_size=6),
)
def test_of_each_thing_one_telling_is_shown_whatever_was_chosen(
    things: int, anew: list[tuple[int, bool, bool]]
) -> None:
    """`anew`: what is asked once more, whether anything was told to it, and whether it was set aside."""
    entries = []
    groups: dict[int, list[int]] = {}
    for thing in range(things):
        seq = 2 * thing + 1
        groups[thing] = [seq]
        entries += [
            entry(seq, EntryKind.QUESTION, f"{thing}?"),
            entry(seq + 1, EntryKind.ANSWER, f"{thing}", answers=seq),
        ]
    for which, is_told, aside in anew:
        thing, seq = which % things, len(entries) * 2 + 1
        entries.append(entry(seq, EntryKind.QUESTION, "?", retells=tuple(groups[thing]), set_aside=aside))
        entries += [entry(seq + 1, EntryKind.ANSWER, f"{thing} anew", answers=seq)] if is_told else []
        groups[thing].append(seq)
    whole = small_record().model_copy(update={"entries": tuple(entries)})
    assert [text[:1] for text in texts(whole)] == [str(thing) for thing in range(things)]
    assert texts(visible_record(whole)) == texts(whole)
