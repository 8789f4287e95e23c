"""What looks like a citation and names somebody private."""

import pytest

from spacy_hips.text.page.lines import Layout
from spacy_hips.who.judging.citations import Citations
from spacy_hips.who.judging.private_sources import (
    is_dated_byline,
    is_forename_alone,
    is_private_source,
)


def place(text, name):
    return text.index(name), text.index(name) + len(name)


@pytest.mark.parametrize(
    "text",
    [
        "Interview with Ana Ruiz (2019), shop owner",
        "the photo was taken by Ana Ruiz (2019) in May",
        "(drawn by Ana Ruiz, 2021)",
        "(Ana Ruiz, 2020, forum post)",
        "(Ana Ruiz, personal communication, 2020)",
        "an e-mail from Ana Ruiz (2020)",
        "notes by Ana Ruiz (2020)",
        "Prof. Ana Ruiz (2020) said so",
    ],
)
def test_who_told_or_drew_something_is_a_private_source(text):
    assert is_private_source(text, *place(text, "Ana Ruiz"))
    assert Citations(Layout(text)).kind(*place(text, "Ana Ruiz")) == ""


@pytest.mark.parametrize(
    "text",
    [
        "as shown by Ana Ruiz (2019)",
        "a study by Ana Ruiz (2019) asks",
        "Ana Ruiz (2019) interviewed nurses",
        "Ana Ruiz (2019) reads every forum post",
    ],
)
def test_who_wrote_a_work_is_none(text):
    assert not is_private_source(text, *place(text, "Ana Ruiz"))
    assert Citations(Layout(text)).kind(*place(text, "Ana Ruiz")) == "year"


@pytest.mark.parametrize(
    "text",
    [
        "Reflection by Ana Ruiz (2019)\n\nThis week",
        "My Essay\n\nAna Ruiz (2021)\n\nThis week",
        "Title\nby Ana Ruiz (Spring 2021)\nThis week",
        "Presented by Group 4: Okri, Ana Ruiz, & Silva (2020)\n",
        "Student name: Ana Ruiz (2004)\n",
        "Storytelling Reflection by Ana Ruiz (2019) This week I learnt it.",
        "Present: Ben, Eve. Reflection by Ana Ruiz (2019)",
    ],
)
def test_a_byline_with_a_year_cites_nobody(text):
    assert is_dated_byline(Layout(text), *place(text, "Ana Ruiz"))
    assert Citations(Layout(text)).kind(*place(text, "Ana Ruiz")) == ""


@pytest.mark.parametrize(
    "text",
    [
        "it is shown by Ana Ruiz (2019)\n",
        "It is an essay by Ana Ruiz (2019) that we read",
        "We read. Then came reflections. In the Essay by Ana Ruiz (2019) it is",
        "by Ana Ruiz (2019) and others\n",
        "Ana Ruiz (2019) found\n",
        "- Ruiz, A. (2019)\n",
        # The line above is full: this one goes on with it.
        "It was a long time before anybody in this field had seen what is\nby Ana Ruiz (2019)\n",
    ],
)
def test_a_year_within_a_sentence_or_a_list_is_no_byline(text):
    name = "Ana Ruiz" if "Ana Ruiz" in text else "Ruiz, A."
    assert not is_dated_byline(Layout(text), *place(text, name))


def test_of_members_with_a_year_nobody_is_cited():
    """They were read as footnotes that cite, and stayed."""
    for text in (
        "Group members:\n1. Ana Ruiz (Class of 2021)\n2. Ben Okri (2022)\n",
        "Robots.\n* Ana Ruiz wrote this (see p. 4).\n** Ben Okri drew it (May 2020).",
        "(Ana Ruiz, page 2)\n(Ben Okri, p. 3)",
        "Ana Ruiz & Ben Okri (2021)\nOur Robot\n\nThis is about robots. They are good.",
        "Robots.\nReferences\nSmith, J. (2010). A. Press.\nBen Okri, 3 May 2021\nAna Ruiz 5/3/2021",
        "Works Cited\nAna Ruiz. My own diary. 2020.\nBen Okri. Phone call, 3 May 2021.",
        "Thanks to Ana Ruiz et al. and to Mrs. Ben Okri et al.",
    ):
        citations = Citations(Layout(text))
        assert not any(citations.kind(*place(text, name)) for name in ("Ana Ruiz", "Ben Okri")), (
            text
        )


def test_a_forename_alone_is_no_author():
    assert is_forename_alone("Ana") and is_forename_alone("KENJI")
    assert not any(map(is_forename_alone, ["James", "Ruiz", "Ana Ruiz", "Zyxq"]))
    assert Citations(Layout("Team: Ana et al.")).kind(6, 9) == ""
    for text in ("(Ana, 2010; Barabé, 2011)", "[Takenawa and Ana, 2001]"):
        assert Citations(Layout(text)).kind(*place(text, "Ana")) == "year"
    assert Citations(Layout("(Ana, 2021; Kenji, 2021)")).kind(1, 4) == ""
    assert Citations(Layout("Barabé came. [Ana, 2021; Kenji, 2021]")).kind(14, 17) == ""
    listed = "so Ana (2010)\n\nReferences\nAna, J. (2010). Title. Press."
    assert Citations(Layout(listed)).kind(3, 6) == "year"


@pytest.mark.parametrize(
    "entry",
    [
        "[2] a video, ask Matteo, 2021.",
        "[2] Lecture notes Statics 2, prof. Matteo, 2021.",
        "Dr. Matteo said 1930, see p. 4",
        "Matteo, kindergarten teacher, interview, 3 May 2021.",
    ],
)
def test_who_taught_or_told_is_no_author_in_the_list_of_references(entry):
    """A course's teacher and a classmate were kept as cited, for certain."""
    text = f"We read a lot.\n\nReferences\n\n[1] Smith, J. (2010). Statics. Wiley.\n{entry}\n"
    assert Citations(Layout(text)).kind(*place(text, "Matteo")) == ""
