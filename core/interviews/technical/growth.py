"""The change of one person's scores over their interviews: a line of words, and a small picture."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from core.contracts.chore import ChoreResult, ChoreSituation
from core.contracts.messages import SendDocument
from core.documents.readable import plain_date
from core.interviews.technical import chart
from core.interviews.technical.code_submissions import EVALUATION
from core.interviews.technical.evaluation import Evaluation, evaluation_in
from core.interviews.technical.rubric import LEVELS, TechnicalRubric
from core.languages.messages import match_locale, say

PNG: Final = "image/png"


async def score_growth(situation: ChoreSituation, rubric: TechnicalRubric) -> ChoreResult:
    """Send the picture where at least two interviews have scores; else say how many there are."""
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
    picture = await asyncio.to_thread(_picture, weighed, rubric, language)
    caption = say(language, "technical-growth", count=len(weighed))
    file = SendDocument(name="technical-progress.png", media_type=PNG, body=picture, caption=caption)
    return ChoreResult(files=(file,))


def _picture(weighed: Sequence[tuple[datetime, Evaluation]], rubric: TechnicalRubric, language: str) -> bytes:
    scores = [{each.criterion: each.score for each in found.scores} for _, found in weighed]
    rows = [(each.words(language).name, [found.get(each.id) for found in scores]) for each in rubric.criteria]
    moments = [plain_date(language, at.date()) for at, _ in weighed]
    return chart.score_history_chart(say(language, "technical-growth-title"), moments, rows, most=LEVELS)
