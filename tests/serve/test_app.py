"""The server: it answers on this machine, refuses what is too much, and keeps nothing."""

from __future__ import annotations

import asyncio
import logging

import pytest

pytest.importorskip("starlette", reason="needs the extra serve")
pytest.importorskip("httpx", reason="the test client of starlette needs httpx")

from spacy_hips import HipsError, JobOptions
from spacy_hips.core.ids import Secret
from spacy_hips.desk.serve import MOST_BYTES, seconds_for
from spacy_hips.desk.serve.app import Service, Turns, make_app
from spacy_hips.desk.serve.service import Search

pytestmark = pytest.mark.filterwarnings("ignore")
TEXT = "Mail ana.ruiz@uni.org or call 0151 23456789."


@pytest.fixture(scope="module")
def service():
    service = Service(JobOptions(rules_only=True))
    yield service
    service.close()


@pytest.fixture(scope="module")
def client(service):
    from starlette.testclient import TestClient

    return TestClient(make_app(service, most_bytes=2000), base_url="http://localhost")


def test_health_tells_what_it_searches_with(client):
    assert client.get("/health").json()["status"] == "ok"


def test_a_text_is_anonymised_and_told_where(client):
    done = client.post("/anonymize", json={"text": TEXT, "id": "7"}).json()
    assert "ana.ruiz" not in done["text"]
    first = done["replaced"][0]
    assert first["label"] == "EMAIL" and "@" in done["text"][first["start"] : first["end"]]
    assert client.post("/anonymize", json={"text": TEXT, "id": "7"}).json()["text"] == done["text"]


def test_find_gives_places_and_labels_and_no_text(client):
    answer = client.post("/find", json={"text": TEXT})
    spans = answer.json()["spans"]
    assert [(TEXT[s["start"] : s["end"]], s["label"]) for s in spans] == [
        ("ana.ruiz@uni.org", "EMAIL"), ("0151 23456789", "PHONE_NUM"),
    ]  # fmt: skip
    assert "ana.ruiz" not in answer.text


def test_tags_are_no_text_and_stay(client):
    text = "<p>Mail <b>ana.ruiz</b>@uni.org or <i>ben@uni.org</i>.</p>"
    done = client.post("/anonymize", json={"text": text}).json()
    assert done["text"].startswith("<p>Mail ") and done["text"].endswith("</i>.</p>")
    assert "ruiz" not in done["text"] and "ben@" not in done["text"] and not done["warnings"]
    shown = [done["text"][r["start"] : r["end"]] for r in done["replaced"]]
    assert any("@" in one and "<" not in one for one in shown)
    found = [text[s["start"] : s["end"]] for s in done["found"]]
    assert found == ["ana.ruiz", "@uni.org", "ben@uni.org"]


@pytest.mark.parametrize(
    ("path", "method", "status"), [("/nothing", "GET", 404), ("/find", "GET", 405)]
)
def test_what_is_not_there_is_refused_in_the_same_form(path, method, status, client):
    answer = client.request(method, path)
    assert (answer.status_code, "E895" in answer.json()["error"]) == (status, True)
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    ("body", "type", "status", "code"),
    [
        (b'{"text": "' + b"a" * 3000 + b'"}', "application/json", 413, "E894"),
        (b"{", "application/json", 400, "E895"),
        (b"[" * 1900, "application/json", 400, "E895"),
        (b"[]", "application/json", 400, "E895"),
        (b'{"text": 1}', "application/json", 400, "E895"),
        (b'{"text": "a", "id": 1}', "application/json", 400, "E895"),
        (b'{"text": "\\ud800"}', "application/json", 400, "E895"),
        (b'{"text": "ana.ruiz@uni.org"}', "text/plain", 400, "E895"),
    ],
)
def test_what_it_refuses_is_coded_and_holds_no_text(body, type, status, code, client):
    answer = client.post("/anonymize", content=body, headers={"content-type": type})
    assert (answer.status_code, code in answer.json()["error"]) == (status, True)
    assert "ana.ruiz" not in answer.text


def test_a_page_from_elsewhere_is_refused(client):
    assert client.get("/health", headers={"host": "evil.example"}).status_code == 400
    policy = client.get("/").headers["content-security-policy"]
    assert "default-src 'none'" in policy and "connect-src 'self'" in policy


