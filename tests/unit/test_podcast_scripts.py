"""The banks of the podcast interview: the rules of good asking, checked on every sentence in both languages."""

from __future__ import annotations

import tomllib
from itertools import combinations
from pathlib import Path

import pytest

from core.contracts.script import Script
from core.interviews.guard import GuardContext, guard
from core.interviews.guard.repeats import same_question
from core.interviews.podcast.prompt import TEMPLATES
from core.words import say
from tests.unit.podcast_kit import PODCAST
from tests.unit.test_life_story_scripts import (
    CAPITAL_YOU,
    DOUBLE,
    EMOJI,
    GENDERED,
    INTERVIEWER_GENDERED,
    MARKUP,
    SLASH_FORM,
    WITHOUT_YO,
    YES_NO,
    asked,
    everything,
    framing,
    is_one_question,
    matching,
    probes,
    questions,
    repeated,
    too_long,
    trigrams,
)

FOLDER = Path(__file__).resolve().parents[2] / "core" / "interviews" / "podcast" / "scripts"
LANGUAGES = ("en", "ru")
CUES = ("against", "doubt", "memory", "plan", "feeling")


@pytest.fixture(params=LANGUAGES)
def script(request: pytest.FixtureRequest) -> Script:
    return PODCAST.scripts.scripts[request.param]


def test_both_files_have_the_same_shape() -> None:
    raw = [tomllib.loads((FOLDER / f"{language}.toml").read_text(encoding="utf-8")) for language in LANGUAGES]
    shapes = [
        [(c["id"], q["id"], q.get("follow_ups"), len(q["probes"])) for c in file["chapters"] for q in c["questions"]]
        for file in raw
    ]
    assert shapes[0] == shapes[1]
    assert raw[0]["version"] == raw[1]["version"]


def test_each_template_has_an_opening_thirty_questions_and_a_conclusion(script: Script) -> None:
    assert tuple(chapter.id for chapter in script.chapters) == TEMPLATES
    for chapter in script.chapters:
        ids = [question.id for question in chapter.questions]
        assert ids[0] == f"{chapter.id}-opening"
        assert ids[-1] == f"{chapter.id}-conclusion"
        assert len(ids) - 2 >= 30
        assert [q.follow_ups for q in chapter.questions] == [3] * (len(ids) - 1) + [0]
        assert all(question.probes for question in chapter.questions[:-1])


def test_every_question_and_probe_passes_the_guard_as_it_is(script: Script) -> None:
    for key, text in asked(script).items():
        found = guard(text, GuardContext(language=script.language))
        assert (found.message, found.interventions) == (text, ()), key


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("cue", CUES)
def test_what_is_asked_by_rule_passes_too(language: str, cue: str) -> None:
    text = say(language, f"podcast-ask-{cue}")
    found = guard(text, GuardContext(language=language))
    assert (found.message, found.interventions) == (text, ())


def test_no_question_asks_what_another_asks(script: Script) -> None:
    texts = questions(script)
    assert not [(a, b) for a, b in combinations(texts, 2) if same_question(texts[a], texts[b])]
    grams = {key: trigrams(text) for key, text in texts.items()}
    assert not [(a, b) for a, b in combinations(grams, 2) if len(grams[a] & grams[b]) / len(grams[a] | grams[b]) > 0.5]
    assert not repeated(asked(script).values())
    assert not repeated(place.question.objective for place in script.places)


def test_within_a_template_no_probe_repeats_a_question(script: Script) -> None:
    for chapter in script.chapters:
        texts = [*(q.text for q in chapter.questions), *(p for q in chapter.questions for p in q.probes)]
        assert not [pair for pair in combinations(texts, 2) if same_question(*pair)]


def test_each_asks_exactly_one_short_open_question(script: Script) -> None:
    assert not [key for key, text in asked(script).items() if not is_one_question(text, script.language)]
    assert not matching({key: text.lower() for key, text in asked(script).items()}, DOUBLE[script.language])
    assert not too_long(questions(script), 20)
    assert not too_long(dict(probes(script)), 12)


def test_the_tone_is_plain_and_what_frames_it_asks_nothing(script: Script) -> None:
    texts = everything(script)
    assert not [key for key, text in texts.items() if "!" in text or text != text.strip()]
    assert not matching(texts, MARKUP, EMOJI)
    assert not [key for key, text in framing(script).items() if "?" in text or not text.endswith(".")]


def test_english_opens_no_question_with_why_or_with_a_yes_or_no() -> None:
    texts = asked(PODCAST.scripts.scripts["en"]).values()
    assert not [text for text in texts if YES_NO.match(text) or text.lower().startswith("why")]


def test_russian_guesses_no_gender_and_spells_its_letters() -> None:
    script = PODCAST.scripts.scripts["ru"]
    texts = everything(script)
    assert not matching(texts, *GENDERED, INTERVIEWER_GENDERED, SLASH_FORM, CAPITAL_YOU, WITHOUT_YO)
    assert not [text for text in asked(script).values() if text.lower().startswith(("почему", "зачем"))]
