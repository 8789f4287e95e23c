import json
import shutil
import subprocess
import sys
import time
from collections import Counter
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
import spacy

import spacy_hips.lab.corpus
from spacy_hips.core.errors import HipsError
from spacy_hips.core.labels import LABELS, ROLES
from spacy_hips.core.spans import read_group
from spacy_hips.desk.annotations.annotations import (
    Annotated,
    read_annotations,
    to_docs,
    write_annotations,
)
from spacy_hips.lab.corpus.generate import Generator, generate, main
from spacy_hips.lab.corpus.identities import read_lists
from spacy_hips.lab.corpus.library import SPLITS
from spacy_hips.lab.corpus.name_styles import fold
from spacy_hips.lab.corpus.publics import FIELDS, Publics
from spacy_hips.lab.corpus.render import Writer
from spacy_hips.lab.evaluate.fairness import read_mentions

TEMPLATES = Path(spacy_hips.lab.corpus.__file__).parent / "templates"


@pytest.fixture(scope="module")
def few(small_names):
    return list(generate(20, 7, "train", small_names))


@pytest.fixture(scope="module")
def corpora(small_names):
    return {split: list(generate(400, 7, split, small_names)) for split in SPLITS}


@pytest.fixture(scope="module")
def records(corpora):
    return [record for corpus in corpora.values() for record in corpus]


def private_names(corpus):
    """Words of the names of private persons, without accents and particles."""
    return {
        word
        for record in corpus
        for person in record["persons"].values()
        if person["role"] != "public"
        for word in fold(person["name"]).replace("-", " ").split()
        if len(word) > 4
    }


@pytest.mark.slow  # makes a corpus twice; one document is made again below
def test_the_same_seed_gives_the_same_documents(small_names, few):
    assert list(generate(10, 7, "train", small_names)) == few[:10]
    assert list(generate(10, 8, "train", small_names)) != few[:10]


def test_a_document_can_be_made_alone(small_names, few):
    assert Generator("train", tables=small_names).document(7, 12) == few[12]


def test_spans_and_roles_of_a_few_documents_are_exact(few):
    test_spans_are_exact(few)
    test_names_are_where_the_roles_say(few)
    test_names_of_private_persons_are_written_nowhere_without_a_mark(few)


@pytest.mark.slow
def test_documents_are_the_same_in_another_process(small_names):
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]);"
        "from conftest import SmallNames;"
        "from spacy_hips.lab.corpus.generate import generate;"
        "print([len(r['text']) for r in generate(20, 1, 'dev', SmallNames())])"
    )
    args = [sys.executable, "-c", code, str(Path(__file__).parent)]
    done = subprocess.run(args, capture_output=True, text=True, check=True)
    expected = [len(r["text"]) for r in generate(20, 1, "dev", small_names)]
    assert json.loads(done.stdout) == expected


@pytest.mark.slow
def test_spans_are_exact(records):
    for record in records:
        text, last = record["text"], 0
        for start, end, label in record["spans"]:
            assert label in LABELS
            assert last <= start < end <= len(text)
            assert text[start:end] == text[start:end].strip()
            last = end


@pytest.mark.slow
def test_names_are_where_the_roles_say(records):
    for record in records:
        persons = [[s, e] for s, e, label in record["spans"] if label == "PERSON"]
        for start, end, role, key in record["roles"]:
            assert role in ROLES
            person = record["persons"][key]
            assert person["role"] == role
            assert ([start, end] in persons) == (person["kind"] != "eponym")
        assert len(persons) <= len(record["roles"])


@pytest.mark.slow
def test_names_of_private_persons_are_written_nowhere_without_a_mark(records):
    """What carries a private name is marked: as a name, or as an address, handle, school, firm."""
    missed = Counter()
    for record in records:
        hidden = list(record["text"])
        for start, end, *_ in [*record["spans"], *record["roles"]]:
            hidden[start:end] = " " * (end - start)
        rest = set("".join(hidden).split())
        for person in record["persons"].values():
            if person["role"] != "public" and person["name"].split()[0] in rest:
                missed[person["name"]] += 1
    # A name that is also a word ("Will") may stand there as a word.
    assert all(name.split()[0].lower() in WORDS for name in missed), missed


WORDS = {"will", "mark", "may", "grace", "hope", "joy", "art", "chance", "guy", "august", "june",
         "april", "green", "case", "law", "gift", "rose", "peace", "day", "street", "faith",
         "sunday", "monday", "friday", "wednesday", "summer", "early", "close", "field", "price",
         "may,", "long", "young", "rich", "short", "head", "hand", "park", "church", "school", "an",
         "no", "my", "so", "do", "to", "he", "she", "you", "man", "can", "son", "kenya", "grant",
         "trust", "bill", "frank", "wisdom", "major", "justice", "king", "prince", "paris",
         "london", "blessing", "river", "stone", "forest", "page", "lane"}  # fmt: skip


