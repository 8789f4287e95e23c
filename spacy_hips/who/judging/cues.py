"""Words at fixed places beside a name that tell whether its bearer is private or public.

signs.py tells by them what stands beside a mention. The filter's weights read the sign, not the
word: a word may be added where it makes the sign true, and the roles are then measured anew
(benchmarks/roles.py). What the weights read word by word is frozen, in filter_columns.py. English
first.
"""

from __future__ import annotations

from .filter_columns import CLASSES


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _phrases(*texts: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(text.split()) for text in texts)


OWN_WORDS: frozenset[str] = CLASSES["self"] | CLASSES["we"]
"""Words with which writers speak of themselves."""
ARTICLES: frozenset[str] = _words("a an the this that these those every each any some no which")
"""What stands before a thing, and hardly before a name."""

QUOTES: frozenset[str] = frozenset('"“”«»„')

_TEACHERS_ABROAD = _words(
    """docente profesor profesora maestro maestra professora enseignant enseignante professeur
    insegnante dozent dozentin lehrer lehrerin"""
)
_WRITERS_ABROAD = _words(
    """alumno alumna estudiante autor autora aluno aluna étudiant étudiante élève auteur studente
    studentessa alunno alunna autore verfasser verfasserin"""
)

FIELDS: frozenset[str] = (
    _TEACHERS_ABROAD
    | _WRITERS_ABROAD
    | _words(
        """name names nombre nome nom naam student students learner participant candidate author
        authors by from submitted prepared written presented compiled written-by teacher instructor
        professor lecturer tutor supervisor mentor advisor coach member members group team
        teammates interviewee interviewer respondent client patient signed signature presenter
        contact tel email e-mail reviewer evaluator facilitator parent guardian partner partners
        id"""
    )
)
"""What stands before a colon, or alone at the beginning of a line, in front of a name."""

MEETING: frozenset[str] = _words(
    "present absent excused apologies attendees attending chair chairperson minutes scribe"
)
"""What stands before a colon in the minutes of a meeting."""

FIELD_FILLERS: frozenset[str] = _words(
    "of the course first last full family given ( ) s ' 's and /"
)
"""What may stand between such a word and the colon: "Name of the student:", "Member(s):"."""

PAGES: frozenset[str] = _words("page página pagina seite")
"""What stands before the number of a page in its header."""
PAGE_MARKS: frozenset[str] = frozenset("|-–—/")
"""What may part the number of a page from a name, and from that of all pages."""

BYLINE: frozenset[str] = _WRITERS_ABROAD | _words(
    "by author authors name nombre nome nom naam student learner submitted prepared written "
    "presented compiled signed signature"
)
"""Words of a byline."""

TEACHERS: frozenset[str] = _TEACHERS_ABROAD | _words(
    "teacher instructor professor lecturer tutor supervisor mentor advisor coach evaluator "
    "facilitator trainer educator adviser"
)

MEMBERS: frozenset[str] = _words(
    "members member team group teammates participants students names authors partners partner"
)
"""Words that announce a list of members."""

GREETINGS: frozenset[str] = CLASSES["greeting"] | _words(
    "dearest attn attention hii hiii heya heyy bye cya ttyl gn gm ty tysm thx congrats"
)
ADDRESS: frozenset[str] = _words(
    "mr mrs ms miss dr prof professor sir . , my dear all and teacher instructor madam"
)
"""What may stand between a greeting and a name."""

CLOSINGS: frozenset[str] = _words(
    """regards sincerely thanks thank cheers yours love wishes respectfully faithfully truly best
    greetings hugs"""
)

SURE_CLOSINGS: frozenset[str] = _words("regards sincerely wishes respectfully faithfully")
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

ACQUAINTANCES: frozenset[str] = CLASSES["kin"] | CLASSES["peer"] | {"student"}
"""Whom the writer knows in person, if "I" stands in the same sentence."""

