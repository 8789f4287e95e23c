"""spacy-hips review and agree, and decisions in anonymize and find."""

from __future__ import annotations

import json
import stat

import pytest

from spacy_hips.desk.review.training import training
from spacy_hips.desk.run.result_rows import Outbox

from .conftest import read_jsonl, write_jsonl

ROWS = (
    {"id": "d1", "text": "Write to ana.silva@uni.org or to ben@uni.org. Ana is in."},
    {"id": "d2", "text": "Nothing at all."},
    {"id": "d3", "text": "Mine is cem@uni.org."},
)


@pytest.fixture
def found(hips, folder) -> list[dict]:
    write_jsonl(folder / "in.jsonl", *ROWS)
    assert hips("find", "in.jsonl", "-o", "found.jsonl").rc == 0
    return read_jsonl(folder / "found.jsonl")


def decide(line: dict, verdict: str, **more) -> dict:
    names = ("doc", "row", "column", "text_hash", "start", "end", "label", "entity", "model")
    return {**{k: line[k] for k in names if k in line}, "verdict": verdict, **more}


def texts(folder, name: str = "out.jsonl") -> list[str]:
    return [row["text"] for row in read_jsonl(folder / name)]


class TestPage:
    def test_it_is_internal_and_says_so(self, hips, folder, found):
        done = hips("review", "found.jsonl", "-o", "review.html")
        assert done.rc == 0
        assert "internal" in done.err
        assert stat.S_IMODE((folder / "review.html").stat().st_mode) == 0o600
        assert "3 other identifiers" in done.err
        assert "1 documents to read, of 1" in done.err

    def test_it_replaces_nothing_unasked(self, hips, folder, found):
        assert hips("review", "found.jsonl", "-o", "review.html").rc == 0
        assert "E702" in hips("review", "found.jsonl", "-o", "review.html").err
        assert hips("review", "found.jsonl", "-o", "review.html", "--force").rc == 0

    @pytest.mark.few(3)
    @pytest.mark.parametrize(
        "arguments, code",
        [
            (("found.jsonl",), "E806"),
            (("none.jsonl", "-o", "r.html"), "E701"),
            (("in.jsonl", "-o", "r.html"), "E723"),
            (("found.jsonl", "-o", "r.pdf"), "E739"),
            (("found.jsonl", "-o", "-"), "E726"),
            (("found.jsonl", "-o", "r.html", "--budget", "-1"), "E730"),
            (("found.jsonl", "-o", "r.html", "--decisions", "in.jsonl"), "E801"),
        ],
    )
    def test_what_cannot_be_done(self, hips, folder, found, arguments, code):
        done = hips("review", *arguments)
        assert (done.rc, code in done.err) == (2, True)
        assert not (folder / "r.html").exists()

    @pytest.mark.few(1)
    @pytest.mark.parametrize("ending, option", [("csv", ()), ("jsonl", ("--no-text",))])
    def test_a_file_without_texts_cannot_be_shown(self, hips, folder, found, ending, option):
        hips("find", "in.jsonl", "-o", f"bare.{ending}", *option)
        assert "E804" in hips("review", f"bare.{ending}", "-o", "r.html").err

    def test_the_audit_gives_a_bound(self, hips, folder, found):
        read = decide(found[2], "read")
        write_jsonl(folder / "d.jsonl", {"review": {"nothing_found": 1, "documents": 3}}, read)
        done = hips("review", "found.jsonl", "--decisions", "d.jsonl")
        assert "at most 95.0 % of the 1 documents in which nothing was found" in done.err
        values = json.loads(hips("review", "found.jsonl", "--decisions", "d.jsonl", "--json").out)
        assert values["audit"]["read"] == 1
        assert values["documents_to_read"] == 0


