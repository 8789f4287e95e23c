"""Professions: another of like kind, in the same number and case.

All names of a kind change places in one circle, whose order the secret gives. So nobody keeps a
profession, two of one kind hardly ever become the same, and nurse and nurses move together.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache

from ...core.ids import Draw
from ...core.later import re
from ...text.lexicon.language import language, languages
from ...text.lexicon.tables import fold
from ...text.values.case import like_case
from ...text.values.tables import word_set
from ...who.persons.link.entity import Entity
from .choose import next_in_circle, vowel_first
from .maker import Context, Mention, SurrogateMaker

NOUN = "noun"
_LONGEST = 60
_HEAD = re.compile(r"(?P<article>(?:an?|the|my|our|his|her|their|your|en|ett|min|vår)\s+)?", re.I)
# What says nothing of the trade stays in its place.
_STAYS = word_set(
    "retired former senior junior chief head assistant deputy trainee apprentice licensed "
    "certified qualified trained part-time full-time freelance self-employed local small little "
    "big young old new own good experienced professional family ex pensionerad före detta liten "
    "egen gammal"
)
# So many writers are one that it names nobody.
_EVERYBODY = word_set("student students pupil pupils elev elever studerande")


@dataclass(frozen=True)
class _Known:
    """A profession of the table: its row, its own name, and whether several are meant."""

    kind: str
    name: str
    several: bool = False


@cache
def _kinds(lang: str) -> Mapping[str, tuple[str, ...]]:
    """The names of each kind, by "form kind"."""
    return language(lang).rows("profession") if lang in languages() else {}


@cache
def _names(lang: str) -> Mapping[str, _Known]:
    """What the table knows, in one and in several, without case and accents."""
    known: dict[str, _Known] = {}
    for kind, names in _kinds(lang).items():
        for name in names:
            known.setdefault(fold(name), _Known(kind, name))
            if kind.startswith(NOUN) and lang == "en":
                known.setdefault(fold(_plural(name)), _Known(kind, name, True))
    return known


@cache
def _as_written(lang: str) -> frozenset[str]:
    """The names with their own capitals: "English teacher" stands so in a sentence, too."""
    names = (name for names in _kinds(lang).values() for name in names)
    return frozenset(form for name in names for form in (name, _plural(name)))


@cache
def _last_words(lang: str) -> Mapping[str, _Known]:
    """The kind that the last word of a name tells: a "forklift driver" is one of the drivers."""
    ends: dict[str, _Known] = {}
    for known in (_names(lang)[name] for name in _names(lang)):
        name = _plural(known.name) if known.several else known.name
        ends.setdefault(fold(name.split()[-1]), known)
    return ends


@dataclass(frozen=True)
class ProfessionSurrogate:
    """Makes professions of like kind: a retired nurse becomes a retired midwife."""

    def __call__(
        self, mention: Mention, entity: Entity, context: Context, draw: Draw
    ) -> str | None:
        """Make the surrogate of a mention; see base.py."""
        lang, text = context.lang[:2], mention.text
        if len(text) > _LONGEST or not _kinds(lang) or not re.search("[a-z]", fold(text)):
            return None
        article, stays, own = _parted(text, lang)
        if fold(own) in _EVERYBODY:
            return text
        if not re.search("[a-z]", fold(own)):
            return None
        keyed = context.author_draw or draw
        known = _known(own, lang, keyed)
        new = _another(known, own, lang, keyed)
        new = stays + _written(_plural(new) if known.several else new, stays + own, lang)
        return _fitting(article, new, lang) + new


def _parted(text: str, lang: str) -> tuple[str, str, str]:
    """The article, the words before the profession that stay, and the profession."""
    match = _HEAD.match(text)
    article = match[0] if match else ""
    stays, own = "", text[len(article) :]
    while fold(own) not in _names(lang):
        word = re.match(r"(\S+?)[,\s]+(?!of\b)(?=\S)", own)
        if not word or fold(word[1]) not in _STAYS:
            break
        stays, own = stays + word[0], own[word.end() :]
    return article, stays, own


def _known(text: str, lang: str, keyed: Draw) -> _Known:
    """The row of a profession and its name there; "" for one of a kind that the row tells."""
    plain = " ".join(fold(text).split())
    words = re.split(r"[\W_]+", plain.partition(" of ")[0])
    found = _names(lang).get(plain) or _names(lang).get(words[-1])
    if found is not None:
        return found
    found = next((_last_words(lang)[w] for w in reversed(words) if w in _last_words(lang)), None)
    if found is not None:
        return replace(found, name="")
    nouns = [kind for kind in _kinds(lang) if kind.startswith(NOUN)]
    several = lang == "en" and bool(re.search(r"[^su]s$", words[-1]))
    return _Known(nouns[keyed(f"kind:{plain}", len(nouns))], "", several)


def _another(known: _Known, own: str, lang: str, keyed: Draw) -> str:
    """The next of the circle; for what is not in it, one that ends in another word."""
    kind = _kinds(lang)[known.kind]
    if known.name:
        return next_in_circle(kind, known.name, keyed, f"job:{known.kind}")
    plain = fold(own).split()
    others = [name for name in kind if fold(name).split()[-1] not in plain]
    return others[keyed(f"job:{' '.join(plain)}", len(others))]


def _written(new: str, old: str, lang: str) -> str:
    """In the case of the old one: CAPITALS, small letters, Each Word or the First one."""
    if old.isupper() and len(old) > 3:
        return new.upper()
    if old in _as_written(lang):
        return new
    words = [word for word in old.split() if word[0].isalpha()]
    if len(words) > 1 and all(word[0].isupper() for word in words if word not in ("of", "and")):
        return " ".join(word[:1].upper() + word[1:] for word in new.split())
    return new[:1].upper() + new[1:] if old.split()[0].istitle() else new


def _fitting(article: str, new: str, lang: str) -> str:
    """The article of the mention as the new profession asks for it."""
    if lang != "en" or fold(article).strip() not in ("a", "an"):
        return article
    fit = "an" if vowel_first(new) else "a"
    return like_case(fit, article) + article[len(article.rstrip()) :]


def _plural(name: str) -> str:
    """Several of one: "police officers", "midwives", "members of parliament"."""
    head, of, rest = name.partition(" of ")
    for end, several in (("man", "men"), ("wife", "wives")):
        if head.endswith(end):
            return head[: -len(end)] + several + of + rest
    if head.endswith("y") and head[-2:-1] not in "aeiou":
        return f"{head[:-1]}ies{of}{rest}"
    return head + ("es" if head.endswith(("s", "x", "ch", "sh")) else "s") + of + rest


def make_profession_surrogate() -> SurrogateMaker:
    """Make other professions of like kind; see `ProfessionSurrogate`."""
    return ProfessionSurrogate()
