# It got out if it can be waited for, for ever, when it does not read what it is given.
# It ends: time.
import time

time.sleep(1_000)
