"""What is heard without a model: wishes, words to the interviewer, distress, loss; and what must not be."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.interviews.signals import Signals, hard, hear, phrase_lists
from core.interviews.signals.phrase_lists import sections

GOLDEN = Path(__file__).parent / "golden"
TOLD = Path(__file__).resolve().parents[3] / "shared" / "data" / "interviews" / "fountain_hughes_1949.txt"
LANGUAGES = ("en", "ru")
ACTS = ("stop", "pause", "declined", "hesitates", "onward")
NAMED = (*ACTS, "lighter", "keep_back", "nothing", "fine", "already_told")
BOTH = frozenset(
    {
        "I'm dead tired.", "Let us end it here.", "I am tired today.", "It hurts to talk about him.",
        "I can't talk about it.", "I want to go to sleep now.", "I want to end it here for today.",
        "I cannot go on with this story today.", "Хочу закончить на сегодня.", "Давайте закончим.", "Сегодня устала.",
        "Больно об этом говорить.", "Не могу об этом говорить.", "Оставьте меня сегодня в покое.", "Хочу спать.",
        "Не могу сегодня дальше рассказывать.",
    }
)  # fmt: skip
"""Safe sentences that are wishes indeed."""


def lines_of(name: str) -> list[str]:
    text = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def names(heard: Signals) -> set[str]:
    found = {name for name in NAMED if getattr(heard, name)}
    return found | {heard.asks} - {""} | ({"topic"} if heard.topic else set())


def held_out(sentences: Iterable[str]) -> tuple[list[str], list[str]]:
    """Two thirds that the patterns may be mended by, and a third that they may not."""
    held = [each for each in sentences if zlib.crc32(each.encode()) % 3 == 0]
    return [each for each in sentences if each not in held], held


# --- wishes -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", [*lines_of("wishes_en"), *lines_of("wishes_ru")])
def test_what_people_type_is_heard_as_they_mean_it(line: str) -> None:
    meant, _, typed = line.partition(" | ")
    name, _, about = meant.partition("=")
    heard = hear(typed)
    assert name in names(heard)
    assert about in (heard.subject, heard.topic) if about else True


@pytest.mark.parametrize("language", LANGUAGES)
def test_telling_is_no_wish(language: str) -> None:
    told = [each for each in (*lines_of(f"telling_{language}"), *lines_of(f"safe_{language}")) if each not in BOTH]
    assert len(told) > 150
    assert [each for each in told if hear(each).wish or hear(each).keep_back or hear(each).asks] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_wishes_in_words_that_nobody_foresaw_are_heard_too(language: str) -> None:
    said = [line.partition(" | ") for line in lines_of(f"wishes_unrehearsed_{language}")]
    missed = [typed for meant, _, typed in said if meant not in names(hear(typed))]
    assert len(missed) <= 0.08 * len(said), missed


def test_refusing_putting_off_and_having_nothing_to_say_are_three_things() -> None:
    assert names(hear("I won't talk about my son")) == {"declined"}
    assert names(hear("I don't want to talk about my son today")) == {"hesitates"}
    assert names(hear("idk")) == {"nothing"}
    assert names(hear("fine.")) == {"fine"}
    assert names(hear("skip")) == {"onward"}


def test_who_tells_and_takes_leave_does_both() -> None:
    answer = "He stood there, and the ship went. I never saw him again. gotta go"
    heard = hear(answer)
    assert heard.pause
    assert heard.passage == "gotta go"
    assert not heard.alone(answer)
    assert hear("gotta go").alone("gotta go")


def test_a_message_of_its_own_can_be_a_wish_and_a_story_cannot() -> None:
    assert hear("We lived by the river, all seven of us.\nNext question, please").onward
    assert not hear("Next question, please\nNo, wait: there was one more thing about the river").wish
    assert not hear("I don't want to talk about the war, but I will tell you about the bread.").wish


def test_a_plea_may_come_before_what_it_is_about() -> None:
    heard = hear("Keep this between us: I never loved him, not for one day of it.")
    assert heard.keep_back
    assert heard.passage == "Keep this between us:"


def test_several_things_said_in_one_breath_are_all_heard() -> None:
    assert names(hear("Hello, who are you?")) == {"who"}
    assert names(hear("no idea. next")) == {"nothing", "onward"}
    assert hear("About my son I won't speak. Not today.").subject == "my son"


# --- distress -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_distress_of_today_is_heard_and_what_is_hard_but_safe_is_not_taken_for_it(language: str) -> None:
    distressed, safe = lines_of(f"distress_{language}"), lines_of(f"safe_{language}")
    assert len(set(distressed)) >= 150
    assert len(set(safe)) >= 300
    for part in held_out(distressed):
        deaf = [each for each in part if not hear(each).distress]
        assert len(deaf) <= 0.05 * len(part), deaf
    for part in held_out(safe):
        mistaken = [each for each in part if hear(each).distress]
        assert len(mistaken) <= 0.02 * len(part), mistaken


def test_distress_is_heard_wherever_it_is_said() -> None:
    assert hear("We lived by the river then, in a wooden house.\ni dont want to live any more").distress
    assert not hear("She said “I want to die” and closed her eyes.").distress


# --- what is hard -------------------------------------------------------------------------------------------------


def test_no_pattern_of_distress_has_letters_of_both_alphabets() -> None:
    """Those of one alphabet are not tried on a sentence without its letters."""
    for lines in sections(Path(phrase_lists.__file__).with_name("distress.txt")).values():
        letters = [re.sub(r"\\[a-zA-Z]|\(\?P<\w+>", "", line) for line in lines]
        assert not [line for line in letters if re.search("[a-z]", line) and re.search("[а-я]", line)]


def test_a_loss_is_told_apart_from_other_hard_things() -> None:
    for loss in (
        "my mum died when I was nine",
        "We lost the baby in the spring.",
        "Мама умерла, когда мне было девять.",
    ):
        assert hear(loss).loss, loss
    for other in ("They were starving in that winter.", "Its owner died in 1901.", "Царь умер, и всё изменилось."):
        assert not hear(other).loss, other


def test_what_is_hard_is_noticed() -> None:
    for told in ("he hanged himself", "Ildar was four. Diphtheria.", "I had an abortion", "they sank", "Брат погиб."):
        assert hard(told), told
    assert not hard("We picked apples.")


# --- every text ---------------------------------------------------------------------------------------------------


@pytest.mark.skipif(not TOLD.exists(), reason="no recorded interview is there")
def test_nobody_is_misheard_in_a_real_interview() -> None:
    paragraphs = [p for p in TOLD.read_text(encoding="utf-8").splitlines() if p.strip()]
    assert len(paragraphs) > 50
    assert [p for p in paragraphs if hear(p).wish or hear(p).distress] == []


@given(st.text(max_size=400))
def test_any_text_is_heard_without_an_error(text: str) -> None:
    heard = hear(text)
    assert [getattr(heard, name) for name in ACTS].count(True) <= 1
    assert heard.passage in text


@pytest.mark.parametrize("wish", ["stop", "дальше", "I'd rather not say"])
@given(story=st.text(alphabet="abcdefgh ", min_size=450, max_size=600))
def test_a_long_answer_is_never_a_wish_as_a_whole(wish: str, story: str) -> None:
    assert not hear(f"{wish} x{story}x").wish