class TestTraining:
    def test_a_page_to_train_on_and_the_figures_of_what_it_saved(self, hips, folder):
        done = hips("review", "--training", "-o", "t.html", "--reviewer", "kk")
        assert (done.rc, "20 minutes" in done.err) == (0, True)
        assert "Training: these texts are invented" in (folder / "t.html").read_text("utf8")
        assert hips("review", "--training", "de", "-o", "de.html").rc == 0
        assert "Diese Texte sind erfunden" in (folder / "de.html").read_text("utf8")
        gold = training().gold.all
        cells = {d.document: {**d.line(), "verdict": "read"} for d in gold}
        write_jsonl(folder / "d.jsonl", *(d.line() for d in gold[1:]), gold[0].line(),
                    *cells.values())  # fmt: skip
        done = hips("review", "--training", "--decisions", "d.jsonl")
        assert "agreement 1.000, kappa 1.000" in done.out and "\nEnough." in done.out
        write_jsonl(folder / "d.jsonl", *(d.line() for d in gold if d.verdict != "added"),
                    *cells.values())  # fmt: skip
        done = hips("review", "--training", "--decisions", "d.jsonl")
        places = [line.split(":")[0] for line in done.out.splitlines() if " text " in line]
        assert places[0] == "  text 1, 161-164" and places[-1].startswith("  text 12")
        assert "\nNot enough yet." in done.out
        told = json.loads(hips("review", "--training", "--decisions", "d.jsonl", "--json").out)
        assert told["differences"]["missed"] == 15

    @pytest.mark.parametrize(
        "arguments, code",
        [
            (("--training",), "E806"),
            ((), "E807"),
            (("found.jsonl", "--training"), "E807"),
            (("--training", "--decisions", "empty.jsonl"), "E805"),
            (("--training", "--decisions", "none.jsonl"), "E701"),
            (("--training", "-o", "-"), "E726"),
        ],
    )
    def test_what_cannot_be_done(self, hips, folder, arguments, code):
        (folder / "empty.jsonl").write_text("")
        done = hips("review", *arguments)
        assert (done.rc, code in done.err) == (2, True)


