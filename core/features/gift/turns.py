"""Adds to the next question of an interview that was given what the family asks, its news, and its pictures."""

from __future__ import annotations

from dataclasses import replace

from core.contracts.messages import Choice, SendDocument, fits_button
from core.contracts.session import Entry, Session
from core.contracts.turn import OthersQuestion, Turn
from core.conversation.context import ConversationContext
from core.conversation.draft import Draft, command_button
from core.features.gift.family import Family, SharingConsent, TellerInformed
from core.features.gift.letters import news_line, question_by_name
from core.features.gift.readers import NOBODY_NAMED, is_given_by_operator, reader_in, reader_of
from core.features.gift.release import APART
from core.features.gift.rows import (
    families_of,
    family_news,
    family_of,
    question_at,
    question_by_id,
    questions_to_ask,
)
from core.files.keeping import PICTURE_TYPES
from core.languages.messages import say
from core.store.store import Connection


async def questions_of_family(ctx: ConversationContext, session: Session) -> tuple[OthersQuestion, ...]:
    """Return what the family asks and may be asked next, the oldest first."""
    if (family_id := session.family_id) is None:
        return ()
    asked = await ctx.runtime.store.read(lambda c: questions_to_ask(c, family_id, session.id, session.open_question))
    return tuple(question_by_name(each, ctx.spoken_in(session)) for each in asked)


async def add_news_and_picture(ctx: ConversationContext, draft: Draft, turn: Turn) -> Turn:
    """Return the turn with what its person hears of the family; unchanged in an interview that was not given."""
    if line := await _news(ctx, draft):
        turn = replace(turn, notice="\n\n".join(filter(None, (line, turn.notice))))
    if draft.session.family_id is not None and turn.question is not None and turn.question.others:
        await _show(ctx, draft, turn.question.others)
    return turn


async def add_to_held_question(ctx: ConversationContext, draft: Draft, question: Entry) -> str:
    """Send the picture that a question of the family's is about, if there is one; return the news."""
    session, news = draft.session, await _news(ctx, draft)
    if session.family_id is not None:
        asked = await ctx.runtime.store.read(lambda c: question_at(c, session.id, question.seq))
        if asked is not None:
            await _show(ctx, draft, asked.id)
    return news


async def buttons_about_answer(ctx: ConversationContext, session: Session, seq: int) -> tuple[Choice, ...]:
    """Return the buttons that let the family have what was told up to an answer or keep it from them, and that leave
    it out everywhere.

    None where it reaches no family. Without a model nothing goes to a family but by one of them. They are valid as long
    as the answer is there.
    """
    family_id = session.family_id
    family = None if family_id is None else await ctx.runtime.store.read(lambda c: family_of(c, family_id))
    argument = f"{session.id}-{seq}"
    if family is None or family.leave is not SharingConsent.YES or not fits_button(argument):
        return ()
    language = ctx.spoken_in(session)
    reader = await reader_in(ctx, session)
    between = command_button(language, "between", argument, label=say(language, "button-private"))
    name = "share" if ctx.model.offline else APART
    return (command_button(language, name, argument, label=say(language, f"button-{name}", reader=reader)), between)


async def privacy_note(ctx: ConversationContext) -> str:
    """Say who reads along, and whether they run this, too; empty for somebody to whom nothing was given."""
    lines = await ctx.runtime.store.read(lambda c: [_note_on(c, ctx, each) for each in families_of(c, ctx.person.id)])
    return " ".join(lines)


def _note_on(c: Connection, ctx: ConversationContext, family: Family) -> str:
    leave = "yes" if family.leave is SharingConsent.YES else "no"
    line = ctx.say("family-privacy", leave=leave, reader=reader_of(c, family))
    if not is_given_by_operator(c, ctx.runtime, family):
        return line
    return f"{line} {ctx.say('giver-runs', giver=family.giver or NOBODY_NAMED)}"


async def _news(ctx: ConversationContext, draft: Draft) -> str:
    """Return what the teller hears of the family along with a question; empty for nothing."""
    if (family_id := draft.session.family_id) is None:
        return ""
    news = await ctx.runtime.store.read(lambda c: family_news(c, family_id))
    if not news:
        return ""
    shares = tuple(share for share, _ in news.thanks)
    draft.add_effects(TellerInformed(shares=shares, members=tuple(member for member, _ in news.members)))
    return news_line(news, ctx.spoken_in(draft.session))


async def _show(ctx: ConversationContext, draft: Draft, question_id: str) -> None:
    question = await ctx.runtime.store.read(lambda c: question_by_id(c, question_id))
    files = ctx.runtime.photos
    name = "" if question is None else question.photo.strip("-")
    body = await files.read(name) if files is not None and name else None
    if body is None:
        return
    _, _, ending = name.rpartition(".")
    picture = SendDocument(
        name=f"picture.{ending}",
        media_type=PICTURE_TYPES.get(ending, ""),
        body=body,
        caption=say(ctx.spoken_in(draft.session), "family-picture-from", name=(question and question.asker) or "none"),
    )
    draft.tell(picture, key=ctx.key("picture"), language=ctx.spoken_in(draft.session))
