"""The key of a model's provider, where the configuration names none."""

from __future__ import annotations

import os
from urllib.parse import urlsplit

USUAL = {
    "anthropic": ("ANTHROPIC_API_KEY", "api.anthropic.com"),
    "openai": ("OPENAI_API_KEY", "api.openai.com"),
}
"""By provider: the variable in which its own programs look for a key, and the one host that it is meant for."""


def usual_variable(provider: str, base_url: str | None) -> str:
    """The variable that holds a key for this server; empty where there is none, or another server would get it."""
    variable, host = USUAL.get(provider, ("", ""))
    if not os.environ.get(variable, "").strip():
        return ""
    where = urlsplit(base_url or f"https://{host}")
    return variable if (where.scheme, where.hostname) == ("https", host) else ""


def usual_key(provider: str, base_url: str | None) -> str:
    return os.environ.get(usual_variable(provider, base_url), "").strip()
