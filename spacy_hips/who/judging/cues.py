"""Words at fixed places beside a name that tell whether its bearer is private or public.

signs.py tells by them what stands beside a mention. The filter's weights read the sign, not the
word: a word may be added where it makes the sign true, and the roles are then measured anew
(benchmarks/roles.py). What the weights read word by word is frozen, in filter_columns.py. The
words stand in the tables of languages, under "cue", "called" and "self".
"""

from __future__ import annotations

from ...core.later import re
from ...text.lexicon.language import every
from .filter_columns import CLASSES


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _cue(kind: str) -> frozenset[str]:
    return frozenset(every("cue", kind))


def _phrases(table: str, kind: str | None = None) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(phrase.split()) for phrase in every(table, kind))


OWN_WORDS: frozenset[str] = CLASSES["self"] | CLASSES["we"]
"""Words with which writers speak of themselves."""
ARTICLES = _cue("article")
"""What stands before a thing, and hardly before a name."""

QUOTES: frozenset[str] = frozenset('"“”«»„')

FIELDS = _cue("field") | _cue("teacher") | _cue("writer")
"""What stands before a colon, or alone at the beginning of a line, in front of a name."""

MEETING = _cue("meeting")
"""What stands before a colon in the minutes of a meeting."""

FIELD_FILLERS: frozenset[str] = _words(
    "of the course first last full family given ( ) s ' 's and /"
)
"""What may stand between such a word and the colon: "Name of the student:", "Member(s):"."""

PAGES = _cue("page")
"""What stands before the number of a page in its header."""
PAGE_MARKS: frozenset[str] = frozenset("|-–—/")
"""What may part the number of a page from a name, and from that of all pages."""

BYLINE = _cue("byline") | _cue("writer")
"""Words of a byline."""

TEACHERS = _cue("teacher") | _cue("educator")

MEMBERS = _cue("members")
"""Words that announce a list of members."""

GREETINGS: frozenset[str] = CLASSES["greeting"] | _words(
    "dearest attn attention hii hiii heya heyy bye cya ttyl gn gm ty tysm thx congrats"
)
ADDRESS = _cue("address")
"""What may stand between a greeting and a name."""

CLOSINGS = _cue("closing")

SURE_CLOSINGS = _cue("sure closing")
"""Closing words behind which hardly anything but a name stands."""
PARTING: frozenset[str] = frozenset(",\n!-–—")
CLOSING_FILLERS: frozenset[str] = _words(". you and so much in advance again for")
GREETING_ENDS: frozenset[str] = frozenset(",\n!.:-")

RELATIONS: frozenset[str] = (
    CLASSES["kin"]
    | CLASSES["peer"]
    | CLASSES["case"]
    | CLASSES["teacher"]
    | _words("student professor group-mate groupmate deskmate doctor therapist employee member")
) - _words("parents family interview interviewed case taught teaches teaching peer resident")
RELATIONS |= frozenset(f"{word}s" for word in RELATIONS)
"""What a private person is to somebody: "my neighbour", "a pupil named"."""
OWN_RELATIONS: frozenset[str] = (
    RELATIONS
    | _words(
        "ta tas gsi prof profs preceptor grader proctor invigilator examiner demonstrator dean"
        " counselor counsellor headmistress librarian prefect mentee trainee intern"
        " dentist physio carer caregiver nanny babysitter guardian landlady priest pastor imam"
        " rabbi stepdad stepmom aunty fiancé fiancée ex bff bestie buddy roomie"
    )
    | frozenset(word.lower() for table in ("friend", "kin") for word in every(table))
)
"""What else somebody is to the writer alone, in all languages: "our TA", "mein Freund"."""
OWN: frozenset[str] = frozenset(every("my"))
"""Words of the writer before a relation: "my", "mein", "vår"."""

ACQUAINTANCES: frozenset[str] = CLASSES["kin"] | CLASSES["peer"] | {"student"}
"""Whom the writer knows in person, if "I" stands in the same sentence."""

NAMERS: frozenset[str] = _words("named called nicknamed") | {
    token
    for phrase in every("named")
    for token in (*phrase.split(), *re.findall(r"\w+['’]?", phrase))
}
BETWEEN: frozenset[str] = NAMERS | _words(
    ", is was ist war är var est était es era : ( - – — mr mrs ms miss dr prof frau herr \" “ 's"
)
"""What may stand between a relation and a name."""
BREAKS: frozenset[str] = frozenset('\n.;:!?"“”')
RELATION_STARTS: frozenset[str] = _words(", ( is was who - – —")
FAME_STARTS: frozenset[str] = _words(", ( is was")
VERBS_BETWEEN = _cue("between verbs")

SELF_BACKWARDS = frozenset(words[::-1] for words in _phrases("called") + _phrases("self"))
"""Words directly before the writer's own name, the nearest first, also in languages that students
bring along."""
SELF_LENGTHS = sorted(set(map(len, SELF_BACKWARDS)))

MET = _cue("met")
"""What private people do with each other: "I asked X", "X told me"."""
FIRST_PERSONS = _cue("first person")

MAKERS: frozenset[str] = (CLASSES["made"] | CLASSES["work"]) - _words(
    "born died role roles won award prize elected"
) | _words("edited translated sung performed written created built played coined made")
"""Before "by X": X is known for a work."""

RULERS = _cue("ruler")
"""Titles of those whose own words are quoted: oaths, proclamations, speeches."""

FAME: frozenset[str] = (CLASSES["fame"] | CLASSES["office"]) - _words(
    "great player players star stars favorite favourite fan fans writers actors actresses singers "
    "artists scientists philosophers mayor judge general"
)
"""What a public person is known as."""

ARGUES = _cue("argues")
"""Verbs behind a cited author's name."""

SAYS = _phrases("cue", "says")
"""What follows a cited author's name where a storyteller would use the same verb."""

SOURCES = _phrases("cue", "source")
"""Words before a cited author's name."""

POLITICS = _phrases("cue", "politics")
"""Words before the name of somebody of power or fame, whom the writer does not know."""

TITLES: frozenset[str] = (
    CLASSES["mr"]
    | CLASSES["degree"]
    | CLASSES["office"] - _words("god apostle chairman candidate republican democrat ceo cto")
)
"""Titles that a mention may begin with."""
