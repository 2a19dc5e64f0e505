"""What is kept back is in no document but the person's own file; every other word of an answer is in all of them."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from core.contracts.session import Entry, EntryKind, Record, Role
from core.documents.archive import export_json, import_json
from core.documents.exchanges import answer_rows, answered_exchanges, talk_figures
from core.documents.readings_file import Observation, Reading, readings_markdown
from core.documents.transcript import chapter_titles, transcript_markdown
from core.documents.visibility import GAP, answer_text, find_passage, kept_back_answers, side_remarks, visible_record
from core.documents.zips import recording_names, session_files, unshown_recording_names
from core.interviews.podcast.note_document import (
    FoundSentence,
    Insights,
    Narrative,
    NarrativeSentence,
    NotesStyle,
    note_pages,
    notes_markdown,
)
from core.interviews.podcast.sources.material import ContextOrigin, Episode, EpisodeContext, Source
from core.interviews.technical.report import export_report
from core.languages.messages import say
from core.text.quoting import quoted_transcript
from tests.fakes.records import AUDIO, QUESTION_IDS, Conversation, record_of, records, small_scripts
from tests.unit.technical_kit import exercises, rubric

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


def test_a_question_that_people_wrote_gives_nothing_away() -> None:
    talk = Conversation()
    first = talk.ask("What is the first thing you remember?")
    talk.mark(talk.answer("My brother broke the window of the school.", first), kept_back=True)
    for written in ({"offline": True}, {"by_people": True}):
        second = talk.ask("What was your school like, and did you have a brother?", "a-teacher")
        talk.mark(second, state=written)
        talk.answer("Cold.", second)
    made = talk.ask("What did your brother say about the window?", "a-teacher", follow_up=True)
    talk.answer("Nothing.", made)
    shown = [entry.text for entry in visible_record(record_of(talk)).entries]
    assert shown.count("What was your school like, and did you have a brother?") == 2
    assert "What did your brother say about the window?" not in shown
    assert not any("broke" in text for text in shown)


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
            assert "2 answers are kept private" in text
    assert "An hour." in texts[6], "what was told openly stays, without the question that gave the secret away"
    assert recording_names(record, AUDIO) == {}


MILL = "We lived by the mill. The saw took my hand. Mother baked, and nobody cried."
HAND = "The saw took my hand."


def _in_part(*passages: str) -> Conversation:
    talk = Conversation()
    told = talk.speak(MILL, talk.ask("What is the first thing you remember?"))
    talk.mark(told, kept_back=True, kept_passages=passages)
    near = talk.ask("Nobody cried. Did your hand hurt?", follow_up=True)
    talk.answer("I forget.", near)
    talk.answer("Rye.", talk.ask("Which bread did she bake by the mill?", follow_up=True))
    return talk


def _transcript(talk: Conversation) -> str:
    return transcript_markdown(record_of(talk), chapters=CHAPTERS).replace("\\[…\\]", GAP)


def test_a_passage_that_is_kept_back_is_a_gap_in_its_answer() -> None:
    text = _transcript(_in_part(HAND, "nobody CRIED"))
    assert "We lived by the mill. […] Mother baked, and […]." in text
    assert "hand" not in text, "nor does a question say it"
    assert "I forget." in text
    assert "Which bread did she bake by the mill?" in text
    assert "2 passages are kept private, at the storyteller’s request. They aren’t in any file." in text
    assert "One passage is kept private" in _transcript(_in_part(HAND))
    record = record_of(_in_part(HAND))
    assert talk_figures(record).words == len(MILL.split()) - len(HAND.split()) + 3, "a gap is no word"
    assert recording_names(record, AUDIO) == {}, "it is heard in the recording"
    assert recording_names(record, AUDIO, everything=True) != {}


def test_an_answer_with_nothing_else_left_is_kept_back_whole() -> None:
    whole = "One answer is kept private"
    assert whole in _transcript(_in_part("We lived by the mill", HAND, "Mother baked, and nobody cried"))
    assert whole in _transcript(_in_part(HAND, "I was ten."))
    talk = _in_part(HAND)
    talk.edit(2, "We lived by the mill. The saw took my left hand. Mother baked.")
    assert whole in _transcript(talk)
    assert "mill" not in _transcript(talk).replace("by the mill?", "")
    talk.edit(2, "The SAW took\nmy hand. We moved.")
    assert "\n\n[…] We moved.\n\n" in _transcript(talk)
    aside = _in_part("We lived by the mill.", HAND)
    aside.mark(2, asides=("Mother baked, and nobody cried.",))
    assert whole in _transcript(aside), "what is left was said to the interviewer"
    photo = _in_part(HAND)
    photo.mark(2, photo="3d.png", audio="")
    assert whole in _transcript(photo)


def test_passages_and_answers_are_counted_apart() -> None:
    talk = _in_part(HAND)
    talk.mark(talk.answer(ALSO, 5), kept_back=True)
    assert "One passage and one whole answer are kept private, at the storyteller’s request." in _transcript(talk)
    line = {
        language: say(language, "documents-kept-back", what="both", passages=2, answers=3)
        for language in ("ru", "de", "es")
    }
    assert (
        line["ru"] == "Сюда не вошли 2 отрывка и ещё 3 ответа целиком: так просил рассказчик. Их нет ни в одном файле."
    )
    assert line["de"].startswith("2 Stellen und 3 ganze Antworten fehlen hier")
    assert line["es"].startswith("Aquí faltan 2 pasajes y 3 respuestas enteras, porque")


def test_the_persons_own_file_says_which_passage_is_only_in_it() -> None:
    record = record_of(_in_part(HAND))
    files = dict(session_files("one", record, small_scripts(), findings=(), saved_at=datetime(2026, 5, 1, tzinfo=UTC)))
    text = files["one/transcript.md"].decode()
    assert f"{MILL}" in text
    assert "*(kept private, and only in this file, which is just for you: “The saw took my hand.”)*" in text
    exported = export_json(record, small_scripts(), saved_at=datetime(2026, 5, 1, tzinfo=UTC))
    assert import_json(exported).record.entries == record.entries


def test_of_what_they_said_that_is_no_answer_a_passage_can_be_kept_back() -> None:
    talk = with_a_goodbye()
    talk.mark(3, kept_back=True, kept_passages=("See you on Sunday.",))
    assert [entry.text for entry in side_remarks(record_of(talk))] == [f"Bye, and *thanks*!\n\n{GAP}"]
    assert "Sunday" not in _transcript(talk)


def test_who_gets_no_part_of_an_answer_gets_none_of_this_one() -> None:
    seen = visible_record(record_of(_in_part(HAND)).without_parts())
    assert [entry.text for entry in seen.entries if entry.kind is EntryKind.ANSWER] == ["I forget.", "Rye."]


def test_the_persons_own_file_has_it_marked() -> None:
    record = record_of(_talk())
    files = dict(session_files("one", record, small_scripts(), findings=(), saved_at=datetime(2026, 5, 1, tzinfo=UTC)))
    text = files["one/transcript.md"].decode()
    assert f"{SECRET}\n\n*(kept private: it’s only in this file, which is just for you)*" in text
    assert "in any file" not in text
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
    assert "kept private" not in text


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


def with_a_goodbye() -> Conversation:
    talk = Conversation()
    talk.answer("A blue door.", talk.ask("What is the first thing you remember?"))
    talk.said("Bye, and *thanks*!\n\nSee you on Sunday.")
    talk.answer("Miss Ames.", talk.ask("Who taught you?", "a-teacher"))
    return talk


def test_what_they_said_that_is_no_answer_is_in_the_transcript() -> None:
    record = record_of(with_a_goodbye())
    text = transcript_markdown(record, chapters=CHAPTERS)
    assert "A blue door.\n\n*Maria: Bye, and \\*thanks\\*!*\n\n*See you on Sunday.*\n\n## School" in text
    assert "*The storyteller: Bye" in transcript_markdown(record_of(with_a_goodbye(), name=""), chapters=CHAPTERS)
    exported = export_json(record, small_scripts(), saved_at=datetime(2026, 5, 1, tzinfo=UTC))
    assert import_json(exported).record.entries == record.entries
    assert [entry.seq for entry in side_remarks(record)] == [3]
    assert [row.answer for row in answer_rows(record)] == ["A blue door.", "Miss Ames."]
    counted = talk_figures(record)
    assert (counted.answers, counted.words) == (2, 5)


def test_what_they_said_that_is_no_answer_can_be_taken_back() -> None:
    talk = with_a_goodbye()
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
        asides, passages = (draw(st.lists(st.sampled_from(words), max_size=2)) if words else [] for _ in range(2))
        kept = draw(st.booleans())
        marks = {"asides": tuple(asides), "kept_back": kept, "kept_passages": tuple(passages) if kept else ()}
        return entry.model_copy(update=marks)

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
    words = [word for entry in standing for word in words_in(entry.text)]
    exported = json.loads(export_json(record, small_scripts(), saved_at=datetime(2026, 5, 1, tzinfo=UTC)))
    entries = [e for e in exported["entries"] if e["seq"] in {entry.seq for entry in standing}]
    found = {
        "transcript": transcript_markdown(record, chapters=CHAPTERS),
        "rows": "\n".join(row.answer for row in answer_rows(record)),
        "export": "\n".join(entry["revisions"][-1]["text"] for entry in entries),
    }
    for name, text in found.items():
        assert sorted(words_in(text)) == sorted(words), name
    assert talk_figures(record).words == len(words)


def _for_others(record: Record) -> dict[str, str]:
    """Everything that is made for others of an interview, and what models read that write for them."""
    source = Source(origin=ContextOrigin.TITLE, episode=Episode(title="Doors", show="Houses"), context=EpisodeContext())
    quotes = [(entry.seq, entry.text) for entry in record.entries if entry.kind is EntryKind.ANSWER]
    found = Insights(insights=[FoundSentence(quote=text, entry=seq) for seq, text in quotes])
    account = Narrative(sentences=[NarrativeSentence(text=text, entries=[seq]) for seq, text in quotes])
    reading = Reading(observations=[Observation(quote=text, entries=[seq], text=text) for seq, text in quotes])
    name = "reflection-economist"
    read = record.model_copy(update={"findings": {name: reading.model_dump_json()}})
    notes = {
        style.value: notes_markdown(
            record, source, style=style, insights=found, narrative=account, scripts=small_scripts(), language="en"
        )
        for style in NotesStyle
    }
    return notes | {
        "pages": str(note_pages(record, source, found, (), "pdf", "en")),
        "transcript": transcript_markdown(record, chapters=CHAPTERS, files=recording_names(record, AUDIO)),
        "rows": "\n".join(f"{row.question} {row.answer}" for row in answer_rows(record)),
        "readings": readings_markdown(read, (name,)),
        "report": export_report(record, exercises(), rubric(), language="en"),
        "prompts": quoted_transcript(visible_record(record).entries, 100_000),
    }


@st.composite
def answers_with_passages(draw: st.DrawFn) -> tuple[Conversation, set[str]]:
    """Answers of words that are all different, and the words that are kept back of them.

    A passage is found as a model quotes it; our next questions say it, and its teller may edit the answer afterwards.
    """
    talk, secrets, count = Conversation(), set[str](), 0
    for _ in range(draw(st.integers(1, 4))):
        asked = talk.ask("What do you remember?", draw(st.sampled_from(QUESTION_IDS)), follow_up=draw(st.booleans()))
        length = draw(st.integers(1, 8))
        words = [f"Word{count + number}x" for number in range(length)]
        count += length
        gaps = [draw(st.sampled_from([" ", ". ", "? ", ", ", "\n", "  "])) for _ in words]
        text = "".join(word + gap for word, gap in zip(words, gaps, strict=True)).strip()
        told = talk.speak(text, asked) if draw(st.booleans()) else talk.answer(text, asked)
        if draw(st.sampled_from([True, True, False])):
            edges = draw(st.lists(st.tuples(st.integers(0, length - 1), st.integers(1, 4)), min_size=1, max_size=2))
            spans = [range(start, min(start + size, length)) for start, size in edges]
            passages = tuple(_quoted(draw, text, words[span[0]], words[span[-1]]) for span in spans)
            secrets |= {words[place].casefold() for span in spans for place in span}
            talk.mark(told, kept_back=True, kept_passages=passages)
            talk.answer("Yes.", talk.ask(f"And {draw(st.sampled_from(passages))}?", follow_up=True))
            if draw(st.booleans()):
                talk.edit(told, _edited(draw, text, passages))
            if draw(st.booleans()):
                talk.ask(f"Back to {passages[0].upper()}: how was that?", "a-teacher")
                talk.answer("Fine.", len(talk.entries))
    return talk, secrets


def _quoted(draw: st.DrawFn, text: str, first: str, last: str) -> str:
    quote = text[text.index(first) : text.index(last) + len(last)]
    quote = draw(st.sampled_from([quote, quote.upper(), " ".join(quote.split()), f"“{quote.lower()}”", f" {quote}\n"]))
    found = find_passage(quote, text)
    assert found in text
    assert found.startswith(first)
    return found


def _edited(draw: st.DrawFn, text: str, passages: tuple[str, ...]) -> str:
    passage = passages[0]
    return draw(
        st.sampled_from(
            [
                text.upper(),
                text.replace(" ", "\n\n"),
                f"{passage} {text}, {passage.lower()}",
                text.replace(passage, passage[: len(passage) // 2 + 3]),
                f"More. {text}",
            ]
        )
    )


@given(told=answers_with_passages())
def test_no_document_for_others_has_a_word_of_a_passage_that_is_kept_back(told: tuple[Conversation, set[str]]) -> None:
    talk, secrets = told
    record = record_of(talk)
    for name, text in _for_others(record).items():
        assert not secrets.intersection(words_in(text.casefold())), name
    spoken_of = {entry.seq for entry in record.entries if entry.kept_back}
    assert not spoken_of.intersection(recording_names(record, AUDIO))
    visible = visible_record(record)
    assert not secrets.intersection(words_in(str(visible).casefold())), "not even in a field that nobody reads"
    left = {word for e in record.entries if e.seq not in spoken_of for word in words_in(e.text.casefold())} - secrets
    assert left - {w for e in record.entries if e.role is Role.INTERVIEWER for w in words_in(e.text.casefold())} <= set(
        words_in(transcript_markdown(record, chapters=CHAPTERS).casefold())
    )


def words_in(text: str) -> list[str]:
    return re.findall(r"word[0-9]+x", text)


@given(record=marked_records())
def test_marks_go_out_and_come_in_with_the_file(record: Record) -> None:
    data = export_json(record, small_scripts(), saved_at=datetime(2026, 5, 1, tzinfo=UTC))
    assert import_json(data).record.entries == record.entries
