"""Refuses to load a pipeline that was made for another version of this package.

The requirement in a wheel's metadata holds only where pip installs it; a folder, or a wheel that
was installed without its dependencies, would load and silently find something else.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from packaging.specifiers import InvalidSpecifier, SpecifierSet

from .. import __version__
from ..core.errors import Errors, HipsError

if TYPE_CHECKING:
    from spacy.language import Language

CALLBACK = "spacy_hips.RequireVersion.v1"


def make_requirement(version: str) -> Callable[[type[Language]], type[Language]]:
    """Build the check (`spacy_hips.RequireVersion.v1`), for `nlp.before_creation`.

    version (str): The versions of spacy-hips that fit, such as ">=0.1.0,<1".
    RETURNS (Callable): Takes the language class and returns it unchanged.
    """

    def check(language: type[Language]) -> type[Language]:
        if not fits(version):
            raise HipsError(Errors.E445.format(wanted=version, got=__version__))
        return language

    return check


def fits(version: str) -> bool:
    """Is the installed version among those that fit? A range that cannot be read fits none."""
    try:
        return SpecifierSet(version).contains(__version__, prereleases=True)
    except InvalidSpecifier:
        return False


def compatible_versions() -> str:
    """The versions that a pipeline made by this one works with: to the next major version.

    Registered names and factories stay until then; what a pipeline has learnt to read has digests
    of its own (filter_columns.py, finder_columns.py).
    """
    return f">={__version__},<{int(__version__.split('.')[0]) + 1}"


def requirement_config() -> dict[str, str]:
    """The block `nlp.before_creation` of a pipeline that is made now."""
    return {"@callbacks": CALLBACK, "version": compatible_versions()}
