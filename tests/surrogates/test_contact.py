"""E-mail addresses and handles."""

import re

import pytest

from spacy_hips.core.ids import Secret
from spacy_hips.replace.surrogates.contact import EmailSurrogate, UsernameSurrogate


@pytest.mark.parametrize(
    "original, pattern",
    [
        ("maria.garcia@gmail.com", r"ingrid\.lindqvist@[a-z]+\.example"),
        ("mgarcia42@student.uni-bonn.de", r"ilindqvist\d\d@student\.[a-z]+\.ac\.example"),
        ("MGARCIA@UTEXAS.EDU", r"ILINDQVIST@[A-Z]+\.EXAMPLE\.EDU"),
        ("garcia_maria99@yahoo.co.uk", r"lindqvist_ingrid\d\d@[a-z]+\.example"),
        ("garcmar@ed.ac.uk", r"linding@[a-z]+\.ac\.example"),
        ("maria@garcialopez.com", r"ingrid@lindqvist\.example"),
        ("mailto:maria@x.org", r"mailto:ingrid@[a-z]+\.example\.org"),
        ("maria at garcia dot com", r"ingrid at lindqvist dot example"),
        ("josé.garcía@ñandu.es", r"ingrid\.lindqvist@[a-z]+\.example"),
        ("MariaGarcia@school.k12.tx.us", r"IngridLindqvist@[a-z]+\.example\.edu"),
    ],
)
def test_email_follows_its_owner(call, original, pattern):
    assert re.fullmatch(pattern, call(EmailSurrogate(), original, "EMAIL", owned=True))


def test_email_without_an_owner_keeps_its_shape(call):
    new = call(EmailSurrogate(), "john.smith42@gmail.com", "EMAIL")
    assert re.fullmatch(r"[a-z]+\.[a-z]+\d\d@[a-z]+\.example", new)
    assert not re.search(r"john|smith|42|gmail", new)


def test_equal_domains_stay_equal(call):
    one = call(EmailSurrogate(), "ana@utexas.edu", "EMAIL")
    two = call(EmailSurrogate(), "bo.li@utexas.edu", "EMAIL")
    assert one.split("@")[1] == two.split("@")[1]


def test_realistic_email_has_a_real_host_and_an_improbable_local_part(call):
    new = call(EmailSurrogate(realistic=True), "maria.garcia@gmail.com", "EMAIL", owned=True)
    local, host = new.split("@")
    assert re.fullmatch(r"ingrid\.lindqvist\.\d{6}", local)
    assert host != "gmail.com" and not host.endswith(".example")


@pytest.mark.parametrize(
    "text", ["@x", "a@", "", "@", "no address", "👍", "ana at x8Ltd. dot com & more", "a@b c"]
)
def test_no_email_gives_none(call, text):
    assert call(EmailSurrogate(), text, "EMAIL") is None


@pytest.mark.parametrize(
    "original, pattern",
    [
        ("@maria_garcia", r"@ingrid_lindqvist"),
        ("MariaG_99", r"IngridL_\d\d"),
        ("xXgarciaXx", r"xXlindqvistXx"),
        ("maria#1234", r"ingrid#\d{4}"),
        ("u/soccer_maria", r"u/[a-z]+_ingrid"),
        ("mjg2003", r"ii?l\d{4}"),
    ],
)
def test_handle_follows_its_owner(call, original, pattern):
    new = call(UsernameSurrogate(), original, "USERNAME", owned=True)
    assert re.fullmatch(pattern, new)
    assert not re.search("maria|garcia|99|1234|soccer|2003", new, re.I)


def test_handle_and_address_of_one_owner_share_their_number(call):
    handle = call(UsernameSurrogate(), "@mgarcia42", "USERNAME", owned=True)
    address = call(EmailSurrogate(), "mgarcia42@gmail.com", "EMAIL", owned=True)
    assert address.startswith(handle[1:] + "@")


@pytest.mark.parametrize("text", ["小明2003", "ليلى_9", "Мария77", "👍x", "k", "__init__"])
def test_handles_of_any_script(call, text, scopes):
    for scope in scopes:
        new = call(UsernameSurrogate(), text, "USERNAME", scope=scope)
        assert new is None or new.casefold() != text.casefold()


def test_a_new_name_that_holds_the_old_one_is_not_used():
    """Otman Dahbi became Abdo Otman: his address must not say Otman again."""
    from spacy_hips.replace.surrogates.maker import Context, Mention
    from spacy_hips.who.persons.link.entity import Entity

    old = Entity("PERSON:1", "PERSON", "o", first="Otman", last="Dahbi")
    new = Entity("PERSON:1", "PERSON", "o", first="Abdo", last="Otman")
    draw = Secret(b"a secret for the tests, 32 bytes").draw_for("d", "EMAIL", "o")
    entity = Entity("EMAIL:1", "EMAIL", "otman.dahbi@gmail.com", owner="PERSON:1")
    context = Context(entities={"PERSON:1": old}, identities={"PERSON:1": new})
    made = EmailSurrogate()(Mention(entity.key, 0, 21, "EMAIL"), entity, context, draw)
    assert made and "otman" not in made and "dahbi" not in made


@pytest.mark.parametrize(
    ("particle", "original", "made"),
    [
        ("van der", "p.vanderberg@uva.nl", "n.vanderkint@"),
        ("van der", "pieter.van.der.berg@uva.nl", "noah.van.der.kint@"),
        ("van der", "vander_berg@uva.nl", "vander_kint@"),
        ("de la", "delaberg.pieter@uva.nl", "delakint.noah@"),
        ("dos", "pdosberg@uva.nl", "ndoskint@"),
    ],
)
def test_a_particle_that_both_names_bear_does_not_keep_the_new_name_away(particle, original, made):
    from spacy_hips.replace.surrogates.maker import Context, Mention
    from spacy_hips.who.persons.link.entity import Entity

    old = Entity("PERSON:1", "PERSON", "o", first="Pieter", last="Berg", particles=particle)
    new = Entity("PERSON:1", "PERSON", "o", first="Noah", last="Kint", particles=particle)
    context = Context(entities={"PERSON:1": old}, identities={"PERSON:1": new})
    draw = Secret(b"a secret for the tests, 32 bytes").draw_for("d", "EMAIL", "o")
    entity = Entity("EMAIL:1", "EMAIL", original, owner="PERSON:1")
    mention = Mention(original, 0, len(original), "EMAIL")
    assert EmailSurrogate()(mention, entity, context, draw).startswith(made)
