"""Authors in entries that are told by their form, and people who stand as authors do and are none.

In each text the names that count stand in brackets.
"""

import re
from time import process_time

import pytest

from spacy_hips.text.page.entries import lines_of_authors
from spacy_hips.text.page.lines import Layout
from spacy_hips.who.judging.citations import Citations

ENTRIES = [
    r"""1. [Moreno-Vega RT], [Kalinski P], [Oduya B]. Sleep and memory. Sleep. 2014;23(2):201-9.
2. [Hartog WJ], [van der Meulen S], et al. Reading aloud. Lancet. 2020 Mar;395:1101-10.
3. [Imada K]. Soil carbon after fire. Ecol Lett 2009;12:88–97.
[4] [Petrossian A], [Lund J-P]. On bees. BMJ. 2011;343:d4112. doi: 10.1136/bmj.d4112
""",
    r"""8. [Castaldi R], [Brimble O], [Sorensen KK], [Adeyinka TO],
9. [Nakahara S], [Weiss M]. Cold seeps. Nature. 2001;410:77-80.
10. [Brimble O], [Castaldi R]. Warm seeps
""",
    r"""@article{weber1922,
  author = {[Weber], [Max] and [Tönnies], [Ferdinand]},
  title = {On guilds},
  year = {1922}
}
""",
    r"""  editor    = "[Ruth Castaldi] and [Olu Adeyinka]",
  booktitle = {Handbook of Bees},
  year = 2004
""",
    r"""Publications
Magnetic Fields in Young Clusters
[R. T. Moreno], [K. Imada], [S. van der Berg]
The Astrophysical Journal, Volume 712, 2010
Spin-down of Cool Dwarfs
[R. T. Moreno] and [P. Kalinski]
Astronomy Letters 34, 112 (2012)
""",
    r"""1. Dust and its discontents. [Hollowell TA], [Sandberg KI]. Astrophys J. 2017;840:12-31.
2. The long shadow of slate. [Corbin SM], [Hollowell TA]. Earth Sci Rev 2015;101:1-9.
""",
    r"""Conference papers
The Weight of Water
[Hollowell, T. A.], [Sandberg, K.], and [Corbin, S. M.]
Proceedings of the Nordic Hydrology Conference, Vol. 3, pp. 12-19, 2008
""",
    r"""Kalinski wrote it. @book{kal99, author={[Pavel Kalinski]}, publisher={Norton}, year={1999}}
""",
    r"""[Okonjo AB], [Lindt C], [Marsh D]. Peer feedback. Med Educ. 2018;52(4):381-390. PMID: 29411
""",
    r"""1. A slow river. [R. T. Moreno] and [K. Imada]. Journal of Rivers, 12(3):44-51, 2004.
2. Who mends the nets? [Kalinski, P.], [Adeyinka, O. T.] Coastal Studies Quarterly 8, 1999.
""",
    r"""SELECTED PUBLICATIONS
[Moreno, R.] and [Imada, K.] (in press). Rivers that stop. Rivers Today.
[Moreno, R.], [Castaldi, R.], [Lindt, C.]: Rivers that start. In: Proceedings of River Days, 2011.
""",
    r"""Veröffentlichungen
[Brandauer, T.]; [Lindt, C.] (2015): Über Flüsse. Verlag der Flüsse.
""",
]
NO_ENTRIES = [
    r"""Group members: [Okafor A], [Lindqvist B], [Chen C]
Submitted 2019; 12 pages
""",
    r"""The Weight of Water
[Tess Hollowell], [Karl Sandberg]
Biology 101, Section 3
""",
    r"""author = {[Tess Hollowell]}
course = {Biology}
""",
    r"""1. [Okafor A]
2. [Lindqvist B]
3. [Chen C]
""",
    r"""My Summer
[Tess Hollowell]
Spring Semester 2019
""",
    r"""In Volume 3 my partner [Ana R]. said so.
""",
    r"""Our Poster
[Tess Hollowell] and [Omar Diaz]
Student Conference, Room 12, 2019
""",
    r"""[Okafor A]: I read vol. 3 yesterday.
""",
    r"""Attendance week 12: [Okafor A], [Chen C]; 2019
""",
    """Lab Report
[Tess Hollowell]
Physics Lab Journal Vol. 2
2019
""",
    """My Cat
[Amara Okafor]
Class Journal, Vol. 1, pp. 5-6, 2021
""",
    """Rivers
[A. Okafor]
School Journal of Biology, Vol. 3, 2019
""",
    """Group 4: [Okafor A], [Lindqvist B], [Chen C]. Lab 3. 2021;3
""",
    """1. [Okafor A], [Lindqvist B]. Peer review of our poster. 2021;2:1-3
""",
    """Submitted by:
[Dost K]
[Moreno-Vega RT]
Sleep study 2014;23(2):201-9
""",
    """Publications
[Tess Hollowell] edits the school paper with [Omar Diaz], 2019.
She wrote it in 2020 with [Amara Okafor].
""",
    """tess@uni.org
author = {[Tess Hollowell]}
year = {2024}
""",
    """@misc{me, author={[Tess Hollowell]}, title={My essay}, year={2024}}
""",
    """1. [Okafor A]
2. [Lindqvist B]
3. Castaldi R. Cold seeps. Nature. 2001;410:77-80.
""",
    """dict(author="[Tess Hollowell]", date="2024-01-02", pages_read=3)
""",
]
LONG = [
    "1. Xu ZX, " * 20000,
    "A. B. " * 50000,
    "author = {" * 20000,
    "\nTitle\nA. Bee, " * 5000,
    "Van der " * 50000,
    "Ab C, " * 60000 + "2019;3",
]
_MARKED = re.compile(r"\[([^\]\d][^\]]*)\]")


