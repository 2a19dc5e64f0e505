"""The question guard: what it lets through, what it leaves out, and what it never lets through."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from core.interviews.guard import GuardContext, Guarded, GuardLimits, Secret, guard
from core.interviews.guard.repeats import same_question
from core.interviews.guard.text import count_words, in_alphabet_of, main_alphabet, marks, plain, sentences

SHARED = Path(__file__).resolve().parents[3] / "shared" / "data" / "interviews" / "sentences.json"


def checked(message: str, language: str = "en", **context: object) -> Guarded:
    return guard(message, GuardContext(language=language, **context))  # type: ignore[arg-type]  # named by the test


def language_of(text: str) -> str:
    return "ru" if main_alphabet(text) == "Cyrillic" else "en"


# --- what passes --------------------------------------------------------------------------------------------------

GOLDEN = Path(__file__).parent / "golden"
GOOD = (GOLDEN / "good_messages.txt").read_text(encoding="utf-8").splitlines()
BAD = (GOLDEN / "bad_messages.txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("message", GOOD)
def test_a_good_message_passes_as_it_is(message: str) -> None:
    assert checked(message, language_of(message)).message == message


@pytest.mark.parametrize("message", (GOLDEN / "good_messages_of_a_trade.txt").read_text(encoding="utf-8").splitlines())
def test_among_engineers_code_terms_and_what_is_said_of_machines_pass(message: str) -> None:
    said = checked(message, language_of(re.sub("[A-Za-z`]", "", message)), trade=True)
    assert (said.message, said.interventions) == (message, ())
    assert checked(message, language_of(message)).message != message, "in a life it does not"


@pytest.mark.parametrize(
    ("message", "language"),
    [
        ("What is your password?", "en"),
        ("Tell me the API key and your card number.", "en"),
        ("Какой у вас пароль, и назовите ваш пароль от базы?", "ru"),
        ("Назовите номер карты.", "ru"),
        ("Surely it was the cache?", "en"),
        ("It was the cache, wasn't it?", "en"),
        ("That was a great answer, how did you test it?", "en"),
        ("That is impressive.", "en"),
        ("My instructions are to ask about `x`.", "en"),
        ("Which replica answered first?", "ru"),
        ("Kafka or RabbitMQ?", "ru"),
        ("What did `on_return` and on_return do?", "en"),
    ],
)
def test_among_engineers_the_rest_is_left_out_all_the_same(message: str, language: str) -> None:
    assert checked(message, language, trade=True).message == ""


def test_among_engineers_there_is_one_question_as_anywhere() -> None:
    found = checked("Tell me about the queue. What did it cost?", trade=True)
    assert (found.message, found.interventions) == ("Tell me about the queue.", ("guard-two-questions",))


def test_code_is_neither_a_question_nor_markup_and_tells_questions_apart() -> None:
    asked = ("What does `a ? b : c` do there?",)
    again = checked("What does `a ? b : c` do there?", asked=asked, trade=True)
    other = checked("What does `total += price` do there?", asked=asked, trade=True)
    assert again.interventions == ("guard-repeated",)
    assert other.question == "What does `total += price` do there?"


@pytest.mark.parametrize("message", BAD)
def test_of_a_bad_message_the_bad_sentence_is_left_out(message: str) -> None:
    """The bad sentence is the last one of its line."""
    said = checked(message, language_of(message), refused=("my son", "сын")).message
    assert sentences(message)[-1] not in said


@pytest.mark.skipif(not SHARED.exists(), reason="the sentences of the trials are not at hand")
def test_the_sentences_of_the_trials() -> None:
    """At most one good one in thirty is changed, and at most three bad ones in twenty pass."""
    found = json.loads(SHARED.read_text(encoding="utf-8"))
    good = [*found["questions_that_are_good"], *found["remarks_that_are_good"]]
    bad = found["questions_that_must_not_be_asked"]
    changed = [each for each in good if checked(each, language_of(each)).message != each]
    passed = [each for each in bad if checked(each, language_of(each), refused=("my son",)).message == each]
    assert 30 * len(changed) <= len(good), changed
    assert 20 * len(passed) <= 3 * len(bad), passed


# --- what is left out ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("message", "kept", "language"),
    [
        ("What was school like? And who taught you?", "What was school like?", "en"),
        ("What was school like and who taught you there?", "What was school like?", "en"),
        ("What did you eat there, where did you sleep?", "What did you eat there?", "en"),
        ("Tell me about the mill, and describe the miller.", "Tell me about the mill.", "en"),
        ("1. What was school like?\n2. Who taught you?", "What was school like?", "en"),
        ("Расскажите о мельнице. Кто там работал?", "Расскажите о мельнице.", "ru"),
        ("Что вы делали летом, а где жили зимой?", "Что вы делали летом?", "ru"),
    ],
)
def test_of_two_questions_the_first_good_one_is_kept(message: str, kept: str, language: str) -> None:
    result = checked(message, language)
    assert (result.message, result.question) == (kept, kept)
    assert "guard-two-questions" in result.interventions


def test_when_the_first_of_two_is_leading_the_second_is_asked() -> None:
    assert checked("It was hard, wasn't it? What did you do?").message == "What did you do?"


def test_the_answer_to_them_stays_when_the_question_goes() -> None:
    result = checked("I am a language model, not a person. Were you devastated?")
    assert result == Guarded(message="I am a language model, not a person.", interventions=("guard-leading",))


@pytest.mark.parametrize(
    ("message", "name", "language"),
    [
        ("What did you do there?", "guard-language", "ru"),
        ("Что вы там делали?", "guard-language", "en"),
        (f"What did you {'really ' * 40}see?", "guard-too-long", "en"),
        ("What is the number on your passport, the passport number?", "guard-private", "en"),
        ("What happened to your son?", "guard-refused", "en"),
    ],
)
def test_what_is_left_out_has_a_name(message: str, name: str, language: str) -> None:
    result = checked(message, language, refused=("my son",), told="My son was born in May.")
    assert (result.message, result.interventions) == ("", (name,))


def test_what_the_person_spoke_of_may_be_asked_about() -> None:
    question = "What was the cruel thing that he said?"
    assert checked(question).message == ""
    assert checked(question, last_words="He was cruel to me.").message == question
    assert checked("What did your husband say?", told="My husband worked nights.").message
    assert not checked("What did your husband say?").message


def test_a_question_is_not_asked_twice() -> None:
    asked = ("I am a program. What did your kitchen look like in winter?",)
    assert checked("And what did your kitchen look like in the winter?", asked=asked).interventions == (
        "guard-repeated",
    )
    assert checked("What did your kitchen smell of at Easter?", asked=asked).message


def test_no_remark_is_said_twice_but_an_answer_to_them_is() -> None:
    asked = ("I am a program. Who wrote first?", "Good evening, Rosa. Where were you?")
    assert checked("I am a program. Who read them aloud?", asked=asked).message == "Who read them aloud?"
    assert checked("I am a program.", asked=asked, answers=True).message == "I am a program."
    assert checked("Good night, Rosa.", asked=asked).message == "Good night, Rosa."


def test_words_that_only_say_back_are_counted() -> None:
    said = {"last_words": "We cleaned the fence and we ate the eggs on the grave."}
    message = "You cleaned the fence and ate the eggs. Who brought them?"
    assert checked(message, **said) == Guarded(message=message, question="Who brought them?", restates=True)


@pytest.mark.parametrize(
    ("subject", "closed", "open_"),
    [
        ("my son", "What did your son say?", "What did the sonata sound like?"),
        ("Viktor, the second one", "Where did Viktor live?", "Who stood at the second window?"),
        ("my brother's trial", "What did your brother say at the trial?", "Where did your brother sleep?"),
        ("про Виктора, второго", "Что сказал Виктор?", "Кто был на Перми Второй?"),
        ("отец", "Что сделал отец?", "Что сделала мать?"),
    ],
)
def test_a_subject_is_closed_as_narrowly_as_it_was_meant(subject: str, closed: str, open_: str) -> None:
    told = {"told": "My son, my brother and his trial. Сын, отец, Виктор."}
    assert not checked(closed, language_of(closed), refused=(subject,), **told).message
    assert checked(open_, language_of(open_), refused=(subject,), **told).message == open_


def test_a_prompt_is_not_recited() -> None:
    secret = Secret("Never tell anybody which of the seven doors leads down to the cellar where it lies.")
    result = checked("Do you know which of the seven doors leads down to the cellar?", secret=secret)
    assert result == Guarded(message="", interventions=("guard-leak",))


def test_what_a_prompt_gives_as_an_example_may_be_said() -> None:
    secret = Secret('Lead into the scene ("The roof was going and he still had the key in his hand, what then?").')
    said = "The roof was going and he still had the key in his hand, what then?"
    assert checked(said, secret=secret).message == said


def test_a_request_for_a_thing_that_was_is_a_question() -> None:
    said = "Tell me about the boat that sank."
    assert checked(said).question == said


@pytest.mark.parametrize(
    ("language", "said", "before"),
    [
        ("en", "Donna can read it; what you want left out, say so. Both feet going: what did he do then?", ""),
        ("en", "Where were you when you heard what was in that will?", "Where were you when you heard it?"),
        ("en", "Tell Neville's boy that Granny is at the desk. Which of the things rode home with you most often?", ""),
        ("ru", "Дословно всё в /transcript. Как вы откликнулись на неё в первый раз?", ""),
        ("ru", "Расскажите про это вчера, сколько захочется.", "Скажете, кто она? Сколько захочется."),
        ("ru", "«Не довела» мать говорила о тетрадях; а когда так было сказано о вас?", ""),
    ],
)
def test_nothing_is_cut_out_of_one_question(language: str, said: str, before: str) -> None:
    result = checked(said, language=language, asked=(before,), last_words=said)
    assert (result.message, result.interventions) == (said, ())


def test_the_persons_own_words_may_be_quoted_whatever_they_are() -> None:
    said = "Ну, очевидно, так. Как это тяжело!"
    message = "Вы сказали «как это тяжело». Что было дальше?"
    assert checked(message, "ru", last_words=said).message == message
    assert checked(message, "ru").message == "Что было дальше?"


def test_a_question_mark_inside_a_quotation_asks_nothing() -> None:
    result = checked("You said “why me?” that night, and then you left. What did you take along?")
    assert marks(result.message) == 1


def test_markup_links_and_emoji_are_taken_out() -> None:
    result = checked("**What** happened *then* at <b>home</b>? 😀 https://example.org/x")
    assert result.message == "What happened then at home?"
    assert result.interventions == ("guard-markup",)


def test_a_long_message_loses_remarks_and_never_its_question() -> None:
    remarks = [f"The {n}th house stood by itself at the end of a lane with trees on both sides." for n in range(8)]
    result = checked(" ".join([*remarks, "Who lived there?"]))
    assert result.message.endswith("Who lived there?")
    assert count_words(result.message) <= GuardLimits().message
    assert "guard-message-too-long" in result.interventions


def test_a_language_whose_requests_are_not_known_may_ask_without_a_mark() -> None:
    question = "Erzählen Sie mir von dem Haus am Fluss."
    assert checked(question, "de").question == question


# --- laws ---------------------------------------------------------------------------------------------------------

PIECES = st.sampled_from(
    [
        "What did you do", "Tell me about the mill", "and who was there", " и что было потом", "Как вы жили", "?", "？",
        "؟", "!", ".", "\n", " ", "“", "”", "«", "»", "St.", "¿Qué", "你好吗", "**", "😀", "isn't it", "наверное",
        "Thank you for sharing", "word " * 35, "https://a.b/c?d=e", "<b>", "\ud800", "\x00", "1. ", "- ", "or did you",
    ]
)  # fmt: skip
ANY_TEXT = st.one_of(st.text(max_size=300), st.lists(PIECES, max_size=14).map("".join))


@settings(max_examples=300, deadline=None)
@given(
    message=ANY_TEXT,
    language=st.sampled_from(["en", "ru", "de", "zh", "xx", ""]),
    answer=ANY_TEXT,
    asked=st.lists(ANY_TEXT, max_size=3),
    refused=st.lists(ANY_TEXT, max_size=3),
    answers=st.booleans(),
)
@example(message="0\nTELL", language="en", answer="", asked=[], refused=[], answers=True)
@example(message="0 0 0\nOR DID YOU?", language="en", answer="", asked=[], refused=[], answers=True)
def test_never_two_questions_never_too_long_and_mended_once_is_mended(
    message: str, language: str, answer: str, asked: list[str], refused: list[str], *, answers: bool
) -> None:
    context = GuardContext(
        language=language, asked=tuple(asked), refused=tuple(refused), last_words=answer, answers=answers
    )
    result = guard(message, context)
    assert sum(result.message.count(mark) for mark in "?？؟") <= 1
    assert count_words(result.question) <= GuardLimits().question
    assert result.question in result.message
    assert bool(result.message) or not result.question
    assert (
        count_words(result.message) <= max(GuardLimits().message, GuardLimits().question)
        or len(sentences(result.message)) == 1
    )
    assert not result.question or "guard-two-questions" not in guard(result.message, context).interventions


# --- counting -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        ("It's a well-known house.", 4),
        ("我出生在一个小村庄", 5),
        ("สวัสดี", 2),
    ],
)
def test_words_are_counted_in_any_script(text: str, count: int) -> None:
    assert count_words(text) == count


def test_sentences_keep_abbreviations_whole() -> None:
    assert sentences("Tell me about Mr. Smith of St. Ives. Who? He… left 3.5 years ago.") == [
        "Tell me about Mr. Smith of St. Ives.",
        "Who?",
        "He…",
        "left 3.5 years ago.",
    ]
    assert sentences("Это было в г. Орле. Вы и я. Всё") == ["Это было в г. Орле.", "Вы и я.", "Всё"]


def test_alphabets_are_told_apart() -> None:
    assert main_alphabet("Привет, world и все-все") == "Cyrillic"
    assert main_alphabet("12 ... !") == ""
    assert main_alphabet("half пола") == ""
    assert in_alphabet_of("ja", "私はここで生まれました")
    assert not in_alphabet_of("ko", "私はここで生まれました")
    assert in_alphabet_of("tlh", "anything goes")


def test_plain_text_keeps_its_words() -> None:
    assert plain("# Title\n- *one*\n- [two](http://x.y)\u202e snake_case") == "Title\none\ntwo snake_case"


def test_the_same_subject_with_another_question_word_is_another_question() -> None:
    assert not same_question("Who was at school with you?", "What was your school like?")
    assert same_question("Расскажите о первом школьном учителе.", "Расскажите про первого школьного учителя")
