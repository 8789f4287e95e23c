"""Who is cited, and how."""

from __future__ import annotations

import pytest

from spacy_hips.text.page.lines import Layout
from spacy_hips.who.judging.citations import Citations


def kind(text: str, name: str, nth: int = 0) -> str:
    at = -1
    for _ in range(nth + 1):
        at = text.index(name, at + 1)
    return Citations(Layout(text)).kind(at, at + len(name))


YEAR = [
    ("Smith (2010) found that", "Smith"),
    ("Smith and Jones (2010, p. 5) found", "Smith"),
    ("Smith and Jones (2010, p. 5) found", "Jones"),
    ("Smith's (2010) study", "Smith"),
    ("it works (Smith, 2010).", "Smith"),
    ("it works (Smith & Jones, 2010; Brown et al., 2011a).", "Smith"),
    ("it works (Smith & Jones, 2010; Brown, 2011a).", "Brown"),
    ("it works (see also Smith, Jones, Wu, & Brown, 2010).", "Jones"),
    ("it works [Smith 2010].", "Smith"),
    ("van der Berg (2010) and de Souza", "Berg"),
    ("Ramón y Cajal (1909) drew", "Ramón"),
    ("(García Márquez & O'Neill, 1999)", "García Márquez"),
    ("Smith, J. A. (2010) wrote", "Smith"),
    ("Smith (n.d.) wrote", "Smith"),
    ("Smith (in press) wrote", "Smith"),
    ("(Müller und Weiß, 2004)", "Müller"),
    ("Smith and\nJones (2010) over a line", "Smith"),
    ("(Smith,\nJones, 2010)", "Smith"),
    ("Smith\n(2010) found", "Smith"),
    ("Piaget's Child Psychology (1926)", "Piaget"),
]
NO_YEAR = [
    ("Ana met Tom. Piaget (1952) described", "Tom"),
    ("Ana Ruiz\n\nPiaget (1952) described", "Ana Ruiz"),
    ("Ana Ruiz, 12 May 2010", "Ana Ruiz"),
    ("By Ana Ruiz 2010", "Ana Ruiz"),
    ("Ana Ruiz (20101234)", "Ana Ruiz"),
    ("my grandmother Rosa (1931-2010) baked", "Rosa"),
    ("Rosa (who left in 2010) baked", "Rosa"),
    ("(Rosa and I met in 2010)", "Rosa"),
    ("(Ana Ruiz, personal communication, May 2010)", "Ana Ruiz"),
    ("(Ana, 12)", "Ana"),
    # Whoever wrote the text stayed in it where its first sentence cites somebody.
    ("By Ana Ruiz\nPiaget (1952) described", "Ana Ruiz"),
    ("By Ana Ruiz\nReflective Essay\nPiaget et al. (1952) described", "Ana Ruiz"),
    ("By Ana Ruiz Reflective Essay Piaget (1952) described", "Ana Ruiz"),
]
NOTE = [
    ("1 John Smith, On Trees (London: Press, 1990), 45.", "John Smith"),
    ("¹ Smith, op. cit., p. 3.", "Smith"),
    ("[3] Ibid., see Jane Doe, p. 12", "Jane Doe"),
]
NO_NOTE = [
    ("¹ Told by Ana Okri (born 1929), a farmer.", "Ana Okri"),
    ("Members\n1. Ana Ruiz 2019001\n2. Ben Holt 2019002", "Ana Ruiz"),
]
OTHERS = [
    ("as Brown et al. show", "Brown", "et al"),
    ("he lies (Orwell, p. 12).", "Orwell", "page"),
    ("he lies (Orwell 12).\nWorks Cited\nOrwell, George. 1984. Secker, 1949.", "Orwell", "page"),
    ("he lies (Orwell 12).", "Orwell", ""),  # it may be an age
]


@pytest.mark.parametrize(
    ("text", "name", "how"),
    [
        *((*case, "year") for case in YEAR),
        *((*case, "") for case in NO_YEAR),
        *((f"Trees grow.\n{text}", name, "note") for text, name in NOTE),
        *((f"Trees grow.\n{text}", name, "") for text, name in NO_NOTE),
        *OTHERS,
    ],
)
def test_how_somebody_is_cited(text, name, how):
    assert kind(text, name) == how


REFERENCES = """Feedback helps [2], as Okafor [2] shows, and as Lima [9] did not.

References
[1] H. Brown, "Large classes," Journal of Teaching, vol. 3, pp. 4-9, 2014.
[2] C. Okafor and J. de Wit, "Feedback," Sleep Research, 2017.
Tanaka, K., & Abe, M. (2011). On failing. Tokyo: Press.
Rossi, G. (2019). Personal interview.

Ana Ruiz

Appendix
Ben Holt 2010 asked me.
"""


