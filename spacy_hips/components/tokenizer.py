"""A tokenizer with extra splits, so that a field's name does not stick to its value.

spaCy's English tokenizer leaves "Email:ana@x.org", "ID:445566" and "Essay_Ana_Lopez" as one token
each. Components before the model work on characters and do not mind; a model that labels tokens
does. Used in packaged pipelines (`[nlp.tokenizer] @tokenizers = "spacy_hips.Tokenizer.v1"`).
"""

from __future__ import annotations

from collections.abc import Callable

from spacy import registry
from spacy.lang.char_classes import ALPHA, ALPHA_LOWER, ALPHA_UPPER
from spacy.language import Language
from spacy.tokenizer import Tokenizer
from spacy.util import compile_infix_regex, compile_prefix_regex, compile_suffix_regex

# A word before a colon is split off, then the colon itself; never "http:" of an address.
FIELD_PREFIXES: tuple[str, ...] = (rf"[{ALPHA}][{ALPHA}.]{{1,20}}(?=:(?!//)\S)",)
INVISIBLE = "\u200b\u200c\u200d\u2060\ufeff"
WIDE_MARKS = "：，；！？。、・（）"
SIGNS = rf"[{WIDE_MARKS}→←~^‹›¶†‡§¹²³]"
EXTRA_INFIXES: tuple[str, ...] = (
    rf"[{INVISIBLE}]+",
    rf"(?<=[{ALPHA}])[_|;•](?=[{ALPHA}])",
    # Markdown, forum and LaTeX marks: "[Ana](https://...)", "[b]Ana[/b]", "\emph{Ana}", "~~Ana~~".
    r"[\[\]{}]+\(?",
    rf"(?<=[{ALPHA}])(?:[~=]{{2,}}|[-=]+>)",
    rf"(?:[~=]{{2,}}|[-=]+>)(?=[{ALPHA}])",
    rf"(?<=[{ALPHA}])[=:][\"'“‘](?=[{ALPHA}])",  # '[quote="Ana, post:3"]'
    # Lost spaces: "with Ana!She", "Ana(she/her)", "Ana<3"; a line end written out: "Best,\nAna".
    rf"(?<=[{ALPHA_LOWER}])[?!]+(?=[{ALPHA}])",
    rf"(?<=[{ALPHA_LOWER}]{{2}})\((?=\w)",
    rf"(?<=[{ALPHA}])<(?=3)",
    rf"\\[nrt](?=[{ALPHA_UPPER}\\])",
    rf"(?<=[{ALPHA}]){SIGNS}(?=[{ALPHA}])",
    rf"(?<=[{ALPHA}.}}])~(?=[{ALPHA}\\{{])",  # a blank of LaTeX: "Mr.~Ruiz", "flows~\cite{...}"
    rf"(?<=[{ALPHA}])[:#](?=[0-9])",
    rf"(?<=[{ALPHA_LOWER}]{{2}})(?=(?:19|20)[0-9]{{2}}(?![0-9]))",
    rf"(?<=[0-9])(?=[{ALPHA}][{ALPHA_LOWER}]{{3,}})",
)
EXTRA_AFFIXES: tuple[str, ...] = (rf"[{INVISIBLE}]+", r"[_|•]", r"[~=]{2,}", SIGNS)
# What numbers the items of a list, though no space follows ("2.Ana", "b)Ana"), is split off, too.
EXTRA_PREFIXES: tuple[str, ...] = (
    rf"[-=]+>(?=[{ALPHA}])",
    rf"\\[nrt](?=[{ALPHA_UPPER}\\])",
    rf"[/\\]+(?=[{ALPHA}]+[/\\]?$)",
    rf"(?:[0-9]{{1,3}}[.)]|[a-zA-Z]\))(?=[{ALPHA_UPPER}][{ALPHA_LOWER}])",
)
EXTRA_SUFFIXES: tuple[str, ...] = (r"(?<=\w)[´`]s", rf"(?<=[{ALPHA}])=", r"\\[nrt]")


@registry.tokenizers("spacy_hips.Tokenizer.v1")
def make_tokenizer() -> Callable[[Language], Tokenizer]:
    """Build the language's own tokenizer with the extra splits.

    RETURNS (Callable): A function that takes the pipeline and returns its tokenizer.
    """
    return build_tokenizer


def build_tokenizer(nlp: Language) -> Tokenizer:
    """The language's tokenizer with extra prefixes, suffixes and infixes.

    nlp (Language): The pipeline; its defaults are kept, not changed.
    RETURNS (Tokenizer): The tokenizer.
    """
    defaults = nlp.Defaults
    prefixes = [*FIELD_PREFIXES, *EXTRA_PREFIXES, *EXTRA_AFFIXES, *(defaults.prefixes or ())]
    suffixes = [*EXTRA_SUFFIXES, *EXTRA_AFFIXES, *(defaults.suffixes or ())]
    infixes = [*EXTRA_INFIXES, *(defaults.infixes or ())]
    return Tokenizer(
        nlp.vocab,
        rules=defaults.tokenizer_exceptions,
        prefix_search=compile_prefix_regex(prefixes).search,
        suffix_search=compile_suffix_regex(suffixes).search,
        infix_finditer=compile_infix_regex(infixes).finditer,
        token_match=defaults.token_match,
        url_match=defaults.url_match,
    )
