"""A scripted interview for which the operator has settings of its own kind."""

from __future__ import annotations

from abc import abstractmethod
from typing import Generic, TypeVar

from core.contracts.script import ScriptSet
from core.interviews.kind import Operator
from core.interviews.scripted_base.scripted import ScriptedInterview
from core.interviews.scripted_base.standing import G

S = TypeVar("S")


class ConfiguredInterview(ScriptedInterview[G], Generic[G, S]):
    def __init__(self, scripts: ScriptSet | None = None, *, operator: Operator | None = None) -> None:
        """Take the settings from `operator.settings`; the usual ones where it has none.

        Raises TypeError when they are another kind's, and what `ScriptedInterview` raises.
        """
        super().__init__(scripts, operator=operator)
        settings, its = self.operator.settings, self._settings_are()
        if settings is not None and not isinstance(settings, its):
            raise TypeError(f"these are no {its.__name__}")
        self.settings: S = settings if settings is not None else its()
        self._begin_with_settings()

    # --- what a kind brings ---------------------------------------------------------------------------------------

    @classmethod
    @abstractmethod
    def _settings_are(cls) -> type[S]:
        """Return their type."""

    @abstractmethod
    def _begin_with_settings(self) -> None:
        """Make what depends on them; once. Raises ConfigurationError."""
