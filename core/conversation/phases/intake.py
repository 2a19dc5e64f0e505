"""The intake: what a person does before an interview about something begins.

Nothing here reads from the network: that is asked for as a chore (`core.jobs.preparation`), and its end comes back as a
mailbox item.
"""

from __future__ import annotations

from dataclasses import replace

from core.contracts.change import Change
from core.contracts.messages import Attachment, Edit, Removal, Say, Unusable, UnusableKind, Voice
from core.contracts.session import Session, Status
from core.contracts.turn import Preparing
from core.conversation import inputs
from core.conversation.context import Context
from core.conversation.draft import counted_words, said, spoken
from core.conversation.inputs import farewell
from core.conversation.pausing import pause, resume
from core.conversation.phases.consent import IMPATIENCE, agrees, begin_or_ask, refuses
from core.conversation.phases.intake_pages import AGAIN, ANEW, BEGIN, MORE, OLD, OTHER, IntakeTalk, page_of
from core.conversation.phases.intake_steps import (
    begin_now,
    choose_episode,
    find,
    go,
    go_on,
    hear,
    newest_outcome,
    offer,
    outcome_of,
    resumed,
    sent_of,
    sourced,
    talk_of,
    told_in,
    with_template,
)
from core.conversation.rendering import Page
from core.conversation.voices import spoken_otherwise
from core.interviews.podcast.first_words import is_question, leaves_it
from core.interviews.podcast.intake import PAGE, Intake, IntakeStep, Sent, Told, episode_code, intake_of
from core.interviews.podcast.requests import is_refused_link, ordinal, read_wish
from core.interviews.signals.courtesy import is_goodbye, is_hello
from core.words import say

_FEW = 8
"""Words; who writes more is telling, and not asking to stop."""


def under_way(ctx: Context) -> tuple[Session, Intake, Preparing] | None:
    """The session whose intake words and buttons are about; None where there is none."""
    session = ctx.view.session
    intake = intake_of(session)
    if session is None or intake is None or session.status is Status.COMPLETED:
        return None
    interview = ctx.interview(session)
    return (session, intake, interview) if isinstance(interview, Preparing) else None


def known_intake(ctx: Context) -> tuple[Session, Intake, Preparing]:
    found = under_way(ctx)
    assert found is not None  # noqa: S101 - whoever calls this has looked
    return found


# --- words and files ----------------------------------------------------------------------------------------------


async def words(ctx: Context) -> Change:
    """Words, written or spoken, while it is being found out what the interview is about; a burst of them at once."""
    session, intake, interview = known_intake(ctx)
    content = ctx.incoming.content
    text = said(content) or ""
    if is_hello(text):
        return await resumed(ctx, session, interview, intake)
    if is_goodbye(text):
        return farewell(ctx, text)
    if isinstance(content, Voice) and content.prepared:
        # A recording of the episode that was short enough to be heard like an answer.
        file = Sent(file_ref=content.file_ref, sound=True, heard=(content.text or "").strip())
        return await go(talk_of(ctx, session, interview), intake, intake.about(file=file, step=IntakeStep.SOURCE))
    burst = ctx.burst
    run = burst if burst and not any(_is_recording(item.incoming.content) for item in burst) else (ctx.item,)
    messages = spoken(item.incoming for item in run)
    talk = talk_of(ctx, session, interview, done=tuple(item.id for item in run))
    await _heed(ctx, talk, "\n".join(message.text for message in messages))
    if len(messages) == 1 and (change := await _plain_word(ctx, talk, intake, messages[0].text)) is not None:
        return change
    after = intake
    for message in messages:
        after = hear(talk, after, told_in(message))
    return await _replied(talk, intake, after)


async def _replied(talk: IntakeTalk, intake: Intake, after: Intake) -> Change:
    """On with words; nobody is asked the same thing a third time because they have written something else."""
    asked = intake.step is IntakeStep.TEMPLATE and after.step is IntakeStep.TEMPLATE
    if after.unfinished and after.has_source:
        if intake.urged:
            return await _anew(talk, after)
        offer(talk, after.model_copy(update={"urged": True}), after.unfinished, after.title)
        return talk.change()
    if not asked or after.template:
        return await go(talk, intake, after)
    new = after.told[len(intake.told) :]
    if new and all(each.pasted for each in new):
        return await go(talk, intake, after)
    if all(each.wish for each in new) and not intake.urged:
        return await go(talk, intake, after.model_copy(update={"urged": True}))
    chosen = with_template(talk, after)
    return await go(talk, intake, chosen, say(talk.language, f"intake-default-{chosen.template}"))


def _is_recording(content: object) -> bool:
    return isinstance(content, Voice) and content.prepared


