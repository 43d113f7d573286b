"""A client of the Debug Adapter Protocol."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from queue import Empty, Queue
from typing import IO, Any, Final, Self

from ptxpy.cli.debug_command import targets_of_attributes
from ptxpy.debugger import Adapter, Wire

__all__ = ["Client"]

_SECONDS: Final = 120


class Client:
    """Sends requests, and waits for responses and events; the adapter runs in a thread."""

    def __init__(self, reader: IO[bytes], writer: IO[bytes], wait: Callable[[], object]) -> None:
        """Take the streams from and to the adapter, and a function that waits for its end."""
        self._reader, self._writer, self._wait_for_end = reader, writer, wait
        self._sequence = 0
        self.messages: list[dict[str, Any]] = []
        """All messages of the adapter."""
        self._queue: Queue[dict[str, Any] | None] = Queue()
        self._pending: list[dict[str, Any]] = []
        self._reading = threading.Thread(target=self._read, daemon=True)
        self._reading.start()

    @classmethod
    def in_thread(cls) -> Self:
        """Start an adapter in this process."""
        (requests, to_adapter), (answers, from_adapter) = os.pipe(), os.pipe()

        def serve() -> None:
            with os.fdopen(requests, "rb") as reader, os.fdopen(from_adapter, "wb") as writer:
                Adapter(Wire(reader, writer), targets_of_attributes).serve()

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        reader, writer = os.fdopen(answers, "rb"), os.fdopen(to_adapter, "wb")
        return cls(reader, writer, lambda: thread.join(_SECONDS))

    @classmethod
    def of_process(cls, folder: Path) -> tuple[Self, subprocess.Popen[bytes]]:
        """Start an adapter in a process, as an editor does; its errors go to a pipe."""
        process = subprocess.Popen(
            [sys.executable, "-m", "ptxpy", "debug", "--adapter"],
            cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        assert process.stdout is not None
        assert process.stdin is not None
        return cls(process.stdout, process.stdin, lambda: process.wait(_SECONDS)), process

    def __enter__(self) -> Self:
        """Return the client."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the adapter."""
        self._writer.close()
        self._wait_for_end()
        self._reading.join(_SECONDS)
        self._reader.close()

    def end(self) -> None:
        """Wait for the end of the adapter."""
        self._wait_for_end()

    def _read(self) -> None:
        stream = self._reader
        while True:
            header = stream.readline()
            if not header:
                self._queue.put(None)
                return
            name, _, length = header.partition(b":")
            assert name == b"Content-Length", header
            assert stream.readline() == b"\r\n"
            self._queue.put(json.loads(stream.read(int(length))))

    def send(self, command: str, **arguments: Any) -> int:
        """Send a request; return its number."""
        self._sequence += 1
        message: dict[str, Any] = {"seq": self._sequence, "type": "request", "command": command}
        if arguments:
            message["arguments"] = arguments
        body = json.dumps(message).encode()
        self.send_bytes(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        return self._sequence

    def send_bytes(self, data: bytes) -> None:
        """Send bytes as they are."""
        self._writer.write(data)
        self._writer.flush()

    def request(self, command: str, **arguments: Any) -> Any:
        """Send a request, and return the body of its response; it succeeds."""
        response = self.response(self.send(command, **arguments))
        assert response["success"], response
        return response.get("body")

    def refused(self, command: str, **arguments: Any) -> str:
        """Send a request that is refused; return why."""
        response = self.response(self.send(command, **arguments))
        assert not response["success"], response
        text: str = response["body"]["error"]["format"]
        return text

    def response(self, number: int) -> dict[str, Any]:
        """Wait for the response to a request."""
        return self._wait(lambda each: each.get("request_seq") == number)

    def event(self, name: str) -> dict[str, Any]:
        """Wait for an event; return its body."""
        body: dict[str, Any] = self._wait(lambda each: each.get("event") == name).get("body", {})
        return body

    def output(self) -> str:
        """Return the output of the program so far."""
        return "".join(
            each["body"]["output"] for each in self.messages if each.get("event") == "output"
        )

    def _wait(self, matches: Any) -> dict[str, Any]:
        for index, each in enumerate(self._pending):
            if matches(each):
                return self._pending.pop(index)
        while True:
            try:
                message = self._queue.get(timeout=_SECONDS)
            except Empty:
                raise AssertionError(self._pending) from None
            if message is None:
                raise AssertionError(self._pending)
            self.messages.append(message)
            if matches(message):
                return message
            self._pending.append(message)

    # ------------------------------------------------------------------- whole exchanges

    def launch(self, **attributes: Any) -> None:
        """Initialize, and launch."""
        self.request("initialize", adapterID="ptxpy", supportsInvalidatedEvent=True)
        self.request("launch", **attributes)
        self.event("initialized")

    def begin(self) -> dict[str, Any]:
        """Begin the launch, and return its first stop."""
        self.request("configurationDone")
        return self.event("stopped")

    def top(self, thread: int) -> dict[str, Any]:
        """Return the innermost frame of a thread."""
        frame: dict[str, Any] = self.request("stackTrace", threadId=thread)["stackFrames"][0]
        return frame

    def scope(self, thread: int, name: str) -> dict[str, Any]:
        """Return the variables of a scope of a thread, by their names in expressions."""
        scopes = self.request("scopes", frameId=self.top(thread)["id"])["scopes"]
        (number,) = [each["variablesReference"] for each in scopes if each["name"] == name]
        found = self.request("variables", variablesReference=number)["variables"]
        return {each.get("evaluateName", each["name"]): each for each in found}
