"""An interview that was begun: what there is that is no answer to an open question; and words after its end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from core.contracts.change import Change
from core.contracts.messages import Attachment, Ready, Say
from core.contracts.session import Session, Status
from core.contracts.turn import Interview, Submission, SubmissionKind, Turn
from core.conversation.asking import farewell, unknown_command, unusable
from core.conversation.context import Context
from core.conversation.draft import Draft, Spoken, said
from core.conversation.late import put_turn
from core.conversation.pausing import resume
from core.conversation.phases.new import invited, start
from core.conversation.plan import LEFT
from core.conversation.rendering import command_button
from core.interviews.signals.courtesy import comes_back, is_goodbye, is_hello
from core.store.finding_rows import findings_of
from core.words import FALLBACK, say


async def words(ctx: Context) -> Change:
    """In a pause they go on with it, where they are no goodbye; and where nothing is asked, nothing is under way."""
    session = ctx.view.session
    if session is not None and session.status in LEFT and not is_goodbye(said(ctx.incoming.content) or ""):
        return await resume(replace(ctx, argument=session.id))
    return await ended(ctx)


async def file(ctx: Context) -> Change:
    """A file, where its kind takes such files."""
    found, sent = under_way(ctx), ctx.incoming.content
    if found is None or not isinstance(sent, Attachment) or not found[1].takes.takes_file(sent):
        return await unusable(ctx)
    session, interview = found
    situation = await ctx.situation(session, ctx.view.scene)
    submission = Submission(kind=SubmissionKind.FILE, file=sent)
    turn = interview.submitted(replace(situation, submissions=(submission,)))
    return await unusable(ctx) if turn is None else await _taken(ctx, session, turn)


async def own_command(ctx: Context, name: str) -> Change:
    """A command of its kind, written or pressed."""
    found = under_way(ctx)
    over = found is None
    if found is None:
        found = _over(ctx, name)
    turn = None
    if found is not None:
        turn = found[1].command(await ctx.situation(found[0], ctx.view.scene), name, ctx.argument)
    if found is None or turn is None:
        return ctx.plainly(say(ctx.language, "stale-button")) if ctx.pressed else await unknown_command(ctx)
    if over:
        return _beside(ctx, found[0], turn)
    return await _taken(ctx, found[0], turn)


async def picked(ctx: Context) -> Change:
    """An answer to the open question was pressed: it stands in the transcript in the words of its button."""
    found, scene = under_way(ctx), ctx.view.scene
    turn = None
    if found is not None:
        turn = found[1].picked(await ctx.situation(found[0], scene), ctx.argument)
    if found is None or turn is None or scene is None or scene.question is None:
        return ctx.plainly(say(ctx.language, "stale-button"))
    question, sent = scene.question, ctx.incoming
    draft = ctx.draft(found[0], scene)
    said = Spoken((turn.answer,), "", sent.sent_at, address=sent.address)
    draft.hear((said,) if turn.answer else (), to=question.seq, question_id=question.question_id)
    return await _taken(ctx, found[0], turn, draft)


async def ready(ctx: Context) -> Change:
    """A chore has ended that it waits for; who has left it finds that when they come back."""
    found, news = under_way(ctx), ctx.incoming.content
    turn = None
    if found is not None and isinstance(news, Ready) and news.session_id == found[0].id:
        session, interview = found
        if session.status is Status.ACTIVE:
            situation = await ctx.situation(session, ctx.view.scene)
            findings = await ctx.runtime.store.read(lambda c: findings_of(c, session.id))
            turn = interview.news(replace(situation, findings=findings), news.chore)
    if found is None or turn is None:
        return Change(person_id=ctx.person.id, done=ctx.done)
    return await _taken(ctx, found[0], turn)


def own_commands(ctx: Context) -> dict[str, str]:
    """The commands of the interview that is under way, by name, and what each does."""
    found = under_way(ctx)
    texts = _lasting(ctx) if found is None else found[1].commands
    return {
        name: each.get(ctx.language) or each.get(FALLBACK) or next(iter(each.values())) for name, each in texts.items()
    }


def under_way(ctx: Context) -> tuple[Session, Interview] | None:
    """The interview that is under way, or was left with a question open."""
    session = ctx.view.session
    if session is None or session.open_question is None or session.status is Status.COMPLETED:
        return None
    interview = ctx.interview(session)
    return None if interview is None else (session, interview)


def _over(ctx: Context, name: str) -> tuple[Session, Interview] | None:
    """The interview that has ended, where this command of its kind is good after that."""
    session = ctx.view.session
    interview = None if session is None else ctx.interview(session)
    if session is None or interview is None or session.status is not Status.COMPLETED:
        return None
    return (session, interview) if name in interview.lasting else None


def _lasting(ctx: Context) -> dict[str, Mapping[str, str]]:
    session = ctx.view.session
    interview = None if session is None or session.status is not Status.COMPLETED else ctx.interview(session)
    return {} if interview is None else {name: interview.commands[name] for name in sorted(interview.lasting)}


def _beside(ctx: Context, session: Session, turn: Turn) -> Change:
    """What a command leads to that leaves the interview as it is."""
    draft = ctx.draft(session, ctx.view.scene)
    draft.ask_for(*turn.chores)
    if turn.notice:
        draft.tell(Say(text=turn.notice), key=ctx.key("beside"), language=ctx.language)
    return draft.change(done=ctx.done, findings=turn.findings)


async def _taken(ctx: Context, session: Session, turn: Turn, draft: Draft | None = None) -> Change:
    draft = draft or ctx.draft(session, ctx.view.scene)
    draft.set(status=Status.ACTIVE, address=ctx.incoming.address)
    await put_turn(ctx, draft, turn)
    return draft.change(done=ctx.done, pause_others=session.status is not Status.ACTIVE)


async def ended(ctx: Context) -> Change:
    """Nothing is asked any more: a link begins an interview about it, else they are told how to go on."""
    text, session = said(ctx.incoming.content) or "", ctx.view.session
    if (wanted := await invited(ctx, text)) is not None:
        return wanted
    if is_goodbye(text):
        return farewell(ctx, text)
    if session is None or is_hello(text) or comes_back(text):
        return await start(ctx)
    ways = (
        command_button(ctx.language, "resume", session.id),
        command_button(ctx.language, "interview", label=say(ctx.language, "button-anew")),
    )
    return ctx.reply(Say(text=say(ctx.language, "finished-session"), choices=ways))
