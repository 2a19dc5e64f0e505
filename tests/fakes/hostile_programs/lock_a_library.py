# It got out if others can be kept out of a file of the library.
import fcntl
import os

fcntl.flock(os.open(os.__file__, os.O_RDONLY), fcntl.LOCK_EX | fcntl.LOCK_NB)
print("GOT OUT")
