"""A language server in a process of its own, spoken with over pipes as editors do."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self, cast

__all__ = ["EditorSession"]


class EditorSession:
    """An editor that has started a server in a folder."""

    def __init__(self, command: Sequence[str], folder: Path) -> None:
        """Take the command line of the server, and the folder that is open in the editor."""
        self._command = command
        self._folder = folder
        self._last = 0
        self.told: list[dict[str, Any]] = []
        """The notifications of the server."""

    def __enter__(self) -> Self:
        """Start the server."""
        self.process = subprocess.Popen(
            self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        folder = {"uri": self._folder.as_uri(), "name": self._folder.name}
        self.ask(
            "initialize",
            {
                "processId": os.getpid(),
                "rootUri": folder["uri"],
                "workspaceFolders": [folder],
                "capabilities": {"textDocument": {"completion": {}}},
            },
        )
        self.tell("initialized", {})
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End the server."""
        self.ask("shutdown", None)
        self.tell("exit", None)
        self.process.communicate()

    def tell(self, method: str, parameters: dict[str, Any] | None) -> None:
        """Send a notification."""
        self._send({"method": method, "params": parameters})

    def ask(self, method: str, parameters: dict[str, Any] | None) -> dict[str, Any]:
        """Send a request and return its result, if that is an object; else an empty one."""
        self._last += 1
        self._send({"id": self._last, "method": method, "params": parameters})
        while True:
            message = self.receive()
            if "method" not in message and message["id"] == self._last:
                result = message.get("result")
                return result if isinstance(result, dict) else {}

    def receive(self) -> dict[str, Any]:
        """Return the next message of the server."""
        pipe = cast("IO[bytes]", self.process.stdout)
        length = 0
        while line := pipe.readline().strip():
            name, _, value = line.partition(b": ")
            if name == b"Content-Length":
                length = int(value)
        message = cast("dict[str, Any]", json.loads(pipe.read(length)))
        if "method" in message and "id" in message:
            self._send({"id": message["id"], "result": None})
        elif "method" in message:
            self.told.append(message)
        return message

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        pipe = cast("IO[bytes]", self.process.stdin)
        pipe.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        pipe.flush()
