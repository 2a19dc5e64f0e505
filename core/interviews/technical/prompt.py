"""The prompts of this interview: our instructions from Markdown files, and the words of others as quoted data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from string import Template
from typing import Self

from core.contracts.ports import Prompt, Tier
from core.contracts.script import Place
from core.interviews.quoting import quoted
from core.interviews.scripted_base.prompt_transcript import pieces
from core.interviews.scripted_base.prompting import BEFORE_ROOM, listed, named
from core.interviews.scripted_base.request import Craft, books, facts_of, newest
from core.interviews.signals import Signals
from core.interviews.technical.bank import QuestionNote
from core.interviews.technical.course import TechnicalStanding
from core.interviews.technical.machine import machine
from core.interviews.technical.subject import Project, TechnicalSubject
from core.words import known

_HERE = Path(__file__).parent / "prompts"
_SUBJECT_ROOM = 4_000
_LIST_ROOM = 2_400
_EXERCISE_ROOM = 1_500
_NAMES = ("decision", "profile", "review", "evaluation")


@dataclass(frozen=True, slots=True, kw_only=True)
class TechnicalPrompts:
    """The Markdown files, read once, by their names; the facts stand in the decision already."""

    decision: str
    profile: Template
    """Résumé and job, from their texts into fields."""
    review: Template
    evaluation: Template
    secret: str
    """What must not be recited."""

    @classmethod
    def load(cls, folder: Path = _HERE, *, facts: str = "", guidance: str = "") -> Self:
        """`facts` and `guidance` as for `Craft.load`. Raises OSError when a file is missing."""
        texts = {name: (folder / f"{name}.md").read_text(encoding="utf-8").strip() for name in _NAMES}
        told = Craft.load(facts=facts, guidance=guidance).facts
        others = {name: Template(texts[name]) for name in _NAMES[1:]}
        return cls(decision=Template(texts["decision"]).substitute(facts=told), secret=texts["decision"], **others)


def decision_prompt(
    prompts: TechnicalPrompts, bank: Mapping[str, QuestionNote], ground: TechnicalStanding, signals: Signals
) -> Prompt:
    """The one call of a turn: the craft, job and résumé and the transcript, then what changes."""
    parts = [
        *books(ground),
        listed("list", (_coming(place, bank) for place in ground.questions_left), _LIST_ROOM),
        _exercise(ground),
        named(ground.situation.person.name),
        f"{_course(ground)} {facts_of(ground, signals)}",
        newest(ground),
    ]
    return Prompt(
        purpose="decision",
        system=prompts.decision,
        transcript=(written(ground.subject), *pieces(ground.situation.talk)),
        user="\n".join(part for part in parts if part),
        tier=Tier.MAIN,
        max_tokens=1_200,
        session_id=ground.situation.session.id,
        timeout=45.0,
    )


def written(subject: TechnicalSubject) -> str:
    """What is known of job and résumé, quoted; the same in every turn, so that it is cached."""
    lines = [f"Level: {subject.level}. Programming in {subject.language}."]
    lines += [listed("job", _of_job(subject), _SUBJECT_ROOM), listed("resume", _of_resume(subject), _SUBJECT_ROOM)]
    topics = (quoted("topic", each.topic, anchor=each.anchor) for each in subject.topics)
    return "\n".join(filter(None, (*lines, listed("topics_planned", topics, _SUBJECT_ROOM))))


def _of_job(subject: TechnicalSubject) -> Iterator[str]:
    job = subject.job
    if job.title:
        yield quoted("title", job.title)
    yield from (quoted("skill", each) for each in job.skills)
    yield from (quoted("duty", each) for each in job.duties)
    if job.years is not None:
        yield quoted("years", str(job.years))


def _of_resume(subject: TechnicalSubject) -> Iterator[str]:
    resume = subject.resume
    yield from (quoted("project", _project(each)) for each in resume.projects)
    yield from (quoted("role", each) for each in resume.roles)
    yield from (quoted("skill", each) for each in resume.skills)
    if resume.years is not None:
        yield quoted("years", str(resume.years))


def _project(project: Project) -> str:
    return "; ".join(filter(None, (project.name, project.role, project.did)))


def _coming(place: Place, bank: Mapping[str, QuestionNote]) -> str:
    note, question = bank.get(place.question.id), place.question
    aspect = {} if note is None else {"aspect": note.aspect.value}
    return quoted("q", question.text[:BEFORE_ROOM], id=question.id, objective=question.objective, **aspect)


def _exercise(ground: TechnicalStanding) -> str:
    exercise = ground.exercise
    if exercise is None:
        return ""
    wording = exercise.wording(known(ground.language))
    return quoted(
        "open_exercise", wording.statement[:_EXERCISE_ROOM], title=wording.title, hints_told=ground.state.hints
    )


def _course(ground: TechnicalStanding) -> str:
    """What is possible now, and how far it is."""
    possible = ", ".join(machine().possible(ground.state.phase, ground.holds()))
    left = f"{len(ground.questions_left)} questions and {len(ground.slots_left)} exercises are left of the plan."
    if ground.window:
        left += (
            f" Next in it: {'an exercise' if ground.window[0] in ground.slots_left else ground.window[0].question.id}."
        )
    struggles = f" They have struggled {ground.state.struggles} times here." if ground.state.struggles else ""
    runs = " Their code is being run; what it shows comes by itself." if ground.awaits_code else ""
    return f"Possible steps: {possible}. {left}{struggles}{runs}"
