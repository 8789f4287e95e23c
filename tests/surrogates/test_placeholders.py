"""Placeholders: which identifier stood there, within a document or within a wider scope."""

from __future__ import annotations

import hashlib
import re

import pytest

from spacy_hips.core.ids import Secret
from spacy_hips.core.labels import actions_for
from spacy_hips.core.spans import PiiSpan
from spacy_hips.replace.surrogates.replacer import Draws, Replacer
from spacy_hips.who.persons.link.linking import complete

TAG = re.compile(r"\[([^\[\]|]+)\|([A-Z_]+)\]")
SECRET = Secret(hashlib.sha256(b"placeholders").hexdigest().encode())
ACTIONS = dict.fromkeys(actions_for(), "placeholder")


def replaced(marked, scope="document", scope_id="one", owner=""):
    text, spans, last = "", [], 0
    for match in TAG.finditer(marked):
        text += marked[last : match.start()]
        spans.append(PiiSpan(len(text), len(text) + len(match[1]), match[2]))
        text, last = text + match[1], match.end()
    text += marked[last:]
    linked = complete(text, spans)

    def of(kind, key):
        return SECRET.draw_for(scope_id, kind, key)

    draws = Draws(of, SECRET.draw_for("a", "AUTHOR", "a"), scope, owner=owner)
    return Replacer({}, {})(text, linked.spans, linked.entities, ACTIONS, draws).text


@pytest.mark.parametrize(
    ("marked", "new"),
    [
        ("[Ana Ruiz|PERSON] and [Ben Li|PERSON]", "[PERSON_1] and [PERSON_2]"),
        ("[Anna Berg|PERSON] sings. [Annas|PERSON] bok", "[PERSON_1] sings. [PERSON_1]s bok"),
        ("[Anna Berg|PERSON] ler. [Anna Bergs|PERSON] hus", "[PERSON_1] ler. [PERSON_1]s hus"),
        ("[Lars Berg|PERSON] kom, [Lars|PERSON] sa", "[PERSON_1] kom, [PERSON_1] sa"),
        ("[Ana Ruiz's|PERSON] cat", "[PERSON_1]'s cat"),
        ("[Ana Ruiz|PERSON]'s cat", "[PERSON_1]'s cat"),
        ("[Lima|LOCATION] or [Cusco|LOCATION]", "[LOCATION_1] or [LOCATION_2]"),
    ],
)  # fmt: skip
def test_a_number_a_person_and_the_ending_of_a_genitive(marked, new):
    assert replaced(marked) == new


def test_a_code_is_the_same_in_all_documents_of_a_scope():
    """Entities are numbered by document, so the number of one says nothing in another."""
    first = replaced("[Ben Li|PERSON] met [Ana Ruiz|NAME_STUDENT].", "author")
    second = replaced("[Ana Ruiz|NAME_PRIVATE] came.", "author")
    code = re.fullmatch(r"\[PERSON_(\d{6})\] met \[NAME_STUDENT_(\d{6})\]\.", first)
    assert code and code[1] != code[2] and second == f"[NAME_PRIVATE_{code[2]}] came."
    other = replaced("[Ana Ruiz|NAME_PRIVATE] came.", "author", scope_id="two")
    assert other != second
    assert re.fullmatch(r"\[EMAIL_\d{9}\]", replaced("[ana@x.org|EMAIL]", "corpus"))


def test_a_forename_alone_is_its_authors():
    one, other = (replaced("[Ana|PERSON]", "corpus", owner=owner) for owner in ("a", "b"))
    assert one != other
