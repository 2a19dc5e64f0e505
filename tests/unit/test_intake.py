"""What words mean before an interview has begun, and what an intake remembers of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.contracts.buttons import fits
from core.interviews.podcast.episode_intake import (
    MOST_QUESTIONS,
    Intake,
    IntakeStep,
    Outcome,
    Sent,
    episode_code,
    title_of,
)
from core.interviews.podcast.pasted import Told
from core.interviews.podcast.requests import LONGEST_SEARCH, Wish, heard, ordinal, read_wish
from core.interviews.podcast.sources.material import Episode

NAMES = {name: name for name in ("reflective", "analytical", "creative")} | {
    "размышляя": "reflective",
    "разбирая": "analytical",
    "1": "reflective",
}
LINK = "https://podcasts.example/feed.xml?a=1&b=2"
EPISODE = Episode(title="Bees", guid="g-1")


def said(intake: Intake, text: str, ref: str) -> Intake:
    return heard(intake, Told(ref=ref, text=text), NAMES)


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        (LINK, Wish(link=LINK)),
        ("podcasts.example", Wish(link="podcasts.example")),
        (f"{LINK} focus on patience, 2 questions", Wish(link=LINK, questions=2, rest="focus on patience")),
        (f"Andrew and Ann {LINK}", Wish(link=LINK, rest="Andrew and Ann")),
        (f"{LINK} with my sister", Wish(link=LINK, rest="my sister")),
        (f"{LINK} семья и страна, 3 вопроса", Wish(link=LINK, questions=3, rest="семья и страна")),
        (f"questions=7 template=creative {LINK}", Wish(link=LINK, questions=7, template="creative")),
        ("вопросов: 4, шаблон=разбирая", Wish(questions=4, template="analytical")),
        ("questions=0", Wish(questions=1)),
        ("The Long Walk, 8 questions", Wish(questions=8, rest="The Long Walk")),
        ("Creative", Wish(template="creative")),
        ("«Размышляя».", Wish(template="reflective")),
        ("Creative minds of our time", Wish(rest="Creative minds of our time")),
        ("template=baroque", Wish()),
        ("  A walk.\nAnd a dog.  ", Wish(rest="A walk.\nAnd a dog.")),
        ("https://", Wish(rest="https://")),
    ],
)
def test_what_is_read_of_words(text: str, wish: Wish) -> None:
    assert read_wish(text, NAMES) == wish


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("the creative one", Wish(template="creative")),
        ("let us take the analytical, please, it is what I like", None),
    ],
)
def test_what_is_read_where_it_is_known_what_it_is_about(text: str, wish: Wish | None) -> None:
    assert read_wish(text, NAMES, settled=True) == (wish or Wish(rest=text))


@given(st.text(max_size=200))
def test_words_are_read_as_they_are_or_in_part(text: str) -> None:
    wish = read_wish(text, NAMES)
    assert all(part in text for part in wish.rest.split())
    assert wish.questions is None or 1 <= wish.questions <= MOST_QUESTIONS
    assert wish.template in {"", *NAMES.values()}


_WORDS = st.lists(st.sampled_from(["Andrew", "withers", "and", "история", "семья", "сын", "bees", "иней"]), max_size=8)


@given(_WORDS)
def test_no_word_beside_a_link_loses_a_letter(words: list[str]) -> None:
    text = " ".join(words)
    kept = [word for word in words if word != "and"]
    assert [word for word in read_wish(f"{LINK} {text}", NAMES).rest.split() if word != "and"] == kept


@given(st.lists(st.text(max_size=300), max_size=6), st.sampled_from(list(IntakeStep)))
def test_what_is_told_is_never_lost(texts: list[str], step: IntakeStep) -> None:
    intake = Intake(
        step=step, episode=EPISODE if step in {IntakeStep.TEMPLATE, IntakeStep.PREPARING} else None, link="l.example/f"
    )
    for number, text in enumerate(texts):
        before = intake
        intake = said(intake, text, str(number))
        assert [each.ref for each in intake.told[: len(before.told)]] == [each.ref for each in before.told]
        rest = read_wish(text, NAMES, settled=before.has_source).rest
        assert rest == "" or rest == intake.search or intake.told[len(before.told) :][0].text == rest


def test_words_are_a_title_then_memories_and_few_words_a_wish() -> None:
    intake = said(Intake(), "The Long Walk", "1")
    assert (intake.memory, intake.guidelines) == ("The Long Walk", "")
    intake = intake.model_copy(update={"step": IntakeStep.TEMPLATE})
    intake = said(intake, "It was about a man who walks home.", "2")
    intake = said(intake, "his father", "3")
    intake = said(intake, "focus on the mountains, if you would", "4")
    assert intake.memory == "The Long Walk\nIt was about a man who walks home."
    assert intake.guidelines == "his father; focus on the mountains, if you would"
    assert intake.title == "The Long Walk"


def test_in_a_list_few_words_look_for_a_title_and_many_tell() -> None:
    choosing = Intake(step=IntakeStep.CHOOSING, link=LINK, page=3)
    looking = said(choosing, "shipping", "1")
    assert (looking.step, looking.search, looking.page) == (IntakeStep.FINDING, "shipping", 0)
    telling = said(choosing, "word " * (LONGEST_SEARCH + 1), "1")
    assert (telling.step, telling.search, telling.has_source) == (IntakeStep.SOURCE, "", True)
    wishing = said(choosing, "focus on leadership", "1")
    assert (wishing.step, wishing.guidelines) == (IntakeStep.CHOOSING, "focus on leadership")


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("2", 2),
        ("No. 3.", 3),
        ("№ 12", 12),
        ("the second one", 2),
        ("третий, пожалуйста", 3),
        ("the second coming", None),
        ("2 bees", None),
        ("", None),
    ],
)
def test_a_number_in_a_list(text: str, number: int | None) -> None:
    assert ordinal(text) == number


def test_a_request_is_the_same_as_long_as_the_same_is_wanted() -> None:
    finding = Intake(step=IntakeStep.FINDING, link=LINK)
    same = finding.model_copy(update={"template": "creative", "questions": 9, "step": IntakeStep.CHOOSING})
    assert same.telling(Told(ref="1", text="focus on bees", wish=True)).request == finding.request
    assert finding.model_copy(update={"page": 1}).request != finding.request
    preparing = Intake(step=IntakeStep.PREPARING, template="creative", episode=EPISODE)
    assert preparing.telling(Told(ref="1", text="I cried.", wish=False)).request == preparing.request
    assert preparing.model_copy(update={"template": "reflective"}).request != preparing.request
    told = Intake(step=IntakeStep.PREPARING, template="creative").telling(Told(ref="1", text="Bees.", wish=False))
    assert told.telling(Told(ref="2", text="And a hive.", wish=False)).request != told.request


def test_something_else_keeps_the_wishes_alone() -> None:
    intake = Intake(template="creative", questions=9, episode=EPISODE, link=LINK)
    intake = intake.telling(Told(ref="1", text="I cried.", wish=False)).telling(
        Told(ref="2", text="focus on bees", wish=True)
    )
    other = intake.other()
    assert (other.guidelines, other.memory, other.template, other.questions) == ("focus on bees", "", "creative", 9)
    assert not other.has_source


def test_a_title_told_after_a_thought_is_the_title() -> None:
    intake = said(said(Intake(), "I heard it on the train.", "1"), "The Long Walk", "2")
    assert (intake.title, [each.ref for each in intake.thoughts]) == ("The Long Walk", ["1"])


@pytest.mark.parametrize(
    ("memory", "title"),
    [
        ("It was about a man who walks home.", ""),
        ("Слушала выпуск про сапожника из Порту", ""),
        ("Listened to the one about the shoemaker", ""),
        ("# **The Long Walk**\nIt was.", "The Long Walk"),
        ("«The Long Walk».", "The Long Walk"),
        ("“Bees” and “Wasps”", "“Bees” and “Wasps”"),
        ("\n\n ** \n\nBees", "Bees"),
        ("", ""),
        ("word " * 60, ("word " * 24).strip() + " …"),
    ],
)
def test_a_title_of_what_is_remembered(memory: str, title: str) -> None:
    assert title_of(memory) == title


def test_a_file_is_called_by_its_name() -> None:
    assert Sent(name="making_things__of 2026.srt").title == "making things of 2026"
    assert Sent().title == ""


@given(st.text(max_size=50), st.text(min_size=1, max_size=50))
def test_a_button_can_carry_every_episode(guid: str, title: str) -> None:
    assert fits(f"{episode_code(Episode(title=title, guid=guid))}-0123456789abcdef")


def test_the_episodes_that_were_shown_are_bounded() -> None:
    many = tuple(Episode(title=str(number)) for number in range(60))
    assert len(Outcome(request="r", episodes=many[:6], earlier=many[6:]).listed) == 36
