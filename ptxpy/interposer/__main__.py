"""`python -m ptxpy.interposer`: a recorder for a Python program, which `ptxpy.capture` starts.

It takes its options as a JSON object, and writes lines of JSON: first the paths of the interposer
and the socket, then messages, and in the end the files. It ends with its standard input.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from ptxpy.captures import CaptureError, Recorder
from ptxpy.emulation import NativeBuildError
from ptxpy.interposer.library import interposer_library
from ptxpy.interposer.recording import RecordingServer, find_driver

_SECONDS = 10
"""How long other processes of the program may take to end."""


def _write(**values: object) -> None:
    sys.stdout.write(json.dumps(values) + "\n")
    sys.stdout.flush()


def main(text: str) -> None:
    """Record until the program ends the standard input."""
    options = json.loads(text)
    try:
        library = interposer_library(find_driver())
    except (CaptureError, NativeBuildError) as error:
        _write(problem=str(error))
        return
    recorder = Recorder(
        Path(options["folder"]),
        lambda line: _write(say=line),
        device="",
        kernel=options["kernel"],
        nth=frozenset(options["nth"]),
        max_bytes=options["max_bytes"],
    )
    with tempfile.TemporaryDirectory(prefix="ptxpy-capture-") as folder:
        server = RecordingServer(recorder, folder, options["max_bytes"])
        _write(library=str(library), socket=server.path)
        # The input ends even if the program is killed, so that no recorder is left over.
        sys.stdin.read()
        server.close(_SECONDS)
    _write(files=[str(path) for path in recorder.files], skipped=recorder.skipped)


if __name__ == "__main__":
    main(sys.argv[1])
