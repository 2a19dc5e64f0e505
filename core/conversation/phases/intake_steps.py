"""What follows in an intake from what a person did, or from what was found."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from core.contracts.change import Change
from core.contracts.messages import Attachment, Incoming, Say, Style
from core.contracts.session import Session, Status
from core.contracts.turn import ABOUT, Preparing, Situation
from core.conversation.asking import for_operator
from core.conversation.context import Context
from core.conversation.draft import Draft, Spoken, spoken
from core.conversation.phases.intake_pages import (
    AGAIN,
    ANEW,
    OLD,
    IntakeTalk,
    add_wish,
    button,
    names_of,
    show_episodes,
    template_buttons,
    ways_of,
)
from core.conversation.rendering import Page
from core.documents.readable import excerpt
from core.interviews.podcast.episode_chores import FIND, PREPARE
from core.interviews.podcast.first_words import is_thought
from core.interviews.podcast.intake import (
    LONGEST_MEMORY,
    LONGEST_PASTED,
    OUTCOME,
    Intake,
    IntakeStep,
    Outcome,
    Sent,
    Told,
    episode_code,
    outcome_in,
)
from core.interviews.podcast.preparing import offline_context
from core.interviews.podcast.requests import heard
from core.interviews.podcast.sources.material import Episode, Material, Origin, Source, as_about, source_in
from core.store.finding_rows import finding, sessions_about
from core.words import say

_UNFINISHED = frozenset({Status.ACTIVE, Status.PAUSED, Status.ABANDONED})
_LONGEST_TITLE = 80
_TELLING = 8
"""Words from which on something that was told is enough to talk about."""


def talk_of(ctx: Context, session: Session, interview: Preparing, *, done: tuple[int, ...] | None = None) -> IntakeTalk:
    """A step of an intake, with which it is under way again."""
    draft = Draft(session, ctx.now)
    draft.set(touched_at=max(ctx.now, session.touched_at), address=ctx.incoming.address, status=Status.ACTIVE)
    return IntakeTalk(ctx, draft, interview, ctx.done if done is None else done)


# --- on from there ------------------------------------------------------------------------------------------------


async def go(talk: IntakeTalk, before: Intake, intake: Intake, *lines: str) -> Change:
    """On with what has become of an intake by the person's doing."""
    if intake.questions != before.questions:
        lines = (*lines, say(talk.language, "intake-count", questions=intake.questions))
    changed = before.step is not intake.step or before.request != intake.request
    if _goes_on_being_pasted(before, intake):
        # They have been told what is known of it, and a part more of it is not worth a word.
        talk.keep(intake)
        talk.draft.ask_for(*((PREPARE,) if intake.step is IntakeStep.PREPARING else ()))
        return talk.change()
    if intake.step is IntakeStep.FINDING:
        if changed:
            return find(talk, intake, *lines)
    elif intake.has_source and intake.step in {IntakeStep.SOURCE, IntakeStep.TEMPLATE}:
        brief = before.step is IntakeStep.TEMPLATE and before.title == intake.title
        return await sourced(talk, intake, *lines, brief=brief)
    elif intake.step is IntakeStep.PREPARING and changed:
        talk.draft.ask_for(PREPARE)
    talk.keep(intake)
    if intake.step is IntakeStep.PREPARING and before.title == intake.title and before.template == intake.template:
        page = Page()
        for line in (*lines, say(talk.language, "intake-noted")):
            page.add(line, Style.ITALIC)
        talk.tell(add_wish(page, intake, talk.language).say(ways_of(talk)))
    else:
        talk.show(*lines)
    return talk.change()


def _goes_on_being_pasted(before: Intake, intake: Intake) -> bool:
    """Whether only a further part of a transcript has come."""
    new = intake.told[len(before.told) :]
    return before.transcript != "" and before.title == intake.title and bool(new) and all(each.pasted for each in new)


def find(talk: IntakeTalk, intake: Intake, *lines: str) -> Change:
    """Look for what is behind the link. For a feed that was just looked at it takes no time worth a word."""
    talk.keep(intake.model_copy(update={"step": IntakeStep.FINDING}))
    talk.draft.ask_for(FIND)
    if lines or not (intake.search or intake.page):
        talk.show(*lines)
    return talk.change()