@pytest.mark.slow
def test_every_label_occurs(records):
    found = {label for record in records for _, _, label in record["spans"]}
    written = {name for name in LABELS if not name.startswith("NAME_") and name != "URL"}
    assert found == written


@pytest.mark.slow
def test_every_role_and_kind_occurs(records):
    persons = [p for record in records for p in record["persons"].values()]
    assert {p["role"] for p in persons} == set(ROLES)
    assert {p["kind"] for p in persons} == {"drawn", "listed", "cited", "fictional", "eponym"}
    assert {kind for record in records for _, _, kind in record["urls"]} == {"private", "public"}


@pytest.mark.slow
def test_splits_share_no_private_name(corpora):
    train, dev, test = (private_names(corpora[split]) for split in SPLITS)
    assert not train & dev
    assert not train & test
    assert not dev & test


@pytest.mark.slow
def test_splits_share_no_template(corpora):
    names = [{r["meta"]["template"] for r in corpora[split]} for split in SPLITS]
    assert not names[0] & names[1]
    assert not names[0] & names[2]
    assert not names[1] & names[2]
    assert all(r["meta"]["split"] == split for split in SPLITS for r in corpora[split])


@pytest.mark.slow
def test_of_development_documents_each_second_is_of_other_templates(corpora):
    """A filter learns from the ones and chooses its threshold on the others."""
    halves = [[r for r in corpora["dev"] if r["meta"]["half"] == half] for half in (0, 1)]
    assert [len(half) for half in halves] == [200, 200]
    names = [{r["meta"]["template"] for r in half} for half in halves]
    assert all(name.startswith("background") for name in names[0] & names[1])


@pytest.mark.slow
def test_documents_are_varied(records):
    assert len({record["text"] for record in records}) == len(records)
    lengths = sorted(len(record["text"].split()) for record in records)
    assert lengths[len(lengths) // 2] > 100
    assert lengths[-1] > 1000
    nobody = sum(not any(r[2] != "public" for r in record["roles"]) for record in records)
    assert nobody / len(records) > 0.1


@pytest.mark.slow
def test_stories_name_one_person_many_times(records):
    most = [max(Counter(role[3] for role in r["roles"]).values(), default=0) for r in records]
    assert sum(count >= 10 for count in most) > 5


@pytest.mark.slow
def test_page_headers_repeat_the_name(records):
    repeated = [
        record
        for record in records
        if sum(role[2] == "student" for role in record["roles"]) >= 3
        and len({record["text"][s:e] for s, e, r, _ in record["roles"] if r == "student"}) == 1
    ]
    assert repeated


def mentions(records):
    return [(mention.groups["form"], mention.text) for r in records for mention in read_mentions(r)]


@pytest.mark.slow
def test_full_names_are_written_in_other_forms_too(records):
    forms = Counter(form for form, _ in mentions(records))
    whole = forms["full"] + forms["Last, First"] + forms["file name"]
    assert 0.04 < forms["Last, First"] / whole < 0.25
    assert 0.03 < forms["file name"] / whole < 0.2
    assert forms["full"] / whole > 0.6
    assert min(forms[form] for form in ("lower case", "CAPS", "initials", "other order")) > 10


@pytest.mark.slow
def test_some_documents_write_everybody_alike(records):
    """As a roster does: three people or more, all "Last, First"."""
    rosters = 0
    for record in records:
        people = {m.person: m.groups["form"] for m in read_mentions(record) if "," in m.text}
        everybody = {m.person for m in read_mentions(record)}
        rosters += len(people) > 2 and len(people) >= 0.7 * len(everybody)
    assert rosters > 3


@pytest.mark.slow
def test_some_documents_have_lost_their_lines(records):
    lost = [r for r in records if len(r["text"]) > 500 and "\n" not in r["text"]]
    assert 0.02 < len(lost) / len(records) < 0.12


def touching(record):
    """Pairs of different people's names with nothing but one blank between."""
    roles = sorted(record["roles"])
    return [
        (a, b) for a, b in pairwise(roles) if record["text"][a[1] : b[0]] == " " and a[3] != b[3]
    ]


@pytest.mark.slow
def test_names_that_touch_are_two_spans_on_every_way(records, tmp_path):
    """In the record, as a document, and in files of either kind."""
    rows = [record for record in records if touching(record)]
    assert len(rows) > 0.01 * len(records)
    path = tmp_path / "touching.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf8")
    annotated = read_annotations(path)
    docs = list(to_docs(annotated, spacy.blank("en"), misaligned="expand"))
    for record, doc in zip(rows, docs, strict=True):
        places = [(span.start, span.end, span.label) for span in read_group(doc, "pii")]
        assert [list(place) for place in places] == record["spans"]
        for a, b in touching(record):
            assert {(a[0], a[1], "PERSON"), (b[0], b[1], "PERSON")} <= {*places}


