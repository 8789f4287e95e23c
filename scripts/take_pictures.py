"""Take the pictures and the recording of the desk: a browser, the program, the trained pipeline.

    python scripts/take_pictures.py [-o docs/pictures]

Drives `spacy-hips app` from drop to zip over examples/class, as tests/app/test_browser.py does, and
writes app.png, review.png and app.gif. Needs Chromium, Pillow and en_hips_student. Look at what it
wrote before it is committed.
"""

from __future__ import annotations

import argparse
import runpy
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any

from PIL import Image

ROOT = Path(__file__).parents[1]
CLASS = ROOT / "examples" / "class"
SIZE = 1060, 800
# Of the recording: how wide a frame is, in pixels, how many colours it has, and how long the frames
# and the last one stand, in milliseconds.
WIDE, COLOURS, STANDS, LAST = 800, 48, 1700, 4000
TOP = "scrollTo(0, document.querySelector({!r}).getBoundingClientRect().top + scrollY - 16)"


def main() -> None:
    """Go through the four steps, keep a frame at each."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "docs" / "pictures")
    args = parser.parse_args()
    tests = ROOT / "tests"
    desk = SimpleNamespace(**runpy.run_path(str(tests / "app" / "driver.py")))
    browsers = SimpleNamespace(**runpy.run_path(str(tests / "review" / "browser.py")))
    with TemporaryDirectory(prefix="spacy-hips-") as place:
        folder = Path(place)
        program = desk.Program(folder / "desk")
        try:
            with browsers.Browser(folder / "b", size="{},{}".format(*SIZE)) as browser:
                browser("Page.navigate", url=program.address + "?lang=en")
                frames = _frames(desk, browser, args.output, folder)
        finally:
            program.kill()
        _record(frames, args.output / "app.gif")


def _frames(desk: Any, browser: Any, output: Path, folder: Path) -> list[Path]:
    frames: list[Path] = []

    def keep(target: Path | None = None) -> None:
        frames.append(target or folder / f"{len(frames)}.png")
        browser.picture(frames[-1])

    _choose_files(desk, browser, keep, output / "app.png")
    desk.click(browser, "Find names")
    desk.patient(browser, "document.querySelector('.counts')")
    keep()
    desk.patient(browser, desk.FINISHED.format("3"))
    keep()
    _review(desk, browser, keep, output / "review.png")
    desk.click(browser, "← Back")
    desk.click(browser, "Write the new texts")
    desk.patient(browser, desk.FINISHED.format("4"))
    keep()
    return frames


def _choose_files(desk: Any, browser: Any, keep: Callable[..., None], picture: Path) -> None:
    desk.patient(browser, desk.READY)
    browser.js("document.getElementById('new').focus()")
    browser.type("Essays of class 7b")
    keep()
    browser.press("Enter")
    desk.patient(browser, "document.getElementById('drop')")
    keep()
    texts = sorted((CLASS / "texts").iterdir())
    desk.choose(browser, "#many", *texts, CLASS / "essays.csv")
    desk.patient(browser, "document.querySelector('.sheet')")
    desk.choose(browser, "#roster", CLASS / "roster.csv")
    desk.patient(browser, "document.getElementById('say').textContent.startsWith('22 people')")
    browser.js(TOP.format("#drop"))
    keep(picture)


def _review(desk: Any, browser: Any, keep: Callable[..., None], picture: Path) -> None:
    desk.click(browser, "Review essays.csv")
    desk.patient(browser, f"{desk.READY} && document.getElementById('tools')")
    keep()
    counted = "document.getElementById('count').textContent.startsWith('{} ')"
    for done, key in enumerate("raa", start=1):
        browser.press(key)
        desk.patient(browser, counted.format(done))
        keep(picture if done == 3 else None)


def _record(frames: list[Path], target: Path) -> None:
    """Put the frames together to one moving picture, which a page shows without a player."""
    high = WIDE * SIZE[1] // SIZE[0]
    pictures = [Image.open(path).convert("RGB").resize((WIDE, high)) for path in frames]
    few = [picture.quantize(COLOURS, dither=Image.Dither.NONE) for picture in pictures]
    stands = [STANDS] * (len(few) - 1) + [LAST]
    few[0].save(target, save_all=True, append_images=few[1:], duration=stands, loop=0)


if __name__ == "__main__":
    main()