def in_list(marked):
    """The text's marked names, each with whether it is that of an author in an entry."""
    names, text, at = [], "", 0
    for match in _MARKED.finditer(marked):
        text += marked[at : match.start()]
        names.append((len(text), len(text) + len(match[1])))
        text, at = text + match[1], match.end()
    citations = Citations(Layout(text + marked[at:]))
    return {text[a:b]: citations.in_list(a, b) for a, b in names}


@pytest.mark.parametrize("marked", ENTRIES)
def test_authors_of_entries_are_found_without_a_heading(marked):
    assert set(in_list(marked).values()) == {True}, in_list(marked)


@pytest.mark.parametrize("marked", NO_ENTRIES)
def test_people_who_stand_as_authors_do_are_none(marked):
    assert set(in_list(marked).values()) == {False}, in_list(marked)


@pytest.mark.few(2)
@pytest.mark.parametrize("text", LONG, ids=lambda text: text[:8])
def test_time_is_linear(text):
    start = process_time()
    Citations(Layout(text)).in_list(5, 8)
    assert process_time() - start < 10


TITLES = (
    "A Theory of Slow Attention\nMaria Lindqvist, Peter K. Osei\nSage, 2015\n\n"
    "Maps and the Young Reader\nRui Tanaka and Hannah van Voss\nReading Quarterly, 2011\n\n"
    "Deep Work\nCallum Norbert\nGrand Central, 2016"
)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (TITLES, {1, 5, 9}),
        (TITLES.partition("\n\n")[0], set()),  # one alone may be who handed it in
        ("A Title\nAna Ruiz\nMay 2021\n\nMade by\nBen Cho\nMay 2021", set()),
        ("A Title\nAna Ruiz\nno year\n\nB Title\nBen Cho\nno year", set()),
        ("\nAna Ruiz\nSage, 2021\n\nBen Cho\nSage, 2021", set()),
        ("", set()),
    ],
)
def test_lines_that_name_authors_in_full(text, lines):
    layout = Layout(text)
    assert lines_of_authors(layout, 0, len(layout)) == lines
