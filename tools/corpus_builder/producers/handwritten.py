"""PTX written by hand, with forms that users write, but no compiler here.

The files are their own sources. Nothing is run for them; the builder records
them in the manifest.
"""

import re

from corpus_builder.job import Job
from corpus_builder.layout import CORPUS

NAME = "handwritten"
REQUIREMENTS: list[str] = []

_COMMENT = re.compile(rb"//[^\n]*|/\*.*?\*/", re.DOTALL)
_TARGET = re.compile(rb"\.target\s+(sm_\d+[af]?)")


def jobs() -> list[Job]:
    """One job for each file of the folder."""
    return [
        Job(
            output=f"{NAME}/{path.name}",
            source=f"corpus/{NAME}/{path.name}",
            arch=_architecture(path.read_bytes()),
            argv=(),
            command="written by hand",
        )
        for path in sorted((CORPUS / NAME).glob("*.ptx"))
    ]


def _architecture(text: bytes) -> str:
    """The first target that the file names outside its comments."""
    target = _TARGET.search(_COMMENT.sub(b" ", text))
    return target[1].decode("ascii") if target else ""