async def sourced(talk: IntakeTalk, intake: Intake, *lines: str, brief: bool = False) -> Change:
    """It is known what it is about: prepare it, unless there is an unfinished interview about it, or ask for the
    template first."""
    if not intake.anew and (unfinished := await _same_episode(talk, intake.key)) is not None:
        offer(talk, intake.model_copy(update={"step": IntakeStep.TEMPLATE}), unfinished, intake.title)
        return talk.change()
    if not intake.template:
        talk.keep(intake.model_copy(update={"step": IntakeStep.TEMPLATE}))
        talk.show(*lines, brief=brief)
    else:
        talk.keep(intake.model_copy(update={"step": IntakeStep.PREPARING}))
        talk.draft.ask_for(PREPARE)
        talk.show(*lines)
    return talk.change()


async def go_on(talk: IntakeTalk, intake: Intake, outcome: Outcome) -> Change:
    """With what was found in the background."""
    if intake.unfinished:
        return talk.change()  # they are asked something first
    if outcome.source is not None:
        return await _ready(talk, intake, outcome.source, outcome.language)
    if outcome.file is not None:
        return await sourced(talk, intake.about(file=outcome.file))
    if outcome.episode is not None:
        return await about_episode(talk, intake, outcome.episode, lacks=outcome.lacks, origin=outcome.origin)
    if outcome.episodes:
        talk.keep(intake.model_copy(update={"step": IntakeStep.CHOOSING}))
        show_episodes(talk, outcome)
        return talk.change()
    return await _trouble(talk, intake, outcome)


async def _trouble(talk: IntakeTalk, intake: Intake, outcome: Outcome) -> Change:
    """What was sent gives nothing: say so plainly, and what else may be sent."""
    language = talk.language
    if intake.search and not outcome.trouble:
        if intake.sought is not None and is_thought(intake.sought.text):
            kept = intake.telling(intake.sought).model_copy(
                update={"step": IntakeStep.CHOOSING, "search": "", "sought": None}
            )
            talk.keep(kept)
            talk.show(say(language, "intake-noted"))
            return talk.change()
        talk.keep(intake.model_copy(update={"step": IntakeStep.CHOOSING}))
        talk.tell(Say(text=say(language, "intake-not-in-feed", words=excerpt(intake.search, 80))))
        return talk.change()
    plain = say(language, outcome.trouble or "source-source")
    if len(intake.memory.split()) >= _TELLING:
        return await sourced(talk, intake.about(step=IntakeStep.SOURCE), plain)
    failed = intake.link or (intake.file.name if intake.file is not None else "") or "file"
    talk.keep(intake.about(step=IntakeStep.SOURCE, failed=failed))
    again = outcome.again and intake.link != ""
    ways = (button(talk.ctx, talk.session, AGAIN, say(language, "button-again-source")),) if again else ()
    page = Page().add(plain).add(say(language, "intake-instead"))
    talk.tell(page.say((*ways, *template_buttons(talk.ctx, talk.session, talk.interview, intake))))
    return talk.change()


async def resumed(ctx: Context, session: Session, interview: Preparing, intake: Intake) -> Change:
    """They come back to an intake: go on with what was found meanwhile, else say what it waits for."""
    talk = talk_of(ctx, session, interview)
    outcome = await outcome_of(talk, intake)
    waits = intake.step in {IntakeStep.FINDING, IntakeStep.CHOOSING, IntakeStep.PREPARING}
    if intake.unfinished:
        offer(talk, intake, intake.unfinished, intake.title)
        change = talk.change()
    elif outcome is not None and waits:
        change = await go_on(talk, intake, outcome)
    elif intake.step in {IntakeStep.FINDING, IntakeStep.CHOOSING}:
        change = find(talk, intake)
    elif intake.step is IntakeStep.PREPARING:
        change = await sourced(talk, intake)
    else:
        talk.show()
        change = talk.change()
    return replace(change, pause_others=True)


async def outcome_of(talk: IntakeTalk, intake: Intake) -> Outcome | None:
    """What was found for just this request."""
    outcome = await newest_outcome(talk)
    return outcome if outcome is not None and outcome.request == intake.request else None


async def newest_outcome(talk: IntakeTalk) -> Outcome | None:
    """What was found last, whatever it was looked for."""
    return outcome_in(await talk.ctx.runtime.store.read(lambda c: finding(c, talk.session.id, OUTCOME)))


