"""The picture of scores."""

from __future__ import annotations

from core.features.chamber.figures import ScoredRun, compute_series_figures, plot_scores
from core.features.chamber.setup import ChamberCriterion, ChamberRubric, CriterionLevel
from tests.fakes.judges import rubric
from tests.features.chamber.test_figures import by, runs


def size(picture: bytes) -> tuple[int, int]:
    assert picture.startswith(b"\x89PNG")
    return int.from_bytes(picture[16:20]), int.from_bytes(picture[20:24])


def test_scores_means_and_intervals_are_in_the_picture() -> None:
    series = runs(*((by("a", candour=score),) for score in (1, 2, 2, 3)))
    same_mean = runs(*((by("a", candour=score),) for score in (1, 1, 3, 3)))
    pictures = {
        plot_scores(compute_series_figures(each, rubric())) for each in (series, series[:2], same_mean, series[:1], [])
    }
    assert len(pictures) == 5
    assert {size(each)[0] for each in pictures} == {960}, "480 points at 144 to the inch"


def asked(text: str, *levels: int) -> ChamberRubric:
    told = tuple(CriterionLevel(score=each, means="so") for each in levels or (1, 2, 3))
    return ChamberRubric(criteria=(ChamberCriterion(id="candour", asks=text, levels=told),))


def test_long_labels_are_broken_or_cut_and_every_script_is_drawn() -> None:
    short, cyrillic, other = (
        plot_scores(compute_series_figures([], asked(text))) for text in ("So?", "Честен ли он?", "Честна ли она?")
    )
    assert len({short, cyrillic, other}) == 3
    heights = [
        size(plot_scores(compute_series_figures([], asked(text))))[1] for text in ("x" * 5_000, "честность " * 900)
    ]
    assert all(size(short)[1] < height < 1_000 for height in heights)


def test_labels_are_words_and_no_markup() -> None:
    assert size(plot_scores(compute_series_figures([], asked("#panic() $x$ *_`<a> \\ [")), title="#{panic()}"))
    assert size(plot_scores(compute_series_figures([], asked("a\x00b\x1bc\u202ed")), title="\n"))


def test_many_runs_and_odd_scales_stay_in_their_row() -> None:
    few = plot_scores(compute_series_figures(runs((by("a", candour=3),)), asked("So?", *range(-50, 51))))
    many = [ScoredRun(id=str(n), label=str(n), scores=(by("a", candour=3), by("b", candour=3))) for n in range(500)]
    assert (
        size(plot_scores(compute_series_figures(many, asked("So?", *range(-50, 51))), title="Scores"))[1]
        <= size(few)[1] + 40
    )
