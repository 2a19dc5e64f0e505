"""The banks of the podcast interview: the rules of good asking, checked on every sentence in both languages."""

from __future__ import annotations

from itertools import combinations

import pytest

from core.contracts.script import Script
from core.interviews.message_check import CheckContext, broken_laws
from core.interviews.podcast.preparing import TEMPLATES
from core.text.repeats import same_question
from tests.unit.podcast_kit import PODCAST
from tests.unit.test_life_story_scripts import YES_NO, asked, questions

LANGUAGES = sorted(PODCAST.scripts.scripts)
CUES = ("against", "doubt", "memory", "plan", "feeling")


@pytest.fixture(params=LANGUAGES)
def script(request: pytest.FixtureRequest) -> Script:
    return PODCAST.scripts.scripts[request.param]


def test_each_template_has_an_opening_thirty_questions_and_a_conclusion(script: Script) -> None:
    assert tuple(chapter.id for chapter in script.chapters) == TEMPLATES
    for chapter in script.chapters:
        ids = [question.id for question in chapter.questions]
        assert ids[0] == f"{chapter.id}-opening"
        assert ids[-1] == f"{chapter.id}-conclusion"
        assert len(ids) - 2 >= 30
        assert [q.follow_ups for q in chapter.questions] == [3] * (len(ids) - 1) + [0]


def test_no_question_and_no_probe_breaks_a_law(script: Script) -> None:
    context = CheckContext(language=script.language)
    assert not {key: laws for key, text in asked(script).items() if (laws := broken_laws(text, context))}


def test_no_question_asks_what_another_asks(script: Script) -> None:
    texts = questions(script)
    assert not [(a, b) for a, b in combinations(texts, 2) if same_question(texts[a], texts[b])]


def test_within_a_template_no_probe_repeats_a_question(script: Script) -> None:
    for chapter in script.chapters:
        texts = [*(q.text for q in chapter.questions), *(p.text for q in chapter.questions for p in q.probes)]
        assert not [pair for pair in combinations(texts, 2) if same_question(*pair)]


def test_english_opens_no_question_with_why_or_with_a_yes_or_no() -> None:
    texts = asked(PODCAST.scripts.scripts["en"]).values()
    assert not [text for text in texts if YES_NO.match(text) or text.lower().startswith("why")]


def test_russian_opens_no_question_with_why() -> None:
    texts = asked(PODCAST.scripts.scripts["ru"]).values()
    assert not [text for text in texts if text.lower().startswith(("почему", "зачем"))]
