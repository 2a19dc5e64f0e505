# It got out if a million empty files take memory that nobody counts.
import os

made = 0
try:
    while made < 100_000:
        os.close(os.open(f"/tmp/{made}", os.O_CREAT | os.O_WRONLY))
        made += 1
except OSError:
    pass
if made > 20_000:
    print("GOT OUT", made)
