"""What a model wrote is kept only where the person's words bear it out."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.contracts.session import Record, Timing
from core.documents.exchanges import answered_exchanges, answers_of, talk_figures
from core.interviews.podcast.note_document import (
    GAP,
    FoundSentence,
    Insights,
    Narrative,
    NarrativeSentence,
    NotesStyle,
    Theme,
    checked_insights,
    checked_narrative,
)
from tests.fakes.records import Conversation, record_of, records
from tests.unit.notes_kit import (
    english,
    found_by_model,
    podcast_record,
    rendered_notes,
    russian,
    told_by_model,
)


def test_findings_are_kept_as_whole_sentences_of_answers_that_stand() -> None:
    kept = checked_insights(found_by_model(), english())
    nets = "I realised that I have not done slow work with my hands since Ruth was born."
    uncle = "My uncle Jon mended nets too, in Whitby, and he never said a word."
    assert kept.insights == [FoundSentence(quote=nets, entry=3), FoundSentence(quote=uncle, entry=5)]
    assert kept.actions == [
        FoundSentence(quote="I want to call my uncle on Sunday.", entry=13),
        FoundSentence(quote="My son said I should slow down.", entry=11),
    ]
    assert [theme.name for theme in kept.themes] == ["slow work"]


def test_without_a_model_nothing_is_found() -> None:
    assert checked_insights(None, english()) == Insights()


@pytest.mark.parametrize("quote", ["nets", "I shall go to Rome", "In bed, secretly", ""])
def test_what_the_person_has_not_said_is_left_out(quote: str) -> None:
    point = FoundSentence(quote=quote, entry=3)
    assert checked_insights(Insights(insights=[point], actions=[point]), english()) == Insights()


def test_messages_to_one_question_are_one_answer() -> None:
    talk = Conversation()
    question = talk.ask("What stayed?")
    talk.answer("The sea was calm.", question)
    talk.answer("The sea was blue.", question)
    theme = Theme(name="the sea", quotes=["sea was calm", "sea was blue"])
    assert checked_insights(Insights(themes=[theme]), record_of(talk)).themes == []


def test_a_theme_needs_two_answers_and_a_name_in_the_persons_words() -> None:
    quotes = ["done slow work with my hands", "slow work for my own"]
    assert len(checked_insights(Insights(themes=[Theme(name="slow work", quotes=quotes)]), english()).themes) == 1
    for wrong in (
        Theme(name="Rome", quotes=quotes),
        Theme(name="slow work", quotes=quotes[:1]),
        Theme(quotes=quotes),
        Theme(name="work slow", quotes=quotes),
        Theme(name="slow work for my own hands", quotes=quotes),
    ):
        assert checked_insights(Insights(themes=[wrong]), english()).themes == []


def test_of_a_long_answer_the_narrative_tells_what_is_meant() -> None:
    rows = " ".join(f"Row {n} of the nets was white with salt and heavy." for n in range(20))
    talk = Conversation()
    talk.answer(f"{rows} He said that I must mend them all. Nonsense. {rows} I loved it.", talk.ask("What stayed?"))
    narrative = Narrative(sentences=[NarrativeSentence(text="I must mend them all", entries=[2])])
    text = rendered_notes(podcast_record(talk), NotesStyle.NARRATIVE, narrative=narrative)
    kept = r"\[…\] Row 19 of the nets was white with salt and heavy. He said that I must mend them all. Nonsense. \[…\]"
    assert kept in text
    assert "“[…]” marks something left out" in text.replace("\\", "")


def test_the_narrative_tells_the_answers_at_which_the_model_has_pointed() -> None:
    told = checked_narrative(told_by_model(), english())
    answers = answers_of(english())
    assert told == {seq: answers[seq].text for seq in (3, 5, 11, 13)}


@pytest.mark.parametrize("entries", [[], [1], [8], [999], [-1]])
def test_nothing_is_told_of_what_is_no_answer_that_stands(entries: list[int]) -> None:
    narrative = Narrative(sentences=[NarrativeSentence(text="It was the part about mending nets.", entries=entries)])
    assert checked_narrative(narrative, english()) == {}


_WORDS = st.text(max_size=40) | st.sampled_from(
    ["mending nets", "I want to call my uncle", "“nobody mends a net”", "slow work", "Торопиться не буду", "Ruth", "20"]
)
_TEXTS = st.lists(_WORDS, max_size=4).map(" ".join)
_ENTRIES = st.lists(st.integers(-1, 20), max_size=3)


@given(
    record=records() | st.sampled_from([english(), russian()]),
    points=st.lists(st.tuples(_TEXTS, st.integers(-1, 20)), max_size=3),
    sentences=st.lists(st.tuples(_TEXTS, _ENTRIES), max_size=4),
    themes=st.lists(st.tuples(_TEXTS, st.lists(_TEXTS, max_size=3)), max_size=2),
)
def test_every_quotation_stands_in_an_answer_letter_for_letter(
    record: Record,
    points: list[tuple[str, int]],
    sentences: list[tuple[str, list[int]]],
    themes: list[tuple[str, list[str]]],
) -> None:
    answers = {seq: _flat(entry.text) for seq, entry in answers_of(record).items()}
    said = Insights(
        insights=[FoundSentence(quote=quote, entry=entry) for quote, entry in points],
        actions=[FoundSentence(quote=quote, entry=entry) for quote, entry in points],
        themes=[Theme(name=name, quotes=quotes) for name, quotes in themes],
    )
    findings = checked_insights(said, record)
    for point in (*findings.insights, *findings.actions):
        assert _flat(point.quote) in answers[point.entry]
    for theme in findings.themes:
        assert all(any(_flat(quote) in answers[seq] for seq in theme.entries) for quote in theme.quotes)
    told = Narrative(sentences=[NarrativeSentence(text=text, entries=entries) for text, entries in sentences])
    for seq, text in checked_narrative(told, record).items():
        assert all(_flat(piece) in answers[seq] for piece in text.split(GAP))


def _flat(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).split())


def test_figures_count_what_stands() -> None:
    counted = talk_figures(english())
    told = " ".join(exchange.text for exchange in answered_exchanges(english()))
    assert (counted.questions, counted.closing, counted.follow_ups) == (4, True, 1)
    assert (counted.answers, counted.substantive, counted.average) == (4, 4, round(counted.words / 4))
    assert counted.words == len(told.split())
    # A minute for each answer; a spoken answer took 42 seconds of its pause, and one was slept over.
    assert counted.thinking_seconds == 60 + (60 - 42) + 60 + 120


def test_a_subject_that_a_model_took_up_is_a_question() -> None:
    talk = Conversation()
    talk.answer("The nets.", talk.ask("What stayed?", "reflective-opening"))
    talk.answer("Grey.", talk.ask("Which colour?", "reflective-opening", follow_up=True))
    talk.answer("In bed.", talk.ask("Where did you listen?", "reflective-where", follow_up=True))
    counted = talk_figures(podcast_record(talk))
    assert (counted.questions, counted.follow_ups) == (2, 1)
    assert [exchange.follows_up for exchange in answered_exchanges(podcast_record(talk))] == [False, True, False]


def test_a_question_that_was_asked_is_counted() -> None:
    record = russian()
    waiting = record.session.model_copy(update={"timing": Timing(held_at=record.session.touched_at)})
    talk = Conversation()
    talk.answer("Сети.", talk.ask("Что осталось?"))
    last = talk.ask("А ещё?")
    held = record_of(talk).session.model_copy(update={"timing": waiting.timing, "open_question": last})
    assert talk_figures(record_of(talk)).questions == 2
    assert talk_figures(record_of(talk).model_copy(update={"session": held})).questions == 1


def test_words_without_a_question_are_kept() -> None:
    talk = Conversation()
    question = talk.ask("What stayed?")
    answer = talk.answer("The nets.", question)
    record = podcast_record(talk)
    stray = record.model_copy(update={"entries": tuple(e for e in record.entries if e.seq == answer)})
    (exchange,) = answered_exchanges(stray)
    assert (exchange.question, exchange.text, exchange.asked) == (None, "The nets.", "")
    assert talk_figures(stray).thinking_seconds == 0
    assert answers_of(stray).keys() == {answer}
