# It got out if a process can be begun.
import os

if not os.fork():
    os._exit(0)
print("GOT OUT")
