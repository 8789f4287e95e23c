"""Lists of references that no heading tells, and lines of people that look like such."""

import pytest

from spacy_hips.text.page.entries import lists_by_form
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
    "MLA, with films": """Hollowell, Tara. "The Ledger." Studies in Trade, vol. 14, 2003, pp. 55-78.

Slow Rivers. Directed by Kenji Imada, Fallow Films, 1988.

Bread. Directed by Rosa Moreno, performances by Olu Adeyinka, Lune, 1990.

Kalinski, Pavel. Letters Home. Translated by Ruth Castaldi, Oxford UP, 2016.

Salt. Directed by Rosa Moreno, Lune, 1994.""",
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
    "sentences": "Smith came. Vol. 3 of 2019 was read.\nAna Ruiz left. It was 2020, vol. 4.",
}


@pytest.mark.parametrize("name", LISTS)
def test_a_list_without_a_heading(name):
    text = f"Tara Hollowell wrote this.\n\nSome words.\n\n{LISTS[name]}"
    ((start, end),) = lists_by_form(Layout(text))
    assert text[:start].endswith("\n") and end == len(text)
    citations = Citations(Layout(text))
    assert not citations.in_list(0, 14)
    for author in ("Kalinski", "Imada", "Hollowell"):
        at = text.lower().index(author.lower(), start)
        assert citations.in_list(at, at + len(author)), author


@pytest.mark.parametrize("name", NONE)
def test_no_list(name):
    assert not lists_by_form(Layout(NONE[name]))


def test_an_entry_that_is_cut_off_has_authors():
    text = LISTS["APA, cut at both ends"]
    citations = Citations(Layout(text))
    at = text.index("Oduya")
    assert citations.in_list(at, at + 8)
    signed = text.rpartition("\n")[0] + "\n\nTara Hollowell"
    assert not Citations(Layout(signed)).in_list(len(signed) - 14, len(signed))
