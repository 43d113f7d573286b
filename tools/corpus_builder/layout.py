"""The folders: the repository, the committed corpus and the cache."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CORPUS = ROOT / "corpus"
MANIFEST = CORPUS / "manifest.json"
CACHE = ROOT / ".cache" / "corpus"
EXTENDED = CACHE / "extended"
ENVIRONMENTS = CACHE / "venvs"
STAGE = CACHE / "stage"

# The repository root under a name that is the same on every machine, for a process
# that runs there: compilers write absolute paths into debug information.
NEUTRAL_ROOT = "/proc/self/cwd"


def part_root(part: str) -> Path:
    """Return the folder that the paths of one part of the manifest start from."""
    return EXTENDED if part == "extended" else CORPUS
