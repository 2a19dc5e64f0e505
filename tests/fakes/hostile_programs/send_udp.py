# It got out if a packet can be sent.
import json
import sys

told = json.load(sys.stdin)
import socket

socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", told["port"]))
print("GOT OUT")
