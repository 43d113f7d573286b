"""The configuration of Sphinx for the manual; `tools/build_manual` gives the pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from manual.api import literal
from ptxpy.__about__ import __version__

if TYPE_CHECKING:
    from sphinx.application import Sphinx

project = "ptxpy"
version = release = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
language = "en"  # with the translations of en_GB, the script of the search fails
smartquotes = False  # options begin with two hyphens
html_theme = "furo"
html_title = f"ptxpy {version}"
html_static_path = ["static"]
html_css_files = ["manual.css"]
html_copy_source = False
html_show_copyright = False
# Summaries of search results are fetched page by page, which browsers forbid for local files.
html_show_search_summary = False
myst_enable_extensions = ["deflist"]
myst_heading_anchors = 6
pygments_style = "default"
pygments_dark_style = "github-dark"
# Examples of PTX and of terminals have parts that no lexer knows.
# Annotations that name a class of several modules are not links.
suppress_warnings = ["misc.highlighting_failure", "ref.python"]
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
napoleon_numpy_docstring = False
default_role = "code"


def process_docstring(
    _app: Sphinx, _what: str, _name: str, _obj: object, _opt: object, lines: list[str]
) -> None:
    """Make single backticks code, also before a letter: `kernel`s."""
    lines[:] = literal("\n".join(lines)).splitlines()


def setup(app: Sphinx) -> None:
    """Register what changes docstrings."""
    app.connect("autodoc-process-docstring", process_docstring, priority=900)
