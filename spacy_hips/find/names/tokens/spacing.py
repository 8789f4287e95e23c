"""What stands between two tokens: does it part them?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....text.page.view import TAG

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token


HYPHENS: frozenset[str] = frozenset("-‐‑")
_FULL_LINE = 45  # characters at which a line may have been broken for its length


def wide_gap(doc: Doc, text: str, left: int, right: int) -> bool:
    """Is there more than a single blank between two tokens?

    doc (Doc): The document.
    text (str): Its text, which spaCy puts together anew at each access.
    left, right (int): The tokens; there may be others between them.
    RETURNS (bool): Whether there is.
    """
    end = doc[left].idx + len(doc[left])
    between = text[end : doc[right].idx] if right > left + 1 else doc[left].whitespace_
    return is_wide(between)


def is_wide(blank: str) -> bool:
    """Does white space part what stands on its two sides?

    blank (str): White space, or what else stands there.
    RETURNS (bool): Whether it is more than a blank.
    """
    return len(blank) > 1 or "\n" in blank or "\t" in blank


def is_hyphen(doc: Doc, i: int) -> bool:
    """Does a hyphen stand here with no blank on either side?

    doc (Doc): The document.
    i (int): A token.
    RETURNS (bool): Whether it does.
    """
    between = not doc[i - 1].whitespace_ and not doc[i].whitespace_
    return i > 0 and doc[i].text in HYPHENS and between


def holds(token: Token) -> bool:
    """Is it a blank at which no line is broken, which stands between the parts of a name?

    token (Token): A token.
    RETURNS (bool): Whether it is.
    """
    return token.text in ("\xa0", "\u202f", "\u2009")


def is_tag(token: Token) -> bool:
    """Is it a tag of HTML, or its blank that holds (`&nbsp;`), which is no part of a name?

    token (Token): A token.
    RETURNS (bool): Whether it is.
    """
    return token.text[0] in "<&" and TAG.fullmatch(token.text) is not None


def is_half(doc: Doc, i: int) -> bool:
    """Do small letters go on here with the word before ("Arent", taken for "are" and "n't")?

    doc (Doc): The document.
    i (int): A token, not the first.
    RETURNS (bool): Whether they do.
    """
    before = doc[i - 1]
    glued = not before.whitespace_ and before.text[-1:].isalpha()
    return bool(glued) and doc[i].text.isalpha() and doc[i].text.islower()


def ends_line(token: Token, text: str) -> bool:
    """Is this a line break behind a short line, such as a heading or a byline?

    A name goes on behind a line break only where the line was too full for it.

    token (Token): A token of white space.
    text (str): The document's text.
    RETURNS (bool): Whether it is.
    """
    breaks: int = token.text.count("\n")
    if breaks != 1:
        return breaks > 1
    line = text[max(0, token.idx - _FULL_LINE) : token.idx]
    return token.idx < _FULL_LINE or "\n" in line
