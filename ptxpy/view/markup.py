"""HTML from text that may be hostile: whatever is not markup already is escaped."""

from __future__ import annotations

import html

__all__ = ["Html", "join", "tag", "text"]


class Html(str):
    """Markup, which is not escaped again."""

    __slots__ = ()


def text(value: object) -> Html:
    """Return the markup of a text; invisible and control characters are shown as escapes.

    So a name can neither turn the direction of the text around it, nor hide a part of itself.
    """
    if isinstance(value, Html):
        return value
    shown = "".join(
        (
            each
            if each.isprintable() or each in "\n\t"
            else each.encode("unicode_escape", "backslashreplace").decode("ascii")
        )
        for each in str(value)
    )
    return Html(html.escape(shown))


def join(*children: object) -> Html:
    """Return the markup of several texts and pieces of markup, one after the other."""
    return Html("".join([text(each) for each in children if each is not None]))


def tag(name: str, *children: object, **attributes: str | None) -> Html:
    """Return an element.

    Args:
        name: The name of the element, which is a constant of ours.
        children: Markup, or text, which is escaped; None is left out.
        attributes: Attributes, whose values are escaped; `class_` is `class`, None is left out.
    """
    given = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{text(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    return Html(f"<{name}{given}>{join(*children)}</{name}>")
