"""The desk in a browser: who may ask, what is taken in, what is found, decided and handed out."""

from __future__ import annotations

import io
import json
import warnings
from dataclasses import replace
from zipfile import ZipFile

import pytest

pytest.importorskip("starlette", reason="needs the extra app")
pytest.importorskip("httpx", reason="the test client of starlette needs httpx")

from spacy_hips import HipsError
from spacy_hips.cli import app as verb
from spacy_hips.cli._app import main
from spacy_hips.desk.app import server, work
from spacy_hips.desk.app.project import INTERNAL, Desk, Project
from spacy_hips.desk.app.runs import Runs
from spacy_hips.desk.app.server import make_app
from spacy_hips.desk.app.sheets import guessed, looked_at
from spacy_hips.desk.app.work import SEARCH, WRITE, Work, progress_of
from spacy_hips.desk.pages.words import languages, words

pytestmark = pytest.mark.filterwarnings("ignore")
KEY = "k" * 22
HERE = "http://127.0.0.1:8766"
TABLE = "id,name,grade,text\n1,Ana Silva,7,Write to ana.silva@uni.org or to info@uni.org.\n2,Bo Li,8,Call 0151 23456789 now.\n"  # noqa: E501


@pytest.fixture
def client(tmp_path):
    from starlette.testclient import TestClient

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        made = TestClient(make_app(Desk(tmp_path / "Meine Ablage"), KEY), base_url=HERE)
    made.headers["origin"] = HERE
    return made


@pytest.fixture(autouse=True)
def rules_only(monkeypatch):
    """No trained pipeline is loaded, and a task is done before its answer."""
    own = Project.options
    monkeypatch.setattr(
        Project, "options", lambda *a, **more: replace(own(*a, **more), rules_only=True)
    )
    monkeypatch.setattr(Runs, "start", lambda self, folder, task, key="": Work(folder, key)(task))


def path(*steps: str) -> str:
    return "/".join(["", KEY, "p", *steps])


@pytest.fixture
def project(client):
    return client.post(path(), json={"name": "Aufsätze 7b"}).json()["name"]


def put(client, project, name, data):
    return client.put(path(project, "file", name), content=data)


class TestWhoMayAsk:
    @pytest.mark.few(14)
    @pytest.mark.parametrize(
        ("url", "headers", "status"),
        [
            (f"/{KEY}/", {}, 200),
            (f"/{KEY}/", {"host": "localhost:8766", "origin": "http://localhost:8766"}, 200),
            (f"/{KEY}/", {"host": "evil.example"}, 403),
            (f"/{KEY}/", {"origin": "http://evil.example"}, 403),
            (f"/{KEY}/", {"origin": "null"}, 403),
            (f"/{KEY}/", {"origin": "http://127.0.0.1:9000"}, 403),
            (f"/{KEY}/", {"sec-fetch-site": "cross-site"}, 403),
            (f"/{KEY}/", {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}, 200),
            (f"/{KEY[:-1]}x/", {}, 403),
            ("/", {}, 403),
            (f"/{KEY}/static/app.js", {}, 200),
            (f"/{KEY}/static/words.tsv", {}, 404),
            (f"/{KEY}/p/%2E%2E", {}, 404),
            (f"/{KEY}/p/none", {}, 404),
        ],
    )
    def test_the_host_the_page_and_the_key(self, client, url, headers, status):
        assert client.get(url, headers=headers).status_code == status

    def test_without_the_trained_pipeline_the_page_says_what_to_run(self, client, monkeypatch):
        monkeypatch.setattr("spacy_hips.core.shipped.find_spec", lambda name: None)
        assert server.INSTALL in client.get(f"/{KEY}/").text

    def test_nothing_is_loaded_from_elsewhere(self, client):
        answer = client.get(f"/{KEY}/")
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert "http" not in answer.text.replace("http-equiv", "").partition("<script")[0]


class TestTheVerb:
    def test_the_address_is_the_same_at_every_start(self, tmp_path, monkeypatch, capsys):
        monkeypatch.setattr(verb, "answer_on", lambda app, own: None)
        monkeypatch.setattr(verb, "PORT", 0)
        for _ in range(2):
            assert main(["app", "--no-browser", "--folder", str(tmp_path / "mine")]) == 0
        keys = [line.split("/")[3] for line in capsys.readouterr().err.splitlines() if "//" in line]
        assert len(keys) == 2 and keys[0] == keys[1] and len(keys[0]) > 20
        assert (tmp_path / "mine" / verb.KEY_FILE).stat().st_mode & 0o077 == 0

    def test_the_key_is_no_argument_of_the_browser(self, tmp_path, monkeypatch):
        opened = []
        monkeypatch.setattr(verb, "answer_on", lambda app, own: None)
        monkeypatch.setattr(verb.webbrowser, "open", opened.append)
        main(["app", "--port", "0", "--folder", str(tmp_path)])
        leads = tmp_path / verb.LEADS_THERE
        assert opened == [leads.as_uri()] and "127.0.0.1" in leads.read_text()

    def test_where_the_usual_port_is_taken_another_one_is(self, monkeypatch):
        with verb._place(0) as taken:
            monkeypatch.setattr(verb, "PORT", taken.getsockname()[1])
            with verb._place(None) as other:
                assert other.getsockname()[1] != verb.PORT
            with pytest.raises(HipsError, match="E851"):
                verb._place(verb.PORT)


