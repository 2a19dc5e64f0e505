"""Finds the configuration, the data and a provider's key, unless something else is named.

In a checkout (the folder with `pyproject.toml` beside the packages) they are in the folder in which it is started. When
it is installed as a tool they are where the system keeps such things for each user.
"""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import urlsplit

from core.llm.providers import PROVIDERS

NAME = "raconteur"


def default_paths(home: Path) -> tuple[Path, Path]:
    """Return the configuration file and the data folder; `home` is the folder in which the packages are."""
    if (home / "pyproject.toml").exists():
        return Path("config.toml"), Path("data")
    import platformdirs

    config = platformdirs.user_config_path(NAME, appauthor=False) / "config.toml"
    return config, platformdirs.user_data_path(NAME, appauthor=False)


CONFIG_FILE, DATA_FOLDER = default_paths(Path(__file__).parents[1])


def default_key_variable(provider: str, base_url: str | None) -> str:
    """Return the variable that holds a key for this server; empty if there is none, or another server would get it."""
    service = PROVIDERS.get(provider)
    if service is None or not os.environ.get(service.key_variable, "").strip():
        return ""
    where = urlsplit(base_url or f"https://{service.host}")
    return service.key_variable if (where.scheme, where.hostname) == ("https", service.host) else ""


def default_key(provider: str, base_url: str | None) -> str:
    return os.environ.get(default_key_variable(provider, base_url), "").strip()


def own_version() -> str:
    """Return the version of this program, as it was installed."""
    import importlib.metadata

    try:
        return importlib.metadata.version("raconteur")
    except importlib.metadata.PackageNotFoundError:
        return "(not installed)"
