"""Pages of HTML, made of the templates in `data/`; what is put in is escaped."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from ...core.later import re

if TYPE_CHECKING:
    from jinja2 import Environment

_DATA = resources.files("spacy_hips") / "data"
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


def rendered(name: str, **values: Any) -> str:
    """A page.

    name (str): Its template, from the folder `data`.
    **values (Any): What stands in it.
    RETURNS (str): HTML.
    """
    return _environment().get_template(name).render(values)


def raw(name: str) -> str:
    """A file of `data` as it is, such as a style sheet.

    name (str): Its path in there.
    """
    return (_DATA / name).read_text("utf8")


@cache
def _environment() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup

    made = Environment(
        loader=PackageLoader("spacy_hips", "data"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals["raw"] = lambda name: Markup(raw(name))
    made.filters["shown"] = _shown
    return made


def _shown(text: str) -> str:
    """A text with control characters shown as their pictures."""
    return _CONTROL.sub(lambda m: chr(0x2400 + min(ord(m[0]), 0x21)), text)
