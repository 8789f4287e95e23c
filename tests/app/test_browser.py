"""The desk from drop to zip, as a person uses it: a browser, the program, the trained pipeline."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any
from zipfile import ZipFile

import pytest

pytest.importorskip("starlette", reason="needs the extra app")
BROWSER = Path(__file__).parents[1] / "review" / "browser.py"
DRIVER = Path(__file__).parent / "driver.py"
CLASS = Path(__file__).parents[2] / "examples" / "class"
pytestmark = [
    pytest.mark.slow,
    pytest.mark.installed,
    pytest.mark.skipif(find_spec("en_hips_student") is None, reason="needs the trained pipeline"),
    pytest.mark.skipif(not CLASS.exists(), reason="the examples are not part of this copy"),
]


def main_text(browser: Any) -> str:
    return browser.js("document.getElementById('main').innerText")


def test_from_drop_to_zip(tmp_path, load_script):
    own, desk = load_script(BROWSER), load_script(DRIVER)
    if not own.CHROMIUM:
        pytest.skip("there is no Chromium")
    folder, dropped = tmp_path / "Meine Ablage äö", tmp_path / "dropped"
    dropped.mkdir()
    (dropped / "broken.docx").write_bytes(b"PK\x03\x04 no document")
    (dropped / "locked.txt").write_text("Nobody can read this.")
    with (dropped / "huge.csv").open("wb") as file:
        file.truncate(300_000_000)
    program = desk.Program(folder)
    try:
        with own.Browser(tmp_path / "browser") as browser:
            _drive(desk, browser, program, folder, dropped)
            assert [c for c in browser.complaints if "ERR_CONNECTION" not in str(c)] == []
    finally:
        program.kill()


def _drive(desk: ModuleType, browser: Any, program: Any, folder: Path, dropped: Path) -> None:
    patient, click, choose = desk.patient, desk.click, desk.choose
    browser("Page.navigate", url=program.address + "?lang=en")
    patient(browser, "document.documentElement?.dataset.ready")
    browser.js("document.getElementById('new').focus()")
    browser.type("Essays of 7b ü")
    browser.press("Enter")  # by keyboard alone

    # A file that another program has locked fails when its first byte is read.
    patient(browser, "document.getElementById('drop')")
    browser.js("""const own = File.prototype.slice; File.prototype.slice = function (...at) {
        if (this.name === "locked.txt") throw new DOMException("", "NotReadableError");
        return own.apply(this, at); }; 1""")
    texts = sorted((CLASS / "texts").iterdir())
    choose(browser, "#many", *texts, *sorted(dropped.iterdir()), CLASS / "essays.csv")
    patient(browser, "document.querySelector('.sheet')")
    problems = browser.js("document.getElementById('problems').innerText")
    assert "huge.csv The file has more than 250 MB" in problems
    assert "locked.txt The file cannot be read. Is it open in another program?" in problems
    roles = browser.js("[...document.querySelectorAll('.sheet select')].map(s => s.value).join()")
    assert roles == "doc,author,name,date,drop,text"
    choose(browser, "#roster", CLASS / "roster.csv")
    patient(browser, "document.getElementById('say').textContent.startsWith('22 people')")

    # Stopped, then killed in the middle; each time it goes on with what was done.
    click(browser, "Find names")
    patient(browser, "document.querySelector('.counts')")
    click(browser, "Stop")
    patient(browser, "document.body.innerText.includes('It is stopped')")
    click(browser, "Go on")
    patient(browser, "document.body.innerText.includes('loading')")
    program.kill()
    patient(browser, "!document.getElementById('away').hidden")
    program.start()
    patient(browser, "document.body.innerText.includes('It is stopped')")
    browser.js("window.old = 1")
    browser("Page.reload")
    patient(browser, "!window.old && document.documentElement?.dataset.ready")
    click(browser, "Go on")
    patient(browser, desk.FINISHED.format("3"))
    assert "broken.docx The file is damaged" in main_text(browser)

    # Review by keys; a killed program loses no decision, and the page goes on by itself.
    click(browser, "Review essays.csv")
    patient(browser, "document.documentElement?.dataset.ready && document.getElementById('tools')")
    browser.js("document.getElementById('extent').value = '10'")
    browser.js("document.getElementById('extent').dispatchEvent(new Event('input'))")
    browser.press("a", "a")
    patient(browser, "document.getElementById('say').textContent === 'Saved.'")
    assert browser.js("document.getElementById('count').textContent") == "2 of 10 decided"
    program.kill()
    browser.press("r")
    patient(browser, "!document.getElementById('unsaved').hidden")
    program.start()
    patient(browser, "document.getElementById('unsaved').hidden")
    decided = next(folder.rglob("decisions-table-1.jsonl")).read_text("utf8")
    assert decided.count('"verdict":"accept"') >= 2 and '"verdict":"reject"' in decided

    click(browser, "← Back")
    click(browser, "Write the new texts")
    patient(browser, desk.FINISHED.format("4"))
    whole = ZipFile(next(folder.rglob("to-publish.zip")))
    assert len([n for n in whole.namelist() if n.startswith("documents/")]) == len(texts)
    new = whole.read("table-1.csv").decode()
    assert "Nwosu" not in new and "essay,student,name,date,text" in new
    assert "broken.docx" in main_text(browser)
    click(browser, "Delete all that leads back…")
    click(browser, "Delete")
    browser.js("document.querySelector('dialog .danger').click()")
    patient(browser, "document.body.innerText.includes('Irreversible')")
    assert not list(folder.rglob("secret"))