async def _plain_word(ctx: Context, talk: IntakeTalk, intake: Intake, text: str) -> Change | None:
    """A yes or a no, a number, the words of a button, a wish to stop; None for everything else."""
    signals = talk.interview.listen(text)
    if (signals.stop or signals.declined) and not signals.distress and counted_words(text) <= _FEW:
        return await pause(ctx)
    if intake.unfinished and agrees(text):
        return await _old(ctx, talk, intake)
    if intake.unfinished and refuses(text):
        return await _anew(talk, intake)
    if text.strip(" .!").casefold() == say(talk.language, "button-other-source").casefold():
        return another(talk, intake)
    if is_refused_link(text):
        talk.tell(Say(text=say(talk.language, "intake-refused-link")))
        return talk.change()
    if intake.step is IntakeStep.CHOOSING and (number := ordinal(text)) is not None:
        outcome = await newest_outcome(talk)
        # Where nothing was found, the list before that is the one that they see.
        shown = () if outcome is None else outcome.episodes or outcome.earlier[:PAGE]
        if 1 <= number <= len(shown):
            return await choose_episode(talk, intake, episode_code(shown[number - 1]))
    if intake.step is IntakeStep.TEMPLATE and not intake.template and (agrees(text) or leaves_it(text)):
        chosen = with_template(talk, intake)
        return await go(talk, intake, chosen, say(talk.language, f"intake-default-{chosen.template}"))
    asked = intake.step in {IntakeStep.SOURCE, IntakeStep.TEMPLATE} and not intake.urged
    if agrees(text) or (asked and is_question(text, named=intake.step is IntakeStep.TEMPLATE)):
        talk.keep(intake.model_copy(update={"urged": intake.step is IntakeStep.TEMPLATE}))
        talk.show()
        return talk.change()
    return None


async def _heed(ctx: Context, talk: IntakeTalk, text: str) -> None:
    """A humane word before anything else, to somebody in distress; what they have told is kept all the same."""
    signals = talk.interview.listen(text)
    if signals.distress:
        situation = await ctx.situation(talk.session.model_copy(update={"state": {}}), None)
        talk.draft.time(calm=True)
        talk.tell(Say(text=talk.interview.late(situation, signals).notice))


async def recording(ctx: Context) -> Change:
    """A recording that could not be heard like an answer: it may be the episode itself, which may be long."""
    session, intake, interview = known_intake(ctx)
    voice = ctx.incoming.content
    if not isinstance(voice, Voice) or not voice.prepared or voice.trouble not in {"too-large", "too-long"}:
        return await spoken_otherwise(ctx)
    talk = talk_of(ctx, session, interview)
    if voice.trouble == "too-large":
        return _too_large(talk)
    sent = Sent(file_ref=voice.file_ref, media_type=voice.media_type, size=voice.size, sound=True)
    return await go(talk, intake, intake.about(file=sent, step=IntakeStep.SOURCE))


async def attachment(ctx: Context) -> Change:
    """A file: a transcript, or an Inkwell folder as a ZIP."""
    session, intake, interview = known_intake(ctx)
    file = ctx.incoming.content
    assert isinstance(file, Attachment)  # noqa: S101 - the router's table says so
    return await go(talk_of(ctx, session, interview), intake, intake.with_file(sent_of(file)))


async def unusable(ctx: Context) -> Change:
    """A file that cannot be had because of its size is said to be too heavy for this; all else is as ever."""
    session, _, interview = known_intake(ctx)
    content = ctx.incoming.content
    if not isinstance(content, Unusable) or content.kind is not UnusableKind.TOO_LARGE:
        return await inputs.unusable(ctx)
    return _too_large(talk_of(ctx, session, interview))


def _too_large(talk: IntakeTalk) -> Change:
    page = Page().add(say(talk.language, "source-heavy")).add(say(talk.language, "intake-instead"))
    talk.tell(page.say())
    return talk.change()


async def edited(ctx: Context, edit: Edit) -> Change | None:
    """The change of a message of the intake; None for any other message."""
    found = under_way(ctx)
    if found is None:
        return None
    session, intake, interview = found
    told = any(each.ref == edit.ref for each in intake.told)
    if not edit.ref or not (told or intake.linked_by == edit.ref):
        return None
    talk = talk_of(ctx, session, interview)
    before = intake.without(edit.ref)
    if intake.linked_by == edit.ref:
        before = before.about(step=IntakeStep.SOURCE, linked_by="")
    now = Told(ref=edit.ref, text=edit.text, at=ctx.incoming.sent_at)
    return await go(talk, intake, hear(talk, before, now))


