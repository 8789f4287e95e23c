"""Brings the pages that stand outside docs/ into the site, and leads links to them there.

Guides come before the reference in a search.

mkdocs calls these functions (`hooks` in mkdocs.yml). GitHub shows the same files where they stand.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[2]
OUTSIDE = {"GLOSSARY.md": "GLOSSARY.md"}
"""Pages of the site by the file that they are made of."""
REFERENCE = ("GLOSSARY.md", "cli.md", "model_card.md", "reference/")
"""Pages whose sections count half as much in a search."""
PLACES = {str(ROOT / file): page for page, file in OUTSIDE.items()}
LINK = re.compile(r"\[([^\]\[]*)\]\(([^)#\s]+)(#[^)\s]+)?\)")


def on_files(files: Files, config: Any) -> Files:
    """Add the pages that stand outside docs/."""
    for page, file in OUTSIDE.items():
        text = _led((ROOT / file).read_text("utf8"), (ROOT / file).parent, page)
        files.append(File.generated(config, page, content=text))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    """Lead the links of a page of docs/, and say how much it counts in a search."""
    if page.file.src_uri.startswith(REFERENCE):
        page.meta["search"] = {"boost": 0.5}
    if page.file.src_uri in OUTSIDE:
        return markdown
    return _led(markdown, Path(config.docs_dir, page.file.src_uri).parent, page.file.src_uri)


def _led(text: str, folder: Path, page: str) -> str:
    """A page's text with links into the site; what is not in it is named without a link."""
    up = "../" * page.count("/")

    def lead(link: re.Match[str]) -> str:
        words, path, section = link[1], link[2], link[3] or ""
        if "://" in path or path.startswith("mailto:"):
            return link[0]
        target = (folder / path).resolve()
        inside = PLACES.get(str(target))
        if inside is None and target.is_relative_to(ROOT / "docs"):
            inside = target.relative_to(ROOT / "docs").as_posix()
        return f"[{words}]({up}{inside}{section})" if inside else f"`{words.strip('`')}`"

    return LINK.sub(lead, text)
