"""Adds to the next question of an interview that was given the news of the family, and their pictures."""

from __future__ import annotations

from dataclasses import replace

from core.contracts.family import News, SharingConsent, TellerInformed
from core.contracts.messages import Choice, SendDocument
from core.contracts.session import EntryKind, Session
from core.contracts.turn import Turn
from core.conversation.context import ConversationContext
from core.conversation.draft import Draft, family_buttons
from core.family.letters import news_line
from core.files.keeping import PICTURE_TYPES
from core.languages.messages import say
from core.store.family_rows import family_news, family_of, question_at, question_by_id


async def add_family_parts(ctx: ConversationContext, draft: Draft, turn: Turn, *, held: bool = False) -> Turn:
    """Return the turn with what it tells of the family; unchanged in an interview that was not given.

    `held`: its question comes later, and news with it.
    """
    session, question = draft.session, turn.question
    if turn.distress:
        stays_apart(draft)
    if (family_id := session.family_id) is None or question is None or held:
        return turn
    news = await ctx.runtime.store.read(lambda c: family_news(c, family_id))
    if news:
        line = news_line(news, ctx.spoken_in(session))
        turn = replace(turn, notice="\n\n".join(filter(None, (line, turn.notice))))
        draft.of_family(_heard(news))
    if question.others:
        await _show(ctx, draft, question.others)
    return turn


async def about_told(ctx: ConversationContext, draft: Draft, *, kept_back: tuple[int, ...] = ()) -> tuple[Choice, ...]:
    """Return the buttons about what was just told; none where it reaches no family, as what is `kept_back` never does.

    Without a model nothing goes to a family but by one of them.
    """
    session, scene = draft.session, ctx.view.scene
    told = [entry for entry in draft.added if entry.kind is EntryKind.ANSWER]
    told = [each for each in told or (() if scene is None else scene.answers) if each.seq not in kept_back]
    return await about_answer(ctx, session, told[-1].seq) if told else ()


async def about_answer(ctx: ConversationContext, session: Session, seq: int) -> tuple[Choice, ...]:
    """Return the same about one answer."""
    family_id = session.family_id
    family = None if family_id is None else await ctx.runtime.store.read(lambda c: family_of(c, family_id))
    if family is None or family.leave is not SharingConsent.YES:
        return ()
    names = ("share", "between") if ctx.model.offline else ("between",)
    return family_buttons(ctx.spoken_in(session), session.id, seq, *names)


def stays_apart(draft: Draft) -> None:
    """Keep what was told in distress from going to the family: what was just heard, else what is being told."""
    heard = {entry.answers or 0 for entry in draft.added if entry.kind is EntryKind.ANSWER}
    draft.keep_apart(heard or {draft.session.open_question or 0})


def _heard(news: News) -> TellerInformed:
    return TellerInformed(
        shares=tuple(share for share, _ in news.thanks), members=tuple(member for member, _ in news.members)
    )


async def family_news_text(ctx: ConversationContext, draft: Draft) -> str:
    """Return what the teller hears of the family along with a question that has waited; empty for nothing."""
    if (family_id := draft.session.family_id) is None:
        return ""
    news = await ctx.runtime.store.read(lambda c: family_news(c, family_id))
    if not news:
        return ""
    draft.of_family(_heard(news))
    return news_line(news, ctx.spoken_in(draft.session))


async def attach_question_picture(ctx: ConversationContext, draft: Draft, seq: int) -> None:
    """Send, before a question of the family's that is asked now, the picture that it is about, if there is one."""
    session = draft.session
    if session.family_id is None:
        return
    question = await ctx.runtime.store.read(lambda c: question_at(c, session.id, seq))
    if question is not None:
        await _show(ctx, draft, question.id)


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