class TestAnonymize:
    def test_decisions_are_applied_and_nobody_else_changes(self, hips, folder, found):
        hips("anonymize", "in.jsonl", "-o", "plain.jsonl")
        start = ROWS[0]["text"].index("Ana")
        ana = {"start": start, "end": start + 3, "label": "PERSON", "entity": ""}
        write_jsonl(
            folder / "d.jsonl",
            decide(found[0], "reject"),
            decide({**found[0], **ana}, "added", surrogate="Eva"),
        )
        done = hips("anonymize", "in.jsonl", "-o", "out.jsonl", "--decisions", "d.jsonl")
        assert done.rc == 0
        assert "2 applied" in done.err
        plain, out = texts(folder, "plain.jsonl"), texts(folder)
        assert plain[1:] == out[1:]
        ben = plain[0].split(" or to ")[1].split(". Ana")[0]
        assert out[0] == f"Write to ana.silva@uni.org or to {ben}. Eva is in."

    def test_to_reviewed_spans_as_to_a_search(self, hips, folder, found):
        write_jsonl(folder / "d.jsonl", decide(found[0], "reject"))
        options = ("--decisions", "d.jsonl")
        hips("anonymize", "in.jsonl", "-o", "out.jsonl", *options)
        hips("anonymize", "in.jsonl", "-o", "given.jsonl", "--spans", "found.jsonl", *options)
        assert texts(folder) == texts(folder, "given.jsonl")

    def test_in_a_wide_scope(self, hips, folder, found):
        write_jsonl(folder / "d.jsonl", decide(found[0], "reject"))
        (folder / "public").mkdir()
        wide = ("--scope", "corpus", "--register", "names.register", "--decisions", "d.jsonl")
        assert hips("anonymize", "in.jsonl", "-o", "public/out.jsonl", *wide).rc == 0
        (first, *_) = texts(folder / "public")
        assert first.startswith("Write to ana.silva@uni.org or to ")
        assert "ben@uni.org" not in first

    def test_a_decision_about_another_text_is_said_and_counted(self, hips, folder, found):
        write_jsonl(folder / "d.jsonl", decide({**found[0], "text_hash": "0" * 64}, "reject"))
        done = hips("anonymize", "in.jsonl", "-o", "out.jsonl", "--decisions", "d.jsonl")
        assert (done.rc, "W141" in done.err) == (1, True)
        assert "ana.silva" not in texts(folder)[0]

    def test_a_place_that_html_parts_is_said(self, hips, folder):
        text = '<p>By A<img alt="a picture">na, ana@uni.org</p>'
        write_jsonl(folder / "in.jsonl", {"id": "d1", "text": text})
        done = hips("find", "in.jsonl", "-o", "found.jsonl")
        assert done.rc == 0, done.err
        (mail,) = read_jsonl(folder / "found.jsonl")
        over = {**mail, "start": text.index("A<"), "end": text.index(",")}
        write_jsonl(folder / "d.jsonl", decide(over, "added"), decide(mail, "reject"))
        done = hips("anonymize", "in.jsonl", "-o", "out.jsonl", "--decisions", "d.jsonl")
        assert (done.rc, "W144" in done.err, "1 applied" in done.err) == (1, True, True)
        assert texts(folder) == [text]

    def test_one_about_another_document_or_model_is_said(self, hips, folder, found):
        other = decide({**found[0], "doc": "d9"}, "reject", model="another 1.0")
        write_jsonl(folder / "d.jsonl", other)
        done = hips("anonymize", "in.jsonl", "-o", "out.jsonl", "--decisions", "d.jsonl")
        assert done.rc == 1, "no decision holds here: the file is of other texts"
        assert "W140" in done.err
        assert "W142" in done.err

    def test_two_that_contradict_are_an_error(self, hips, folder, found):
        write_jsonl(folder / "a.jsonl", decide(found[0], "reject", reviewer="a"))
        write_jsonl(folder / "b.jsonl", decide(found[0], "accept", reviewer="b"))
        done = hips("anonymize", "in.jsonl", "-o", "o.jsonl", "--decisions", "a.jsonl", "b.jsonl")
        assert (done.rc, "E802" in done.err) == (2, True)
        assert not (folder / "o.jsonl").exists()

    def test_the_audit_is_kept_in_the_manifest(self, hips, folder, found):
        head = {"review": {"nothing_found": 1, "documents": 3}}
        write_jsonl(folder / "d.jsonl", head, decide(found[2], "read"))
        hips("anonymize", "in.jsonl", "-o", "o.jsonl", "--decisions", "d.jsonl",
             "--internal-dir", "internal")  # fmt: skip
        manifest = json.loads((folder / "internal" / "manifest.json").read_text())
        assert manifest["counts"]["decisions"]["audit"]["at_most"] == pytest.approx(0.95)

    def test_a_line_added_by_hand_for_no_row_is_said(self, hips, folder, found):
        write_jsonl(folder / "found.jsonl", *found, {"row": 40, "column": "text", "text": "Eva"})
        done = hips("anonymize", "in.jsonl", "-o", "out.jsonl", "--spans", "found.jsonl")
        assert "W143" in done.err
        assert "lines 5" in done.err

    def test_a_surrogate_that_shows_the_original_ends_the_run(self, hips, folder, found):
        found[0]["surrogate"] = "(Ana.Silva@uni.org)"
        write_jsonl(folder / "found.jsonl", *found)
        done = hips("anonymize", "in.jsonl", "-o", "out.jsonl", "--spans", "found.jsonl")
        assert (done.rc, "E800" in done.err) == (2, True)
        assert "silva" not in done.err.lower()
        assert not (folder / "out.jsonl").exists()

    def test_a_label_that_is_only_marked_is_replaced_by_a_surrogate_of_hand(
        self, hips, folder, found
    ):
        line = {"row": 2, "column": "text", "text": "all", "label": "OTHER", "surrogate": "much"}
        write_jsonl(folder / "found.jsonl", *found, line)
        hips("anonymize", "in.jsonl", "-o", "out.jsonl", "--spans", "found.jsonl")
        assert texts(folder)[1] == "Nothing at much."


class TestFind:
    def test_decisions_stand_in_the_lines(self, hips, folder, found):
        at = {"start": 0, "end": 5, "label": "OTHER", "entity": ""}
        write_jsonl(folder / "d.jsonl", decide(found[0], "reject"), decide(found[1], "accept"),
                    decide({**found[0], **at}, "added"))  # fmt: skip
        hips("find", "in.jsonl", "-o", "again.jsonl", "--decisions", "d.jsonl")
        again = read_jsonl(folder / "again.jsonl")
        assert sorted((x["doc"], x["status"]) for x in again) == [
            ("d1", "accept"), ("d1", "added"), ("d1", "reject"), ("d2", "none"), ("d3", "found"),
        ]  # fmt: skip

    def test_a_table_goes_back_as_spans(self, hips, folder, found):
        hips("find", "in.jsonl", "-o", "found.csv")
        table = (folder / "found.csv").read_text("utf-8-sig")
        (folder / "found.csv").write_text(table.replace("found,EMAIL,ben", "NO ,EMAIL,ben"), "utf8")
        assert hips("anonymize", "in.jsonl", "-o", "o.jsonl", "--spans", "found.csv").rc == 0
        first = texts(folder, "o.jsonl")[0]
        assert "ben@uni.org" in first
        assert "ana.silva" not in first


