"""HTML in a text: its readers' view, and the way from there back to the source."""

from __future__ import annotations

import pytest

from spacy_hips.core.hypertext import ASIDE, SHOWN, Piece, has_tags, read_hypertext
from spacy_hips.core.spans import Replacement


def put(source: str, **surrogates: str) -> str:
    """The source with new texts for some of what is shown; an underscore stands for a space."""
    shown = read_hypertext(source)
    assert shown is not None
    done = []
    for old, new in surrogates.items():
        old = old.replace("_", " ")
        start = shown.text.index(old)
        end = start + len(old)
        done.append(Replacement(start, end, 0, 0, "PERSON", "PERSON:1", "surrogate", new))
    return shown.rewritten(done)


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("<p>By <b>Ana</b> Ruiz</p><p>Hello</p>", "By Ana Ruiz\n\nHello\n"),
        ("Ana<br>Ruiz<br/>Tom", "Ana\nRuiz\nTom"),
        ("<tr><td>Name</td><td>Ana Ruiz</td></tr>", "Name\tAna Ruiz\t\n"),
        ("O&#39;Neill &amp; Ana&nbsp;Ruiz", "O'Neill & Ana Ruiz"),
        ("<P CLASS=x>A</P>", "A\n"),
        ("Oka&shy;for and Oka<wbr>for", "Okafor and Okafor"),
        ("<a href='mailto:a@b.org' rel=me>Ana</a>", "Ana\n\nmailto:a@b.org"),
        ('<img alt="Ana &amp; Tom" title="Tom">x', "x\n\nAna & Tom\nTom"),
        ("Hi <!-- by Ana --> you", "Hi  you\n\n<!-- by Ana -->"),
        ('<img src="data:image/png;base64,QW5h">x', "x"),
        ("<b>x < y and z > 3</b>", "x < y and z > 3"),
        ("<input disabled>Ana", "Ana"),
        ("<!DOCTYPE html><style>p { font: Arial }</style>Ana", "Ana"),
        ("<style>p {} by Ana", "p {} by Ana"),
        ("=?UTF-8?Q?Ana_Ru=C3=ADz?= wrote", "Ana Ruíz wrote"),
        ("To: =?utf-8?B?QW5hIFJ1aXo=?=, Tom", "To: Ana Ruiz, Tom"),
        ("=?ISO-8859-1?q?Andr=E9?=\n =?utf-8*fr?Q?_Pirard?= x", "André Pirard x"),
        ("<b>=?UTF-8?Q?Ana?=</b>", "Ana"),
        ("<!-- never closed by Ana <b>Tom</b>", "\n\n<!-- never closed by Ana <b>Tom</b>"),
    ],
)
def test_the_view_of_a_reader(source, shown):
    assert read_hypertext(source).text == shown


@pytest.mark.parametrize(
    "source",
    [
        "",
        "No tag at all",
        "x < y, AT&T, a?b=1&copy=2, &nothing;",
        "=?nothing?Q?Ana?= =?utf-8?B?!?= =?utf-8?Q?? =?",
        "<Ana Ruiz> wrote to <ana@x.org>",
        "<v Ana>Hello</v>",
        "if a <b and c> d",
        "<i think Ana did it>",
        "1 << 3",
        "<",
        "<p",
        '<p title="Ana',
    ],
)
def test_what_is_no_html_is_text(source):
    assert read_hypertext(source) is None


def test_tags_are_noticed():
    assert has_tags("Hello<br/>Ana") and has_tags('<p class="x">')
    assert not any(map(has_tags, ("x < y > z", "<Ana>", "<b and c>", "AT&amp;T", "")))


def test_a_word_in_brackets_stays_in_sight_beside_html():
    assert read_hypertext("<b>I</b> am <Ana>").text == "I am <Ana>"


