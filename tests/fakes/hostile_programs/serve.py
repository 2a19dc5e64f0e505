# It got out if it can be reached from outside.
import socket

server = socket.create_server(("0.0.0.0", 0))
print("GOT OUT", server.getsockname())
