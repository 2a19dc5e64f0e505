"""The report of a technical interview, as Markdown: scores with their evidence, then all that was said and written."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import structlog

from core.contracts.chore import ChoreResult, ChoreSituation, Document
from core.contracts.errors import ModelError
from core.contracts.fences import fence_code
from core.contracts.messages import SendDocument
from core.contracts.ports import LanguageModel
from core.contracts.session import EntryKind, Record, Status
from core.documents import markdown
from core.documents.exchanges import answered_exchanges, talk_figures
from core.documents.pictures import draw_picture
from core.documents.quotations import in_quotation_marks
from core.documents.readable import plain_date, plain_time
from core.documents.transcript import document_name, kept_back_line
from core.interviews.technical.code_submissions import EVALUATION, REVIEW, ReviewSeen, stored_finding
from core.interviews.technical.course import TechnicalPrompts
from core.interviews.technical.evaluation import (
    Evaluation,
    Evidence,
    Handed,
    ReviewMaterial,
    combine_evaluation,
    evaluate_interview,
    evaluation_in,
    review_material,
)
from core.interviews.technical.exercises.exercise import Exercise
from core.interviews.technical.review import describe_run
from core.interviews.technical.rubric import LEVELS, TechnicalRubric
from core.interviews.technical.state import given_ids
from core.interviews.technical.subject import TechnicalSubject, subject_in
from core.languages.messages import match_locale, say

log = structlog.get_logger()
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


async def technical_report(
    prompts: TechnicalPrompts,
    rubric: TechnicalRubric,
    exercises: Mapping[str, Exercise],
    situation: ChoreSituation,
    model: LanguageModel,
    *,
    language: str,
) -> Document | None:
    """Return the report. What has changed since it was weighed is weighed again; by rules where no model answers."""
    record = situation.record
    if record is None:
        return None
    tag = match_locale(language)
    weighed = await asyncio.to_thread(review_material, record, exercises)
    evaluation, found = evaluation_in(record.findings), ""
    # An interview is not weighed before its end.
    is_over = record.session.status in {Status.COMPLETED, Status.ABANDONED}
    if is_over if evaluation is None else evaluation.of != weighed.digest:
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
    files: tuple[SendDocument, ...] = ()
    scores = {} if evaluation is None else {each.criterion: each.score for each in evaluation.scores}
    if any(scores.values()):
        title = say(tag, "technical-scores")
        rows = [(each.words(tag).name, scores.get(each.id)) for each in rubric.criteria]
        picture = await asyncio.to_thread(score_bars, title, rows, most=LEVELS)
        name = document_name(record, "scores", "png")
        files = (SendDocument(name=name, media_type=PNG, body=picture, caption=title),)
    return Document(
        name=document_name(record, "report", "md"),
        text=text,
        caption=say(tag, "technical-caption"),
        findings=((EVALUATION, found),) if found else (),
        files=files,
    )


def export_report(record: Record, exercises: Mapping[str, Exercise], rubric: TechnicalRubric, *, language: str) -> str:
    """Return the report for an export, without an evaluation of something that is not shown any more."""
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
    session, counted = record.session, talk_figures(record)
    facts = [markdown.fact_line(say(tag, "documents-begun"), plain_date(tag, session.created_at.date()))]
    if record.person.name.strip():
        facts.insert(0, markdown.fact_line(say(tag, "technical-candidate"), record.person.name))
    if subject is not None and subject.job.title:
        facts.append(markdown.fact_line(say(tag, "technical-the-job"), subject.job.title))
    if subject is not None:
        level = say(tag, f"technical-level-{subject.level.value}")
        facts.append(markdown.fact_line(say(tag, "technical-set-level"), level))
    figures = (
        markdown.fact_line(say(tag, "documents-questions"), say(tag, "documents-count", count=counted.questions)),
        markdown.fact_line(say(tag, "documents-time"), plain_time(tag, counted.active_seconds)),
        markdown.fact_line(say(tag, "documents-words"), say(tag, "documents-count", count=counted.words)),
    )
    parts = [
        markdown.heading(1, session.title or say(tag, "technical-report-title")),
        "\n".join(facts),
        markdown.italic(say(tag, "technical-is-not")),
        *(_weighed(evaluation, rubric, tag) if evaluation is not None else (say(tag, "technical-not-weighed"),)),
        *_submissions(weighed.handed, record, exercises, tag),
        *_looked_for(record, exercises, tag),
        *_conversation(record, tag),
        "\n".join(figures),
        kept_back_line(record, tag),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _weighed(evaluation: Evaluation, rubric: TechnicalRubric, tag: str) -> Iterator[str]:
    yield markdown.heading(2, say(tag, "technical-scores"))
    if any(each.without == "no-model" or (each.score and not each.evidence) for each in evaluation.scores):
        yield say(tag, "technical-model-away" if evaluation.away else "technical-without-model")
    by_id = {each.criterion: each for each in evaluation.scores}
    for criterion in rubric.criteria:
        score, words = by_id.get(criterion.id), criterion.words(tag)
        if score is None or score.score is None:
            without = "too-little" if score is None else score.without or "too-little"
            yield markdown.heading(3, f"{words.name}: –")
            yield say(tag, f"technical-without-{without}")
            continue
        yield markdown.heading(3, f"{words.name}: {score.score} / {LEVELS}")
        if score.evidence:
            yield markdown.italic(words.levels[score.score - 1])
            yield markdown.markdown_paragraphs(score.why)
            yield "\n".join(f"- {_evidence(each, tag)}" for each in score.evidence)
        else:
            yield say(tag, "technical-by-runs")
    for key, remarks in (("technical-strengths", evaluation.strengths), ("technical-work-on", evaluation.work_on)):
        if remarks:
            yield markdown.heading(2, say(tag, key))
            yield "\n".join(
                "\n".join(
                    [f"- {markdown.escape_inline(each.says)}", *(f"  - {_evidence(one, tag)}" for one in each.evidence)]
                )
                for each in remarks
            )
    if evaluation.plan:
        yield markdown.heading(2, say(tag, "technical-plan"))
        yield "\n".join(
            f"- {say(tag, 'technical-days', days=markdown.escape_inline(each.days))}"
            f" {markdown.escape_inline(each.does)}"
            for each in evaluation.plan
        )


def _evidence(evidence: Evidence, tag: str) -> str:
    if evidence.submission is None:
        return markdown.markdown_line(in_quotation_marks(evidence.text, tag))
    place = say(tag, "technical-place", submission=evidence.submission, line=evidence.line or 0)
    return f"{markdown.escape_inline(place)} {_code_span(evidence.text)}"


def _code_span(text: str) -> str:
    """Return code within a line, whatever it contains."""
    ticks = "`"
    while ticks in text:
        ticks += "`"
    return f"{ticks} {text} {ticks}" if "`" in text else f"`{text}`"


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


def _looked_for(record: Record, exercises: Mapping[str, Exercise], tag: str) -> Iterator[str]:
    """Say of each exercise answered in words, and of each proposed change, what there was to find."""
    given = [exercises[each] for each in given_ids(record.session.state) if each in exercises]
    found = [(each, points) for each in given if (points := _points(each, tag))]
    for number, (exercise, points) in enumerate(found):
        if not number:
            yield markdown.heading(2, say(tag, "technical-looked-for"))
        yield markdown.heading(3, exercise.wording(tag).title)
        yield "\n".join(f"- {point}" for point in points)


def _points(exercise: Exercise, tag: str) -> list[str]:
    spoken = exercise.spoken_in(tag)
    points = [f"{_code_span(each.at.strip())}: {markdown.escape_inline(each.says[spoken])}" for each in exercise.faults]
    points += [
        f"{markdown.escape_inline(stage.asks[spoken])} {markdown.escape_inline('; '.join(stage.looks_for[spoken]))}."
        for stage in exercise.stages
    ]
    if exercise.patch is not None:
        verdict = say(tag, "technical-patch-right" if exercise.patch.right else "technical-patch-wrong")
        points.append(f"{verdict} {markdown.escape_inline(exercise.patch.why[spoken])}")
    return points


def _conversation(record: Record, tag: str) -> Iterator[str]:
    """Return every question with all that was said to it; our words whole, since exercises are among them."""
    texts = {entry.seq: entry.text for entry in record.entries}
    for number, exchange in enumerate(answered_exchanges(record)):
        if not number:
            yield markdown.heading(2, say(tag, "notes-conversation"))
        if (question := exchange.question) is not None:
            words = markdown.bold if question.kind is EntryKind.QUESTION else markdown.italic
            # An exercise has paragraphs; the first one is the question.
            first, _, others = texts.get(question.seq, question.text).partition("\n\n")
            yield "\n\n".join(filter(None, (words(first), markdown.text_with_code(others))))
        yield from (markdown.text_with_code(answer.text) for answer in exchange.answers)
