# It got out if folders of the machine can be listed.
import json
import sys

told = json.load(sys.stdin)

import os

for folder in (told["folder"], "/etc", "/home", "/root", "/var", "/opt", "/srv", "/run", "/dev/shm"):
    try:
        found = set(os.listdir(folder)) - {"ld.so.cache", *sys.base_prefix.split("/")}
        if found:
            print("GOT OUT", folder, found)
    except OSError:
        pass