NAMERS: frozenset[str] = _words("named called nicknamed")
BETWEEN: frozenset[str] = NAMERS | _words(", is was : ( - – — mr mrs ms miss dr prof \" “ 's")
"""What may stand between a relation and a name."""
BREAKS: frozenset[str] = frozenset('\n.;:!?"“”')
RELATION_STARTS: frozenset[str] = _words(", ( is was who - – —")
FAME_STARTS: frozenset[str] = _words(", ( is was")
VERBS_BETWEEN: frozenset[str] = _words("said says wrote argues told asked and but met saw helped")

SELF_BEFORE: tuple[tuple[str, ...], ...] = _phrases(
    "my name is", "my name's", "i am", "i'm", "im", "call me", "myself", "me llamo",
    "mi nombre es", "yo soy", "je m'appelle", "mon nom est", "je suis", "me chamo", "meu nome é",
    "eu sou", "mi chiamo", "mio nome è", "ich heiße", "ich heisse", "mein name ist", "ich bin",
    "ik heet", "mijn naam is", "jag heter", "mitt namn är", "nazywam się", "mam na imię",
    "меня зовут", "nama saya", "ang pangalan ko ay", "ako si", "jina langu ni", "tên tôi là",
    "tôi tên là", "benim adım",
)  # fmt: skip
"""Words directly before the writer's own name, also in languages that students bring along."""

MET: frozenset[str] = _words(
    """asked ask told tell helped help gave give thanked thank called visited interviewed taught met
    invited showed sent lent brought joined with knew know emailed messaged texted hugged missed
    reminded encouraged advised introduced supported invites helps tells gives sits sat worked
    works thanks accompanied cared nursed looked after praised"""
)
"""What private people do with each other: "I asked X", "X told me"."""
FIRST_PERSONS: frozenset[str] = _words("i me my we us our myself")

MAKERS: frozenset[str] = (CLASSES["made"] | CLASSES["work"]) - _words(
    "born died role roles won award prize elected"
) | _words("edited translated sung performed written created built played coined made")
"""Before "by X": X is known for a work."""

RULERS: frozenset[str] = _words(
    """president king queen emperor empress pope senator minister chancellor governor congressman
    congresswoman ambassador secretary-general tsar"""
)
"""Titles of those whose own words are quoted: oaths, proclamations, speeches."""

FAME: frozenset[str] = (CLASSES["fame"] | CLASSES["office"]) - _words(
    "great player players star stars favorite favourite fan fans writers actors actresses singers "
    "artists scientists philosophers mayor judge general"
)
"""What a public person is known as."""

ARGUES: frozenset[str] = _words(
    """argues argued claims claimed states stated proposes proposed suggests suggested concludes
    concluded defines defined describes described notes noted asserts asserted contends contended
    maintains maintained emphasizes emphasises emphasized writes wrote believes believed observes
    observed points explains found showed demonstrated identified introduced developed coined
    distinguishes views sees calls considers"""
)
"""Verbs behind a cited author's name."""

SAYS: tuple[tuple[str, ...], ...] = _phrases("said that", "says that", "explained that")
"""What follows a cited author's name where a storyteller would use the same verb."""

SOURCES: tuple[tuple[str, ...], ...] = _phrases(
    "according to", "as", "cited in", "see", "cf", "following", "quoted in"
)
"""Words before a cited author's name."""

POLITICS: tuple[tuple[str, ...], ...] = _phrases(
    "against", "supporters of", "followers of", "opponents of", "voted for", "vote for", "elected",
    "government of", "regime of", "policies of", "party of", "rule of", "reign of", "presidency of",
    "fans of", "critics of", "overthrow", "impeached", "under",
)  # fmt: skip
"""Words before the name of somebody of power or fame, whom the writer does not know."""

TITLES: frozenset[str] = (
    CLASSES["mr"]
    | CLASSES["degree"]
    | CLASSES["office"] - _words("god apostle chairman candidate republican democrat ceo cto")
)
"""Titles that a mention may begin with."""
