"""Names of files in a text ("interviews_ana_and_ben.m4a"), and the words of which they consist."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...core.later import regex

FILE_KIND = (
    r"\.(?:docx?|odt|pdf|pptx?|rtf|txt|md|tex|csv|xlsx?|ipynb|key|zip|m4a|mp[34]|mov|wav|heic"
    r"|jpe?g|png)"
)
"""How the names of files end that students hand in or speak of, as a pattern."""
_ENDING = regex.compile(rf"(?<=[^.]){FILE_KIND}\Z", regex.I)
_KIND = regex.compile(rf"{FILE_KIND}(?![\p{{L}}\p{{N}}])", regex.I)  # a quick look
_FILE = regex.compile(
    rf"(?<![\p{{L}}\p{{M}}\p{{N}}@])[\p{{L}}\p{{M}}\p{{N}}'’()+&_.-]{{1,120}}?{FILE_KIND}(?![\p{{L}}\p{{N}}])",
    regex.I,
)
# A capital begins a word, a number ends one, with the "v" of a version: "pitch_anav3".
_WORD = regex.compile(
    r"\p{Lu}[\p{Ll}\p{M}'’]*[\p{Ll}\p{M}](?=v\p{N}|(?!v\p{N})[^\p{Ll}\p{M}])"
    r"|\p{L}[\p{L}\p{M}'’]*?(?=v\p{N}|[^\p{L}\p{M}'’]|\Z)"
)


def files(text: str) -> list[tuple[int, int]]:
    """The names of files in a text, with their endings.

    text (str): The text.
    RETURNS (list): Their characters, by place.

        >>> files("see ana_ruiz.pdf and e.g. this")
        [(4, 16)]
    """
    if not _KIND.search(text):
        return []
    return [match.span() for match in _FILE.finditer(text)]


def without_ending(name: str) -> tuple[str, str]:
    """The name of a file without its ending, and the ending with its dot; "" for none.

    >>> without_ending("ana_ruiz.docx")
    ('ana_ruiz', '.docx')
    """
    match = _ENDING.search(name)
    return (name[: match.start()], match[0]) if match else (name, "")


def words_of_files(text: str, names: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The words in the names of files.

    text (str): The text.
    names (Iterable): The names of files in it, as `files` gives them.
    YIELDS (tuple[int, int]): Their characters, by place; not the endings.

        >>> list(words_of_files("pitch_anav3.key", [(0, 15)]))
        [(0, 5), (6, 9), (9, 10)]
    """
    for start, end in names:
        stop = text.rindex(".", start, end)
        for match in _WORD.finditer(text, start, stop):
            yield match.span()