class TestWhatIsTakenIn:
    @pytest.mark.parametrize(
        ("name", "data", "status", "kept"),
        [
            ("a.txt", b"Hello", 200, "documents/a.txt"),
            ("Ärger/b c.txt", b"Hello", 200, "documents/Ärger/b c.txt"),
            ("x/t.csv", TABLE.encode(), 200, "table/t.csv"),
            ("empty.csv", b"", 400, None),
            ("photo.jpg", b"x", 415, None),
            ("old.doc", b"x", 415, None),
            ("~$a.docx", b"x", 409, None),
            (".DS_Store", b"x", 200, None),
            ("..%2F..%2Fout.txt", b"x", 200, "documents/out.txt"),
            ("con.txt", b"x", 200, "documents/_con.txt"),
            ("a%3Ab%3F.txt", b"x", 200, "documents/a_b_.txt"),
        ],
    )
    def test_files_by_their_names(self, client, project, tmp_path, name, data, status, kept):
        answer = put(client, project, name, data)
        assert answer.status_code == status
        originals = tmp_path / "Meine Ablage" / project / INTERNAL / "originals"
        there = [p.relative_to(originals).as_posix() for p in originals.rglob("*") if p.is_file()]
        assert there == ([kept] if kept else [])
        assert status == 200 or answer.json()["error"]

    def test_a_file_that_is_too_long_leaves_nothing(self, client, project, monkeypatch):
        monkeypatch.setattr(server, "MOST_BYTES", 10)
        answer = put(client, project, "a.txt", b"x" * 11)
        assert answer.status_code == 413 and "250 MB" in answer.json()["error"]
        assert client.get(path(project)).json()["documents"] == []

    def test_a_full_disk_is_said_and_nothing_is_lost(self, client, project, monkeypatch):
        put(client, project, "a.txt", b"one")

        def full(*args):
            raise OSError(28, "No space left on device")

        monkeypatch.setattr("spacy_hips.desk.app.server.part_of", full)
        answer = put(client, project, "a.txt", b"two")
        assert answer.status_code == 507 and "No space" in answer.json()["error"]
        assert client.get(path(project)).json()["documents"] == ["a.txt"]

    def test_a_class_list_that_cannot_be_used_leaves_the_one_that_is_there(self, client, project):
        def listed(data, name):
            answer = client.put(path(project, "roster", name), content=data)
            return answer.json(), client.get(path(project)).json()["roster"]

        assert listed(b"name\nAna Silva\nBo Li\n", "a.csv") == ({"people": 2}, "a.csv")
        told, there = listed(b"\x00\x01", "b.csv")
        assert there == "a.csv" and "column \u201cname\u201d" in told["error"]
        client.delete(path(project, "roster", "a.csv"))
        assert client.get(path(project)).json()["roster"] is None

    def test_two_projects_of_one_name(self, client, project):
        assert client.post(path(), json={"name": project}).json()["name"] == f"{project} 2"

    @pytest.mark.parametrize(
        ("columns", "roles"),
        [
            ({"id": ["1"], "essay": ["a b c"]}, ["doc", "text"]),
            ({"Name": ["Ana Li"], "E-Mail": ["a@x.org"], "Antwort": ["Ich bin da."]},
             ["name", "email", "text"]),
            ({"a": ["1"], "b": ["one two three four five six seven"]}, ["drop", "text"]),
            ({"essay": ["e1"], "text": ["I came."]}, ["doc", "text"]),
            ({"speaker": ["Ana"], "message": ["Hi there"]}, ["name", "text"]),
            ({"talk": ["c1"], "speaker": ["Ana"], "message": ["Hi"]}, ["doc", "speaker", "text"]),
            ({"student_id": ["1"], "user id": ["2"], "text": ["x y"]}, ["author", "drop", "text"]),
            ({"a": ["1"], "b": ["2"]}, ["drop", "drop"]),
            ({}, []),
        ],
    )  # fmt: skip
    def test_columns_are_guessed(self, columns, roles):
        assert list(guessed(columns).values()) == roles

    def test_a_table_that_excel_wrote(self, tmp_path):
        table = tmp_path / "t.csv"
        table.write_bytes("Name;Text\nJörg Müller;Ich heiße Jörg.\n".encode("cp1252"))
        sheet = looked_at(table)
        assert sheet.encoding == "cp1252" and sheet.columns[0] == ("Name", "name", ["Jörg Müller"])


