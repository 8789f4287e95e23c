"""The server: it answers on this machine, refuses what is too much, and keeps nothing."""

from __future__ import annotations

import logging

import pytest

pytest.importorskip("starlette", reason="needs the extra serve")
pytest.importorskip("httpx", reason="the test client of starlette needs httpx")

from spacy_hips import HipsError, JobOptions
from spacy_hips.serve.app import Service, make_app

pytestmark = pytest.mark.filterwarnings("ignore")
TEXT = "Mail ana.ruiz@uni.org or call 0151 23456789."


@pytest.fixture(scope="module")
def service():
    return Service(JobOptions(rules_only=True))


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


def test_a_wider_scope_is_refused(tmp_path, monkeypatch):
    monkeypatch.setenv("HIPS_SECRET", "marble lantern 47 quietly orbits")
    with pytest.raises(HipsError, match="E896"):
        Service(JobOptions(rules_only=True, scope="corpus"))
