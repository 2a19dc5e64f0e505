"""The menu of a page: only what can be done now, and the person's own interviews."""

from __future__ import annotations

from dataclasses import dataclass

from core.contracts.commands import MenuGroup, Needs, menu_commands
from core.contracts.messages import Address
from core.contracts.page_menu import MenuEntry, MenuPart, OwnInterview, PersonMenu
from core.contracts.session import Session, Status, in_intake
from core.contracts.turn import Interview
from core.conversation.context import Runtime
from core.conversation.draft import progress_line
from core.conversation.plan import LEFT
from core.documents.readable import plain_time
from core.languages.messages import FALLBACK, say
from core.store.mailbox_rows import entry_at, person_at, sessions_of
from core.store.store import Connection
from core.timing.time_formatting import format_ago

MOST = 8
"""Interviews that are listed."""
_FIRST = (
    *("start", "resume", "now", "told", "skip", "pause", "transcript", "undo", "done", "private", "book"),
    *("family", "privacy", "tell", "elsewhere", "interview", "language", "help"),
)
"""Commands by how likely somebody looks for them; where one can be used now depends on what it needs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MenusOfInterviews:
    """`PersonMenus` on the store."""

    runtime: Runtime

    async def menu(self, address: Address, language: str) -> PersonMenu:
        def look(c: Connection) -> tuple[bool, tuple[Session, ...], bool]:
            person = person_at(c, address)
            if person is None:
                return False, (), False
            found = sessions_of(c, person.id)
            current = _current(found)
            open_now = None if current is None else current.open_question
            question = None if current is None or open_now is None else entry_at(c, current.id, open_now)
            floor = question is not None and bool(question.title)
            return bool(person.agreed) and not person.timezone, found, floor

        wants_zone, found, floor = await self.runtime.store.read(look)
        current = _current(found)
        interview = None if current is None else self.runtime.interviews.get(current.kind)
        met = _needs_met(current, interview, floor=floor)
        parts = []
        for group in MenuGroup:
            specs = (each for each in menu_commands() if each.group is group and each.needs in met)
            entries = [MenuEntry(command=each.name, label=say(language, f"command-{each.name}")) for each in specs]
            if group is MenuGroup.STORY:
                entries[3:3] = _own_entries(current, interview, language)
            if entries:
                parts.append(MenuPart(name=group.value, entries=tuple(entries)))
        there = {entry.command for part in parts for entry in part.entries}
        others = [each for each in found if each != current or each.status is not Status.ACTIVE]
        known = [each for each in others if each.kind in self.runtime.interviews][:MOST]
        return PersonMenu(
            parts=tuple(parts),
            interviews=tuple([await self._own_interview(each, language) for each in known]),
            ahead="" if current is None or Needs.QUESTION not in met else await self._ahead(current, language),
            first=tuple(name for name in _FIRST if name in there),
            time="" if current is None else _time(current, language),
            wants_zone=wants_zone,
        )

    async def _own_interview(self, session: Session, language: str) -> OwnInterview:
        if session.status is Status.COMPLETED:
            how_far = say(language, "state-completed")
        elif in_intake(session):
            how_far = say(language, "state-not-begun")
        else:
            scripts = await self.runtime.scripts(session.script_digest)
            how_far = progress_line(language, self.runtime.interviews[session.kind].progress(session, scripts))
        now = self.runtime.clock.now()
        last = say(language, "last-touched", when=format_ago(language, session.touched_at, now))
        return OwnInterview(id=session.id, title=session.title, how_far=how_far, last=last)

    async def _ahead(self, session: Session, language: str) -> str:
        interview = self.runtime.interviews.get(session.kind)
        if interview is None or session.timing.parting:
            return ""
        progress = interview.progress(session, await self.runtime.scripts(session.script_digest))
        if progress.chapters:
            left, key = progress.chapters - progress.chapters_done, "page-ahead-chapters"
        else:
            left, key = progress.total - progress.done, "page-ahead-questions"
        return say(language, key, count=left) if left > 0 else ""


def _current(found: tuple[Session, ...]) -> Session | None:
    """Return the session under way, else the one touched last, as the mailbox does."""
    return next((each for each in found if each.status is Status.ACTIVE), found[0] if found else None)


def _time(session: Session, language: str) -> str:
    """Return how long an interview has taken, as its files say it."""
    seconds = session.counters.active_seconds
    return plain_time(language, seconds) if round(seconds / 60) else ""


def _needs_met(session: Session | None, interview: Interview | None, *, floor: bool) -> frozenset[Needs]:
    if session is None or interview is None:
        return frozenset({Needs.NOTHING, Needs.NO_INTERVIEW})
    over = session.status is Status.COMPLETED
    asked = session.open_question is not None and not over
    told = {
        Needs.NOTHING: True,
        Needs.QUESTION: asked,
        Needs.AGENDA: asked and not floor,
        Needs.ACTIVE: session.status is Status.ACTIVE,
        Needs.LEFT: over or session.status in LEFT,
        Needs.HELD: session.timing.held and not over,
        Needs.FLOOR: asked and floor,
        Needs.ANSWERS: session.counters.answers > 0,
        Needs.ANSWERED: asked and session.counters.answers > 0,
        Needs.FREE: asked and not floor and interview.tells,
    }
    return frozenset(each for each, holds in told.items() if holds)


def _own_entries(session: Session | None, interview: Interview | None, language: str) -> list[MenuEntry]:
    """Return the commands of the kind of interview itself."""
    if session is None or interview is None:
        return []
    if session.status is Status.COMPLETED:
        names = sorted(interview.lasting)
    else:
        names = list(interview.commands) if session.open_question is not None else []
    texts = ((name, interview.commands[name]) for name in names)
    return [
        MenuEntry(command=name, label=each.get(language) or each.get(FALLBACK) or next(iter(each.values())))
        for name, each in texts
    ]
