"""The question guard: what it lets through, what it mends, and what it never lets through."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from core.guard import MESSAGE_WORDS, QUESTION_WORDS, Asked, Candidate, Context, Guarded, Secret, guard
from core.guard.repeats import same_question
from core.guard.text import count_words, in_alphabet_of, main_alphabet, marks, plain, sentences
from core.script import load_scripts

SCRIPTS = Path(__file__).resolve().parents[2] / "core" / "interviews" / "life_story" / "scripts"
FALLBACKS = {"en": "Tell me about your first winter.", "ru": "Расскажите о вашей первой зиме.", "de": "Tell me."}


def checked(question: str, bridge: str = "", language: str = "en", **context: object) -> Guarded:
    made = Context(language=language, fallback=FALLBACKS[language], **context)  # type: ignore[arg-type]  # named by the test
    return guard(Candidate(question=question, bridge=bridge), made)


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("What did you see from that window?", "en"),
        ("Tell me about the day when the letter came.", "en"),
        ("When you came home that night, what was on the table?", "en"),
        ("How and when did you meet her?", "en"),
        ("You mentioned the mill. What did it sound like?", "en"),
        ("What happened between the day you left and when you came back?", "en"),
        ("Take me back to St. Petersburg: what was on the street?", "en"),
        ("На что был похож тот дом?", "ru"),
        ("Расскажите, как вы познакомились.", "ru"),
        ("Вспомните один день на той мельнице.", "ru"),
    ],
)
def test_a_good_question_passes_as_it_is(question: str, language: str) -> None:
    assert checked(question, language=language) == Guarded(bridge="", question=question)


@pytest.mark.parametrize(
    ("question", "kept", "language"),
    [
        ("What was school like? And who taught you?", "What was school like?", "en"),
        ("What was school like and who taught you there?", "What was school like?", "en"),
        ("What did you eat there, where did you sleep?", "What did you eat there?", "en"),
        ("Tell me about the mill, and describe the miller.", "Tell me about the mill.", "en"),
        ("1. What was school like?\n2. Who taught you?", "What was school like?", "en"),
        ("Как вы познакомились и что вы подумали?", "Как вы познакомились?", "ru"),
        ("Расскажите о мельнице. Кто там работал?", "Расскажите о мельнице.", "ru"),
        ("Что вы делали летом, а где жили зимой?", "Что вы делали летом?", "ru"),
    ],
)
def test_of_two_questions_the_first_good_one_is_kept(question: str, kept: str, language: str) -> None:
    result = checked(question, language=language)
    assert result.question == kept
    assert "guard-two-questions" in result.interventions
    assert not result.fell_back


def test_when_the_first_of_two_is_leading_the_second_is_asked() -> None:
    assert checked("It was hard, wasn't it? What did you do?").question == "What did you do?"


@pytest.mark.parametrize(
    ("question", "name", "language"),
    [
        ("That house was cold, wasn't it?", "guard-leading", "en"),
        ("Was it because of the war?", "guard-leading", "en"),
        ("Don't you think he was right to go?", "guard-leading", "en"),
        ("Were you very proud that day?", "guard-leading", "en"),
        ("Вам было страшно?", "guard-leading", "ru"),
        ("Наверное, вам жилось непросто в том доме?", "guard-leading", "ru"),
        ("Это был хороший дом, не правда ли?", "guard-leading", "ru"),
        ("What did you do there?", "guard-language", "ru"),
        ("Что вы там делали?", "guard-language", "en"),
        ("What do my instructions say next?", "guard-leak", "en"),
        ("I see.", "guard-no-question", "en"),
        ("", "guard-no-question", "en"),
        ("?", "guard-no-question", "en"),
        (f"What did you {'really ' * 40}see?", "guard-too-long", "en"),
        ("What was such a wonderful memory of hers about?", "guard-praise", "en"),
    ],
)
def test_what_cannot_be_mended_is_replaced_by_the_script(question: str, name: str, language: str) -> None:
    result = checked(question, language=language)
    assert result.question == FALLBACKS[language]
    assert result.fell_back
    assert name in result.interventions
    assert "guard-fell-back" in result.interventions


def test_a_feeling_that_the_person_named_may_be_asked_about() -> None:
    assert not checked("Вам было страшно?", language="ru", last_words="Мне было очень страшно.").fell_back


def test_the_persons_own_words_may_be_quoted_whatever_they_are() -> None:
    said = "Ну, наверное, так. Как это тяжело!"
    result = checked("Вы сказали «наверное, так». Что было дальше?", language="ru", last_words=said)
    assert result == Guarded(bridge="", question="Вы сказали «наверное, так». Что было дальше?")
    assert checked("Вы сказали «наверное, так». Что было дальше?", language="ru").question == "Что было дальше?"


def test_a_question_mark_inside_a_quotation_asks_nothing() -> None:
    result = checked("You said “why me?” that night, and then you left. What did you take along?")
    assert marks(result.question) == 1


def test_markup_links_and_emoji_are_taken_out() -> None:
    result = checked("**What** happened *then* at <b>home</b>? 😀 https://example.org/x")
    assert result.question == "What happened then at home?"
    assert result.interventions == ("guard-markup",)


def test_a_question_is_not_asked_twice() -> None:
    asked = ("What did your kitchen look like in winter?",)
    assert "guard-repeated" in checked("And what did your kitchen look like in the winter?", asked=asked).interventions
    assert not checked("What did your kitchen smell of at Easter?", asked=asked).fell_back


def test_only_questions_of_the_script_that_were_passed_count_as_asked() -> None:
    index = Asked(["Which smell takes you back?", "Who taught you to swim?"])
    question = "Who was it that taught you to swim?"
    assert checked("Who taught you how to swim?", script=index, passed=1).fell_back is False
    assert checked("Who taught you to swim, then?", script=index, passed=2).fell_back is True
    assert not index.repeated(question, passed=0)


def test_a_prompt_is_not_recited() -> None:
    secret = Secret("Never tell anybody which of the seven doors leads down to the cellar.")
    question = "What do you make of which of the seven doors leads down there?"
    assert "guard-leak" in checked(question, secret=secret).interventions


@pytest.mark.parametrize(
    ("bridge", "name", "language"),
    [
        ("I'm so sorry for your loss.", "guard-consolation", "en"),
        ("Thank you so much for sharing that.", "guard-consolation", "en"),
        ("That must have been terrible.", "guard-leading", "en"),
        ("Спасибо, что поделились.", "guard-consolation", "ru"),
        ("Держитесь.", "guard-consolation", "ru"),
        ("What a wonderful story!", "guard-praise", "en"),
        ("Какая трогательная история!", "guard-praise", "ru"),
        ("Where was that?", "guard-bridge-question", "en"),
        ("Tell me more.", "guard-bridge-question", "en"),
        ("Понимаю.", "guard-language", "en"),
        ("👍", "guard-markup", "en"),
    ],
)
def test_no_formula_no_praise_and_no_second_question_before_a_question(bridge: str, name: str, language: str) -> None:
    result = checked(FALLBACKS[language], bridge, language=language)
    assert result.bridge == ""
    assert name in result.interventions


def test_of_a_bridge_the_first_honest_sentence_is_kept() -> None:
    result = checked("Who wrote first?", "I'm so sorry. Four years without a letter is long. You waited.")
    assert result.bridge == "Four years without a letter is long."
    assert set(result.interventions) == {"guard-consolation", "guard-bridge-cut"}


def test_an_acknowledgement_is_not_repeated() -> None:
    before = ("Four years without a letter is a long time.",)
    result = checked("Who wrote first?", "Four years with no letter is a long time.", acknowledgements=before)
    assert result == Guarded(bridge="", question="Who wrote first?", interventions=("guard-acknowledgement-repeated",))


def test_the_bridge_goes_first_when_the_message_is_too_long() -> None:
    bridge = "So you left the village, went down the river, and came to the town in the middle of the night."
    result = checked("What did you see there first?", bridge, reserved=40)
    assert result.bridge == ""
    assert result.interventions == ("guard-message-too-long",)
    assert checked("What did you see there first?", bridge).bridge == bridge


def test_a_language_whose_requests_are_not_known_may_ask_without_a_mark() -> None:
    question = "Erzählen Sie mir von dem Haus am Fluss."
    assert checked(question, language="de").question == question


# --- laws ---------------------------------------------------------------------------------------------------------

PIECES = st.sampled_from(
    [
        "What did you do", "Tell me about the mill", "and who was there", " и что было потом", "Как вы жили", "?", "？",
        "؟", "!", ".", "\n", " ", "“", "”", "«", "»", "St.", "¿Qué", "你好吗", "**", "😀", "isn't it", "наверное",
        "Thank you for sharing", "word " * 35, "https://a.b/c?d=e", "<b>", "\ud800", "\x00", "1. ", "- ", "or did you",
    ]
)  # fmt: skip
ANY_TEXT = st.one_of(st.text(max_size=300), st.lists(PIECES, max_size=14).map("".join))


@settings(max_examples=400, deadline=None)
@given(
    question=ANY_TEXT,
    bridge=ANY_TEXT,
    language=st.sampled_from(["en", "ru", "de", "zh", "xx", ""]),
    answer=ANY_TEXT,
    acknowledgements=st.lists(ANY_TEXT, max_size=3),
    reserved=st.integers(0, 70),
)
def test_never_two_questions_never_too_long(
    question: str, bridge: str, language: str, answer: str, acknowledgements: list[str], reserved: int
) -> None:
    fallback = "What was there?"
    context = Context(
        language=language,
        fallback=fallback,
        last_words=answer,
        acknowledgements=tuple(acknowledgements),
        reserved=reserved,
    )
    result = guard(Candidate(question=question, bridge=bridge), context)
    assert result.question.strip()
    assert marks(result.question) <= 1
    assert sum(result.question.count(mark) for mark in "?？؟") <= 1
    assert marks(result.bridge) == 0
    assert len(result.question.split()) <= QUESTION_WORDS
    whole = count_words(result.bridge) + count_words(result.question) + reserved
    assert whole <= MESSAGE_WORDS or not result.bridge
    assert result.fell_back == ("guard-fell-back" in result.interventions)
    assert not result.fell_back or result.question == fallback


@settings(max_examples=100, deadline=None)
@given(fallback=ANY_TEXT.filter(lambda text: bool(text.strip())), bridge=ANY_TEXT)
def test_the_scripts_wording_passes_by_right(fallback: str, bridge: str) -> None:
    result = guard(Candidate(question=fallback, bridge=bridge), Context(language="en", fallback=fallback))
    assert result.question == fallback
    assert not result.fell_back


@settings(max_examples=200, deadline=None)
@given(question=ANY_TEXT, language=st.sampled_from(["en", "ru", "de"]))
@example(question="0\nTELL", language="en")
@example(question="0 0 0\nOR DID YOU?", language="en")
def test_what_was_let_through_is_a_question_by_itself(question: str, language: str) -> None:
    once = checked(question, language=language).question
    again = checked(once, language=language)
    assert not again.fell_back
    assert "guard-two-questions" not in again.interventions


@pytest.mark.skipif(not list(SCRIPTS.glob("*.toml")), reason="no script is there")
def test_the_guard_finds_no_fault_with_the_real_script() -> None:
    """The scripts are written by the rules that the guard keeps, so a model that repeats them is not disturbed."""
    faults = {}
    for language, script in load_scripts(SCRIPTS).scripts.items():
        index = Asked([place.question.text for place in script.places])
        for place in script.places:
            context = Context(language=language, fallback="?", script=index, passed=place.index)
            for text in (place.question.text, *place.question.probes):
                result = guard(Candidate(question=text), context)
                if result.question != text:
                    faults[text] = result.interventions
    assert faults == {}


# --- counting -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        ("one", 1),
        ("It's a well-known house.", 4),
        ("раз, два — три", 4),
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
