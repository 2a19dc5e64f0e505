"""The bank of the technical interview: every question in both languages, and the courses that are planned from it."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations, product
from typing import get_args

import pytest

from core.contracts.script import Script
from core.contracts.script_files import load_scripts
from core.interviews.message_check import CheckContext, broken_laws
from core.interviews.technical import SCRIPTS
from core.interviews.technical.course import COUNTS, EXERCISES, Aspect, load_question_bank, plan_technical_questions
from core.interviews.technical.subject import Focus, JobDescription, Length, Resume, Seniority, TechnicalSubject
from core.text.text import same_question
from tests.unit.test_life_story_scripts import YES_NO, asked, asking, questions

WHOLE = load_scripts(SCRIPTS).scripts
BANK = load_question_bank()
SEEDS = ("a", "b", "c")


@pytest.fixture(params=("en", "ru"))
def script(request: pytest.FixtureRequest) -> Script:
    return asking(WHOLE[request.param])


def test_each_question_has_a_note_and_each_note_a_question(script: Script) -> None:
    assert set(BANK) == set(questions(script))
    assert len(BANK) >= 56


def test_a_question_is_named_after_its_chapter(script: Script) -> None:
    for place in script.places:
        assert place.question.id.startswith(f"{place.chapter.id}-")
        assert place.question.follow_ups == 2


def test_the_aspects_are_spread_evenly_over_the_bank_and_over_each_level() -> None:
    aspects = Counter(note.aspect for note in BANK.values())
    assert max(aspects.values()) - min(aspects.values()) <= 3
    for level in Seniority:
        assert {note.aspect for note in BANK.values() if level in note.levels} == set(get_args(Aspect))


def test_no_question_and_no_probe_breaks_a_law(script: Script) -> None:
    context = CheckContext(language=script.language, technical=True)
    assert not {key: laws for key, text in asked(script).items() if (laws := broken_laws(text, context))}


def test_no_question_and_no_probe_asks_what_another_asks(script: Script) -> None:
    texts = asked(script)
    assert not [(a, b) for a, b in combinations(texts, 2) if same_question(texts[a], texts[b])]


def test_no_question_asks_for_a_reason_a_yes_or_a_definition() -> None:
    english, russian = (asked(asking(WHOLE[language])).values() for language in ("en", "ru"))
    assert not [text for text in english if YES_NO.match(text) or re.match(r"why|what (?:is|are) an? ", text, re.I)]
    assert not [text for text in russian if re.match(r"почему|зачем|что такое", text, re.I)]


def subjects() -> list[TechnicalSubject]:
    return [TechnicalSubject(level=a, focus=b, length=c) for a, b, c in product(Seniority, Focus, Length)]


@pytest.mark.parametrize("subject", subjects(), ids=lambda s: f"{s.level}-{s.focus}-{s.length}")
def test_every_course_can_be_planned(subject: TechnicalSubject) -> None:
    whole = WHOLE["en"]
    talks, codes = COUNTS[subject.focus][subject.length]
    for seed in SEEDS:
        planned = plan_technical_questions(whole, BANK, subject, seed=seed)
        places = [whole.by_id[each] for each in planned]
        asked_about = [place for place in places if place.chapter.id != EXERCISES]
        topics = Counter(place.chapter.id for place in asked_about)
        assert len(set(planned)) == len(planned) == talks + codes
        assert len(asked_about) == talks
        assert places[0] == whole.places[0]
        assert max(topics.values()) - (min(topics.values()) if len(topics) == len(whole.chapters) - 1 else 0) <= 1
        assert all(subject.level in BANK[place.question.id].levels for place in asked_about)
        aspects = Counter(BANK[place.question.id].aspect for place in asked_about)
        assert len(aspects) >= min(talks, 4)


def test_one_interview_is_not_like_the_next() -> None:
    usual = TechnicalSubject()
    courses = {plan_technical_questions(WHOLE["en"], BANK, usual, seed=str(n)) for n in range(20)}
    assert len(courses) > 10
    assert plan_technical_questions(WHOLE["en"], BANK, usual, seed="a") == plan_technical_questions(
        WHOLE["en"], BANK, usual, seed="a"
    )


@pytest.mark.parametrize("level", [Seniority.SENIOR, Seniority.STAFF])
def test_what_is_made_for_a_level_is_asked_there(level: Seniority) -> None:
    def own(seed: int) -> int:
        planned = plan_technical_questions(WHOLE["en"], BANK, TechnicalSubject(level=level), seed=str(seed))
        return sum(1 for each in planned if each in BANK and len(BANK[each].levels) <= 2)

    found = [own(seed) for seed in range(40)]
    assert sum(found) > len(found)


@pytest.mark.parametrize(
    ("skills", "expected"),
    [
        (("PostgreSQL", "Airflow", "Spark"), {"data-wrong"}),
        (("Go", "C++", "gRPC"), {"projects-interface", "ways-async"}),
        (("идемпотентность", "Платежи", "Очереди"), {"design-twice"}),
        (("AWS", "FinOps", "Cloud"), {"operations-cost"}),
        (("Опыт с базами данных",), {"data-model", "data-store"}),
    ],
)
def test_what_job_and_resume_name_comes_first(skills: tuple[str, ...], expected: set[str]) -> None:
    for subject in (
        TechnicalSubject(level=Seniority.SENIOR, focus=Focus.TALK, job=JobDescription(skills=skills)),
        TechnicalSubject(level=Seniority.SENIOR, focus=Focus.TALK, resume=Resume(skills=skills)),
    ):
        for seed in SEEDS:
            assert expected & set(plan_technical_questions(WHOLE["ru"], BANK, subject, seed=seed)), (skills, seed)
