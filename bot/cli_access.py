"""Commands that say who may come in. They work beside a running bot, which heeds them at once."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Annotated, Final, TypeVar

import typer

from bot.cli_settings import command_settings
from core.contracts.errors import ConfigurationError

if TYPE_CHECKING:
    from bot.config import Settings

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
        help="The number the bot tells strangers, such as telegram:123456789.",
    ),
]


def allow(context: typer.Context, people: People) -> None:
    """Let people in. Beside those whom the configuration names."""
    from core.store.access import allow_person as let_in

    for person, _ in _ruled(context, people, let_in):
        typer.echo(f"{person} can talk to the bot from now on.")


def deny(context: typer.Context, people: People) -> None:
    """Keep people out. Whatever else lets them in; what they have told stays."""
    from bot.formatting import pluralize
    from core.store.access import deny_person as keep_out

    for person, stopped in _ruled(context, people, keep_out):
        done = []
        if stopped.sessions:
            done.append(f"{pluralize(stopped.sessions, 'interview')} paused")
        if stopped.letters:
            done.append(f"{pluralize(stopped.letters, 'message')} not sent")
        also = f" ({', '.join(done)})" if done else ""
        typer.echo(f"{person} may not talk to the bot any more{also}.")


def access(context: typer.Context) -> None:
    """List who may come in. Those who are named, allowed or denied, and open invitations."""
    from bot.database import check_database
    from bot.formatting import format_local_time, pluralize, terminal_line
    from core.access.gate import Policy
    from core.store.access import AccessList, access_list
    from core.store.database_url import database_exists
    from core.store.reports import read_snapshot

    settings, now = command_settings(context), _now().timestamp()
    database = settings.storage.database
    found = AccessList()
    if database_exists(database):
        check_database(database)
        found = read_snapshot(database, lambda c: access_list(c, now=now))
    if settings.access.policy is Policy.OPEN:
        typer.echo("Anybody who finds the bot can talk to it, unless you deny them.")
    else:
        typer.echo("Only people who are named, allowed or invited can talk to the bot.")

    def time_of(at: float) -> str:
        return format_local_time(datetime.fromtimestamp(at, UTC))

    parts: dict[str, list[str]] = {
        "Named in the configuration": [],
        "Allowed": [],
        "Denied": [],
        "Open invitations": [],
    }
    denied = {ruling.person for ruling in found.rulings if not ruling.allowed}
    for person in dict.fromkeys((*settings.access.admins, *settings.access.allowed)):
        role = " (admin)" if person in settings.access.admins else ""
        but = ", but denied" if person in denied else ""
        parts["Named in the configuration"].append(f"{person}{role}{but}")
    for ruling in found.rulings:
        row = f"{terminal_line(ruling.person)}, since {time_of(ruling.at)}"
        parts["Allowed" if ruling.allowed else "Denied"].append(row)
    for each in found.invites:
        to = f"to {terminal_line(each.kind)}" if each.kind else "to any interview"
        lasts = "for ever" if each.expires_at is None else f"until {time_of(each.expires_at)}"
        parts["Open invitations"].append(f"{to}, {pluralize(each.uses_left, 'use')} left, {lasts}")
    for title, rows in parts.items():
        typer.echo("\n".join((f"{title}:", *(f"  {row}" for row in rows or ["none"]))))


def invite(
    context: typer.Context,
    interview: Annotated[
        str, typer.Option("--interview", metavar="KIND", help="The interview it leads to. Default: they choose.")
    ] = "",
    uses: Annotated[int, typer.Option("--uses", min=1, max=MOST_USES, help="How many people it lets in.")] = 1,
    days: Annotated[
        int | None,
        typer.Option("--days", min=1, max=LONGEST_DAYS, help=f"How many days it is valid. Default: {DAYS}."),
    ] = None,
    forever: Annotated[bool, typer.Option("--forever", help="Keep it valid until it is used up.")] = False,
    gift: Annotated[
        str, typer.Option("--gift", metavar="NAME", help="Give an interview to somebody with this name.")
    ] = "",
    giver: Annotated[str, typer.Option("--from", metavar="NAME", help="The giver's name.")] = "",
    language: Annotated[str, typer.Option("--language", help="The language to speak with them.")] = "en",
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
        from bot.features import entry_points

        give = next((entry.give_interview for _, entry in entry_points() if entry.give_interview is not None), None)
        if give is None:
            raise ConfigurationError("--gift: giving interviews is not available here.")
        shape = {"giver": giver, "language": language, "rhythm": rhythm, "kind": interview}
        typer.echo("\n".join(give(settings, gift, **shape, lasts=lasts, now=_now())))
        return
    typer.echo("\n".join(make_invitation(settings, kind=interview, uses=uses, lasts=lasts)))


def make_invitation(
    settings: Settings, *, kind: str = "", uses: int = 1, lasts: timedelta | None, own: bool = False
) -> list[str]:
    """Make an invitation as `open_invitation` does. Return the ways in, and whom it lets in for how long."""
    from bot.formatting import format_local_time

    now = _now()
    ends = None if lasts is None else now + lasts
    opens = "The first person to use it" if uses == 1 else f"The first {uses} people who come with it"
    good = "it does not expire" if ends is None else f"it is good until {format_local_time(ends)}"
    return [
        *open_invitation(settings, kind=kind, uses=uses, now=now, ends=ends, own=own),
        f"{opens} may talk to the bot; {good}.",
        "The code is shown only once: it is stored only as a hash.",
    ]


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
    """Make an invitation and return the ways in with it. Blocks.

    `ends` is None for one that lasts for ever; `own` is as in `entry_instructions`. Raises ConfigurationError if nobody
    could come in with it.
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
    """Return the people as they were named, each once. Raises ConfigurationError for a name that cannot be one."""
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
    """Return how somebody comes in with a code, a line for each chat that is served; no lines if nobody could.

    `own`: the code is for the person at this computer, who needs none for the page.
    """
    from bot.platforms import PLATFORMS, no_platform_notice, with_local_page

    # Where nothing is configured, the page is served all the same.
    served = with_local_page(settings).served
    open_to = [(spec, section) for spec, section in served if not (own and spec.home)]
    ways = [
        line
        for spec, section in open_to
        for line in await spec.invitation(section, code, language, settings.storage.data_dir)
    ]
    if any(code in way for way in ways):
        return ways
    if settings.served:
        return []
    notice = f"{no_platform_notice()} yet."
    return [f"The code is {code}", notice, *ways, *(spec.way_in.format(code=code) for spec in PLATFORMS)]
