"""Words of an intake when its interview has begun: sent before the first question was seen, edited or deleted since.

What was told of the episode is the beginning of the transcript; what was wished, and a title that somebody wrote, stand
in what the interview is about.
"""

from __future__ import annotations

from dataclasses import replace

from core.contracts.change import Change
from core.contracts.messages import Edit, Say
from core.contracts.turn import ABOUT
from core.conversation.asking import spoken_in
from core.conversation.context import Context
from core.conversation.draft import Draft, spoken
from core.conversation.phases.intake_steps import session_title
from core.interviews.podcast.intake import title_of
from core.interviews.podcast.sources.material import Aside, Source
from core.store.consents import kept_mail
from core.store.desk_reads import MailItem, session_by_id
from core.store.finding_rows import finding
from core.words import say


def told_before(ctx: Context, items: tuple[MailItem, ...]) -> Change:
    """Put words that were sent before the first question was seen with what was told before it."""
    session = ctx.view.session
    assert session is not None  # noqa: S101 - it has a question
    draft = Draft(session, ctx.now)
    language = spoken_in(ctx, session)
    draft.hear(spoken(item.incoming for item in items), to=None)
    draft.show_heard(key=ctx.key("heard"), language=language)
    draft.tell(Say(text=say(language, "intake-noted")), key=ctx.key("noted"), language=language)
    return draft.change(done=tuple(item.id for item in items))


async def edited(ctx: Context, edit: Edit, session_id: str = "") -> Change | None:
    """Have what an interview is about follow the change of a message; None where nothing of it stands there."""
    return await _followed(ctx, session_id, edit.ref, edit.text, ())


async def removed(ctx: Context, ref: str, items: tuple[int, ...] = (), session_id: str = "") -> Change | None:
    """Take a deleted message out of what an interview is about; None where nothing of it stands there.

    `items`: what was in the mailbox of it.
    """
    return await _followed(ctx, session_id, ref, "", items)


async def _followed(ctx: Context, session_id: str, ref: str, text: str, items: tuple[int, ...]) -> Change | None:
    wanted = session_id or (ctx.view.session.id if ctx.view.session is not None else "")
    found = await ctx.runtime.store.read(lambda c: (session_by_id(c, wanted), finding(c, wanted, ABOUT)))
    session, about = found
    if session is None or about is None:
        return None
    source = Source.model_validate_json(about)
    changed = _with(source, ref, text)
    if items:
        gone = spoken(await ctx.runtime.store.read(lambda c: kept_mail(c, ctx.person.id, items)))
        changed = changed.model_copy(update={"memory": _less(changed.memory, [message.text for message in gone])})
    if changed == source:
        return None
    draft = Draft(session, ctx.now)
    if changed.episode.title != source.episode.title:
        script = (await ctx.runtime.scripts(session.script_digest)).speak(session.language)
        draft.set(title=session_title(script.title, changed.episode.title))
    return replace(draft.change(done=ctx.done), findings=((ABOUT, changed.model_dump_json()),))


def _with(source: Source, ref: str, text: str) -> Source:
    """A source in which a message says this, or nothing any more."""
    if not ref:
        return source
    said = (Aside(ref=ref, text=text) if each.ref == ref else each for each in source.wishes)
    wishes = tuple(each for each in said if each.text)
    update: dict[str, object] = {}
    if wishes != source.wishes:
        update = {"wishes": wishes, "guidelines": "; ".join(each.text for each in wishes)}
    if source.named_by == ref:
        update["episode"] = source.episode.model_copy(update={"title": title_of(text)})
    return source.model_copy(update=update)


def _less(text: str, gone: list[str]) -> str:
    """For interviews that were begun when what was told stood in the source itself."""
    for words in gone:
        text = text.replace(words.strip(), "") if words.strip() else text
    return text.strip()
