"""The section `instructions`: forms of instructions on two devices."""

from __future__ import annotations

from base64 import b64encode
from typing import Any, Final

import numpy as np

from gpu_checking.comparing import compare_results
from gpu_checking.facts import number_of
from gpu_checking.modules import run, source_of
from gpu_checking.recording import inputs_key, sampled
from gpu_checking.values import Array
from gpu_checking.vectors import LANES, Form, forms, runs_on
from gpu_checking.worker import Result, Settings
from ptxpy.assemble import AssembleError
from ptxpy.ir.nodes import Module
from ptxpy.isa.targets import parse_target, parse_version
from ptxpy.launch.cuda.device import current_context
from ptxpy.launch.cuda.device import device as gpu
from ptxpy.launch.cuda.loading import load_source
from ptxpy.launch_request import ModuleSource
from ptxpy.sim.errors import UnsupportedError

__all__ = ["Session", "job_of", "named", "runnable"]

Results = dict[str, Array]

_BATCH: Final = 64
"""Forms of a module."""


def job_of(form: Form) -> str:
    """Return the name of the job that runs a form."""
    return f"{form.group}: {form.name}"


def named(settings: Settings) -> dict[str, Form]:
    """Return all forms by their jobs, with an optional limit of lanes."""
    most = settings["lanes"] or LANES << 8
    return {job_of(form): form._replace(lanes=min(form.lanes, most)) for form in forms()}


def runnable(settings: Settings, jobs: list[str]) -> list[str]:
    """Return the jobs whose forms the target supports."""
    version, target = parse_version(settings["version"]), parse_target(settings["target"])
    known = named(settings)
    return [job for job in jobs if runs_on(known[job], version, target)]


class Session:
    """Runs forms, several in one module."""

    def __init__(self, settings: Settings, jobs: list[str]) -> None:
        """Prepare for some forms."""
        self._settings = settings
        known = named(settings)
        self._waiting = [(job, known[job]) for job in jobs]
        self._batch: dict[str, tuple[int, Form]] = {}
        self._refused: dict[str, str] = {}
        self._source = ModuleSource(Module("ptxpy", ()))

    def run(self, job: str) -> Result:
        """Run a form on both devices."""
        if job not in self._batch and job not in self._refused:
            self._load(job)
        if job in self._refused:
            return {"status": "failed", "message": f"not assembled: {self._refused.pop(job)}"}
        index, form = self._batch[job]
        source = self._source
        reference, device = self._settings["devices"]
        try:
            expected = run(form, source, index, reference)
        except UnsupportedError as error:
            result: Result = {"status": "skipped", "message": str(error)}
            if device == reference:
                return result
            return self._kept(form, run(form, source, index, device), result)
        found = run(form, source, index, device)
        return self._kept(form, found, self._compared(form, expected, found))

    def _compared(self, form: Form, expected: Results, found: Results) -> Result:
        reference, device = self._settings["devices"]
        comparison = compare_results(form, expected, found)
        result: Result = {
            "status": "failed" if comparison.wrong else "ok",
            "values": comparison.values,
            "wrong": comparison.wrong,
        }
        for name in ("inexact", "payloads", "most"):
            if getattr(comparison, name):
                result[name] = getattr(comparison, name)
        if comparison.wrong:
            first = comparison.differences[0]
            given = ", ".join(f"{name} = {bits}" for name, bits in first.operands.items())
            result["message"] = (
                f"{comparison.wrong:,} of {comparison.values:,} values differ; "
                f"lane {first.lane}: {given}: {first.result} is {first.found} on {device}, "
                f"{first.expected} on {reference}"
            )
            result["differences"] = [each._asdict() for each in comparison.differences]
        return result

    def _kept(self, form: Form, found: Results, result: Result) -> Result:
        """Return the result, with the values to record if requested."""
        if self._settings["record"]:
            result["recorded"] = _recorded(form, found)
        return result

    def _load(self, job: str) -> None:
        """Make a module of the form of a job and the next ones that assemble."""
        start = next(place for place, (each, _) in enumerate(self._waiting) if each == job)
        batch = self._waiting[start : start + _BATCH]
        arch = self._settings["assemble"]
        settings = self._settings
        while batch:
            these = [form for _, form in batch]
            self._source = source_of(these, settings["version"], settings["target"])
            refused = _refused(self._source, arch, settings["devices"][1]) if arch else {}
            if not refused:
                break
            for index, message in refused.items():
                self._refused[batch[index][0]] = message
            batch = [pair for index, pair in enumerate(batch) if index not in refused]
        self._batch = {each: (index, form) for index, (each, form) in enumerate(batch)}


def _refused(source: ModuleSource, arch: str, device: str) -> dict[int, str]:
    """Return the errors of forms that do not assemble, by their index in a module."""
    chosen = gpu(number_of(device))
    try:
        with current_context(chosen):
            chosen.driver.unload_module(load_source(source, arch, chosen))
    except AssembleError as error:
        starts = [
            number
            for number, line in enumerate(source.ptx.decode().split("\n"), 1)
            if line.startswith(".visible .entry")
        ]
        errors = [message for message in error.messages if message.severity == "error"]
        found: dict[int, str] = {}
        for message in errors:
            if message.line is not None:
                index = sum(start <= message.line for start in starts) - 1
                found.setdefault(max(index, 0), message.text)
        return found or dict.fromkeys(range(len(starts)), str(error))
    return {}


def _recorded(form: Form, found: Results) -> dict[str, Any]:
    """Return a sample of the results to record."""
    arrays = [sampled(np.asarray(array)) for array in found.values()]
    data = b"".join(array.tobytes() for array in arrays)
    return {"key": inputs_key(form), "data": b64encode(data).decode()}
