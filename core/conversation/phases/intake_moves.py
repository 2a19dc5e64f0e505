"""Writes what an intake says, up to the first question; and what changes in its words after that."""

from __future__ import annotations

from dataclasses import dataclass, replace

from core.contracts.about import (
    ABOUT,
    About,
    Beginning,
    IntakeEvent,
    IntakeFlow,
    IntakeMessage,
    IntakeMove,
    IntakeScene,
    Opened,
    Reopened,
)
from core.contracts.commits import Commit, KeepFinding, PauseOthers
from core.contracts.messages import Attachment, Incoming, Say, Saying
from core.contracts.session import INTAKE, Session, Status, in_intake
from core.contracts.turn import Interview, TurnContext
from core.conversation.asking import operator_notice
from core.conversation.context import ConversationContext
from core.conversation.draft import Draft, UserMessage, group_messages
from core.documents.readable import excerpt
from core.languages.messages import say
from core.store.consents import kept_mail
from core.store.finding_rows import finding_text, findings_of, sessions_about
from core.store.mailbox_rows import MailItem, session_by_id, where_written

_LONGEST_TITLE = 80


@dataclass(slots=True)
class IntakeDraft:
    """One step of an intake in the making."""

    ctx: ConversationContext
    draft: Draft
    interview: Interview
    done: tuple[int, ...]
    """The mailbox items that are handled with it."""
    _letters: int = 0

    @property
    def language(self) -> str:
        return self.ctx.spoken_in(self.draft.session)

    def tell(self, saying: Saying) -> None:
        self.draft.tell(saying, key=self.ctx.key(f"about-{self._letters}"), language=self.language)
        self._letters += 1

    async def taken(self, move: IntakeMove) -> Commit:
        """Return the change that a move makes; it resumes no other interview."""
        draft = self.draft
        if move.value is not None:
            draft.set(state={INTAKE: move.value})
        for saying in move.says:
            self.tell(saying)
        draft.ask_for(*move.chores)
        if move.begins is None:
            draft.find(*move.findings)
            return draft.change(done=self.done)
        await self._begin(move.begins)
        draft.find((ABOUT, move.begins.value), *move.findings)
        return draft.change(PauseOthers(), done=self.done)

    async def _begin(self, begins: Beginning) -> None:
        """Ask the first question; what was told in the intake begins the transcript."""
        ctx, session, draft = self.ctx, self.draft.session, self.draft
        refs = frozenset(message.ref for message in begins.told if message.ref)
        chats = await ctx.runtime.store.read(lambda c: where_written(c, ctx.person.id, refs))
        told = (
            UserMessage(
                (m.text,), m.ref, m.at or ctx.now, m.seconds, m.audio, address=chats.get(m.ref, session.address)
            )
            for m in begins.told
        )
        draft.hear(tuple(told), to=None)
        # Those that the session is bound to: a newer release may have come while it was prepared.
        scripts = await ctx.runtime.scripts(session.script_digest)
        situation = TurnContext(
            person=ctx.person,
            session=session.model_copy(update={"state": {}}),
            scripts=scripts,
            now=ctx.now,
            about=About(value=begins.value, told=tuple(message.text for message in begins.told)),
        )
        turn = self.interview.begin(situation, offline=ctx.runtime.offline)
        notice = "\n\n".join(filter(None, (begins.notice, operator_notice(ctx, turn.notice))))
        draft.set(title=session_title(scripts.speak(session.language).title, begins.title))
        draft.apply(replace(turn, notice=notice), key=ctx.key("turn"), language=self.language)


def current_intake(ctx: ConversationContext, session: Session | None) -> tuple[Session, Interview, IntakeFlow] | None:
    """Return the session and its intake; None for a session that is not in its intake."""
    if session is None or not in_intake(session) or session.status is Status.COMPLETED:
        return None
    interview = ctx.interview(session)
    return None if interview is None or interview.intake is None else (session, interview, interview.intake)


def start_intake_step(
    ctx: ConversationContext, session: Session, interview: Interview, *, done: tuple[int, ...] | None = None
) -> IntakeDraft:
    """Return a step of an intake, with which it is under way again."""
    draft = Draft(session, ctx.now)
    draft.set(touched_at=max(ctx.now, session.touched_at), address=ctx.incoming.address, status=Status.ACTIVE)
    return IntakeDraft(ctx, draft, interview, ctx.done if done is None else done)


