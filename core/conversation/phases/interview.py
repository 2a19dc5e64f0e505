"""Handles what is no answer to the open question of an interview that was begun, and words after its end."""

from __future__ import annotations

from dataclasses import replace

from core.contracts.commits import Commit, PauseOthers
from core.contracts.messages import Attachment, Choice, Ready, Say, fits_button
from core.contracts.session import EntryKind, Reason, Role, Session, Status, in_intake
from core.contracts.turn import Interview, Submission, SubmissionKind, Turn
from core.conversation.answering import apply_turn
from core.conversation.asking import TRANSCRIPT, reject_file, unknown_command
from core.conversation.context import ConversationContext
from core.conversation.draft import Draft, UserMessage, group_messages, text_of_content
from core.conversation.pausing import resume_interview
from core.conversation.phases.new import begin_from_text, handle_start
from core.conversation.plan import LEFT
from core.documents.readable import plain_date
from core.interviews.scripted_base.books import BOOKS
from core.languages.messages import FALLBACK, say
from core.languages.phrases import PARTING, Phrase, is_phrase
from core.languages.sensitive import is_plain_danger
from core.store.finding_rows import findings_of
from core.store.mailbox_rows import load_question_scene, session_by_id, talk_since
from core.store.records import load_record

POSTSCRIPT = "postscript"
"""The button that adds words after the end to what was told; its argument says which: SESSION-SEQ-COUNT."""


async def handle_interview_text(ctx: ConversationContext) -> Commit:
    """Resume an interview that was left, unless they say goodbye; otherwise nothing is asked any more."""
    session = ctx.view.session
    leaving = is_phrase(text_of_content(ctx.incoming.content) or "", ctx.language, *PARTING)
    if session is not None and session.status in LEFT and not leaving:
        return await resume_interview(replace(ctx, argument=session.id))
    return await handle_after_end(ctx)


async def handle_interview_file(ctx: ConversationContext) -> Commit:
    """Take a file, where the kind takes such files."""
    found, sent = current_interview(ctx), ctx.incoming.content
    if found is None or not isinstance(sent, Attachment) or not found[1].takes.takes_file(sent):
        return await reject_file(ctx)
    session, interview = found
    situation = await ctx.situation(session, ctx.view.scene)
    submission = Submission(kind=SubmissionKind.FILE, file=sent)
    turn = interview.submitted(replace(situation, submissions=(submission,)))
    return await reject_file(ctx) if turn is None else await _taken(ctx, session, turn)


async def handle_own_command(ctx: ConversationContext, name: str) -> Commit:
    found = current_interview(ctx)
    over = found is None
    if found is None:
        session = ctx.view.session
        interview = None if session is None else ctx.interview(session)
        if session is not None and interview is not None and session.status is Status.COMPLETED:
            found = (session, interview) if name in interview.lasting else None
    turn = None
    if found is not None:
        turn = found[1].command(await ctx.situation(found[0], ctx.view.scene), name, ctx.argument)
    if found is None or turn is None:
        return ctx.respond("stale-button") if ctx.pressed else await unknown_command(ctx)
    if over:
        draft = ctx.draft(found[0], ctx.view.scene)
        draft.ask_for(*turn.chores)
        if turn.notice:
            draft.tell(Say(text=turn.notice), key=ctx.key("beside"), language=ctx.language)
        draft.find(*turn.findings)
        return draft.change(done=ctx.done)
    return await _taken(ctx, found[0], turn)


async def handle_picked_answer(ctx: ConversationContext) -> Commit:
    """Take a pressed answer to the open question: it stands in the transcript in the words of its button."""
    found, scene = current_interview(ctx), ctx.view.scene
    turn = None
    if found is not None:
        turn = found[1].picked(await ctx.situation(found[0], scene), ctx.argument)
    if found is None or turn is None or scene is None or scene.question is None:
        return ctx.respond("stale-button")
    question, sent = scene.question, ctx.incoming
    draft = ctx.draft(found[0], scene)
    said = UserMessage((turn.answer,), "", sent.sent_at, address=sent.address)
    draft.hear((said,) if turn.answer else (), to=question.seq, question_id=question.question_id)
    return await _taken(ctx, found[0], turn, draft)


async def handle_interview_ready(ctx: ConversationContext) -> Commit:
    """Go on when a chore has ended that the interview waits for; somebody who left it finds that on their return."""
    found, news = current_interview(ctx), ctx.incoming.content
    turn = None
    if isinstance(news, Ready) and news.chore == BOOKS:
        return await _read_late(ctx, news.session_id)
    if found is not None and isinstance(news, Ready) and news.session_id == found[0].id:
        session, interview = found
        if session.status is Status.ACTIVE:
            situation = await ctx.situation(session, ctx.view.scene)
            findings = await ctx.runtime.store.read(lambda c: findings_of(c, session.id))
            turn = interview.news(replace(situation, findings=findings), news.chore)
    if found is None or turn is None:
        return Commit(person_id=ctx.person.id, done=ctx.done)
    return await _taken(ctx, found[0], turn)


async def _read_late(ctx: ConversationContext, session_id: str) -> Commit:
    """Take over what the books found late, whatever has become of the interview: it opens nothing and asks nothing."""
    session = await ctx.runtime.store.read(lambda c: session_by_id(c, session_id))
    interview = None if session is None else ctx.interview(session)
    if session is None or interview is None or session.person_id != ctx.person.id or in_intake(session):
        return Commit(person_id=ctx.person.id, done=ctx.done)
    found, findings = await ctx.runtime.store.read(
        lambda c: (load_question_scene(c, session), findings_of(c, session_id))
    )
    turn = interview.news(replace(await ctx.situation(session, found), findings=findings), BOOKS)
    if turn is None:
        return Commit(person_id=ctx.person.id, done=ctx.done)
    draft = Draft(session, ctx.now)
    draft.apply(turn, key=ctx.key("turn"), language=ctx.spoken_in(session))
    if turn.kept_back and session.status is Status.COMPLETED:
        draft.ask_for(TRANSCRIPT)
    return draft.change(done=ctx.done)


