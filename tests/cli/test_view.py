"""spacy-hips view: an internal page."""

from __future__ import annotations

import stat

from .conftest import write_jsonl

MAIL = "ana.silva@uni.org"


def test_the_page_shows_both_texts_and_is_private(hips, folder):
    write_jsonl(
        folder / "in.jsonl",
        {"id": "d1", "text": f"I am <b>.\n\nWrite to {MAIL}."},
        {"id": "d2", "text": "nothing"},
    )
    done = hips("view", "in.jsonl", "-o", "page.html")
    assert done.rc == 0
    assert "internal, never publish" in done.err
    page = (folder / "page.html").read_text()
    assert stat.S_IMODE((folder / "page.html").stat().st_mode) == 0o600
    assert "I am &lt;b&gt;." in page
    assert f'<mark class="EMAIL" data-e="EMAIL:1" title="EMAIL:1, surrogate">{MAIL}' in page
    assert page.count('data-e="EMAIL:1"') == 2
    assert "Internal" in page


def test_nothing_is_left_out_of_a_page_that_holds_all(hips, folder):
    (folder / "in.txt").write_text("By: Maria Okafor", "utf8")
    (folder / "in.jsonl").write_text('{"text": "one"}\n{"text": "two"}\n', "utf8")
    for name in ("in.txt", "in.jsonl"):
        done = hips("view", name, "-o", "page.html", "--limit", "2", "--force")
        assert "Only the first" not in done.err


def test_the_page_says_what_it_leaves_out(hips, folder):
    write_jsonl(folder / "in.jsonl", *({"text": f"text {i}"} for i in range(5)), [1])
    done = hips("view", "in.jsonl", "-o", "page.html", "--limit", "3")
    assert done.rc == 0
    assert "Only the first 3 documents are shown" in done.err
    assert (folder / "page.html").read_text().count("<section") == 3
    assert hips("view", "in.jsonl", "-o", "all.html").rc == 1
    assert "[E730]" in hips("view", "in.jsonl", "-o", "x.html", "--limit", "0").err
    assert "[E726]" in hips("view", "in.jsonl", "-o", "-").err
    assert "[E703]" in hips("view", "in.jsonl", "-o", "in.jsonl", "--force").err
