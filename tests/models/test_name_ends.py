"""The exact characters of a name."""

import pytest

from spacy_hips.models.name_ends import exact_ends, is_noted


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ana Ruiz", "Ana Ruiz"),
        ("“Ana Ruiz”", "Ana Ruiz"),
        ("Ana [Ruiz]", "Ana [Ruiz]"),
        ("[Ana] Ruiz", "Ana] Ruiz"),
        ("Ana Ruiz²", "Ana Ruiz"),
        ("Ana Ruiz†", "Ana Ruiz"),
        ("Ana Ruiz's", "Ana Ruiz"),
        ("Ana R.", "Ana R."),
        ("Ana Ruiz.", "Ana Ruiz"),
        ("Ana Ruiz Jr.", "Ana Ruiz Jr."),
        ("Ana_Ruiz_final_v2.docx", "Ana_Ruiz"),
        ("Ruiz,32", "Ruiz"),
        ("---", ""),
        ("\\author{Ana Ruiz", "Ana Ruiz"),
        ("\\textbf{Ana", "Ana"),
        ("{Ana}", "Ana"),
        ("<b>Ana", "Ana"),
        ("author=Ana", "Ana"),
        ("TODO(ana", "ana"),
        ("Alexandra(Sasha", "Alexandra(Sasha"),
    ],
)
def test_what_is_no_part_of_a_name_is_cut(text, name):
    start, end = exact_ends(text, 0, len(text), "PERSON")
    assert text[start:end] == name


def test_a_full_stop_behind_the_name_is_taken_in():
    assert exact_ends("Ana Ruiz Jr. sang", 0, 11, "PERSON") == (0, 12)
    assert exact_ends("Ana Ruiz. I sang", 0, 8, "PERSON") == (0, 8)


def test_other_labels_keep_their_digits():
    assert exact_ends("Lima,32", 0, 7, "LOCATION") == (0, 7)


def test_raised_numbers():
    assert is_noted("Ruiz²")
    assert not is_noted("Ruiz2")
    assert not is_noted("")