def test_the_page_shows_both_sides_and_runs_no_text_as_html(client):
    page = client.get("/").text
    assert "Original" in page and "Anonymised" in page
    assert "innerHTML" not in page


def test_nothing_of_a_text_is_logged_whatever_happens(service, client, caplog, capfd, monkeypatch):
    def failing(text, doc):
        raise ValueError(f"cannot read {text}")

    caplog.set_level(logging.DEBUG)
    client.post("/anonymize", json={"text": TEXT})
    monkeypatch.setattr(service, "_run", failing)
    answer = client.post("/anonymize", json={"text": TEXT})
    assert (answer.status_code, "ValueError" in answer.json()["error"]) == (500, True)
    assert "ana.ruiz" not in answer.text + caplog.text + "".join(capfd.readouterr())


def test_of_a_failure_of_the_pipeline_only_the_kind_comes_back(service, client, monkeypatch):
    search = Search(JobOptions(rules_only=True), Secret(b"marble lantern 47 quietly orbits"))
    search.start()

    def failing(text):
        raise ValueError(text)

    monkeypatch.setattr(search._pipeline.nlp, "make_doc", failing)
    assert search((TEXT, "")) == "ValueError"
    monkeypatch.setattr(service, "_helper", lambda task, seconds: "ValueError")
    answer = client.post("/find", json={"text": TEXT})
    assert (answer.status_code, "(ValueError)" in answer.json()["error"]) == (500, True)


def test_a_wider_scope_is_refused(monkeypatch):
    monkeypatch.setenv("HIPS_SECRET", "marble lantern 47 quietly orbits")
    search = Search(JobOptions(rules_only=True, scope="corpus"), Secret.load())
    with pytest.raises(HipsError, match="E896"):
        search.start()


@pytest.mark.slow  # starts another process
def test_what_is_wrong_with_the_pipeline_is_told_where_the_server_is_made():
    with pytest.raises(HipsError, match="E736"):
        Service(JobOptions(rules_only=True, model="some"))


@pytest.mark.slow  # starts another process
def test_a_text_that_takes_too_long_is_given_up_and_the_next_one_is_done(service, client):
    before = client.post("/anonymize", json={"text": TEXT, "id": "7"}).json()
    usual, service.seconds = service.seconds, 0.01
    late = client.post("/anonymize", json={"text": TEXT * 40})
    service.seconds = usual
    assert (late.status_code, "E853" in late.json()["error"]) == (504, True)
    # Nobody gave a secret: the new process draws as the old one did.
    assert client.post("/anonymize", json={"text": TEXT, "id": "7"}).json() == before


@pytest.mark.slow  # starts another process
def test_a_process_that_was_killed_is_told_and_replaced(service, client):
    service._helper._workers._workers[0]._process.kill()
    lost = client.post("/anonymize", json={"text": TEXT})
    assert (lost.status_code, "E854" in lost.json()["error"]) == (500, True)
    assert client.post("/anonymize", json={"text": TEXT}).status_code == 200


@pytest.mark.slow  # starts another process
def test_a_server_that_is_being_stopped_says_so():
    from starlette.testclient import TestClient

    service = Service(JobOptions(rules_only=True))
    with TestClient(make_app(service), base_url="http://localhost") as client:
        assert client.get("/health").status_code == 200
        service.close()
        answer = client.post("/find", json={"text": TEXT})
        assert (answer.status_code, "E855" in answer.json()["error"]) == (503, True)


def test_who_is_too_many_or_waits_too_long_is_told_that_it_is_busy():
    async def tried():
        turns = Turns(2, 0.05)
        told = []

        async def ask():
            try:
                async with turns.taken():
                    await asyncio.sleep(0.2)
                    told.append("done")
            except HipsError as error:
                told.append(str(error)[1:5])

        await asyncio.gather(ask(), ask(), ask())  # works, waits, is one too many
        await ask()
        return told

    assert asyncio.run(tried()) == ["E852", "E852", "done", "done"]


def test_a_work_that_times_out_by_itself_is_no_busy_server():
    async def tried():
        with pytest.raises(TimeoutError):
            async with Turns(2, 1).taken():
                raise TimeoutError

    asyncio.run(tried())


def test_longer_texts_have_longer():
    assert seconds_for(10) == seconds_for(MOST_BYTES) == 60
    assert seconds_for(10 * MOST_BYTES) == 600
