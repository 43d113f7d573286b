"""The tree of all pages in the margin of each page, rendered once for the whole site.

Furo renders it for each page from copies of the nodes of all tables of contents, which takes most
of the time of a build. The trees of two pages differ only in the way to the root and in the entries
that are marked, which are those that lead to the page.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from sphinx.application import Sphinx

__all__ = ["NavigationTree", "connect_navigation"]

_LINK: Final = '<a class="reference internal" href="'
_PARTS: Final = re.compile(rf'(<li class="[^"]*">|</li>|{_LINK}[^"]*")')
"""Where an entry begins and ends, and the link of one."""


class NavigationTree:
    """The tree as the first page has it: no entry is marked, addresses are from the root."""

    def __init__(self, html: str) -> None:
        self._parts = _PARTS.split(html)
        self._entries: dict[str, list[int]] = {}
        """By the address of a page: where its entry and those around it begin, itself last."""
        around: list[int] = []
        for at, part in enumerate(self._parts):
            if part.startswith("<li "):
                around.append(at)
            elif part == "</li>":
                around.pop()
            elif part.startswith(_LINK):
                self._entries.setdefault(part[len(_LINK) : -1], [*around])

    def on_page(self, address: str) -> str:
        """Return the tree as a page has it; its address is from the root: `guides/start.html`."""
        to_root = "../" * address.count("/")
        parts = [
            f"{_LINK}{to_root}{part[len(_LINK):]}" if part.startswith(_LINK) else part
            for part in self._parts
        ]
        own = self._entries.get(address, [])
        for at in own:
            # After the beginning of an entry come a link, and the box that shows what is in it.
            parts[at] = f'{parts[at][:-2]} current">'
            parts[at + 3] = parts[at + 3].replace("<input ", '<input checked="" ', 1)
        if own:
            parts[own[-1]] = f'{parts[own[-1]][:-2]} current-page">'
            parts[own[-1] + 2] = '<a class="current reference internal" href="#"'
        return "".join(parts)


def connect_navigation(app: Sphinx) -> None:
    """Make Sphinx give each page its tree from one that is rendered once."""
    made: list[NavigationTree] = []

    def leave_out(
        _app: Sphinx, _name: str, _template: str, context: dict[str, Any], _doctree: object
    ) -> None:
        context["toctree"] = lambda **_options: ""

    def fill_in(
        app: Sphinx, name: str, _template: str, context: dict[str, Any], _doctree: object
    ) -> None:
        if not made:
            made.append(_rendered(app))
        context["furo_navigation_tree"] = made[0].on_page(app.builder.get_target_uri(name))

    # Before and after Furo, which has the priority 500.
    app.connect("html-page-context", leave_out, priority=400)
    app.connect("html-page-context", fill_in, priority=600)


def _rendered(app: Sphinx) -> NavigationTree:
    # Trees are filled in without the packages that render them.
    from furo.navigation import get_navigation_tree  # noqa: PLC0415
    from sphinx.environment.adapters.toctree import TocTree  # noqa: PLC0415

    nodes = TocTree(app.env).get_toctree_for(
        app.config.root_doc,
        app.builder,
        collapse=False,
        titles_only=True,
        maxdepth=-1,
        includehidden=True,
    )
    return NavigationTree(get_navigation_tree(app.builder.render_partial(nodes)["fragment"]))
