"""The Telegram wing: long polling in, the Bot API out. `TelegramPlatform` is all that others need."""

import os

# Without this opt-in the library warns whenever Telegram asks it to wait. It is read at every such error.
os.environ.setdefault("PTB_TIMEDELTA", "true")

from adapters.telegram.platform import TelegramPlatform

__all__ = ["TelegramPlatform"]