def test_no_tag_is_touched():
    source = '<p class="c">By <b>Ana Ruiz</b>,<br/>for <i>Tom</i></p>'
    new = '<p class="c">By <b>Mia Diaz</b>,<br/>for <i>Ben</i></p>'
    assert put(source, Ana_Ruiz="Mia Diaz", Tom="Ben") == new


def test_a_name_that_tags_part_is_replaced_once():
    assert put("<em>Ana</em> <b>Ruiz</b>!", Ana_Ruiz="Mia Diaz") == "<em>Mia</em> <b>Diaz</b>!"
    assert put("Ana R<b>uiz</b>!", Ana_Ruiz="Mia Diaz") == "Mia Diaz<b></b>!"
    assert put("<em>Ana</em> <b>Ruiz</b>!", Ana_Ruiz="Mia") == "<em>Mia</em> <b></b>!"


def test_an_entity_is_replaced_whole():
    assert put("Mr. O&#39;Neill's", **{"O'Neill": "Doyle"}) == "Mr. Doyle's"
    assert put("met Ana&nbsp;Ruiz.", Ana_Ruiz="Mia Diaz") == "met Mia Diaz."


def test_a_name_that_may_be_broken_is_replaced_whole():
    assert put("Oka&shy;for's", Okafor="Diaz") == "Diaz's"
    assert put("<i>Oka&shy;for</i> <b>Ng</b>", Okafor_Ng="Diaz Li") == "<i>Diaz</i> <b>Li</b>"


def test_a_surrogate_is_escaped():
    assert put("<b>Ana</b>", Ana="M & <D>") == "<b>M &amp; &lt;D&gt;</b>"
    assert put('<img alt="Ana">', Ana='M "D"') == '<img alt="M &quot;D&quot;">'


def test_a_name_in_a_tag_is_replaced_there():
    source = '<a href="https://x.org/ana" title="Ana Ruiz">page</a>'
    assert put(source, Ana_Ruiz="Mia Diaz") == source.replace("Ana Ruiz", "Mia Diaz")


def test_what_is_kept_stays_as_it_was_written():
    shown = read_hypertext("<b>AT&amp;T</b>")
    kept = Replacement(0, 4, 0, 4, "EMPLOYER", "EMPLOYER:1", "mark", "AT&T")
    assert shown.rewritten([kept]) == "<b>AT&amp;T</b>"


def test_new_places_are_those_of_the_new_source():
    source = '<p title="Ana"><b>Ana</b> and <i>Tom</i></p>'
    shown = read_hypertext(source)
    done = [
        Replacement(at, at + 3, 0, 0, "PERSON", "", "surrogate", new)
        for at, new in ((0, "Marianne"), (8, "Jo"), (shown.text.rindex("Ana"), "Marianne"))
    ]
    new = shown.rewritten(done)
    placed = shown.placed(done)
    assert [source[r.start : r.end] for r in placed] == ["Ana", "Ana", "Tom"]
    assert [new[r.new_start : r.new_end] for r in placed] == ["Marianne", "Marianne", "Jo"]


def test_pieces_and_their_kinds():
    shown = read_hypertext('<b title="Tom">Ana</b> Ruiz')
    assert shown.pieces(0, 8) == [Piece(15, 18, SHOWN), Piece(23, 27, SHOWN)]
    assert shown.pieces(10, 13) == [Piece(10, 13, ASIDE)]
    assert shown.pieces(8, 10) == []


def test_from_the_source_to_the_view():
    source = '<b title="Tom">Ana</b> O&#39;Neill'
    shown = read_hypertext(source)
    begin = source.index("Ana")
    assert shown.text[slice(*shown.shown(begin, len(source)))] == "Ana O'Neill"
    assert shown.text[slice(*shown.shown(10, 14))] == "Tom"
    assert shown.shown(1, 2) is None


