# It got out if the environment of whoever began it can be read.
import json
import sys

told = json.load(sys.stdin)

import os

for pid in (told["pid"], os.getppid(), 1):
    for name in ("environ", "maps", "mem", "auxv", "stack", "root/etc/passwd", "cwd/pyproject.toml"):
        try:
            print("GOT OUT", open(f"/proc/{pid}/{name}", "rb").read(10))
        except OSError:
            pass
