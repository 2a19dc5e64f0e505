# It got out if the processes of the machine can be listed.
import json
import sys

told = json.load(sys.stdin)

import os

found = [name for name in os.listdir("/proc") if name.isdigit()]
if str(told["pid"]) in found or len(found) > 3:
    print("GOT OUT", found)
