"""Web addresses: a known host stays, what leads to somebody goes."""

import re

import pytest

from spacy_hips.replace.surrogates.maker import Context, Mention
from spacy_hips.replace.surrogates.urls import UrlSurrogate
from spacy_hips.who.persons.link.entity import Entity

from .conftest import SECRET

OWNED = [
    ("m.youtube.com/@mariagarcia", r"m\.youtube\.com/@ingridlindqvist"),
    (
        "https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=30s",
        r"https://www\.youtube\.com/watch\?v=[\w-]{11}&t=30s",
    ),
    ("youtu.be/dQw4w9WgXcQ", r"youtu\.be/[\w-]{11}"),
    (
        "https://www.youtube.com/channel/UCabcdEFGH1234",
        r"https://www\.youtube\.com/channel/[\w-]{14}",
    ),
    ("https://www.youtube.com/c/mariagarcia", r"https://www\.youtube\.com/c/ingridlindqvist"),
    ("www.facebook.com/maria.garcia.94", r"www\.facebook\.com/ingrid\.lindqvist\.\d\d"),
    (
        "https://www.facebook.com/profile.php?id=100001234567890#about",
        r"https://www\.facebook\.com/profile\.php\?id=\d{15}#about",
    ),
    ("facebook.com/maria/photos#maria", r"facebook\.com/ingrid/photos#ingrid"),
    (
        "linkedin.com/in/maria-garcia-1a2b3c",
        r"linkedin\.com/in/ingrid-lindqvist-\d[a-z]\d[a-z]\d[a-z]",
    ),
    ("linkedin.com/pub/maria-garcia/1/2/3", r"linkedin\.com/pub/ingrid-lindqvist/\d/\d/\d"),
    (
        "https://twitter.com/mgarcia/status/123456789012",
        r"https://twitter\.com/ilindqvist/status/\d{12}",
    ),
    ("http://maria.weebly.com/", r"http://ingrid\.weebly\.com/"),
    (
        "https://garcialopez.com/my-summer-essay.html",
        r"https://lindqvist\.example/my-[a-z]+-[a-z]+\.html",
    ),
    (
        "http://www.cs.uni-bonn.de/~mgarcia/index.html",
        r"http://www\.[a-z]+\.ac\.example/~ilindqvist/index\.html",
    ),
    (
        "http://maria:pw@host.org:8080/a/b",
        r"http://ingrid:[a-z]+@[a-z]+\.example\.org:8080/[a-z]/[a-z]",
    ),
    (
        "https://docs.google.com/document/d/1A2b3C4d5E6f7G8h9I0jk/edit?usp=sharing",
        r"https://docs\.google\.com/document/d/[\w-]{21}/edit\?usp=sharing",
    ),
]


@pytest.mark.parametrize("original, pattern", OWNED)
def test_host_is_kept_and_segments_rewritten(call, original, pattern, scopes):
    for scope in scopes:
        new = call(UrlSurrogate(), original, "URL_PERSONAL", owned=True, scope=scope)
        assert re.fullmatch(pattern, new), new
        assert not re.search(r"maria|garcia|dQw4|abcdEFGH|100001234|1234567890|1a2b3c|summer", new)


def test_unowned_address_loses_its_names_too(call):
    new = call(UrlSurrogate(), "facebook.com/juan.perez.12", "URL_PERSONAL")
    assert re.fullmatch(r"facebook\.com/[a-z]+\.[a-z]+\.\d\d", new)
    assert not re.search("juan|perez|12", new)


@pytest.mark.parametrize("text", ["twitter.com", "http://", "", "👍", "https://www.youtube.com/"])
def test_an_address_that_names_nobody_has_no_surrogate(call, text):
    assert call(UrlSurrogate(), text, "URL_PERSONAL") is None


@pytest.mark.parametrize(
    "text", ["http://例え.jp/マリア", "https://x.org/%6d%61ria", "a.b/c?d#e", "0/%\ud800"]
)
def test_addresses_in_any_script_and_with_escapes_are_rewritten(call, text, scopes):
    for scope in scopes:
        new = call(UrlSurrogate(), text, "URL_PERSONAL", scope=scope)
        assert new and "マリア" not in new and "%6d%61ria" not in new and "maria" not in new


@pytest.fixture
def follow():
    """Makes an address of somebody who becomes somebody."""

    def make(text, old, new, scope="document:1"):
        entity = Entity("URL_PERSONAL:1", "URL_PERSONAL", text, (text,), owner="PERSON:1")
        context = Context(entities={"PERSON:1": old}, identities={"PERSON:1": new})
        draw = SECRET.draw_for(scope, "URL_PERSONAL", entity.key)
        return UrlSurrogate()(Mention(text, 0, len(text), "URL_PERSONAL"), entity, context, draw)

    return make


def test_no_part_of_the_owners_name_is_left_by_chance(follow, scopes):
    """linkedin.com/in/evens-ambroise became stevenson-marcellus, with "evens" inside."""
    new = Entity("PERSON:1", "PERSON", "p", first="Stevenson", last="Marcellus")
    old = Entity("PERSON:1", "PERSON", "p", first="Evens", last="Ambroise")
    for scope in scopes:
        for text in ("linkedin.com/in/evens-ambroise", "https://ambroise.com/evens?u=evens#x"):
            made = follow(text, old, new, scope)
            assert made and "evens" not in made and "ambroise" not in made


def test_a_word_of_sites_goes_where_it_is_the_owners_name(follow):
    old = Entity("PERSON:1", "PERSON", "p", first="Paige", last="Author")
    new = Entity("PERSON:1", "PERSON", "p", first="Ingrid", last="Lindqvist")
    made = follow("https://paige.org/author/paige", old, new)
    assert made and "paige" not in made and "author" not in made
