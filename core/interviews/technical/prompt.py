"""The prompts of this interview: our instructions from Markdown files, and the words of others as quoted data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from string import Template
from typing import Self

from core.interviews.technical.course import MINUTES, TechnicalStanding
from core.interviews.technical.subject import Focus, TechnicalSubject
from core.text.quoting import one_line, quote_in_tag, quoted_list, shorten_middle

HERE = Path(__file__).parent / "prompts"


@dataclass(frozen=True, slots=True, kw_only=True)
class TechnicalPrompts:
    """The Markdown files of all calls but the talk, read once."""

    profile: Template
    """Résumé and job, from their texts into fields."""
    review: Template
    evaluation: Template
    books: str
    """The fields that only these books have."""

    @classmethod
    def load(cls, folder: Path = HERE) -> Self:
        """Read the files. Raises OSError when one is missing."""
        names = ("profile", "review", "evaluation", "books")
        profile, review, evaluation, books = (
            (folder / f"{name}.md").read_text(encoding="utf-8").strip() for name in names
        )
        return cls(profile=Template(profile), review=Template(review), evaluation=Template(evaluation), books=books)


def current_state_lines(ground: TechnicalStanding) -> Iterator[str]:
    """Say how far the interview is, and what the open exercise is, one line each."""
    subject, state = ground.subject, ground.state
    gone = round(ground.situation.session.counters.active_seconds / 60)
    left = f"{len(ground.window)} questions and {len(ground.slots_left)} exercises are left of the plan."
    yield f"{left} Meant to take about {MINUTES[subject.length]} minutes, of which {gone} have gone."
    if subject.focus is Focus.TALK:
        yield "They chose to have no exercises: one only when they ask for it."
    if state.struggles:
        yield f"They have been stuck for {state.struggles} answers now."
    if ground.awaits_code:
        yield "Their newest code is being run; what comes of it is said by the program."
    exercise = ground.exercise
    if exercise is None:
        return
    wording = exercise.wording(ground.language)
    told, hidden = wording.hints[: state.hints], wording.hints[state.hints :]
    yield f"The open exercise, {wording.title}: {shorten_middle(one_line(wording.statement), 900)}"
    yield f"Its hints that were given: {one_line(' / '.join(told)) or 'none'}."
    if hidden:
        yield f"Its hints that only the program gives: {one_line(' / '.join(hidden))}"


def subject_prompt(subject: TechnicalSubject) -> str:
    """Quote what is known of job and résumé; the same in every turn, so that it is cached."""
    job, resume = subject.job, subject.resume
    of_job = [
        *([quote_in_tag("title", job.title)] if job.title else []),
        *(quote_in_tag("skill", each) for each in job.skills),
        *(quote_in_tag("duty", each) for each in job.duties),
        *([] if job.years is None else [quote_in_tag("years", str(job.years))]),
    ]
    of_resume = [
        *(
            quote_in_tag("project", "; ".join(filter(None, (each.name, each.role, each.did))))
            for each in resume.projects
        ),
        *(quote_in_tag("role", each) for each in resume.roles),
        *(quote_in_tag("skill", each) for each in resume.skills),
        *([] if resume.years is None else [quote_in_tag("years", str(resume.years))]),
    ]
    topics = (quote_in_tag("topic", each.topic, anchor=each.anchor) for each in subject.topics)
    lines = [
        f"Level: {subject.level}. Programming in {subject.language}.",
        quoted_list("job", of_job, 1_000),
        quoted_list("resume", of_resume, 2_000),
        quoted_list("topics_planned", topics, 1_000),
        quoted_list("said_beforehand", (quote_in_tag("words", each) for each in subject.wishes), 500),
    ]
    return "\n".join(filter(None, lines))
