# It got out if something stays in memory when it has ended.
from multiprocessing import shared_memory

try:
    shared_memory.SharedMemory("raconteur-hostile", create=True, size=1 << 20)
    print("GOT OUT")
except OSError:
    pass
open("/dev/shm/raconteur-hostile", "w")
print("GOT OUT")
