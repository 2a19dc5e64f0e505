"""Pauses an interview, and resumes one: asks which, says where they were, and repeats its open question."""

from __future__ import annotations

from dataclasses import replace

from core.contracts.commits import Commit, PauseOthers
from core.contracts.messages import LEAVING, Choice, Say, Style, StyledMessage
from core.contracts.session import QUESTIONS, Session, Status, in_intake
from core.contracts.turn import Turn
from core.conversation.asking import repeat_question
from core.conversation.context import ConversationContext
from core.conversation.draft import Draft, command_button, format_money, join_messages, progress_line
from core.conversation.phases.intake_moves import current_intake, resume_intake
from core.documents.readable import excerpt
from core.languages.messages import say
from core.store.finding_rows import findings_of, sessions_about
from core.store.mailbox_rows import QuestionScene, load_question_scene, session_by_id, sessions_of, talk_since
from core.store.records import costs_of
from core.timing.time_formatting import format_ago

MOST = 8
"""Interviews to choose from; who has more of them left finds the others by finishing some."""
LONGEST_SHOW = 60
"""Characters of what the subject of an interview belongs to."""


async def pause_interview(ctx: ConversationContext) -> Commit:
    """Stop for now; everything stays as it is."""
    session = ctx.view.session
    leaving = ctx.argument == LEAVING
    if session is None or session.status not in {Status.ACTIVE, Status.PAUSED}:
        return ctx.respond("farewell" if leaving else "nothing-to-pause")
    if session.status is Status.PAUSED and not ctx.before:
        return ctx.respond("farewell" if leaving else "already-paused")
    draft = ctx.draft(session, ctx.view.scene)
    draft.set(status=Status.PAUSED, touched_at=ctx.now)
    language = ctx.spoken_in(session)
    ways = () if leaving else (command_button(language, "resume", session.id), command_button(language, "done"))
    draft.tell(Say(text=say(language, "paused"), choices=ways), key=ctx.key("0"), language=language)
    return draft.change(done=ctx.done)


async def resume_interview(ctx: ConversationContext) -> Commit:
    """Resume where they were, with the open question again, or a way on where it has its answer."""
    session = ctx.view.session
    wanted = await ctx.runtime.store.read(lambda c: session_by_id(c, ctx.argument)) if ctx.argument else None
    if wanted is not None and wanted.person_id == ctx.person.id:
        session = wanted
    elif ctx.argument and ctx.pressed:
        return ctx.respond("stale-button")
    elif several := await _to_choose_from(ctx):
        return ctx.reply(await _which_to_resume(ctx, several))
    interview = None if session is None else ctx.interview(session)
    if session is None or interview is None:
        return ctx.respond("nothing-to-resume")
    if (intake := current_intake(ctx, session)) is not None:
        return await resume_intake(ctx, *intake)
    found = await ctx.runtime.store.read(lambda c: load_question_scene(c, session))
    language = ctx.spoken_in(session)
    question = found.question
    if question is None:
        question = next((e for e in reversed(found.tail) if e.kind in QUESTIONS), None)
    draft = Draft(session, ctx.now)
    draft.set(
        status=Status.ACTIVE,
        address=ctx.incoming.address,
        touched_at=ctx.now,
        open_question=None if question is None else question.seq,
    )
    draft.time(held_at=None)
    if session.status is Status.COMPLETED:
        page = StyledMessage().add(say(language, "reopened"))
        turn = await _next_after_end(ctx, draft.session, found)
        if turn is not None:
            draft.apply(turn, key=ctx.key("turn"), language=language)
            return draft.change(PauseOthers(), done=ctx.done)
    else:
        said = join_messages(e.text for e in found.answers)
        situation = await ctx.situation(draft.session, found, answer=said)
        since = interview.sees_from(session)
        talk = () if ctx.model.offline else await ctx.runtime.store.read(lambda c: talk_since(c, session.id, since))
        written = await ctx.runtime.store.read(lambda c: findings_of(c, session.id))
        turn = await interview.welcome(replace(situation, talk=talk, findings=written), ctx.model)
        page = StyledMessage()
        if turn.question is not None or turn.remark:
            draft.apply(turn, key=ctx.key("turn"), language=language)
        else:
            draft.set(state=dict(turn.state))
            page.add(turn.notice, Style.ITALIC)
        if turn.question is not None:
            return draft.change(PauseOthers(), done=ctx.done)
    if question is None:
        draft.tell(page.say(), key=ctx.key("0"), language=language)
    else:
        message = await repeat_question(ctx, draft.session, page, question)
        draft.tell(message, key=ctx.key("0"), language=language, seq=question.seq)
    return draft.change(PauseOthers(), done=ctx.done)


async def _next_after_end(ctx: ConversationContext, session: Session, found: QuestionScene) -> Turn | None:
    """Return the next question of a finished interview whose last one needs no answer any more; None for no other."""
    interview = ctx.interview(session)
    if interview is None or not (found.answers or session.timing.parting):
        return None
    turn = interview.skip(await ctx.situation(session, found))
    if turn.closes or turn.question is None:
        return None
    return replace(turn, notice=say(ctx.spoken_in(session), "reopened-next"))


async def _to_choose_from(ctx: ConversationContext) -> tuple[Session, ...]:
    """Return the sessions that may be meant; empty where there is nothing to choose."""
    found = await ctx.runtime.store.read(lambda c: sessions_of(c, ctx.person.id))
    if any(s.status is Status.ACTIVE for s in found):
        return ()
    waiting = [s for s in found if s.status in {Status.PAUSED, Status.ABANDONED}]
    if found and found[0] not in waiting:
        waiting.insert(0, found[0])
    known_ones = tuple(s for s in waiting if ctx.interview(s) is not None)
    return known_ones[:MOST] if len(known_ones) > 1 else ()


async def _which_to_resume(ctx: ConversationContext, several: tuple[Session, ...]) -> Say:
    """Show a line and a button for each session that can be resumed."""
    costs = await ctx.runtime.store.read(lambda c: costs_of(c, [s.id for s in several]))
    about = await ctx.runtime.store.read(lambda c: sessions_about(c, ctx.person.id))
    known_kinds = ((session, ctx.interview(session), its) for session, its in about)
    shows = {s.id: excerpt(kind.called(its).within, LONGEST_SHOW) for s, kind, its in known_kinds if kind is not None}
    page = StyledMessage().add(ctx.say("choose-resume"))
    choices: list[Choice] = []
    for number, session in enumerate(several, start=1):
        how_far = await _how_far(ctx, session)
        named = " · ".join(filter(None, (session.title, shows.get(session.id, ""))))
        around = ctx.say("last-touched", when=format_ago(ctx.language, session.touched_at, ctx.now))
        if ctx.runtime.show_cost:
            cost = format_money(costs.get(session.id, 0), ctx.language)
            around = f"{around} · {ctx.say('cost-so-far', cost=cost)}"
        page.add(f"{number}. {named}: {how_far}\n{around}")
        choices.append(ctx.button("resume", session.id, label=f"{number}. {session.title} – {how_far}"))
    return page.say(tuple(choices))


async def _how_far(ctx: ConversationContext, session: Session) -> str:
    if session.status is Status.COMPLETED:
        return ctx.say("state-completed")
    if in_intake(session):
        return ctx.say("state-not-begun")
    progress = await ctx.progress(session)
    if progress is None:
        return ctx.say(f"state-{session.status.value}")
    return progress_line(ctx.language, progress)
