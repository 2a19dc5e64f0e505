# It got out if what the next program loads can be changed.
import os
import sys

for folder in [*sys.path, os.path.dirname(os.__file__), os.path.dirname(sys.executable)]:
    for name in ("json.py", "__pycache__/json.cpython-311.pyc", "sitecustomize.py"):
        try:
            open(os.path.join(folder, name), "w").write("x = 1")
            print("GOT OUT", folder)
        except OSError:
            pass
