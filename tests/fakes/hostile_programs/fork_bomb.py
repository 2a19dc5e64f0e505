# It got out if processes can be begun without end.
import os

while True:
    os.fork()
    print("GOT OUT", flush=True)
