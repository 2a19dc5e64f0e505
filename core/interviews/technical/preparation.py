"""Reading what was sent about job and candidate: into facts of bounded length that stand in the texts to the letter.

Whatever else a text says, such as an order to whoever reads it, does not get any further than here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from textwrap import shorten
from typing import Final

import structlog
from pydantic import ValidationError

from core.contracts.chore import ChoreResult, ChoreSituation
from core.contracts.errors import ModelError
from core.contracts.ports import LanguageModel, Prompt, Tier
from core.contracts.script import primary_language
from core.contracts.tools import ChoreAccess
from core.interviews.scripted_base.books import FilledIn
from core.interviews.technical.exercises.exercise import Programming
from core.interviews.technical.injection import is_injection
from core.interviews.technical.intake import OUTCOME, FoundText, IntakeOutcome, SentDocument, SourceKind, intake_of
from core.interviews.technical.prompt import TechnicalPrompts
from core.interviews.technical.subject import (
    LONGEST_FACT,
    MOST_FACTS,
    JobDescription,
    PlannedTopic,
    Project,
    Resume,
    Seniority,
)
from core.languages import fold
from core.readers.source_errors import SourceError, Unreadable
from core.text.quoting import plain_tag, quote_in_tag

log = structlog.get_logger()
LARGEST: Final = 8 << 20
"""Bytes of a file or a page."""
_MOST_PROJECTS: Final = 8
_MOST_TOPICS: Final = 8
_LONGEST_NAME: Final = 100
_LONGEST_SKILL: Final = 50
"""Characters."""
_LONGEST_TOPIC: Final = 10
"""Words."""
_MOST_YEARS: Final = 60
_MOST_READ: Final = 60_000
"""Characters of all texts together that a model sees."""


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
    """The answer of a model."""

    level: str = ""
    language: str = ""
    resume: _ResumeSaid = _ResumeSaid()
    job: _JobSaid = _JobSaid()
    topics: tuple[_TopicSaid, ...] = ()


async def prepare_profile(prompts: TechnicalPrompts, situation: ChoreSituation, model: LanguageModel) -> ChoreResult:
    """Return the finding `OUTCOME`. Nobody waits for a model, a server or a reader in trouble: that is said.

    Without a model nothing is fetched or read, for nobody could make anything of it.
    """
    intake, tools = intake_of(situation.session), situation.tools
    if intake is None or tools is None or not intake.request:
        return ChoreResult()
    texts: list[FoundText] = []
    troubles: list[str] = []
    for sent in () if model.offline else intake.sources:
        try:
            texts.append(await _read(sent, tools, situation.person.id))
        except SourceError as error:
            troubles.append(error.code)
    outcome = IntakeOutcome(without_model=model.offline)
    if texts:
        share = _MOST_READ // len(texts)
        prompt = Prompt(
            purpose="profile",
            system=prompts.profile.substitute(language=plain_tag(primary_language(situation.session.language))),
            user="\n".join(quote_in_tag("text", found.text[:share], n=n) for n, found in enumerate(texts, 1)),
            tier=Tier.FAST,
            max_tokens=2_000,
            session_id=situation.session.id,
            timeout=60.0,
        )
        try:
            outcome = check_profile(await model.ask(prompt, ProfileSaid), texts)
        except ModelError as error:
            log.info("profile-not-made", session=situation.session.id, error=error.code)
            outcome = IntakeOutcome(without_model=True)
    done = outcome.model_copy(update={"read": intake.keys, "troubles": tuple(troubles)})
    return ChoreResult(findings=((OUTCOME, done.model_dump_json()),))


async def _read(sent: SentDocument, tools: ChoreAccess, person: str) -> FoundText:
    if sent.kind is SourceKind.TEXT:
        body, asked = sent.value.encode(), {"media_type": "text/plain", "charset": "utf-8"}
    elif sent.kind is SourceKind.LINK:
        page = await tools.web.get(sent.value, limit=LARGEST)
        body, asked = page.body, {"name": page.name, "media_type": page.media_type, "charset": page.charset}
    else:
        body = await tools.file(sent.value, limit=LARGEST)
        asked = {"name": sent.name, "media_type": sent.media_type, "charset": ""}
    found, _ = await tools.readers.read("document-text", body, asked, person=person)
    try:
        return FoundText.model_validate(found)
    except ValidationError as error:
        raise Unreadable("It could not be read.") from error


# --- what of a model's answer is so -------------------------------------------------------------------------------


def check_profile(said: ProfileSaid, texts: Sequence[FoundText]) -> IntakeOutcome:
    """Keep the facts that are in the texts to the letter, and are no orders."""
    whole = _flat("\n".join(found.text for found in texts))

    def fact(text: str, longest: int = LONGEST_FACT) -> str:
        short = " ".join(text.split())
        if len(short) > longest or not any(map(str.isalnum, short)) or is_injection(short):
            return ""
        return short if re.search(rf"(?<!\w){re.escape(_flat(short))}(?!\w)", whole) else ""

    def deed(text: str) -> str:
        """Return its sentences that are in the texts, as many as fit; models join what is apart there."""
        parts = filter(None, map(fact, re.split(r"[.;!?](?:\s+|$)", text)))
        return shorten(fact(text) or "; ".join(parts), LONGEST_FACT, placeholder=" …")

    def facts(found: Iterable[str], longest: int) -> tuple[str, ...]:
        return tuple(dict.fromkeys(filter(None, (fact(each, longest) for each in found))))[:MOST_FACTS]

    projects = (
        Project(name=fact(p.name, _LONGEST_NAME), role=fact(p.role, _LONGEST_NAME), did=deed(p.did))
        for p in said.resume.projects
    )
    topics = (
        PlannedTopic(topic=" ".join(each.topic.split()), anchor=fact(each.anchor))
        for each in said.topics
        if 0 < len(each.topic.split()) <= _LONGEST_TOPIC and not is_injection(each.topic)
    )
    resume, job = said.resume, said.job
    return IntakeOutcome(
        level=next((level for level in Seniority if level == said.level), None),
        language=next((language for language in Programming if language == said.language), None),
        resume=Resume(
            projects=tuple(p for p in projects if p.name or p.did)[:_MOST_PROJECTS],
            skills=facts(resume.skills, _LONGEST_SKILL),
            roles=facts(resume.roles, _LONGEST_NAME),
            years=_years(resume.years),
        ),
        job=JobDescription(
            title=fact(job.title, _LONGEST_NAME),
            skills=facts(job.skills, _LONGEST_SKILL),
            duties=tuple(dict.fromkeys(filter(None, map(deed, job.duties))))[:MOST_FACTS],
            years=_years(job.years),
        ),
        topics=tuple(topic for topic in topics if topic.anchor and len(topic.topic) <= LONGEST_FACT)[:_MOST_TOPICS],
    )


def _flat(text: str) -> str:
    """Flatten a text for comparing: models change quotes, dashes and blanks, and join what a line break divides."""
    return " ".join(re.sub(r"-\s*", "", fold(text).translate(_ALIKE)).split())


_ALIKE: Final = str.maketrans("“”–—‐‑", '""----')


def _years(value: int | None) -> int | None:
    return value if value is not None and 0 <= value <= _MOST_YEARS else None