async def intake_scene(ctx: ConversationContext, session: Session) -> IntakeScene:
    findings, others = await ctx.runtime.store.read(
        lambda c: (findings_of(c, session.id), sessions_about(c, ctx.person.id))
    )
    return IntakeScene(
        person=ctx.person,
        session=session,
        language=ctx.spoken_in(session),
        zone=ctx.runtime.rules.zone_of(ctx.person),
        now=ctx.now,
        understands=not ctx.model.offline,
        findings=findings,
        others=others,
    )


async def open_intake(
    ctx: ConversationContext,
    draft: Draft,
    interview: Interview,
    flow: IntakeFlow,
    about: str,
    told: tuple[Incoming, ...] = (),
) -> Commit:
    """Begin the intake of a session; `about`: what was said with the wish for it, `told`: what was sent before."""
    files = tuple(item.content for item in told if isinstance(item.content, Attachment))
    event = Opened(about, tuple(map(to_intake_message, group_messages(told))), files)
    step = IntakeDraft(ctx, draft, interview, ctx.done)
    return await apply_intake_event(step, flow, event) or draft.change(done=ctx.done)


async def resume_intake(ctx: ConversationContext, session: Session, interview: Interview, flow: IntakeFlow) -> Commit:
    step = start_intake_step(ctx, session, interview)
    change = await apply_intake_event(step, flow, Reopened()) or step.draft.change(done=step.done)
    return change.having(PauseOthers())


async def apply_intake_event(step: IntakeDraft, flow: IntakeFlow, event: IntakeEvent) -> Commit | None:
    """Return what an event leads to, which resumes no other interview; None where it means nothing."""
    move = flow.step(await intake_scene(step.ctx, step.draft.session), event)
    return None if move is None else await step.taken(move)


def to_intake_message(said: UserMessage) -> IntakeMessage:
    return IntakeMessage(ref=said.ref, text=said.text, at=said.at, seconds=said.seconds, audio=said.audio)


def session_title(kind: str, title: str) -> str:
    """Return the title of an interview in lists."""
    return excerpt(" – ".join(filter(None, (kind, title))), _LONGEST_TITLE)


def add_early_words(ctx: ConversationContext, items: tuple[MailItem, ...]) -> Commit:
    """Put words that were sent before the first question was seen with what was told before it."""
    session = ctx.view.session
    assert session is not None  # noqa: S101 - it has a question
    draft = Draft(session, ctx.now)
    language = ctx.spoken_in(session)
    draft.hear(group_messages(item.incoming for item in items), to=None)
    draft.show_heard(key=ctx.key("heard"), language=language)
    draft.tell(Say(text=say(language, "intake-noted")), key=ctx.key("noted"), language=language)
    return draft.change(done=tuple(item.id for item in items))


async def follow_intake_message(
    ctx: ConversationContext, ref: str, text: str = "", *, items: tuple[int, ...] = (), session_id: str = ""
) -> Commit | None:
    """Have what an interview is about follow a message that says `text` now, or was deleted (`items`: its mail).

    None where nothing of it stands there.
    """
    wanted = session_id or (ctx.view.session.id if ctx.view.session is not None else "")
    session, value = await ctx.runtime.store.read(lambda c: (session_by_id(c, wanted), finding_text(c, wanted, ABOUT)))
    interview = None if session is None else ctx.interview(session)
    if session is None or value is None or interview is None or interview.intake is None:
        return None
    kept = await ctx.runtime.store.read(lambda c: kept_mail(c, ctx.person.id, items)) if items else ()
    gone = tuple(message.text for message in group_messages(kept))
    changed = interview.intake.followed(About(value=value), ref, text, gone)
    if changed is None:
        return None
    draft = Draft(session, ctx.now)
    if changed.title is not None:
        script = (await ctx.runtime.scripts(session.script_digest)).speak(session.language)
        draft.set(title=session_title(script.title, changed.title))
    return draft.change(KeepFinding(ABOUT, changed.value), done=ctx.done)