def own_commands(ctx: ConversationContext) -> dict[str, str]:
    """Return the commands of the interview that is under way or has just ended, by name, and what each does."""
    session, found = ctx.view.session, current_interview(ctx)
    if found is not None:
        texts = found[1].commands
    else:
        interview = None if session is None or session.status is not Status.COMPLETED else ctx.interview(session)
        texts = {} if interview is None else {name: interview.commands[name] for name in sorted(interview.lasting)}
    return {
        name: each.get(ctx.language) or each.get(FALLBACK) or next(iter(each.values())) for name, each in texts.items()
    }


def current_interview(ctx: ConversationContext) -> tuple[Session, Interview] | None:
    """Return the interview that is under way, or was left with a question open."""
    session = ctx.view.session
    if session is None or session.open_question is None or session.status is Status.COMPLETED:
        return None
    interview = ctx.interview(session)
    return None if interview is None else (session, interview)


async def _taken(ctx: ConversationContext, session: Session, turn: Turn, draft: Draft | None = None) -> Commit:
    draft = draft or ctx.draft(session, ctx.view.scene)
    draft.set(status=Status.ACTIVE, address=ctx.incoming.address)
    await apply_turn(ctx, draft, turn)
    return draft.change(*(() if session.status is Status.ACTIVE else (PauseOthers(),)), done=ctx.done)


async def give_floor_for_more(ctx: ConversationContext) -> Commit:
    """Let them tell more about what they have just told."""
    found = current_interview(ctx)
    if found is None:
        return ctx.respond("stale-button")
    return await _taken(ctx, found[0], found[1].more(await ctx.situation(found[0], ctx.view.scene)))


async def add_postscript(ctx: ConversationContext) -> Commit:
    """Make words that came after the end a part of what was told, under a heading of their own."""
    session_id, _, numbers = ctx.argument.partition("-")
    first, _, count = numbers.partition("-")
    wanted = range(int(first), int(first) + int(count)) if first.isdecimal() and count.isdecimal() else range(0)
    session = await ctx.runtime.store.read(lambda c: session_by_id(c, session_id))
    if session is None or session.person_id != ctx.person.id or not wanted:
        return ctx.respond("stale-button")
    whole, _ = await ctx.runtime.store.read(lambda c: load_record(c, session_id))
    said = [
        entry
        for entry in whole.entries
        if entry.seq in wanted
        and entry.role is Role.PERSON
        and entry.kind is EntryKind.REMARK
        and not entry.withdrawn
        and entry.newest.reason is not Reason.DELETED
    ]
    if not said:
        return ctx.respond("stale-button")
    draft = Draft(session, ctx.now)
    language = ctx.spoken_in(session)
    day = plain_date(language, ctx.now.astimezone(ctx.runtime.rules.zone_of(ctx.person)).date())
    draft.append_postscript(
        said, heading=say(language, "postscript-title", day=day), lead=say(language, "postscript-lead")
    )
    draft.ask_for(TRANSCRIPT)
    draft.tell(Say(text=say(language, "postscript-added")), key=ctx.key("0"), language=language)
    return draft.change(done=ctx.done)


async def handle_after_end(ctx: ConversationContext) -> Commit:
    """Answer words where nothing is asked: a link begins an interview about it; a model replies to the others.

    Such words are kept as a remark: they are no answer, and they open nothing again. A button adds them to what was
    told.
    """
    text, session = text_of_content(ctx.incoming.content) or "", ctx.view.session
    if (wanted := await begin_from_text(ctx, text)) is not None:
        return wanted
    if session is None:
        return await handle_start(ctx)
    ways: tuple[Choice, ...] = (
        ctx.button("resume", session.id),
        ctx.button("interview", label=ctx.say("button-anew")),
    )
    if is_phrase(text, ctx.language, Phrase.HELLO) and ctx.model.offline:
        return await handle_start(ctx)
    run = ctx.burst or (ctx.item,)
    draft = Draft(session, ctx.now)
    run_of_words = group_messages(item.incoming for item in run)
    draft.hear(run_of_words, to=None, beside=True)
    interview, answer = ctx.interview(session), ""
    if interview is not None and not ctx.model.offline and session.status is Status.COMPLETED:
        since = interview.sees_from(session)
        talk = await ctx.runtime.store.read(lambda c: talk_since(c, session.id, since))
        situation = await ctx.situation(session, ctx.view.scene, answer=draft.added[-1].text)
        answer = await interview.afterword(replace(situation, talk=(*talk, *draft.added)), ctx.model)
    if answer:
        draft.remark(answer)
    elif is_phrase(text, ctx.language, *PARTING):
        answer, ways = ctx.say("farewell"), ()
    else:
        answer = ctx.say("finished-session")
    adding = f"{session.id}-{draft.added[0].seq}-{len(run_of_words)}"
    if ways and session.status is Status.COMPLETED and session.counters.answers and fits_button(adding):
        ways = (ctx.button(POSTSCRIPT, adding), *ways)
    if interview is not None and is_plain_danger(draft.added[0].text, ctx.language):
        answer = f"{answer}\n\n{interview.help_text(ctx.language)}"
    draft.tell(Say(text=answer, choices=ways), key=ctx.key("0"), language=ctx.language)
    return draft.change(done=tuple(item.id for item in run))