async def removed(ctx: Context, removal: Removal) -> Change | None:
    """A message of the intake was deleted: nothing of it stays. None for any other message."""
    found = under_way(ctx)
    if found is None:
        return None
    session, intake, interview = found
    after = intake.without(removal.ref)
    if intake.linked_by == removal.ref:
        after = after.about(step=IntakeStep.SOURCE, linked_by="")
    if after == intake:
        return None
    talk = talk_of(ctx, session, interview)
    if intake.has_source and not after.has_source:
        after = after.model_copy(update={"step": IntakeStep.SOURCE})
    talk.keep(after)
    talk.tell(Say(text=say(talk.language, "removed-unused")))
    if after.step is IntakeStep.SOURCE:
        talk.show()
    elif after.step is IntakeStep.PREPARING and after.request != intake.request:
        return await sourced(talk, after)
    return talk.change()


# --- buttons ------------------------------------------------------------------------------------------------------


async def pressed(ctx: Context) -> Change:
    """One of the intake's buttons. Pressed again at once, by a hand that is not sure, it does nothing."""
    code, _, session_id = ctx.argument.partition("-")
    session = ctx.view.session
    if session is None or session.id != session_id:
        return ctx.plainly(say(ctx.language, "stale-button"))
    at_once = ctx.incoming.sent_at - session.touched_at < IMPATIENCE
    found = under_way(ctx)
    if found is None:
        begun = at_once and session.counters.questions + session.counters.follow_ups <= 1
        return nothing(ctx) if begun else ctx.plainly(say(ctx.language, "stale-button"))
    intake = found[1]
    talk = talk_of(ctx, session, found[2])
    change = await _pressed(ctx, talk, intake, code)
    if change is None:
        return ctx.plainly(say(ctx.language, "stale-button"))
    unchanged = change.session is not None and change.session.state == session.state
    return nothing(ctx) if unchanged and at_once and session.status is Status.ACTIVE else change


async def _pressed(ctx: Context, talk: IntakeTalk, intake: Intake, code: str) -> Change | None:
    """What a button does; None where it means nothing any more."""
    if code.startswith("t") and code[1:].isdecimal() and int(code[1:]) < len(talk.interview.templates):
        return await go(talk, intake, intake.model_copy(update={"template": talk.interview.templates[int(code[1:])]}))
    if code.startswith(MORE) and code[len(MORE) :].isdecimal() and intake.link:
        after = intake.about(link=intake.link, search=intake.search, page=int(code[len(MORE) :]))
        looking = intake.step in {IntakeStep.FINDING, IntakeStep.CHOOSING} and intake.page == after.page
        return talk.change() if looking else find(talk, after)
    if code.startswith("e"):
        return await choose_episode(talk, intake, code)
    if code == OTHER:
        return another(talk, intake)
    if code in {ANEW, OLD} and intake.unfinished:
        return await (_anew(talk, intake) if code == ANEW else _old(ctx, talk, intake))
    return await _go_on(talk, intake, code)


async def _go_on(talk: IntakeTalk, intake: Intake, code: str) -> Change | None:
    if code == AGAIN and intake.failed:
        return find(talk, intake.about(link=intake.failed))
    if code == BEGIN and intake.has_source and intake.template:
        return await begin_now(talk, intake)
    return None


def nothing(ctx: Context) -> Change:
    return Change(person_id=ctx.person.id, done=ctx.done)


def another(talk: IntakeTalk, intake: Intake) -> Change:
    """They want to talk about something else."""
    talk.keep(intake.other())
    talk.show()
    return talk.change()


async def _old(ctx: Context, talk: IntakeTalk, intake: Intake) -> Change | None:
    """Go on with the unfinished interview on the same episode; this one was never begun."""
    if not intake.unfinished:
        return None
    change = await resume(replace(ctx, argument=intake.unfinished, pressed=True))
    if change.session is None:
        return await _anew(talk, intake)  # it was deleted meanwhile
    return change if intake.thoughts else replace(change, erase_session=talk.session.id)


async def _anew(talk: IntakeTalk, intake: Intake) -> Change:
    """A new one, although there is an unfinished one on the same episode."""
    after = intake.model_copy(update={"unfinished": "", "anew": True})
    outcome = await outcome_of(talk, after)
    if outcome is not None and outcome.source is not None:
        return await go_on(talk, after, outcome)
    return await go(talk, intake, after)


# --- a link out of nowhere ----------------------------------------------------------------------------------------


async def link_sent(ctx: Context, text: str) -> Change | None:
    """A link from somebody whom nothing is asked just now: they want to talk about it. None for everything else."""
    found = read_wish(text, {})
    chosen = next((each for each in ctx.runtime.interviews.values() if isinstance(each, Preparing)), None)
    if chosen is None or not found.link or counted_words(found.rest) > _FEW:
        return None
    return await begin_or_ask(ctx, chosen, about=text)


def page_in(ctx: Context, language: str) -> Say | None:
    """Where the intake is, in another language than before; None where none is under way."""
    found = under_way(ctx)
    if found is None:
        return None
    session, intake, interview = found
    return page_of(ctx, session.model_copy(update={"language": language}), interview, intake)
