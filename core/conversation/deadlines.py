"""Does what is due when a deadline of a session has come, and asks the question that waits for its time."""

from __future__ import annotations

from dataclasses import replace

from core.contracts.commits import Commit, EraseSession, PauseOthers
from core.contracts.messages import Choice, Say, Style, StyledMessage, Timer
from core.contracts.session import EntryKind, Session, Status
from core.contracts.turn import Interview
from core.conversation.asking import TRANSCRIPT, add_conclusion, close_interview, repeat_question
from core.conversation.context import ConversationContext
from core.conversation.draft import Draft, command_button, join_messages, question_buttons
from core.conversation.feature_hooks import add_to_held_question, add_to_turn
from core.languages.messages import locale_or_default, say
from core.store.mailbox_rows import QuestionScene, load_question_scene, session_by_id, talk_since
from core.store.outbox import REMINDER, is_on_its_way
from core.timing.rules import UNASKED, Due, load_cadence
from core.timing.time_formatting import format_day, format_moment


async def handle_timer(ctx: ConversationContext) -> Commit:
    """Do what is due now for the session that the timer names, and write it, so that its next deadline is."""
    content = ctx.incoming.content
    session_id = getattr(content, "session_id", "")
    found = await ctx.runtime.store.read(lambda c: session_by_id(c, session_id))
    session = found if found is not None and found.person_id == ctx.person.id else None
    if session is None:
        return ctx.reply()
    draft, rules = Draft(session, ctx.now), ctx.runtime.rules
    deadline = rules.deadline(session, ctx.person)
    newest = max(item.id for item in ctx.view.items)
    # What the person has to say comes first, and they are not disturbed in their quiet hours.
    alone = all(isinstance(item.incoming.content, Timer) for item in ctx.view.items)
    if not alone or deadline is None or deadline.at > ctx.now:
        return draft.change(done=ctx.done, expect_quiet=newest)
    due = deadline.due
    if due in UNASKED and rules.is_quiet(ctx.person, ctx.now):
        return draft.change(done=ctx.done, expect_quiet=newest)
    if due in {Due.ASK, Due.REMIND} and ctx.interview(session) is None:
        due = Due.PAUSE  # an answer could not be heard: it waits until its kind is enabled again
    match due:
        case Due.ASK:
            await _ask(ctx, draft, say(ctx.spoken_in(session), "asked-at-its-time"))
        case Due.REMIND:
            await _remind(ctx, draft)
        case Due.PAUSE:
            draft.set(status=Status.PAUSED)
        case Due.ABANDON:
            _abandon(ctx, draft)
        case Due.WARN:
            _warn(ctx, draft)
        case Due.DELETE:
            if not await ctx.runtime.store.read(lambda c: is_on_its_way(c, session.id, TRANSCRIPT)):
                erased = (EraseSession(session.id),)
                return Commit(person_id=ctx.person.id, done=ctx.done, effects=erased, expect_quiet=newest)
            # They have not read yet that it will be deleted, or have no file of it: they get as long again.
            draft.time(warned_at=ctx.now)
    return draft.change(done=ctx.done, expect_quiet=newest)


async def _scene(ctx: ConversationContext, session: Session) -> QuestionScene:
    return await ctx.runtime.store.read(lambda c: load_question_scene(c, session, notes_needed=False))


async def _ask(ctx: ConversationContext, draft: Draft, lead: str) -> None:
    """Ask the question that was held back, or make the one that is due."""
    session = draft.session
    found = await _scene(ctx, session)
    question, interview = found.question, ctx.interview(session)
    draft.time(held_at=None)
    draft.set(touched_at=ctx.now)
    if question is None:
        return
    if session.timing.unmade and interview is not None:
        await _make(ctx, draft, found, interview, lead)
        return
    page = StyledMessage().add(lead, Style.ITALIC)
    page.add(await add_to_held_question(ctx, draft, question), Style.ITALIC)
    message = await repeat_question(ctx, draft.session, page, question)
    draft.tell(message, key=ctx.key("0"), language=ctx.spoken_in(session), seq=question.seq)


async def _make(ctx: ConversationContext, draft: Draft, found: QuestionScene, interview: Interview, lead: str) -> None:
    """Have the interview ask what comes after everything that was told until now."""
    session = draft.session
    since = interview.sees_from(session)
    talk = () if ctx.model.offline else await ctx.runtime.store.read(lambda c: talk_since(c, session.id, since))
    told = join_messages(
        entry.text for entry in (*found.answers, *draft.added) if entry.answers == session.open_question
    )
    situation = await ctx.situation(session, found, answer=told)
    turn = await interview.due(replace(situation, talk=(*talk, *draft.added)), ctx.model)
    turn = await add_to_turn(ctx, draft, turn)
    language = locale_or_default(turn.language or session.language, ctx.person.language)
    notice = "\n\n".join(filter(None, (lead, turn.notice)))
    draft.apply(replace(turn, notice=notice), key=ctx.key("turn"), language=language)
    if turn.closes:
        await add_conclusion(ctx, draft, interview, language=language)


