"""Print why the peer does not parse each of the named files ("" when it does), as JSON."""

import json
import signal
import sys
from pathlib import Path

from pyptx.parser import parse  # type: ignore[import-not-found] # in its own environment

SECONDS = 120


class TooSlowError(Exception):
    """A file that takes too long."""


def give_up(*_: object) -> None:
    """Leave the parser."""
    raise TooSlowError(f"more than {SECONDS} s")


signal.signal(signal.SIGALRM, give_up)
results = {}
for path in sys.argv[1:]:
    text = Path(path).read_bytes().decode("utf-8", "surrogateescape")
    signal.alarm(SECONDS)
    try:
        parse(text)
        results[path] = ""
    except Exception as error:  # noqa: BLE001 - the report counts them
        results[path] = f"{type(error).__name__}: {str(error)[:100]}"
    finally:
        signal.alarm(0)
print(json.dumps(results))
