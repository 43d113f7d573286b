"""Checks in the background: when they begin, and where their answers go."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from ptxpy.language_server.commands import child_command

__all__ = ["BackgroundCheck"]

DELAY_SECONDS: Final = 0.25
"""How long a document rests before it is checked."""
MAX_ANSWER_BYTES: Final = 1 << 28
"""The most bytes of an answer: of the diagnostics and the inline PTX of a file."""
MAX_SECONDS: Final = 60.0
"""How long a check may take; one that takes longer is ended, with its process."""


class BackgroundCheck:
    """A process that checks documents, and the requests for it."""

    def __init__(self, answered: Callable[[dict[str, Any]], None]) -> None:
        """Take the function that is called with each answer."""
        self._answered = answered
        self._process: asyncio.subprocess.Process | None = None
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._waiting: dict[str, int] = {}
        self._deadline: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._starting = asyncio.Lock()

    def ask(self, uri: str, request: Callable[[], dict[str, Any]], *, now: bool = False) -> None:
        """Check a document once it has rested; an earlier request for it is forgotten.

        Args:
            uri: The address of the document.
            request: Returns the request, when the time has come.
            now: Whether not to wait, as for a document that was just opened.
        """
        self.forget(uri)
        loop = asyncio.get_running_loop()
        delay = 0.0 if now else DELAY_SECONDS
        self._timers[uri] = loop.call_later(delay, lambda: self._begin(uri, request))

    def forget(self, uri: str) -> None:
        """Drop the request for a document that has not been sent."""
        timer = self._timers.pop(uri, None)
        if timer is not None:
            timer.cancel()

    def _begin(self, uri: str, request: Callable[[], dict[str, Any]]) -> None:
        self._timers.pop(uri, None)
        task = asyncio.ensure_future(self._send(request()))
        # A task without a reference may be collected before it is done.
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _send(self, request: dict[str, Any]) -> None:
        async with self._starting:
            if self._process is None or self._process.returncode is not None:
                await self._start()
        assert self._process is not None  # noqa: S101 - it was started above
        stdin = self._process.stdin
        assert stdin is not None  # noqa: S101 - it is a pipe
        self._waiting[request["uri"]] = request["version"]
        self._watch()
        with suppress(ConnectionError):
            stdin.write(json.dumps(request).encode() + b"\n")
            await stdin.drain()

    async def _start(self) -> None:
        self._process = await asyncio.create_subprocess_exec(
            *child_command("ptxpy.language_server.check_worker"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            limit=MAX_ANSWER_BYTES,
        )
        task = asyncio.ensure_future(self._receive(self._process))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _receive(self, process: asyncio.subprocess.Process) -> None:
        stdout = process.stdout
        assert stdout is not None  # noqa: S101 - it is a pipe
        while True:
            try:
                line = await stdout.readline()
            except ValueError:
                continue
            if not line:
                return
            answer = json.loads(line)
            if self._waiting.get(answer["uri"]) == answer["version"]:
                del self._waiting[answer["uri"]]
            self._watch()
            self._answered(answer)

    def _watch(self) -> None:
        """End the process if it does not answer in time."""
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
        if self._waiting:
            loop = asyncio.get_running_loop()
            self._deadline = loop.call_later(MAX_SECONDS, self.stop)

    def stop(self) -> None:
        """End the process; the next request starts another."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        self._waiting.clear()
        if self._deadline is not None:
            self._deadline.cancel()
        if self._process is not None and self._process.returncode is None:
            with suppress(ProcessLookupError):
                self._process.kill()
        self._process = None

    async def end(self) -> None:
        """End the process and wait for it, so that the event loop outlives it."""
        process = self._process
        self.stop()
        if process is not None:
            await process.wait()