async def _remind(ctx: ConversationContext, draft: Draft) -> None:
    """Repeat the open question, or that the floor is theirs; if it has not reached them, time counts from now.

    The story of somebody who wished to finish is closed and sent instead.
    """
    session = draft.session
    found = await _scene(ctx, session)
    if found.question is None or found.delivered.position is None:
        draft.set(touched_at=ctx.now)
        return
    interview = ctx.interview(session)
    if session.timing.parting and interview is not None:
        await close_interview(ctx, draft, found, interview)
        return
    draft.time(reminded=found.question.seq, reminded_at=ctx.now)
    language = ctx.spoken_in(session)
    if found.question.kind is EntryKind.ROOM:
        freely = bool(found.question.title)
        text = say(language, "tell-reminder" if freely else "reminder-room", name=ctx.person.name or "none")
        offers = ("told" if freely else "skip", "pause")
        buttons = question_buttons(language, session.id, found.question.seq, offers)
        draft.tell(
            Say(text=text, choices=buttons, asks=True), key=ctx.key(REMINDER), language=language, seq=found.question.seq
        )
        return
    page = StyledMessage().add(say(language, "reminder", name=ctx.person.name or "none"), Style.ITALIC)
    message = await repeat_question(ctx, session, page, found.question, offers=("skip", "pause"))
    draft.tell(message, key=ctx.key(REMINDER), language=language, seq=found.question.seq)


def _abandon(ctx: ConversationContext, draft: Draft) -> None:
    """Put it aside, with one kind line and what was told so far; after distress without a word."""
    session = draft.session
    language = ctx.spoken_in(session)
    draft.set(status=Status.ABANDONED, ended_at=ctx.now)
    if session.timing.calm:
        return
    told = session.counters.answers > 0
    text = say(language, "put-aside", title=session.title, told="yes" if told else "no")
    way = command_button(language, "resume", session.id)
    draft.tell(Say(text=text, choices=(way,)), key=ctx.key("0"), language=language)
    if told:
        draft.ask_for(TRANSCRIPT)


def _warn(ctx: ConversationContext, draft: Draft) -> None:
    """Say when a finished interview will be deleted, and send its file once more."""
    draft.time(warned_at=ctx.now)
    session = draft.session
    rules = ctx.runtime.rules
    deadline = rules.deadline(session, ctx.person)
    if deadline is None:
        return
    language = ctx.spoken_in(session)
    date = format_day(language, deadline.at, rules.zone_of(ctx.person))
    told = session.counters.answers > 0
    words = {"title": session.title, "day": date, "state": session.status.value, "told": "yes" if told else "no"}
    draft.tell(Say(text=say(language, "will-be-deleted", **words)), key=ctx.key("0"), language=language)
    if told:
        draft.ask_for(TRANSCRIPT)


# --- the question that waits for its time -------------------------------------------------------------------------


async def ask_held_question(ctx: ConversationContext, session: Session) -> Commit:
    """Ask at once what a session holds back for its time."""
    draft = ctx.draft(session, ctx.view.scene)
    draft.set(status=Status.ACTIVE, address=ctx.incoming.address)
    await _ask(ctx, draft, "")
    return draft.change(PauseOthers(), done=ctx.done)


def next_question_time(ctx: ConversationContext, session: Session, language: str) -> str:
    rhythm = load_cadence(session.timing.cadence)
    if rhythm is None:
        return ""
    zone = ctx.runtime.rules.zone_of(ctx.person)
    when = format_moment(language, rhythm.next_time(ctx.now, zone), ctx.now, zone)
    return say(language, "next-question-comes", when=when)


def held_question_time(ctx: ConversationContext, session: Session, language: str) -> str:
    """Say when the held question of a session comes; empty where none is held."""
    deadline = ctx.runtime.rules.deadline(session, ctx.person)
    if deadline is None or deadline.due is not Due.ASK:
        return ""
    zone = ctx.runtime.rules.zone_of(ctx.person)
    return say(language, "next-question-comes", when=format_moment(language, max(deadline.at, ctx.now), ctx.now, zone))


def keep_while_held(draft: Draft, ctx: ConversationContext, about: tuple[Choice, ...] = ()) -> None:
    """Keep what somebody tells while the next question waits, and say when the question comes.

    In a pause its time may be long over: it waits anew, after distress until they want it. `about`: buttons about what
    they have told.
    """
    session = draft.session
    draft.set(address=ctx.incoming.address)
    if session.status is not Status.ACTIVE and not session.timing.calm:
        draft.set(status=Status.ACTIVE)
        draft.time(held_at=ctx.now)
    session = draft.session
    language = ctx.spoken_in(session)
    lines = (say(language, "added"), held_question_time(ctx, session, language))
    message = Say(text=" ".join(filter(None, lines)), choices=(command_button(language, "now"), *about))
    draft.tell(message, key=ctx.key("0"), language=language)
