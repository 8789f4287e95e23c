"""The steps of hips_entities, one by one: what each does is gone where the config drops it."""

import pytest
import spacy

from spacy_hips import HipsError, PiiSpan, read_group, write_group
from spacy_hips.components.entities import HipsEntities
from spacy_hips.components.entity_steps import CLEAN, MERGE, SEARCH, Found, Values
from spacy_hips.find.rules.dates import SOURCE as DATES

DEFAULTS = {"clean": CLEAN, "merge": MERGE, "search": SEARCH}

# (section, step, a text with tags, what is there with the step, and what without it)
STEPS = [
    ("clean", "nobody", "Ask [@team|USERNAME] now.", [], ["@team"]),
    ("clean", "fields", "[Name: Ana Ruiz|PERSON]\n", ["Ana Ruiz"], ["Name: Ana Ruiz"]),
    ("clean", "fields", "[T|PERSON]: Why?\nS: [Ana|PERSON] knows.\nT: Yes.", ["Ana"], ["T", "Ana"]),
    (
        "clean", "file_names", "See [final_report_ana_ruiz_v2|PERSON].docx.",
        ["ana_ruiz"], ["final_report_ana_ruiz_v2"],
    ),
    (
        "merge", "repeats", "Write to [ana77@x.org|EMAIL], to ana77@x.org.",
        ["ana77@x.org", "ana77@x.org"], ["ana77@x.org"],
    ),
    (
        "merge", "streets", "At [12 Elmwood Street, Leeds|STREET_ADDRESS]. Elmwood Street is loud.",
        ["12 Elmwood Street, Leeds", "Elmwood Street"], ["12 Elmwood Street, Leeds"],
    ),
    ("merge", "borders", "[Dr. Ana Ruiz,|PERSON] came.", ["Dr. Ana Ruiz"], ["Dr. Ana Ruiz,"]),
    ("search", "parts", "[Amara Okafor|PERSON] left. Then Okafor wrote.",
     ["Amara Okafor", "Okafor"], ["Amara Okafor"]),
    ("search", "turns", "[Ana Ruiz|PERSON] asks.\nAR: yes\n", ["Ana Ruiz", "AR"], ["Ana Ruiz"]),
    ("search", "glued", "[Amara Okafor|PERSON] sent amaraokafor-essay.",
     ["Amara Okafor", "amaraokafor"], ["Amara Okafor"]),
    ("search", "initials", "[Amara Okafor|PERSON] came. Then AO paid.",
     ["Amara Okafor", "AO"], ["Amara Okafor"]),
    ("search", "initials", "[Gethin Probert|PERSON] came. My GP said no.\nMinutes: GP",
     ["Gethin Probert", "GP", "GP"], ["Gethin Probert"]),
    ("search", "initials", "[Gethin Probert|PERSON] came.\n**Minutes:** **GP**",
     ["Gethin Probert", "GP"], ["Gethin Probert"]),
    ("search", "initials", "Hola.\nMLG\n> [María Laura Gallardo|PERSON] escribió",
     ["MLG", "María Laura Gallardo"], ["María Laura Gallardo"]),
    ("search", "initials", "[Uma Sara Arden|PERSON] lives in the USA, she says.",
     ["Uma Sara Arden"], ["Uma Sara Arden"]),
    ("search", "turns", "[Bas Jan Wolf|PERSON] vraagt.\nBJW : ja\n", ["Bas Jan Wolf", "BJW"],
     ["Bas Jan Wolf"]),
    ("search", "file_names", "[Rose Hill|PERSON] sent hill_essay.docx.",
     ["Rose Hill", "hill"], ["Rose Hill"]),
    ("search", "tags", "[Mara Lund|PERSON] ran. We cheered #TeamMara.",
     ["Mara Lund", "Mara"], ["Mara Lund"]),
    ("search", "with_s", "[Karin Lund|PERSON] kom. Karins bok.",
     ["Karin Lund", "Karins"], ["Karin Lund"]),
    ("search", "handles", "[Thandi Mokoena|PERSON] is tmokoena3 there.",
     ["Thandi Mokoena", "tmokoena3"], ["Thandi Mokoena"]),
]  # fmt: skip


@pytest.fixture
def found(tagged):
    def run(string, source="ner", **settings):
        text, spans = tagged(string)
        doc = spacy.blank("en")(text)
        write_group(doc, "pii_ner", [PiiSpan(*span, 0.9, source) for span in spans])
        return HipsEntities(doc.vocab, **settings)(doc)

    return run


def texts(doc):
    return [doc.text[span.start : span.end] for span in read_group(doc, "pii")]


@pytest.mark.few(5)
@pytest.mark.parametrize(("section", "step", "text", "with_it", "without"), STEPS)
def test_a_step_is_dropped_by_null(found, section, step, text, with_it, without):
    assert texts(found(text)) == with_it
    dropped = {section: {**DEFAULTS[section], step: None}}
    assert texts(found(text, **dropped)) == without


def test_a_weekday_inside_a_date_of_a_rule_is_no_name():
    doc = spacy.blank("en")("On Tue, Mar 2, 2021 we met.")
    spans = [PiiSpan(3, 6, "PERSON", 0.99, "ner"), PiiSpan(3, 19, "DATE", 0.9, DATES)]
    labels = []
    for clean in (CLEAN, {**CLEAN, "weekdays": None}):
        write_group(doc, "pii_ner", spans)
        doc = HipsEntities(doc.vocab, clean=clean)(doc)
        labels.append([span.label for span in read_group(doc, "pii")])
    assert labels == [["DATE"], ["PERSON", "DATE"]]


