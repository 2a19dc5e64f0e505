"""Figures for Prometheus. No label holds a person, or a word of theirs: platforms, kinds, models and outcomes alone."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import Protocol

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    GCCollector,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from core.contracts.calls import Call, Settlement
from core.contracts.errors import StorageError
from core.contracts.platform_spec import Contact
from core.contracts.ports import Clock
from core.contracts.watching import Delivery, TurnTaken
from core.store.store import UnitTally
from core.store.waiting import Waiting
from core.timing.clock import with_timeout

APART = 5.0
"""Seconds between two looks into the database, however often somebody asks."""
PATIENCE = 5.0
"""Seconds for such a look; then the other figures go out without it."""
FORMAT = CONTENT_TYPE_LATEST
MICROS = 1_000_000
_MOMENTS = (0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60, 120, 300, 900, 3600)


class Serves(Protocol):
    """An engine, as far as it is counted."""

    @property
    def serving(self) -> list[str]: ...


class PrometheusFigures(Collector):
    """A `Watch` that counts, and tells Prometheus."""

    def __init__(self, clock: Clock, look: Callable[[], Awaitable[Waiting]]) -> None:
        """`look` reads what waits in the tables; raises StorageError."""
        self._clock = clock
        self._look = look
        self._looking = asyncio.Lock()
        self._looked_at: float | None = None
        self.engines: Mapping[str, Serves] = {}
        self.contacts: Mapping[str, Contact] = {}
        self.stands_by: Callable[[], bool] = lambda: False
        self.files_away: Callable[[], bool] = lambda: False
        self.tallies: Mapping[str, UnitTally] = {}
        self._waiting: Waiting | None = None
        self.registry = CollectorRegistry()
        for collector in (ProcessCollector, PlatformCollector, GCCollector):
            collector(registry=self.registry)
        self._turns = self._counter("raconteur_turns", "Answers that were taken and committed.", "kind", "platform")
        self._answered = self._histogram(
            "raconteur_turn_seconds", "From somebody's words to the commit of what is said to them.", "kind"
        )
        self._thinking = self._histogram("raconteur_thinking_seconds", "Of that, thinking.", "kind")
        self._deliveries = self._counter(
            "raconteur_deliveries", "Tries to deliver a message, by how they ended.", "platform", "outcome"
        )
        self._delivered = self._histogram(
            "raconteur_delivery_seconds",
            "From the outbox to its delivery, of a message that was delivered.",
            "platform",
        )
        self._calls = self._counter(
            "raconteur_model_calls", "Calls of models, by how they ended.", "model", "purpose", "outcome"
        )
        self._called = self._histogram("raconteur_model_seconds", "Of one call.", "model", "purpose")
        self._cost = self._counter("raconteur_model_cost", "What calls have cost, in the prices' currency.", "model")
        self._tokens = self._counter("raconteur_model_tokens", "Tokens, as they are counted.", "model", "direction")
        self._lines = self._counter("raconteur_log_lines", "Lines of the log that tell of trouble.", "level")
        self.log_handler = _LineCounter(self._lines)
        self.registry.register(self)

    def _counter(self, name: str, documentation: str, *labels: str) -> Counter:
        return Counter(name, documentation, labels, registry=self.registry)

    def _histogram(self, name: str, documentation: str, *labels: str) -> Histogram:
        return Histogram(name, documentation, labels, registry=self.registry, buckets=_MOMENTS)

    # --- what is told ---------------------------------------------------------------------------------------------

    def turn(self, turn: TurnTaken) -> None:
        self._turns.labels(turn.kind, turn.platform).inc()
        self._answered.labels(turn.kind).observe(_span(turn.arrived_at, turn.committed_at))
        self._thinking.labels(turn.kind).observe(_span(turn.begun_at, turn.thought_at))

    def delivery(self, delivery: Delivery) -> None:
        self._deliveries.labels(delivery.platform, delivery.outcome).inc()
        if delivery.was_sent:
            self._delivered.labels(delivery.platform).observe(_span(delivery.written_at, delivery.ended_at))

    def call(self, call: Call, settlement: Settlement, ended_at: float) -> None:
        self._calls.labels(call.model, call.purpose, settlement.outcome).inc()
        if settlement.latency_ms:
            self._called.labels(call.model, call.purpose).observe(settlement.latency_ms / 1000)
        self._cost.labels(call.model).inc(settlement.cost_micros / MICROS)
        for direction, number in (
            ("sent", settlement.input_tokens - settlement.cached_tokens),
            ("cached", settlement.cached_tokens),
            ("received", settlement.output_tokens),
        ):
            self._tokens.labels(call.model, direction).inc(number)

    # --- what is asked --------------------------------------------------------------------------------------------

    async def told(self) -> bytes:
        """Return everything in Prometheus's text format; the database is asked unless that has just been done."""
        async with self._looking:
            now = self._clock.monotonic()
            if self._looked_at is None or now - self._looked_at >= APART:
                self._looked_at = now
                try:
                    self._waiting = await with_timeout(self._clock, PATIENCE, self._look())
                except (StorageError, TimeoutError):
                    self._waiting = None
        return generate_latest(self.registry)

    def collect(self) -> Iterator[Metric]:
        """Yield the figures of this moment, beside those that were counted."""
        waiting = self._waiting
        is_up = waiting is not None
        yield GaugeMetricFamily("raconteur_database_up", "Whether the database answers.", value=is_up)
        stands_by = self.stands_by()
        yield GaugeMetricFamily("raconteur_standing_by", "Whether it waits to speak for the bot.", value=stands_by)
        yield GaugeMetricFamily("raconteur_files_up", "Whether recordings can be reached.", value=not self.files_away())
        # Who waits is to be connected with nothing: nobody is to be alarmed.
        contacts = {} if stands_by else {name: found is Contact.MADE for name, found in self.contacts.items()}
        yield _gauge("raconteur_platform_connected", "Whether a platform can be reached.", contacts, "platform")
        serving = {name: len(engine.serving) for name, engine in self.engines.items()}
        yield _gauge("raconteur_engine_serving", "What is being worked on in this process.", serving, "engine")
        told = {
            "units": ("Units of work that the store was given.", "units"),
            "transactions": ("Transactions that they shared.", "batches"),
            "repetitions": ("Units that were run again, since others were in the way.", "repeated"),
            "refusals": ("Units that the database did not keep.", "refused"),
        }
        for name, (documentation, field) in told.items():
            family = CounterMetricFamily(f"raconteur_store_{name}", documentation, labels=["way"])
            for way, tally in list(self.tallies.items()):
                family.add_metric([way], getattr(tally, field))
            yield family
        if waiting is None:
            return
        now = self._clock.now().timestamp()
        lengths = {queue.name: queue.length for queue in waiting.queues}
        ages = {queue.name: 0.0 if queue.oldest is None else _span(queue.oldest, now) for queue in waiting.queues}
        spent = {purse: micros / MICROS for purse, micros in waiting.spent_micros.items()}
        yield _gauge("raconteur_queue_length", "What waits now, in all processes together.", lengths, "queue")
        yield _gauge("raconteur_queue_age_seconds", "For how long the first of it has waited.", ages, "queue")
        unheard = waiting.unheard_seconds
        yield GaugeMetricFamily("raconteur_unheard_speech_seconds", "Speech that is to be heard.", value=unheard)
        yield _gauge("raconteur_spent_today", "What models have cost since midnight UTC, by purse.", spent, "purse")


def _span(since: float, until: float) -> float:
    """Return seconds, never negative: the machine's clock may have been set back."""
    return max(0.0, until - since)


def _gauge(name: str, documentation: str, values: Mapping[str, float], label: str) -> Metric:
    family = GaugeMetricFamily(name, documentation, labels=[label])
    for of, value in values.items():
        family.add_metric([of], value)
    return family


class _LineCounter(logging.Handler):
    """Counts what is logged, by its level; what it says stays where it was written."""

    def __init__(self, lines: Counter) -> None:
        super().__init__(logging.WARNING)
        self._lines = lines

    def emit(self, record: logging.LogRecord) -> None:
        self._lines.labels(record.levelname.lower()).inc()
