"""The manifest: one entry a file, sorted, stable under rebuilds."""

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from corpus_builder.features import Text, detect
from corpus_builder.job import Job
from corpus_builder.layout import CACHE, MANIFEST, part_root
from corpus_builder.locking import locked


@dataclass(frozen=True, slots=True, order=True)
class Entry:
    """What the manifest records of one file; see corpus/README.md."""

    path: str
    part: str
    producer: str
    version: str
    command: str
    source: str
    arch: str
    isa: str
    size: int
    sha256: str
    features: tuple[str, ...]

    @property
    def file(self) -> Path:
        """The path of the file on this machine."""
        return part_root(self.part) / self.path


def describe(job: Job, producer: str, version: str, data: bytes) -> Entry:
    """Describe `data`, the PTX of `job`; ValueError if it is no PTX."""
    major, minor = Text(data).isa
    if not major:
        raise ValueError("the output holds no .version directive")
    return Entry(
        path=job.output,
        part=job.part,
        producer=producer,
        version=version,
        command=job.command,
        source=job.source,
        arch=job.arch,
        isa=f"{major}.{minor}",
        size=len(data),
        sha256=hashlib.sha256(data).hexdigest(),
        features=detect(data),
    )


def read() -> list[Entry]:
    """Read all entries; return none if there is no manifest yet."""
    if not MANIFEST.exists():
        return []
    document = json.loads(MANIFEST.read_text(encoding="utf-8"))
    return [Entry(**{**item, "features": tuple(item["features"])}) for item in document["files"]]


def with_fresh_features() -> Iterator[Entry]:
    """Yield the entries of unchanged files, with the present results of `detect`."""
    for entry in read():
        data = entry.file.read_bytes() if entry.file.is_file() else b""
        if hashlib.sha256(data).hexdigest() == entry.sha256:
            yield replace(entry, features=detect(data))


def update(built: Iterable[Entry], gone: Iterable[tuple[str, str]] = ()) -> None:
    """Add or replace entries, drop those of the (part, path) pairs in `gone`.

    Reads and writes under a lock, so that builders may run side by side.
    """
    with locked(CACHE / "manifest.lock"):
        entries = {(entry.part, entry.path): entry for entry in read()}
        for key in gone:
            entries.pop(key, None)
        entries.update({(entry.part, entry.path): entry for entry in built})
        document = {"files": [asdict(entries[key]) for key in sorted(entries)]}
        fresh = MANIFEST.with_suffix(".tmp")
        fresh.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
        fresh.replace(MANIFEST)
