"""The exact characters of a name."""

import pytest

from spacy_hips.find.names.tokens.ends import exact_ends


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
        ("Name___Ana Ruiz", "Ana Ruiz"),
        ("Nombre__Ana", "Ana"),
        ("ana__ruiz", "ana__ruiz"),
        ("TODO(ana", "ana"),
        ("Alexandra(Sasha", "Alexandra(Sasha"),
        ("Ana Ruiz(Direct", "Ana Ruiz"),
        ("Ana Ruiz(Privately", "Ana Ruiz"),
        ("<v Ana Ruiz", "Ana Ruiz"),
        ("<v.loud Ana Ruiz", "Ana Ruiz"),
        ("<v", ""),
        ('19,"Ruiz, Ana",55', "Ruiz, Ana"),
        ("19,Ruiz", "Ruiz"),
        ("V Ruiz", "V Ruiz"),
        ("[b]Ana Ruiz[/b", "Ana Ruiz"),
        ("b]Ana", "Ana"),
        ("2.Ana", "Ana"),
        ("b)Ana", "Ana"),
        ("A.Ruiz", "A.Ruiz"),
        ("Ana´s", "Ana"),
        ("Ruiz](https://x.org", "Ruiz"),
        ("AnaRuiz_HW3.docx", "AnaRuiz"),
        ("final-ana.ruiz.pptx", "ana.ruiz"),
        ("lab2_final_Ana.pdf", "Ana"),
        ("Essay-Ana", "Essay-Ana"),
    ],
)
def test_what_is_no_part_of_a_name_is_cut(text, name):
    start, end = exact_ends(text, 0, len(text), "PERSON")
    assert text[start:end] == name


def test_the_tag_of_a_voice_may_be_open_before_the_name():
    assert exact_ends("<v Ana Ruiz>", 1, 11, "PERSON") == (3, 11)
    assert exact_ends("a v Ana Ruiz", 2, 12, "PERSON") == (2, 12)


def test_a_full_stop_behind_the_name_is_taken_in():
    assert exact_ends("Ana Ruiz Jr. sang", 0, 11, "PERSON") == (0, 12)
    assert exact_ends("Ana Ruiz. I sang", 0, 8, "PERSON") == (0, 8)


def test_other_labels_keep_their_digits():
    assert exact_ends("Lima,32", 0, 7, "LOCATION") == (0, 7)