class TestAgree:
    @pytest.fixture
    def files(self, folder, found):
        one = [decide(line, "accept", reviewer="a") for line in found if "start" in line]
        two = [{**line, "reviewer": "b"} for line in one[:2]]
        two[1]["verdict"] = "reject"
        return write_jsonl(folder / "a.jsonl", *one), write_jsonl(folder / "b.jsonl", *two)

    def test_figures_what_is_open_and_what_both_agree_on(self, hips, folder, files):
        done = hips("agree", "a.jsonl", "b.jsonl", "-o", "m.jsonl", "--disagreements", "d.jsonl")
        assert done.rc == 0
        assert "2 places decided by both, 1 by one" in done.out
        assert "agreement 0.500, kappa 0.000" in done.out
        assert [x["doc"] for x in read_jsonl(folder / "m.jsonl")] == ["d3", "d1"]
        (open_,) = read_jsonl(folder / "d.jsonl")
        assert (open_["differs"], open_["first"]["verdict"], open_["second"]["verdict"]) == (
            "verdict", "accept", "reject",
        )  # fmt: skip
        assert stat.S_IMODE((folder / "m.jsonl").stat().st_mode) == 0o600

    def test_a_third_settles_it(self, hips, folder, files):
        third = {**read_jsonl(folder / "b.jsonl")[1], "reviewer": "c"}
        write_jsonl(folder / "c.jsonl", third)
        done = hips("agree", "a.jsonl", "b.jsonl", "--third", "c.jsonl", "-o", "m.jsonl", "--json")
        assert json.loads(done.out)["open"] == 0
        assert len(read_jsonl(folder / "m.jsonl")) == 3
        assert hips("anonymize", "in.jsonl", "-o", "o.jsonl", "--decisions", "m.jsonl").rc == 0

    def test_files_about_nothing_in_common(self, hips, folder, files):
        line = {**read_jsonl(folder / "a.jsonl")[0], "doc": "d9"}
        write_jsonl(folder / "c.jsonl", line)
        assert "E805" in hips("agree", "a.jsonl", "c.jsonl").err


class TestWhatIsHiddenAllTheSame:
    @pytest.mark.few(2)
    @pytest.mark.parametrize(
        ("part", "told"),
        [("ana.silva", 1), ("uni.org", 1), ("ana.silva@uni.org", 0), ("Write", 0)],
    )
    def test_a_part_of_what_is_hidden_cannot_stay(self, hips, folder, found, part, told):
        start = ROWS[0]["text"].index(part)
        write_jsonl(
            folder / "d.jsonl",
            decide({**found[0], "start": start, "end": start + len(part)}, "reject"),
        )
        run = ("anonymize", "in.jsonl", "-o", "out.jsonl", "--decisions", "d.jsonl")
        done = hips(*run, "--internal-dir", "internal")
        assert (done.rc, "W145" in done.err) == (0, bool(told))
        assert f"{1 - told} applied" in done.err
        assert (part in texts(folder)[0]) == (not told)
        counts = json.loads((folder / "internal" / "manifest.json").read_text())["counts"]
        assert counts["decisions"]["hidden_all_the_same"] == told

    def test_a_name_column_is_replaced_whatever_a_reviewer_says(self, hips, folder):
        write_jsonl(folder / "in.jsonl", {"id": "d1", "by": "Ana Silva", "text": "Nothing."})
        columns = ("--columns", "id=doc,by=name,text=text")
        hips("find", "in.jsonl", "-o", "found.jsonl", *columns)
        name = next(x for x in read_jsonl(folder / "found.jsonl") if x["column"] == "by")
        write_jsonl(folder / "d.jsonl", decide({**name, "start": 0, "end": 9}, "reject"))
        done = hips("anonymize", "in.jsonl", "-o", "o.jsonl", "--decisions", "d.jsonl", *columns)
        assert "W145" in done.err
        assert "Silva" not in (folder / "o.jsonl").read_text()


