# Runs the candidate's query on tables filled for one case. Lines in front of this set the two names.
import sqlite3
from typing import Any

TABLES: str = globals()["TABLES"]
QUERY: str = globals()["QUERY"]
MOST_ROWS = 1_000
OPERATIONS = 100_000


def query(data: str) -> list[list[Any]]:
    connection = sqlite3.connect(":memory:")
    connection.executescript(TABLES)
    connection.executescript(data)
    connection.set_progress_handler(lambda: 0, OPERATIONS)  # lets the driver's timer in
    try:
        cursor = connection.execute(QUERY)
        if cursor.description is None:
            raise ValueError("the statement returns no rows")
        return [list(row) for row in cursor.fetchmany(MOST_ROWS)]
    except sqlite3.OperationalError as error:
        while str(error) == "interrupted":
            pass  # the timer stopped the query, and strikes again to stop this case
        raise
