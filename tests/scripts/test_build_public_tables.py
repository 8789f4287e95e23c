"""The step that builds the tables of public figures and eponyms: what it takes and leaves out."""

import lzma
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts" / "build_public_tables.py"
if not SCRIPT.exists():
    pytest.skip("the build scripts are not part of this copy", allow_module_level=True)


@pytest.fixture(scope="module")
def build(load_script):
    return load_script(SCRIPT)


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "public_figures.tsv").write_text(
        "name\tsource\tlicence\toccupation\textra\n"
        "Ada Quillfeather\tlist_a\tCC0-1.0\t\t\n"
        "Ada Kowalczyk\tlist_a\tCC0-1.0\t\t\n"
        "Berta Nakamura\tlist_b\tCC-BY-SA-4.0 (titles only)\t\t\n"
        "Cem Ferreira\tlist_c\tCC0/CC-BY-SA-4.0 (see README)\t\t\n"
        "Dora Lindqvist\tlist_d\tno licence (facts only)\t\t\n"
        "Emil Okonkwo (painter)\tlist_e\tCC-BY-4.0\t\t\n"
        "Ferreira\tlist_a\tCC0-1.0\t\t\n"
        "RodrÌ_guez Moura\tlist_a\tCC0-1.0\t\t\n"
        "The Big House\tlist_a\tCC0-1.0\t\t\n",
        "utf8",
    )
    (tmp_path / "eponyms.tsv").write_text(
        "term\tsource\tlicence\nKowalczyk scale\tlist_a\tMIT\nNakamura test\tlist_b\tCC-BY-SA-4.0\n"
        "Braille\tlist_a\tMIT\n",
        "utf8",
    )
    return tmp_path


def run(build, monkeypatch, *args):
    monkeypatch.setattr(sys, "argv", ["build_public_tables.py", *map(str, args)])
    build.main()


def test_only_rows_with_a_free_licence_are_taken(build, folder, tmp_path, monkeypatch):
    out = tmp_path / "out"
    out.mkdir()
    run(build, monkeypatch, "--public-dir", folder, "-o", out)
    figures = lzma.decompress((out / "public_figures.txt.xz").read_bytes()).decode("utf8")
    lines = set(figures.splitlines())
    assert {"ada quillfeather", "emil okonkwo", "isaac newton"} <= lines
    assert "ada kowalczyk" not in lines, "so many a Pole is called"
    for name in ("berta nakamura", "cem ferreira", "dora lindqvist", "guez moura", "big house"):
        assert name not in figures
    assert "ferreira" not in lines, "a lone word is no full name"
    assert "list_a (CC0-1.0): 1" in figures and "list_b" not in figures
    terms = (out / "public_eponyms.txt").read_text("utf8").splitlines()
    assert "Kowalczyk scale" in terms and "Newton's second law" in terms
    assert "Nakamura test" not in terms and "Braille" not in terms


def test_without_a_folder_the_own_lists_alone_are_packed(build, tmp_path, monkeypatch):
    run(build, monkeypatch, "-o", tmp_path)
    figures = lzma.decompress((tmp_path / "public_figures.txt.xz").read_bytes()).decode("utf8")
    assert "albert einstein" in figures.splitlines()
    assert {"bill gates", "rosa parks"} <= set(figures.splitlines()), "words, and yet meant"
    head = figures.splitlines()[1]
    assert head.count(";") == 0 and "written for this package (MIT)" in head


def test_names_of_many_are_left_out_of_the_long_list(build):
    assert not build.borne_by_few("Maria García") and not build.borne_by_few("John Smith")
    assert not build.borne_by_few("Modou Lo"), "few in the world, many in Senegal"
    assert not build.borne_by_few("Li Wei"), "surname first"
    assert build.borne_by_few("Wangari Maathai") and build.borne_by_few("J. R. R. Tolkien")


def test_namesakes_are_counted(build):
    assert build.namesakes([]) == 0
    assert build.namesakes(["maria garcia", "juan garcia"]) > build.namesakes(["maria garcia"]) > 0


def test_whom_everybody_knows_is_listed_whoever_else_is_called_so(build, tmp_path):
    lists = tmp_path / "world.txt"
    lists.write_text(
        "# told\n[most famous]\nMaria García;Jane Jacobs;Freinet\n"
        "[sport]\nJohn Smith;Abeba Aregawi\n",
        "utf8",
    )
    assert [name for name, _ in build.listed_by_fame(lists)] == [
        "Jane Jacobs", "Abeba Aregawi",
    ]  # fmt: skip
    fame = tmp_path / "pantheon_fame.tsv"
    fame.write_text(
        "name\toccupation\thpi\nJohn Smith\tEXPLORER\t17.2\nAnna Lindh\tPOLITICIAN\t22.1\n"
        "Alp Arslan, Sultan\tPOLITICIAN\t18.0\n",
        "utf8",
    )
    names = [name for name, source in build.famous(fame) if source == build.PANTHEON]
    assert names == ["Anna Lindh", "Alp Arslan"]


def test_the_same_inputs_give_the_same_bytes(build, folder, tmp_path, monkeypatch):
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        run(build, monkeypatch, "--public-dir", folder, "-o", tmp_path / name)
    for table in ("public_figures.txt.xz", "public_eponyms.txt"):
        assert (tmp_path / "one" / table).read_bytes() == (tmp_path / "two" / table).read_bytes()
