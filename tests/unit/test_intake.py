"""What words mean before an interview has begun, and what an intake remembers of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.contracts.messages import fits_button
from core.interviews.podcast.episode_intake import (
    EpisodeIntake,
    EpisodeOutcome,
    IntakeStep,
    PastedDetails,
    SentEpisode,
    episode_code,
    title_from_memory,
)
from core.interviews.podcast.intake_flow import LONGEST_SEARCH, apply_typed, is_refused_link, link_and_rest
from core.interviews.podcast.settings import MOST_QUESTIONS, USUAL_QUESTIONS
from core.interviews.podcast.sources.material import Episode

LINK = "https://podcasts.example/feed.xml?a=1&b=2"
EPISODE = Episode(title="Bees", guid="g-1")
AT_THE_TEMPLATE = EpisodeIntake(step=IntakeStep.TEMPLATE, episode=EPISODE)


def said(intake: EpisodeIntake, text: str, ref: str = "1") -> EpisodeIntake:
    return apply_typed(intake, PastedDetails(ref=ref, text=text))


@pytest.mark.parametrize(
    ("text", "link", "rest"),
    [
        (LINK, LINK, ""),
        ("podcasts.example", "podcasts.example", ""),
        (f"{LINK} The one about patience", LINK, "The one about patience"),
        (f"Andrew and Ann {LINK}", LINK, "Andrew and Ann"),
        ("  A walk.\nAnd a dog.  ", "", "  A walk.\nAnd a dog.  "),
        ("https://", "", "https://"),
        ("file:///etc/passwd", "", "file:///etc/passwd"),
    ],
)
def test_a_link_is_told_from_the_words_around_it(text: str, link: str, rest: str) -> None:
    assert link_and_rest(text) == (link, rest)


@pytest.mark.parametrize("link", ["file:///etc/passwd", "ftp://example.org/one.mp3", "javascript:alert(1)"])
def test_an_address_that_is_never_opened(link: str) -> None:
    assert is_refused_link(link)
    assert is_refused_link(f"listen to {link}")
    assert not is_refused_link(f"{link} {LINK}")


@pytest.mark.parametrize(
    "wish",
    [
        "analytical, please ask about my work",
        "I liked how slowly it went.",
        "8 questions",
        "Let's stop here.",
        "What is the difference?",
        "больше о его отце",
    ],
)
def test_a_line_on_the_page_of_the_templates_is_a_wish_as_it_was_written(wish: str) -> None:
    intake = said(AT_THE_TEMPLATE, wish)
    assert (intake.guidelines, intake.memory, intake.template) == (wish, "", "")
    assert (intake.step, intake.questions) == (IntakeStep.TEMPLATE, AT_THE_TEMPLATE.questions)


@pytest.mark.parametrize(
    ("text", "template"),
    [
        ("Creative", "creative"),
        ("«Размышление».", "reflective"),
        ("analytical", "analytical"),
        ("the creative one", ""),
    ],
)
def test_the_exact_name_of_a_template_is_that_template(text: str, template: str) -> None:
    assert said(AT_THE_TEMPLATE, text).template == template
    assert said(EpisodeIntake(), text).template == template


@pytest.mark.parametrize(
    ("text", "questions"), [("7", 7), ("12.", 12), ("0", 1), ("99", MOST_QUESTIONS), ("2 bees", 5)]
)
def test_a_bare_number_is_the_number_of_questions(text: str, questions: int) -> None:
    assert said(AT_THE_TEMPLATE, text).questions == questions


def test_a_number_where_no_number_is_asked_for_is_a_title() -> None:
    intake = said(EpisodeIntake(), "1984")
    assert (intake.title, intake.questions) == ("1984", USUAL_QUESTIONS)


def test_a_long_text_about_a_known_episode_is_what_they_tell() -> None:
    intake = said(AT_THE_TEMPLATE, "It was about a man who walks home. " * 20)
    assert intake.guidelines == ""
    assert intake.thoughts[0].text.startswith("It was about a man")


def test_while_it_is_prepared_words_are_what_they_tell() -> None:
    intake = said(AT_THE_TEMPLATE.model_copy(update={"step": IntakeStep.PREPARING}), "focus on the woods")
    assert (intake.guidelines, intake.memory) == ("", "focus on the woods")


@given(st.lists(st.text(max_size=400), max_size=6), st.sampled_from(list(IntakeStep)))
def test_what_is_told_is_never_lost(texts: list[str], step: IntakeStep) -> None:
    intake = EpisodeIntake(
        step=step, episode=EPISODE if step in {IntakeStep.TEMPLATE, IntakeStep.PREPARING} else None, link="l.example/f"
    )
    for number, text in enumerate(texts):
        before = intake
        intake = said(intake, text, str(number))
        assert intake.told[: len(before.told)] == before.told
        added = [each.text for each in intake.told[len(before.told) :]]
        settled = (intake.questions, intake.template) != (before.questions, before.template)
        assert added == [text.strip()] or intake.search == text.strip() or settled or intake.link or not text.strip()


def test_in_a_list_few_words_look_for_a_title_and_many_tell() -> None:
    choosing = EpisodeIntake(step=IntakeStep.CHOOSING, link=LINK, page=3)
    for words in ("shipping", "creative", "focus on leadership"):
        looking = said(choosing, words)
        assert (looking.step, looking.search, looking.page) == (IntakeStep.FINDING, words, 0)
    telling = said(choosing, "word " * (LONGEST_SEARCH + 1))
    assert (telling.step, telling.search, telling.has_source) == (IntakeStep.SOURCE, "", True)


def test_a_request_is_the_same_as_long_as_the_same_is_wanted() -> None:
    finding = EpisodeIntake(step=IntakeStep.FINDING, link=LINK)
    same = finding.model_copy(update={"template": "creative", "questions": 9, "step": IntakeStep.CHOOSING})
    assert same.telling(PastedDetails(ref="1", text="focus on bees", wish=True)).request == finding.request
    assert finding.model_copy(update={"page": 1}).request != finding.request
    preparing = EpisodeIntake(step=IntakeStep.PREPARING, template="creative", episode=EPISODE)
    assert preparing.telling(PastedDetails(ref="1", text="I cried.", wish=False)).request == preparing.request
    assert preparing.model_copy(update={"template": "reflective"}).request != preparing.request
    told = EpisodeIntake(step=IntakeStep.PREPARING, template="creative").telling(
        PastedDetails(ref="1", text="Bees.", wish=False)
    )
    assert told.telling(PastedDetails(ref="2", text="And a hive.", wish=False)).request != told.request


def test_something_else_keeps_the_wishes_alone() -> None:
    intake = EpisodeIntake(template="creative", questions=9, episode=EPISODE, link=LINK)
    intake = intake.telling(PastedDetails(ref="1", text="I cried.", wish=False)).telling(
        PastedDetails(ref="2", text="focus on bees", wish=True)
    )
    other = intake.other()
    assert (other.guidelines, other.memory, other.template, other.questions) == ("focus on bees", "", "creative", 9)
    assert not other.has_source


def test_a_mere_title_is_no_beginning_of_a_transcript_and_a_sentence_is() -> None:
    assert said(EpisodeIntake(), "The Long Walk").thoughts == ()
    sentence = said(EpisodeIntake(), "I heard it on the train.")
    assert [each.text for each in sentence.thoughts] == ["I heard it on the train."]


@pytest.mark.parametrize(
    ("memory", "title"),
    [
        ("It was about a man who walks home over the mountains.", ""),
        ("# **The Long Walk**\nIt was.", "The Long Walk"),
        ("«The Long Walk».", "The Long Walk"),
        ("“Bees” and “Wasps”", "“Bees” and “Wasps”"),
        ("\n\n ** \n\nBees", "Bees"),
        ("", ""),
        ("word " * 60, ""),
        ("w" * 200, ""),
    ],
)
def test_a_title_of_what_is_remembered(memory: str, title: str) -> None:
    assert title_from_memory(memory) == title


def test_a_file_is_called_by_its_name() -> None:
    assert SentEpisode(name="making_things__of 2026.srt").title == "making things of 2026"
    assert SentEpisode().title == ""


@given(st.text(max_size=50), st.text(min_size=1, max_size=50))
def test_a_button_can_carry_every_episode(guid: str, title: str) -> None:
    assert fits_button(f"{episode_code(Episode(title=title, guid=guid))}-0123456789abcdef")


def test_the_episodes_that_were_shown_are_bounded() -> None:
    many = tuple(Episode(title=str(number)) for number in range(60))
    assert len(EpisodeOutcome(request="r", episodes=many[:6], earlier=many[6:]).listed) == 36
