"""Starts what is configured to watch over this process."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING

from bot.config import Settings
from bot.database import REVISION
from bot.monitor.health import HealthReport, Pulse, Readiness
from bot.monitor.notify import service_notifier
from bot.paths import own_version
from core.contracts.errors import ConfigurationError
from core.contracts.ports import Clock
from core.contracts.watching import NOBODY, Watch, Watches
from core.conversation.context import ReadUnit
from core.store.store import Store
from core.store.waiting import Waiting, waiting_counts

if TYPE_CHECKING:
    from bot.app import App
    from bot.monitor.figures import PrometheusFigures
    from bot.monitor.traces import OpenTelemetryTraces


class Monitor:
    """Watches over the process. It is made before the app, which is given `watch`, and works beside it."""

    def __init__(
        self, settings: Settings, *, store: Store, slow_read: ReadUnit, clock: Clock, speaks: bool = True
    ) -> None:
        """`slow_read`: as in `Runtime`. `speaks`: this process is to be connected with the platforms."""
        self._section = settings.monitor
        self._store = store
        self._slow_read = slow_read
        self._clock = clock
        self._notifier = service_notifier()
        self._figures: PrometheusFigures | None = None
        if self._section.port:
            from bot.monitor.figures import PrometheusFigures

            self._figures = PrometheusFigures(clock, self._look)
        self.standing = HealthReport(spec.name for spec, _ in settings.served if speaks)
        self._traces: OpenTelemetryTraces | None = None
        if self._section.traces:
            try:
                from bot.monitor.traces import OpenTelemetryTraces
            except ImportError:
                mend = "`make large` installs it, or leave the setting out."
                raise ConfigurationError(f"monitor.traces: OpenTelemetry is not installed; {mend}") from None
            self._traces = OpenTelemetryTraces(self._section.traces, version=own_version())
        watches = [watch for watch in (self._figures, self._traces) if watch is not None]
        self.watch: Watch = Watches(watches) if watches else NOBODY

    def begun(self) -> None:
        """Note that what was left from the last time has been picked up."""
        self.standing.begun = True
        self._notifier.ready()

    @asynccontextmanager
    async def at_work(self, app: App) -> AsyncIterator[None]:
        """Answer requests, and feed the watchdog. Raises ConfigurationError if nothing can be served at the address."""
        async with AsyncExitStack() as stack:
            pulse = Pulse(self._store, self._clock)
            stack.callback(pulse.close)
            if self._figures is not None:
                from bot.monitor.site import build_monitor_app, serve_monitor

                figures, root = self._figures, logging.getLogger()
                figures.engines, figures.contacts = app.engines, self.standing.contacts
                figures.tallies = self._store.tallies
                figures.stands_by, figures.files_away = app.stands_by, app.files_away
                root.addHandler(figures.log_handler)
                stack.callback(root.removeHandler, figures.log_handler)
                readiness = Readiness(
                    self._store,
                    self._clock,
                    self.standing,
                    revision=REVISION,
                    stopped=app.stopped,
                    stands_by=app.stands_by,
                )
                site = build_monitor_app(pulse, readiness, figures, host=self._section.host)
                await stack.enter_async_context(serve_monitor(site, self._section.host, self._section.port))
            if self._traces is not None:
                stack.push_async_callback(self._traces.close)
            feeding = asyncio.create_task(self._notifier.feed(pulse, self._clock), name="watchdog")
            stack.callback(feeding.cancel)
            yield

    async def _look(self) -> Waiting:
        return await self._slow_read(lambda c: waiting_counts(c, self._clock.now().timestamp()))
