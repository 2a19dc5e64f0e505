"""The Discord wing: the gateway in, the REST API out. `DiscordPlatform` is all that others need."""

from adapters.discord.platform import DiscordPlatform

__all__ = ["DiscordPlatform"]
