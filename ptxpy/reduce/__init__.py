"""Test-case reduction: a module becomes the smallest that a test still finds interesting.

The guide is README.md.
"""

from ptxpy.reduce.candidates import PASSES, CandidatePass
from ptxpy.reduce.changes import Change, apply_changes
from ptxpy.reduce.interest import (
    CommandTest,
    InterestTest,
    MessageInCheck,
    MessageOfPtxas,
    Outcome,
    PtxasCrash,
)
from ptxpy.reduce.processes import Processes
from ptxpy.reduce.reducer import NotInterestingError, Reducer, Size, size_of

__all__ = [
    "PASSES",
    "CandidatePass",
    "Change",
    "CommandTest",
    "InterestTest",
    "MessageInCheck",
    "MessageOfPtxas",
    "NotInterestingError",
    "Outcome",
    "Processes",
    "PtxasCrash",
    "Reducer",
    "Size",
    "apply_changes",
    "size_of",
]
