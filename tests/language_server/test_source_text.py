"""Places in a text, which edits move."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ptxpy.language_server.source_text import SourceText

TEXTS = st.text(alphabet="a\n\r\N{ROCKET}", max_size=12)


@given(TEXTS, st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12), TEXTS), max_size=4))
def test_an_edited_text_has_the_lines_of_its_text(
    text: str, edits: list[tuple[int, int, str]]
) -> None:
    """Lines that an edit moves are those that the edited text has when it is read anew."""
    source = SourceText(text)
    for first, last, typed in edits:
        assert source.starts == SourceText(source.text).starts
        source = source.replaced(min(first, len(source.text)), min(last, len(source.text)), typed)
    assert source.starts == SourceText(source.text).starts
