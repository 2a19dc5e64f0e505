"""Asks for a story again, reads back what was told before, and lets people choose which telling is shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.contracts.commits import Commit, PauseOthers
from core.contracts.messages import Choice, Say, Style, StyledMessage, fits_button
from core.contracts.script import Chapter, Script
from core.contracts.session import ENDED, EntryKind, Record, Session, Status
from core.contracts.turn import Interview
from core.conversation import voices
from core.conversation.asking import TRANSCRIPT
from core.conversation.context import ConversationContext
from core.conversation.draft import Draft, command_button
from core.conversation.phases.interview import current_interview
from core.documents.exchanges import Exchange, answered_exchanges
from core.documents.readable import excerpt, plain_date
from core.documents.visibility import answer_text, answered_questions, repeated_tellings, shown_question
from core.features.search.matching import matches_groups, search_groups
from core.languages.messages import say
from core.store.records import load_record

LATELY = 6
"""Answers that can be chosen by a button, the newest."""
ASKED = 40
"""Characters of a question on a button."""
READ_BACK = 3_500
"""Characters of earlier words that are read back."""
BEGINNING = 200
"""Characters of each telling that are shown in the list."""


async def ask_again(ctx: ConversationContext) -> Commit:
    """Ask once more what was answered last, or what is named behind the command; what was told before stays."""
    if ctx.pressed:
        return await voices.request_new_recording(ctx)  # a button of an earlier version, under words that were heard
    if (here := await _here(ctx)) is None:
        return await ctx.beside(Say(text=ctx.say("again-nothing")))
    draft, whole, interview = here
    there = _answered(whole)
    if ctx.argument:
        groups = search_groups(ctx.argument)
        there = [each for each in there if matches_groups(f"{each.asked}\n{each.text}", groups)]
    if not there:
        return await ctx.beside(Say(text=ctx.say("again-nothing")))
    return await _ask(ctx, draft, whole, interview, there[-1:])


async def ask_anew(ctx: ConversationContext) -> Commit:
    """Ask one answer, or a chapter, anew. Only a button leads here."""
    here = await _here(ctx)
    session_id, _, place = ctx.argument.rpartition("-")
    if here is None or here[1].session.id != session_id:
        return ctx.respond("stale-button")
    draft, whole, interview = here
    there = _answered(whole)
    script = await _script(ctx, whole.session)
    chapter = next((each for n, each in enumerate(script.chapters) if place == f"c{n}"), None)
    if chapter is not None:
        asked = {question.id for question in chapter.questions}
        return await _ask(ctx, draft, whole, interview, [e for e in there if _id(e) in asked], chapter=chapter)
    return await _ask(ctx, draft, whole, interview, [e for e in there if str(_seq(e)) == place])


async def offer_retellings(ctx: ConversationContext) -> Commit:
    """Offer what else can be told once more: the newest answers, and whole chapters."""
    here = await _here(ctx)
    there = [] if here is None else _answered(here[1])
    if here is None or not there:
        return await ctx.beside(Say(text=ctx.say("again-nothing")))
    session, choices = here[1].session, []
    for each in reversed(there[-LATELY:]):
        choices += _button(ctx, session, str(_seq(each)), excerpt(each.asked, ASKED))
    for number, chapter in enumerate((await _script(ctx, session)).chapters):
        asked = {question.id for question in chapter.questions}
        if sum(_id(each) in asked for each in there) > 1:
            choices += _button(ctx, session, f"c{number}", ctx.say("button-chapter", chapter=chapter.title))
    return ctx.reply(Say(text=ctx.say("again-which"), choices=tuple(choices)))


def _button(ctx: ConversationContext, session: Session, place: str, label: str) -> list[Choice]:
    argument = f"{session.id}-{place}"
    return [ctx.button("retell", argument, label=label)] if fits_button(argument) else []


async def read_back(ctx: ConversationContext) -> Commit:
    """Read back what was told before to what is asked anew."""
    session, scene = ctx.view.session, ctx.view.scene
    question = None if scene is None else scene.question
    if session is None or question is None or not question.retells:
        return ctx.respond("stale-button")
    whole, _ = await ctx.runtime.store.read(lambda c: load_record(c, session.id))
    page, left = StyledMessage().add(ctx.say("again-before"), Style.ITALIC), READ_BACK
    for entry in whole.entries:
        if entry.kind is EntryKind.ANSWER and entry.answers in question.retells and not entry.withdrawn and left > 0:
            page.add(entry.text[:left], Style.QUOTE)
            left -= len(entry.text)
    return ctx.reply(page.say())


async def _here(ctx: ConversationContext) -> tuple[Draft, Record, Interview] | None:
    """Return the interview under way with what was just said, and all of it."""
    found, scene = current_interview(ctx), ctx.view.scene
    if found is None or scene is None:
        return None
    draft = ctx.draft(found[0], scene)
    whole, _ = await ctx.runtime.store.read(lambda c: load_record(c, found[0].id))
    return draft, draft.over(whole), found[1]


def _answered(whole: Record) -> list[Exchange]:
    """Return what was told to each question, as it is shown, in the order in which it was asked."""
    there = (each for each in answered_exchanges(whole, everything=True) if each.question is not None)
    # A question that was only answered with words to the interviewer has nothing to be told again.
    return sorted((each for each in there if any(map(answer_text, each.answers))), key=_seq)


def _seq(exchange: Exchange) -> int:
    return 0 if exchange.question is None else exchange.question.seq


def _id(exchange: Exchange) -> str:
    return "" if exchange.question is None else exchange.question.question_id


async def _script(ctx: ConversationContext, session: Session) -> Script:
    return (await ctx.runtime.scripts(session.script_digest)).speak(session.language)


async def _ask(
    ctx: ConversationContext,
    draft: Draft,
    whole: Record,
    interview: Interview,
    there: Sequence[Exchange],
    *,
    chapter: Chapter | None = None,
) -> Commit:
    question = there[0].question if there else None
    if question is None:
        return ctx.respond("stale-button")
    open_now = next((e for e in whole.entries if e.seq == whole.session.open_question), None)
    said = "\n".join(each.text for each in there if each.question == open_now)
    situation = await ctx.situation(draft.session, ctx.view.scene, answer=said)
    turn = interview.retell(situation, question)
    if turn is None or turn.question is None:
        return await ctx.beside(Say(text=ctx.say("again-not-here")))
    language = ctx.spoken_in(draft.session)
    text = question.text if chapter is None else say(language, "again-chapter", chapter=chapter.title)
    if open_now is not None and open_now.seq not in answered_questions(whole.entries, everything=True):
        draft.withdraw(open_now)
    draft.set(status=Status.ACTIVE, address=ctx.incoming.address)
    draft.time(parting=False)
    # It stands in for the questions of these tellings, and of all the others of the same.
    questions = [each.question for each in there if each.question is not None]
    first = {min(q.retells, default=q.seq) for q in questions}
    others = (e for e in whole.entries if e.retells and min(e.retells) in first)
    retells = {*first, *(q.seq for q in questions), *(seq for e in others for seq in (e.seq, *e.retells))}
    asked = replace(turn.question, text=text, retells=tuple(sorted(retells)))
    offers = ("before", "another", "told" if asked.title else "skip")
    turn = replace(turn, notice=say(language, "again-lead"), question=asked, offers=offers)
    draft.apply(turn, key=ctx.key("turn"), language=language)
    return draft.change(PauseOthers(), done=ctx.done)


async def show_tellings(ctx: ConversationContext) -> Commit:
    """Show what was told more than once, the newest of it, with a button for each telling."""
    session = ctx.view.session
    if session is None:
        return ctx.respond("takes-none")
    whole, _ = await ctx.runtime.store.read(lambda c: load_record(c, session.id))
    groups = repeated_tellings(whole.entries, answered_questions(whole.entries, everything=True))
    if not groups:
        return ctx.respond("takes-none")
    number = int(ctx.argument) % len(groups) if ctx.pressed and ctx.argument.isdecimal() else 0
    group = groups[-1 - number]
    language, shown, zone = ctx.language, shown_question(group), ctx.runtime.rules.zone_of(ctx.person)
    page = StyledMessage().add(say(language, "takes-list", tellings=len(group))).add(group[0].text, Style.ITALIC)
    choices = list[Choice]()
    for place, question in enumerate(group, start=1):
        words = " ".join(e.text for e in whole.entries if e.answers == question.seq and not e.withdrawn)
        day = plain_date(language, question.at.astimezone(zone).date())
        here = "yes" if question.seq == shown.seq else "no"
        page.add(say(language, "takes-telling", number=place, day=day, shown=here))
        page.add(excerpt(words, BEGINNING), Style.QUOTE)
        argument = f"{session.id}-{question.seq}"
        if question.seq != shown.seq and fits_button(argument):
            label = say(language, "button-use", number=place)
            choices.append(command_button(language, "use", argument, label=label))
    if len(groups) > 1:
        choices.append(command_button(language, "takes", str(number + 1), label=say(language, "button-takes-more")))
    return ctx.reply(page.say(tuple(choices)))


async def choose_telling(ctx: ConversationContext) -> Commit:
    """Have documents show one telling instead of the others. Only a button leads here."""
    session_id, _, seq = ctx.argument.rpartition("-")
    session = ctx.view.session
    if session is None or session.id != session_id:
        return ctx.respond("stale-button")
    whole, _ = await ctx.runtime.store.read(lambda c: load_record(c, session_id))
    groups = repeated_tellings(whole.entries, answered_questions(whole.entries, everything=True))
    group = next((each for each in groups if seq in {str(question.seq) for question in each}), None)
    if group is None:
        return ctx.respond("stale-button")
    draft = Draft(session, ctx.now)
    for question in group[1:]:
        draft.show_telling(question, shown=question.seq <= int(seq))
    ended = session.status in ENDED
    if ended:
        draft.ask_for(TRANSCRIPT)
    return ctx.reply_with(draft, Say(text=ctx.say("takes-chosen", file="yes" if ended else "no")))