class TestFromDropToZip:
    @pytest.fixture
    def done(self, client, project):
        put(client, project, "essays.csv", TABLE.encode())
        put(client, project, "Ana_17_assignsubmission_file/a.txt", b"Mail ana.silva@uni.org!")
        put(client, project, "broken.docx", b"PK\x03\x04 no")
        client.post(path(project, "run", SEARCH))
        return project

    def test_it_is_searched_reviewed_and_written(self, client, done, tmp_path):
        state = client.get(path(done)).json()
        assert state["searched"] and [p["id"] for p in state["parts"]] == ["documents", "table-1"]
        assert [f["name"] for f in state["search"]["failed"]] == ["broken.docx"]
        assert "damaged" in state["search"]["failed"][0]["why"]
        page = client.get(path(done, "review", "table-1"))
        assert "frame-ancestors 'none'" in page.headers["content-security-policy"]
        data = page.text.partition('id="data">')[2].partition("</script>")[0]
        cell = json.loads(data)["cells"]
        (text,) = [c for c in cell if c["row"] == 1 and c["column"] == "text"]
        at = text["pieces"][0][1].index("info@uni.org")
        line = {k: text[k] for k in ("doc", "row", "column", "text_hash")}
        line |= {"verdict": "reject", "start": at, "end": at + 12}
        self.decide(client, done, line, "none", 200)
        client.post(path(done, "run", WRITE))
        state = client.get(path(done)).json()
        assert state["write"]["whole"] and state["result"]
        whole = ZipFile(io.BytesIO(client.get(path(done, "result", "to-publish.zip")).content))
        names = whole.namelist()
        assert len(names) == 2 and "table-1.csv" in names
        assert not any("ana" in n.lower() or "about" in n for n in names)
        new = whole.read("table-1.csv").decode()
        assert "info@uni.org" in new and "silva" not in new.lower() and "grade" not in new
        report = client.get(path(done, "result", "report.html")).text
        assert "E-mail addresses" in report and "pseudonymised" in report
        assert "1 decision" in report.replace("decided about 1 places", "1 decision")

    def test_chats_come_out_as_they_went_in(self, client, project):
        message = {"author": {"name": "Ana Silva", "id": "7"}, "content": "I, ana.silva@uni.org"}
        talk = {"title": "For ana.silva@uni.org", "messages": [message], "guild": "x"}
        put(client, project, "talk.json", json.dumps(talk).encode())
        client.post(path(project, "settings"), json={"key": True})  # which is not kept for these
        client.post(path(project, "run", SEARCH))
        sheet = client.get(path(project, "sheet", "table-1")).json()
        roles = {column["name"]: column["role"] for column in sheet}
        assert roles == {
            "conversation": "doc", "title": "context", "speaker": "speaker", "text": "text",
            "id": "drop", "guild": "drop",
        }  # fmt: skip
        client.post(path(project, "run", WRITE))
        whole = ZipFile(io.BytesIO(client.get(path(project, "result", "to-publish.zip")).content))
        new = json.loads(whole.read("table-1.json"))
        assert list(new) == ["title", "messages"]
        assert list(new["messages"][0]) == ["author", "content"]
        assert "silva" not in json.dumps(new).lower() and '"7"' not in json.dumps(new)

    def decide(self, client, project, line, version, status):
        answer = client.put(
            path(project, "review", "table-1"), content=json.dumps(line) + "\n",
            headers={"if-match": version},
        )  # fmt: skip
        assert answer.status_code == status
        return answer.json().get("version")

    def test_two_windows_and_damaged_decisions(self, client, done):
        line = {"doc": "1", "row": 1, "column": "text", "text_hash": "0", "verdict": "reject",
                "start": 0, "end": 3}  # fmt: skip
        version = self.decide(client, done, line, "none", 200)
        self.decide(client, done, line, "none", 409)  # the other window knows nothing of it
        self.decide(client, done, {"verdict": "perhaps"}, version, 400)
        self.decide(client, done, line, version, 200)

    def test_while_it_works_decisions_are_taken_and_files_are_not(self, client, done, monkeypatch):
        monkeypatch.setattr(Runs, "task", lambda self, folder: WRITE)
        line = {"doc": "1", "row": 1, "column": "text", "text_hash": "0", "verdict": "reject",
                "start": 0, "end": 3}  # fmt: skip
        self.decide(client, done, line, "none", 200)
        answer = put(client, done, "b.txt", b"b")
        assert answer.status_code == 409 and "Stop it first" in answer.json()["error"]

    @pytest.mark.slow  # a further whole run
    def test_other_columns_are_searched_anew_and_another_purpose_is_not(self, client, done):
        columns = {"essays.csv": {"id": "doc", "name": "name", "grade": "keep", "text": "text"}}
        assert client.post(path(done, "settings"), json={"profile": "ferpa"}).json()["searched"]
        state = client.post(path(done, "settings"), json={"columns": columns}).json()
        assert [p["searched"] for p in state["parts"]] == [True, False]
        columns["essays.csv"]["text"] = "drop"
        client.post(path(done, "settings"), json={"columns": columns, "scope": "author"})
        assert client.get(path(done)).json()["scope"] == "corpus"  # who wrote the others is unknown
        client.post(path(done, "run", SEARCH))
        state = client.get(path(done)).json()
        failed = {one["name"]: one["why"] for one in state["search"]["failed"]}
        assert "No column is chosen" in failed["essays.csv"]
        assert state["searched"] and state["search"]["whole"]
        for wrong in (
            {"profile": "none"},
            {"scope": "all"},
            {"columns": {"essays.csv": {"id": "x"}}},
        ):
            assert client.post(path(done, "settings"), json=wrong).status_code == 400
        assert client.post(path(done, "settings"), json={"columns": [1]}).status_code == 500
        assert client.get(path(done)).json()["parts"]

    @pytest.mark.slow  # a further whole run
    def test_very_many_rows_that_cannot_be_read(self, client, project):
        put(client, project, "t.csv", b"id,text\n1,Mail a@uni.org\n" + b"1,2,3\n" * 400)
        client.post(path(project, "run", SEARCH))
        failed = client.get(path(project)).json()["search"]["failed"]
        assert (len(failed), failed[0]["name"], failed[-1]["name"]) == (301, "t.csv: 2", "…")

    def test_what_is_taken_out_is_not_handed_out_any_more(self, client, done, tmp_path):
        client.post(path(done, "run", WRITE))
        assert not client.get(path(done)).json()["stale"]
        client.delete(path(done, "file", "essays.csv"))
        internal = tmp_path / "Meine Ablage" / done / INTERNAL
        assert [p.name for p in internal.rglob("*table-1*")] == ["written-table-1.json"]  # counts
        assert client.get(path(done)).json()["stale"]
        public = tmp_path / "Meine Ablage" / done / "to-publish"
        (public / "mine.txt").write_text("a note")
        client.post(path(done, "run", WRITE))
        assert not client.get(path(done)).json()["stale"]
        assert (public / "mine.txt").exists()
        assert not list(public.rglob("table-1*"))
        whole = ZipFile(io.BytesIO(client.get(path(done, "result", "to-publish.zip")).content))
        assert [n.partition("/")[0] for n in whole.namelist()] == ["documents"]

    def test_what_leads_back_is_deleted(self, client, done, tmp_path):
        client.post(path(done, "run", WRITE))
        state = client.post(path(done, "forget")).json()
        assert state["closed"] and state["result"]
        folder = tmp_path / "Meine Ablage" / done
        assert [p.name for p in (folder / INTERNAL).iterdir()] == ["settings.json"]
        assert "originals still exist" not in (folder / "report.html").read_text("utf8")

    def test_a_stopped_search_goes_on(self, client, project, tmp_path, monkeypatch):
        rows = "".join(f"{i},Mail a{i}@uni.org now.\n" for i in range(30))
        put(client, project, "t.csv", f"id,text\n{rows}".encode())
        folder = tmp_path / "Meine Ablage" / project
        own, seen = work.save_searched, []

        def dies(*args):
            own(*args)
            seen.append(args[2].row)
            if len(seen) == 2:
                raise KeyboardInterrupt

        with monkeypatch.context() as patch:
            patch.setattr("spacy_hips.desk.app.work.save_searched", dies)
            with pytest.raises(KeyboardInterrupt):
                Work(folder)(SEARCH)
        told = progress_of(Project(folder), SEARCH)
        assert not told.whole and 0 < told.done < 0.6
        client.post(path(project, "run", SEARCH))
        lines = (folder / INTERNAL / "found-table-1.jsonl").read_text("utf8").splitlines()
        found = [json.loads(line)["text"] for line in lines if '"text"' in line]
        assert found == [f"a{i}@uni.org" for i in range(30)]
        assert progress_of(Project(folder), SEARCH).texts == 30


def test_every_text_of_a_page_is_in_every_language():
    """Templates ask for keys that are not there; scripts would show the key."""
    assert set(languages()) == {"en", "de"}
    assert [k for k, text in words("de").items() if text == words("en")[k] and len(k) > 12] == []
