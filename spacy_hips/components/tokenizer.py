"""A tokenizer with extra splits, so that a field's name does not stick to its value.

spaCy's English tokenizer leaves "Email:ana@x.org", "ID:445566" and "Essay_Ana_Lopez" as one token
each. Components before the model work on characters and do not mind; a model that labels tokens
does. Used in packaged pipelines (`[nlp.tokenizer] @tokenizers = "spacy_hips.Tokenizer.v1"`).
`spacy_hips.BoundedTokenizer.v1` has spaCy's splits alone: that of pipelines without a model.

spaCy takes marks off a word one at a time, and looks at the whole rest each time. So its time
grows with the square of a run of marks, or of a very long word. `BoundedTokenizer` cuts such words
first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, pairwise
from typing import Any

import spacy
from spacy import registry
from spacy.lang.char_classes import ALPHA, ALPHA_LOWER, ALPHA_UPPER
from spacy.language import Language
from spacy.tokenizer import Tokenizer
from spacy.tokens import Doc
from spacy.util import (
    compile_infix_regex,
    compile_prefix_regex,
    compile_suffix_regex,
    get_lang_class,
)

from ..core.later import re
from ..core.light_imports import import_transformers
from ..text.lexicon.letters import ENCODED
from ..text.page.view import HELD, TAG

LONGEST_RUN = 100
"""Marks in a row that are tokenized together: each is peeled off by itself."""
LONGEST_WORD = 1000
"""Other characters without white space that are: more than nearly all web addresses have."""
_TAG = re.compile(rf"(?:{TAG.pattern}|{ENCODED}) ?", re.I)
# What ends an emoji: of a colour or a skin. To spaCy it begins the word behind it.
_EMOJI_ENDS = re.compile(r"[\u20e3\ufe0e\ufe0f\U0001f3fb-\U0001f3ff](?=[^\W\d_])")
# What stands between a tag with attributes, or a sign that does not print, and the word beside it.
_TOUCHES = re.compile(
    r"""(?<=["'])/?>(?=\w)|(?<=[\w.])(?=</[a-z])|[\x00-\x08\x0e-\x1f\x7f]+""", re.I
)
_HALF = re.compile(r"[\ud800-\udfff]")
_WORD = re.compile(rf"\S{{{LONGEST_RUN + 1},}}")
_RUN = re.compile(rf"(?:[^\w\s]|_){{{LONGEST_RUN + 1},}}")

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

SPACYS_OWN = "spacy.Tokenizer.v1"
BOUNDED: dict[str, Any] = {"nlp": {"tokenizer": {"@tokenizers": "spacy_hips.BoundedTokenizer.v1"}}}


@registry.tokenizers("spacy_hips.Tokenizer.v1")
def make_tokenizer() -> Callable[[Language], Tokenizer]:
    """Build the language's own tokenizer with the extra splits.

    RETURNS (Callable): A function that takes the pipeline and returns its tokenizer.
    """
    return build_tokenizer


@registry.tokenizers("spacy_hips.BoundedTokenizer.v1")
def make_bounded_tokenizer() -> Callable[[Language], Tokenizer]:
    """Build the language's own tokenizer, in a time that grows with the length of any text.

    RETURNS (Callable): A function that takes the pipeline and returns its tokenizer.
    """
    return _plain


class BoundedTokenizer(Tokenizer):
    """spaCy's tokenizer, in a time that grows with the length of any text.

    It raises at no text. Its tokens are spaCy's, except in runs of more than 100 marks and words of
    more than 1,000 characters, which are cut. A tag of HTML without attributes and an encoded
    word of a mail's head are one token each, no word holds a part of another tag or a sign that
    does not print, what does not show parts no word, and an emoji begins none. The arguments are
    those of `spacy.tokenizer.Tokenizer`.
    """

    def __call__(self, string: str) -> Doc:
        """Tokenize a text.

        string (str): The text. Half a character (a lone surrogate), at which spaCy would raise, is
            read as U+FFFD.
        RETURNS (Doc): Its tokens.
        """
        string = _HALF.sub("\ufffd", string)
        tags = {match.start(): match.end() for match in _TAG.finditer(string)}
        ends = () if string.isascii() else (m.end() for m in _EMOJI_ENDS.finditer(string))
        touches = chain.from_iterable(match.span() for match in _TOUCHES.finditer(string))
        places = {*_cuts(string), *tags, *tags.values(), *ends, *touches}
        cuts = sorted(places - {0, len(string)})
        if not cuts:
            return self._tokens(string)
        docs = []
        for start, end in pairwise((0, *cuts, len(string))):
            piece = string[start:end]
            if start in tags and end == tags[start]:
                blank = piece[-1] == " "
                docs.append(Doc(self.vocab, words=[piece[: len(piece) - blank]], spaces=[blank]))
            else:
                docs.append(self._tokens(piece))
        return Doc.from_docs(docs, ensure_whitespace=False, attrs=["NORM"])

    def _tokens(self, string: str) -> Doc:
        """The tokens of a text; what does not show parts no word."""
        marks = () if string.isascii() else HELD.finditer(string)
        held = [m.span() for m in marks if not _parts(string, *m.span())]
        if not held:
            return super().__call__(string)
        words, spaces, at = [], [], 0
        hidden = chain.from_iterable(range(*span) for span in held)
        shown = sorted(set(range(len(string))).difference(hidden))
        for token in super().__call__("".join(string[i] for i in shown)):
            behind = token.idx + len(token.text_with_ws)
            end = shown[behind] if behind < len(shown) else len(string)
            blank = bool(token.whitespace_)
            words.append(string[at : end - blank])
            spaces.append(blank)
            at = end
        return Doc(self.vocab, words=words, spaces=spaces)

    def from_bytes(self, bytes_data: bytes, *, exclude: Iterable[str] = ()) -> Tokenizer:
        """Take what `to_bytes` gave; what is there already is not built a second time."""
        if "vocab" not in exclude or bytes_data != self.to_bytes(exclude=exclude):
            return super().from_bytes(bytes_data, exclude=exclude)
        for tokens in self.rules.values():  # a vocabulary that was read has other strings
            for text in chain.from_iterable(token.values() for token in tokens):
                self.vocab.strings.add(text)
        return self


def blank(lang: str) -> Language:
    """`spacy.blank`, with a tokenizer that no text slows down.

    lang (str): The language's code.
    RETURNS (Language): An empty pipeline.
    """
    import_transformers()
    # A second tokenizer in place of the first would cost half as much again.
    own = get_lang_class(lang).default_config["nlp"]["tokenizer"]["@tokenizers"]
    return spacy.blank(lang, config=BOUNDED if own == SPACYS_OWN else {})


def _parts(text: str, start: int, end: int) -> bool:
    """Does what does not show stand for a blank, as in "Ana\u200bRuiz"?"""
    return "\u200b" in text[start:end] and text[start - 1].islower() and text[end].isupper()


def _cuts(text: str) -> Iterator[int]:
    """Where words that are too long are cut, by place."""
    for word in _WORD.finditer(text):
        at, end = word.span()
        for run in _RUN.finditer(text, at, end):
            yield from _steps(text, at, run.start(), LONGEST_WORD)
            yield from _steps(text, run.start(), run.end(), LONGEST_RUN)
            at = run.end()
        yield from _steps(text, at, end, LONGEST_WORD)


def _steps(text: str, start: int, end: int, step: int) -> Iterator[int]:
    """Cut a stretch before its first character and wherever it is longer than a step.

    The cut stands behind a mark where one is near, so that it parts no name.
    """
    if start == end:
        return
    if start and not text[start - 1].isspace():
        yield start
    while end - start > step:
        near = range(start + step, start + step - LONGEST_RUN, -1)
        start = next((at for at in near if not text[at - 1].isalnum()), start + step)
        yield start


def build_tokenizer(nlp: Language) -> Tokenizer:
    """The language's tokenizer with extra prefixes, suffixes and infixes.

    nlp (Language): The pipeline; its defaults are kept, not changed.
    RETURNS (Tokenizer): The tokenizer.
    """
    defaults = nlp.Defaults
    return _of(
        nlp,
        [*FIELD_PREFIXES, *EXTRA_PREFIXES, *EXTRA_AFFIXES, *(defaults.prefixes or ())],
        [*EXTRA_SUFFIXES, *EXTRA_AFFIXES, *(defaults.suffixes or ())],
        [*EXTRA_INFIXES, *(defaults.infixes or ())],
    )


def _plain(nlp: Language) -> Tokenizer:
    defaults = nlp.Defaults
    return _of(nlp, defaults.prefixes or (), defaults.suffixes or (), defaults.infixes or ())


def _of(
    nlp: Language, prefixes: Sequence[Any], suffixes: Sequence[Any], infixes: Sequence[Any]
) -> Tokenizer:
    """The language's tokenizer with these prefixes, suffixes and infixes."""
    defaults = nlp.Defaults
    return BoundedTokenizer(
        nlp.vocab,
        rules=defaults.tokenizer_exceptions,
        prefix_search=compile_prefix_regex(prefixes).search if prefixes else None,
        suffix_search=compile_suffix_regex(suffixes).search if suffixes else None,
        infix_finditer=compile_infix_regex(infixes).finditer if infixes else None,
        token_match=defaults.token_match,
        url_match=defaults.url_match,
    )
