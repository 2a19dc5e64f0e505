# It got out if it waits for ever.
# It ends: time.
import time

while True:
    time.sleep(1_000)
