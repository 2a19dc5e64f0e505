"""The report: everything that was said and written, what was weighed, and nothing that was taken back."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from core.contracts.chore import Document, Earlier
from core.contracts.errors import ConfigurationError, ModelUnavailable
from core.contracts.session import Record, Status
from core.interviews.technical.code_submissions import ReviewRemark, ReviewSeen
from core.interviews.technical.evaluation import EVALUATION, Evaluation
from core.interviews.technical.report import export_report, score_bars, score_growth, technical_report
from core.interviews.technical.rubric import load_rubric
from tests.fakes.model import ScriptedModel
from tests.fakes.records import BEGAN
from tests.unit.technical_kit import (
    ANSWERS,
    CODE,
    all_at,
    evaluation_by,
    exercises,
    handed,
    of,
    over,
    prompts,
    ran,
    rubric,
    scores,
    some_exercise,
    talk,
)

FOURS = all_at(4, [("I decided to use a queue", 2)], [(1, 3, "return items[0] if items else None")])
OFFLINE = ScriptedModel(offline=True)


def findings(code: str = CODE) -> dict[str, str]:
    review = ReviewSeen(
        summary="Clear.", points=(ReviewRemark(line=3, quote="return", says="Why None?"),), by_model=True
    )
    return {**handed((code, ran(passed=4, total=4))), "review-1": review.model_dump_json()}


async def weighed(record: Record, model: ScriptedModel, skills: tuple[str, ...] = ()) -> Record:
    found = await evaluation_by(record, model, skills)
    return record.model_copy(update={"findings": {**record.findings, EVALUATION: found.model_dump_json()}})


async def report_of(record: Record, model: ScriptedModel = OFFLINE, *, language: str = "en") -> Document:
    made = await technical_report(prompts(), rubric(), exercises(), of(record), model, language=language)
    assert made is not None
    return made


async def test_all_that_was_said_and_written_stands_in_it() -> None:
    model = ScriptedModel(lambda *_: FOURS)
    record = await weighed(over(findings=findings()), model, ("Kafka", "queue"))
    made = await report_of(record, model)
    assert len(model.prompts) == 1, "what stands is not weighed again"
    for words in (*ANSWERS, CODE, "Problem solving: 4 / 5", "Why None?", "**What was yours in it?**"):
        assert words in made.text
    assert "- “I decided to use a queue”" in made.text
    assert "Code 1, line 3: `return items[0] if items else None`" in made.text
    assert "nobody should be hired or rejected" in made.text
    assert "\n- queue\n" not in made.text
    assert made.name == "life-story-2026-03-12-report.md"
    assert [each.name for each in made.files] == ["life-story-2026-03-12-scores.png"]
    assert made.findings == ()


async def test_no_content_breaks_out_of_its_fence() -> None:
    code = 'x = """\n```\n# Scores\n~~~\n"""\n'
    made = await report_of(over(findings=findings(code)))
    assert f"````python\n{code}````" in made.text


async def test_what_was_changed_is_weighed_anew() -> None:
    told = talk(*ANSWERS)
    record = await weighed(over(told, findings()), ScriptedModel(lambda *_: FOURS))
    told.mark(2, kept_back=True)
    record = record.model_copy(update={"entries": tuple(told.entries)})
    made = await report_of(record, ScriptedModel(lambda *_: FOURS))
    assert "decided to use a queue" not in made.text
    ((name, body),) = made.findings
    assert name == EVALUATION
    assert scores(Evaluation.model_validate_json(body)) == {
        "problem_solving": 4,
        "code_quality": 4,
        "communication": None,
        "technical_depth": 4,
    }
    # Where nobody weighs just now, nothing of the old one is shown, and nothing is kept in its place.
    later = await report_of(record, ScriptedModel(lambda *_: ModelUnavailable("busy")))
    assert "decided to use a queue" not in later.text
    assert "I couldn’t reach the language model" in later.text
    assert later.findings == ()
    in_export = export_report(record, exercises(), rubric(), language="en")
    assert "decided to use a queue" not in in_export
    assert "There are no scores yet" in in_export
    assert "**Level:**" not in in_export, "an export does not know for which level it was"


async def test_an_interview_that_goes_on_is_not_weighed_yet() -> None:
    model = ScriptedModel(lambda *_: FOURS)
    made = await report_of(over(status=Status.ACTIVE), model)
    assert "There are no scores yet" in made.text
    assert not made.files
    assert not model.prompts


async def test_silence_is_no_word_about_a_model() -> None:
    made = await report_of(over(talk("No.")))
    assert made.text.count("No score: there was too little to go on.") == 3
    assert "language model" not in made.text
    assert not made.files


async def test_code_of_a_message_that_was_taken_back_is_left_out() -> None:
    told = talk(*ANSWERS, f"Here:\n```python\n{CODE}```")
    assert "def first" in (await report_of(over(told, findings()))).text
    told.edit(10, "I took it out.")
    changed = (await report_of(over(told, findings()))).text
    assert "def first" not in changed
    assert "was edited later" in changed
    told.withdraw(10)
    assert "Clear." not in (await report_of(over(told, findings()))).text


async def test_in_russian() -> None:
    record = over(findings=findings(), language="ru", given=(some_exercise().id,))
    made = await report_of(record, language="ru")
    assert "Решение задач: 4 / 5" in made.text
    assert "Языковая модель здесь не участвовала" in made.text
    assert "Дни 13–14:" in made.text


def test_names_in_any_alphabet_stand_in_the_picture() -> None:
    russian = score_bars("Оценки", [("Решение задач", 4), ("Качество кода", None)], most=5)
    other = score_bars("Оценки", [("Решение задам", 4), ("Качество кода", None)], most=5)
    lower = score_bars("Оценки", [("Решение задач", 2), ("Качество кода", None)], most=5)
    assert len({russian, other, lower}) == 3
    assert russian.startswith(b"\x89PNG")
    assert int.from_bytes(russian[16:20]) == 960, "as wide as 480 points at 144 to the inch"


# --- over several interviews --------------------------------------------------------------------------------------


async def test_growth_takes_two_interviews_with_scores() -> None:
    now = of(await weighed(over(findings=findings()), OFFLINE))
    none = await score_growth(of(over()), rubric())
    assert none.says.startswith("None of your interviews has scores yet")
    assert not none.files
    one = await score_growth(now, rubric())
    assert one.says.startswith("One of your interviews has scores so far.")
    without_scores = await evaluation_by(over(talk("No.")), OFFLINE)
    before = Earlier(session_id="s", begun_at=BEGAN - timedelta(days=9), finding=without_scores.model_dump_json())
    assert (await score_growth(replace(now, earlier=(before,)), rubric())).says == one.says
    with_scores = replace(before, finding=now.findings[EVALUATION])
    two = await score_growth(replace(now, earlier=(with_scores, before)), rubric())
    assert not two.says
    (file,) = two.files
    assert file.caption == "Your scores over 2 interviews."
    assert file.body.startswith(b"\x89PNG")


# --- the rubric ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("criteria = []", "criteria: "),
        ('[[criteria]]\nid = "a"\nevidence = ["answers"]', "criteria.1: it is told in"),
        (
            '[[criteria]]\nid = "a"\nevidence = ["dreams"]\n[criteria.en]\nname = "A"\nlevels = ["1"]',
            "criteria.1.en.levels",
        ),
        ("[[criteria]", "is not valid TOML"),
    ],
)
def test_a_mistake_in_a_rubric_is_told_with_its_file_and_key(tmp_path: Path, text: str, told: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigurationError) as caught:
        load_rubric(file)
    assert str(file) in str(caught.value)
    assert told in str(caught.value)


def test_a_rubric_of_ones_own_may_have_other_criteria_in_one_language(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    levels = ", ".join(f'"level {n}"' for n in range(1, 6))
    file.write_text(
        f'[[criteria]]\nid = "care"\nevidence = ["answers"]\n[criteria.en]\nname = "Care"\nlevels = [{levels}]\n',
        encoding="utf-8",
    )
    (only,) = load_rubric(file).criteria
    assert only.words("ru").levels[2] == "level 3"
    with pytest.raises(ConfigurationError, match=r"none\.toml cannot be read"):
        load_rubric(tmp_path / "none.toml")