@pytest.mark.parametrize(
    ("source", "marked"),
    [
        ('<a title="Ana">Ana</a>', 'Ana">Ana'),
        ('<p class="ana">Ana</p>', 'ana">Ana'),
        ('<b>Ana</b> <i class="ruiz">R</i>', 'Ana</b> <i class="ruiz">'),
    ],
)
def test_what_goes_over_a_tag_that_speaks_is_not_shown_together(source, marked):
    start = source.index(marked)
    assert read_hypertext(source).shown(start, start + len(marked)) is None
    plain = "Ana</b> Ruiz"
    assert read_hypertext(f"<b>{plain}").shown(3, 3 + len(plain)) == (0, 8)


def test_every_letter_outside_tags_is_shown():
    words = [f"w{i}" for i in range(40)]
    gaps = ["<p>", " ", "</p>", "&amp;", "<", ">", "<br/>", "<x>", "< ", '<i title="t">', "<!", "&"]
    source = "".join(word + gaps[i * 7 % len(gaps)] for i, word in enumerate(words))
    shown = read_hypertext(source).text
    assert [word for word in words if word not in shown] == []


REPEATED = ["<!--", "<!", "<p a=", "<p a='", "&lt", "<p ", "</", "<b>x", "<style>", "<style"]


@pytest.mark.few(3)
@pytest.mark.parametrize("piece", REPEATED)
def test_a_long_text_takes_no_longer_for_what_is_repeated_in_it(piece):
    source = piece * 50_000
    shown = read_hypertext(source)
    assert shown is None or len(shown.text) <= len(source) + 2


@pytest.mark.parametrize(
    ("source", "surrogates", "new"),
    [
        ("=?UTF-8?Q?Ana_Ruiz?= x", {"Ana_Ruiz": "Eva & Söl"}, "=?UTF-8?Q?Eva_=26_S=C3=B6l?= x"),
        ("=?utf-8?b?QW5hIFJ1aXo=?=", {"Ana_Ruiz": "Eva"}, "=?utf-8?b?RXZh?="),
        ("=?UTF-8?Q?By_Ana,_Tom?=", {"Ana": "Eva", "Tom": "Jo"}, "=?UTF-8?Q?By_Eva=2C_Jo?="),
        ("=?UTF-8?Q?Hi?= =?UTF-8?Q?_Ana?= y", {"Ana": "Eva"}, "=?UTF-8?Q?Hi_Eva?= y"),
        ("=?UTF-8?Q?Ana?= Ruiz", {"Ana_Ruiz": "Eva Sol"}, "=?UTF-8?Q?Eva?= Sol"),
        ("=?US-ASCII?Q?Ana?=", {"Ana": "Söl"}, "=?UTF-8?Q?S=C3=B6l?="),
        ("=?UTF-8?Q?Ana?=, <b>Tom</b>", {"Tom": "A & B"}, "=?UTF-8?Q?Ana?=, <b>A &amp; B</b>"),
        ("=?UTF-8?Q?Ana?= and Tom", {"Tom": "A & B"}, "=?UTF-8?Q?Ana?= and A & B"),
    ],
)
def test_encoded_words_are_encoded_as_they_were(source, surrogates, new):
    assert put(source, **surrogates) == new


def test_what_is_kept_in_encoded_words_hides_nothing_else():
    shown = read_hypertext("=?UTF-8?Q?May_2024,_Ana?=")
    kept = Replacement(0, 8, 0, 0, "DATE", "DATE:1", "mark", "May 2024")
    name = Replacement(10, 13, 0, 0, "PERSON", "PERSON:1", "surrogate", "Eva")
    assert shown.rewritten([kept, name]) == "=?UTF-8?Q?May_2024=2C_Eva?="
    assert shown.rewritten([kept]) == shown.source


def test_many_encoded_words_take_no_longer_each(linear):
    linear(lambda size: read_hypertext("=?UTF-8?Q?Ana?= x " * size), 2000)
    linear(lambda size: read_hypertext("=?UTF-8?Q?" + "=?a?q?" * size), 2000)
