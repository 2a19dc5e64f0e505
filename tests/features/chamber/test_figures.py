"""Scores of several runs and judges as figures and tables."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from core.features.chamber.figures import (
    ALL_CRITERIA,
    ALL_JUDGES,
    ScoredRun,
    compute_series_figures,
    means_as_csv,
    scores_as_csv,
    scores_markdown,
    series_markdown,
)
from core.features.chamber.rubrics import CriterionScore, Scores, TrueQuote, Without
from core.features.chamber.setup import ChamberCriterion, ChamberRubric, CriterionLevel
from tests.fakes.judges import rubric


def by(judge: str, **given: int | None) -> Scores:
    """What a judge gave, each score with a quote."""
    quotes = (TrueQuote(seq=2, text="It was *so* | and so."),)
    criteria = {
        name: CriterionScore(score=score, quotes=quotes, why="Told with <b>care</b>.")
        if score is not None
        else CriterionScore(without=Without.NO_QUOTE, struck=2)
        for name, score in given.items()
    }
    return Scores(judge=judge, model="m", criteria=criteria)


def runs(*scores: tuple[Scores, ...]) -> list[ScoredRun]:
    return [ScoredRun(id=f"r{n}", label=f"{n} of {len(scores)}", scores=each) for n, each in enumerate(scores, 1)]


TWO = rubric("candour", "depth")
SERIES = runs(
    (by("a", candour=3, depth=1), by("b", candour=3, depth=2)),
    (by("a", candour=1, depth=None), by("b", candour=2, depth=3)),
    (by("a", candour=2, depth=2),),
    (),
)


def test_the_mean_of_a_run_is_that_of_its_judges() -> None:
    found = compute_series_figures(SERIES, TWO)
    means = {(each.criterion, each.judge): (each.found and each.found.mean, each.without) for each in found.means}
    assert means == {
        ("candour", ALL_JUDGES): (pytest.approx((3 + 1.5 + 2) / 3), 1),
        ("candour", "a"): (2, 1),
        ("candour", "b"): (2.5, 2),
        ("depth", ALL_JUDGES): (pytest.approx((1.5 + 3 + 2) / 3), 1),
        ("depth", "a"): (1.5, 2),
        ("depth", "b"): (2.5, 2),
    }


def test_judges_are_compared_where_both_scored() -> None:
    agreed = {each.criterion: each for each in compute_series_figures(SERIES, TWO).agreed}
    assert [(name, each.runs, each.exactly) for name, each in agreed.items()] == [
        ("candour", 2, 0.5),
        ("depth", 1, 0.0),
        (ALL_CRITERIA, 3, pytest.approx(1 / 3)),
    ]
    assert agreed["candour"].alpha == pytest.approx(5 / 6)


def test_one_judge_has_nobody_to_agree_with() -> None:
    found = compute_series_figures(runs((by("a", candour=3),), (by("a", candour=1),)), rubric())
    assert found.agreed == ()
    assert [(each.criterion, each.judge) for each in found.means] == [("candour", "a")]
    assert "Agreement" not in series_markdown(found)


def test_criteria_on_other_scales_are_not_thrown_together() -> None:
    yes_or_no = ChamberCriterion(
        id="depth", asks="?", levels=(CriterionLevel(score=0, means="no"), CriterionLevel(score=1, means="yes"))
    )
    mixed = ChamberRubric(criteria=(*rubric("candour").criteria, yes_or_no))
    assert [each.criterion for each in compute_series_figures(SERIES[:2], mixed).agreed] == ["candour", "depth"]


def test_tables_for_reading() -> None:
    text = series_markdown(compute_series_figures(SERIES, TWO))
    assert "| candour | a | 3 | 2.00 | -0.48 to 4.48 | 1 |" in text
    assert "| candour | 2 | 50 % |" in text
    assert "| 2 of 4 | a | 1 | – |" in text
    assert MarkdownIt().enable("table").render(text).count("<table>") == 3


def test_names_with_bars_do_not_break_a_table() -> None:
    text = series_markdown(compute_series_figures(runs((by("a | b", candour=3),)), rubric()))
    assert "a | b" in MarkdownIt().enable("table").render(text)


def test_tables_for_programs() -> None:
    found = compute_series_figures(SERIES, TWO)
    means = list(csv.DictReader(io.StringIO(means_as_csv(found))))
    assert (means[1]["judge"], means[1]["runs"], means[1]["mean"], means[1]["deviation"]) == ("a", "3", "2.0", "1.0")
    lines = list(csv.DictReader(io.StringIO(scores_as_csv(found))))
    assert len(lines) == 10
    assert (lines[5]["run"], lines[5]["criterion"], lines[5]["score"]) == ("r2", "depth", "")
    assert (lines[5]["without"], lines[5]["struck"], lines[4]["quotes"]) == ("no-quote", "2", "1")
    assert found.agreed[1].alpha is not None


def test_nothing_scored_is_said_so() -> None:
    found = compute_series_figures([], TWO)
    assert "| candour | all judges | 0 | – | – | 0 |" in series_markdown(found)
    assert scores_as_csv(found) == "\n"
    assert "Not scored." in scores_markdown([], TWO)


def test_the_scores_of_a_run_are_told_with_their_quotes() -> None:
    text = scores_markdown([by("a", candour=3), by("b", candour=None)], rubric())
    assert "### candour: How much candour is there?" in text
    assert "- **b:** no score (no-quote)." in text
    page = MarkdownIt().render(text)
    assert "Told with &lt;b&gt;care&lt;/b&gt;." in page
    assert "<li>2: “It was *so* | and so.”</li>" in page


GIVEN = st.lists(st.lists(st.one_of(st.none(), st.integers(1, 3)), max_size=3), max_size=6)


@given(GIVEN)
def test_means_lie_within_the_scale_and_their_intervals(given: list[list[int | None]]) -> None:
    found = compute_series_figures(
        runs(*(tuple(by(f"j{n}", candour=s) for n, s in enumerate(each)) for each in given)), rubric()
    )
    assert series_markdown(found)
    assert "nan" not in means_as_csv(found)
    for each in found.means:
        assert each.without + (each.found.n if each.found else 0) == len(given)
        if each.found is not None:
            assert 1 <= each.found.mean <= 3
            low, high = each.found.low, each.found.high
            assert (low is None) == (high is None) == (each.found.n == 1)
            assert low is None or high is None or low <= each.found.mean + 1e-9 <= high + 2e-9
