"""What is kept back is in no document but the person's own file; every other word of an answer is in all of them."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from core.contracts.session import Entry, EntryKind, Record
from core.documents.answers import answer_rows
from core.documents.archive import export_json, import_json
from core.documents.exchanges import answered_exchanges, talk_figures
from core.documents.transcript import chapter_titles, transcript_markdown
from core.documents.visibility import answer_text, kept_back_answers, side_remarks, visible_record
from core.documents.zips import recording_names, session_files, unshown_recording_names
from core.interviews.podcast.documents.found import FoundSentence, Insights, Narrative, NarrativeSentence
from core.interviews.podcast.documents.notes_file import NotesStyle, notes_markdown
from core.interviews.podcast.sources.material import ContextOrigin, Episode, EpisodeContext, Source
from core.research.participation import ParticipantProgress, Participation
from core.research.tables import study_answer_rows as study_rows
from tests.fakes.books import book_of
from tests.fakes.records import AUDIO, QUESTION_IDS, Conversation, record_of, records, small_scripts

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
    source = Source(origin=ContextOrigin.TITLE, episode=Episode(title="Doors", show="Houses"), context=EpisodeContext())
    found = Insights(insights=[FoundSentence(quote=SECRET, entry=4)], actions=[FoundSentence(quote=SECRET, entry=4)])
    account = Narrative(sentences=[NarrativeSentence(text=SECRET, entries=[4])])
    texts = [
        notes_markdown(record, source, style=style, insights=i, narrative=n, scripts=small_scripts(), language="en")
        for style in NotesStyle
        for i, n in ((None, None), (found, account))
    ]
    texts += [
        transcript_markdown(record, chapters=CHAPTERS),
        *(f"{row.question} {row.answer}" for row in answer_rows(record)),
    ]
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
    text = transcript_markdown(record_of(talk), chapters=CHAPTERS)
    assert SECRET in text
    assert "How long did the letters burn?" in text
    assert "kept back" not in text


def test_what_was_said_to_the_interviewer_stays_in_the_answer_in_italics() -> None:
    record = record_of(_talk())
    assert answer_text(record.entries[1]) == "A blue door. And bread."
    assert answered_exchanges(record)[0].text == "A blue door. Who reads this? And bread."
    assert "\n\nA blue door. *Who reads this?* And bread.\n\n" in transcript_markdown(record, chapters=CHAPTERS)
    assert talk_figures(record).words == sum(len(row.answer.split()) for row in answer_rows(record))


def test_an_answer_that_was_only_said_to_the_interviewer_stays_an_answer() -> None:
    talk = Conversation()
    greeting = talk.speak("Hello, is this Peter's machine?", talk.ask("What is the first thing you remember?"))
    talk.mark(greeting, asides=("Hello, is this Peter's machine?",))
    talk.answer("A door.", talk.ask("It is. What do you remember first?", follow_up=True))
    record = record_of(talk)
    text = transcript_markdown(record, chapters=CHAPTERS)
    assert "**What is the first thing you remember?**\n\n*Hello, is this Peter's machine?*\n\n" in text
    assert "*What do you remember first?*\n\nA door.\n\n" in text
    assert recording_names(record, AUDIO) == {2: "audio/001-first-memory.ogg"}
    assert unshown_recording_names(record, AUDIO) == {}


def test_a_follow_up_that_was_put_in_other_words_counts_once() -> None:
    talk = Conversation()
    talk.answer("The garden of Peter.", talk.ask("What is the first thing you remember?"))
    talk.mark(talk.answer("What?", talk.ask("Tell me about one day with him.", follow_up=True)), asides=("What?",))
    talk.answer("He laughed.", talk.ask("Which moment with Peter comes first?", follow_up=True))
    talk.ask("And what then?", follow_up=True)
    counted = talk_figures(record_of(talk))
    assert (counted.questions, counted.follow_ups, counted.answers) == (1, 3, 3)


def test_an_edit_that_takes_the_aside_away_leaves_nothing_in_italics() -> None:
    talk = _talk()
    talk.edit(2, "A blue door, and bread.")
    record = record_of(talk)
    assert answer_text(record.entries[1]) == "A blue door, and bread."
    assert "\n\nA blue door, and bread.\n\n" in transcript_markdown(record, chapters=CHAPTERS)


def _with_a_goodbye() -> Conversation:
    talk = Conversation()
    talk.answer("A blue door.", talk.ask("What is the first thing you remember?"))
    talk.said("Bye, and *thanks*!\n\nSee you on Sunday.")
    talk.answer("Miss Ames.", talk.ask("Who taught you?", "a-teacher"))
    return talk


def test_what_they_said_that_is_no_answer_is_in_the_transcript_and_the_export_alone() -> None:
    record = record_of(_with_a_goodbye())
    text = transcript_markdown(record, chapters=CHAPTERS)
    assert "A blue door.\n\n*Maria: Bye, and \\*thanks\\*!*\n\n*See you on Sunday.*\n\n## School" in text
    assert "*The teller: Bye" in transcript_markdown(record_of(_with_a_goodbye(), name=""), chapters=CHAPTERS)
    exported = export_json(record, small_scripts(), saved_at=datetime(2026, 5, 1, tzinfo=UTC))
    assert import_json(exported).record.entries == record.entries
    assert [entry.seq for entry in side_remarks(record)] == [3]
    assert [row.answer for row in answer_rows(record)] == ["A blue door.", "Miss Ames."]
    assert "Sunday" not in str(book_of(record))
    counted = talk_figures(record)
    assert (counted.answers, counted.words) == (2, 5)


def test_what_they_said_that_is_no_answer_can_be_taken_back() -> None:
    talk = _with_a_goodbye()
    talk.mark(3, audio=AUDIO[0], spoken_seconds=3.0)
    assert unshown_recording_names(record_of(talk), AUDIO) == {3: "audio/no-answers/003.ogg"}
    talk.withdraw(3)
    record = record_of(talk)
    assert side_remarks(record) == ()
    assert "Sunday" not in transcript_markdown(record, chapters=CHAPTERS)
    assert unshown_recording_names(record, AUDIO) == {3: "audio/taken-back/003.ogg"}


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
    once = visible_record(record, everything=everything)
    assert visible_record(once, everything=everything).entries == once.entries
    assert everything or not kept_back_answers(once)


@st.composite
def answers_with_asides(draw: st.DrawFn) -> Conversation:
    """Questions and answers of plain words that are all different, any part of which was said to the interviewer."""
    talk, count = Conversation(), 0
    for _ in range(draw(st.integers(1, 5))):
        asked = talk.ask("What do you remember?", draw(st.sampled_from(QUESTION_IDS)), follow_up=draw(st.booleans()))
        for _ in range(draw(st.integers(0, 3))):
            length = draw(st.integers(1, 8))
            words = [f"word{count + number}x" for number in range(length)]
            count += length
            text = "".join(
                word + draw(st.sampled_from([" ", ". ", "? ", ", ", "\n", "\n\n"])) for word in words
            ).strip()
            edges = st.integers(0, len(text))
            spans = draw(st.lists(st.tuples(edges, edges), max_size=2))
            asides = tuple(text[min(span) : max(span)] for span in spans) + draw(st.sampled_from([(), (text,)]))
            seq = talk.answer(text, asked)
            talk.mark(seq, asides=asides, kept_back=draw(st.sampled_from([False, False, True])))
            if draw(st.sampled_from([False, False, True])):
                talk.withdraw(seq)
    return talk


@given(talk=answers_with_asides())
def test_every_word_of_an_answer_is_in_every_document(talk: Conversation) -> None:
    record = record_of(talk)
    standing = [e for e in record.entries if e.kind is EntryKind.ANSWER and not (e.withdrawn or e.kept_back)]
    words = [word for entry in standing for word in _words_in(entry.text)]
    taking_part = Participation(
        code="P001", standing=ParticipantProgress.FINISHED, record=record, scripts=small_scripts()
    )
    study = list(study_rows([taking_part]))
    exported = json.loads(export_json(record, small_scripts(), saved_at=datetime(2026, 5, 1, tzinfo=UTC)))
    entries = [e for e in exported["entries"] if e["seq"] in {entry.seq for entry in standing}]
    found = {
        "transcript": transcript_markdown(record, chapters=CHAPTERS),
        "book": "\n".join(line for each in book_of(record).passages for line in each.paragraphs),
        "rows": "\n".join(row.answer for row in answer_rows(record)),
        "research": "\n".join(row.answer for row in study),
        "export": "\n".join(entry["revisions"][-1]["text"] for entry in entries),
    }
    for name, text in found.items():
        assert sorted(_words_in(text)) == sorted(words), name
    assert talk_figures(record).words == len(words) == sum(row.words for row in study)


def _words_in(text: str) -> list[str]:
    return re.findall(r"word[0-9]+x", text)


@given(record=marked_records())
def test_marks_go_out_and_come_in_with_the_file(record: Record) -> None:
    data = export_json(record, small_scripts(), saved_at=datetime(2026, 5, 1, tzinfo=UTC))
    assert import_json(data).record.entries == record.entries
