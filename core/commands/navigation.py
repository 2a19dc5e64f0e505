"""Moves through an interview: skips, takes back and finishes, and says how far it is."""

from __future__ import annotations

import re

from core.contracts.commits import Commit, MarkUnreachable, PauseOthers
from core.contracts.messages import Say, Style, StyledMessage
from core.contracts.session import QUESTIONS, Entry, EntryKind, Role, Session, Status
from core.contracts.turn import Interview
from core.conversation.asking import FORMS, STYLED, TRANSCRIPT, finish_interview, repeat_question
from core.conversation.context import ConversationContext
from core.conversation.deadlines import ask_held_question, held_question_time
from core.conversation.draft import Draft, progress_line, visible_progress
from core.conversation.feature_hooks import add_to_turn
from core.conversation.pausing import resume_interview
from core.conversation.phases.interview import current_interview
from core.conversation.plan import unheard_before
from core.documents.exchanges import summary_sentence, talk_figures
from core.languages.lexicon import any_word
from core.languages.messages import say
from core.store.mailbox_rows import QuestionScene, session_by_id
from core.store.records import load_record, session_ids
from core.store.store import Connection

_FORMS = {"pdf": "pdf", "word": "docx", "docx": "docx", "markdown": "md", "md": "md"}
"""What people call the forms of a transcript."""
_STYLE = re.compile(rf"(?:{any_word('small_words', 'style')}\s*[=:]?\s*)?(\S+)", re.IGNORECASE)
BAR = 20
"""Cells of the progress bar."""


def _under_way(ctx: ConversationContext) -> tuple[Session, QuestionScene, Interview] | None:
    """Return the session that is active, or was left with a question open."""
    found, scene = current_interview(ctx), ctx.view.scene
    return None if found is None or scene is None else (found[0], scene, found[1])


def _not_under_way(ctx: ConversationContext, otherwise: str) -> Commit:
    """Tell somebody who has finished that they have; else say the message under `otherwise`."""
    session = ctx.view.session
    finished = session is not None and session.status is Status.COMPLETED
    return ctx.respond("already-done" if finished else otherwise)


async def skip_elsewhere(ctx: ConversationContext) -> Commit:
    """Ask a question about something else."""
    return await skip_question(ctx, elsewhere=True)


async def skip_question(ctx: ConversationContext, *, elsewhere: bool = False) -> Commit:
    """Ask the next question at once; `elsewhere`: about something else."""
    if (here := _under_way(ctx)) is None:
        return _not_under_way(ctx, "nothing-to-skip")
    session, found, interview = here
    if session.timing.held:
        return await ask_held_question(ctx, session)  # the next question is there already, and was not seen yet
    draft = ctx.draft(session, found)
    draft.set(status=Status.ACTIVE, address=ctx.incoming.address)
    situation = await ctx.situation(draft.session, found)
    turn = interview.skip(situation, elsewhere=elsewhere)
    if turn.closes:
        return await finish_interview(ctx, draft, found, interview)
    turn = await add_to_turn(ctx, draft, turn)
    draft.apply(turn, key=ctx.key("turn"), language=ctx.spoken_in(draft.session))
    return draft.change(PauseOthers(), done=ctx.done)


async def ask_question_now(ctx: ConversationContext) -> Commit:
    """Ask the next question at once, where it waits for its time; else repeat the open one."""
    session = ctx.view.session
    if session is not None and session.timing.held and session.status is not Status.COMPLETED:
        return await ask_held_question(ctx, session)
    return await resume_interview(ctx)


async def handle_unreachable(ctx: ConversationContext) -> Commit:
    """Pause for somebody who cannot be written to any more, and drop what waits for them."""
    session = ctx.view.session
    where = ctx.incoming.address
    if session is None or session.status not in {Status.ACTIVE, Status.PAUSED} or session.address != where:
        return Commit(person_id=ctx.person.id, done=(ctx.item.id,), effects=(MarkUnreachable(where),))
    draft = ctx.draft(session, ctx.view.scene)
    draft.set(status=Status.PAUSED, touched_at=ctx.now)
    draft.time(gone=True)
    return draft.change(MarkUnreachable(where), done=ctx.done)


