"""Read what strangers send, in processes that can be killed: files, pages, feeds, whatever comes from the web.

`reading_worker.py` and `reading.py` live in the reader processes alone, and with them every parser.
"""