def test_quiet_tells_why_a_run_ends_with_exit_code_1(hips, folder, found):
    write_jsonl(folder / "d.jsonl", decide({**found[0], "text_hash": "0" * 64}, "reject"))
    done = hips("anonymize", "in.jsonl", "-o", "o.jsonl", "--decisions", "d.jsonl", "--quiet")
    assert (done.rc, done.err) == (1, "1 decision of reviewers not applied\n")


@pytest.mark.slow  # five runs; tests/cli/test_data.py resumes one
def test_a_run_with_decisions_goes_on_where_it_stopped(hips, folder, found, monkeypatch):
    """What was counted before the stop counts, and the output is the same."""
    rows = [{**ROWS[0], "id": f"d{number}"} for number in range(1, 5)]
    write_jsonl(folder / "in.jsonl", *rows)
    hips("find", "in.jsonl", "-o", "found.jsonl", "--force")
    mails = [x for x in read_jsonl(folder / "found.jsonl") if x.get("text") == "ben@uni.org"]
    part = {**mails[0], "end": mails[0]["start"] + 3}
    lines = [decide(part, "reject"), *(decide(mail, "reject") for mail in mails[1:])]
    write_jsonl(folder / "d.jsonl", *lines)
    run = ("anonymize", "in.jsonl", "--decisions", "d.jsonl", "--batch-size", "2", "--json", "-o")
    whole = json.loads(hips(*run, "whole.jsonl").out)
    put, done = Outbox.put, []

    def stop(self, result):
        done.append(result)
        if len(done) == 3:
            raise KeyboardInterrupt
        return put(self, result)

    monkeypatch.setattr(Outbox, "put", stop)
    assert hips(*run, "out.jsonl").rc == 130
    monkeypatch.setattr(Outbox, "put", put)
    refused = hips(*run, "out.jsonl")
    assert (refused.rc, "[E850]" in refused.err, "2 row(s)" in refused.err) == (2, True, True)
    lines[-1]["verdict"] = "accept"
    write_jsonl(folder / "other.jsonl", *lines)
    other = ("--decisions", "other.jsonl", "--resume")
    assert "[E718]" in hips("anonymize", "in.jsonl", "-o", "out.jsonl", *other).err
    again = json.loads(hips(*run, "out.jsonl", "--resume").out)
    assert again["decisions"] == whole["decisions"]
    assert (folder / "out.jsonl").read_bytes() == (folder / "whole.jsonl").read_bytes()


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("more", "reason"), [(("--force",), "--force was given"), (("--profile", "full"), "[E718]")]
)
def test_what_a_run_drops_of_an_interrupted_one_is_said(
    hips, folder, found, monkeypatch, more, reason
):
    put = Outbox.put

    def stop(self, result):
        if result.document.ids.doc == "d3":
            raise KeyboardInterrupt
        return put(self, result)

    run = ("anonymize", "in.jsonl", "-o", "out.jsonl", "--batch-size", "1")
    monkeypatch.setattr(Outbox, "put", stop)
    assert hips(*run).rc == 130
    monkeypatch.setattr(Outbox, "put", put)
    done = hips(*run, *more)
    assert done.rc == 0
    assert "[W146] The 2 row(s)" in done.err
    assert reason in done.err
    assert len(texts(folder)) == 3


