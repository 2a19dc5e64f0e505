"""Traces of turns, as a collector receives them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from aiohttp import web
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span, Status

from bot.config import Settings
from bot.monitor.traces import CALLS, SESSIONS, OpenTelemetryTraces
from core.contracts.calls import Call, Settlement
from core.contracts.errors import Rejected
from core.contracts.watching import SENT, Delivery, TurnTaken, Watches
from tests.fakes.app import running
from tests.fakes.places import free_port

TURN = TurnTaken(
    session_id="s1",
    kind="life-story",
    platform="telegram",
    key="telegram:7:1/turn",
    arrived_at=100.0,
    begun_at=100.5,
    thought_at=103.0,
    committed_at=103.25,
)
CALL = Call(purpose="talk", model="big", session_id="s1", reserved_micros=9)
DONE = Settlement(outcome="ok", input_tokens=100, output_tokens=10, latency_ms=2000)


class Collector:
    """Takes OTLP over HTTP."""

    def __init__(self) -> None:
        self.spans: list[Span] = []
        self.raw = b""
        self.url = ""

    def of(self, name: str) -> list[Span]:
        return [span for span in self.spans if span.name == name]

    def one(self, name: str) -> Span:
        [span] = self.of(name)
        return span

    async def _take(self, request: web.Request) -> web.Response:
        assert request.headers["Content-Type"] == "application/x-protobuf"
        body = await request.read()
        self.raw += body
        sent = ExportTraceServiceRequest.FromString(body)
        self.spans += [s for r in sent.resource_spans for scope in r.scope_spans for s in scope.spans]
        return web.Response(body=b"", headers={"Content-Type": "application/x-protobuf"})

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[Collector]:
        app, port = web.Application(), free_port()
        app.router.add_post("/v1/traces", self._take)
        runner = web.AppRunner(app)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", port).start()
        self.url = f"http://127.0.0.1:{port}/v1/traces"
        try:
            yield self
        finally:
            await runner.cleanup()


@pytest.fixture
async def collector() -> AsyncIterator[Collector]:
    async with Collector().serving() as served:
        yield served


def delivery(outcome: str = SENT, *, asks: bool = True, ended_at: float = 104.0) -> Delivery:
    return Delivery(
        key=TURN.key,
        session_id="s1",
        platform="telegram",
        asks=asks,
        written_at=103.25,
        ended_at=ended_at,
        outcome=outcome,
    )


def seconds(span: Span) -> tuple[float, float]:
    return span.start_time_unix_nano / 1e9, span.end_time_unix_nano / 1e9


async def test_a_turn_is_one_trace_also_where_another_process_delivers(collector: Collector) -> None:
    thinker, gateway = OpenTelemetryTraces(collector.url, version="1"), OpenTelemetryTraces(collector.url, version="1")
    thinker.call(CALL, DONE, 102.5)
    thinker.turn(TURN)
    gateway.delivery(delivery(Rejected.code, ended_at=103.5))
    gateway.delivery(delivery())
    gateway.delivery(delivery(asks=False))
    await thinker.close()
    await gateway.close()
    assert len({span.trace_id for span in collector.spans}) == 1
    assert len({span.span_id for span in collector.spans}) == len(collector.spans) == 7
    turn, thinking = collector.one("turn"), collector.one("thinking")
    assert turn.parent_span_id == b""
    assert collector.one("model call").parent_span_id == thinking.span_id
    others = [collector.one("arrival"), thinking, collector.one("commit"), *collector.of("delivery")]
    assert {span.parent_span_id for span in others} == {turn.span_id}
    assert [seconds(span) for span in (turn, *others[:3])] == [
        (100.0, 103.25),
        (100.0, 100.5),
        (100.5, 103.0),
        (103.0, 103.25),
    ]
    assert seconds(collector.one("model call")) == (100.5, 102.5)
    failed, sent = collector.of("delivery")
    assert (failed.status.code, sent.status.code) == (Status.STATUS_CODE_ERROR, Status.STATUS_CODE_UNSET)


async def test_only_calls_of_the_turn_itself_are_in_its_trace(collector: Collector) -> None:
    traces = OpenTelemetryTraces(collector.url, version="1")
    traces.call(CALL, DONE, 102.0)  # it was dropped, since more was told
    traces.call(Call(purpose="notes", model="small", session_id="s1", reserved_micros=1), DONE, 102.9)
    traces.call(Call(purpose="talk", model="big", session_id="s2", reserved_micros=1), DONE, 102.9)
    traces.call(CALL, DONE, 102.75)
    traces.turn(TURN)
    traces.turn(TURN)
    await traces.close()
    assert seconds(collector.one("model call")) == (100.75, 102.75)


async def test_what_is_remembered_of_calls_has_a_limit(collector: Collector) -> None:
    traces = OpenTelemetryTraces(collector.url, version="1")
    for number in range(SESSIONS + 5):
        for _ in range(CALLS + 1):
            call = Call(purpose="talk", model="big", session_id=f"s{number}", reserved_micros=1)
            traces.call(call, DONE, 102.9)
    assert len(traces._calls) == SESSIONS
    assert max(map(len, traces._calls.values())) == CALLS
    await traces.close()


async def test_an_interview_is_traced_and_no_word_of_it_is_sent(collector: Collector) -> None:
    traces = OpenTelemetryTraces(collector.url, version="1")
    async with running(watch=Watches([traces])) as r:
        anna = await r.beginning("chat-77", name="Annabel")
        await r.says(anna, "I was born by the sea.", "In a small house.")
    await traces.close()
    assert [len(collector.of(name)) for name in ("turn", "thinking", "commit", "delivery")] == [2, 2, 2, 3]
    turns = {span.trace_id: span.span_id for span in collector.of("turn")}
    delivered = [span for span in collector.of("delivery") if span.trace_id in turns]
    assert [span.parent_span_id for span in delivered] == [turns[span.trace_id] for span in delivered]
    assert len(delivered) == 2
    for word in (b"Annabel", b"chat-77", b"born", b"small house", b"Question"):
        assert word not in collector.raw


async def test_a_collector_that_is_away_holds_nobody_up() -> None:
    traces = OpenTelemetryTraces(f"http://127.0.0.1:{free_port()}/v1/traces", version="1")
    traces.turn(TURN)
    async with asyncio.timeout(20):
        await traces.close()


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("http://127.0.0.1:4318", "http://127.0.0.1:4318/v1/traces"),
        ("https://traces.example.org/", "https://traces.example.org/v1/traces"),
        ("https://traces.example.org/otlp", "https://traces.example.org/otlp"),
        ("", ""),
    ],
)
def test_the_address_of_a_collector_may_be_written_short(written: str, meant: str) -> None:
    assert Settings.model_validate({"monitor": {"traces": written}}).monitor.traces == meant


@pytest.mark.parametrize("written", ["127.0.0.1:4318", "ftp://x", "http://", "http://u:secret@x", "http://x:port"])
def test_what_can_be_no_address_is_refused(written: str) -> None:
    with pytest.raises(ValueError, match="without a name or a password"):
        Settings.model_validate({"monitor": {"traces": written}})
