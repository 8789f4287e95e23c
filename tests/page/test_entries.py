"""Lists of references that no heading tells, and lines of people that look like such."""

import pytest

from spacy_hips.text.page.entries import entries_by_form
from spacy_hips.text.page.lines import Layout
from spacy_hips.who.judging.citations import Citations

LISTS = {
    "APA, cut at both ends": """ers and their doubts. Slow School, 15(4), 77–92.
Hollowell, T. A., & de Wit, J. (2015). Slate. In R. Imada (Ed.), Stone (pp. 1–9). Northgate.
Kalinski, P. (2008). Group size. Small Groups, 12(2), 140–166. doi:10.1000/sg.2008.12
Moreno-Vega, R. T., Oduya, B., & Sand""",
    "MLA": """Hollowell, Tara. "The Ledger." Studies in Trade, vol. 14, no. 2, 2003, pp. 55-78.
Imada, Kenji, and Olu Adeyinka. Letters Home. Quay UP, 1988.
Kalinski, Pavel. "Bread." The Long Table, edited by Ruth Castaldi, Oxford UP, 2016, pp. 9-20.""",
    "Chicago, broken lines": """Hollowell, Tara, and Jun Imada. “Slate and Salt.”
    Annals of Stone 18, no. 4 (2015): 87–106.
Kalinski, Pavel, Olu Adeyinka, and Ruth Castaldi. Bread and Power.
    New York: Fallow, 1962.
Moreno, Rosa. “Rivers.” Language of Water 3, no. 1 (1999): 2–19.""",
    "ACM, numbered": """[7] Tara Hollowell and Jun Imada. 2009. Slate. Stone 49, 5 (2009), 14–21.
[8] Pavel Kalinski. 2015. Bread. Studies in Trade 11, 2 (2015), 2–24.
[9] Rosa Moreno, Olu Ade""",
    "DIN": """Hollowell, Tara ; Imada, Jun: Schiefer. In: Steinkunde 19 (1991), Nr. 1, S. 93–122.
Kalinski, Pavel: Brot und Macht. Berlin : Steidl, 1983.
Moreno, Rosa: Flüsse. In: Wasserkunde 3 (1999), Nr. 2, S. 2–19.""",
    "French": """HOLLOWELL, Tara et IMADA, Jun, « Ardoise », Pierres, vol. 6, n° 1, 1962, p. 9-10.
KALINSKI, Pavel, « Le pain », Annales, vol. 2, n° 3, 1999, p. 3-9.""",
    "titles first": """Slate and salt
Tara Hollowell, Jun Imada
Annals of Stone, Volume 6, Issue 2, 2020, Pages 13-28

Bread and power
Kalinski P, Adeyinka O
Studies in Trade, Volume 48, Issue 3, 1980, Pages 12-28""",
    "titles before them": """7. Slate. Tara Hollowell, Jun Imada. Stone. 1988; 10(2): 12-21.
8. Bread and power. Kalinski P. Studies in Trade. 1980; 3(4): 14-34.""",
    "one article": "Kalinski, P., Imada, J., & Hollowell, T. (2015). Slate. Stone, 12(2), 140–166.",
    "of a curriculum vitae": """Journal articles
2019  **Hollowell, T.**, & Imada, J. Slate. Annals of Stone, 6(2), 13–28.
2017  Kalinski, P., & **Hollowell, T.** Bread. Studies in Trade, 48(3), 12–28.""",
}
NONE = {
    "a class list": "Hollowell, Tara, 2011\nImada, Jun, 2011\nKalinski, Pavel, 2010",
    "books that students read": """Hollowell, Tara: The Hobbit, pp. 12-40
Imada, Jun: The Hobbit, pp. 12-38
Kalinski, Pavel: Emma, pp. 1-20""",
    "one book": "Hollowell, T. (2015). Slate. Northgate Press.",
    "a zine": "Hollowell, Tara. “My Cat.” School Zine, vol. 2, no. 3, 2021, pp. 4-5.",
    "what they made": """1. Tara Hollowell and Jun Imada. 2019. Our film. Fair 3, 2 (2019), 4–9.
2. Pavel Kalinski. 2019. My talk. Science Fair 3, 2 (2019), 10–12.""",
    "groups": "1. Tara Hollowell, Jun Imada\n2. Pavel Kalinski\n3. Olu Adeyinka (2019)",
    "members": "1. Hollowell, Tara (2005), no. 12, 14 Elm Road\n2. Imada, Jun (2006), no. 3, York",
    "German members": "1. Brandt, Hanna (2005), Nr. 12, Ulm\n2. Yilmaz, Emre (2006), Nr. 3, Rom",
    "French members": "DUBOIS, Lise, née en 2005, n° 12, Lyon\nPETIT, Jean, né en 2006, n° 3, Lyon",
    "times": "Hollowell, Tara, 12 March 2021, 10:15-10:30\nImada, Jun, 12 May 2021, 10:30-10:45",
    "marks": "Hollowell, Tara: 2021, 12 (15), good\nImada, Jun: 2021, 9 (15), fair",
    "loans": """Hollowell, Tara, 2021. Holes, Penguin. Due 1 May.
Imada, Jun, 2021. Emma, Sage. Due 3 May.""",
    "numbers": """Raman, P. Holes, Penguin, 1998. Tel: 9123-4568
Imada, J. Emma, Sage, 2021. Tel: 1-2""",
    "sentences": "Smith came. Vol. 3 of 2019 was read.\nAna Ruiz left. It was 2020, vol. 4.",
}

