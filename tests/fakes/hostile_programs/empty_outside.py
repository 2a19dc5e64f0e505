# It got out if a file outside can be emptied by its name.
import json
import sys

told = json.load(sys.stdin)
import os

os.truncate(told["canary"], 0)
print("GOT OUT")
