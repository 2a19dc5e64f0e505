"""What a person is told while it is found out what their interview is about, and the buttons below it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from core.contracts.buttons import fits
from core.contracts.change import Change
from core.contracts.messages import Choice, Say, Saying, Style
from core.contracts.session import Session
from core.contracts.turn import Preparing
from core.conversation.asking import spoken_in
from core.conversation.context import Context
from core.conversation.draft import Draft
from core.conversation.rendering import Page, command_button
from core.documents.readable import excerpt
from core.interviews.podcast.intake import PAGE, Intake, IntakeStep, Outcome, episode_code, intake_of, state_of
from core.timing.days import day
from core.words import LANGUAGES, say

COMMAND: Final = "about"
"""The command of the intake's buttons; their argument is a code, and the session."""
MORE, OTHER, ANEW, BEGIN, AGAIN, OLD = "more", "other", "anew", "go", "retry", "old"
"""Codes; `MORE` with the number of a page. Beside them "t0" for a template, "e" and six digits for an episode."""


@dataclass(slots=True)
class IntakeTalk:
    """One step of an intake in the making."""

    ctx: Context
    draft: Draft
    interview: Preparing
    done: tuple[int, ...]
    """Mailbox items that are handled with it."""
    letters: int = 0

    @property
    def session(self) -> Session:
        return self.draft.session

    @property
    def language(self) -> str:
        return spoken_in(self.ctx, self.session)

    @property
    def intake(self) -> Intake:
        """As it is by now."""
        return intake_of(self.session) or Intake()

    def keep(self, intake: Intake) -> None:
        self.draft.set(state=state_of(intake))

    def tell(self, saying: Saying) -> None:
        self.draft.tell(saying, key=self.ctx.key(f"about-{self.letters}"), language=self.language)
        self.letters += 1

    def show(self, *lines: str, brief: bool = False) -> None:
        """Where the intake is, and what it waits for."""
        self.tell(page_of(self.ctx, self.session, self.interview, self.intake, *lines, brief=brief))

    def change(self, **more: Any) -> Change:
        return self.draft.change(done=self.done, **more)


def page_of(
    ctx: Context, session: Session, interview: Preparing, intake: Intake, *lines: str, brief: bool = False
) -> Say:
    """Where an intake is. `lines` stand before; `brief`: they have read it all a moment ago."""
    language = spoken_in(ctx, session)
    page = Page()
    for line in lines:
        page.add(line, Style.ITALIC)
    match intake.step:
        case IntakeStep.SOURCE:
            _ask_for_source(page, interview, intake, language)
        case IntakeStep.FINDING:
            page.add(say(language, "intake-looking"))
        case IntakeStep.CHOOSING:
            page.add(say(language, "intake-choose-episode"))
        case IntakeStep.TEMPLATE:
            _ask_for_template(page, interview, intake, language, brief=brief)
        case IntakeStep.PREPARING:
            page.add(_under_way(intake, language))
    return add_wish(page, intake, language).say(_ways(ctx, session, interview, intake))


def add_wish(page: Page, intake: Intake, language: str) -> Page:
    """The page with what they wish."""
    if intake.guidelines:
        page.add(say(language, "intake-guidelines", wish=excerpt(intake.guidelines)), Style.ITALIC)
    return page


def _ask_for_source(page: Page, interview: Preparing, intake: Intake, language: str) -> None:
    if intake.template:
        page.add(say(language, "intake-source-now", template=say(language, f"template-{intake.template}")))
        return
    page.add(say(language, "intake-source"))
    page.add(say(language, "intake-template-too")).add(_templates(interview, language))


def _ask_for_template(page: Page, interview: Preparing, intake: Intake, language: str, *, brief: bool) -> None:
    if brief:
        page.add(say(language, "intake-choose-again"))
        return
    page.add(_found(intake, language))
    page.add(say(language, "intake-choose-template")).add(_templates(interview, language))
    page.add(say(language, "intake-wishes", questions=intake.questions))


