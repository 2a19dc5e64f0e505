"""The transcript, as a family reads it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.contracts.session import QUESTIONS, Counters, EntryKind, Record, Status
from core.documents.transcript import chapter_titles, document_name, transcript_markdown
from tests.fakes.records import Conversation, record_of, records, small_record, small_scripts
from tests.fakes.rendering import Block, rendered, told

GOLDEN = Path(__file__).parent / "golden"
CHAPTERS = chapter_titles(small_scripts().speak("en"))


def _english() -> Record:
    talk = Conversation()
    talk.remark(
        "Good morning, Maria. I would love to hear about your life, in your own words and in your own time.\n\n"
        "You can pass over any question, and stop whenever you like."
    )
    memory = talk.ask("What is the very first thing you remember?")
    talk.answer("Snow. So much snow that my father dug a tunnel from the door to the road.", memory)
    talk.answer("I must have been three :)", memory)
    talk.remark("A tunnel of snow, and you three years old.")
    tunnel = talk.ask("What was it like inside the tunnel?", follow_up=True)
    inside = talk.answer("Blue. Quiet.", tunnel)
    talk.edit(
        inside,
        "Blue, and so quiet that I heard my own breath.\nWe had a rhyme for it:\n\n"
        "Snow on the sill,\nsnow on the hill —\n* nobody * knows it any more.",
    )
    runtime = talk.ask("Which room of the house did you like best?", "the-house")
    mistaken = talk.answer("The cellar", runtime)
    talk.withdraw(mistaken)
    talk.withdraw(runtime)
    runtime = talk.ask("Which room of the house did you like best?", "the-house")
    talk.answer("The kitchen.\n1. It was warm.\n2. There was bread.", runtime)
    talk.remark("Let us walk on to your years at school.")
    talk.ask("Who went with you on the first day?", "first-day")
    teacher = talk.ask("Which teacher do you still think of?", "a-teacher")
    talk.answer("Oh, and in that kitchen stood my grandmother’s clock. It stopped in 1944.", runtime)
    talk.answer("Miss Ames. She gave me <Robinson Crusoe> and said: # keep it!", teacher)
    tunnel = talk.ask("What became of the tunnel?", "first-memory")
    spring = talk.answer("Who reads this? It melted in one night, and my father stood there with the spade.", tunnel)
    talk.mark(spring, asides=("Who reads this?",))
    spade = talk.room("Only Paul, who runs this, and whoever you give the file to. He stood there with the spade.")
    debt = talk.answer("He had pawned his watch for that spade. Keep this between us.", spade)
    talk.mark(debt, kept_back=True)
    mother = talk.ask("Did your mother ever ask for the watch?", follow_up=True)
    refusal = talk.answer("About my mother I will not speak.", mother)
    talk.mark(refusal, asides=("About my mother I will not speak.",))
    talk.remark("Thank you, Maria. It was a pleasure to listen to you.")
    return record_of(talk, counters=Counters(questions=5, follow_ups=2, answers=9, words=1234, active_seconds=8_130))


def _russian() -> Record:
    talk = Conversation()
    talk.remark("Доброе утро, Анна Петровна. Расскажите о своей жизни — так, как вам самой хочется.")
    memory = talk.ask("Какое у вас самое первое воспоминание?")
    talk.answer("Запах хлеба.\nИ мамин голос из сеней:\n— Лёля, ты где?", memory)
    talk.answer("- Тут я! - кричу.", memory)
    runtime = talk.ask("Какая комната в доме была вашей любимой?", "the-house")
    unsure = talk.answer("не помню", runtime)
    talk.withdraw(unsure)
    talk.remark("Спасибо. Теперь про школу.")
    road = talk.ask("Кто провожал вас в школу в первый день?", "first-day")
    brother = talk.answer("А вы не робот? Брат Коля, за руку, через всё поле.", road)
    talk.mark(brother, asides=("А вы не робот?",))
    field = talk.room("Я программа, не человек. Через всё поле, за руку.", "first-day")
    talk.answer("Он потом всю жизнь так ходил — чуть впереди.", field)
    for words in ("Одно скажу только вам.", "И это тоже."):
        talk.mark(talk.answer(words, field), kept_back=True)
    stove = talk.ask("А что ещё было в том доме?", "the-house")
    talk.answer("Печь. На ней сушили валенки.", stove)
    teacher = talk.ask("Кого из учителей вы вспоминаете до сих пор?", "a-teacher")
    talk.answer("Веру Ильиничну, нашу учительницу литературы. 1951. Первый класс, чернила, косички…", teacher)
    waiting = talk.ask("Чему она вас научила?", "a-teacher", follow_up=True)
    return record_of(
        talk,
        name="Анна Петровна",
        language="ru",
        status=Status.PAUSED,
        open_question=waiting,
        counters=Counters(questions=3, follow_ups=1, answers=4, words=12_021, active_seconds=2_530),
    )


@pytest.mark.parametrize(("name", "record"), [("transcript-en.md", _english()), ("transcript-ru.md", _russian())])
def test_the_whole_file(name: str, record: Record) -> None:
    chapters = chapter_titles(small_scripts().speak(record.session.language))
    text = transcript_markdown(record, chapters=chapters)
    assert text == (GOLDEN / name).read_text(encoding="utf-8")


@given(record=records())
def test_every_word_is_there_and_nothing_poses_as_the_interviewer(record: Record) -> None:
    blocks = rendered(transcript_markdown(record, chapters=CHAPTERS))
    first, last = (n for n, block in enumerate(blocks) if block == Block("rule"))
    body = blocks[first + 1 : last]
    chapters = list(dict.fromkeys(CHAPTERS.values()))
    asked = [e for e in record.entries if e.kind in QUESTIONS]
    questions = sorted(asked, key=lambda e: (chapters.index(CHAPTERS[e.question_id]), e.seq))
    standing = [
        paragraph
        for question in questions
        for entry in record.entries
        if entry.answers == question.seq and not entry.withdrawn
        for paragraph in told(entry.text)
    ]
    assert [b.text for b in body if b.style == "plain"] == standing
    asked = [p for e in record.entries if e.kind in QUESTIONS for p in told(e.text)]
    assert [b.text for b in body if b.style == "bold" and b.text not in asked] == []
    assert {b.text for b in body if b.style == "h2"} <= set(CHAPTERS.values())
    assert {b.style for b in body} <= {"plain", "bold", "italic", "h2"}
    assert blocks[0].style == "h1"


@given(name=st.text() | st.sampled_from(["\n# Maria", "**Maria**", "- **Words in total:** 9", "\x1b"]))
def test_a_name_stays_a_name(name: str) -> None:
    words = " ".join(" ".join(told(name)).split())
    blocks = rendered(transcript_markdown(record_of(Conversation(), name=name), chapters={}))
    assert blocks[0] == Block("h1", f"The story of {words}’s life" if words else "Life story")
    items = [block.text for block in blocks if block.style == "item"]
    assert len(items) == 5
    assert items[0] == "Started: 12 March 2026"


def _lines(record: Record) -> list[str]:
    return [
        b.text
        for b in rendered(transcript_markdown(record, chapters=CHAPTERS))
        if b.style in {"plain", "bold", "italic"}
    ]


def test_the_question_that_waits_is_left_out_and_opens_no_chapter() -> None:
    talk = Conversation()
    talk.answer("A door.", talk.ask("What do you remember?"))
    waiting = talk.ask("Who taught you?", "a-teacher")
    text = transcript_markdown(record_of(talk, status=Status.PAUSED, open_question=waiting), chapters=CHAPTERS)
    assert "Who taught you" not in text
    assert "## School" not in text
    assert "## Childhood" in text


@pytest.mark.parametrize(("status", "finished"), [(Status.COMPLETED, True), (Status.ABANDONED, False)])
def test_only_a_finished_interview_is_called_finished(status: Status, finished: bool) -> None:
    talk = Conversation()
    talk.answer("A door.", talk.ask("What do you remember?"))
    record = record_of(talk, status=status)
    ended = record.session.model_copy(update={"ended_at": record.session.touched_at})
    text = transcript_markdown(record.model_copy(update={"session": ended}), chapters=CHAPTERS)
    assert ("**Finished:**" in text) == finished
    assert ("**Not finished yet; last answer:**" in text) != finished


def test_words_survive_their_question() -> None:
    talk = Conversation()
    question = talk.ask("What do you remember?")
    talk.answer("A door.", question)
    talk.withdraw(question)
    talk.withdraw(talk.ask("Withdrawn and never answered?"))
    stray = record_of(talk)
    assert _lines(stray) == ["What do you remember?", "A door."]
    answers = tuple(e for e in stray.entries if e.kind is EntryKind.ANSWER)
    assert _lines(stray.model_copy(update={"entries": answers})) == ["A door."]


def test_code_in_a_question_stays_as_it_was_typed() -> None:
    talk = Conversation()
    talk.answer("It takes the first one.", talk.ask("What does this do?\n```python\nx = a[0] * _b_\n```"))
    assert "```python\nx = a[0] * _b_\n```" in transcript_markdown(record_of(talk), chapters=CHAPTERS)


def test_nothing_told_yet_is_said_plainly() -> None:
    text = transcript_markdown(record_of(Conversation(), name=""), chapters={})
    assert "*No answers yet.*" in text
    assert "Told by" not in text


@given(suffix=st.text(), extension=st.text(), kind=st.text())
def test_a_file_name_is_made_of_safe_characters_only(suffix: str, extension: str, kind: str) -> None:
    record = small_record()
    named = record.model_copy(update={"session": record.session.model_copy(update={"kind": kind})})
    assert re.fullmatch(r"[a-z0-9][a-z0-9-]*\.[a-z0-9][a-z0-9-]*", document_name(named, suffix, extension))
