"""Devices with faults, for processes that load this module."""

from __future__ import annotations

import os
import time

import numpy as np

from ptxpy.launch import register
from ptxpy.launch_request import LaunchRequest, Limits, Signature, limits_of_target
from ptxpy.sim import run

__all__ = ["FAULT", "Planted"]

FAULT = "PTXPY_TEST_FAULT"
"""The environment variable that says which: `bit`, a wrong one in the last argument; `abort`;
`sleep`."""


class Planted:
    """The simulator with a fault in the second form of each module."""

    def count(self) -> int:
        """Return 1."""
        return 1

    def limits(self, number: int, signature: Signature) -> Limits:
        """Return those of the simulator."""
        del number
        return limits_of_target(signature.target)

    def run(self, request: LaunchRequest) -> None:
        """Run a kernel, with its fault."""
        run(request)
        if request.signature.name != "form_1":
            return
        match os.environ[FAULT]:
            case "bit":
                written = [each for each in request.arguments.memories if each.writable]
                np.asarray(written[-1].bytes())[4] ^= 1
            case "abort":
                os.abort()
            case "sleep":
                time.sleep(1000)


register("planted", Planted())
