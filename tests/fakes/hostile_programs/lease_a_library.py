# It got out if others can be kept waiting for a file of the library.
import fcntl
import os

file = os.open(os.__file__, os.O_RDONLY)
fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_RDLCK)
print("GOT OUT")