# --- taking back --------------------------------------------------------------------------------------------------


async def undo_answer(ctx: ConversationContext) -> Commit:
    """Take back the last answer, and ask its question again."""
    if (here := _under_way(ctx)) is None:
        return _not_under_way(ctx, "nothing-to-undo")
    session, found, _ = here
    draft = ctx.draft(session, found)
    lines = await _lines(ctx, draft)
    unheard = unheard_before(ctx.view, ctx.item, session)
    # What is unheard is taken back as soon as it is heard, and what was said before it in the same breath is now.
    answer = _last_answer(lines) if unheard is None else [e for e in draft.added if e.answers == unheard]
    to = unheard if unheard is not None else answer[0].answers if answer else None
    if to is None:
        # Nothing was answered yet: the last message of what was told before the first question is taken back.
        told = [e for e in lines if e.kind is EntryKind.ANSWER and e.answers is None and not e.withdrawn]
        answer, to = told[-1:], session.open_question if told else None
    question = next((e for e in lines if e.seq == to), None)
    if question is None:
        return ctx.respond("nothing-to-undo")
    for entry in answer:
        draft.withdraw(entry)
    return await _return_to(ctx, draft, lines, question, "undone")


def _last_answer(lines: tuple[Entry, ...]) -> list[Entry]:
    """Return the messages of the answer that was given last; empty when there is none.

    What was said to its question before it was gone back to is another answer: between them stands another question.
    """
    said = [e for e in lines if e.answers is not None and not e.withdrawn]
    answered = {e.answers for e in said}
    messages: list[Entry] = []
    for entry in reversed(lines):
        if said and entry.answers == said[-1].answers and not entry.withdrawn:
            messages.append(entry)
        elif messages and entry.kind in QUESTIONS and (entry.withdrawn or entry.seq in answered):
            break
    return messages


async def go_back(ctx: ConversationContext) -> Commit:
    """Open the question before again, without losing what was said to it."""
    if (here := _under_way(ctx)) is None:
        return _not_under_way(ctx, "nothing-to-skip")
    session, found, _ = here
    draft = ctx.draft(session, found)
    lines = await _lines(ctx, draft)
    asked = [e for e in lines if e.kind in QUESTIONS and not e.withdrawn]
    before = [e for e in asked if e.seq < (session.open_question or 0)]
    if not before:
        return ctx.respond("nothing-before")
    return await _return_to(ctx, draft, lines, before[-1], "back-to")


async def _lines(ctx: ConversationContext, draft: Draft) -> tuple[Entry, ...]:
    """Return the whole interview with the draft: the few lines that a turn looks at may not reach back far enough."""
    whole, _ = await ctx.runtime.store.read(lambda c: load_record(c, draft.session.id))
    return (*whole.entries, *draft.added)


async def _return_to(
    ctx: ConversationContext, draft: Draft, lines: tuple[Entry, ...], question: Entry, key: str
) -> Commit:
    """Make an earlier question the open one again, as it was when it was asked; what led away from it is taken back."""
    shown = [e for e in lines if not e.withdrawn and e.seq not in draft.withdrawn]
    answered = {e.answers for e in shown}
    for entry in shown:
        unanswered = entry.kind not in QUESTIONS or entry.seq not in answered
        if entry.role is Role.INTERVIEWER and entry.seq > question.seq and unanswered:
            draft.withdraw(entry)
    if question.withdrawn:
        draft.restore(question)
    then, interview = question.state or {}, ctx.interview(draft.session)
    draft.set(
        status=Status.ACTIVE,
        open_question=question.seq,
        state=dict(then if interview is None else interview.gone_back(then, draft.session.state)),
        address=ctx.incoming.address,
        touched_at=ctx.now,
    )
    draft.time(held_at=None, parting=False)
    language = ctx.spoken_in(draft.session)
    page = StyledMessage().add(say(language, key), Style.ITALIC)
    message = await repeat_question(ctx, draft.session, page, question)
    draft.tell(message, key=ctx.key("0"), language=language, seq=question.seq)
    return draft.change(PauseOthers(), done=ctx.done)


