"""The trained pipeline that belongs to this package: loaded, and used on a text, in one call."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from .errors import Errors, HipsError

if TYPE_CHECKING:
    from spacy.language import Language

MODEL = "en_hips_student"
READ_BY: dict[str, tuple[str, ...]] = {
    "intfloat/multilingual-e5-small": ("en", "sv", "es", "de", "fr", "nl")
}
"""The languages in which a finder over this encoder has learnt names, by the recipe of project.yml
(benchmarks/languages.py --pipeline measures it)."""


def load(model: str = "", **settings: Any) -> Language:
    """Load a trained pipeline: the one that belongs to this package, or another.

    model (str): A package or folder; the installed `en_hips_student` if left out.
    **settings: What `spacy.load` takes, such as `config` or `exclude`.
    RETURNS (Language): The pipeline.
    RAISES (HipsError): E728 where it cannot be loaded, E735 where none is named and none is
        installed.

    EXAMPLE:
        >>> import spacy_hips
        >>> nlp = spacy_hips.load()
        >>> nlp("My friend Amara Okafor helped me.")._.anonymized  # doctest: +SKIP
        'My friend Safia Lindqvist helped me.'
    """
    import spacy

    from .light_imports import import_transformers

    import_transformers()
    name = model or installed_model()
    try:
        return spacy.load(name, **settings)
    except HipsError:
        raise
    except (OSError, ImportError, ValueError) as error:
        reason = str(error).split("\n")[0].rstrip(".")
        raise HipsError(Errors.E728.format(model=name, reason=reason)) from None


def anonymize(text: str, *, other_languages: str = "rules") -> str:
    """Anonymise a text with the installed `en_hips_student`, which is loaded once.

    text (str): The text.
    other_languages (str): What is done with text in a language that the pipeline does not read:
        "rules" (only what needs no language is searched there, and a warning is given), "all" (it
        is searched as if the pipeline read it) or "skip" (the whole text is refused).
    RETURNS (str): The text with every identifier of a private person replaced.
    RAISES (HipsError): E735 where the pipeline is not installed, E116 for another value of
        other_languages, E155 for a text that is refused.

    EXAMPLE:
        >>> import spacy_hips
        >>> spacy_hips.anonymize("Ask Amara Okafor, amara@uni.org!")  # doctest: +SKIP
        'Ask Safia Lindqvist, safia@example.org!'
    """
    nlp = _default()
    nlp.get_pipe("hips_entities").other_languages = other_languages
    with nlp.memory_zone():
        doc = nlp(text)
        if doc._.anonymized is None:
            languages = ", ".join(sorted({stretch.lang for stretch in doc._.hips_foreign}))
            raise HipsError(Errors.E155.format(languages=languages))
        return str(doc._.anonymized)


def installed_model(lang: str = "en") -> str:
    """The name of the trained pipeline for a language, where it is installed.

    lang (str): The code of the language; any that the finder has learnt to read.
    RETURNS (str): The name of its package.
    RAISES (HipsError): E735 where it is not installed.
    """
    read = any(lang in languages for languages in READ_BY.values())
    if not read or find_spec(MODEL) is None:
        raise HipsError(Errors.E735.format(lang=lang, model=MODEL))
    return MODEL


@cache
def _default() -> Language:
    return load()
