"""News about code, told as soon as they are known: first what running it showed, then its review and a question.

Only of what was handed in last: who sends something better meanwhile is told of that. Everything is kept and stands in
the report.
"""

from __future__ import annotations

from dataclasses import replace

from core.contracts.turn import Turn
from core.interviews.scripted_base import wording
from core.interviews.technical import turns
from core.interviews.technical.code_submissions import (
    CODE,
    REVIEW,
    RUN,
    CodeSubmission,
    SubmissionRemarks,
    finding_name,
    stored_finding,
)
from core.interviews.technical.course import TechnicalStanding
from core.interviews.technical.review import review_told
from core.interviews.technical.run_words import describe_run
from core.languages.messages import match_locale, say


def run_news(ground: TechnicalStanding) -> Turn | None:
    """Say at once what a run showed; the review follows, without a model by rules in the same message."""
    number, findings = ground.state.submissions, ground.situation.findings
    if number <= ground.state.run_told or finding_name(RUN, number) not in findings:
        return None  # it was told, or what was run was handed in before it
    told = describe_run(findings, number, ground.language)
    if not told.question:
        return turns.stay_with(ground, _led(ground, told.words), run_told=number, reviewed=number)
    if ground.state.offline:
        return _asked(ground, replace(told, words="\n".join(filter(None, (told.words, told.remark)))))
    waiting = turns.stay_with(ground, _led(ground, told.words), run_told=number)
    return replace(waiting, chores=(*waiting.chores, REVIEW))


def review_news(ground: TechnicalStanding) -> Turn | None:
    """Review the code, and ask about it."""
    number, findings = ground.state.submissions, ground.situation.findings
    if number <= ground.state.reviewed or finding_name(REVIEW, number) not in findings:
        return None
    return _asked(ground, review_told(findings, number, ground.language))


def news_while_away(ground: TechnicalStanding) -> Turn | None:
    """Say what was found while they were away."""
    return review_news(ground) or run_news(ground)


def _asked(ground: TechnicalStanding, told: SubmissionRemarks) -> Turn:
    """Say it with its question, unless something else is open by now, which then stays open."""
    number = ground.state.submissions
    fresh = next((each for each in (told.question, told.otherwise) if each and each not in ground.state.asked), "")
    if fresh and _is_open(ground):
        return turns.ask_about_code(ground, replace(told, question=fresh), number)
    words = wording.join_paragraphs(
        told.words, "" if fresh else say(match_locale(ground.language), "technical-send-again")
    )
    return turns.stay_with(ground, _led(ground, words), run_told=number, reviewed=number)


def _is_open(ground: TechnicalStanding) -> bool:
    """Tell whether the question or exercise that the code was handed in for is still open."""
    code = stored_finding(ground.situation.findings, CODE, ground.state.submissions, CodeSubmission)
    here = (ground.place.question.id, ground.state.exercise)
    return code is not None and (code.place, code.exercise) == here


def _led(ground: TechnicalStanding, words: str) -> str:
    """Say first which code is meant, where something else is open."""
    if not words or _is_open(ground):
        return words
    return wording.join_paragraphs(say(match_locale(ground.language), "technical-about-code"), words)
