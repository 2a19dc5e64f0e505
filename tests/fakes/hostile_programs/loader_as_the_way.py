# It got out if the loader begins programs that may not be begun.
def tried(attempt):
    try:
        return attempt() not in (-1, None)
    except (OSError, ValueError, AttributeError):
        return False


import os

for loader in ("/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1"):
    tried(lambda: os.execv(loader, [loader, "/bin/echo", "GOT OUT"]))