class TestOverSeveralDocuments:
    """In a wide scope a reviewer decides who is one person in all of its documents."""

    ROWS = (
        {"id": "d1", "text": "Ana Ruiz met Bo Lund."},
        {"id": "d2", "text": "A friend, Anna Ruiz, called Bo Lund."},
        {"id": "d3", "text": "Then Ana Ruiz came."},
    )
    WIDE = ("--scope", "corpus", "--known-people", "people.csv")

    @pytest.fixture(params=[ROWS, ROWS[::-1]], ids=["in order", "the other way round"])
    def mentions(self, hips, folder, request) -> dict[tuple[str, str], dict]:
        write_jsonl(folder / "in.jsonl", *request.param)
        (folder / "people.csv").write_text("id,name\ns1,Ana Ruiz\ns2,Bo Lund\ns3,Anna Ruiz\n")
        (folder / "public").mkdir()
        assert hips("find", "in.jsonl", "-o", "found.jsonl", *self.WIDE).rc == 0
        lines = read_jsonl(folder / "found.jsonl")
        return {(line["doc"], line["text"]): line for line in lines if "text" in line}

    def names(self, hips, folder, *more) -> dict[tuple[str, str], str]:
        """What became of each mention, with a register of its own for each run."""
        number = len(list(folder.glob("run*")))
        run = ("anonymize", "in.jsonl", "-o", f"public/{number}.jsonl", *self.WIDE, *more)
        register = ("--register", f"run{number}/r", "--internal-dir", f"run{number}/i")
        done = hips(*run, *register)
        assert done.rc == 0, done.err
        old = {row["id"]: row["text"] for row in self.ROWS}
        return {
            (x["doc"], old[x["doc"]][x["start"] : x["end"]]): x["surrogate"]
            for x in read_jsonl(folder / f"run{number}" / "i" / "spans.jsonl")
        }

    def joined(self, line, person) -> dict:
        more = {k: line[k] for k in ("within", "across")}
        return decide(line, "accept", joined=person, **more)

    def test_find_tells_who_is_one(self, mentions):
        codes = {key: line["across"] for key, line in mentions.items()}
        assert codes["d1", "Ana Ruiz"] == codes["d3", "Ana Ruiz"] != codes["d2", "Anna Ruiz"]
        assert codes["d1", "Bo Lund"] == codes["d2", "Bo Lund"]

    @pytest.mark.few(1)
    @pytest.mark.parametrize("action", ["surrogate", "placeholder"])
    def test_two_persons_become_one(self, hips, folder, mentions, action):
        action = ("--action", f"PERSON={action}")
        plain = self.names(hips, folder, *action)
        ana, anna = mentions["d1", "Ana Ruiz"], mentions["d2", "Anna Ruiz"]
        write_jsonl(folder / "d.jsonl", self.joined(anna, ana["across"]))
        new = self.names(hips, folder, *action, "--decisions", "d.jsonl")
        assert plain["d2", "Anna Ruiz"] != plain["d1", "Ana Ruiz"]
        assert new == {**plain, ("d2", "Anna Ruiz"): plain["d1", "Ana Ruiz"]}

    @pytest.mark.few(1)
    def test_given_spans_are_joined_alike(self, hips, folder, mentions):
        ana, anna = mentions["d1", "Ana Ruiz"], mentions["d2", "Anna Ruiz"]
        lines = [self.joined(anna, ana["across"])]
        lines += [self.joined(mentions[d, "Ana Ruiz"], "") for d in ("d1", "d3")]
        write_jsonl(folder / "d.jsonl", *lines)
        given = ("anonymize", "in.jsonl", "-o", "public/o.jsonl", "--scope", "corpus", "--register",
                 "r/r", "--spans", "found.jsonl", "--decisions", "d.jsonl")  # fmt: skip
        assert hips(*given).rc == 0
        new = {row["text"] for row in read_jsonl(folder / "public" / "o.jsonl")}
        (came,) = (text[5:-6] for text in new if text.startswith("Then"))
        assert sum(came in text for text in new) == 3

    @pytest.mark.few(1)
    def test_one_person_becomes_two(self, hips, folder, mentions):
        plain = self.names(hips, folder)
        write_jsonl(folder / "d.jsonl", self.joined(mentions["d3", "Ana Ruiz"], "ab" * 16))
        new = self.names(hips, folder, "--decisions", "d.jsonl")
        parted = new.pop(("d3", "Ana Ruiz"))
        assert parted != plain.pop(("d3", "Ana Ruiz"))
        assert new == plain

    @pytest.mark.few(2)
    @pytest.mark.parametrize("change", ["secret", "scope"])
    def test_another_secret_or_scope_is_refused(self, hips, folder, mentions, monkeypatch, change):
        ana, anna = mentions["d1", "Ana Ruiz"], mentions["d2", "Anna Ruiz"]
        write_jsonl(folder / "d.jsonl", self.joined(anna, ana["across"]))
        run = ("anonymize", "in.jsonl", "-o", "public/o.jsonl", "--decisions", "d.jsonl",
               "--known-people", "people.csv")  # fmt: skip
        if change == "secret":
            monkeypatch.setenv("HIPS_SECRET", "another secret of these tests")
            run += ("--scope", "corpus", "--register", "r/r")
        done = hips(*run)
        assert (done.rc, "[E827]" in done.err) == (2, True)
        assert not (folder / "public" / "o.jsonl").exists()
        write_jsonl(folder / "d.jsonl", decide(anna, "accept", within="x", across="y"))
        assert hips(*run).rc == 0  # nobody was joined
