"""Takes the place of Docker: it insists on every argument that keeps a program apart, and then runs it in
bubblewrap: an image has no files of ours in it.

    container_engine.py FOLDER ARGUMENTS ...    (FOLDER: where it remembers what it was asked)
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

IMAGE = "example.org/python:3"
KEPT_APART = {
    "--rm": None,
    "--read-only": None,
    "--interactive": None,
    "--network": "none",
    "--cap-drop": "ALL",
    "--pull": "never",
    "--log-driver": "none",
    "--user": "65534:65534",
    "--hostname": "sandbox",
    "--ipc": "none",
    "--security-opt": "no-new-privileges",
    "--cpus": "1",
    "--workdir": "/tmp",  # noqa: S108
    "--entrypoint": "python3",
    "--tmpfs": "/tmp:rw,exec,nosuid,nodev,mode=1777,size=64m",  # noqa: S108
}
"""Of a run; None: it has no value."""
PATTERNS = {
    "--name": r"raconteur-\d-[0-9a-f]{16}",
    "--memory": r"\d+m",
    "--memory-swap": r"\d+m",
    "--pids-limit": r"\d+",
}


def taken(arguments: list[str]) -> tuple[dict[str, str | None], list[str]]:
    """Options, and what stands behind them."""
    options: dict[str, str | None] = {}
    while arguments and arguments[0].startswith("--"):
        name, *arguments = arguments
        if KEPT_APART.get(name, "") is None:
            options[name] = None
        else:
            options[name], *arguments = arguments
    return options, arguments


def run(arguments: list[str]) -> None:
    options, (image, *words) = taken(arguments)
    assert image == IMAGE, image
    if options.pop("--entrypoint") == "":  # a look at what is in the image
        os.execvp(words[0], words)  # noqa: S606
    options["--entrypoint"] = "python3"
    for name, pattern in PATTERNS.items():
        assert re.fullmatch(pattern, str(options.pop(name))), name
    assert options == KEPT_APART, options
    if os.getuid() == 0:
        os.setgroups([])
        os.setresgid(65534, 65534, 65534)
        os.setresuid(65534, 65534, 65534)
    hidden = ("--tmpfs", str(Path(__file__).parents[2]))  # an image has no files of ours
    apart = ["bwrap", "--bind", "/", "/", "--dev", "/dev", *hidden, "--tmpfs", "/tmp", "--chdir", "/tmp"]  # noqa: S108
    os.execvp("bwrap", [*apart, "python3", *words])  # noqa: S606


def main(folder: Path, arguments: list[str]) -> None:
    with (folder / "asked").open("a") as asked:
        asked.write(f"{arguments[0]} {arguments[-1] if arguments[0] == 'kill' else ''}\n")
    match arguments:
        case ["run", *rest]:
            run(rest)
        case ["image", "inspect", "--format", "{{.Id}}", image]:
            sys.exit(0 if image == IMAGE else f"No such image: {image}")
        case ["kill", _name]:
            return
        case _:
            sys.exit(f"unknown: {arguments}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
