"""The step that builds the name tables: what it takes, and what it leaves out."""

import json
import lzma
from pathlib import Path

import pytest

pytest.importorskip("faker", reason="the name tables are built from Faker's lists")

SCRIPT = Path(__file__).parents[2] / "scripts" / "build_name_tables.py"
if not SCRIPT.exists():
    pytest.skip("the build scripts are not part of this copy", allow_module_level=True)


@pytest.fixture(scope="module")
def build(load_script):
    return load_script(SCRIPT)


@pytest.fixture
def sieve(build):
    base = {"EG": 15.0, "IQ": 10.0, "ES": 15.0, "MX": 15.0, "PT": 5.0, "AE": 10.0, "IN": 60.0}
    trusted = {"hispanic": {"lucia": "Lucía"}}

    def make(kind="forenames", women=None):
        return build.Sieve(
            kind, trusted, base, women or {}, dict.fromkeys(base, 10_000) | {"PT": 900}
        )

    return make


@pytest.mark.parametrize(
    ("text", "kind", "name"),
    [
        ("  maría ", "forenames", "María"),
        ("GARCÍA", "surnames", "García"),
        ("O’Brien", "surnames", "O'Brien"),
        ("de la Cruz", "surnames", "de la Cruz"),
        ("Mcdonald", "surnames", "McDonald"),
        ("Ana María", "forenames", ""),  # two names, not one
        ("Love Machine", "surnames", ""),
        ("Tom123", "forenames", ""),
        ("J.", "forenames", ""),
        ("Баtar", "forenames", ""),  # two scripts in one name
        ("Baаtar", "forenames", ""),  # the second a is Cyrillic
        ("Смирно\u0301в", "surnames", "Смирнов"),
        ("أبو شقدم", "surnames", "أبو شقدم"),
    ],
)
def test_tidy(build, text, kind, name):
    assert build.tidy(text, kind) == name


@pytest.mark.parametrize(
    ("name", "locale", "latin"),
    [
        ("Шевченко", "uk_UA", "Shevchenko"),
        ("Ольга", "ru_RU", "Olga"),
        ("Παπαδόπουλος", "el_GR", "Papadopoulos"),
        ("Գրիգորյան", "hy_AM", "Grigoryan"),
        ("ბერიძე", "ka_GE", "Beridze"),
        ("Христова", "bg_BG", "Hristova"),
    ],
)
def test_romanised(build, name, locale, latin):
    assert build.romanise(name, locale) == latin


@pytest.mark.parametrize(
    ("country", "name", "gender"),
    [
        ("RU", "Ivanova", "F"),
        ("RU", "Ivanov", "M"),
        ("LT", "Kazlauskienė", "F"),
        ("LV", "Ozoliņš", "M"),
        ("GR", "Papadopoulos", "M"),
        ("IS", "Jónsdóttir", "F"),
        ("GB", "Collins", ""),
    ],
)
def test_surnames_tell_their_gender_where_they_have_one(build, country, name, gender):
    assert build.surname_gender(country, name) == gender


def test_a_name_of_other_cultures_is_noise_even_if_it_tops_the_list(sieve):
    shares = {"EG": 0.44, "ES": 0.2, "MX": 0.2, "PT": 0.1}
    ranked = {"EG": 8, "ES": 4, "MX": 19, "PT": 1}
    assert not sieve().keeps("Ana", "EG", shares, ranked, {})


def test_a_name_that_the_whole_culture_has_is_kept(sieve):
    shares = {"EG": 0.6, "IQ": 0.35}
    assert sieve().keeps("Mostafa", "EG", shares, {"EG": 8, "IQ": 30}, {})


def test_rare_names_are_never_taken(sieve):
    shares = {"EG": 0.6, "IQ": 0.35}
    assert not sieve().keeps("Mostafa", "EG", shares, {"EG": 1200, "IQ": 30}, {})
    assert not sieve().keeps("Mostafa", "EG", shares, {"EG": 700}, {})


