"""`--check`: the committed files against the manifest, without a compiler."""

import hashlib
import re
from collections.abc import Iterator

from corpus_builder import manifest
from corpus_builder.features import REQUIRED, detect
from corpus_builder.layout import CORPUS

_BYTE_DATA = re.compile(rb"\.b8[ \t]+([0-9]+(?:[ \t]*,[ \t]*[0-9]+)*)")
_MACHINE_PATH = re.compile(rb"(?<![\w.$])/(?:work|root|tmp|home|Users)/[\w.+-]+")


def problems() -> Iterator[str]:
    """Each way in which the committed corpus and its manifest disagree."""
    entries = [entry for entry in manifest.read() if entry.part == "committed"]
    for entry in entries:
        yield from _entry_problems(entry)
    known = {entry.file for entry in entries}
    for file in sorted(CORPUS.rglob("*.ptx")):
        if file not in known:
            yield f"{file.relative_to(CORPUS)}: not in the manifest"
    covered = {feature for entry in entries for feature in entry.features}
    for name in sorted(REQUIRED - covered):
        yield f"no committed file has the feature {name!r}"


def _entry_problems(entry: manifest.Entry) -> Iterator[str]:
    if not entry.file.is_file():
        yield f"{entry.path}: missing"
        return
    data = entry.file.read_bytes()
    if len(data) != entry.size:
        yield f"{entry.path}: {len(data)} bytes, the manifest says {entry.size}"
    if hashlib.sha256(data).hexdigest() != entry.sha256:
        yield f"{entry.path}: the content differs from the manifest's sha256"
    elif detect(data) != entry.features:
        yield f"{entry.path}: the manifest's features are stale"
    for path in sorted(set(machine_paths(data))):
        yield f"{entry.path}: holds a path of the machine that built it: {path}"


def machine_paths(data: bytes) -> Iterator[str]:
    """Paths of one machine in PTX, also those spelt as bytes in a debug section."""
    spelt = bytes(
        int(value) & 0xFF for run in _BYTE_DATA.findall(data) for value in run.split(b",")
    )
    for text in (data, spelt):
        for match in _MACHINE_PATH.finditer(text):
            yield match[0].decode("ascii")
