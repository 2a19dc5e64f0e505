"""What a model wrote is kept only where the person's words bear it out."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.documents.exchanges import answers_of, exchanges, figures
from core.documents.podcast_checks import Sentence, checked_insights, checked_narrative
from core.documents.podcast_evidence import borne_out, covers
from core.documents.podcast_findings import Action, Insight, Insights, Narrative, NarrativeSentence, Theme
from core.documents.podcast_offline import found
from core.session import Record
from tests.fakes.records import Conversation, record_of, records
from tests.unit.notes_kit import english, found_by_model, podcast_record, russian, told_by_model

TOLD = (
    "My uncle Jon O’Brien mended 1,200 nets in Whitby, twenty a week. “Nobody mends a net in a hurry,” he'd say. "
    "On Sundays Anna's mother sang."
)
TOLD_RU = (
    "Дядя Павел чинил сети в Керчи у Достоевских, три лодки и 40 сетей. «Сеть в спешке не чинят», — говорил он. "
    "Мария Петровна пела, Пётр слушал Софью."
)


@pytest.mark.parametrize(
    "sentence",
    [
        "My uncle mended nets.",
        "In Whitby my uncle mended nets.",
        "What Jon did there was mend nets.",
        "Jon mended 1200 of them, 20 a week.",
        "I'm sure that I’ve heard O'Brien.",
        "Anna was there with her mother on a Sunday.",
        "He said “nobody mends a net in a hurry”.",
        "He said ‘nobody mends a net in a hurry’ and left.",
    ],
)
def test_what_was_said_is_borne_out(sentence: str) -> None:
    assert borne_out(sentence, TOLD)


@pytest.mark.parametrize(
    "sentence",
    [
        "My uncle Peter mended nets.",
        "Peter mended nets.",
        "My uncle mended nets in Hull.",
        "He mended 1300 nets.",
        "He mended thirty a week.",
        "He mended 20.5 a week.",
        "He had two boats.",
        "He said “everybody mends nets”.",
        "He said 'everybody mends nets' and left.",
        "He said “nobody mends “a net” in a hurry”.",
        "He said “nobody mends a net.",
        "Jonathan mended nets.",
        "We listened to the BBC.",
        "It was an iPhone.",
        "",
        "  \n",
    ],
)
def test_what_was_not_said_is_not(sentence: str) -> None:
    assert borne_out(sentence, TOLD) == ""


@pytest.mark.parametrize(
    "sentence",
    [
        "Сети чинили с Павлом в Керчи.",
        "В Керчь мы ездили к Павлу.",
        "Достоевский, Достоевского, Достоевскому, Достоевским.",
        "У Петра и Софьи, у Марии Петровны.",
        "У него было 3 лодки и сорок сетей.",
        "Он говорил: «сеть в спешке не чинят».",
        "Однажды Мария пела.",
    ],
)
def test_names_are_known_in_every_case(sentence: str) -> None:
    assert borne_out(sentence, TOLD_RU)


@pytest.mark.parametrize(
    "sentence",
    [
        "Марина пела.",
        "Однажды Марина пела.",
        "Чинили у Павленко.",
        "Дядя Савел чинил сети.",
        "Пел Пахом.",
        "В Кракове чинили сети.",
        "У него было две лодки.",
        "Он говорил: «Сети не чинят».",
        "Петербург далеко.",
    ],
)
def test_another_name_is_another(sentence: str) -> None:
    assert borne_out(sentence, TOLD_RU) == ""


def test_a_quotation_is_given_in_the_letters_in_which_it_was_said() -> None:
    assert borne_out("He said\n «nobody mends a net  in a hurry»!", TOLD) == "He said «Nobody mends a net in a hurry»!"
    assert borne_out("“jon o'brien” twice? No: “JON”.", TOLD) == ""


def test_a_sentence_stands_for_an_answer_with_which_it_shares_words() -> None:
    assert covers("I mended nets with my uncle.", TOLD)
    assert covers("Мы чинили сеть.", TOLD_RU)
    assert not covers("We talked about the episode and about life.", TOLD)
    assert not covers("I was there.", "Boats and nets and the sea.")
    assert covers("It was the sea.", "The sea.")


def test_findings_are_kept_with_whole_sentences_of_answers_that_stand() -> None:
    kept = checked_insights(found_by_model(), english())
    silence = "My uncle Jon mended nets too, in Whitby, and he never said a word."
    nets = "I realised that I have not done slow work with my hands since Ruth was born."
    assert kept.insights == [
        Insight(text="Slow work of the hands is missing.", quote=nets, entry=3),
        Insight(text="", quote=silence, entry=5),
    ]
    assert kept.actions == [Action(text="Call the uncle.", quote="I want to call my uncle on Sunday.", entry=13)]
    assert [theme.name for theme in kept.themes] == ["slow work"]


def test_a_piece_of_a_sentence_cannot_say_the_contrary_of_it() -> None:
    talk = Conversation()
    talk.answer("I would never want to leave my wife. Not me.", talk.ask("And now?"))
    kept = checked_insights(
        Insights(actions=[Action(text="Leave.", quote="want to leave my wife", entry=2)]), record_of(talk)
    )
    assert kept.actions[0].quote == "I would never want to leave my wife."


def test_one_word_is_no_quotation() -> None:
    by_rule = found(english())
    word = Insights(insights=[Insight(text="So.", quote="nets", entry=3)])
    assert checked_insights(word, english()).insights == by_rule.insights


def test_messages_to_one_question_are_one_answer() -> None:
    talk = Conversation()
    question = talk.ask("What stayed?")
    talk.answer("The sea was calm.", question)
    talk.answer("The sea was blue.", question)
    theme = Theme(name="the sea", quotes=["sea was calm", "sea was blue"])
    assert checked_insights(Insights(themes=[theme]), record_of(talk)).themes == []


def test_a_model_that_found_nothing_of_a_kind_is_believed_and_one_that_found_nothing_is_not() -> None:
    record = english()
    by_rule = found(record)
    assert by_rule.actions
    assert by_rule.insights
    point = found_by_model().insights[0]
    assert checked_insights(Insights(insights=[point]), record).actions == []
    assert checked_insights(Insights(), record) == by_rule
    assert checked_insights(None, record) == by_rule
    invented = Insights(actions=[Action(text="Go.", quote="I shall go to Rome", entry=3)])
    assert checked_insights(invented, record) == Insights(actions=by_rule.actions)


def test_a_theme_needs_two_answers_and_a_name_that_they_bear_out() -> None:
    quotes = ["done slow work with my hands", "slow work for my own"]
    assert len(checked_insights(Insights(themes=[Theme(name="slow work", quotes=quotes)]), english()).themes) == 1
    by_rule = found(english()).themes
    for wrong in (Theme(name="Rome", quotes=quotes), Theme(name="slow work", quotes=quotes[:1]), Theme(quotes=quotes)):
        assert checked_insights(Insights(themes=[wrong]), english()).themes == by_rule


def test_what_fails_in_a_narrative_gives_place_to_the_persons_own_words() -> None:
    told = checked_narrative(told_by_model(), english())
    nets = "I realised that I have not done slow work with my hands since Ruth was born."
    assert [sentence for sentence in told if sentence.own] == [Sentence(words=nets, entries=(3,), own=True)]
    assert [sentence.words for sentence in told if not sentence.own] == [
        "What stayed with me is the part about mending nets.",
        "“Nobody mends a net in a hurry”, the old man says there.",
        "My uncle Jon mended nets in Whitby, and he never said a word.",
        "Before that I thought that quick people are clever people.",
        "Now I want to call my uncle on Sunday and take out the old loom.",
    ]


@pytest.mark.parametrize("entries", [[], [1], [8], [3, 8], [999], [-1]])
def test_a_sentence_names_answers_that_stand_and_nothing_else(entries: list[int]) -> None:
    narrative = Narrative(sentences=[NarrativeSentence(text="It was the part about mending nets.", entries=entries)])
    assert checked_narrative(narrative, english()) == ()


def test_a_sentence_that_names_everything_stands_only_for_what_it_speaks_of() -> None:
    narrative = Narrative(sentences=[NarrativeSentence(text="It was the part about mending nets.", entries=[3, 5, 11])])
    (sentence,) = checked_narrative(narrative, english())
    assert 11 not in sentence.entries
    assert 3 in sentence.entries


def test_no_narrative_no_sentences() -> None:
    assert checked_narrative(None, english()) == checked_narrative(Narrative(), english()) == ()


_WORDS = st.text(max_size=40) | st.sampled_from(
    ["mending nets", "I want to call my uncle", "“nobody mends a net”", "slow work", "Торопиться не буду", "Ruth", "20"]
)
_TEXTS = st.lists(_WORDS, max_size=4).map(" ".join)
_ENTRIES = st.lists(st.integers(-1, 20), max_size=3)


@given(
    record=records() | st.sampled_from([english(), russian()]),
    points=st.lists(st.tuples(_TEXTS, _TEXTS, st.integers(-1, 20)), max_size=3),
    sentences=st.lists(st.tuples(_TEXTS, _ENTRIES), max_size=4),
    themes=st.lists(st.tuples(_TEXTS, st.lists(_TEXTS, max_size=3)), max_size=2),
)
def test_every_quotation_stands_in_an_answer_letter_for_letter(
    record: Record,
    points: list[tuple[str, str, int]],
    sentences: list[tuple[str, list[int]]],
    themes: list[tuple[str, list[str]]],
) -> None:
    answers = {seq: _flat(entry.text) for seq, entry in answers_of(record).items()}
    said = Insights(
        insights=[Insight(text=text, quote=quote, entry=entry) for text, quote, entry in points],
        actions=[Action(text=text, quote=quote, entry=entry) for text, quote, entry in points],
        themes=[Theme(name=name, quotes=quotes) for name, quotes in themes],
    )
    for findings in (checked_insights(said, record), checked_insights(None, record)):
        found_points: tuple[Insight | Action, ...] = (*findings.insights, *findings.actions)
        for point in found_points:
            assert _flat(point.quote) in answers[point.entry]
        for theme in findings.themes:
            assert all(any(_flat(quote) in answers[seq] for seq in theme.entries) for quote in theme.quotes)
    told = Narrative(sentences=[NarrativeSentence(text=text, entries=entries) for text, entries in sentences])
    for sentence in checked_narrative(told, record):
        assert sentence.entries
        assert set(sentence.entries) <= answers.keys()
        if sentence.own:
            assert _flat(sentence.words) in answers[sentence.entries[0]]


def _flat(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).split())


def test_figures_count_what_stands() -> None:
    counted = figures(english())
    told = " ".join(exchange.text for exchange in exchanges(english()))
    assert (counted.questions, counted.follow_ups) == (5, 1)
    assert counted.words == len(told.split())
    # A minute for each answer; a spoken answer took 42 seconds of its pause, and one was slept over.
    assert counted.thinking_seconds == 60 + (60 - 42) + 60 + 120


def test_a_question_that_waits_is_not_counted() -> None:
    assert figures(russian()).questions == 4


def test_words_without_a_question_are_kept() -> None:
    talk = Conversation()
    question = talk.ask("What stayed?")
    answer = talk.answer("The nets.", question)
    record = podcast_record(talk)
    stray = record.model_copy(update={"entries": tuple(e for e in record.entries if e.seq == answer)})
    (exchange,) = exchanges(stray)
    assert (exchange.question, exchange.text, exchange.asked) == (None, "The nets.", "")
    assert figures(stray).thinking_seconds == 0
    assert answers_of(stray).keys() == {answer}
