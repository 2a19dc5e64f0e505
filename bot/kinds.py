"""The kinds of interviews that there are. A new kind is one line in `KINDS`.

Lists and checks ask here for what they need of a kind, and load nothing of what holds an interview.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from core.contracts.about import About, SessionName
from core.contracts.errors import ConfigurationError
from core.contracts.messages import Progress
from core.contracts.script import ScriptSet
from core.contracts.session import Session
from core.interviews import life_story, podcast, script, technical
from core.interviews.kind import Operator
from core.interviews.podcast.settings import PodcastSettings

if TYPE_CHECKING:
    from bot.config import InterviewsSection, Settings
    from core.contracts.turn import Interview
    from core.privacy.facts import Facts


def podcast_settings(settings: Settings) -> PodcastSettings:
    """Return the section `podcast`, with the limits on episodes."""
    podcast = settings.podcast
    return PodcastSettings(
        questions=podcast.questions,
        transcribe=podcast.transcribe,
        max_seconds=podcast.max_audio_minutes * 60.0,
        notes_dir=podcast.notes_dir,
        inkwell_dir=podcast.inkwell_dir,
        at_a_time=settings.limits.sources_at_a_time,
    )


def technical_settings(settings: Settings) -> object:
    """The section `technical`."""
    from core.interviews.technical.rubric import TechnicalSettings

    own = settings.technical
    return TechnicalSettings(
        exercises_dir=own.exercises_dir, rubric_file=own.rubric, seconds=settings.sandbox.cpu_seconds
    )


KINDS = {"life-story": life_story.KIND, "podcast": podcast.KIND, "technical": technical.KIND}
REPLACEABLE = frozenset({"life-story"})
"""Kinds whose questions an operator may replace by a script of that name."""
RESERVED = frozenset(KINDS) - REPLACEABLE
SETTINGS: dict[str, Callable[[Settings], object]] = {"podcast": podcast_settings, "technical": technical_settings}
"""For a kind with settings of its own: what of the configuration it is told."""


def kind_title(kind: str) -> str:
    """Return what interviews of a kind are called in English; of a script of the operator's own its name."""
    known = KINDS.get(kind)
    if known is None:
        return kind
    english = next(file for file in known.scripts if "en" in {file.stem, file.parent.parent.name})
    written = tomllib.loads(english.read_text(encoding="utf-8"))
    return str(written["title"])


def enabled_kinds(section: InterviewsSection) -> tuple[str, ...]:
    """Return the names of the kinds that are offered, in their order. Raises ConfigurationError."""
    unknown = [kind for kind in section.enabled if kind not in KINDS]
    if unknown or not (section.enabled or section.scripts_dir):
        raise ConfigurationError(
            f"Configuration: interviews.enabled: {', '.join(unknown) or 'nothing'}; there are: {', '.join(KINDS)}."
        )
    return tuple(dict.fromkeys(section.enabled))


def interview_names(section: InterviewsSection) -> tuple[str, ...]:
    """Return the names of all interviews: kinds, and the operator's own scripts. Raises ConfigurationError."""
    kinds = enabled_kinds(section)
    if section.scripts_dir is None:
        return kinds
    from core.interviews.script.folder import read_script_folder

    try:
        own = read_script_folder(section.scripts_dir, reserved=RESERVED, openly=REPLACEABLE).scripts
        return (*kinds, *(name for name in own if name not in REPLACEABLE))
    except OSError as error:
        reason = f"{section.scripts_dir} cannot be read: {error.strerror}"
        raise ConfigurationError(f"Configuration: interviews.scripts_dir: {reason}.") from None


def build_kinds(settings: Settings, *, facts: Facts | None) -> dict[str, Interview]:
    """Build every kind that is offered. `facts`: who keeps and reads what is told.

    Raises ConfigurationError, and ValueError or OSError where a script or a prompt cannot be read.
    """
    every = build_operator(settings, facts=facts)

    def one(kind: str) -> Interview:
        own = SETTINGS.get(kind)
        return KINDS[kind].make(replace(every, settings=None if own is None else own(settings)))

    return {kind: one(kind) for kind in enabled_kinds(settings.interviews)}


def build_operator(settings: Settings, *, facts: Facts | None) -> Operator:
    """Return what every interview is told, of whatever kind."""
    section = settings.interviews
    return Operator(help_texts=section.help_text, facts=facts, guidance=section.guidance, window=settings.llm.window)


def session_progress(session: Session, scripts: ScriptSet | None) -> Progress | None:
    """Return how far a session is, also one by a script of the operator's own; None where its script is gone."""
    kind = KINDS.get(session.kind, script.KIND)
    return None if scripts is None else kind.progress(session, scripts)


def session_name_of(session: Session, about: str) -> SessionName:
    """Return what a session is called in lists. `about`: the JSON that its kind keeps; empty where it keeps none."""
    kind = KINDS.get(session.kind)
    if kind is not None and about:
        with suppress(ValueError):  # a damaged one hides no list
            return kind.called(About(value=about))
    return SessionName()