def _under_way(intake: Intake, language: str) -> str:
    """What is done until the first question."""
    if intake.episode is None and intake.file is None and not intake.transcript:
        return say(language, "intake-preparing-told")
    return say(language, "intake-preparing", title=intake.title or "none")


def _found(intake: Intake, language: str) -> str:
    """What it is about, and what there is of it."""
    title = intake.title or "none"
    if intake.episode is not None or intake.file is not None:
        known = intake.episode or (intake.file.episode if intake.file is not None else None)
        show = excerpt(known.show, 80) if known is not None and known.title else ""
        return say(language, "intake-found", title=title, show=show or "none")
    return say(language, "intake-pasted" if intake.transcript else "intake-taken", title=title)


def ways_of(talk: IntakeTalk) -> tuple[Choice, ...]:
    """The buttons of where an intake is."""
    return _ways(talk.ctx, talk.session, talk.interview, talk.intake)


def _ways(ctx: Context, session: Session, interview: Preparing, intake: Intake) -> tuple[Choice, ...]:
    language = spoken_in(ctx, session)
    other = button(ctx, session, OTHER, say(language, "button-other-source"))
    match intake.step:
        case IntakeStep.SOURCE:
            return template_buttons(ctx, session, interview, intake)
        case IntakeStep.TEMPLATE:
            return (*template_buttons(ctx, session, interview, intake), other)
        case IntakeStep.PREPARING:
            return (button(ctx, session, BEGIN, say(language, "button-begin-now")), other)
        case _:
            return (other,)


def show_episodes(talk: IntakeTalk, outcome: Outcome) -> None:
    """The episodes of a feed, newest first, a button for each."""
    ctx, session, language = talk.ctx, talk.session, talk.language
    page = Page()
    for code in outcome.lacks:
        page.add(say(language, f"intake-lacks-{code}"), Style.ITALIC)
    page.add(say(language, "intake-episodes", show=excerpt(outcome.show, 120) or "none"))
    zone = ctx.runtime.rules.zone_of(ctx.person)
    lines: list[str] = []
    choices: list[Choice] = []
    for number, episode in enumerate(outcome.episodes[:PAGE], start=1):
        published = "" if episode.published is None else f" ({day(language, episode.published, zone)})"
        lines.append(f"{number}. {excerpt(episode.title, 70)}{published}")
        choices.append(button(ctx, session, episode_code(episode), f"{number}. {excerpt(episode.title, 40)}"))
    page.add("\n".join(lines))
    if outcome.more:
        more = f"{MORE}{talk.intake.page + 1}"
        choices.append(button(ctx, session, more, say(language, "button-more-episodes")))
    choices.append(button(ctx, session, OTHER, say(language, "button-other-source")))
    talk.tell(page.add(say(language, "intake-search")).say(tuple(choices)))


def _templates(interview: Preparing, language: str) -> str:
    lines = (say(language, f"template-{name}-about") for name in interview.templates)
    return "\n".join(f"{number}. {line}" for number, line in enumerate(lines, start=1))


def template_buttons(ctx: Context, session: Session, interview: Preparing, intake: Intake) -> tuple[Choice, ...]:
    if intake.template:
        return ()
    language = spoken_in(ctx, session)
    return tuple(
        button(ctx, session, f"t{number}", say(language, f"template-{name}"))
        for number, name in enumerate(interview.templates)
    )


def names_of(interview: Preparing, intake: Intake) -> dict[str, str]:
    """What each template may be called; where they stand numbered before the person, by that too."""
    names = {name: name for name in interview.templates}
    for language in LANGUAGES:
        for number, name in enumerate(interview.templates, start=1):
            names[say(language, f"template-{name}").casefold()] = name
            names |= dict.fromkeys(say(language, f"template-{name}-words").split(), name)
            if not intake.template and intake.step in {IntakeStep.SOURCE, IntakeStep.TEMPLATE}:
                names |= dict.fromkeys((str(number), *say(language, f"template-place-{number}").split()), name)
    return names


def button(ctx: Context, session: Session, code: str, label: str) -> Choice:
    argument = f"{code}-{session.id}"
    return command_button(spoken_in(ctx, session), COMMAND, argument if fits(argument) else code, label=label)
