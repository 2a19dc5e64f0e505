"""Who may come in, from the command line: these commands work beside a running bot, and it heeds them at once."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Annotated, Final, TypeVar

import typer

from bot.cli_settings import command_settings
from core.contracts.errors import ConfigurationError

if TYPE_CHECKING:
    from bot.config import Settings
    from core.store.access import AccessList, AccessRuling, OpenInvite, Stopped

CODE_BYTES = 12
"""Sixteen characters that nobody guesses."""
DAYS = 7
LONGEST_DAYS = 3_650
MOST_USES = 100_000
_HERE: Final = "terminal"
Done = TypeVar("Done")

People = Annotated[
    list[str],
    typer.Argument(
        metavar="PERSON...",
        help="As the bot tells whoever it does not know, as in telegram:123456789.",
    ),
]


def allow(context: typer.Context, people: People) -> None:
    """Let people in. Beside those whom the configuration names."""
    from core.store.access import allow_person as let_in

    for person, _ in _ruled(context, people, let_in):
        typer.echo(f"{person} may talk to the bot from now on.")


def deny(context: typer.Context, people: People) -> None:
    """Keep people out. Whatever else lets them in; what they have told stays."""
    from core.store.access import deny_person as keep_out

    for person, stopped in _ruled(context, people, keep_out):
        typer.echo(f"{person} may not talk to the bot any more{_and_so(stopped)}.")


def access(context: typer.Context) -> None:
    """List who may come in. Those who are named, allowed or denied, and open invitations."""

    from bot.database import check_database
    from core.store.access import AccessList, access_list
    from core.store.database_url import database_exists
    from core.store.reports import read_snapshot

    settings, now = command_settings(context), _now()
    database = settings.storage.database
    found = AccessList()
    if database_exists(database):
        check_database(database)
        found = read_snapshot(database, lambda c: access_list(c, now=now.timestamp()))
    typer.echo("\n".join(_report(settings, found)))


def invite(
    context: typer.Context,
    interview: Annotated[
        str, typer.Option("--interview", metavar="KIND", help="The interview that it leads to; else they choose.")
    ] = "",
    uses: Annotated[int, typer.Option("--uses", min=1, max=MOST_USES, help="How many people it lets in.")] = 1,
    days: Annotated[
        int | None,
        typer.Option("--days", min=1, max=LONGEST_DAYS, help=f"How long it is good; {DAYS} unless you say otherwise."),
    ] = None,
    forever: Annotated[bool, typer.Option("--forever", help="It is good until it is used up.")] = False,
    gift: Annotated[
        str, typer.Option("--gift", metavar="NAME", help="Give an interview to somebody who is called so.")
    ] = "",
    giver: Annotated[str, typer.Option("--from", metavar="NAME", help="Who gives it.")] = "",
    language: Annotated[str, typer.Option("--language", help="In which they are spoken to.")] = "en",
    rhythm: Annotated[
        str, typer.Option("--rhythm", help="How often they are asked: daily, twice, weekly or once.")
    ] = "once",
) -> None:
    """Make an invitation. What lets in whoever comes with it: a link, or a line to send."""
    settings = command_settings(context)
    if forever and days is not None:
        raise ConfigurationError("--days and --forever contradict each other; leave one of them out.")
    check_kind(settings, interview)
    usual = settings.gift.invitation_days if gift else DAYS
    lasts = None if forever else timedelta(days=usual if days is None else days)
    if gift:
        from bot.cli_gift import create_gift

        shape = {"giver": giver, "language": language, "rhythm": rhythm, "kind": interview}
        typer.echo("\n".join(create_gift(settings, gift, **shape, lasts=lasts, now=_now())))
        return
    typer.echo("\n".join(make_invitation(settings, kind=interview, uses=uses, lasts=lasts)))


def make_invitation(
    settings: Settings, *, kind: str = "", uses: int = 1, lasts: timedelta | None, own: bool = False
) -> list[str]:
    """Make one, and tell how somebody comes in with it, and for how long. Otherwise as `open_invitation`."""
    now = _now()
    ends = None if lasts is None else now + lasts
    return [*open_invitation(settings, kind=kind, uses=uses, now=now, ends=ends, own=own), *_terms(uses, ends)]


def open_invitation(
    settings: Settings,
    *,
    kind: str = "",
    uses: int = 1,
    now: datetime,
    ends: datetime | None,
    language: str = "en",
    own: bool = False,
) -> list[str]:
    """Make an invitation, and tell how somebody comes in with it. Blocks.

    `ends`: None for never. `own`: as in `entry_instructions`.

    Raises ConfigurationError where nobody could come in with one.
    """
    import asyncio

    from bot.database import prepare_database_direct
    from core.access.gate import code_digest
    from core.languages.messages import say
    from core.store.access import put_invite
    from core.store.reports import write_direct

    code = secrets.token_urlsafe(CODE_BYTES)
    # Asked before anything is written: whoever loses patience here has no invitation that nobody ever saw.
    ways = asyncio.run(entry_instructions(settings, code, language, own=own))
    if not ways:
        raise ConfigurationError(say(language, "invite-page-closed"))
    expires_at = None if ends is None else ends.timestamp()
    prepare_database_direct(settings.storage.database)
    write_direct(
        settings.storage.database,
        lambda c: put_invite(c, code_digest(code), kind=kind, uses=uses, expires_at=expires_at, now=now.timestamp()),
    )
    return ways


def _now() -> datetime:
    return datetime.now(UTC)


def named_people(people: Iterable[str]) -> list[str]:
    """The people as they were named, each once. Raises ConfigurationError."""
    from bot.config import validate_person_id
    from bot.platforms import PLATFORMS

    homes = {f"{spec.name}:{spec.home}" for spec in PLATFORMS if spec.home}
    for person in people:
        try:
            validate_person_id(person)
        except ValueError as error:
            raise ConfigurationError(f"{person!r}: {error}.") from None
        if person.startswith(f"{_HERE}:"):
            raise ConfigurationError(f"{person}: whoever sits at the terminal may always talk there.")
        if person in homes:
            raise ConfigurationError(f"{person}: whoever sits at this computer may always talk there.")
    return list(dict.fromkeys(people))


def _ruled(context: typer.Context, people: Iterable[str], rule: Callable[..., Done]) -> list[tuple[str, Done]]:
    """Apply a rule to people from now on; return the result for each."""
    from bot.database import prepare_database_direct
    from core.store.reports import write_direct

    database, now, named = command_settings(context).storage.database, _now().timestamp(), named_people(people)
    prepare_database_direct(database)
    return write_direct(database, lambda c: [(person, rule(c, person, now=now)) for person in named])


def check_kind(settings: Settings, kind: str) -> None:
    from bot.kinds import interview_names

    kinds = interview_names(settings.interviews) if kind else ()
    if kind and kind not in kinds:
        raise ConfigurationError(f"There is no interview {kind!r}; there are: {', '.join(kinds)}.")


async def entry_instructions(settings: Settings, code: str, language: str = "en", *, own: bool = False) -> list[str]:
    """Return how somebody comes in with a code: lines for each chat that is served. None: nobody could.

    `own`: it is for whoever sits at this computer, who needs none where they are at home.
    """
    from bot.platforms import PLATFORMS, no_platform_notice

    served = settings.served
    if not served:
        return [
            f"The code is {code}",
            f"{no_platform_notice()} yet.",
            *(spec.way_in.format(code=code) for spec in PLATFORMS),
        ]
    open_to = [(spec, section) for spec, section in served if not (own and spec.home)]
    ways = [line for spec, section in open_to for line in await spec.invitation(section, code, language)]
    return ways if any(code in way for way in ways) else []


def _and_so(stopped: Stopped) -> str:
    """Return what else came of denying somebody."""
    from bot.formatting import pluralize

    done = []
    if stopped.sessions:
        done.append(f"{pluralize(stopped.sessions, 'interview')} paused")
    if stopped.letters:
        done.append(f"{pluralize(stopped.letters, 'message')} not sent")
    return f" ({', '.join(done)})" if done else ""


def _terms(uses: int, ends: datetime | None) -> Iterator[str]:
    from bot.formatting import format_local_time

    opens = "Whoever comes with it first" if uses == 1 else f"The first {uses} people who come with it"
    lasts = "it does not run out" if ends is None else f"it is good until {format_local_time(ends)}"
    yield f"{opens} may talk to the bot; {lasts}."
    yield "The code is shown only this once; what is kept of it cannot be turned back into it."


def _report(settings: Settings, found: AccessList) -> Iterator[str]:
    from core.access.gate import Policy

    ruled = {ruling.person: ruling for ruling in found.rulings}
    if settings.access.policy is Policy.OPEN:
        yield "Everybody who finds the bot may talk to it, unless they are denied."
    else:
        yield "Who is neither named, allowed nor invited may not talk to the bot."
    named = dict.fromkeys((*settings.access.admins, *settings.access.allowed))
    yield from _part("Named in the configuration", (_as_named(settings, person, ruled.get(person)) for person in named))
    yield from _part("Allowed", (_since(r) for r in found.rulings if r.allowed))
    yield from _part("Denied", (_since(r) for r in found.rulings if not r.allowed))
    yield from _part("Open invitations", map(_invited, found.invites))


def _as_named(settings: Settings, person: str, ruling: AccessRuling | None) -> str:
    role = " (admin)" if person in settings.access.admins else ""
    return f"{person}{role}{', but denied' if ruling is not None and not ruling.allowed else ''}"


def _since(ruling: AccessRuling) -> str:
    from bot.formatting import format_local_time, terminal_line

    return f"{terminal_line(ruling.person)}, since {format_local_time(datetime.fromtimestamp(ruling.at, UTC))}"


def _invited(each: OpenInvite) -> str:
    from bot.formatting import format_local_time, pluralize, terminal_line

    to = f"to {terminal_line(each.kind)}" if each.kind else "to any interview"
    ends = each.expires_at
    lasts = "for ever" if ends is None else f"until {format_local_time(datetime.fromtimestamp(ends, UTC))}"
    return f"{to}, {pluralize(each.uses_left, 'use')} left, {lasts}"


def _part(title: str, lines: Iterable[str]) -> Iterator[str]:
    rows = [f"  {row}" for row in lines]
    yield f"{title}:"
    yield from rows or ["  none"]
