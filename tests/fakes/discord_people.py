"""The people at the other end of the fake Discord: what they do, and what they see."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tests.fakes.discord_interactions import SlashResult
from tests.fakes.discord_markdown import displayed
from tests.fakes.discord_wire import Json
from tests.fakes.discord_world import LOADING, SUPPRESS_NOTIFICATIONS, VOICE_MESSAGE, Channel, Message, utf16

if TYPE_CHECKING:
    from tests.fakes.discord_server import FakeDiscord


_CLIENT_LIMIT = 4000
_CONTEXTS = {"guild": 0, "dm": 1, "private": 2}
_KINDS: dict[int, tuple[type, ...]] = {3: (str,), 4: (int,), 5: (bool,), 10: (int, float)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Received:
    """A message from the bot as a person sees it at this moment."""

    message: Message

    @property
    def id(self) -> int:
        return self.message.id

    @property
    def raw(self) -> str:
        """The words with their Markdown."""
        return self.message.content

    @property
    def text(self) -> str:
        """The words as displayed."""
        return displayed(self.message.content)

    @property
    def labels(self) -> tuple[str, ...]:
        """The buttons, and the options of select menus, in order."""
        return tuple(label for label, _, _ in self.offers())

    @property
    def file_name(self) -> str:
        return self.message.files[0].name if self.message.files else ""

    @property
    def body(self) -> bytes | None:
        return self.message.files[0].body if self.message.files else None

    @property
    def seconds(self) -> float:
        """How long it is, of a voice message."""
        is_voice = self.message.flags & VOICE_MESSAGE
        return float(self.message.files[0].described["duration_secs"]) if is_voice else 0.0

    @property
    def silent(self) -> bool:
        """The telephone did not ring for it."""
        return bool(self.message.flags & SUPPRESS_NOTIFICATIONS)

    @property
    def thinking(self) -> bool:
        """An answer that is announced and still to come."""
        return bool(self.message.flags & LOADING)

    def offers(self) -> Iterator[tuple[str, Json, str | None]]:
        """What can be pressed or chosen: label, component, and the value of an option."""
        for row in self.message.components:
            for part in row["components"]:
                if part.get("disabled") or "custom_id" not in part:
                    continue
                if part["type"] == 2:
                    yield part.get("label", ""), part, None
                for option in part.get("options", ()):
                    yield option["label"], part, option["value"]


class Person:
    """A person in a private channel with the bot. What they do takes effect at once."""

    def __init__(self, server: FakeDiscord, *, name: str, locale: str) -> None:
        self._server = server
        self._world = server.world
        self.locale = locale
        self.id = self._world.time.snowflake()
        self.dm = self._world.time.snowflake()
        self.profile = self._world.profile(self.id, f"person{self.id}", name)
        self.channel = Channel(id=self.dm, person=self.profile)
        self._world.channels[self.dm] = self.channel
        self._places: dict[str, int] = {"dm": self.dm}
        self._returned = 0

    # --- what they see ---

    @property
    def received(self) -> list[Received]:
        """All messages of the bot that are there, oldest first, as they look now."""
        bot = self._world.application_id
        return [Received(message=message) for message in self.channel.messages.values() if message.author_id == bot]

    async def next_message(self) -> Received:
        """The next message that this method has not returned yet."""
        seen = await self._server.found(lambda: next((s for s in self.received if s.id > self._returned), None))
        self._returned = seen.id
        return seen

    async def until(self, predicate: Callable[[Received], bool]) -> Received:
        """The first message that the predicate likes, also among those received before."""

        return await self._server.found(lambda: next((seen for seen in self.received if predicate(seen)), None))

    # --- what they write ---

    def send(self, text: str) -> int:
        """Write a message; its id."""
        assert utf16(text) <= _CLIENT_LIMIT, "a client of Discord turns a longer text into a file"
        return self.send_raw(content=text.strip())

    def send_raw(self, **fields: Any) -> int:
        """A message with any fields of `discord_world.Message`; its id."""
        message = self._world.message(self.dm, self.profile, **fields)
        self._server.rest.publish(message)
        return message.id

    def send_file(self, name: str, body: bytes, content_type: str | None = None, text: str = "") -> int:
        return self.send_raw(content=text, files=[self._world.file(self.dm, name, body, content_type)])

    def send_files(self, *files: tuple[str, bytes, str | None], text: str = "") -> int:
        """Several files in one message: name, bytes and media type of each."""
        return self.send_raw(content=text, files=[self._world.file(self.dm, *file) for file in files])

    def send_voice(self, seconds: float = 5.0, *, body: bytes = b"\0" * 12_000) -> int:
        """A voice message."""
        told = {"duration_secs": float(seconds), "waveform": base64.b64encode(bytes(64)).decode()}
        file = self._world.file(self.dm, "voice-message.ogg", body, "audio/ogg", **told)
        return self.send_raw(flags=VOICE_MESSAGE, files=[file])

    def edit(self, message_id: int, text: str) -> None:
        """Change an earlier message of theirs."""
        message = self._own(message_id)
        message.content, message.edited = text.strip(), self._world.time.tick()
        self._server.rest.changed(message)

    def resolve_embeds(self, message_id: int) -> None:
        """A link in a message got its preview: the message is updated, and nobody edited it."""
        message = self._own(message_id)
        message.embeds = [{"type": "link", "url": "https://example.org/", "title": "Example"}]
        self._server.rest.changed(message)

    def delete(self, message_id: int) -> None:
        """Delete a message of theirs."""
        self._server.rest.remove(self._own(message_id))

    def close_dms(self) -> None:
        """Take no message of the bot any more. The bot is not told."""
        self.channel.closed = True

    def open_dms(self) -> None:
        self.channel.closed = False

    # --- what they press ---

    def press(self, label: str) -> SlashResult:
        """Press the newest button with this label."""
        message, part, _ = self._offer(label, button=True)
        return self._interact(message, {"custom_id": part["custom_id"], "component_type": 2, "id": part["id"]})

    async def write(self, label: str, text: str) -> SlashResult:
        """Press the newest button with this label, and send the modal that opens with this text in its field."""
        opened = self.press(label)
        await self._server.found(lambda: opened.modal)
        return self.submit(opened, text)

    def submit(self, opened: SlashResult, text: str) -> SlashResult:
        """Send an open modal."""
        return self._server.interactions.submit(opened, text, place=self._place("dm"), user=self.profile)

    def choose(self, label: str) -> SlashResult:
        """Choose the newest option of a select menu with this label."""
        message, part, value = self._offer(label, button=False)
        data = {"custom_id": part["custom_id"], "component_type": 3, "id": part["id"], "values": [value]}
        return self._interact(message, data)

    def take(self, label: str) -> SlashResult:
        """Press or choose, whichever offers it last."""
        for seen in reversed(self.received):
            for offered, _, value in seen.offers():
                if offered == label:
                    return self.press(label) if value is None else self.choose(label)
        raise AssertionError(f"nothing offers {label!r}")

    def slash(self, name: str, where: str = "dm", **options: object) -> SlashResult:
        """Give a command of the menu, "name" or "name subcommand"; `where` is "dm", "guild" or "private"."""
        data = self._command(name, where, options)
        return self._server.interactions.begin(kind=2, data=data, place=self._place(where), user=self.profile)

    def _interact(self, message: Message, data: Json) -> SlashResult:
        begin = self._server.interactions.begin
        return begin(kind=3, data=data, place=self._place("dm"), user=self.profile, source=message)

    def _offer(self, label: str, *, button: bool) -> tuple[Message, Json, str | None]:
        for seen in reversed(self.received):
            for offered, part, value in seen.offers():
                if offered == label and (value is None) is button:
                    return seen.message, part, value
        raise AssertionError(f"nothing offers {label!r} in {[seen.labels for seen in self.received]}")

    def _own(self, message_id: int) -> Message:
        message = self.channel.messages[message_id]
        assert message.author_id == self.id, "a person changes only their own messages"
        return message

    # --- where a command is given ---

    def _place(self, where: str) -> Json:
        context = _CONTEXTS[where]
        channel = self._places.setdefault(where, self._world.time.snowflake())
        place: Json = {"context": context, "channel_id": str(channel), "locale": self.locale, "app_permissions": "0"}
        if where == "guild":
            return place | self._in_a_guild(channel)
        owners = {"1": str(self.id)} if where == "private" else {"0": "0"}
        told: Json = {"id": str(channel), "type": 1, "flags": 0, "last_message_id": None}
        told["recipients"] = [self.profile] if where == "dm" else [self._world.profile(1, "friend", "A friend")]
        return place | {"user": self.profile, "channel": told, "authorizing_integration_owners": owners}

    def _in_a_guild(self, channel: int) -> Json:
        """A server of friends that has the bot's commands, though the bot is no member of it."""
        guild = self._server.guild_id
        member = {
            "user": self.profile,
            "roles": [],
            "joined_at": "2026-01-01T00:00:00.000000+00:00",
            "deaf": False,
            "mute": False,
            "flags": 0,
            "nick": None,
            "avatar": None,
            "premium_since": None,
            "permissions": "0",
        }
        told = {"id": str(channel), "type": 0, "name": "general", "guild_id": str(guild), "position": 0, "nsfw": False}
        told |= {"flags": 0, "permissions": "0", "last_message_id": None, "parent_id": None, "topic": None}
        return {
            "guild_id": str(guild),
            "guild": {"id": str(guild), "locale": "en-US", "features": []},
            "guild_locale": "en-US",
            "member": member,
            "channel": told,
            "authorizing_integration_owners": {"0": str(guild)},
        }

    def _command(self, name: str, where: str, options: dict[str, object]) -> Json:
        first, _, second = name.partition(" ")
        command = next((known for known in self._server.rest.commands if known["name"] == first), None)
        assert command, f"no command {first!r} in {[known['name'] for known in self._server.rest.commands]}"
        contexts = command.get("contexts")
        assert contexts is None or _CONTEXTS[where] in contexts, f"/{first} is not offered in a {where} channel"
        needed = 1 if where == "private" else 0
        assert needed in command["integration_types"], f"/{first} is not installed so that it is offered there"
        data: Json = {"id": command["id"], "name": first, "type": 1}
        if not second:
            return data | {"options": _given(command, options)}
        chosen = next((part for part in command.get("options", ()) if part["name"] == second), None)
        assert chosen is not None, f"/{first} has no subcommand {second!r}"
        assert chosen["type"] == 1, f"{second!r} of /{first} is an option"
        return data | {"options": [{"name": second, "type": 1, "options": _given(chosen, options)}]}


def _given(command: Json, options: dict[str, object]) -> list[Json]:
    """The options of a command as a client sends them: what is required is there, and a choice is one of the list."""
    known = {option["name"]: option for option in command.get("options", ())}
    assert not any(option["type"] in (1, 2) for option in known.values()), "a subcommand must be named"
    assert options.keys() <= known.keys(), f"unknown options {options.keys() - known.keys()}"
    missing = {name for name, option in known.items() if option.get("required")} - options.keys()
    assert not missing, f"required options are missing: {missing}"
    for name, value in options.items():
        choices = [choice["value"] for choice in known[name].get("choices") or []]
        assert isinstance(value, _KINDS[known[name]["type"]]), f"{name}={value!r} is of another type"
        assert not choices or value in choices, f"{value!r} is none of {choices}"
    return [{"name": name, "type": known[name]["type"], "value": value} for name, value in options.items()]
