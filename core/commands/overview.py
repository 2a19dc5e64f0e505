"""Where the interviews stand: `/status`, and the list from which `/resume` lets people choose."""

from __future__ import annotations

from core.contracts.change import Change
from core.contracts.messages import Choice, Progress, Say
from core.contracts.session import Session, Status
from core.conversation.context import Context
from core.conversation.due import when_held
from core.conversation.rendering import Page, command_button, counted_out, progress_line
from core.documents.exchanges import figures
from core.documents.readable import excerpt
from core.documents.summary import summary
from core.interviews.podcast.intake import intake_of
from core.interviews.podcast.sources.material import Source
from core.store.desk_reads import sessions_of
from core.store.finding_rows import sessions_about
from core.store.records import costs_of, record
from core.timing.days import ago
from core.words import say

BAR = 20
"""Cells of the progress bar."""
MOST = 8
"""Interviews to choose from; who has more of them left finds the others by finishing some."""
LONGEST_SHOW = 60
"""Characters of a podcast's name."""
MICROS = 1_000_000


async def status(ctx: Context) -> Change:
    """How far the interview is, on one screen."""
    session = ctx.view.session
    interview = ctx.interview(session) if session is not None else None
    if session is None or interview is None:
        return ctx.plainly(say(ctx.language, "no-status"))
    progress = interview.progress(session, await ctx.runtime.scripts(session.script_digest))
    whole, _ = await ctx.runtime.store.read(lambda c: record(c, session.id))
    lines = [
        say(ctx.language, "status", title=session.title, state=say(ctx.language, f"state-{session.status.value}")),
        f"{_bar(progress)} {progress_line(ctx.language, progress)}",
        summary(figures(whole), ctx.language),
        when_held(ctx, session, ctx.language),
    ]
    return ctx.reply(Say(text="\n".join(filter(None, lines)), progress=counted_out(progress)))


def _bar(progress: Progress) -> str:
    done, total = progress.done, progress.total
    if progress.chapters:
        done, total = progress.chapters_done, progress.chapters
    filled = max(1, round(BAR * done / max(1, total)))
    return "▓" * filled + "░" * (BAR - filled)


# --- the list of /resume ------------------------------------------------------------------------------------------


async def to_choose_from(ctx: Context) -> tuple[Session, ...]:
    """The sessions that may be meant; empty where there is nothing to choose."""
    found = await ctx.runtime.store.read(lambda c: sessions_of(c, ctx.person.id))
    if any(s.status is Status.ACTIVE for s in found):
        return ()
    waiting = [s for s in found if s.status in {Status.PAUSED, Status.ABANDONED}]
    if found and found[0] not in waiting:
        waiting.insert(0, found[0])
    known_ones = tuple(s for s in waiting if ctx.interview(s) is not None)
    return known_ones[:MOST] if len(known_ones) > 1 else ()


async def which_to_resume(ctx: Context, several: tuple[Session, ...]) -> Say:
    """What there is to go on with: a line and a button for each."""
    costs = await ctx.runtime.store.read(lambda c: costs_of(c, [s.id for s in several]))
    about = await ctx.runtime.store.read(lambda c: sessions_about(c, ctx.person.id))
    shows = {s.id: excerpt(Source.model_validate_json(a.value).episode.show, LONGEST_SHOW) for s, a in about}
    page = Page().add(say(ctx.language, "choose-resume"))
    choices: list[Choice] = []
    for number, session in enumerate(several, start=1):
        how_far = await _how_far(ctx, session)
        named = " · ".join(filter(None, (session.title, shows.get(session.id, ""))))
        page.add(f"{number}. {named}: {how_far}\n{_around(ctx, session, costs.get(session.id, 0))}")
        label = f"{number}. {session.title} – {how_far}"
        choices.append(command_button(ctx.language, "resume", session.id, label=label))
    return page.say(tuple(choices))


async def _how_far(ctx: Context, session: Session) -> str:
    if session.status is Status.COMPLETED:
        return say(ctx.language, "state-completed")
    interview = ctx.interview(session)
    if intake_of(session) is not None:
        return say(ctx.language, "state-not-begun")
    if interview is None:
        return say(ctx.language, f"state-{session.status.value}")
    return progress_line(ctx.language, interview.progress(session, await ctx.runtime.scripts(session.script_digest)))


def _around(ctx: Context, session: Session, cost_micros: int) -> str:
    touched = say(ctx.language, "last-touched", when=ago(ctx.language, session.touched_at, ctx.now))
    if not ctx.runtime.show_cost:
        return touched
    return f"{touched} · {say(ctx.language, 'cost-so-far', cost=f'{cost_micros / MICROS:.2f}')}"
