"""The report of a technical interview, as Markdown: scores with their evidence, then all that was said and written."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import structlog

from core.contracts.chore import ChoreSituation, Document
from core.contracts.errors import ModelError
from core.contracts.fences import fence_code
from core.contracts.messages import SendDocument
from core.contracts.ports import LanguageModel
from core.contracts.session import EntryKind, Record, Status
from core.documents import markdown
from core.documents.exchanges import Exchange, answered_exchanges, talk_figures
from core.documents.quotations import in_quotation_marks
from core.documents.readable import plain_date, plain_time
from core.documents.transcript import document_name, kept_back_line
from core.interviews.technical import chart
from core.interviews.technical.code_submissions import EVALUATION, REVIEW, ReviewSeen, stored_finding
from core.interviews.technical.evaluation import (
    Evaluation,
    Evidence,
    Remark,
    Score,
    combine_evaluation,
    evaluate_interview,
    evaluation_in,
)
from core.interviews.technical.exercises.exercise import Exercise
from core.interviews.technical.growth import PNG
from core.interviews.technical.prompt import TechnicalPrompts
from core.interviews.technical.rubric import LEVELS, RubricCriterion, TechnicalRubric
from core.interviews.technical.run_words import describe_run
from core.interviews.technical.score_bounds import Handed, ReviewMaterial, review_material
from core.interviews.technical.subject import TechnicalSubject, subject_in
from core.languages.messages import match_locale, say

log = structlog.get_logger()

_TITLE: Final = "technical-report-title"


async def technical_report(
    prompts: TechnicalPrompts,
    rubric: TechnicalRubric,
    exercises: Mapping[str, Exercise],
    situation: ChoreSituation,
    model: LanguageModel,
    *,
    language: str,
) -> Document | None:
    """The report with the chart of its scores, where there are any. What was weighed and has changed since is weighed
    anew; by rules where that cannot be done now."""
    record = situation.record
    if record is None:
        return None
    tag = match_locale(language)
    weighed = await asyncio.to_thread(review_material, record, exercises)
    evaluation, found = evaluation_in(record.findings), ""
    if _is_due(evaluation, record, weighed):
        try:
            found = (await evaluate_interview(prompts, rubric, exercises, situation, model)).finding or ""
        except ModelError as error:
            log.info("report-by-rule", session=record.session.id, error=error.code)
            ruled = combine_evaluation(None, rubric, exercises, situation, weighed)
            evaluation = ruled.model_copy(update={"away": True})
        else:
            evaluation = evaluation_in({EVALUATION: found})
    subject = subject_in(situation.about)
    text = await asyncio.to_thread(_text, record, weighed, evaluation, subject, exercises, rubric, tag)
    return Document(
        name=document_name(record, "report", "md"),
        text=text,
        caption=say(tag, "technical-caption"),
        findings=((EVALUATION, found),) if found else (),
        files=await _pictures(record, evaluation, rubric, tag),
    )


def _is_due(evaluation: Evaluation | None, record: Record, weighed: ReviewMaterial) -> bool:
    """Whether there is no evaluation of what is shown; before its end an interview is not weighed."""
    if evaluation is None:
        return record.session.status in {Status.COMPLETED, Status.ABANDONED}
    return evaluation.of != weighed.digest


async def _pictures(
    record: Record, evaluation: Evaluation | None, rubric: TechnicalRubric, tag: str
) -> tuple[SendDocument, ...]:
    scores = {} if evaluation is None else {each.criterion: each.score for each in evaluation.scores}
    if not any(scores.values()):
        return ()
    rows = [(each.words(tag).name, scores.get(each.id)) for each in rubric.criteria]
    picture = await asyncio.to_thread(chart.score_bars, say(tag, "technical-scores"), rows, most=LEVELS)
    name = document_name(record, "scores", "png")
    return (SendDocument(name=name, media_type=PNG, body=picture, caption=say(tag, "technical-scores")),)


def export_report(record: Record, exercises: Mapping[str, Exercise], rubric: TechnicalRubric, *, language: str) -> str:
    """The report for an export, which does not know what the interview was set to; an evaluation of what is not shown
    any more is left out.
    """
    weighed, evaluation = review_material(record, exercises), evaluation_in(record.findings)
    if evaluation is not None and evaluation.of != weighed.digest:
        evaluation = None
    return _text(record, weighed, evaluation, None, exercises, rubric, match_locale(language))


def _text(
    record: Record,
    weighed: ReviewMaterial,
    evaluation: Evaluation | None,
    subject: TechnicalSubject | None,
    exercises: Mapping[str, Exercise],
    rubric: TechnicalRubric,
    tag: str,
) -> str:
    parts = [
        markdown.heading(1, record.session.title or say(tag, _TITLE)),
        "\n".join(_facts(record, subject, tag)),
        markdown.italic(say(tag, "technical-is-not")),
        *(_weighed(evaluation, rubric, tag) if evaluation is not None else (say(tag, "technical-not-weighed"),)),
        *_submissions(weighed.handed, record, exercises, tag),
        *_conversation(record, tag),
        "\n".join(_figures(record, tag)),
        kept_back_line(record, tag),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _facts(record: Record, subject: TechnicalSubject | None, tag: str) -> Iterator[str]:
    if record.person.name.strip():
        yield markdown.fact_line(say(tag, "technical-candidate"), record.person.name)
    yield markdown.fact_line(say(tag, "documents-begun"), plain_date(tag, record.session.created_at.date()))
    if subject is None:
        return
    if subject.job.title:
        yield markdown.fact_line(say(tag, "technical-the-job"), subject.job.title)
    yield markdown.fact_line(say(tag, "technical-set-level"), say(tag, f"technical-level-{subject.level.value}"))


# --- what was weighed ---------------------------------------------------------------------------------------------


def _weighed(evaluation: Evaluation, rubric: TechnicalRubric, tag: str) -> Iterator[str]:
    yield markdown.heading(2, say(tag, "technical-scores"))
    if any(each.without == "no-model" or (each.score and not each.evidence) for each in evaluation.scores):
        yield say(tag, "technical-model-away" if evaluation.away else "technical-without-model")
    by_id = {each.criterion: each for each in evaluation.scores}
    for criterion in rubric.criteria:
        yield from _score(criterion, by_id.get(criterion.id), tag)
    if evaluation.strengths:
        yield markdown.heading(2, say(tag, "technical-strengths"))
        yield "\n".join(_remark(each, tag) for each in evaluation.strengths)
    if evaluation.work_on:
        yield markdown.heading(2, say(tag, "technical-work-on"))
        yield "\n".join(_remark(each, tag) for each in evaluation.work_on)
    if evaluation.plan:
        yield markdown.heading(2, say(tag, "technical-plan"))
        yield "\n".join(
            f"- {say(tag, 'technical-days', days=markdown.escape_inline(each.days))}"
            f" {markdown.escape_inline(each.does)}"
            for each in evaluation.plan
        )


def _score(criterion: RubricCriterion, score: Score | None, tag: str) -> Iterator[str]:
    words = criterion.words(tag)
    if score is None or score.score is None:
        without = "too-little" if score is None else score.without or "too-little"
        yield markdown.heading(3, f"{words.name}: –")
        yield say(tag, f"technical-without-{without}")
        return
    yield markdown.heading(3, f"{words.name}: {score.score} / {LEVELS}")
    if not score.evidence:
        yield say(tag, "technical-by-runs")
        return
    yield markdown.italic(words.levels[score.score - 1])
    yield markdown.markdown_paragraphs(score.why)
    yield "\n".join(f"- {_evidence(each, tag)}" for each in score.evidence)


def _remark(remark: Remark, tag: str) -> str:
    evidence = [f"  - {_evidence(each, tag)}" for each in remark.evidence]
    return "\n".join([f"- {markdown.escape_inline(remark.says)}", *evidence])


def _evidence(evidence: Evidence, tag: str) -> str:
    if evidence.submission is None:
        return markdown.markdown_line(in_quotation_marks(evidence.text, tag))
    place = say(tag, "technical-place", submission=evidence.submission, line=evidence.line or 0)
    return f"{markdown.escape_inline(place)} {_code_span(evidence.text)}"


def _code_span(text: str) -> str:
    """Code within a line, whatever it holds."""
    ticks = "`"
    while ticks in text:
        ticks += "`"
    return f"{ticks} {text} {ticks}" if "`" in text else f"`{text}`"


# --- code ---------------------------------------------------------------------------------------------------------


def _submissions(
    handed: Iterable[Handed], record: Record, exercises: Mapping[str, Exercise], tag: str
) -> Iterator[str]:
    for number, each in enumerate(handed):
        if not number:
            yield markdown.heading(2, say(tag, "technical-code"))
        title = each.exercise.wording(tag).title if each.exercise is not None else say(tag, "technical-own-code")
        yield markdown.heading(3, f"{each.number}. {title}")
        if each.source:
            yield fence_code(each.source, each.code.language.value)
        elif each.code.source:
            yield say(tag, "technical-code-changed")
            continue
        yield markdown.text_with_code(describe_run(record.findings, each.number, tag).words)
        review = stored_finding(record.findings, REVIEW, each.number, ReviewSeen)
        if review is not None and review.by_model:
            yield markdown.markdown_paragraphs(review.summary)
            yield "\n".join(
                f"- {markdown.escape_inline(say(tag, 'technical-line', line=point.line))} {_code_span(point.quote)}: "
                f"{markdown.escape_inline(point.says)}"
                for point in review.points
            )


# --- the conversation ---------------------------------------------------------------------------------------------


def _conversation(record: Record, tag: str) -> Iterator[str]:
    """Every question with all that was said to it; our words whole, since exercises stand among them."""
    whole = {entry.seq: entry for entry in record.entries}
    for number, exchange in enumerate(answered_exchanges(record)):
        if not number:
            yield markdown.heading(2, say(tag, "notes-conversation"))
        yield _asked(exchange, {seq: entry.text for seq, entry in whole.items()})
        yield from (markdown.text_with_code(answer.text) for answer in exchange.answers)


def _asked(exchange: Exchange, texts: Mapping[int, str]) -> str:
    """The question; of an exercise, which has paragraphs, the first one as such."""
    question = exchange.question
    if question is None:
        return ""
    words = markdown.bold if question.kind is EntryKind.QUESTION else markdown.italic
    first, _, others = texts.get(question.seq, question.text).partition("\n\n")
    return "\n\n".join(filter(None, (words(first), markdown.text_with_code(others))))


def _figures(record: Record, tag: str) -> Iterator[str]:
    counted = talk_figures(record)
    yield markdown.fact_line(say(tag, "documents-questions"), say(tag, "documents-count", count=counted.questions))
    yield markdown.fact_line(say(tag, "documents-time"), plain_time(tag, counted.active_seconds))
    yield markdown.fact_line(say(tag, "documents-words"), say(tag, "documents-count", count=counted.words))
