# It got out if a file that everybody on this machine may read can be read.
import json
import sys

told = json.load(sys.stdin)
print("GOT OUT", open(told["secret"]).read())
