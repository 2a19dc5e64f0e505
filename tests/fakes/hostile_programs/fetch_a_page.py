# It got out if a page can be fetched.
import json
import sys

told = json.load(sys.stdin)
import urllib.request

print("GOT OUT", urllib.request.urlopen(f"http://127.0.0.1:{told['port']}/", timeout=1).read())
