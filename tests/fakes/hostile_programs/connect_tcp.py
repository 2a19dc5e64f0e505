# It got out if a server on this machine can be reached.
import json
import sys

told = json.load(sys.stdin)

import socket

for family, host in ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1")):
    try:
        socket.create_connection((host, told["port"]), 1)
        print("GOT OUT")
    except OSError:
        pass
    try:
        socket.socket(family).connect((host, told["port"]))
        print("GOT OUT")
    except OSError:
        pass
