"""One call gives the trained pipeline; where it is not installed, it is said."""

import pytest

import spacy_hips
from spacy_hips.cli._app import main
from spacy_hips.core import shipped

ESSAY = "My name is Amara Okafor. My friend Youssef Haddad likes Newton's laws."


@pytest.fixture
def nothing_installed(monkeypatch):
    monkeypatch.setattr(shipped, "find_spec", lambda name: None)
    shipped._default.cache_clear()


def test_one_call_hides_names_and_keeps_public_people():
    pytest.importorskip("en_hips_student")
    out = spacy_hips.anonymize(ESSAY)
    assert "Newton" in out
    assert not any(name in out for name in ("Amara", "Okafor", "Youssef", "Haddad"))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("ayer vi a kofi en la escuela", "kofi"),
        ("la exposición la hicimos leyla y yo", "leyla"),
        ("gisteren zag ik zanele op school", "zanele"),
        ("zonder tendai gaan we niet hoor", "tendai"),
        ("gestern hab ich leyla gesehen", "leyla"),
        ("ohne emeka gehen wir nicht", "emeka"),
        ("redovisningen gjorde leyla och jag ihop", "leyla"),
        ("ayer vi a kofi en la escuela\nzonder tendai gaan we niet", "kofi"),
        ("ayer vi a kofi en la escuela\nzonder tendai gaan we niet", "tendai"),
        ("je suis assis à côté de wanjiru dans le train", "wanjiru"),
    ],
)
def test_chats_in_small_letters_of_five_languages(text, name):
    pytest.importorskip("en_hips_student")
    assert name not in spacy_hips.anonymize(text)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Dear Rosemary, here is my draft.", "Rosemary"),
        ("Thank you Forest! See you in class.", "Forest"),
        ("Speaker 2: Mason will go first.", "Mason"),
        ("We were three, Poppy, my sister and me.", "Poppy"),
        ("* Hunter (maths)", "Hunter"),
        ("thanks melody that helped", "melody"),
        ("ask my roommate grant about it", "grant"),
    ],
)
def test_names_that_are_english_words(text, name):
    pytest.importorskip("en_hips_student")
    assert name not in spacy_hips.anonymize(text)


def test_a_call_without_the_wheel_says_what_to_install(nothing_installed):
    with pytest.raises(spacy_hips.HipsError, match=r"E735.*en_hips_student"):
        spacy_hips.anonymize(ESSAY)


def test_a_model_that_is_not_there():
    with pytest.raises(spacy_hips.HipsError, match="E728"):
        spacy_hips.load("no_such_model")


class TestCommandLine:
    @pytest.fixture(autouse=True)
    def folder(self, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        (tmp_path / "in.txt").write_text(ESSAY)

    @pytest.mark.parametrize("verb", ["anonymize", "find", "view"])
    def test_without_a_model_nothing_is_written(self, verb, nothing_installed, tmp_path, capsys):
        assert main([verb, "in.txt", "-o", "out"]) == 2
        assert "E735" in capsys.readouterr().err
        assert [p.name for p in tmp_path.iterdir()] == ["in.txt"]

    @pytest.mark.slow  # loads the trained pipeline once more
    @pytest.mark.parametrize(("lang", "code"), [("sv", 0), ("fr", 0), ("it", 2)])
    def test_a_language_that_the_finder_has_learnt(self, lang, code, tmp_path, capsys):
        pytest.importorskip("en_hips_student")
        (tmp_path / "in.txt").write_text("Amara Okafor")
        assert main(["anonymize", "in.txt", "-o", "out.txt", "--lang", lang]) == code
        assert ("E735" in capsys.readouterr().err) == bool(code)

    def test_the_installed_one_is_taken(self, tmp_path):
        pytest.importorskip("en_hips_student")
        assert main(["anonymize", "in.txt", "-o", "out.txt"]) == 0
        assert "Okafor" not in (tmp_path / "out.txt").read_text()
        assert "student" in (tmp_path / "out.txt.about.json").read_text()

    @pytest.mark.parametrize(
        ("more", "code", "said"),
        [
            (["-o", "out.txt", "--rules-only"], 0, "Names not searched"),
            (["--lang", "sv"], 2, "'sv'"),
            (["--model", "en_hips_student", "--rules-only"], 2, "E736"),
        ],
    )
    def test_rules_alone_only_when_asked_for(self, nothing_installed, capsys, more, code, said):
        assert main(["anonymize", "in.txt", *more]) == code
        assert said in capsys.readouterr().err


@pytest.mark.filterwarnings("ignore:.*W104")
@pytest.mark.parametrize(
    "text",
    [
        'My friend <span class="x">Chidi Ojo</span> came late.',
        'My friend <a href="u">Chidi Ojo</a> came late.',
        "\x00Chidi came late to our class.",
        "My friend \x1bChidi Ojo\x00 came late.",
    ],
)
def test_names_beside_tags_and_signs_that_do_not_print(text):
    pytest.importorskip("en_hips_student")
    out = spacy_hips.anonymize(text)
    assert "Chidi" not in out and "Ojo" not in out
