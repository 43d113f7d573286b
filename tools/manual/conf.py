"""The configuration of Sphinx for the manual; `tools/build_manual` gives the pages."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from manual.api import literal
from manual.excerpts import write_excerpts
from manual.navigation import connect_navigation
from manual.references import RememberingPythonDomain
from ptxpy.__about__ import __version__
from ptxpy.highlighting.pygments_lexer import PtxLexer

if TYPE_CHECKING:
    from sphinx.application import Sphinx

project = "ptxpy"
version = release = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx_copybutton"]
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
language = "en"  # with the translations of en_GB, the script of the search fails
smartquotes = False  # options begin with two hyphens
html_theme = "furo"
html_title = f"ptxpy {version}"
html_static_path = ["static"]
html_css_files = ["manual.css"]
html_copy_source = False
html_show_copyright = False
html_search_scorer = str(Path(__file__).with_name("search_scores.js"))
html_show_search_summary = True  # from the texts of `manual.excerpts`
myst_enable_extensions = ["colon_fence", "deflist"]
# Of a block with prompts, what follows them is copied.
copybutton_prompt_text = r"\$ |>>> |\.\.\. "
copybutton_prompt_is_regexp = True
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


def add_excerpts(
    app: Sphinx, name: str, _template: str, _context: dict[str, Any], _tree: object
) -> None:
    """Load the texts of pages where the search shows excerpts of them."""
    if name == "search":
        # Before the script of the search, which fetches pages.
        app.add_js_file("excerpts.js", priority=100)


def finish(app: Sphinx, error: Exception | None) -> None:
    """Write the texts of the pages."""
    if error is None and app.builder.format == "html":
        searched = (name for name in app.env.found_docs if "nosearch" not in app.env.metadata[name])
        write_excerpts(Path(app.outdir), sorted(searched))


def setup(app: Sphinx) -> None:
    """Register the lexer of PTX, the excerpts, and what changes docstrings and margins."""
    app.add_lexer("ptx", PtxLexer)
    app.add_domain(RememberingPythonDomain, override=True)
    app.connect("autodoc-process-docstring", process_docstring, priority=900)
    app.connect("html-page-context", add_excerpts)
    connect_navigation(app)
    app.connect("build-finished", finish)