# --- an episode ---------------------------------------------------------------------------------------------------


async def choose_episode(talk: IntakeTalk, intake: Intake, code: str) -> Change | None:
    """The episode of a button; None where it was never shown here."""
    outcome = await newest_outcome(talk)
    listed = () if outcome is None else outcome.listed
    chosen = next((episode for episode in listed if episode_code(episode) == code), None)
    if chosen is None:
        return None
    if intake.episode == chosen:
        talk.show()
        return talk.change()
    return await about_episode(talk, intake, chosen)


async def about_episode(
    talk: IntakeTalk,
    intake: Intake,
    episode: Episode,
    *,
    lacks: tuple[str, ...] = (),
    origin: Origin = Origin.SHOW_NOTES,
) -> Change:
    """It is this episode: on with it, unless there is an unfinished interview about it."""
    lines = [say(talk.language, f"intake-lacks-{code}") for code in lacks]
    if not episode.title:
        return _which(talk, intake, episode, lines)
    seen = {"link": intake.link, "search": intake.search, "page": intake.page}
    intake = intake.about(episode=episode, origin=origin, **seen)
    return await sourced(talk, intake, *lines)


def _which(talk: IntakeTalk, intake: Intake, episode: Episode, lines: list[str]) -> Change:
    """Only the podcast is known: they write which episode it is and what they remember."""
    talk.keep(intake.about(step=IntakeStep.SOURCE, failed=intake.link))
    page = Page()
    for line in lines:
        page.add(line, Style.ITALIC)
    talk.tell(page.add(say(talk.language, "intake-which", show=episode.show or "none")).say())
    return talk.change()


async def _same_episode(talk: IntakeTalk, key: str) -> str | None:
    """The id of an unfinished interview about the same episode, an active one first."""
    if not key:
        return None
    others = await talk.ctx.runtime.store.read(lambda c: sessions_about(c, talk.ctx.person.id))
    mine = talk.session.id
    theirs = ((s, source_in(about)) for s, about in others if s.id != mine and s.status in _UNFINISHED)
    return next((s.id for s, source in theirs if source is not None and source.episode.key == key), None)


def offer(talk: IntakeTalk, intake: Intake, unfinished: str, title: str) -> None:
    """Ask whether to go on with an unfinished interview."""
    talk.keep(intake.model_copy(update={"unfinished": unfinished}))
    ways = (
        button(talk.ctx, talk.session, OLD, say(talk.language, "button-resume")),
        button(talk.ctx, talk.session, ANEW, say(talk.language, "button-anew")),
    )
    talk.tell(Say(text=say(talk.language, "intake-unfinished", title=title or "none"), choices=ways))


# --- the beginning ------------------------------------------------------------------------------------------------


async def _ready(talk: IntakeTalk, intake: Intake, source: Source, language: str) -> Change:
    """Everything is prepared; what they have wished and told meanwhile comes along."""
    if not intake.anew and (unfinished := await _same_episode(talk, source.episode.key)) is not None:
        offer(talk, intake, unfinished, source.episode.title)
        return talk.change()
    told: dict[str, object] = {"guidelines": intake.guidelines, "questions": intake.questions}
    if language != talk.session.language:
        told["opening"] = ""  # worded in another language than the one that is spoken now
    return await begin(talk, intake, source.model_copy(update=told))


async def begin(talk: IntakeTalk, intake: Intake, source: Source) -> Change:
    """The first question. What they have told of the episode is the beginning of the transcript."""
    ctx, session = talk.ctx, talk.session
    talk.draft.hear(_thoughts(intake, ctx.now), to=None)
    # Those that the session is bound to: a newer release may have come while it was prepared.
    scripts = await ctx.runtime.scripts(session.script_digest)
    begun = session.model_copy(update={"state": {}})
    situation = Situation(person=ctx.person, session=begun, scripts=scripts, now=ctx.now)
    situation = replace(situation, about=as_about(source, intake.memory))
    turn = talk.interview.begin(situation, offline=ctx.runtime.offline)
    title = source.episode.title
    basis = say(talk.language, f"intake-basis-{source.origin.value}", title=title or "none")
    kept = say(talk.language, "intake-kept") if intake.thoughts else ""
    turn = replace(turn, notice="\n\n".join(filter(None, (basis, kept, for_operator(ctx, turn.notice)))))
    talk.draft.set(title=session_title(scripts.speak(session.language).title, title))
    talk.draft.apply(turn, key=ctx.key("turn"), language=talk.language)
    named = intake.names
    kept_source = source.model_copy(update={"wishes": intake.wishes, "named_by": "" if named is None else named.ref})
    findings = ((ABOUT, kept_source.model_dump_json()), (OUTCOME, ""))
    return talk.change(pause_others=True, findings=findings)


