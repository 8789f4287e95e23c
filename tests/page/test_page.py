"""The page of a document is read once for everybody."""

import gc

import spacy

from spacy_hips.text.page.page import page_for, page_of

TEXT = "Name,Score\nAmara,50\nsee ana_ruiz.pdf\nAna, Ben, Cho, Dee and Eve came"


def test_all_who_ask_get_the_same_page():
    doc = spacy.blank("en")(TEXT)
    assert page_of(doc) is page_of(doc) is page_for(TEXT)
    assert page_for(TEXT).rows is page_of(doc).rows


def test_it_is_let_go_of_with_its_document():
    doc = spacy.blank("en")(TEXT)
    page_of(doc)
    del doc
    gc.collect()
    assert page_for(TEXT) is not page_for(TEXT)


def test_what_is_read():
    page = page_for(TEXT)
    assert [TEXT[slice(*cell)] for cell in page.name_cells] == ["Amara"]
    assert [TEXT[slice(*word)] for word in page.words_of_files] == ["ana", "ruiz"]
    assert [[TEXT[slice(*item)] for item in row] for row in page.rows] == [
        ["Ana", "Ben", "Cho", "Dee", "Eve"]
    ]


def test_the_language_of_the_pipeline_goes_with_it():
    assert page_of(spacy.blank("sv")("Hej")).lang == "sv"
