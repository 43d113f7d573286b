"""The options and errors of `ptxpy lsp`; tests/language_server tests the server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy._extras import install_command
from ptxpy.cli import lsp_command

if TYPE_CHECKING:
    import pytest

    from tests.cli.conftest import Run


def test_without_the_extra(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """One line says which command installs it."""
    monkeypatch.setattr(lsp_command, "find_spec", lambda _: None)
    outcome = run("lsp", "--stdio")
    expected = f"ptxpy: the language server needs pygls: {install_command('editor')}\n"
    assert (outcome.status, outcome.out, outcome.err) == (2, "", expected)