def test_names_that_touch_keep_their_borders_in_bio_labels(tmp_path):
    text = "Thanks, Antonio Nadia Ferreira"
    spans = ((8, 15, "NAME_STUDENT"), (16, 30, "NAME_STUDENT"))
    write_annotations([Annotated("1", text, spans)], tmp_path / "out.json")
    assert read_annotations(tmp_path / "out.json")[0].spans == spans


@pytest.mark.slow
def test_lists_of_public_figures_and_backgrounds_are_used(small_names, shared):
    data = shared / "data"
    made = list(generate(120, 3, "train", small_names, data / "background", data / "public"))
    templates = Counter(r["meta"]["template"].split("-")[0] for r in made)
    assert templates["background"] > 10


def test_only_public_figures_of_a_free_licence_are_read(tmp_path):
    (tmp_path / "public_figures.tsv").write_text(
        "name\tsource\tlicence\toccupation\textra\n"
        + "".join(f"Free{c} Person{c}\tdariusk_scientists\tCC0-1.0\t\t\n" for c in "abcdefghij")
        + "".join(f"Share{c} Alike{c}\twp_vital5_people\tCC-BY-SA-4.0\t\t\n" for c in "abcdefghij")
    )
    publics = Publics("train", tmp_path)
    names = {publics.draw("scientist", "", Random(seed)).full for seed in range(200)}
    assert any(name.startswith("Free") for name in names)
    assert not any(name.startswith("Share") for name in names)


@pytest.mark.slow  # draws many people
def test_public_people_are_of_the_whole_world():
    """They were mostly American and British, which taught that English names are public."""
    publics = Publics("train")
    drawn = {field: set() for field in FIELDS}
    for field, names in drawn.items():
        for seed in range(300):
            names.add(publics.draw(field, "", Random(seed)).full)
    world = read_lists("public_world.txt")
    assert all(len(drawn[field] & set(world[field])) > 50 for field in FIELDS)


@pytest.mark.slow
def test_names_come_from_the_packaged_tables(shared):
    made = list(generate(300, 1, "train"))
    regions = Counter(p["region"] for r in made for p in r["persons"].values() if p["region"])
    assert min(regions.values()) > 10


@pytest.mark.slow
def test_the_command_line_writes_a_corpus(tmp_path, small_names, monkeypatch):
    monkeypatch.setattr("spacy_hips.lab.corpus.generate.name_tables", lambda: small_names)
    monkeypatch.setattr("spacy_hips.lab.corpus.generate.TableNames", lambda tables: tables)
    out = tmp_path / "dev.jsonl"
    main(["--n", "12", "--seed", "4", "--split", "dev", "-o", str(out)])
    rows = [json.loads(line) for line in out.read_text(encoding="utf8").splitlines()]
    assert rows == list(generate(12, 4, "dev", small_names))


@pytest.mark.slow  # makes a library of templates anew
def test_missing_folders_are_an_error(tmp_path, small_names):
    with pytest.raises(HipsError, match="E404"):
        main(["--data-dir", str(tmp_path / "none")])
    with pytest.raises(HipsError, match="E404"):
        generate(1, 1, "train", small_names, public_dir=tmp_path)
    with pytest.raises(HipsError, match="E404"):
        generate(1, 1, "train", small_names, background_dir=tmp_path)


@pytest.mark.slow
def test_a_thousand_documents_take_less_than_a_minute(small_names):
    generator = Generator("train", tables=small_names)
    begin = time.process_time()
    for number in range(200):
        generator.document(11, number)
    assert time.process_time() - begin < 12


@pytest.mark.slow  # makes a library of templates or a corpus anew
def test_nothing_global_is_changed(small_names):
    import random

    random.seed(5)
    state = random.getstate()
    list(generate(5, 1, "train", small_names))
    assert random.getstate() == state


@pytest.mark.slow  # makes a library of templates or a corpus anew
@pytest.mark.parametrize("slot", ["{nobody}", "{student.nothing}"])
def test_a_template_with_an_unknown_slot_is_refused(tmp_path, small_names, slot):
    for part in ("bodies", "phrases", "tables"):
        shutil.copytree(TEMPLATES / part, tmp_path / part)
    (tmp_path / "structures").mkdir()
    own = "".join(f"=== own-{i}\nBy {slot}\n\n" for i in range(20))
    (tmp_path / "structures" / "own.txt").write_text(own)
    with pytest.raises(HipsError, match="E407"):
        list(generate(1, 1, "train", small_names, templates_dir=tmp_path))


@pytest.mark.parametrize(
    ("written", "text"),
    [("1th", "1st"), ("2th", "2nd"), ("23th", "23rd"), ("4th", "4th"), ("11th", "11th"),
     ("112th", "112th"), ("101th", "101st"), ("a2th", "a2th"), ("x-2th", "x-2th")],
)  # fmt: skip
def test_a_number_ends_as_it_is_spoken(written: str, text: str):
    writer = Writer()
    writer.write(f"the {written} grade")
    assert writer.text == f"the {text} grade" and writer.length == len(writer.text)
