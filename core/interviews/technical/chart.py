"""Pictures of scores as PNG, and the change of one person's scores over their interviews."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from core.contracts.chore import ChoreResult, ChoreSituation
from core.contracts.messages import SendDocument
from core.documents.pictures import draw_picture
from core.documents.readable import plain_date
from core.interviews.technical.code_submissions import EVALUATION
from core.interviews.technical.evaluation import evaluation_in
from core.interviews.technical.rubric import LEVELS, TechnicalRubric
from core.languages.messages import match_locale, say

PNG: Final = "image/png"
_HERE: Final = Path(__file__).parent


def score_bars(title: str, rows: Sequence[tuple[str, int | None]], *, most: int) -> bytes:
    """Draw a bar for each name, and none where there is no score. Blocking."""
    listed = [{"name": name, "score": score} for name, score in rows]
    return draw_picture(title, (_HERE / "score_bars.typ").read_text(encoding="utf-8"), {"rows": listed, "most": most})


async def score_growth(situation: ChoreSituation, rubric: TechnicalRubric) -> ChoreResult:
    """Send a picture of the scores where at least two interviews have some; else say how many have."""
    language = match_locale(situation.session.language)
    earlier = [(each.begun_at, evaluation_in({EVALUATION: each.finding})) for each in situation.earlier]
    every = [*earlier, (situation.session.created_at, evaluation_in(situation.findings))]
    weighed = [
        (at, found)
        for at, found in sorted(every, key=lambda pair: pair[0])
        if found is not None and any(each.score is not None for each in found.scores)
    ]
    if len(weighed) < 2:
        return ChoreResult(says=say(language, "technical-growth-none", count=len(weighed)))
    scores = [{each.criterion: each.score for each in found.scores} for _, found in weighed]
    data: dict[str, object] = {
        "rows": [
            {"name": each.words(language).name, "scores": [found.get(each.id) for found in scores]}
            for each in rubric.criteria
        ],
        "moments": [plain_date(language, at.date()) for at, _ in weighed],
        "most": LEVELS,
    }
    lines = (_HERE / "score_history.typ").read_text(encoding="utf-8")
    picture = await asyncio.to_thread(draw_picture, say(language, "technical-growth-title"), lines, data)
    caption = say(language, "technical-growth", count=len(weighed))
    file = SendDocument(name="technical-progress.png", media_type=PNG, body=picture, caption=caption)
    return ChoreResult(files=(file,))
