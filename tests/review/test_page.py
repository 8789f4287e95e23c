"""The review page: nothing of a text is HTML, and a browser does what its keys promise."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path

import pytest

from spacy_hips.desk.files.documents import text_hash
from spacy_hips.desk.found.decisions import Decision, Decisions
from spacy_hips.desk.review.found import Found
from spacy_hips.desk.review.review_page import Review, page

from .browser import CHROMIUM, Browser

HOSTILE = "<script>alert(1)</script>"
needs_chromium = pytest.mark.skipif(not CHROMIUM, reason="there is no Chromium")


def cell(doc: str, text: str, *spans: dict) -> list[dict]:
    """The lines of one cell; each span names its words, and which of them by "nth"."""
    row = int(doc.strip("d"))
    head = {"doc": doc, "row": row, "column": "text", "text_hash": text_hash(text), "model": "m 1"}
    out = []
    for span in spans:
        values = {"label": "PERSON", "score": 0.9, "status": "found", **span}
        at = -1
        for _ in range(values.pop("nth", 0) + 1):
            at = text.index(values["text"], at + 1)
        out.append({**head, "start": at, "end": at + len(values["text"]), **values})
    return [{**line, "cell": text} for line in out or [{**head, "status": "none"}]]


def person(text: str, number: int, role: str = "private", public: float = 0.2, **more) -> dict:
    label = {"public": "PERSON", "private": "NAME_PRIVATE"}.get(role, f"NAME_{role.upper()}")
    status = "reject" if role == "public" else "found"
    return {"text": text, "entity": f"PERSON:{number}", "role": role, "public": public,
            "reason": "context", "label": label, "status": status, **more}  # fmt: skip


CORPUS = [
    *cell("d1", "Ana Ruiz met Freud. 😀 Ana was glad, and Bo too.",
          person("Ana Ruiz", 1), person("Freud", 2, "public", 0.4), person("Ana", 1, nth=1),
          person("Bo", 3, public=0.0)),
    *cell("d2", "Freud again; write to bo@x.org.", person("Freud", 1, "public", 0.9),
          {"text": "bo@x.org", "label": "EMAIL", "entity": "EMAIL:1"}),
    *cell("d3", f"Nothing here but Eva and {HOSTILE}."),
]  # fmt: skip


def found(folder: Path, lines=CORPUS) -> Found:
    path = folder / "found.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf8")
    return Found.read(path)


def written(folder: Path, *decisions: Decision, lines=CORPUS, **settings) -> Path:
    review = Review(found(folder, lines), Decisions(decisions), **{"audit": 5, **settings})
    (folder / "review.html").write_text(page(review), "utf8")
    return folder / "review.html"


def wide(lines, **codes: str) -> list[dict]:
    """The same lines as `find` writes them in a scope wider than a document."""
    told = [(line, codes.get(line.get("text", "").replace(" ", "_"))) for line in lines]
    return [{**line, "within": "w", **({"across": c} if c else {})} for line, c in told]


ESSAYS = [
    *cell("d1", "Ana Ruiz met Bo.", person("Ana Ruiz", 1), person("Bo", 2)),
    *cell("d2", "A friend, Ana Ruiz, called.", person("Ana Ruiz", 1, public=0.4)),
    *cell("d3", "Anna Ruiz and Cem.", person("Anna Ruiz", 1), person("Cem", 2)),
]
OWNED = cell(
    "d1", "Ana Ruiz and Bo Lind: bo@x.org, 0770.", person("Ana Ruiz", 1), person("Bo Lind", 2),
    {"text": "0770", "label": "PHONE_NUM", "entity": "PHONE_NUM:1", "owner": "PERSON:2",
     "told_by": "row"},
    {"text": "bo@x.org", "label": "EMAIL", "entity": "EMAIL:1", "owner": "PERSON:2",
     "rival": "PERSON:1", "told_by": "words"},
)  # fmt: skip
WIDE = wide(ESSAYS, Ana_Ruiz="a1", Bo="b1", Anna_Ruiz="a2", Cem="c1")


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.seen: list[tuple[str, list]] = []

    def handle_starttag(self, tag, attrs):
        self.seen.append((tag, attrs))


def tags(html: str) -> list:
    parser = Tags()
    parser.feed(html)
    return parser.seen


class TestWhatIsWritten:
    def test_no_text_of_a_document_is_html(self, tmp_path):
        hostile = cell("d1", f"{HOSTILE} </SCRIPT><img src=x onerror=alert(2)> \u2028 <!-- @STYLE@",
                       person(HOSTILE, 1))  # fmt: skip
        plain = cell("d1", "Ana", person("Ana", 1))
        both = [tags(written(tmp_path, lines=x).read_text("utf8")) for x in (hostile, plain)]
        assert both[0] != []
        assert [t for t, _ in both[0]] == [t for t, _ in both[1]]

    def test_it_loads_nothing_and_says_that_it_is_internal(self, tmp_path):
        html = written(tmp_path).read_text("utf8")
        names = {name for _, attrs in tags(html) for name, _ in attrs}
        assert not names & {"src", "href", "action", "srcset", "data-src"}
        assert "default-src 'none'" in html
        assert "Internal" in html

    def test_persons_come_first_by_what_a_decision_is_worth(self, tmp_path):
        review = Review(found(tmp_path), Decisions(), audit=5)
        names = [(e.doc, e.id) for e in review.persons]
        assert names == [
            ("d1", "PERSON:2"),
            ("d1", "PERSON:1"),
            ("d2", "PERSON:1"),
            ("d1", "PERSON:3"),
        ]
        assert [e.id for e in review.others] == ["EMAIL:1"]
        assert review.audited == ["d3"]

    def test_in_a_wide_scope_a_person_of_several_documents_is_one(self, tmp_path):
        review = Review(found(tmp_path, WIDE), Decisions())
        assert [(e.across, e.docs) for e in review.persons] == [
            ("a1", ["d1", "d2"]), ("b1", ["d1"]), ("a2", ["d3"]), ("c1", ["d3"]),
        ]  # fmt: skip
        assert [e.docs for e in Review(found(tmp_path, ESSAYS), Decisions()).persons][:2] == [
            ["d2"], ["d1"],
        ]  # fmt: skip

    def test_a_budget_shows_those_alone(self, tmp_path):
        review = Review(found(tmp_path), Decisions(), budget=1)
        assert [e.id for e in review.persons] == ["PERSON:2"]

    def test_only_what_is_new_or_changed_is_asked_again(self, tmp_path):
        text = CORPUS[0]["cell"]
        at = {"doc": "d1", "row": 1, "column": "text", "text_hash": text_hash(text)}
        freud = Decision(**at, verdict="reject", start=13, end=18)
        half = Decision(**at, verdict="accept", start=0, end=8, label="NAME_PRIVATE")
        other = Decision(**{**at, "doc": "d2", "row": 2}, verdict="reject", start=0, end=5)
        read = Decision("d3", 3, "text", CORPUS[-1]["text_hash"], "read")
        review = Review(found(tmp_path), Decisions([freud, half, other, read]), audit=5)
        assert [(e.doc, e.id) for e in review.persons] == [
            ("d1", "PERSON:1"),  # one of its mentions is open
            ("d2", "PERSON:1"),  # decided of another text
            ("d1", "PERSON:3"),
        ]
        assert review.audited == []


@pytest.fixture
def browser(tmp_path):
    with Browser(tmp_path / "browser") as one:
        yield one
        assert one.complaints == []


def said(lines: list[dict], *names: str) -> list[tuple]:
    """What a file of decisions says, without its head."""
    names = names or ("verdict", "start", "end")
    return [(line["doc"], *(line.get(n) for n in names)) for line in lines if "verdict" in line]


@needs_chromium
# A browser takes most of a second: deciding, saving and undoing are quick, the rest is slow.
class TestInABrowser:
    def test_one_key_hides_all_of_a_person_or_keeps_it(self, tmp_path, browser):
        browser.open(written(tmp_path))
        browser.press("r", "a")  # Freud stays, both mentions of Ana Ruiz are hidden
        lines = browser.saved()
        assert lines[0]["review"]["nothing_found"] == 1
        assert sorted(said(lines)) == [
            ("d1", "accept", 0, 8),
            ("d1", "accept", 22, 25),
            ("d1", "reject", 13, 18),
        ]
        assert {line["model"] for line in lines[1:]} == {"m 1"}
        assert browser.js("document.getElementById('count').textContent") == "2 of 6 decided"

    def test_what_the_page_saves_is_what_the_program_reads(self, tmp_path, browser):
        browser.open(written(tmp_path, reviewer="kk"))
        browser.press("a", "a", "a", "a", "a", "a")
        lines = browser.saved()
        saved = next(browser.downloads.glob("*.jsonl"))
        assert saved.name == "decisions-kk.jsonl"
        decisions = Decisions.read([saved])
        assert len(decisions) == len(lines) - 1 == 7
        assert not Review(found(tmp_path), decisions, audit=5).persons

    @pytest.mark.slow
    def test_a_public_person_that_is_hidden_becomes_private(self, tmp_path, browser):
        browser.open(written(tmp_path))
        browser.press("a")
        assert said(browser.saved(), "label", "role") == [("d1", "NAME_PRIVATE", "private")]

    @pytest.mark.slow
    def test_this_mention_and_all_like_this_string(self, tmp_path, browser):
        browser.open(written(tmp_path))
        browser.press("3", "r")
        assert said(browser.saved()) == [("d1", "reject", 13, 18), ("d2", "reject", 0, 5)]
        browser.press("z", "j", "2", "n", "a")
        assert said(browser.saved()) == [("d1", "accept", 22, 25)]

    def test_undo_takes_back_step_by_step(self, tmp_path, browser):
        browser.open(written(tmp_path))
        browser.press("a", "r", "z", "z", "z")
        assert said(browser.saved()) == []

    @pytest.mark.slow
    def test_words_are_marked_and_added_by_keyboard(self, tmp_path, browser):
        browser.open(written(tmp_path))
        browser.js("go(order.at(-1))")
        browser.press("i", *["ArrowRight"] * 3, "Enter", "a")
        lines = browser.saved()
        assert said(lines) == [("d3", "added", 17, 20), ("d3", "read", None, None)]
        assert (lines[1]["label"], lines[1]["person"]) == ("PERSON", "PERSON:1")

    @pytest.mark.slow
    def test_offsets_count_characters_beyond_the_basic_plane_once(self, tmp_path, browser):
        browser.open(written(tmp_path))
        browser.press("j", "n", "w", "i", "ArrowRight", "Enter")
        (line,) = [x for x in browser.saved() if x.get("verdict") == "added"]
        assert CORPUS[0]["cell"][line["start"] : line["end"]] == "was"

    @pytest.mark.slow
    def test_persons_are_joined_and_parted(self, tmp_path, browser):
        browser.open(written(tmp_path))
        browser.js("go(order[3]); join(order[1].key)")
        assert said(browser.saved(), "start", "entity", "person") == [
            ("d1", 40, "PERSON:3", "PERSON:1")
        ]
        browser.press("z")
        browser.js("go(order[1])")
        browser.press("2", "n", "b")
        assert said(browser.saved(), "start", "person") == [("d1", 22, "PERSON:4")]

    @pytest.mark.slow
    def test_whose_an_address_is_stands_beside_it(self, tmp_path, browser):
        """What two persons may own comes first; persons that were joined are one owner."""
        browser.open(written(tmp_path, lines=OWNED))
        browser.js("go(order[2])")
        assert "Bo Lind or Ana Ruiz: both may own it" in browser.js("$('head').textContent")
        assert "two persons may own it" in browser.js("$('rows').textContent")
        browser.js("go(order[3])")
        assert "belongs to Bo Lind" in browser.js("$('head').textContent")
        browser.js("go(order.find(i => nameOf(i) === 'Bo Lind'))")
        head = browser.js("$('head').textContent")
        assert "0770" in head and "bo@x.org (?)" in head
        browser.js("join(itemAt.get('d1\\nperson\\nPERSON:1').key); go(order[2])")
        assert "belongs to Ana Ruiz" in browser.js("$('head').textContent")

    @pytest.mark.slow
    def test_a_reviewer_chooses_the_owner(self, tmp_path, browser):
        page = written(tmp_path, lines=OWNED)
        browser.open(page)
        browser.js("go(order[2])")
        names = "[...document.getElementById('owner').options].map(o => o.textContent)"
        assert browser.js(names) == ["", "Ana Ruiz", "Bo Lind", "nobody"]
        browser.js("own('PERSON:1')")
        assert "belongs to Ana Ruiz" in browser.js("$('head').textContent")
        lines = browser.saved()
        assert said(lines, "verdict", "label", "owner") == [("d1", "accept", "EMAIL", "PERSON:1")]
        browser.press("z")
        assert "both may own it" in browser.js("$('head').textContent")
        browser.js(f"take({json.dumps(lines)}); go(order[2])")
        assert browser.js("document.getElementById('owner').value") == "PERSON:1"
        browser.js("own('nobody')")
        assert "belongs to" not in browser.js("$('head').textContent")
        browser.js("go(order.find(i => nameOf(i) === 'Ana Ruiz'))")
        assert browser.js("document.getElementById('owner').disabled")

    @pytest.mark.slow
    def test_over_all_documents_of_a_scope(self, tmp_path, browser):
        """One key decides on all of a person; joining and parting hold for the scope."""
        browser.open(written(tmp_path, lines=WIDE))
        browser.press("a")
        fields = ("verdict", "start", "across", "joined", "within")
        assert said(browser.saved(), *fields) == [
            ("d1", "accept", 0, "a1", None, "w"), ("d2", "accept", 10, "a1", None, "w"),
        ]  # fmt: skip
        browser.press("z", "m")
        names = "[...document.getElementById('join').options].map(o => o.textContent)"
        assert browser.js(names) == ["", "Anna Ruiz (d3)", "Bo (d1)", "Cem (d3)"]
        browser.js("document.getElementById('join').blur(); join(order[2].key)")
        before = browser.saved()
        assert said(before, "across", "joined") == [("d1", "a1", "a2"), ("d2", "a1", "a2")]
        browser.press("2", "n", "b")
        lines = browser.saved()
        new = {line["start"]: line.get("joined") for line in lines if line.get("across") == "a1"}
        assert new[0] == "a2" and len(new[10]) == 32
        browser.js("localStorage.clear(); dirty = false; clearTimeout(waiting)")
        browser.open(tmp_path / "review.html")
        text = json.dumps("\n".join(json.dumps(line) for line in lines))
        browser.js(f"read(new File([{text}], 'd.jsonl'))")
        assert said(browser.saved(), "joined") == said(lines, "joined")
        assert browser.js("itemAt.get('across\\na2').mentions.length") == 2

    @pytest.mark.slow
    def test_label_role_and_surrogate(self, tmp_path, browser):
        browser.open(written(tmp_path))
        browser.js("relabel('USERNAME')")
        browser.js("go(order[1])")
        browser.js("rerole('instructor')")
        browser.js("go(order[3])")
        browser.press("g")
        browser.type("Bo")
        browser.press("Enter")
        assert "must not hold the original" in browser.js(
            "document.getElementById('say').textContent"
        )
        browser.press("g")
        browser.js("document.getElementById('surrogate').value = ''")
        browser.type("Kim")
        browser.press("Enter")
        assert sorted(set(said(browser.saved(), "label", "role", "surrogate")), key=str) == [
            ("d1", "NAME_INSTRUCTOR", "instructor", None),
            ("d1", "NAME_PRIVATE", "private", "Kim"),
            ("d1", "USERNAME", None, None),
        ]

    @pytest.mark.slow
    def test_decisions_come_back_from_a_file_and_from_the_browser(self, tmp_path, browser):
        browser.open(written(tmp_path))
        browser.press("r", "a", "u")
        before = browser.saved()
        browser.wait("localStorage.length")
        browser.js("keep()")
        browser.open(tmp_path / "review.html")
        assert said(browser.saved()) == said(before)
        browser.js("past.length = 0; localStorage.clear(); dirty = false")
        browser.open(tmp_path / "review.html")
        assert said(browser.saved()) == []
        text = json.dumps("\n".join(json.dumps(line) for line in before))
        browser.js(f"read(new File([{text}], 'd.jsonl'))")
        assert said(browser.saved()) == said(before)

    @pytest.mark.slow
    def test_what_was_decided_before_is_saved_again(self, tmp_path, browser):
        elsewhere = Decision("d9", 9, "text", "0" * 64, "reject", 0, 3)
        browser.open(written(tmp_path, elsewhere))
        browser.press("r")
        assert said(browser.saved()) == [("d1", "reject", 13, 18), ("d9", "reject", 0, 3)]

    @pytest.mark.slow
    def test_the_codebook_opens_at_what_is_decided_on(self, tmp_path, browser):
        browser.open(written(tmp_path))
        now = "document.querySelector('#codebook section.now').id"
        browser.press("c")
        assert browser.js("document.getElementById('codebook').open")
        assert browser.js(now) == "code-public"  # Freud
        browser.press("ArrowDown")
        assert browser.js(now) == "code-NAME_STUDENT"
        assert browser.js(
            "document.querySelector('#codebook section.now').getBoundingClientRect().top < 300"
        )
        browser.press("Escape", "u", "u", "u", "u", "c")
        assert browser.js(now) == "code-EMAIL"
        browser.press("Escape", "a")
        assert said(browser.saved()) == [("d2", "accept", 22, 30)]
        browser.js("go(order[0]); focus.label = 'BADGE'")  # a label of the user's own
        browser.press("c")
        assert browser.js(now) == "code-EMAIL"

    @pytest.mark.slow
    @pytest.mark.parametrize("across", [False, True])
    def test_five_thousand_mentions_open_and_answer_at_once(self, tmp_path, browser, across):
        names = [f"Person{i} Name{i}" for i in range(10)]
        text = " ".join(f"Then {n} said that it was so, and wrote it down." for n in names)
        people = [person(name, number) for number, name in enumerate(names, 1)]
        many = [
            line for i in range(1, 501) for line in cell(f"d{i}", f"Essay {i}. {text}", *people)
        ]
        if across:
            many = [{**x, "within": "w", "across": f"{x['doc']} {x['entity']}"} for x in many]
        browser.open(written(tmp_path, lines=many))
        assert browser.js("mentions.length") == 5000
        assert float(browser.js("document.documentElement.dataset.ready")) < 3000
        key = """document.body.dispatchEvent(
            new KeyboardEvent("keydown", { key: %r, bubbles: true }));
            document.body.getBoundingClientRect().top"""
        spent = {k: min(browser.cost(key % k) for _ in range(3)) for k in "ajnrwz3azm"}
        assert max(spent.values()) < 100, spent
