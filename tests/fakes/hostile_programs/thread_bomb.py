# It got out if threads can be begun without end.
# It ends: finished, memory, time, killed.
import threading
import time

threading.stack_size(32_768)
begun = 0
try:
    while True:
        threading.Thread(target=time.sleep, args=(1_000,), daemon=True).start()
        begun += 1
finally:
    print(begun, flush=True)
    if begun > 20_000:
        print("GOT OUT", begun, flush=True)
    import os

    os._exit(1)
