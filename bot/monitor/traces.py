"""One trace for each turn, for a collector: arrival, thinking, its model calls, commit, delivery.

The spans are made when their work is over, under ids that follow from the session and the letter: so the process that
delivers the next question adds to the trace of the one that has thought about it, and neither has to know the other.
No span holds a word of anybody. Imports OpenTelemetry, which is loaded where traces are wanted.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict, deque
from collections.abc import Mapping
from dataclasses import dataclass, field

from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import SpanContext, SpanKind, Status, StatusCode, TraceFlags

from core.contracts.calls import Call, Settlement
from core.contracts.watching import Delivery, TurnTaken

OF_A_TURN = frozenset({"talk", "books"})
"""The purposes of the calls that a turn waits for."""
SESSIONS = 1_000
"""Of so many at most the calls are remembered until their turn is over."""
CALLS = 8
"""Of one session."""
TIMEOUT = 5.0
"""Seconds for the collector to take what it is sent."""
_NANOS = 1_000_000_000
_Attributes = Mapping[str, str | int | float]


class OpenTelemetryTraces:
    """A `Watch`."""

    def __init__(self, endpoint: str, *, version: str) -> None:
        """`endpoint`: where OTLP is taken over HTTP, whole."""
        self._processor = BatchSpanProcessor(OTLPSpanExporter(endpoint=endpoint, timeout=TIMEOUT))
        self._resource = Resource.create({"service.name": "raconteur", "service.version": version})
        self._calls: OrderedDict[str, deque[tuple[Call, Settlement, float]]] = OrderedDict()

    def call(self, call: Call, settlement: Settlement, ended_at: float) -> None:
        if call.purpose in OF_A_TURN and call.session_id is not None:
            self._calls.setdefault(call.session_id, deque(maxlen=CALLS)).append((call, settlement, ended_at))
            while len(self._calls) > SESSIONS:
                self._calls.popitem(last=False)

    def turn(self, turn: TurnTaken) -> None:
        of = f"{turn.session_id}/{turn.key or turn.committed_at}"
        told: _Attributes = {
            "raconteur.kind": turn.kind,
            "raconteur.platform": turn.platform,
            "raconteur.session": turn.session_id,
        }
        self._end(of, _Work(name="turn", under="", since=turn.arrived_at, until=turn.committed_at, told=told))
        self._end(of, _Work(name="arrival", since=turn.arrived_at, until=turn.begun_at))
        self._end(of, _Work(name="thinking", since=turn.begun_at, until=turn.thought_at))
        self._end(of, _Work(name="commit", since=turn.thought_at, until=turn.committed_at))
        for number, (call, settlement, ended_at) in enumerate(self._calls.pop(turn.session_id, ())):
            work = _Work(
                name="model call",
                number=number,
                under="thinking",
                since=ended_at - settlement.latency_ms / 1000,
                until=ended_at,
                told={
                    "gen_ai.request.model": call.model,
                    "gen_ai.usage.input_tokens": settlement.input_tokens,
                    "gen_ai.usage.output_tokens": settlement.output_tokens,
                    "raconteur.purpose": call.purpose,
                    "raconteur.outcome": settlement.outcome,
                },
                is_well=settlement.outcome == "ok",
            )
            if work.since >= turn.begun_at:
                self._end(of, work)

    def delivery(self, delivery: Delivery) -> None:
        """Record a try to deliver a question, also one that failed."""
        if not delivery.asks or delivery.session_id is None:
            return
        work = _Work(
            name="delivery",
            number=delivery.ended_at,
            since=delivery.written_at,
            until=delivery.ended_at,
            told={"raconteur.platform": delivery.platform, "raconteur.outcome": delivery.outcome},
            is_well=delivery.was_sent,
        )
        self._end(f"{delivery.session_id}/{delivery.key}", work)

    async def close(self) -> None:
        """Send what waits; what cannot be sent is dropped."""
        await asyncio.to_thread(self._processor.shutdown)

    def _end(self, of: str, work: _Work) -> None:
        """Hand in a piece of work that is over."""
        span = ReadableSpan(
            work.name,
            context=_context(of, f"{work.name}/{work.number}"),
            parent=_context(of, f"{work.under}/0") if work.under else None,
            resource=self._resource,
            attributes=work.told,
            kind=SpanKind.INTERNAL,
            status=Status(StatusCode.UNSET if work.is_well else StatusCode.ERROR),
            start_time=round(work.since * _NANOS),
            # The machine's clock may have been set back.
            end_time=round(max(work.since, work.until) * _NANOS),
        )
        self._processor.on_end(span)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Work:
    """A piece of a turn."""

    name: str
    number: float = 0
    """Among those of its name."""
    under: str = "turn"
    """The name of the piece that it is a part of; empty for the whole."""
    since: float
    until: float
    told: _Attributes = field(default_factory=dict)
    is_well: bool = True


def _context(of: str, piece: str) -> SpanContext:
    """Return the same context for the same turn and piece, in every process."""
    trace, span = hashlib.sha256(of.encode()).digest()[:16], hashlib.sha256(f"{of}/{piece}".encode()).digest()[:8]
    return SpanContext(
        int.from_bytes(trace), int.from_bytes(span), is_remote=False, trace_flags=TraceFlags(TraceFlags.SAMPLED)
    )