def test_a_country_with_few_accounts_gives_fewer_names(sieve):
    assert sieve().keeps("Nuno", "PT", {"PT": 0.9, "ES": 0.1}, {"PT": 80}, {})
    assert not sieve().keeps("Nuno", "PT", {"PT": 0.9, "ES": 0.1}, {"PT": 100}, {})


def test_names_brought_by_migrants_are_not_the_gulfs(sieve):
    assert not sieve().keeps("Kumar", "AE", {"AE": 0.6, "IN": 0.4}, {"AE": 5, "IN": 1}, {})
    assert sieve().keeps("Fahad", "AE", {"AE": 0.6, "EG": 0.4}, {"AE": 5, "EG": 90}, {})


def test_a_name_that_another_source_attests_is_kept(sieve):
    assert sieve().keeps("Lucia", "ES", {"EG": 0.9, "ES": 0.1}, {"ES": 50}, {})


def test_a_surname_in_the_forename_field_is_a_slip(sieve):
    shares = {"ES": 0.5, "MX": 0.5}
    assert not sieve().keeps("Garcia", "ES", shares, {"ES": 300}, {"ES": 1})
    assert sieve().keeps("Marta", "ES", shares, {"ES": 30}, {"ES": 400})


def test_a_womans_forename_is_no_fathers_name(sieve):
    shares = {"EG": 0.6, "IQ": 0.4}
    surnames = sieve("surnames", {"nadia": 0.98, "adel": 0.02})
    assert not surnames.keeps("Nadia", "EG", shares, {"EG": 90, "IQ": 90}, {})
    assert surnames.keeps("Adel", "EG", shares, {"EG": 90, "IQ": 90}, {})


@pytest.mark.parametrize("noise", ["Tlm", "Egypt", "Facebook", "Om", "El"])
def test_abbreviations_places_and_words_are_noise(sieve, noise):
    assert not sieve().keeps(noise, "EG", {"EG": 0.6, "IQ": 0.4}, {"EG": 9, "IQ": 9}, {})


def test_lists_without_order_are_thinned_evenly_over_the_alphabet(build):
    names = {f"{letter}{number}": 1.0 for letter in "abcdefghij" for number in range(100)}
    kept = build.thinned(names, 200)
    assert len(kept) == 200
    counts = [sum(name.startswith(letter) for name in kept) for letter in "abcdefghij"]
    assert min(counts) >= 8


@pytest.mark.slow
def test_a_table_from_fakers_lists_alone_is_the_same_each_time(build, tmp_path):
    from spacy_hips.text.lexicon.tables import NameTables

    one, two = tmp_path / "one.npz", tmp_path / "two.npz"
    for path in (one, two):
        build.main(["names", "-o", str(path)])
    assert one.read_bytes() == two.read_bytes()
    tables = NameTables(str(one))
    assert all("names-dataset" not in source for source in tables.header["sources"])
    assert len(tables.countries) >= 60
    assert tables.is_forename("Maria") and tables.gender("Maria").label == "F"


def test_words_are_counted_from_free_texts_only(build, tmp_path):
    def row(text, licence, source="gum"):
        return json.dumps({"text": text, "licence": licence, "source": source, "spans": []})

    path = tmp_path / "texts.jsonl"
    lines = [
        row("We saw a lantern, a Lantern and a lantern.", "CC-BY-4.0"),
        row("We met Zorblax and Zorblax. But zorblax is rare: zorblax.", "CC-BY-4.0"),
        row("the gizmo the gizmo", "CC-BY-SA-4.0"),
        row("the gadget the gadget", "CC BY-SA 4.0"),
        row("the widget the widget", "CC-BY-4.0", "irc"),
        row("amelia amelia", "CC-BY-4.0"),
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf8")
    target = tmp_path / "words.txt.xz"
    build.main(["words", "--texts", str(path), "-o", str(target)])
    words = lzma.decompress(target.read_bytes()).decode("utf8").splitlines()[1:]
    assert {"lantern", "grace"} <= set(words)
    assert not {"gizmo", "gadget", "widget", "amelia"} & set(words)
    assert words == sorted(words)