@pytest.mark.parametrize(
    ("name", "nth", "how"),
    [
        ("Brown", 0, "list"),
        ("Okafor", 0, "number"),
        ("Okafor", 1, "list"),
        ("de Wit", 0, "list"),
        ("Abe", 0, "list"),
        ("Lima", 0, ""),
        ("Rossi", 0, ""),
        ("Ana Ruiz", 0, ""),
        ("Ben Holt", 0, ""),
    ],
)
def test_a_list_of_references(name, nth, how):
    assert kind(REFERENCES, name, nth) == how


ENTRIES = (
    ("Van Wyk, H. (2023). Lecture notes on Freire. [slides]", True),
    ("Okonjo, Ifeoma. Personal interview. 14 Feb. 2024.", True),
    ("Köppen, Arne (2022): Mehrsprachigkeit. Seminararbeit, Kiel.", True),
    ("Phaneuf, J. (2024). Grille d'observation. Notes de cours.", True),
    ("Arrieta, G. (2022). Apuntes del seminario de escritura.", True),
    ("Lund, Maja (2021). Föreläsningsanteckningar.", True),
    ("Wolf, B. (2020). Bruggen. Profielwerkstuk.", True),
    ("Angulo, Teodosia. Partera. Entrevista, El Ciruelo, 3/2/2022.", True),
    ("Karaca, M. (2023). Persoonlijk interview, moeder van een leerling, 2 maart.", True),
    ("Lind, S. Telefonintervju. 3 maj 2021.", True),
    ("Rademaker, T., & Sahin, D. (2022). Ouders in beeld. Ongepubliceerd.", True),
    ("Moreau, J. (2008). L'entretien clinique. Paris: Dunod.", False),
    ("Butler, J. (1994). Interview with Judith Butler. Artforum, 31(3), 82.", False),
    ("Rossi, G. (2011). Lecture notes on failing. Tokyo: Press.", False),
    ("Abe, M. (2011). On failing. Tokyo: Kodansha.", False),
)


@pytest.mark.parametrize(("entry", "unpublished"), ENTRIES)
def test_unpublished_sources_among_the_references(entry, unpublished):
    text = f"Text.\n\nReferences\nBrown, H. (2014). Big classes. Press.\n{entry}\n"
    at = text.index(entry)
    assert Citations(Layout(text)).unpublished(at, at + 4) is unpublished
    assert not unpublished or not Citations(Layout(text)).kind(at, at + 4)
    assert not Citations(Layout(entry)).unpublished(0, 4), "in no list of references"


def test_a_page_header_within_the_list_is_no_entry():
    header = "Ana Ruiz 2019\n"
    text = f"{header}Text.\nReferences\nBrown, H. (2014). Big. Press.\n{header}Abe, M. (2011). B."
    assert kind(text, "Ana Ruiz", 1) == ""


def test_a_list_without_line_breaks():
    text = "It works (Brown, 2014). References: Brown, H. (2014). Large classes. Abe, M. (2011). B."
    assert kind(text, "Brown", 1) == "list" and kind(text, "Abe") == "list"


def test_names_behind_the_last_entry_of_a_list_without_line_breaks_are_in_no_list():
    """A class list that followed was cited for certain, and stayed."""
    text = f"{'Words. ' * 90}References Brown, H. (2014). Large classes. Press. Ana Ruiz Ben Okri"
    assert kind(text, "Brown") == "list"
    assert kind(text, "Ana Ruiz") == kind(text, "Ben Okri") == ""


def test_names_behind_an_entry_in_its_line_are_no_authors():
    text = "Text.\nReferences\nBrown, H. (2014). Large classes. Press. Ana Ruiz Ben Okri"
    assert kind(text, "Ana Ruiz") == kind(text, "Ben Okri") == ""
    text = text.replace("Ana Ruiz", "Translated by Ana Ruiz, Sage, 2019.")
    assert kind(text, "Brown") == kind(text, "Ana Ruiz") == "list"


def test_whom_one_may_ask_stands_under_references_too():
    """Of an application the manager stayed, for there were years on the line."""
    text = "References\nMr. Tom Baker, manager, 2015-2019\nBaker, T. (2010). Title. Press."
    assert kind(text, "Tom Baker") == ""
    assert kind(text, "Baker, T.") == "list"
