"""Labelled mentions and the persons behind them."""

from spacy_hips.who.persons.link.same_person import persons_of


def test_mentions_of_one_person_share_a_key_and_roles_do_not():
    text = "Ana Silva met Newton; Silva and another Newton left."
    mentions = [(0, 9, "student"), (14, 20, "public"), (22, 27, "student"), (40, 46, "student")]
    ana, newton, silva, pupil = persons_of(text, mentions)
    assert ana == silva
    assert len({ana, newton, pupil}) == 3
    assert newton.startswith("public")


def test_the_order_of_the_mentions_does_not_matter():
    text = "Ana Silva came. Ana left."
    assert persons_of(text, [(16, 19, "student"), (0, 9, "student")]) == ["student1", "student1"]
    assert persons_of(text, []) == []
