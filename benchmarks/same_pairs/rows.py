"""The rows of the pairs: short lines, pieces of generated documents, and hostile texts.

Whoever stands in a name column is written in small letters in texts: the pipeline finds such a name
only if it was told of it, and so a worker, a batch or a part that was not told shows at once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import count, islice

SEED = 3
LONGEST_PIECE = 120  # characters; longer ones take the time and show nothing more
NAMED = 5  # every so many rows names its author
OF_AUTHOR = 3  # rows of one author
FORENAMES = (
    "Amara", "Jonas", "Priya", "Mateo", "Chloe", "Kofi", "Ingrid", "Yusuf", "Mei", "Tomasz",
    "Zsofia", "Ravi", "Noor", "Elif", "Carlos", "Aoife", "Hana", "Bao", "Fatou", "Lars",
)  # fmt: skip
SURNAMES = (
    "Okafor", "Lindqvist", "Raman", "Silva", "Dubois", "Mensah", "Tanaka", "Kowalski", "Haddad",
    "Nagy", "Petrov", "Novak", "Etxeberria", "Yilmaz", "Ferreira", "Murphy", "Sato", "Nguyen",
    "Diallo",
)  # fmt: skip
HOSTILE: dict[str, str] = {
    "empty": "",
    "blank": " \n\t ",
    "one character": "x",
    "one capital": "A",
    "line ends of Windows": "Dear all,\r\n\r\nmail ana.ruiz@uni.org or 0151 23456789.\r\nAna\r\n",
    "line ends of a Mac": "Dear all,\rmail ana.ruiz@uni.org.\rAna\r",
    "half a character": "My name is Ana \ud83d Ruiz, ana.ruiz@uni.org \udc00",
    "zero": "Ana\x00Ruiz ana.ruiz@uni.org",
    "accents apart": "Write to Jose\u0301 Nu\u0301n\u0303ez, jose.nunez@uni.org",
    "wide letters": "ｍａｉｌ ａｎａ＠ｕｎｉ．ｏｒｇ or ana.ruiz@uni.org",
    "Cyrillic": "Меня зовут Анна Петрова, anna.petrova@uni.org, 12 мая 1999 г.",
    "Chinese": "我叫王小明，我的邮箱是 xiaoming.wang@uni.org，电话 138 0013 8000。",
    "Arabic": "اسمي ليلى حداد وبريدي layla.haddad@uni.org",
    "Hindi": "मेरा नाम प्रिया रमन है, priya.raman@uni.org",
    "German": "Ich heiße Jürgen Müller und wohne in der Hauptstraße 12, 10115 Berlin.",
    "French": "Je m'appelle Chloé Dubois, née le 3 avril 1999, chloe@exemple.fr",
    "emoji": "👩🏽‍🎓 Ana 🎉 ana.ruiz@uni.org 👨‍👩‍👧",
    "tags": "<p>Mail <b>ana.ruiz</b>@uni.org or <i>ben@uni.org</i> &amp; co.</p>",
    "cells": '=1+1,"Ana ""Ruiz""";x\ty|z, ana.ruiz@uni.org',
    "bidirectional": "\u202eana.ruiz@uni.org\u202c and \u2066Ana\u2069",
    "marks": "." * 400,
    "one word": "a" * 3000 + "@uni.org",
    "separators": "line\u2028paragraph\u2029ana.ruiz@uni.org\x85next\x0bpage\x0c",
}


@dataclass(frozen=True)
class Row:
    """A row of a table.

    n (str): Which it is; kept, so that the rows of two runs can be compared one by one.
    id, author, who, text (str): Its columns, in the roles doc, author, name and text.
    """

    n: str
    id: str
    author: str
    who: str
    text: str

    @property
    def fields(self) -> dict[str, str]:
        """Its cells by column."""
        return asdict(self)


def person(number: int) -> str:
    """The name of an author; no two of the first three hundred and eighty share it."""
    forename = FORENAMES[number % len(FORENAMES)]
    return f"{forename} {SURNAMES[number % len(SURNAMES)]}"


def make_rows(total: int, pieces: Sequence[str] = (), borders: Collection[int] = ()) -> list[Row]:
    """Rows that differ where somebody is not told of somebody.

    total (int): How many.
    pieces (Sequence[str]): Texts for rows that name their author.
    borders (Collection[int]): Numbers of rows on both sides of which somebody is named, and at
        some of which hostile texts stand.
    """
    near = {border + step for border in borders for step in (-1, 0, 1)}
    hostile = iter(HOSTILE.values())
    places = {(7 * k + 3) % max(total, 1) for k in range(len(HOSTILE))}
    out = []
    for number in range(total):
        author = number // OF_AUTHOR
        named = number % NAMED == 0 or number in near
        text = next(hostile, None) if number in places else None
        if text is None:
            text = _named(number, total, pieces) if named else _plain(number)
        who = person(author) if named else ""
        out.append(Row(str(number), f"d{number}", f"a{author}", who, text))
    return out


def _named(number: int, total: int, pieces: Sequence[str]) -> str:
    own = person(number // OF_AUTHOR).lower()
    far = person((number + total // 2) % max(total, 1) // OF_AUTHOR).lower()
    piece = pieces[number % len(pieces)] if pieces else "We met in the library."
    return f"{piece} thanks to {own} and to {far}"


def _plain(number: int) -> str:
    if number % 7 == 0:
        return f"week {number}: mail m{number}@uni.org"
    return f"week {number} went well"


def generated(total: int) -> list[str]:
    """Pieces of the documents of the package's own generator.

    total (int): How many.
    """
    return list(islice(_pieces(), total))


def whole(total: int) -> list[str]:
    """Whole generated documents.

    total (int): How many.
    """
    from spacy_hips.lab.corpus.generate import Generator

    generator = Generator("test")
    return [generator.document(SEED, number)["text"] for number in range(total)]


def _pieces() -> Iterator[str]:
    from spacy_hips.lab.corpus.generate import Generator

    generator = Generator("test")
    for number in count():
        for part in generator.document(SEED, number)["text"].split("\n"):
            if 20 < len(part) <= LONGEST_PIECE:
                yield part


def of_length(characters: int, texts: Sequence[str]) -> str:
    """A text of exactly so many characters, made of others; names of people stand at both ends.

    characters (int): How many.
    texts (Sequence[str]): What it is made of.
    """
    first, last = "I am Ana Ruiz, ana.ruiz@uni.org.\n", "\nBest, Ana Ruiz, ana.ruiz@uni.org"
    middle, number = "", 0
    while len(middle) < characters:
        middle += texts[number % len(texts)] + "\n"
        number += 1
    return first + middle[: characters - len(first) - len(last)] + last
