"""Where the configuration and the data are, unless something else is named.

In a checkout (the folder with `pyproject.toml` beside the packages) they are in the folder in which it is started. When
it is installed as a tool they are where the system keeps such things for each user.
"""

from __future__ import annotations

from pathlib import Path

NAME = "raconteur"


def usual_places(home: Path) -> tuple[Path, Path]:
    """The configuration file and the data folder; `home` is the folder in which the packages are."""
    if (home / "pyproject.toml").exists():
        return Path("config.toml"), Path("data")
    import platformdirs

    config = platformdirs.user_config_path(NAME, appauthor=False) / "config.toml"
    return config, platformdirs.user_data_path(NAME, appauthor=False)


CONFIG_FILE, DATA_FOLDER = usual_places(Path(__file__).parents[1])
