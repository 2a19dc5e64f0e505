"""What an interview that was given brings along with its next question: news of the family, and their pictures."""

from __future__ import annotations

from dataclasses import replace

from core.contracts.family import Family, Heard, Leave, News
from core.contracts.messages import SendDocument
from core.contracts.session import EntryKind
from core.contracts.turn import Turn
from core.conversation.context import Context
from core.conversation.draft import Draft
from core.family.words import news_line
from core.files.keeping import PICTURE_TYPES
from core.store.family_rows import family_of, news_for, question_at, question_by_id
from core.store.store import Connection
from core.words import say


async def for_family(ctx: Context, draft: Draft, turn: Turn, *, held: bool = False) -> Turn:
    """The turn with what concerns the family; as it is in an interview that was not given.

    `held`: its question comes later, and news with it.
    """
    session = draft.session
    if session.family_id is not None and turn.distress:
        _stays_apart(draft)
    if session.family_id is None or turn.question is None:
        return turn
    family_id, question = session.family_id, turn.question
    family, news = await ctx.runtime.store.read(lambda c: _family_now(c, family_id))
    if family is None:
        return turn
    if family.leave is Leave.YES and ctx.view.scene is not None and not turn.distress:
        turn = replace(turn, offers=(*turn.offers, "private"))
    if held:
        return turn
    if news:
        line = news_line(news, ctx.spoken_in(session))
        turn = replace(turn, notice="\n\n".join(filter(None, (line, turn.notice))))
        draft.of_family(_heard(news))
    if question.others:
        await _show(ctx, draft, question.others)
    return turn


def _stays_apart(draft: Draft) -> None:
    """What was told in distress does not go to the family by itself: what was just heard, else what is being told."""
    session = draft.session
    heard = {entry.answers or 0 for entry in draft.added if entry.kind is EntryKind.ANSWER}
    draft.time(apart=tuple(sorted({*session.timing.apart, *(heard or {session.open_question or 0})})))


def _family_now(c: Connection, family_id: str) -> tuple[Family | None, News]:
    return family_of(c, family_id), news_for(c, family_id)


def _heard(news: News) -> Heard:
    return Heard(shares=tuple(share for share, _ in news.thanks), members=tuple(member for member, _ in news.members))


async def news_told(ctx: Context, draft: Draft) -> str:
    """What who tells is told of the family along with a question that has waited; empty for nothing."""
    if (family_id := draft.session.family_id) is None:
        return ""
    news = await ctx.runtime.store.read(lambda c: news_for(c, family_id))
    if not news:
        return ""
    draft.of_family(_heard(news))
    return news_line(news, ctx.spoken_in(draft.session))


async def show_picture(ctx: Context, draft: Draft, seq: int) -> None:
    """Before a question of the family's that is asked now: the picture that it is about, if it is about one."""
    session = draft.session
    if session.family_id is None:
        return
    question = await ctx.runtime.store.read(lambda c: question_at(c, session.id, seq))
    if question is not None:
        await _show(ctx, draft, question.id)


async def _show(ctx: Context, draft: Draft, question_id: str) -> None:
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
        caption=say(ctx.spoken_in(draft.session), "family-picture-from", name=question.asker if question else ""),
    )
    draft.tell(picture, key=ctx.key("picture"), language=ctx.spoken_in(draft.session))
