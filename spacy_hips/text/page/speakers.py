"""Who speaks in a transcript: codes of roles ("T:", "[S1]", "INT -") and events of its recording.

A code says what somebody does in the talk, not who it is, so no name is hidden there. The finder
sees one line and takes "S" for an initial; only the whole text tells that it alternates with "T".
Initials may be anybody's: what no table has, or what a name of the text begins with, is no role.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from ...core.later import regex
from ..lexicon.form_words import MENTIONED
from ..lexicon.person_words import FRIENDS, RELATIVES, ROSTER_ROLES
from ..lexicon.tables import NameTables, name_tables


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


SURE: frozenset[str] = _words("t s q i")
"""Letters of teachers, students, questions and interviewers, whatever other letters speak."""
LETTERS: frozenset[str] = SURE | _words("a e f l m n p r")
"""Letters of answers, sexes, pupils and researchers, where no other letter speaks."""
DIALOGUE: tuple[str, ...] = ("a", "b", "c", "d")
"""Letters of an invented talk: each where the one before it speaks, too."""
TOGETHER: tuple[str, ...] = ("mw", "nw", "dp", "ct", "gb", "gh", "cp")
"""Letters of two who talk, such as man and woman, doctor and patient: each where the other is."""
PAIRS: frozenset[str] = _words(
    """bs ca cg ch cl co cp ct en er ex fa fg fs ft gp gr gs gu ho ie ir iv le ln lr ls mo mt nr ns
    nt pa pi pp pr pt pu re rs sb sd sn sp ss st sv sw sx tc te th tl tp tr ts tt tu"""
)
"""Two letters that are also initials, or a short name: roles where a sure role speaks, too."""
CLASS: frozenset[str] = _words("ie ir iv sn sp ss st tr")
"""The usual ones of them: sure where two of them speak, or in small letters ("Tr:", "St:")."""
ABBREVIATED = frozenset(("Ch", "Ex", "Gr"))
"""Child, examiner and group, which are no short names as "Pa" is."""
ROLES: frozenset[str] = (
    MENTIONED
    | FRIENDS
    | frozenset(RELATIVES)
    | frozenset(ROSTER_ROLES)
    | _words(
        """ai aud chi chn cli doc exp fac fat gpt int intv inv mot nar obs par pat pst pup res resp
        spk spkr stud sts std stu tch tea unk xxx
        audience background boy boys buyer caller child chorus clerk client counselor customer
        doctor expert facilitator female girl girls guest guide interviewee interviewer judge kid
        kids male man narrator nurse officer operator owner participants patient player police
        principal pupils reporter researcher respondent seller shopkeeper speaker therapist tutee
        you me human user robot chatbot computer system agent crowd reader unknown voice
        voices waiter waitress woman élève élèves enquêteur leerling leraar vrager
        befragte befragter sprecher interviewad intervjuare alumnos entrevistador entrevistadora"""
    )
)
"""Longer codes and words for who speaks."""
EVENTS: frozenset[str] = _words(
    """applause audience beep bell bells chatter cheering cheers clapping click clicks coughing
    coughs cough crosstalk event events inaudible indistinct interruption keyboard laugh laughing
    laughs laughter mouse music mumbling noise overlapping pause phone recording rings screen share
    sighs silence speech static typing unclear unintelligible video whispering"""
)
"""Words for what is heard or seen on a recording."""

# Where a turn begins: at a line, behind a mark, a number and a time, or behind a sentence.
_BEGINS = r"""
    (?:^[^\S\n]*(?:(?:[-•#|]|>{1,2})[^\S\n]*)?
      (?:(?:L|[Ll]ine|[Tt]urn)?[^\S\n]?\d{1,4}(?:[.):][^\S\n]+|[^\S\n]+))?
      (?:[\[(][\d:.,\s–-]{1,24}[\])][^\S\n]*
        |\d{1,2}(?::\d\d){1,2}(?:[.,]\d{1,3})?[^\S\n]+(?:[-–][^\S\n]*)?)?
    |(?P<inside>(?<=[.!?…"”»)\]][ ]|[.!?]\*\*[ ])))"""
# What may stand between a code and its colon: how or when it is said, and marks of emphasis.
_AFTER = r"(?:[^\S\n][(\[][^()\[\]\n]{1,24}[)\]])?(?:\*\*|_|</?\w{1,6}>)?"
_TURN = regex.compile(
    rf"""{_BEGINS}
    [*%]?(?:\*\*|_|<\w{{1,6}}>)?(?P<open>[\[(<])?
    (?P<code>(?P<word>\p{{L}}{{1,14}})\.?(?P<number>[ _-]?\d{{1,3}}|[ ][A-F])?\??)
    (?(open)[\])>]){_AFTER}
    (?:[^\S\n]?:(?![/\\\p{{N}}])|(?(open)(?=[^\S\n])|(?!))
      |(?(inside)(?!)|(?:[^\S\n]?[-–—](?=[^\S\n])|(?P<mark>>|[^\S\n]?\|)|\t)))""",
    regex.M | regex.X,
)
_EVENT = regex.compile(r"\[(?P<what>\p{L}+(?:[ ,/-]+\p{L}+){0,9})[.!]?\]")
_WORD = regex.compile(r"\p{L}+")
_CAPITAL = regex.compile(r"(?<![\p{L}\p{M}])\p{Lu}[\p{L}\p{M}'’-]*")
_DOTTED = regex.compile(r"(?<!\p{L})(\p{Lu})\. ?(\p{Lu})\.")
_MANY = 3
"""Letters of initials at most."""
_LEAST = 2
"""A transcript has so many turns at least."""


def speakers(text: str) -> list[tuple[int, int]]:
    """Where codes of roles stand before what is said, and events of a recording in brackets.

    text (str): Any text.
    RETURNS (list): Characters, by place: nobody is named there.

        >>> speakers("T: Why?\\nS: It is ten.\\nLG: Yes.")
        [(0, 1), (8, 9)]
    """
    return sorted([*_codes(text), *_events(text)])


def _codes(text: str) -> list[tuple[int, int]]:
    turns = list(_TURN.finditer(text))
    if len(turns) < _LEAST:
        return []
    spoken = {m["code"].lower() for m in turns if len(m["code"]) == 1 and m["word"].isupper()}
    sure = [_is_role(m, spoken) for m in turns]
    codes = {m["word"].lower() for m in turns}
    others = any(sure) or len(codes & CLASS) > 1
    roles = [
        m
        for m, is_sure in zip(turns, sure, strict=True)
        if is_sure or (others and not m["number"] and _may_be_role(m))
    ]
    if len(roles) < _LEAST:
        return []
    told = _told(text, {m["word"].upper() for m in roles if not m["number"]})
    return [m.span("code") for m in roles if m["number"] or m["word"].upper() not in told]


def _is_role(turn: regex.Match[str], spoken: set[str]) -> bool:
    """Is a code a role by itself, among the single letters that speak in the text?"""
    word = turn["word"].lower()
    if turn["number"]:
        numbered = turn["number"][-1].isdigit()
        known = word in ROLES and (numbered or word not in RELATIVES)
        return known or (numbered and (len(word) == 1 or _is_pair(turn) or _is_word(word)))
    if len(word) > 1:
        return word in ROLES or (word in CLASS and not turn["word"].isupper())
    if word in SURE:
        return True
    if turn["inside"] is not None:
        return False  # "She left. M.: No." tells of M.
    dialogue = DIALOGUE[: len(spoken.intersection(DIALOGUE))]
    if len(dialogue) > 1 and word in dialogue and spoken.issuperset(dialogue):
        return True
    together = {letter for duo in TOGETHER if spoken.issuperset(duo) for letter in duo}
    return word in LETTERS | together and spoken <= LETTERS | together


def _is_pair(turn: regex.Match[str]) -> bool:
    word = turn["word"]
    return word.lower() in PAIRS if word.isupper() else word in ABBREVIATED


def _may_be_role(turn: regex.Match[str]) -> bool:
    """Is it a role where a sure one speaks? Behind a sentence, and before the mark of a cell or a
    quotation, a word may be what somebody is called ("Chance | No.")."""
    if turn["inside"] is not None or turn["mark"] is not None:
        return turn["word"].isupper() and turn["word"].lower() in CLASS
    return _is_pair(turn) or _is_word(turn["word"])


def _is_word(word: str) -> bool:
    """Is it an ordinary word and no name: "Background", "Clerk", but not "Grace" or "Wolf"?"""
    tables = name_tables()
    return len(word) > 2 and tables.is_common_word(word) and not tables.is_name(word)


def _told(text: str, codes: set[str]) -> set[str]:
    """The codes that are the initials of somebody whom the text names: "Lena Gold (LG)"."""
    tables = name_tables()
    out = {code for code in codes if len(code) == 1 and _is_of_a_name(text, code, tables)}
    longer = {code for code in codes if 1 < len(code) <= _MANY}
    return out | longer.intersection(_initials(text, tables)) if longer else out


def _is_of_a_name(text: str, letter: str, tables: NameTables) -> bool:
    """Does the text say of a letter whose name it begins: "Mara (M)", "M = Mara"?"""
    called = rf"(?P<name>{letter}\p{{Ll}}+)(?: \p{{Lu}}\p{{Ll}}+)? ?\({letter}\)"
    legend = rf"(?<!\p{{L}}){letter} ?(?:=|[-–]|means|is|stands for) ?(?P<name>{letter}\p{{Ll}}+)"
    found = (m["name"] for m in regex.finditer(rf"{called}|{legend}", text))
    return any(tables.is_only_name(name) for name in found)


def _initials(text: str, tables: NameTables) -> Iterator[str]:
    """Two letters with dots, and those of two or three words in a row of which one is a name."""
    yield from (m[1] + m[2] for m in _DOTTED.finditer(text))
    words = list(_CAPITAL.finditer(text))
    for at in range(len(words)):
        for run in (words[at : at + 2], words[at : at + 3]):
            if len(run) > 1 and _in_a_row(text, run) and _has_name(run, tables):
                yield "".join(m[0][0] for m in run)


def _in_a_row(text: str, run: Iterable[regex.Match[str]]) -> bool:
    return all(text[a.end() : b.start()] in (" ", "\xa0", "-") for a, b in pairwise(run))


def _has_name(run: Iterable[regex.Match[str]], tables: NameTables) -> bool:
    return any(tables.is_only_name(m[0]) for m in run)


def _events(text: str) -> Iterator[tuple[int, int]]:
    """Brackets that tell what is heard, with nobody's name in them: "[mouse click event]"."""
    if "[" not in text:
        return
    tables = name_tables()
    for match in _EVENT.finditer(text):
        words = _WORD.findall(match["what"])
        keys = [word.lower() for word in words]
        named = (tables.is_name(word) for word in words if word.lower() not in EVENTS)
        if not EVENTS.isdisjoint(keys) and not any(named):
            yield match.span("what")
