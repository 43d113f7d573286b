"""Functions that workers run in the tests: well-behaved ones, and those that die or lie."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path
from typing import Any, NoReturn

POISON = 7
"""The item that kills its worker."""


def square(number: int) -> int:
    """Return the square."""
    return number * number


def process_of(number: int) -> tuple[int, int]:
    """Return the number, and the process that had it."""
    return number, os.getpid()


def square_slowly(number: int) -> int:
    """Return the square after a while."""
    time.sleep(0.05)
    return number * number


def square_backwards(number: int) -> int:
    """Return the square, that of small numbers last."""
    time.sleep(0.2 if number == 0 else 0)
    return number * number


def die_of_poison(number: int) -> int:
    """Return the square; the worker dies of one number."""
    if number == POISON:
        os._exit(1)
    return number * number


def kill_of_poison(number: int) -> int:
    """Return the square; one number kills the worker as the system does when memory is short."""
    if number == POISON:
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def die_always(number: int) -> NoReturn:
    """End the worker."""
    del number
    os._exit(1)


def die_once(job: tuple[int, str]) -> int:
    """Return the square; the first worker that has the poison dies."""
    number, folder = job
    if number == POISON:
        try:
            Path(folder, "died").touch(exist_ok=False)
        except FileExistsError:
            return number * number
        os._exit(1)
    time.sleep(0.01)
    return number * number


def fail_sometimes(number: int) -> int:
    """Return the square, or raise."""
    if number % 3 == 0:
        message = f"{number} is a multiple of 3"
        raise ValueError(message)
    return number * number


def leave(number: int) -> int:
    """Return the square, or leave the program."""
    if number == POISON:
        raise SystemExit(3)
    return number * number


class UnreadableError(Exception):
    """An error that can be pickled, and not unpickled."""

    def __init__(self, one: str, other: str) -> None:
        """Take two arguments, of which `Exception` keeps one."""
        super().__init__(one + other)


class Trap:
    """A result that raises where it is unpickled."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Have `int` called with what is no number."""
        return int, ("trap",)


def return_hostile(number: int) -> Any:
    """Return what cannot be sent, or cannot be read back."""
    if number == 1:
        return threading.Lock()
    if number == 2:
        return Trap()
    if number == 3:
        one = "one"
        raise UnreadableError(one, "other")
    if number == 4:
        error = ValueError("has a file")
        error.file = Path(os.devnull).open("rb")  # type: ignore[attr-defined]  # noqa: SIM115
        raise error
    return number * number
