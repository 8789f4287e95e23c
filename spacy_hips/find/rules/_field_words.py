"""What keys of fields say about their values, by the words of which a key consists."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Who a key speaks of: alone its value is a name or an account, before "id" a number.
HOLDERS: frozenset[str] = _words(
    """account actor admin applicant assignee author borrower buyer candidate caller client coach
    commenter contact contributor creator customer editor employee faculty friend guardian
    instructor interviewee interviewer learner lecturer manager member mentor owner parent
    participant partner patient person player poster professor pupil recipient reporter
    respondent reviewer sender speaker staff student submitter supervisor teacher tutor user
    writer users students members authors participants teachers reviewers editors people persons
    autor usuario alumno estudiante utilisateur auteur benutzer schüler pengguna siswa"""
)
# Last words of keys of names: "name" alone may be anything's.
NAMES: frozenset[str] = _words(
    """firstname lastname fullname surname forename realname givenname familyname middlename fname
    lname nickname maidenname patronymic studentname authorname teachername apellido apellidos
    nombre prenom prénom nom vorname nachname"""
)
# Keys that are those of names where a text has both.
HALVES: tuple[frozenset[str], ...] = (
    frozenset({"first", "last"}),
    frozenset({"given", "family"}),
    frozenset({"given", "surname"}),
)
NAME_KINDS: frozenset[str] = _words(
    "first last full real given family middle maiden display preferred legal birth nick"
)
# Last words of keys of accounts.
ACCOUNTS: frozenset[str] = _words(
    """username login handle screenname userid uname usr nick loginname loginid userlogin
    accountname samaccountname unixname mention"""
)
# Heads of columns and keys of settings that are accounts where the values look so.
ACCOUNT_HEADS: frozenset[str] = _words("user account owner author assignee committer submitter")
NUMBERS: frozenset[str] = _words("id ids no nr num number key code uid uuid ref sis lms card")
# Keys of numbers that need no holder.
OWN_NUMBERS: frozenset[str] = _words(
    """userid studentid personid memberid employeeid customerid accountid uid ssn matrikelnummer
    rollno studentno regno idnumber passport nationalid learnerid teacherid sisid puid"""
)
# Values that are nobody.
NOBODY: frozenset[str] = _words(
    """admin administrator all anonymous anybody bot default everyone false guest me moderator n/a
    na nil no nobody none null other public root self student system teacher test true undefined
    unknown user yes visitor instructor"""
)
