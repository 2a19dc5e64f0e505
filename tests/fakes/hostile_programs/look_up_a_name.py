# It got out if names can be looked up.
import socket

print("GOT OUT", socket.getaddrinfo("example.org", 80, type=socket.SOCK_STREAM))
