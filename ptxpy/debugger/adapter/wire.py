"""The messages of the Debug Adapter Protocol on a stream: a header with the length, and JSON.

The protocol is described at <https://microsoft.github.io/debug-adapter-protocol/specification>.
"""

from __future__ import annotations

import json
import re
import threading
from typing import IO, Any, Final, TypeAlias

__all__ = ["Message", "Wire", "WireError"]

Message: TypeAlias = "dict[str, Any]"
"""A message as JSON."""

_MAX_HEADER_BYTES: Final = 4096
_MAX_MESSAGE_BYTES: Final = 1 << 26


class WireError(Exception):
    """Bytes that are no message of the protocol."""


class Wire:
    """Messages in both directions."""

    def __init__(self, reader: IO[bytes], writer: IO[bytes]) -> None:
        """Take the streams."""
        self._reader = reader
        self._writer = writer
        self._lock = threading.Lock()
        self._sequence = 0

    def read(self) -> Message | None:
        """Return the next message; None at the end of the stream.

        Raises:
            WireError: If it is no message; nothing more can be read then.
        """
        length = None
        size = 0
        while True:
            line = self._reader.readline(_MAX_HEADER_BYTES)
            size += len(line)
            if not line and not size:
                return None
            if not line.endswith(b"\n") or size > _MAX_HEADER_BYTES:
                message = "a header of the Debug Adapter Protocol is expected: Content-Length: N"
                raise WireError(message)
            if not line.strip():
                break
            match = re.fullmatch(rb"Content-Length:\s*(\d{1,9})\s*", line, re.IGNORECASE)
            length = int(match[1]) if match else length
        if length is None or length > _MAX_MESSAGE_BYTES:
            message = "a header without Content-Length, or with more than 64 MiB"
            raise WireError(message)
        body = self._reader.read(length)
        if len(body) < length:
            message = f"the stream ends within a message of {length} bytes"
            raise WireError(message)
        try:
            found = json.loads(body)
        except (ValueError, RecursionError) as error:
            message = f"a message that is no JSON: {error}"
            raise WireError(message) from None
        if not isinstance(found, dict) or not isinstance(found.get("seq"), int):
            message = "a message is an object with a number `seq`"
            raise WireError(message)
        return found

    def write(self, message: Message) -> None:
        """Write a message, and number it; several threads may."""
        with self._lock:
            self._sequence += 1
            body = json.dumps({"seq": self._sequence, **message}).encode()
            self._writer.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
            self._writer.flush()