NOTES_BELOW = """1. Tara Hollowell and Jun Imada, *Slate* (Kraków: Fallow, 1998), 44.
2. Ibid., 51.
3. Pavel Kalinski, “Bread,” *Studies in Trade* 12, no. 3 (2004): 201.
4. {}
5. Ibid.
6. Ibid."""


@pytest.mark.parametrize("name", LISTS)
def test_a_list_without_a_heading(name):
    above = "Tara Hollowell wrote this.\n\nSome words.\n\n"
    text = above + LISTS[name]
    assert entries_by_form(Layout(text))[-1][1] == len(text)
    citations = Citations(Layout(text))
    assert not citations.in_list(0, 14)
    for author in ("Kalinski", "Imada", "Hollowell"):
        at = text.lower().index(author.lower(), len(above))
        assert citations.in_list(at, at + len(author)), author


@pytest.mark.parametrize("name", NONE)
def test_no_list(name):
    assert not entries_by_form(Layout(NONE[name]))


WORKS = """Moreno, R. (2008). Are rivers slow? British Rivers, 19(6), 412-415.
{}
Sandberg, K. G. (2010). Pond life. Trends in Water, 25(6), 345-353."""
NOTES = (
    "Tara Hollowell, 14 Elm Road, Leeds LS2 9JT, 12 March 2004, aged 15",
    "A good text. Tara Hollowell gave it to me in 2021 at her house, 14 Elm Road.",
    "Found by Tara Hollowell (aged 14) on 13 May 2021:",
    "Hi Tara Hollowell, this is the 2008 source you wanted.",
    "Tara Hollowell (12 May 2021, 10:15)",
)


@pytest.mark.parametrize("note", NOTES)
def test_lines_between_entries_and_at_their_ends_may_be_notes(note):
    for text in (WORKS.format(note), WORKS.format("") + f"\n{note}", f"{note}\n{WORKS}"):
        at = text.index("Tara Hollowell")
        assert not Citations(Layout(text)).in_list(at, at + 14), text


def test_a_signature_below_lines_that_end_as_in_windows():
    text = (WORKS.format("") + "\n\nTara Hollowell").replace("\n", "\r\n")
    at = text.index("Tara")
    citations = Citations(Layout(text))
    assert citations.in_list(0, 6) and not citations.in_list(at, at + 14)


def test_referees_are_no_authors():
    text = f"Publications\n{WORKS.format('')}\nReferees\nHollowell, Tara. Tutor since 2010, Leeds."
    at = text.index("Hollowell")
    assert not Citations(Layout(text)).in_list(at, at + 15)


def test_an_entry_that_is_cut_off_has_authors():
    text = LISTS["APA, cut at both ends"]
    citations = Citations(Layout(text))
    at = text.index("Oduya")
    assert citations.in_list(at, at + 8)
    signed = text.rpartition("\n")[0] + "\n\nTara Hollowell"
    assert not Citations(Layout(signed)).in_list(len(signed) - 14, len(signed))


@pytest.mark.parametrize(
    ("note", "is_entry"),
    [
        ("Hollowell and Imada, *Slate*, 60-61.", True),
        ("See Kalinski, “Bread,” 207.", True),
        ("Kalinski, 9", True),
        ("Moreno, 14 Elm Road.", False),
        ("Kalinski and Moreno, 9.", False),
        ("Kalinski, my uncle, 9.", False),
        ("Kalinski, aged 15.", False),
        ("Interview with Rosa Moreno, 12 March 2019.", False),
        ("Ibid.\nStudents\n5. Kalinski, 12 points", False),
    ],
)
def test_a_note_that_names_authors_by_surname(note, is_entry):
    text = NOTES_BELOW.format(note)
    at = text.index(note.rpartition("\n")[2])
    found = entries_by_form(Layout(text))
    assert any(start <= at < end for start, end in found) == is_entry


@pytest.mark.parametrize(
    ("last", "is_entry"),
    [
        ("Rosa Moreno, Olu Ade", True),
        ("R. Moreno and O. Ade", True),
        ("Rosa", True),
        ("Thanks to Rosa Moreno for the maps.", False),
        ("Photo: Rosa Moreno.", False),
        ("Read by Rosa Moreno.", False),
        ("Talk in the kitchen, Rosa Moreno, May 2019", False),
    ],
)
def test_the_last_number_of_a_list_may_be_a_note(last, is_entry):
    text = NOTES_BELOW.partition("\n4.")[0] + f"\n4. {last}"
    at = text.index(last)
    found = entries_by_form(Layout(text))
    assert any(start <= at < end for start, end in found) == is_entry


def test_notes_that_differ_by_their_numbers_are_no_page_headers():
    text = NOTES_BELOW.format("Kalinski, 207.\n5. Kalinski, 209.").replace("5. Ibid", "6. Ibid", 1)
    citations = Citations(Layout(text))
    for at in (text.index("Kalinski, 207"), text.index("Kalinski, 209")):
        assert citations.in_list(at, at + 8)


def test_no_entry_is_told_twice():
    text = NOTES_BELOW.partition("\n4.")[0] + "\n4. Kalinski, 9"
    found = entries_by_form(Layout(text))
    assert len(found) == len(set(found)) == 3