def _thoughts(intake: Intake, now: datetime) -> tuple[Spoken, ...]:
    return tuple(Spoken((t.text,), t.ref, t.at or now, t.seconds, t.audio) for t in intake.thoughts)


def session_title(kind: str, title: str) -> str:
    """What an interview about an episode is called in lists."""
    return excerpt(" – ".join(filter(None, (kind, title))), _LONGEST_TITLE)


async def begin_now(talk: IntakeTalk, intake: Intake) -> Change:
    """They do not want to wait: begin with what is read by now, else with what is known without reading."""
    wanted = intake.model_copy(update={"unfinished": "", "anew": intake.anew or intake.unfinished != ""})
    outcome = await outcome_of(talk, wanted)
    if outcome is not None and outcome.source is not None:
        return await _ready(talk, wanted, outcome.source, outcome.language)
    if not wanted.has_source or wanted.step is IntakeStep.FINDING:
        talk.show()
        return talk.change()
    if wanted.step is IntakeStep.PREPARING:
        return await begin(talk, wanted, without_waiting(talk.interview, wanted))
    return await go(talk, intake, with_template(talk, wanted))


def with_template(talk: IntakeTalk, intake: Intake) -> Intake:
    """With a way of talking about it: the first one, where they have chosen none."""
    return intake.model_copy(update={"template": intake.template or talk.interview.templates[0]})


def without_waiting(interview: Preparing, intake: Intake) -> Source:
    """What is known without any reading."""
    read = intake.episode or (intake.file.episode if intake.file is not None else None)
    episode = read or Episode(title=intake.title)
    if read is not None:
        origin = intake.origin if episode.notes else Origin.TITLE
    else:
        origin = Origin.MEMORY if intake.memory else Origin.TITLE
    material = Material(episode=episode, origin=origin, memory=intake.memory)
    return Source(
        episode=episode,
        origin=origin,
        context=offline_context(material),
        template=intake.template or interview.templates[0],
        guidelines=intake.guidelines,
        questions=intake.questions,
    )


# --- the way in ---------------------------------------------------------------------------------------------------


async def opening(
    ctx: Context, draft: Draft, interview: Preparing, about: str, told: tuple[Incoming, ...] = ()
) -> None:
    """Begin the intake of a session; `about`: what was said with the wish for it, `told`: what was sent before."""
    talk = IntakeTalk(ctx, draft, interview, ctx.done)
    first = Intake(questions=interview.settings.questions)
    intake = first
    if about.strip():
        intake = hear(talk, first, Told(ref="", text=about, at=ctx.incoming.sent_at))
    for message in spoken(told):
        intake = hear(talk, intake, told_in(message))
    for item in told:
        if isinstance(item.content, Attachment):
            intake = intake.about(file=sent_of(item.content), step=IntakeStep.SOURCE)
    await go(talk, first, intake)


def told_in(message: Spoken) -> Told:
    """A message as an intake keeps it."""
    return Told(ref=message.ref, text=message.text, at=message.at, seconds=message.seconds, audio=message.audio)


def hear(talk: IntakeTalk, intake: Intake, told: Told) -> Intake:
    """The intake with what somebody has written; what would be too much is told and left out."""
    after = heard(intake, told, names_of(talk.interview, intake))
    if len(after.transcript) > LONGEST_PASTED:
        key = "intake-enough"
    elif len(after.memory) + len(after.guidelines) > LONGEST_MEMORY:
        key = "intake-too-much"
    else:
        return after
    talk.tell(Say(text=say(talk.language, key)))
    return intake


def sent_of(file: Attachment) -> Sent:
    """Of a file, what is kept of it."""
    return Sent(file_ref=file.file_ref, name=file.name, media_type=file.media_type, size=file.size)
