"""The background work of a technical interview, and its report: loaded with the first of it, not with the program."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from textwrap import shorten
from typing import Final

import structlog
from pydantic import ValidationError

from core.contracts.chore import ChoreResult, ChoreSituation, Document
from core.contracts.errors import ModelError, NoSandbox, SandboxBusy
from core.contracts.ports import LanguageModel, Prompt, Tier
from core.contracts.sandbox import Program
from core.contracts.script import primary_language
from core.contracts.session import Record
from core.contracts.tools import ChoreAccess
from core.interviews.scripted_base.books import FilledIn
from core.interviews.technical import harness
from core.interviews.technical.candidate_source import adapt_source
from core.interviews.technical.code_submissions import (
    CODE,
    EVALUATION,
    LONGEST_CODE,
    REVIEW,
    RUN,
    TEXT,
    CodeSubmission,
    Metrics,
    RunSeen,
    code_in,
    finding_name,
    finding_numbers,
    stored_finding,
)
from core.interviews.technical.course import TechnicalPrompts
from core.interviews.technical.evaluation import evaluate_interview
from core.interviews.technical.exercises.exercise import GENERAL, Exercise, Programming
from core.interviews.technical.injection import is_injection
from core.interviews.technical.intake import OUTCOME, FoundText, IntakeOutcome, SentDocument, SourceKind, intake_of
from core.interviews.technical.intake_flow import READ
from core.interviews.technical.interview import PROGRESS, TRY
from core.interviews.technical.report import export_report, score_growth, technical_report
from core.interviews.technical.review import error_line, review_submission
from core.interviews.technical.rubric import TechnicalRubric
from core.interviews.technical.subject import (
    LONGEST_FACT,
    MOST_FACTS,
    JobDescription,
    PlannedTopic,
    Project,
    Resume,
    Seniority,
)
from core.interviews.technical.trials import ASKED, TRIED, TrialAsked, TrialSeen, try_code
from core.languages import fold
from core.languages.messages import match_locale, say
from core.readers.source_errors import Heavy, SourceError, Unreadable
from core.text.quoting import plain_tag, quote_in_tag

_KEPT: Final = 16_000  # characters of output, and of errors
log = structlog.get_logger()


async def run_submission(
    exercises: Mapping[str, Exercise], situation: ChoreSituation, *, seconds: float
) -> ChoreResult:
    """Run what was not run yet, the oldest first. Somebody waits: what cannot be done now is said, and not tried later.

    `seconds`: the processor time that the sandbox gives a program.
    """
    tools = situation.tools
    if tools is None:
        raise ValueError("running code is a chore")
    findings: dict[str, str] = {}
    for number in finding_numbers(situation.findings, CODE):
        code = stored_finding(situation.findings, CODE, number, CodeSubmission)
        if code is None or finding_name(RUN, number) in situation.findings:
            continue
        try:
            seen = await _seen(code, exercises, tools, situation, seconds)
        except Exception as error:  # noqa: BLE001 - strangers' code: what breaks us once would break every try
            log.error("run-broke", session=situation.session.id, number=number, error=type(error).__name__)
            seen = RunSeen(why_not="broke")
        findings[finding_name(RUN, number)] = seen.model_dump_json()
    return ChoreResult(findings=tuple(findings.items()))


async def run_trials(exercises: Mapping[str, Exercise], situation: ChoreSituation, *, seconds: float) -> ChoreResult:
    """Run what was to be tried and was not yet, the oldest first."""
    tools = situation.tools
    if tools is None:
        raise ValueError("trying code is a chore")
    findings: dict[str, str] = {}

    def show_queue(ahead: int) -> None:
        tools.show(say(match_locale(situation.session.language), "technical-ahead", count=ahead))

    for number in finding_numbers(situation.findings, ASKED):
        asked = stored_finding(situation.findings, ASKED, number, TrialAsked)
        if asked is None or finding_name(TRIED, number) in situation.findings:
            continue
        try:
            seen = await try_code(
                asked,
                exercises.get(asked.exercise),
                tools.sandbox,
                person=situation.person.id,
                waiting=show_queue,
                seconds=seconds,
            )
        except Exception as error:  # noqa: BLE001 - strangers' code: what breaks us once would break every try
            log.error("trial-broke", session=situation.session.id, number=number, error=type(error).__name__)
            seen = TrialSeen(why_not="broke")
        findings[finding_name(TRIED, number)] = seen.model_dump_json()
    return ChoreResult(findings=tuple(findings.items()))


async def _seen(
    code: CodeSubmission,
    exercises: Mapping[str, Exercise],
    tools: ChoreAccess,
    situation: ChoreSituation,
    seconds: float,
) -> RunSeen:
    source = code.source
    if code.file_ref:
        try:
            body = await tools.file(code.file_ref, limit=4 * LONGEST_CODE)
            source = body.decode("utf-16" if body[:2] in {b"\xff\xfe", b"\xfe\xff"} else "utf-8-sig")
            if "\0" in source:
                return RunSeen(why_not="unreadable")
            source = source.replace("\r\n", "\n").replace("\r", "\n")
            usual = code.language if isinstance(code.language, Programming) else Programming.PYTHON
            if code.name.lower().endswith(TEXT) and (found := code_in(source, 0, usual, pending=False)):
                source = found.source
        except UnicodeDecodeError:
            return RunSeen(why_not="unreadable")
        except Heavy:
            return RunSeen(why_not="too-long")
        except SourceError:
            return RunSeen(why_not="unfetched")
    if len(source) > LONGEST_CODE:
        return RunSeen(why_not="too-long")
    if not source.strip():
        return RunSeen(why_not="empty")
    kept = source if code.file_ref else ""
    if not isinstance(code.language, Programming):
        return RunSeen(why_not="no-sandbox", source=kept)
    exercise = exercises.get(code.exercise)
    if exercise is not None and code.language not in exercise.languages:
        exercise = None
    if exercise is None and code.language is Programming.SQL:
        return RunSeen(why_not="no-sandbox", source=kept)  # without tables there is nothing to query
    seen = await _ran(code.language, source, exercise, tools, situation, seconds)
    try:
        asked = {"language": code.language.value}
        measured, _ = await tools.readers.read("code-metrics", source.encode(), asked, person=situation.person.id)
        metrics = Metrics.model_validate(measured)
    except SourceError:
        metrics = Metrics()  # no review needs them
    return seen.model_copy(update={"source": kept, "metrics": metrics})


async def _ran(
    programming: Programming,
    source: str,
    exercise: Exercise | None,
    tools: ChoreAccess,
    situation: ChoreSituation,
    seconds: float,
) -> RunSeen:
    language, person = situation.session.language, situation.person.id

    def show_queue(ahead: int) -> None:
        tools.show(say(match_locale(language), "technical-ahead", count=ahead))

    cases: tuple[harness.CaseSeen, ...] = ()
    try:
        if exercise is None:
            program = Program(language=programming, source=adapt_source(source, programming))
            run = await tools.sandbox.run(program, person=person, waiting=show_queue)
            out, err = run.out, run.err
        else:
            tried = await harness.submit(
                exercise,
                language=programming,
                source=source,
                sandbox=tools.sandbox,
                person=person,
                waiting=show_queue,
                seconds=seconds,
                spoken=primary_language(language),
            )
            run, cases, out, err = tried.run, tried.cases, tried.printed, tried.error
    except NoSandbox:
        return RunSeen(why_not="no-sandbox")
    except SandboxBusy:
        return RunSeen(why_not="busy")
    lines = [case.line for case in cases if case.line is not None and not case.passed]
    return RunSeen(
        ran=True,
        ended=run.ended,
        exit_code=run.exit_code,
        out=out[:_KEPT],
        err=err[-_KEPT:],
        error_line=lines[0] if lines else error_line(run, err, programming, source),
        seconds=run.seconds,
        cases=cases,
    )


LARGEST: Final = 8 << 20  # bytes of a file or a page
_MOST_PROJECTS: Final = 8
_MOST_TOPICS: Final = 8
_LONGEST_NAME: Final = 100
_LONGEST_SKILL: Final = 50  # characters
_LONGEST_TOPIC: Final = 10  # words
_MOST_YEARS: Final = 60
_MOST_READ: Final = 60_000  # characters of all texts together


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
    """Return the finding `OUTCOME`. Nobody waits for a model, a server or a reader in trouble: that is said."""
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


def check_profile(said: ProfileSaid, texts: Sequence[FoundText]) -> IntakeOutcome:
    """Keep the facts that are in the texts to the letter, at a bounded length; orders get no further than here."""
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
        language=next((language for language in GENERAL if language == said.language), None),
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Background:
    prompts: TechnicalPrompts
    rubric: TechnicalRubric
    exercises: Mapping[str, Exercise]
    seconds: float  # processor time of a program

    async def chore(self, name: str, situation: ChoreSituation, model: LanguageModel) -> ChoreResult:
        """Do a chore. Raises ModelError when it must be tried again, ValueError for an unknown name."""
        if name == READ:
            return await prepare_profile(self.prompts, situation, model)
        if name == RUN:
            return await run_submission(self.exercises, situation, seconds=self.seconds)
        if name == TRY:
            return await run_trials(self.exercises, situation, seconds=self.seconds)
        if name == REVIEW:
            return await review_submission(self.prompts, self.exercises, situation, model)
        if name == EVALUATION:
            # Code that was handed in at the very end is run first: nobody who finishes early loses it.
            run = await run_submission(self.exercises, situation, seconds=self.seconds)
            found = replace(situation, findings={**situation.findings, **dict(run.findings)})
            result = await evaluate_interview(self.prompts, self.rubric, self.exercises, found, model)
            return replace(result, findings=(*run.findings, *result.findings))
        if name == PROGRESS:
            return await score_growth(situation, self.rubric)
        raise ValueError(f"a technical interview has no chore called {name!r}")

    async def document(self, situation: ChoreSituation, model: LanguageModel, *, language: str) -> Document | None:
        return await technical_report(self.prompts, self.rubric, self.exercises, situation, model, language=language)

    def notes(self, record: Record, *, language: str) -> str:
        return export_report(record, self.exercises, self.rubric, language=language)
