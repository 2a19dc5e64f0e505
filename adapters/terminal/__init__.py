"""The terminal: an interview with the one person at the keyboard.

`TerminalPlatform` is the adapter; `Exchange` is a row of the table that `/table` shows.
"""

from adapters.terminal.platform import TerminalPlatform
from adapters.terminal.presenter import Exchange

__all__ = ["Exchange", "TerminalPlatform"]
