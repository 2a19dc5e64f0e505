"""The people at the other end of the fake Bot API: what they do, and what they see."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.fakes.bot_api_rules import TEXT_LIMIT, Json, bad, utf16

if TYPE_CHECKING:
    from tests.fakes.bot_api import FakeBotApi


_COMMAND = re.compile(r"/[A-Za-z0-9_]{1,64}(@\w+)?(?!\w)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Received:
    """A message from the bot as a person sees it at this moment."""

    message: Json
    body: bytes | None = None
    silent: bool = False
    """The telephone did not ring for it."""

    @property
    def id(self) -> int:
        return int(self.message["message_id"])

    @property
    def text(self) -> str:
        """The words, or the caption of a file."""
        return str(self.message.get("text", self.message.get("caption", "")))

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(button["text"] for button in self._buttons())

    @property
    def file_name(self) -> str:
        return str(self.message.get("document", {}).get("file_name", ""))

    @property
    def seconds(self) -> float:
        """How long it is, of a voice message."""
        return float(self.message.get("voice", {}).get("duration", 0))

    def styled(self) -> list[tuple[str, str]]:
        """The entities as pairs of a type and the words it covers."""
        units = self.text.encode("utf-16-le")

        def covered(entity: Json) -> str:
            start = 2 * entity["offset"]
            return units[start : start + 2 * entity["length"]].decode("utf-16-le")

        return [(entity["type"], covered(entity)) for entity in self.message.get("entities", ())]

    def data(self, label: str) -> str | None:
        """What the button with this label carries."""
        return next((button["callback_data"] for button in self._buttons() if button["text"] == label), None)

    def _buttons(self) -> list[Json]:
        return [button for row in self.message.get("reply_markup", {}).get("inline_keyboard", ()) for button in row]


class User:
    """A person in a private chat with the bot. What they do takes effect at once; waiting is for what the bot does."""

    def __init__(self, api: FakeBotApi, *, chat_id: int, name: str, language: str) -> None:
        self.api = api
        self.id = chat_id
        self.received: list[Received] = []
        """All messages of the bot that are there, oldest first, as they look now."""
        self.blocked = False
        self.takes_no_voice = ""
        """What Telegram says where their settings let nobody send them voice messages; empty where they do."""
        self._profile: Json = {"id": chat_id, "is_bot": False, "first_name": name, "language_code": language}
        self._seen = 0
        self._sent: dict[int, Json] = {}

    def send(self, text: str) -> int:
        """Write a message; like a real client, cut a very long one into several. The id of the (last) message."""
        message_id = 0
        for start in range(0, max(1, len(text)), TEXT_LIMIT // 2):
            chunk = text[start : start + TEXT_LIMIT // 2] if utf16(text) > TEXT_LIMIT else text
            message_id = self.send_raw(text=chunk, **self._entities(chunk))
            if chunk == text:
                break
        return message_id

    def send_raw(self, **content: object) -> int:
        """A message with any content of the Bot API's type Message; the id of the message."""
        message: Json = {
            "message_id": self.api.next_message_id(self.id),
            "date": self.api.date(),
            "chat": self.chat,
            "from": self._profile,
            **content,
        }
        self._sent[message["message_id"]] = message
        self.api.emit("message", message)
        return int(message["message_id"])

    def send_sticker(self) -> int:
        sticker = {"type": "regular", "width": 512, "height": 512, "is_animated": False, "is_video": False}
        return self.send_raw(sticker=self._file(20_000) | sticker)

    def send_location(self) -> int:
        return self.send_raw(location={"latitude": 59.9, "longitude": 30.3})

    def send_photo(
        self, *, size: int = 80_000, body: bytes | None = None, caption: str | None = None, album: str = ""
    ) -> int:
        """`album`: what it has in common with the others that are sent together."""
        sizes = [
            self._file(size // 16) | {"width": 320, "height": 240},
            self._file(size, body) | {"width": 1280, "height": 960},
        ]
        together = {"media_group_id": album} if album else {}
        return self.send_raw(photo=sizes, **together, **self._caption(caption))

    def send_voice(
        self, duration: int = 5, size: int = 12_000, *, body: bytes | None = None, caption: str | None = None
    ) -> int:
        """A voice note, by its bytes or only their number; so with the other recordings."""
        voice = self._file(size, body) | {"duration": duration, "mime_type": "audio/ogg"}
        return self.send_raw(voice=voice, **self._caption(caption))

    def send_audio(self, duration: int = 200, size: int = 3_000_000, *, body: bytes | None = None) -> int:
        audio = self._file(size, body) | {"duration": duration, "mime_type": "audio/mpeg", "title": "Old tape"}
        return self.send_raw(audio=audio)

    def send_video_note(self, duration: int = 20, size: int = 900_000, *, body: bytes | None = None) -> int:
        return self.send_raw(video_note=self._file(size, body) | {"duration": duration, "length": 384})

    def send_video(
        self, duration: int = 30, size: int = 5_000_000, *, body: bytes | None = None, caption: str | None = None
    ) -> int:
        video = self._file(size, body) | {"duration": duration, "mime_type": "video/mp4", "width": 640, "height": 480}
        return self.send_raw(video=video, **self._caption(caption))

    def send_animation(self, size: int = 300_000) -> int:
        """A moving picture without sound; Telegram calls it a document as well."""
        file = self._file(size) | {"mime_type": "video/mp4", "file_name": "dance.gif.mp4"}
        return self.send_raw(animation=file | {"duration": 3, "width": 320, "height": 240}, document=file)

    def send_document(
        self,
        size: int = 1_000,
        name: str = "file.pdf",
        *,
        media_type: str = "application/pdf",
        body: bytes | None = None,
        caption: str | None = None,
    ) -> int:
        document = self._file(size, body) | {"file_name": name, "mime_type": media_type}
        return self.send_raw(document=document, **self._caption(caption))

    def edit(self, message_id: int, text: str) -> None:
        """Change an earlier message, or the caption of one."""
        message = self._sent[message_id]
        field = "text" if "text" in message else "caption"
        message.update({field: text, "edit_date": self.api.date(), **self._entities(text)})
        self.api.emit("edited_message", message)

    def press(self, label: str) -> str:
        """Press the newest button with this label; the id of the callback query."""
        for received in reversed(self.received):
            if data := received.data(label):
                return self.api.press(self._profile, received.message, data)
        raise AssertionError(f"no button {label!r} in {[received.labels for received in self.received]}")

    def lose(self, message_id: int) -> None:
        """A message of the bot is deleted. One of their own the bot leaves alone here."""
        for at, received in enumerate(self.received):
            if received.id == message_id:
                del self.received[at]
                self._seen -= at < self._seen
                return
        raise bad("message can't be deleted" if message_id in self._sent else "message to delete not found")

    def block(self) -> None:
        """Block the bot: it is told, and cannot write any more."""
        self.blocked = True
        self._membership("kicked", "member")

    def unblock(self) -> None:
        self.blocked = False
        self._membership("member", "kicked")

    async def next_message(self) -> Received:
        """The next message that this method has not returned yet."""
        await self.api.until(lambda: len(self.received) > self._seen)
        self._seen += 1
        return self.received[self._seen - 1]

    async def until(self, predicate: Callable[[Received], bool]) -> Received:
        """The first message that the predicate likes, also among those received before."""

        return await self.api.found(lambda: next((seen for seen in self.received if predicate(seen)), None))

    @property
    def chat(self) -> Json:
        return {"id": self.id, "type": "private", "first_name": self._profile["first_name"]}

    def _membership(self, new: str, old: str) -> None:
        def member(status: str) -> Json:
            return {"user": self.api.bot, "status": status} | ({"until_date": 0} if status == "kicked" else {})

        change = {"chat": self.chat, "from": self._profile, "date": self.api.date()}
        change |= {"old_chat_member": member(old), "new_chat_member": member(new)}
        self.api.emit("my_chat_member", change)

    def _file(self, size: int, body: bytes | None = None) -> Json:
        return self.api.files.put(size if body is None else body)

    @staticmethod
    def _caption(caption: str | None) -> Json:
        return {} if caption is None else {"caption": caption}

    @staticmethod
    def _entities(text: str) -> Json:
        command = _COMMAND.match(text)
        return {"entities": [{"type": "bot_command", "offset": 0, "length": command.end()}]} if command else {}
