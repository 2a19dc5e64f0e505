"""Words of an intake when its interview has begun: sent before the first question was seen, or deleted since.

They are no answers, and stand in no transcript: they belong to what the interview is about.
"""

from __future__ import annotations

from dataclasses import replace

from core.belonging import question_before
from core.change import Change
from core.commands.asking import spoken_in
from core.draft import Draft, spoken
from core.house import Context, House
from core.intake import LONGEST_MEMORY, SOURCE, intake_of
from core.mail import came_before, leading_words, unclaimed
from core.messages import Say
from core.session import Session, Status
from core.sources.material import Source
from core.store.consents import kept_mail
from core.store.desk_reads import MailItem, Scene, View
from core.turn import Preparing
from core.words import say


def is_first(house: House, session: Session, found: Scene) -> bool:
    """Whether the open question is the first one of an interview that had an intake."""
    about = isinstance(house.interviews.get(session.kind), Preparing) and intake_of(session) is None
    return (
        about and session.status is Status.ACTIVE and session.counters.answers == 0 and question_before(found) is None
    )


def ahead(house: House, seen: View, run: tuple[MailItem, ...]) -> tuple[MailItem, ...]:
    """The words that were sent before the first question was seen."""
    session, found = seen.session, seen.scene
    if session is None or found is None or found.question is None or not is_first(house, session, found):
        return ()
    return tuple(item for item in run if came_before(item, found.delivered))


async def words(ctx: Context) -> Change | None:
    """Keep such words with what the interview is about; None where these are none."""
    session = ctx.view.session
    items = ahead(ctx.house, ctx.view, leading_words(unclaimed(ctx.view)))
    source = None if session is None or ctx.item not in items else await ctx.house.source(session)
    if session is None or source is None:
        return None
    text = "\n".join(message.text for message in spoken(item.incoming for item in items))
    memory = "\n".join(filter(None, (source.memory, text)))[:LONGEST_MEMORY]
    draft = Draft(session, ctx.now)
    language = spoken_in(ctx, session)
    draft.tell(Say(text=say(language, "intake-noted")), key=ctx.key("noted"), language=language)
    changed = source.model_copy(update={"memory": memory})
    return _kept(ctx, draft, changed, done=tuple(item.id for item in items))


async def removed(ctx: Context, items: tuple[int, ...]) -> Change | None:
    """Take the words of deleted messages out of what the interview is about; None where they are not in it."""
    session = ctx.view.session
    source = None if session is None or not items else await ctx.house.source(session)
    if session is None or source is None:
        return None
    gone = spoken(await ctx.house.store.read(lambda c: kept_mail(c, ctx.person.id, items)))
    told = {"memory": source.memory, "guidelines": source.guidelines}
    left = {name: _less(text, [message.text for message in gone]) for name, text in told.items()}
    if left == told:
        return None
    draft = Draft(session, ctx.now)
    language = spoken_in(ctx, session)
    draft.tell(Say(text=say(language, "removed-unused")), key=ctx.key("0"), language=language)
    return _kept(ctx, draft, source.model_copy(update=left), done=ctx.done)


def _less(text: str, gone: list[str]) -> str:
    for words in gone:
        text = text.replace(words.strip(), "") if words.strip() else text
    return text.strip()


def _kept(ctx: Context, draft: Draft, source: Source, *, done: tuple[int, ...]) -> Change:
    return replace(draft.change(done=done), findings=((SOURCE, source.model_dump_json()),))
