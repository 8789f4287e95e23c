"""The codebook: complete in every language of the pages, and an identifier stands in each example
that is one."""

from __future__ import annotations

import pytest

from spacy_hips.core.labels import LABELS, ROLES
from spacy_hips.desk.pages.words import languages
from spacy_hips.desk.review.codebook import TABLE, codebook
from spacy_hips.text.lexicon.data_files import rows


def test_every_row_is_there_in_every_language():
    assert set(next(iter(rows(TABLE)))) == {"about", "kind", *languages()}
    assert [row for row in rows(TABLE) if not all(row.values())] == []


@pytest.mark.parametrize("lang", languages())
def test_it_tells_of_every_role_and_label(lang):
    entries = codebook(lang)
    assert [e.about for e in entries] == [*ROLES, *LABELS]
    for entry in entries:
        assert len(entry.yes) >= 2 and len(entry.no) >= 2 and entry.cases, entry.about
        assert all(text.count("**") >= 2 for text in entry.yes), entry.about
        assert all(text.count("**") % 2 == 0 for text in (*entry.yes, *entry.no)), entry.about
        sentences = [entry.definition, *(answer for _, answer in entry.cases)]
        assert all(text.endswith((".", ")")) for text in sentences), entry.about
