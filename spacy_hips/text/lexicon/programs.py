"""Programs and accounts that everybody has: what files say of their making, and is nobody's name.

No trained weights read these lists.
"""

from __future__ import annotations

from ...core.later import regex
from .tables import fold


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


PROGRAMS: frozenset[str] = _words(
    """python-docx openpyxl xlsxwriter docx4j docxtemplater phpword phpexcel aspose aspose.words
    libreoffice openoffice openoffice.org onlyoffice wps-office apache-poi apache-fop pdfium
    pdftex pdflatex xetex xelatex luatex lualatex latex pandoc reportlab wkhtmltopdf ghostscript
    itext itextpdf pypdf pypdf2 jasperreports wordperfect scikit-learn jupyter nbconvert rmarkdown
    knitr quarto"""
)
"""Names of programs that are nobody's name wherever they stand, with a hyphen in place of a gap."""
_MAKERS = _words(
    """microsoft ms office word excel powerpoint windows adobe acrobat google docs sheets slides
    pages numbers hp dell lenovo asus acer toshiba sony samsung fujitsu huawei apple mac macbook
    imac ipad iphone chromebook surface pc laptop desktop computer linux ubuntu os grammarly zotero
    mendeley canvas moodle"""
)
_ACCOUNTS = _words(
    """user owner admin administrator guest home default student students pupil teacher staff
    author anonymous unknown unnamed un named account benutzer anwender schuler student unbekannt
    usuario alumno estudiante desconocido utilisateur etudiant eleve auteur inconnu gebruiker
    leerling onbekend utente studente sconosciuto utilizador aluno bruger bruker elev anvandare
    okand kayttaja uzytkownik uczen uzivatel felhasznalo autor"""
)
_BETWEEN = _words("de di da do of von van for the inc corp pro air x")
_WORD = regex.compile(r"[^\s/_-]+")
_VERSION = regex.compile(r"v?\d+(?:\.\d+)*|[A-Z]")
_SIGNS = regex.compile(r"[®™©()]")


def is_program(name: str) -> bool:
    """Is it the name of a program, with or without its version?

    name (str): What may be a name.

        >>> is_program("python-docx"), is_program("LibreOffice 7.5"), is_program("Ana")
        (True, True, False)
    """
    words = fold(name).split()
    while len(words) > 1 and _VERSION.fullmatch(words[-1]):
        words.pop()
    return "-".join(words) in PROGRAMS


def is_account(name: str) -> bool:
    """Is it what a machine puts in the place of a person: a program, a maker, "user", a number?

    name (str): The author in the properties of a file.

        >>> is_account("Windows User"), is_account("Student 2"), is_account("Ana User")
        (True, True, False)
    """
    words = _WORD.findall(_SIGNS.sub(" ", name))
    plain = [fold(word.rstrip(".")) for word in words if not _VERSION.fullmatch(word)]
    alone = len(words) - len(plain) <= 1  # "J R" are somebody's initials
    return is_program(name) or (alone and {*plain} - _BETWEEN <= _MAKERS | _ACCOUNTS)
