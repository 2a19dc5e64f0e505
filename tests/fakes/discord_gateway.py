"""The gateway of the fake Discord: sessions, heartbeats, RESUME with replay, and the ways in which a socket ends."""

from __future__ import annotations

import asyncio
import json
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from aiohttp import WSMsgType, web

from tests.fakes.discord_wire import Json

INTENTS = (1 << 26) - 1
PRIVILEGED = 1 << 1 | 1 << 8 | 1 << 15
DIRECT_MESSAGES = 1 << 12
_FATAL = {4004, 4007, 4009, 4010, 4011, 4012, 4013, 4014}
_FRAME_LIMIT = 4096


class Closed(Exception):
    """The server ends the connection."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


@dataclass(slots=True, kw_only=True, eq=False)
class Link:
    """One socket."""

    socket: web.WebSocketResponse
    transport: asyncio.Transport
    deflate: Any = None
    """The zlib stream of this connection; None where the client wants none."""
    out: asyncio.Queue[bytes | str | Closed] = field(default_factory=asyncio.Queue)
    beat: float = field(default_factory=time.monotonic)
    session: Session | None = None
    ending: bool = False
    """The server has said that it closes."""

    def send(self, op: int, data: object = None, *, seq: int | None = None, event: str | None = None) -> None:
        frame = json.dumps({"op": op, "d": data, "s": seq, "t": event})
        if self.deflate is None:
            self.out.put_nowait(frame)
        else:
            packed = self.deflate.compress(frame.encode()) + self.deflate.flush(zlib.Z_SYNC_FLUSH)
            self.out.put_nowait(packed)

    def close(self, code: int, reason: str = "") -> None:
        self.ending = True
        self.out.put_nowait(Closed(code, reason))

    def leave(self, now: datetime) -> None:
        """The session has no socket any more; what happens from now on is kept for the next one."""
        if self.session and self.session.link is self:
            self.session.link, self.session.lost_at = None, now


@dataclass(slots=True, kw_only=True, eq=False)
class Session:
    """One IDENTIFY and what came of it."""

    id: str
    intents: int
    sent: list[tuple[str, Json]] = field(default_factory=list)
    """Every dispatch; the first has the sequence number 1."""
    link: Link | None = None
    lost_at: datetime | None = None
    resumed: int = 0
    """How many times."""

    def dispatch(self, event: str, data: Json) -> None:
        self.sent.append((event, data))
        if self.link:
            self.link.send(0, data, seq=len(self.sent), event=event)

    def replay(self, after: int) -> None:
        assert self.link is not None
        for number, (event, data) in enumerate(self.sent[after:], after + 1):
            self.link.send(0, data, seq=number, event=event)


class Gateway:
    """All connections of the bot."""

    def __init__(self, *, token: str, now: Callable[[], datetime], touch: Callable[[], None]) -> None:
        self.token = token
        self.url = ""
        self.bot: Json = {}
        self.application: Json = {}
        self.heartbeat_interval = 41_250
        """Milliseconds; a client that is silent for twice as long is cut off."""
        self.session_memory = 180.0
        """Seconds of the server's clock for which a lost session can be resumed."""
        self.allowed_intents = INTENTS & ~PRIVILEGED
        self.sessions: list[Session] = []
        """All that were ever begun, oldest first."""
        self.violations: list[str] = []
        self.heartbeats = 0
        self.check: Callable[[str, Json], list[str]] = lambda event, data: []
        """What is wrong with an event that this server is about to tell."""
        self._alive: dict[str, Session] = {}
        self._links: set[Link] = set()
        self._newest: tuple[str, Json, int] | None = None
        self._now = now
        self._touch = touch

    @property
    def connected(self) -> bool:
        return any(session.link for session in self._alive.values())

    # --- what tests do ---

    def dispatch(self, event: str, data: Json, *, intent: int = 0) -> None:
        """Tell every session that wants to know; one without a socket is told when it resumes."""
        self.violations += self.check(event, data)
        copied = json.loads(json.dumps(data))
        self._newest = (event, copied, intent)
        for session in self._alive.values():
            if not intent or session.intents & intent:
                session.dispatch(event, copied)
        self._touch()

    def redeliver(self) -> None:
        assert self._newest is not None, "nothing was ever dispatched"
        event, data, intent = self._newest
        self.dispatch(event, data, intent=intent)

    def drop(self) -> None:
        """Every socket dies without a word; the sessions can be resumed."""
        for link in list(self._links):
            self._lose(link)
            link.transport.abort()

    def reconnect(self) -> None:
        self._order(7)

    def invalidate(self, *, resumable: bool) -> None:
        if not resumable:
            self.forget_sessions()
        self._order(9, resumable)

    def close(self, code: int) -> None:
        if code in _FATAL:
            self.forget_sessions()
        for link in self._links:
            link.leave(self._now())
            link.close(code)

    def _order(self, op: int, data: object = None) -> None:
        """Send every client away; as it comes back, it learns what it missed."""
        for link in self._links:
            link.send(op, data)
            link.leave(self._now())

    def forget_sessions(self) -> None:
        for session in self._alive.values():
            session.link = None
        self._alive.clear()

    # --- the server ---

    async def serve(self, http: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(timeout=1)
        await socket.prepare(http)
        assert isinstance(http.transport, asyncio.Transport)
        link = Link(socket=socket, transport=http.transport)
        if http.query.get("compress") == "zlib-stream":
            link.deflate = zlib.compressobj()
        if (http.query.get("v"), http.query.get("encoding")) != ("10", "json") or "compress" not in http.query:
            self.violations.append(f"gateway: connected with {dict(http.query)}")
        self._links.add(link)
        writer = asyncio.create_task(self._write(link))
        try:
            link.send(10, {"heartbeat_interval": self.heartbeat_interval, "_trace": []})
            await self._listen(link)
        except Closed as end:
            link.close(end.code, end.reason)
        finally:
            self._lose(link)
            if not link.ending:
                writer.cancel()
        await asyncio.wait([writer])
        return socket

    async def _listen(self, link: Link) -> None:
        while True:
            patience = link.beat + 2 * self.heartbeat_interval / 1000 - time.monotonic()
            try:
                message = await link.socket.receive(timeout=max(0.001, patience))
            except TimeoutError:
                self.violations.append("gateway: no heartbeat came")
                raise Closed(4009, "Session timed out.") from None
            if message.type is WSMsgType.TEXT:
                self._received(link, message.data)
            elif message.type is WSMsgType.CLOSE and message.data in (1000, 1001):
                self._end(link)
                return
            elif message.type is not WSMsgType.BINARY:
                return

    async def _write(self, link: Link) -> None:
        while True:
            frame = await link.out.get()
            try:
                if isinstance(frame, Closed):
                    await link.socket.close(code=frame.code, message=frame.reason.encode())
                    return
                await (link.socket.send_str(frame) if isinstance(frame, str) else link.socket.send_bytes(frame))
            except ConnectionError:
                return

    def _received(self, link: Link, text: str) -> None:
        if len(text.encode()) > _FRAME_LIMIT:
            raise Closed(4002, "Payload too large.")
        try:
            frame = json.loads(text)
            op, data = frame["op"], frame.get("d")
        except (ValueError, KeyError, TypeError):
            raise Closed(4002, "Error while decoding payload.") from None
        match op:
            case 1:
                self._heartbeat(link, data)
            case 2:
                self._identify(link, data)
            case 6:
                self._resume(link, data)
            case 3 | 4 | 8:
                if link.session is None:
                    raise Closed(4003, "Not authenticated.")
            case _:
                raise Closed(4001, "Unknown opcode.")
        self._touch()

    def _heartbeat(self, link: Link, data: object) -> None:
        sent = len(link.session.sent) if link.session else 0
        if data is not None and (not isinstance(data, int) or data > sent) and link.session:
            self.violations.append(f"gateway: a heartbeat with the sequence number {data!r} of {sent}")
        link.beat = time.monotonic()
        self.heartbeats += 1
        link.send(11)

    def _identify(self, link: Link, data: Any) -> None:
        if link.session:
            raise Closed(4005, "Already authenticated.")
        if not isinstance(data, dict) or not isinstance(data.get("properties"), dict):
            raise Closed(4002, "Error while decoding payload.")
        self._authenticate(data)
        if data.get("shard", [0, 1]) != [0, 1]:
            raise Closed(4010, "Invalid shard.")
        intents = data.get("intents")
        if not isinstance(intents, int) or intents & ~INTENTS:
            raise Closed(4013, "Invalid intent(s).")
        if intents & ~self.allowed_intents:
            raise Closed(4014, "Disallowed intent(s).")
        session = Session(id=f"{len(self.sessions) + 1:032x}", intents=intents, link=link)
        link.session = session
        self.sessions.append(session)
        self._alive[session.id] = session
        session.dispatch("READY", self._ready(session))

    def _ready(self, session: Session) -> Json:
        return {
            "v": 10,
            "user": self.bot | {"verified": True, "mfa_enabled": False, "email": None},
            "guilds": [],
            "private_channels": [],
            "session_id": session.id,
            "session_type": "normal",
            "resume_gateway_url": f"{self.url}/resume",
            "shard": [0, 1],
            "application": self.application,
        }

    def _resume(self, link: Link, data: Any) -> None:
        if link.session:
            raise Closed(4005, "Already authenticated.")
        self._authenticate(data)
        session = self._alive.get(data.get("session_id"))
        if session is None or self._expired(session):
            link.send(9, data=False)
            return
        if not isinstance(data.get("seq"), int) or data["seq"] > len(session.sent):
            del self._alive[session.id]
            raise Closed(4007, "Invalid sequence.")
        if session.link:
            session.link.close(4000)
        link.session, session.link, session.lost_at = session, link, None
        session.resumed += 1
        session.replay(data["seq"])
        session.dispatch("RESUMED", {"_trace": []})

    def _authenticate(self, data: Any) -> None:
        if not isinstance(data, dict) or data.get("token") != self.token:
            raise Closed(4004, "Authentication failed.")

    def _expired(self, session: Session) -> bool:
        lost = session.lost_at
        return lost is not None and self._now() - lost > timedelta(seconds=self.session_memory)

    def _lose(self, link: Link) -> None:
        self._links.discard(link)
        link.leave(self._now())
        self._touch()

    def _end(self, link: Link) -> None:
        """The client said goodbye: its session is over."""
        if link.session:
            self._alive.pop(link.session.id, None)
