# It got out if the environment holds something of ours.
import os

for name, value in os.environ.items():
    if name not in ("PATH", "LANG", "HOME", "LC_CTYPE", "PWD"):
        print("GOT OUT", name, value)
