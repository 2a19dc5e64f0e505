"""Installs what a lock file names into `.venv`. `make` calls it; it needs nothing but Python itself.

    python tools/install.py requirements.lock --editable
    python tools/install.py requirements-voice.lock --torch torch==2.13.0

Each step looks at what is there and does what is missing, so a try that was broken off is gone on with.
"""

from __future__ import annotations

import argparse
import csv
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path

VENV = Path(".venv")
PLACE = VENV / "place"
"""Where it was made: an environment holds absolute paths, and one that was moved is of no use."""
PYTHON = VENV / "bin" / "python"
UV = VENV / "bin" / "uv"
UV_LOCK = Path("requirements-install.lock")
PATIENCE = {"PIP_RETRIES": "1", "PIP_DEFAULT_TIMEOUT": "10", "UV_HTTP_RETRIES": "2", "UV_HTTP_CONNECT_TIMEOUT": "5"}
"""Unless the operator has set them: who has no network shall hear of it within seconds."""
NO_NETWORK = "The packages cannot be fetched: the package index is out of reach. With a network, the next try goes on."
NO_TORCH = """\
torch could not be installed; the lines above say why. Without it no voice note is heard, and all else works.
docs/configuration.md (voice) says how to choose another build: make voice TORCH=..."""
NO_VENV = "Python's venv is missing; on Debian and Ubuntu: sudo apt install python3-venv"
_UNREACHED = re.compile(
    r"NewConnectionError|NameResolutionError|ConnectTimeout|Failed to resolve|name resolution|dns error|"
    r"client error \(Connect\)|Network is unreachable|Connection refused|timed out"
)


class Failed(Exception):
    """An installation failed; its text is printed after the output of the program that failed."""


def main() -> None:
    parser = argparse.ArgumentParser(description="Install what a lock file names into .venv.")
    parser.add_argument("lock", type=Path)
    parser.add_argument("--editable", action="store_true", help="install the project itself, too, in place")
    parser.add_argument("--torch", default="", help="what pip is asked for, unless there is a torch already")
    wanted = parser.parse_args()
    for name, value in PATIENCE.items():
        os.environ.setdefault(name, value)
    make_environment()
    remove_torn()
    install_pip()
    install_uv()
    install_packages(wanted.lock)
    if wanted.editable:
        uv("Raconteur", "--no-deps", "--editable", ".")
    if wanted.torch and not works(PYTHON, "-c", "import torch"):
        install_torch(wanted.torch)


def make_environment() -> None:
    """Make a virtual environment, still without pip; one that can be used stays as it is."""
    here = str(Path.cwd())
    moved = PLACE.exists() and PLACE.read_text(encoding="utf-8").strip() != here
    if moved or not works(PYTHON, "-c", "import sys; sys.exit(sys.prefix == sys.base_prefix)"):
        print(f"Making {VENV} ...", flush=True)
        PYTHON.unlink(missing_ok=True)  # first: without it, what is left after an interruption is no environment
        shutil.rmtree(VENV, ignore_errors=True)
        run(str(VENV), sys.executable, "-m", "venv", "--without-pip", VENV)
    PLACE.write_text(f"{here}\n", encoding="utf-8")


def remove_torn() -> None:
    """Remove packages that were only partly unpacked, as when somebody stopped an installation."""
    for info in VENV.glob("lib/python*/site-packages/*.dist-info"):
        if is_torn(info):
            shutil.rmtree(info)


def is_torn(info: Path) -> bool:
    """Return whether files of the package are missing or cut off, by its own list, which is written last."""
    try:
        rows = list(csv.reader((info / "RECORD").read_text(encoding="utf-8").splitlines()))
    except FileNotFoundError:
        return True
    sizes = {info.parent / name: int(size) for name, _, size in rows if size}
    return any(not file.is_file() or file.stat().st_size != size for file, size in sizes.items())


def install_pip() -> None:
    if not any(VENV.glob("lib/python*/site-packages/pip-*.dist-info")):
        if not works(PYTHON, "-c", "import ensurepip"):
            raise Failed(NO_VENV)
        run("pip", PYTHON, "-m", "ensurepip", "--upgrade", "--default-pip")


def install_uv() -> None:
    """Install the uv of its lock, which installs all the rest."""
    version = UV_LOCK.read_text(encoding="utf-8").split()[0].removeprefix("uv==")
    if not works(UV, "--version", saying=f"uv {version} "):
        pip("uv", "--force-reinstall", "--require-hashes", "--no-deps", "--requirement", UV_LOCK)


def install_packages(lock: Path) -> None:
    text = lock.read_text(encoding="utf-8")
    count = len(re.findall(r"^\S+==", text, re.MULTILINE))
    print(f"Installing {count} packages; once, for a minute or two ...", flush=True)
    # uv does not read what pip was told.
    if told := re.search(
        r"^(?:global|:env:)\.index.url='(.+)'", said(PYTHON, "-m", "pip", "config", "list"), re.MULTILINE
    ):
        os.environ.setdefault("UV_DEFAULT_INDEX", told[1])
    # What comes as its source is built with this, so it is there before.
    if tool := re.search(r"^setuptools==.*(?:\n +.*)*", text, re.MULTILINE):
        first = VENV / "installed-first.txt"
        first.write_text(f"{tool[0]}\n", encoding="utf-8")
        uv("The packages", "--no-deps", "--require-hashes", "--requirements", first)
    uv("The packages", "--no-deps", "--require-hashes", "--requirements", lock)


def install_torch(wanted: str) -> None:
    print(f"Installing {wanted} ...", flush=True)
    try:
        pip("torch", "--no-warn-conflicts", *shlex.split(wanted))
    except Failed as failed:
        raise Failed(NO_NETWORK if str(failed) == NO_NETWORK else NO_TORCH) from None


def uv(what: str, *arguments: str | Path) -> None:
    # What is built from its source is built with what the first lock has brought: nothing is fetched unlocked.
    run(what, UV, "pip", "install", "--python", PYTHON, "--no-build-isolation", *arguments)


def pip(what: str, *arguments: str | Path) -> None:
    run(what, PYTHON, "-m", "pip", "install", "--quiet", *arguments)


def run(what: str, *command: str | Path) -> None:
    """Run a program in silence; raises Failed after showing what it has written, unless one sentence says it all."""
    ended = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if ended.returncode == 0:
        return
    if _UNREACHED.search(ended.stdout) and "certificate" not in ended.stdout:
        raise Failed(NO_NETWORK)
    print(ended.stdout.strip(), file=sys.stderr)
    raise Failed(f"{what} could not be installed; the lines above say why.")


def said(*command: str | Path) -> str:
    """Return what a program writes, or nothing if it fails or is missing."""
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def works(*command: str | Path, saying: str = "") -> bool:
    """Return whether a program is there, ends well, and begins with these words."""
    try:
        ended = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False)
    except OSError:
        return False
    return ended.returncode == 0 and ended.stdout.startswith(saying)


if __name__ == "__main__":
    # Until here Ctrl-C does nothing (make sees to that), since Python would answer it with a traceback.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        main()
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        print("\nBroken off. The next try goes on from here.", file=sys.stderr)
        sys.exit(130)
    except Failed as failed:
        sys.exit(str(failed))
    except OSError as error:
        sys.exit(f"The installation stopped: {error}")
