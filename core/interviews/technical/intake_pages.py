"""The pages of a technical interview's intake: what is set, what was read, and what can be chosen. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from textwrap import shorten
from typing import Any, Final

from core.contracts.about import IntakeScene, intake_button
from core.contracts.messages import Choice, Say, Style, StyledMessage
from core.interviews.technical.exercises.exercise import Programming
from core.interviews.technical.intake import OUTCOME, IntakeOutcome, TechnicalIntake, outcome_of
from core.interviews.technical.subject import Focus, Length, Seniority
from core.languages.messages import say

BEGIN: Final = "go"
BACK: Final = "back"
MENUS: Final[Mapping[str, tuple[str, type[StrEnum]]]] = {
    "l": ("level", Seniority),
    "p": ("language", Programming),
    "t": ("length", Length),
    "f": ("focus", Focus),
}
"""Choices, by the code of the button that opens them: the field of the intake and its values. "l2" is the third."""
_MOST_NAMED = 6
"""Skills that are told again."""
_LINE = 110
"""Characters of what was read that are told again in one line."""


def effective_settings(intake: TechnicalIntake, outcome: IntakeOutcome) -> dict[str, Any]:
    """Return the settings: those they chose, else those found in what was read, else the usual ones."""
    return {
        "level": intake.level or outcome.level or Seniority.MIDDLE,
        "language": intake.language or outcome.language or Programming.PYTHON,
        "length": intake.length,
        "focus": intake.focus,
    }


def intake_summary_page(
    scene: IntakeScene, intake: TechnicalIntake, *, whole: bool = False, notices: Sequence[str] = ()
) -> Say:
    """Show what is set and what was read; `whole`: first say what this is."""
    language, told = scene.language, StyledMessage()
    outcome = outcome_of(intake, scene.findings.get(OUTCOME))
    for notice in notices:
        told.add(notice)
    if whole:
        how = "technical-intake-how" if scene.understands else "technical-intake-buttons"
        told.add(say(language, "technical-intake")).add(say(language, how))
    chosen = [_name(language, field, value) for field, value in effective_settings(intake, outcome).items()]
    told.add(say(language, "technical-chosen", chosen=" · ".join(chosen)))
    told.add("\n".join(_read(language, outcome)), Style.ITALIC)
    if intake.wishes:
        wishes = shorten("; ".join(intake.wishes), _LINE, placeholder=" …")
        told.add(say(language, "technical-wishes", wishes=wishes))
    if set(intake.keys) != set(outcome.read):
        told.add(say(language, "technical-reading"))
    elif outcome.without_model:
        told.add(say(language, "technical-read-by-nobody"))
    elif intake.sources and not (outcome.job or outcome.resume or outcome.troubles):
        told.add(say(language, "technical-read-nothing"))
    elif outcome.job or outcome.resume:
        told.add(say(language, "technical-correct"))
    for code in dict.fromkeys(outcome.troubles):
        told.add(say(language, f"technical-{code}"))
    ways = [_button(scene, BEGIN, say(language, "technical-begin"))]
    ways += [_button(scene, menu, say(language, f"technical-set-{field}")) for menu, (field, _) in MENUS.items()]
    return told.say(tuple(ways))


def reading_page(scene: IntakeScene, notices: Sequence[str]) -> Say:
    told = StyledMessage()
    for notice in (*notices, say(scene.language, "technical-reading")):
        told.add(notice)
    return told.say((_button(scene, BEGIN, say(scene.language, "technical-begin")),))


def _read(language: str, outcome: IntakeOutcome) -> Iterable[str]:
    """Yield a line for each thing that was understood."""
    resume, job = outcome.resume, outcome.job
    if job.title:
        yield say(language, "technical-for-job", job=shorten(job.title, _LINE, placeholder=" …"))
    if job.skills:
        yield say(language, "technical-read-job", skills=_some(job.skills))
    if resume.projects:
        names = [each.name for each in resume.projects if each.name]
        yield say(language, "technical-read-projects", names=_some(names[:3]), projects=len(resume.projects))
    if resume.skills:
        yield say(language, "technical-read-skills", skills=_some(resume.skills))
    if resume.years:
        yield say(language, "technical-read-years", years=resume.years)


def _some(names: Sequence[str]) -> str:
    shown = ", ".join(names[:_MOST_NAMED])
    return shorten(f"{shown} …" if len(names) > _MOST_NAMED else shown, _LINE, placeholder=" …")


def menu_page(scene: IntakeScene, intake: TechnicalIntake, code: str) -> Say:
    """Show the choices, with a mark at the current one."""
    field, values = MENUS[code]
    chosen = effective_settings(intake, outcome_of(intake, scene.findings.get(OUTCOME)))[field]
    choices = [
        _button(scene, f"{code}{n}", f"{'✓ ' if each == chosen else ''}{_name(scene.language, field, each)}")
        for n, each in enumerate(values)
    ]
    back = _button(scene, BACK, say(scene.language, "technical-back"))
    return Say(text=say(scene.language, f"technical-which-{field}"), choices=(*choices, back))


def _name(language: str, field: str, value: StrEnum) -> str:
    return say(language, f"technical-{field}-{value.value}")


def _button(scene: IntakeScene, code: str, label: str) -> Choice:
    return intake_button(scene.session.id, code, label)
