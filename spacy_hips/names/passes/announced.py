"""Names behind a title, a relative or a greeting: "Mrs. He", "my aunt faith", "Well said, Guy!".

These announce a name whatever the word is otherwise, but a model that meets the word a thousand
times without one of them for each time with one does not believe it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import regex

from ...lexicon.cues import (
    DEGREES,
    EDGE_WORDS,
    ENDING_NAMES,
    KIN,
    NO_PAST,
    NOT_ADDRESSED,
    OFFICES,
    PAST,
)
from ...lexicon.person_words import ADDRESSES
from ...lexicon.tables import country_names, fold
from ...lexicon.words import Lexicon
from ...spans import PiiSpan

SCORE = 0.9
"""What such a name is given as its score."""
# Without the "'s" of "my aunt Hope's".
_CAPITAL = r"(?P<who>\p{Lu}(?:[\p{L}\p{M}-]|['’](?!s(?!\p{L})))+)"
_SMALL = r"(?P<who>\p{Ll}{3,})"
_ABROAD = "Frau|Herr|Herrn|Señor|Señora|Senhor|Senhora|Madame|Monsieur|Mme|Signor|Signora|Pani"
_TITLE = regex.compile(
    rf"(?<!\p{{L}})(?:(?:Mr|Mrs|Ms|Mx)(?:\.[\s~]?|[\s~])|(?:[Mm]ister|{_ABROAD})\s){_CAPITAL}"
)
# With its full stop: "ms word" is none.
_TITLE_SMALL = regex.compile(rf"(?<!\p{{L}})(?:mr|mrs|ms|dr|prof)\.[ ~]?{_SMALL}")
_DEGREE = regex.compile(rf"(?<!\p{{L}})(?:(?:Dr|Prof)\.?|Professor)[ ~]{_CAPITAL}")
# Who is called so: with words for names only, for there are coach houses and lady's fingers.
_KINDRED = "|".join(sorted(word.capitalize() for word in ADDRESSES))
_CALLING = regex.compile(
    r"(?<!\p{L})(?:Nurse|Coach|Pastor|Miss|Sir|Ate|Tita|Tito|(?i:uncle|aunt"
    rf"|{_KINDRED})) {_CAPITAL}(?!\p{{L}})"
)
_GAP = r"(?: {1,2}|\xa0| ?\n ?)"  # a line may be broken there
_OWN = r"(?<!\p{L})(?:my|our|his|her|their)"
_KIN = "|".join(KIN)
_TEACHERS = "|".join(word for word in DEGREES if word.isalpha())
# In small letters before a mark only: "my friend will come" names nobody.
_RELATIVE = regex.compile(rf"{_OWN}{_GAP}(?:{_KIN}){_GAP}{_SMALL}(?=[.,;:!?)])")
# Beside another capital it would be a part of something longer ("our tutor Honey Badger Ltd").
_RELATIVE_TITLED = regex.compile(
    rf"{_OWN}{_GAP}(?:{_KIN}|{_TEACHERS}){_GAP}{_CAPITAL}(?![\p{{L}}\p{{N}}]| \p{{Lu}})"
)
# With a capital only: in small letters it is "thank you lovely" six times of seven.
_GREETING = regex.compile(
    r"(?<!\p{L})(?i:hi|hello|hey|dear|bye|goodbye|cheers|thanks|thank you|well (?:said|done)"
    r"|congrats|congratulations|good (?:morning|afternoon|evening|night))"
    rf",? {_CAPITAL}(?=[,!.?:;]|\s*\n|\s*\Z)"
)
# At the beginning of a line, or of what somebody says in a chat.
_ADDRESSED = regex.compile(
    rf"(?m)^(?:\p{{L}}{{1,20}}: )?{_CAPITAL}, (?i:thanks?|please)(?!\p{{L}})"
)
# Words with no meaning of their own, which have a capital inside a sentence only as names.
_LONE = regex.compile(
    r"(?<=(?<![\p{L}\p{N}])(?!of |free |the |an? )\p{Ll}{1,20} )(?P<who>Will|To|An|Do|So|Can)"
    r"(?=[.,;!?)]|['’]s(?!\p{L}))"
)
# What does something is no auxiliary: "Will says".
_WILL = regex.compile(
    r"(?<!\p{L})(?<!(?:[Tt]he|[Ff]ree|[Oo]f|[Mm]y|[Hh]is|[Hh]er|[Oo]ur|[Aa]) )(?P<who>Will)\s{1,2}"
    rf"(?:is|has|says|asks|thinks|wants|{'|'.join(PAST)}|(?!(?:{'|'.join(NO_PAST)})\b)\p{{Ll}}+ed)"
    r"(?!\p{L})"
)
# Below a byline, where nothing else is on the line: "Presented by, dz".
_SIGNED = regex.compile(
    r"(?:(?<!\p{L})(?i:(?:presented|submitted|prepared|written|done|made) by)[:,]"
    r"|(?m:^)(?i:author|name):)\s{1,2}"
    r"(?P<who>\p{Ll}{2,3})(?=[^\S\n]*(?:\n|\Z))"
)
# A field that names a person, with nothing else on its line: "Reviewed by: will". What a student
# and a tutor say stands there in chats.
_FIELDS = (
    r"(?:first |full |my )?name|author|(?:lab )?partner|mentor|supervisor|reviewer"
    r"|(?:presented|submitted|prepared|written|reviewed|checked|edited) by"
)
_FIELD_SMALL = regex.compile(
    rf"(?m)^[^\S\n]*(?i:{_FIELDS})[^\S\n]?:[^\S\n]*{_SMALL}(?=[^\S\n]*(?:\n|\Z))"
)
# Who is introduced, with nothing behind: "it's Quan.", "this is Grace,".
_INTRODUCED = regex.compile(
    r"(?<!\p{L})(?i:it['’]s|name['’]?s|this is|i['’]?m|i am|call me|calls? (?:me|him|her))"
    rf" {_CAPITAL}(?=[.,;!?)]|\s*(?:\n|\Z))"
)
# What the writer is may have a capital, too ("I'm Christian."), but is seldom a forename.
_I_AM = regex.compile(
    rf"(?<!\p{{L}})(?:I['’]m|I am) {_CAPITAL}(?=[.!]|, |[^\S\n]*(?:\n|\Z)| and I(?!\p{{L}}))"
)
_BELIEFS = frozenset(
    {"american", "christian", "english", "french", "german", "irish", "israel", "latin", "polish",
     "roman", "scottish", "spanish", "welsh"}
)  # fmt: skip
_STATES = frozenset({"back", "done", "fine", "free", "here", "home", "late", "new", "old", "ready",
                     "sorry", "sure", "young"})  # fmt: skip
_PEOPLE = (
    f"{_KIN}|{_TEACHERS}|boy|girl|child|man|woman|guy|lady|kid|baby|student|pupil|trainee|intern"
    "|speaker|guest|porter|baker|driver|nurse|farmer|cook|director|headman|chief|volunteer"
    "|customer|patient|member"
)
# Who is called so: "a girl called Will", "a quiet man whom everyone calls Monday".
_CALLED = regex.compile(
    rf"(?<!\p{{L}})(?:(?:{_PEOPLE}){_GAP}(?:called|named)"
    rf"|whom{_GAP}(?:every(?:one|body)|we all|we|they|people){_GAP}calls?)"
    rf"{_GAP}{_CAPITAL}(?![\p{{L}}\p{{N}}]| \p{{Lu}})"
)
# Who somebody is, and then the name: "the night baker, Faith, has", "and one, Liberty, asked".
_APPOSED = regex.compile(
    rf"(?<!\p{{L}})(?:(?i:the|my|our|his|her|their|an?)(?:{_GAP}\p{{Ll}}+){{0,2}}{_GAP}(?:{_PEOPLE})"
    rf"|one),{_GAP}{_CAPITAL}(?=,)"
)
# Who is of an age, and who is with the writer: "At 49, Grant was", "Honey and I ate", "me and Joy".
_AT_AGE = regex.compile(
    rf"(?<!\p{{L}})At{_GAP}\d{{1,2}},{_GAP}{_CAPITAL}{_GAP}(?:was|had|is|has)(?!\p{{L}})"
)
_AND_I = regex.compile(rf"(?<=\p{{Ll}},? ){_CAPITAL}{_GAP}and{_GAP}I(?!\p{{L}})")
_AND_WHO = regex.compile(
    rf"(?<!\p{{L}})(?:me|I){_GAP}and{_GAP}{_CAPITAL}(?![\p{{L}}\p{{N}}]| \p{{Lu}})"
)
# The role of whoever is named, and nothing else: "TA: Grace."
_ROLE = regex.compile(
    r"(?<!\p{L})(?:TA|(?i:teacher|instructor|mentor|supervisor|advis[oe]r|coach|partner|leader))"
    rf": {_CAPITAL}(?=[.;)]?[^\S\n]*(?:\n|\Z)|[.;)] )"
)
_NO_NAMES = OFFICES | {"and", "or"}  # "Mr. President", "Mr. and Mrs."
_NO_RELATIVES = EDGE_WORDS | {"ever", "mine", "young", "will"}  # "my best friend ever."
_COMMON = 2  # how common a forename in small letters has to be, in the lexicon's steps


def titled_names(
    text: str, spans: Sequence[PiiSpan], lexicon: Lexicon, source: str = "ner"
) -> list[PiiSpan]:
    """The names behind a title, a relative or a greeting that were not found.

    text (str): The document's text.
    spans (Sequence[PiiSpan]): What was found in it.
    lexicon (Lexicon): Looks words up: what is an ordinary word and no name is none here either.
    source (str): What the spans name as their source.
    RETURNS (list): Names of one word.
    """
    found = {
        match.span("who")
        for pattern, may_be_name in _ANNOUNCED
        for match in pattern.finditer(text)
        if may_be_name(match["who"], lexicon)
    }
    if not found:
        return []
    taken = {i for span in spans for i in range(span.start, span.end)}
    return [
        PiiSpan(start, end, "PERSON", SCORE, source)
        for start, end in sorted(found)
        if taken.isdisjoint(range(start, end))
    ]


def _is_known(form: str, lexicon: Lexicon) -> bool:
    return lexicon(form).named


def _behind_title(form: str, lexicon: Lexicon) -> bool:
    named = not lexicon(form).common or _is_known(form, lexicon)
    return named and form.lower() not in _NO_NAMES


def _behind_degree(form: str, lexicon: Lexicon) -> bool:
    """What somebody teaches or is stands there, too ("Professor Emeritus")."""
    return _is_known(form, lexicon) and not lexicon(form).common


def _behind_calling(form: str, lexicon: Lexicon) -> bool:
    word = lexicon(form)
    named = word.forename > 0 or not word.common
    cue = form.lower() in EDGE_WORDS | _NO_NAMES and form not in ENDING_NAMES
    return named and not cue


def _behind_relative(form: str, lexicon: Lexicon) -> bool:
    return lexicon(form).forename >= _COMMON and form not in _NO_RELATIVES


def _is_addressed(form: str, lexicon: Lexicon) -> bool:
    return lexicon(form).forename > 0 and form.lower() not in NOT_ADDRESSED


def _behind_role(form: str, lexicon: Lexicon) -> bool:
    """A teacher of a chat may say a word, too ("Teacher: Good.")."""
    return lexicon(form).forename >= _COMMON and _is_addressed(form, lexicon)


def _is_introduced(form: str, lexicon: Lexicon) -> bool:
    """It may be a place or a nation, too ("it's Paris.", "I'm Irish.")."""
    named = _behind_role(form, lexicon) and not lexicon(form).common
    return named and form.lower() not in _BELIEFS and not _is_place(form)


def _may_be_called(form: str, lexicon: Lexicon) -> bool:
    """A forename, also one that is a word ("I'm Joy.")."""
    return lexicon(form).forename >= _COMMON and _is_surely_called(form, lexicon)


def _is_surely_called(form: str, lexicon: Lexicon) -> bool:
    """Any name, also one that is rather a word ("a student called Monday")."""
    named = lexicon(form).named and form.lower() not in EDGE_WORDS | _STATES
    return named and form.lower() not in _BELIEFS and not _is_place(form)


def _is_place(form: str) -> bool:
    return fold(form) in country_names()


def _are_initials(form: str, lexicon: Lexicon) -> bool:
    return not lexicon(form).common


_ANNOUNCED: tuple[tuple[regex.Pattern[str], Callable[[str, Lexicon], bool]], ...] = (
    (_TITLE, _behind_title),
    (_TITLE_SMALL, _behind_title),
    (_DEGREE, _behind_degree),
    (_CALLING, _behind_calling),
    (_RELATIVE, _behind_relative),
    (_RELATIVE_TITLED, _is_addressed),
    (_GREETING, _is_addressed),
    (_ADDRESSED, _is_addressed),
    (_LONE, _is_known),
    (_WILL, _is_known),
    (_SIGNED, _are_initials),
    (_FIELD_SMALL, _behind_relative),
    (_ROLE, _behind_role),
    (_INTRODUCED, _is_introduced),
    (_I_AM, _may_be_called),
    (_CALLED, _is_surely_called),
    (_APPOSED, _is_surely_called),
    (_AT_AGE, _is_surely_called),
    (_AND_I, _may_be_called),
    (_AND_WHO, _may_be_called),
)
