"""The REST routes of the fake Discord for the bot itself, its channels, their messages, and its commands."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from tests.fakes import discord_rules as rules
from tests.fakes.discord_gateway import DIRECT_MESSAGES, Gateway
from tests.fakes.discord_wire import ApiError, Json, Request, invalid
from tests.fakes.discord_world import Channel, Message, StoredFile, World

Answer = tuple[int, Any]
NOTHING: Answer = (204, None)
_SUPPRESS_EMBEDS = 1 << 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """One way in."""

    method: str
    template: str
    answer: Callable[[Request], Answer]
    open: bool = False
    """The token in its path is enough: none of the bot is asked for."""

    def match(self, path: str) -> dict[str, str] | None:
        found = re.fullmatch(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", self.template), path)
        return found.groupdict() if found else None


def uploaded(world: World, channel_id: int, body: Json, files: dict[str, tuple[str, bytes]]) -> list[StoredFile]:
    """The files of a request, named and described as its `attachments` say."""
    told = {str(entry.get("id")): entry for entry in body.get("attachments") or []}
    rules.upload(list(files.values()), world.file_limit)
    kept = []
    for name, (file_name, content) in files.items():
        number = re.fullmatch(r"files\[(\d)\]", name)
        if number is None:
            raise invalid("attachments", "BASE_TYPE_BAD_FIELD", f"no such field {name}")
        entry = told.get(number[1], {})
        more = {key: entry[key] for key in ("description", "duration_secs", "waveform") if entry.get(key) is not None}
        kept.append(world.file(channel_id, entry.get("filename") or file_name, content, **more))
    if missing := {number for number in told if int(number) < 10} - {name[6:-1] for name in files}:
        raise invalid("attachments", "ATTACHMENT_NOT_FOUND", f"no file for the attachments {sorted(missing)}")
    return kept


class Rest:
    """The routes."""

    def __init__(self, world: World, gateway: Gateway) -> None:
        self._world = world
        self._gateway = gateway
        self.commands: list[Json] = []
        self.on_published: Callable[[Message], None] = lambda _: None
        self.portal: Json = {}
        """Fields of the application that are set otherwise in the developer portal."""

    def routes(self) -> Iterable[Route]:
        message = "/channels/{channel_id}/messages/{message_id}"
        table: list[tuple[str, str, Callable[[Request], Answer]]] = [
            ("GET", "/users/@me", self._me),
            ("GET", "/oauth2/applications/@me", self._application),
            ("GET", "/applications/@me", self._application),
            ("GET", "/gateway", lambda _: (200, {"url": self._gateway.url})),
            ("GET", "/gateway/bot", self._gateway_bot),
            ("POST", "/users/@me/channels", self._open_channel),
            ("GET", "/users/{user_id}", self._user),
            ("GET", "/channels/{channel_id}", lambda request: (200, self._channel(request).payload())),
            ("GET", "/channels/{channel_id}/messages", self._history),
            ("POST", "/channels/{channel_id}/messages", self._create),
            ("GET", message, self._message),
            ("PATCH", message, self._edit),
            ("DELETE", message, self._delete),
            ("POST", "/channels/{channel_id}/typing", self._typing),
            ("GET", "/applications/{application_id}/commands", self._get_commands),
            ("PUT", "/applications/{application_id}/commands", self._put_commands),
        ]
        return [Route(method=method, template=template, answer=answer) for method, template, answer in table]

    # --- the bot ---

    def _me(self, request: Request) -> Answer:
        return 200, self._world.bot | {"mfa_enabled": False, "locale": "en-US", "verified": True, "email": None}

    def _application(self, request: Request) -> Answer:
        world = self._world
        owner = world.profile(world.application_id - 1, "operator", "Operator")
        return 200, {
            "id": str(world.application_id),
            "name": "Raconteur",
            "icon": None,
            "description": "",
            "type": None,
            "bot": world.bot,
            "bot_public": False,
            "bot_require_code_grant": False,
            "verify_key": "0" * 64,
            "flags": 0,
            "flags_new": "0",
            "redirect_uris": [],
            "interactions_endpoint_url": None,
            "role_connections_verification_url": None,
            "owner": owner,
            "approximate_guild_count": 0,
            "approximate_user_install_count": 0,
            "approximate_user_authorization_count": 0,
            "explicit_content_filter": 0,
            "team": None,
            "eligible_oauth2_scopes": [],
            "integration_types_config": {"0": {}, "1": {}},
        } | self.portal

    def _gateway_bot(self, request: Request) -> Answer:
        starts = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}
        return 200, {"url": self._gateway.url, "shards": 1, "session_start_limit": starts}

    def _user(self, request: Request) -> Answer:
        channel = self._channel_with(request.params["user_id"])
        if channel is None:
            raise ApiError(404, 10013)
        return 200, channel.person

    def _open_channel(self, request: Request) -> Answer:
        channel = self._channel_with(str((request.json or {}).get("recipient_id")))
        if channel is None:
            raise invalid("recipient_id", "INVALID_RECIPIENT", "Invalid Recipient(s)")
        return 200, channel.payload()

    def _channel_with(self, user_id: str) -> Channel | None:
        return next((channel for channel in self._world.channels.values() if channel.person["id"] == user_id), None)

    # --- messages ---

    def _channel(self, request: Request) -> Channel:
        return self._world.channel(request.params["channel_id"])

    def _stored(self, request: Request) -> Message:
        return self._channel(request).message(request.params["message_id"])

    def _message(self, request: Request) -> Answer:
        return 200, self._stored(request).payload(self._world.cdn)

    def _history(self, request: Request) -> Answer:
        channel = self._channel(request)
        query = request.query
        limit = query.get("limit", "50")
        if not limit.isdecimal() or not 1 <= int(limit) <= 100:
            raise invalid("limit", "NUMBER_TYPE_MAX", "int value should be between 1 and 100.")
        if len({"before", "after", "around"} & query.keys()) > 1:
            raise invalid("_", "MUTUALLY_EXCLUSIVE", "before, after and around exclude one another")
        for name in {"before", "after", "around"} & query.keys():
            if not query[name].isdecimal():
                raise invalid(name, "NUMBER_TYPE_COERCE", f'Value "{query[name]}" is not snowflake.')
        page = self._page(list(channel.messages), query, int(limit))
        return 200, [channel.messages[found].payload(self._world.cdn) for found in reversed(page)]

    @staticmethod
    def _page(ids: list[int], query: dict[str, str], limit: int) -> list[int]:
        """Oldest first: with `after` what comes right behind it, otherwise what comes right before."""
        if "after" in query:
            return [found for found in ids if found > int(query["after"])][:limit]
        if "before" in query:
            return [found for found in ids if found < int(query["before"])][-limit:]
        if "around" in query:
            middle = int(query["around"])
            nearest = sorted(ids, key=lambda found: abs(found - middle))[:limit]
            return sorted(nearest)
        return ids[-limit:]

    def _create(self, request: Request) -> Answer:
        channel = self._channel(request)
        body = request.json or {}
        if channel.closed:
            raise ApiError(403, 50007)
        nonce = rules.nonce(body)
        text, flags = rules.content(body), rules.flags(body)
        rows = rules.components(body)
        rules.voice(body, list(request.files.values()), taken=not channel.takes_no_voice)
        if body.get("enforce_nonce") and nonce is not None:
            known = self._world.remembered(channel.id, nonce)
            if known is not None:
                return 200, known.payload(self._world.cdn, nonce=True)
        files = uploaded(self._world, channel.id, body, request.files)
        if not (text or files or rows or body.get("embeds")):
            raise ApiError(400, 50006)
        message = self._world.message(
            channel.id, self._world.bot, content=text, flags=flags, components=rows, files=files, nonce=nonce
        )
        message.embeds = [{"type": "rich", **embed} for embed in body.get("embeds") or []]
        message.tts = bool(body.get("tts"))
        self._refer(channel, message, body.get("message_reference"))
        self._world.remember(message)
        self.publish(message)
        return 200, message.payload(self._world.cdn, nonce=True)

    @staticmethod
    def _refer(channel: Channel, message: Message, reference: Json | None) -> None:
        """An answer to an earlier message of the channel."""
        if reference is None:
            return
        wanted = str(reference.get("message_id"))
        known = wanted.isdecimal() and int(wanted) in channel.messages
        if not known and reference.get("fail_if_not_exists", True):
            raise invalid("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
        if known:
            told = {"type": 0, "channel_id": str(channel.id), "message_id": wanted}
            message.more |= {"type": 19, "message_reference": told}

    def publish(self, message: Message) -> None:
        """Put a message into its channel, and tell the bot, also of its own."""
        self._world.channels[message.channel_id].messages[message.id] = message
        event = message.payload(self._world.cdn, nonce=True)
        self._gateway.dispatch("MESSAGE_CREATE", event, intent=DIRECT_MESSAGES)
        self.on_published(message)

    def changed(self, message: Message) -> None:
        self._gateway.dispatch("MESSAGE_UPDATE", message.payload(self._world.cdn), intent=DIRECT_MESSAGES)

    def remove(self, message: Message) -> None:
        del self._world.channels[message.channel_id].messages[message.id]
        self._world.cdn.remove(message.files)
        event = {"id": str(message.id), "channel_id": str(message.channel_id)}
        self._gateway.dispatch("MESSAGE_DELETE", event, intent=DIRECT_MESSAGES)

    def _edit(self, request: Request) -> Answer:
        message = self._stored(request)
        if message.author_id != self._world.application_id:
            raise ApiError(403, 50005)
        self.rewrite(message, request)
        self.changed(message)
        return 200, message.payload(self._world.cdn)

    def rewrite(self, message: Message, request: Request, body: Json | None = None) -> None:
        """Change what a request names of a message, and nothing else."""
        body = (request.json or {}) if body is None else body
        text = rules.content(body) if "content" in body else message.content
        rows = rules.components(body) if "components" in body else message.components
        files = list(message.files)
        if "attachments" in body:
            kept = {str(entry.get("id")) for entry in body["attachments"] or []}
            files = [file for file in message.files if str(file.id) in kept]
        files += uploaded(self._world, message.channel_id, body, request.files)
        if not (text or files or rows or body.get("embeds", message.embeds)):
            raise ApiError(400, 50006)
        message.content, message.components, message.files = text, rows, files
        message.embeds = body["embeds"] or [] if "embeds" in body else message.embeds
        if isinstance(body.get("flags"), int):
            message.flags = message.flags & ~_SUPPRESS_EMBEDS | body["flags"] & _SUPPRESS_EMBEDS
        message.edited = self._world.time.tick()

    def _delete(self, request: Request) -> Answer:
        message = self._stored(request)
        if message.author_id != self._world.application_id:
            raise ApiError(403, 50003)
        self.remove(message)
        return NOTHING

    def _typing(self, request: Request) -> Answer:
        if self._channel(request).closed:
            raise ApiError(403, 50007)
        return NOTHING

    # --- commands ---

    def _own(self, request: Request) -> None:
        if request.params["application_id"] != str(self._world.application_id):
            raise ApiError(403, 20012, "You are not authorized to perform this action on this application")

    def _get_commands(self, request: Request) -> Answer:
        self._own(request)
        if request.query.get("with_localizations", "0").lower() in ("1", "true"):
            return 200, self.commands
        told = {"name_localizations", "description_localizations"}
        return 200, [{name: command[name] for name in command.keys() - told} for command in self.commands]

    def _put_commands(self, request: Request) -> Answer:
        self._own(request)
        known = {command["name"]: command["id"] for command in self.commands}
        self.commands = [self._stored_command(body, known) for body in rules.commands(request.json)]
        return 200, self.commands

    def _stored_command(self, body: Json, known: dict[str, str]) -> Json:
        given = {name: value for name, value in body.items() if value is not None and name not in ("id", "options")}
        stored: Json = {
            "id": known.get(body["name"]) or str(self._world.time.snowflake()),
            "application_id": str(self._world.application_id),
            "version": str(self._world.time.snowflake()),
            "default_member_permissions": None,
            "type": 1,
            "nsfw": False,
            "contexts": None,
            "integration_types": [0],
            **given,
        }
        permissions = stored["default_member_permissions"]
        stored["default_member_permissions"] = None if permissions is None else str(permissions)
        return stored | ({"options": body["options"]} if body.get("options") else {})
