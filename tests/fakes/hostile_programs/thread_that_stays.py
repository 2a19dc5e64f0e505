# It got out if a thread keeps it alive for ever.
# It ends: time.
import threading
import time

threading.Thread(target=time.sleep, args=(1_000,)).start()
