"""The prompts of this interview: our instructions from Markdown files, and the words of others as quoted data."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from core.contracts.ports import Prompt, Tier
from core.contracts.script import Place
from core.contracts.session import Entry, EntryKind
from core.interviews.podcast.course import PodcastStanding
from core.interviews.podcast.sources.bounds import written
from core.interviews.quoting import quoted
from core.interviews.scripted_base.prompt_transcript import pieces
from core.interviews.scripted_base.prompting import BEFORE_ROOM, listed, named
from core.interviews.scripted_base.request import KindPrompts, books, facts_of, newest
from core.interviews.signals import Signals

TEMPLATES = ("reflective", "analytical", "creative")
TEMPERATURES: Final = {"reflective": 0.7, "analytical": 0.8, "creative": 0.9}
"""How freely questions are worded."""
_WINDOW_ROOM = 1_400
_OBJECTIVE = 160

FOLDER = Path(__file__).parent / "prompts"


class PodcastPrompts(KindPrompts):
    """Those of a template are called "reflective-opening", "-follow-up" and "-conclusion"."""

    @property
    def secret(self) -> str:
        """All that must not be recited in a question."""
        own = (self.texts["decision"], self.craft.secret, self.texts["opening"])
        moments = ("opening", "follow-up", "conclusion")
        return "\n\n".join((*own, *(self.texts[f"{name}-{each}"] for each in moments for name in TEMPLATES)))


def known_template(template: str) -> str:
    """The template whose prompts are used: the one that is named, else the first."""
    return template if template in TEMPLATES else TEMPLATES[0]


def decision_prompt(prompts: PodcastPrompts, ground: PodcastStanding, signals: Signals) -> Prompt:
    """The one call of a turn: craft and template, the episode and the transcript, then what changes."""
    source = ground.source
    parts = [
        *books(ground),
        listed("window", map(_coming, ground.window), _WINDOW_ROOM),
        named(ground.situation.person.name),
        _facts(ground, signals),
        newest(ground),
    ]
    episode = (written(source),) if source is not None else ()
    return Prompt(
        purpose="decision",
        system=_system(prompts, ground),
        transcript=(*episode, *pieces(entry for entry in ground.situation.talk if not _known(entry))),
        user="\n".join(part for part in parts if part),
        tier=Tier.MAIN,
        max_tokens=1_200,
        session_id=ground.situation.session.id,
        timeout=45.0,
        temperature=TEMPERATURES[known_template(ground.state.template)],
    )


def _known(entry: Entry) -> bool:
    """Whether it was told before the first question, and stands with what is known of the episode."""
    return entry.kind is EntryKind.ANSWER and entry.answers is None


def _system(prompts: PodcastPrompts, ground: PodcastStanding) -> str:
    """The craft, then what the template says to going deeper and to the end."""
    template = known_template(ground.state.template)
    frame = prompts.filled("decision", craft=prompts.craft.text)
    return "\n\n".join((frame, prompts.texts[f"{template}-follow-up"], prompts.texts[f"{template}-conclusion"]))


def _facts(ground: PodcastStanding, signals: Signals) -> str:
    window = ground.window
    if ground.concluding:
        course = "This was the last question: close."
    else:
        allowed = f"allowed ({ground.follow_ups_left} left)" if ground.may_stay else "none, go on"
        course = f"Main question {ground.state.main} of {ground.state.total}. Follow-up: {allowed}."
    if window == (ground.conclusion,):
        course = f"{course} What comes next is the last question: the window holds it alone."
    return f"{course} {facts_of(ground, signals)}"


def _coming(place: Place) -> str:
    question = place.question
    return quoted("q", question.text[:BEFORE_ROOM], id=question.id, objective=question.objective[:_OBJECTIVE])
