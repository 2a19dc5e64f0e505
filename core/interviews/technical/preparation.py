"""Reading what was sent about job and candidate: into facts of bounded length that stand in the texts to the letter.

Whatever else a text says, such as an order to whoever reads it, does not get any further than here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

import structlog
from pydantic import BaseModel, ValidationError

from core.contracts.chore import ChoreResult, ChoreSituation
from core.contracts.errors import ModelError
from core.contracts.ports import LanguageModel, Prompt, Tier
from core.contracts.script import primary
from core.contracts.tools import Tools
from core.interviews.quoting import plain_tag, quoted
from core.interviews.scripted_base.decision import FilledIn
from core.interviews.technical.intake import (
    LONGEST_TEXT,
    OUTCOME,
    FoundText,
    Intake,
    Outcome,
    Sent,
    SourceKind,
    intake_of,
)
from core.interviews.technical.prompt import TechnicalPrompts
from core.interviews.technical.skills import skills_in
from core.interviews.technical.subject import LONGEST_FACT, MOST_FACTS, Job, PlannedTopic, Project, Resume
from core.readers.source_errors import SourceError, Unreadable

log = structlog.get_logger()
LARGEST: Final = 8 << 20
"""Bytes of a file or a page."""
_MOST_PROJECTS: Final = 8
_MOST_TOPICS: Final = 8
_ABOUT_A_JOB = re.compile(
    r"we are looking|we(?:'re| are) hiring|responsibilities|requirements|you will|nice to have|we offer|"
    r"what you(?:'ll| will) do|"
    r"мы ищем|требовани\w+|обязанност\w+|мы предлагаем|будет плюсом|что (?:нужно )?делать|условия",
    re.IGNORECASE,
)
_YEARS = re.compile(r"(\d{1,2})\s*\+?\s*(?:years?|yrs?|лет|год[а]?)\b", re.IGNORECASE)
_ORDERS = re.compile(
    r"ignore|disregard|instruction|system prompt|you must|rate (?:this|the|him|her|me)|score|full marks|"
    r"игнорир\w+|инструкци\w+|системн\w+ промпт|оцени\w*|балл\w*|поставь\w*",
    re.IGNORECASE,
)
"""Words of somebody who speaks to a reader that is a machine; no fact of a career needs them."""


class _ProjectSaid(FilledIn):
    name: str = ""
    role: str = ""
    did: str = ""


class _ResumeSaid(FilledIn):
    projects: tuple[_ProjectSaid, ...] = ()
    skills: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    years: int | None = None


class _JobSaid(FilledIn):
    title: str = ""
    skills: tuple[str, ...] = ()
    duties: tuple[str, ...] = ()
    years: int | None = None


class _TopicSaid(FilledIn):
    topic: str = ""
    anchor: str = ""


class ProfileSaid(FilledIn):
    """What a model answers."""

    resume: _ResumeSaid = _ResumeSaid()
    job: _JobSaid = _JobSaid()
    topics: tuple[_TopicSaid, ...] = ()


async def prepared(prompts: TechnicalPrompts, situation: ChoreSituation, model: LanguageModel) -> ChoreResult:
    """The finding `OUTCOME`. Nobody waits for a model in trouble: then the rules read. Raises a SourceError that may
    pass.
    """
    intake, tools = intake_of(situation.session), situation.tools
    if intake is None or tools is None or not intake.request:
        return ChoreResult()
    texts, troubles = await _texts(intake, tools, situation.person.id)
    outcome = by_rule(texts)
    if texts and not model.offline:
        try:
            said = await model.ask(_prompt(prompts, situation, texts), ProfileSaid)
            outcome = checked(said, texts)
        except ModelError as error:
            log.info("profile-by-rule", session=situation.session.id, error=error.code)
    done = outcome.model_copy(update={"request": intake.request, "troubles": tuple(troubles)})
    return ChoreResult(findings=((OUTCOME, done.model_dump_json()),))


async def _texts(intake: Intake, tools: Tools, person: str) -> tuple[list[str], list[str]]:
    """What was sent, as text, and the codes of what could not be read."""
    texts, troubles = [], []
    for sent in intake.sent:
        try:
            text = sent.value if sent.kind is SourceKind.TEXT else await _read(sent, tools, person)
        except SourceError as error:
            if error.retryable:
                raise
            troubles.append(error.code)
        else:
            texts.append(text[:LONGEST_TEXT])
    return texts, troubles


async def _read(sent: Sent, tools: Tools, person: str) -> str:
    if sent.kind is SourceKind.LINK:
        page = await tools.web.get(sent.value, limit=LARGEST)
        body, asked = page.body, {"name": page.name, "media_type": page.media_type, "charset": page.charset}
    else:
        body = await tools.file(sent.value, limit=LARGEST)
        asked = {"name": sent.name, "media_type": sent.media_type, "charset": ""}
    found, _ = await tools.readers.read("document-text", body, asked, person=person)
    try:
        return FoundText.model_validate(found).text
    except ValidationError as error:
        raise Unreadable("It could not be read.") from error


def _prompt(prompts: TechnicalPrompts, situation: ChoreSituation, texts: Sequence[str]) -> Prompt:
    return Prompt(
        purpose="profile",
        system=prompts.profile.substitute(language=plain_tag(primary(situation.session.language))),
        user="\n".join(quoted("text", text, n=n) for n, text in enumerate(texts, 1)),
        tier=Tier.FAST,
        max_tokens=2_000,
        session_id=situation.session.id,
        timeout=60.0,
    )


# --- what of a model's answer is so -------------------------------------------------------------------------------


def checked(said: ProfileSaid, texts: Sequence[str]) -> Outcome:
    """Facts that stand in the texts to the letter, and are no orders."""
    whole = _flat("\n".join(texts))

    def fact(text: str) -> str:
        short = " ".join(text.split())[:LONGEST_FACT]
        return short if _flat(short) in whole and not _ORDERS.search(short) else ""

    def facts(found: Iterable[str]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(filter(None, map(fact, found))))[:MOST_FACTS]

    projects = (Project(name=fact(p.name), role=fact(p.role), did=fact(p.did)) for p in said.resume.projects)
    topics = (
        PlannedTopic(topic=" ".join(each.topic.split())[:LONGEST_FACT], anchor=fact(each.anchor))
        for each in said.topics
        if each.topic.strip() and not _ORDERS.search(each.topic)
    )
    return Outcome(
        resume=Resume(
            projects=tuple(p for p in projects if p.name or p.did)[:_MOST_PROJECTS],
            skills=facts(said.resume.skills),
            roles=facts(said.resume.roles),
            years=_years(said.resume.years),
        ),
        job=Job(
            title=fact(said.job.title),
            skills=facts(said.job.skills),
            duties=facts(said.job.duties),
            years=_years(said.job.years),
        ),
        topics=tuple(topic for topic in topics if topic.anchor)[:_MOST_TOPICS],
    )


def _flat(text: str) -> str:
    return " ".join(text.casefold().replace("ё", "е").split())


def _years(value: int | None) -> int | None:
    return value if value is not None and 0 <= value <= 60 else None


# --- without a model ----------------------------------------------------------------------------------------------


def by_rule(texts: Sequence[str]) -> Outcome:
    """Known skills and years, of the job where a text speaks as one, else of the candidate."""
    jobs = [text for text in texts if _ABOUT_A_JOB.search(text)]
    resumes = [text for text in texts if text not in jobs]
    job, resume = _facts_of(jobs), _facts_of(resumes)
    return Outcome(resume=Resume(skills=resume.skills, years=resume.years), job=Job(skills=job.skills, years=job.years))


class _Facts(BaseModel):
    skills: tuple[str, ...]
    years: int | None


def _facts_of(texts: Sequence[str]) -> _Facts:
    whole = "\n".join(texts)
    years = [int(found) for found in _YEARS.findall(whole)]
    return _Facts(skills=skills_in(whole)[:MOST_FACTS], years=_years(max(years, default=None)) if years else None)
