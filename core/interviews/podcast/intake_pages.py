"""Make the messages of the intake, and the buttons below them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from core.contracts.about import Beginning, IntakeMove, IntakeScene, Resumption, intake_button
from core.contracts.messages import Choice, Say, Style, StyledMessage
from core.documents.readable import excerpt
from core.interviews.podcast.episode_intake import (
    OUTCOME,
    PAGE,
    EpisodeIntake,
    EpisodeOutcome,
    IntakeStep,
    episode_code,
    outcome_in,
)
from core.interviews.podcast.prompt import TEMPLATES
from core.languages.messages import say
from core.timing.time_formatting import format_day

MORE, OTHER, ANEW, BEGIN, AGAIN, OLD, COUNT = "more", "other", "anew", "go", "retry", "old", "n"
"""Codes of buttons; `MORE` with the number of a page, `COUNT` with that of questions. There are also "t0" for a
template, and "e" with six digits for an episode."""
COUNTS = (3, 5, 10)
"""Numbers of questions with a button."""


@dataclass(slots=True)
class IntakeTalk:
    scene: IntakeScene
    intake: EpisodeIntake
    """The intake as this step leaves it."""
    kept: bool = False
    says: list[Say] = field(default_factory=list)
    chores: list[str] = field(default_factory=list)
    begins: Beginning | None = None
    resumes: Resumption | None = None

    @property
    def language(self) -> str:
        return self.scene.language

    @property
    def outcome(self) -> EpisodeOutcome | None:
        """Return what was found last, whatever it was looked for."""
        return outcome_in(self.scene.findings.get(OUTCOME))

    def keep(self, intake: EpisodeIntake) -> None:
        self.intake, self.kept = intake, True

    def tell(self, saying: Say) -> IntakeMove:
        """Say this too, and return the step so far."""
        self.says.append(saying)
        return self.move()

    def show(self, *lines: str, brief: bool = False) -> IntakeMove:
        """Say where the intake is, and what it waits for; returns the step so far."""
        return self.tell(podcast_intake_page(self, *lines, brief=brief))

    def button(self, code: str, label: str) -> Choice:
        return intake_button(self.scene.session.id, code, label)

    def move(self) -> IntakeMove:
        return IntakeMove(
            value=self.intake.model_dump(mode="json") if self.kept else None,
            says=tuple(self.says),
            chores=tuple(self.chores),
            findings=((OUTCOME, ""),) if self.begins is not None else (),
            begins=self.begins,
            resumes=self.resumes,
        )


def podcast_intake_page(talk: IntakeTalk, *lines: str, brief: bool = False) -> Say:
    """Show where an intake is. `lines` come first; `brief`: they have read it all a moment ago."""
    language = talk.language
    page = page_with(lines)
    templates = "\n".join(f"– {say(language, f'template-{name}-about')}" for name in TEMPLATES)
    if talk.intake.unfinished:
        ways = (talk.button(OLD, say(language, "button-resume")), talk.button(ANEW, say(language, "button-anew")))
        outcome = talk.outcome
        read = "" if outcome is None or outcome.source is None else outcome.source.episode.title
        title = talk.intake.title or read or "none"
        return page.add(say(language, "intake-unfinished", title=title)).say(ways)
    match talk.intake.step:
        case IntakeStep.SOURCE:
            if talk.intake.template:
                template = say(language, f"template-{talk.intake.template}")
                page.add(say(language, "intake-source-now", template=template))
            else:
                page.add(say(language, "intake-source"))
                page.add(say(language, "intake-template-too")).add(templates)
        case IntakeStep.FINDING:
            page.add(say(language, "intake-looking"))
        case IntakeStep.CHOOSING:
            page.add(say(language, "intake-choose-episode"))
        case IntakeStep.TEMPLATE:
            if brief:
                page.add(say(language, "intake-choose-again"))
            else:
                intake, title = talk.intake, talk.intake.title or "none"
                if intake.episode is not None or intake.file is not None:
                    known = intake.stated
                    show = excerpt(known.show, 80) if known is not None and known.title else ""
                    page.add(say(language, "intake-found", title=title, show=show or "none"))
                else:
                    page.add(say(language, "intake-pasted" if intake.transcript else "intake-taken", title=title))
                page.add(say(language, "intake-choose-template")).add(templates)
                page.add(say(language, "intake-wishes", questions=talk.intake.questions))
        case IntakeStep.PREPARING:
            intake = talk.intake
            if intake.episode is None and intake.file is None and not intake.transcript:
                page.add(say(language, "intake-preparing-told"))
            else:
                page.add(say(language, "intake-preparing", title=intake.title or "none"))
    return with_wish(page, talk)


def page_with(lines: Iterable[str]) -> StyledMessage:
    page = StyledMessage()
    for line in lines:
        page.add(line, Style.ITALIC)
    return page


def with_wish(page: StyledMessage, talk: IntakeTalk) -> Say:
    if wish := talk.intake.guidelines:
        page.add(say(talk.language, "intake-guidelines", wish=excerpt(wish)), Style.ITALIC)
    other = talk.button(OTHER, say(talk.language, "button-other-source"))
    match talk.intake.step:
        case IntakeStep.SOURCE:
            return page.say(template_buttons(talk))
        case IntakeStep.TEMPLATE:
            counts = (
                talk.button(f"{COUNT}{count}", say(talk.language, "button-count", questions=count))
                for count in COUNTS
                if count != talk.intake.questions
            )
            return page.say((*template_buttons(talk), *counts, other))
        case IntakeStep.PREPARING:
            return page.say((talk.button(BEGIN, say(talk.language, "button-begin-now")), other))
        case _:
            return page.say((other,))


def show_episodes(talk: IntakeTalk, outcome: EpisodeOutcome) -> IntakeMove:
    """Show the episodes of a feed, newest first, a button for each."""
    language = talk.language
    page = page_with(say(language, f"intake-lacks-{code}") for code in outcome.lacks)
    page.add(say(language, "intake-episodes", show=excerpt(outcome.show, 120) or "none"))
    lines: list[str] = []
    choices: list[Choice] = []
    for number, episode in enumerate(outcome.episodes[:PAGE], start=1):
        published = (
            "" if episode.published is None else f" ({format_day(language, episode.published, talk.scene.zone)})"
        )
        lines.append(f"{number}. {excerpt(episode.title, 70)}{published}")
        choices.append(talk.button(episode_code(episode), f"{number}. {excerpt(episode.title, 40)}"))
    page.add("\n".join(lines))
    if outcome.more:
        more = f"{MORE}{talk.intake.page + 1}"
        choices.append(talk.button(more, say(language, "button-more-episodes")))
    choices.append(talk.button(OTHER, say(language, "button-other-source")))
    return talk.tell(page.add(say(language, "intake-search")).say(tuple(choices)))


def template_buttons(talk: IntakeTalk) -> tuple[Choice, ...]:
    if talk.intake.template:
        return ()
    return tuple(
        talk.button(f"t{number}", say(talk.language, f"template-{name}")) for number, name in enumerate(TEMPLATES)
    )
