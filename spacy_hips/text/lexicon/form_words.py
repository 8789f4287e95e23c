"""Words of forms, proofs and tools, which stand where names stand. No trained weights read them."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


HEADS: frozenset[str] = _words(
    """ans answ sol soln solns rem lem thm cor prop def defn defs dfn ex exs exc exer eg obs hyp
    pf prf qn qns que ques quest qs asn asgn hw eqn eqs fig figs tab tbl alg algo ref refs bib app
    appx abbr calc calcs concl disc intro meth res expl expt exp pos neg pro pros con cons adv
    disadv diff sim req reqd wrt qed subj sub topic min max avg est approx misc info tel fax mob
    ph em addr dept univ sem yr dob sid uid uuid pid gpa gpas sr no nr num sl sn ser vol chap sec
    para pt pts pg pp ed edn trans cont contd note nb ps pps attn encl cc fyi rsvp tba tbc tbd
    nil nan null lab"""
)
"""Short forms of words, folded, that head an answer, a step of a proof, an item or a field."""

NO_ANSWERS: frozenset[str] = _words("NIL NULL NAN NA TBA TBC TBD YES NO NONE")
"""What is written in capitals where there is nothing to write."""

LETTERED: frozenset[str] = _words(
    """annex answer answers appendix band battery block box building case category choice class
    column condition course cohort exhibit experiment factor figure form gate grade grades group
    hall hepatitis house item label lane lab layer level line list lot mark marks module net note
    number option page panel paper paragraph part person phase phrase plan platform player point
    position problem proposal protocol question rating result results room row sample scenario
    school schedule score scores section series set sex site size solution stage state statement
    step stream string student style sub-section subgroup subject switch system table task team
    terminal test theory theorem thing tier track trial type unit variable variant vector version
    vitamin ward wing word year zone zoom"""
)
"""Nouns that are told apart by a letter: "Section C", "Option B", "Grade A"."""

USED: frozenset[str] = _words(
    """using via use uses used install installs installed installing download downloads downloaded
    downloading launch launched launching subscribe"""
)
"""Behind these stands a thing or a site, and hardly a person ("using github.com/x")."""

MENTIONED: frozenset[str] = _words(
    """admin admins all assistant board bot bots channel class coach course editor editors everybody
    everyone faculty group guests help here helpdesk host instructor instructors lecturer mentors
    mod moderator moderators mods office organizers owner parents participants prof professor
    staff student students support ta tas teacher teachers team tutor tutors"""
)
"""Whom an "@" addresses who is nobody in particular."""

BODIES: frozenset[str] = _words(
    """academy airlines airport avenue award bank bay beach boulevard bridge castle center centre
    cathedral church city club college company corporation county court drive education effect
    falls foundation garden gardens group high highschool hospital hotel house inc institute
    international island islands lake lane law library limited ltd mall market model mountain
    museum park polytechnic prize river road school secondary square stadium state street
    studios technologies temple test theorem theory tower university valley village"""
)
"""Behind a name they make a place or a body of it: "Kenyon College", "Victoria Falls"."""