# --- finishing ----------------------------------------------------------------------------------------------------


async def handle_done(ctx: ConversationContext) -> Commit:
    """Ask the parting question once; then say the outro, which the transcript and later the readings follow."""
    if (here := _under_way(ctx)) is None:
        return _not_under_way(ctx, "nothing-to-finish")
    session, found, interview = here
    draft = ctx.draft(session, found)
    if draft.session.counters.answers and not (session.timing.parting or session.timing.calm or session.timing.held):
        turn = interview.parting(await ctx.situation(draft.session, found))
        if turn is not None:
            draft.set(status=Status.ACTIVE, address=ctx.incoming.address)
            draft.apply(turn, key=ctx.key("turn"), language=ctx.spoken_in(session))
            draft.time(parting=True)
            return draft.change(PauseOthers(), done=ctx.done)
    return await finish_interview(ctx, draft, found, interview)


async def send_transcript(ctx: ConversationContext) -> Commit:
    """Send what there is so far, in the usual form or the one that was asked for."""
    wanted, _, named = ctx.argument.partition("-")
    form = _FORMS.get(wanted.casefold(), "")
    if ctx.pressed and named:
        return await _send_form(ctx, form, named)
    session = ctx.view.session
    if session is None or session.counters.answers == 0:
        return ctx.respond("transcript-empty")
    written, interview = _STYLE.fullmatch(ctx.argument), ctx.interview(session)
    styles = {} if interview is None else interview.styles
    style = styles.get(written[1].casefold(), "") if written is not None else ""
    if ctx.argument and not style and not (form and not styles):
        return ctx.respond("transcript-styles" if styles else "transcript-forms")
    draft = Draft(session, ctx.now)
    draft.ask_for(f"{STYLED}{style}" if style else FORMS.get(form, TRANSCRIPT))
    return draft.change(done=(ctx.item.id,))


async def _send_form(ctx: ConversationContext, form: str, session_id: str) -> Commit:
    """Send the transcript of the interview that a button names, in one form."""

    def own(c: Connection) -> Session | None:
        return session_by_id(c, session_id) if session_id in session_ids(c, ctx.person.id) else None

    session = await ctx.runtime.store.read(own)
    if session is None or not form:
        return ctx.respond("stale-button")
    draft = Draft(session, ctx.now)
    draft.ask_for(FORMS[form])
    return draft.change(done=(ctx.item.id,))


# --- where it stands ----------------------------------------------------------------------------------------------


async def show_status(ctx: ConversationContext) -> Commit:
    session = ctx.view.session
    progress = None if session is None else await ctx.progress(session)
    if session is None or progress is None:
        return ctx.respond("no-status")
    whole, _ = await ctx.runtime.store.read(lambda c: load_record(c, session.id))
    done, total = progress.done, progress.total
    if progress.chapters:
        done, total = progress.chapters_done, progress.chapters
    filled = max(1, round(BAR * done / max(1, total)))
    bar = "▓" * filled + "░" * (BAR - filled)
    lines = [
        ctx.say("status", title=session.title, state=ctx.say(f"state-{session.status.value}")),
        f"{bar} {progress_line(ctx.language, progress)}",
        summary_sentence(talk_figures(whole), ctx.language),
        held_question_time(ctx, session, ctx.language),
    ]
    return ctx.reply(Say(text="\n".join(filter(None, lines)), progress=visible_progress(progress)))
