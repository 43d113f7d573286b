"""The instruction table allows every instruction of the corpus."""

from __future__ import annotations

from pathlib import Path

import pytest
from isa_prover.corpus import INVENTED, coverage

CORPUS = Path(__file__).resolve().parents[2] / "corpus"
PATHS = [path for path in sorted(CORPUS.rglob("*.ptx")) if path.name not in INVENTED]


@pytest.mark.parametrize("path", PATHS, ids=lambda path: str(path.relative_to(CORPUS)))
def test_compilers_write_what_the_table_allows(path: Path) -> None:
    """Ptxas accepts all these files."""
    assert coverage(path).refused == []


@pytest.mark.parametrize("name", sorted(INVENTED))
def test_what_does_not_exist_is_refused(name: str) -> None:
    """The file is of a version and a target that there are not."""
    (path,) = CORPUS.rglob(name)
    with pytest.raises(ValueError, match="no PTX version"):
        coverage(path)