# What was found by a rule and what was guessed; what is found then.
VALUES = [
    ("in der Zeil 3 in Wien", ["Zeil 3|rules.address", "Zeil 3 in Wien|ner"], ["Zeil 3 in Wien"]),
    ("wir wohnen Graben 12", ["Graben 12|ner"], ["Graben 12"]),
    ("wir wohnen Graben zwölf", ["Graben zwölf|ner"], ["Graben zwölf"]),
    ("Zeil 3 und Graben 12", ["Zeil 3|rules.address", "Graben 12|rules.address",
                              "Zeil 3 und Graben 12|ner"], ["Zeil 3 und Graben 12"]),
    ("Klasse 6c und 10b", ["6c|ner", "10b|ner"], []),
    ("am Hauptbahnhof", ["Hauptbahnhof|ner"], []),
    ("am Hauptbahnhof", ["Hauptbahnhof|rules.own.place"], ["Hauptbahnhof"]),
    ("", [], []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "spans", "wanted"), VALUES)
def test_a_guessed_address_holds_a_number_and_is_whole(text, spans, wanted):
    assert valued(text, spans, "STREET_ADDRESS") == wanted


@pytest.mark.parametrize(
    ("label", "guess", "stays"),
    [("AGE", "15", True), ("AGE", "quinze", True), ("AGE", "demie", False),
     ("DATE_OF_BIRTH", "1998", True), ("DATE_OF_BIRTH", "lördag", True),
     ("DATE_OF_BIRTH", "Wien", False)],
)  # fmt: skip
def test_a_guessed_value_that_holds_no_number_and_no_day_is_none(label, guess, stays):
    assert valued(f"c'est {guess} ici", [f"{guess}|ner"], label) == [guess] * stays


def valued(text, spans, label):
    doc = spacy.blank("en")(text)
    placed = []
    for told in spans:
        found, _, source = told.partition("|")
        placed.append(PiiSpan(at := text.index(found), at + len(found), label, 0.9, source))
    write_group(doc, "pii_ner", placed)
    return texts(HipsEntities(doc.vocab, search={}, merge={})(doc))


def test_a_town_stays_one_and_without_the_step_a_person(found):
    text = "I live in [Florence|LOCATION]. [Florence|PERSON] is hot."
    labels = [
        {span.label for span in read_group(found(text, merge=merge), "pii")}
        for merge in (MERGE, {**MERGE, "places": None})
    ]
    assert labels == [{"LOCATION"}, {"LOCATION", "PERSON"}]


def test_what_a_search_step_adds_has_its_name(found):
    doc = found("[Amara Okafor|PERSON] left. Then AO paid Okafor.")
    sources = [span.source for span in read_group(doc, "pii")]
    assert sources == ["ner", "propagated.initials", "propagated.parts"]


def test_a_step_of_the_users_own_is_run_in_its_place(found):
    def shout(given):
        return [span for span in given.spans if not given.text[span.start : span.end].isupper()]

    def twins(search):
        at = search.text.find("they two")
        return [(at, at + 8, i) for i in search.entities] if at >= 0 else []

    doc = found("[ANA|PERSON] and [Ben|PERSON] left, they two.", clean={**CLEAN, "shout": shout},
                search={**SEARCH, "twins": twins})  # fmt: skip
    assert texts(doc) == ["Ben", "they two"]


@pytest.mark.parametrize("section", DEFAULTS)
@pytest.mark.parametrize("step", ["repeats", 7, int])
def test_what_is_no_step_is_refused(found, section, step):
    with pytest.raises(HipsError, match="E116"):
        found("x", **{section: {"own": step}})
    with pytest.raises(HipsError, match="E116"):
        found("x", **{section: ["repeats"]})


def test_the_config_holds_the_steps_in_the_order_of_the_defaults():
    nlp = spacy.blank("en")
    pipe = nlp.add_pipe("hips_entities")
    for section, steps in DEFAULTS.items():
        assert list(getattr(pipe, section)) == list(steps)
        held = nlp.get_pipe_config("hips_entities")[section]
        assert list(held) == list(steps)
        kinds = {key: type(step) for key, step in getattr(pipe, section).items()}
        assert kinds == {key: type(step) for key, step in steps.items()}


def test_a_dropped_step_stays_dropped_when_saved(tmp_path):
    nlp = spacy.blank("en")
    nlp.add_pipe("hips_entities", config={"search": {"initials": None}})
    nlp.to_disk(tmp_path)
    assert "initials" not in spacy.load(tmp_path).get_pipe("hips_entities").search


WORKS = """Imada, Jun. “Slate.” Stone 18, no. 4 (2015): 87–106. Uppsala: Fallow, 2015.
Kalinski P, Moyo N. Dust in old towns. Child & School. 1984;33(6):41-53."""


@pytest.mark.parametrize(
    ("found", "label", "left"),
    [
        ("87–106", "PHONE_NUM", ""),
        ("41-53", "AGE", ""),
        ("Uppsala", "LOCATION", ""),
        ("Child & School", "SCHOOL", ""),
        ("2015", "DATE_OF_BIRTH", ""),
        ("Moyo N. Dust", "PERSON", "Moyo N"),
        ("Kalinski P", "PERSON", "Kalinski P"),
    ],
)
def test_a_list_of_references_tells_pages_and_publishers(found, label, left):
    for text, wanted in ((WORKS, left), (f"I am {found}.", found)):
        at = text.index(found)
        spans = Values()(Found(text, [PiiSpan(at, at + len(found), label)]))
        assert [text[s.start : s.end] for s in spans] == [wanted][: bool(wanted)]
