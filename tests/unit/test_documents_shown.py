"""What is kept back, and what was said to the interviewer: in no document, but in the person's own file."""

from __future__ import annotations

import json
from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from core.contracts.session import Entry, EntryKind, Record
from core.documents.answers import answer_rows
from core.documents.archive import export_json, import_json
from core.documents.exchanges import exchanges, figures
from core.documents.shown import asides, kept_back, shown, told
from core.documents.transcript import chapter_titles, transcript
from core.documents.zips import recording_names, session_files, unshown_names
from core.interviews.podcast.documents.found import Insights, Narrative, NarrativeSentence, Point
from core.interviews.podcast.documents.notes_file import NotesStyle, notes
from core.interviews.podcast.sources.material import Episode, EpisodeContext, Origin, Source
from tests.fakes.records import AUDIO, Conversation, record_of, records, small_scripts

CHAPTERS = chapter_titles(small_scripts().speak("en"))
SECRET = "I burnt the letters in the dairy, and I mean to tell my sister."
ALSO = "Nobody knows about the dairy."


def _talk() -> Conversation:
    talk = Conversation()
    first = talk.ask("What is the first thing you remember?")
    talk.answer("A blue door. Who reads this? And bread.", first)
    talk.mark(2, asides=("Who reads this?",))
    more = talk.ask("What did you never tell?", follow_up=True)
    talk.mark(talk.speak(SECRET, more), kept_back=True)
    near = talk.ask("How long did the letters burn?", follow_up=True)
    talk.answer("An hour.", near)
    school = talk.ask("Who taught you?", "a-teacher")
    talk.answer("Miss Ames.", school)
    later = talk.ask("You stopped at the letters in the dairy. What then?", "a-teacher", follow_up=True)
    talk.answer("Then we moved.", later)
    talk.mark(talk.answer(ALSO, later), kept_back=True)
    return talk


def test_what_is_kept_back_is_in_no_document() -> None:
    record = record_of(_talk())
    source = Source(origin=Origin.TITLE, episode=Episode(title="Doors", show="Houses"), context=EpisodeContext())
    found = Insights(insights=[Point(quote=SECRET, entry=4)], actions=[Point(quote=SECRET, entry=4)])
    account = Narrative(sentences=[NarrativeSentence(text=SECRET, entries=[4])])
    texts = [
        notes(record, source, style=style, insights=i, narrative=n, scripts=small_scripts(), language="en")
        for style in NotesStyle
        for i, n in ((None, None), (found, account))
    ]
    texts += [transcript(record, chapters=CHAPTERS), *(f"{row.question} {row.answer}" for row in answer_rows(record))]
    for text in texts:
        for word in ("letters", "dairy", "sister", "burn"):
            assert word not in text
    for text in texts[:-1]:
        if text.startswith(("#", "---")):
            assert "2 answers are kept back" in text
    assert "An hour." in texts[6], "what was told openly stays, without the question that gave the secret away"
    assert recording_names(record, AUDIO) == {}


def test_the_persons_own_file_has_it_marked() -> None:
    record = record_of(_talk())
    files = dict(session_files("one", record, small_scripts(), findings=(), saved_at=datetime(2026, 5, 1, tzinfo=UTC)))
    text = files["one/transcript.md"].decode()
    assert f"{SECRET}\n\n*(kept back: it is only in this file, which is yours)*" in text
    assert "in no file" not in text
    entries = json.loads(files["one/session.json"])["entries"]
    assert [e["seq"] for e in entries if e["kept_back"]] == [4, 11]
    assert [e["asides"] for e in entries if e["asides"]] == [["Who reads this?"]]
    assert recording_names(record, AUDIO, everything=True) == {4: "audio/002-first-memory.ogg"}


def test_what_is_released_is_there_again() -> None:
    talk = _talk()
    for seq in (4, 11):
        talk.mark(seq, kept_back=False)
    text = transcript(record_of(talk), chapters=CHAPTERS)
    assert SECRET in text
    assert "How long did the letters burn?" in text
    assert "kept back" not in text


def test_what_was_said_to_the_interviewer_stands_apart_to_the_letter() -> None:
    record = record_of(_talk())
    assert told(record.entries[1]) == "A blue door. And bread."
    assert asides(record) == ("Who reads this?",)
    assert exchanges(record)[0].text == "A blue door. And bread."
    body, _, beside = transcript(record, chapters=CHAPTERS).partition("## Said beside the story")
    assert "Who reads this?" not in body
    assert beside.startswith("\n\nWho reads this?\n\n---")


def test_a_question_that_was_only_spoken_back_to_is_not_called_passed_over() -> None:
    talk = Conversation()
    greeting = talk.speak("Hello, is this Peter's machine?", talk.ask("What is the first thing you remember?"))
    talk.mark(greeting, asides=("Hello, is this Peter's machine?",))
    talk.answer("A door.", talk.ask("It is. What do you remember first?", follow_up=True))
    record = record_of(talk)
    text = transcript(record, chapters=CHAPTERS)
    assert "passed over" not in text
    assert "What is the first thing" not in text
    assert recording_names(record, AUDIO) == {}
    assert unshown_names(record, AUDIO) == {2: "audio/beside/002-first-memory.ogg"}


def test_a_follow_up_that_was_put_in_other_words_counts_once() -> None:
    talk = Conversation()
    talk.answer("The garden of Peter.", talk.ask("What is the first thing you remember?"))
    talk.mark(talk.answer("What?", talk.ask("Tell me about one day with him.", follow_up=True)), asides=("What?",))
    talk.answer("He laughed.", talk.ask("Which moment with Peter comes first?", follow_up=True))
    talk.ask("And what then?", follow_up=True)
    counted = figures(record_of(talk))
    assert (counted.questions, counted.follow_ups, counted.answers) == (1, 2, 2)


def test_an_edit_that_takes_the_aside_away_takes_it_from_the_end_too() -> None:
    talk = _talk()
    talk.edit(2, "A blue door, and bread.")
    record = record_of(talk)
    assert told(record.entries[1]) == "A blue door, and bread."
    assert asides(record) == ()


@st.composite
def marked_records(draw: st.DrawFn) -> Record:
    """Any interview, with marks on any of its answers."""
    record = draw(records())

    def marked(entry: Entry) -> Entry:
        if entry.kind is not EntryKind.ANSWER:
            return entry
        words = entry.text.split()
        passages = draw(st.lists(st.sampled_from(words), max_size=2)) if words else []
        return entry.model_copy(update={"asides": tuple(passages), "kept_back": draw(st.booleans())})

    return record.model_copy(update={"entries": tuple(map(marked, record.entries))})


@given(record=marked_records(), everything=st.booleans())
def test_what_is_shown_is_shown_the_same_again(record: Record, everything: bool) -> None:
    once = shown(record, everything=everything)
    assert shown(once, everything=everything).entries == once.entries
    assert everything or not kept_back(once)


@given(record=marked_records())
def test_marks_go_out_and_come_in_with_the_file(record: Record) -> None:
    data = export_json(record, small_scripts(), saved_at=datetime(2026, 5, 1, tzinfo=UTC))
    assert import_json(data).record.entries == record.entries
