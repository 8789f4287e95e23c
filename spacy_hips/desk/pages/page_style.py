"""Style and script of the pages: what all share, and what the internal page adds."""

from __future__ import annotations

# Hues by label: names blue to violet, ways to reach somebody green, numbers orange, the rest rose.
HUES: dict[str, int] = {
    "NAME_STUDENT": 215, "NAME_INSTRUCTOR": 255, "NAME_PRIVATE": 285, "PERSON": 225,
    "EMAIL": 165, "USERNAME": 185, "URL_PERSONAL": 140, "PHONE_NUM": 95, "STREET_ADDRESS": 40,
    "ID_NUM": 20, "IP_ADDRESS": 60, "DATE_OF_BIRTH": 340, "DATE": 330, "AGE": 350, "SCHOOL": 30,
    "EMPLOYER": 10, "NATIONALITY": 300, "LOCATION": 75, "ZIP": 50,
}  # fmt: skip

BASE = """
:root { color-scheme: light dark; --ink: #1d2330; --soft: #667085; --line: #e3e6ec;
  --paper: #ffffff; --ground: #f5f6f9; --l: 90%; --s: 80%; --t: 24%; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e8ee; --soft: #98a1b3; --line: #333a48;
  --paper: #1b202b; --ground: #12161e; --l: 24%; --s: 45%; --t: 84%; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink);
  font: 15px/1.6 system-ui, -apple-system, "Segoe UI", "Noto Sans", sans-serif; }
"""
"""Colours for light and dark, and the font, of every page."""

_STYLE = """
.banner { background: #b42318; color: #fff; font-weight: 600; padding: .5rem 1.5rem;
  text-align: center; }
header, main { max-width: 92rem; margin: 0 auto; padding: 0 1.5rem; }
header h1 { font-size: 1.35rem; margin: 1.2rem 0 .3rem; overflow-wrap: anywhere; }
header p { margin: .1rem 0; color: var(--soft); }
.tools { position: sticky; top: 0; z-index: 2; background: var(--ground); padding: .8rem 0;
  border-bottom: 1px solid var(--line); display: flex; flex-wrap: wrap; gap: .6rem 1.5rem;
  align-items: center; justify-content: space-between; }
header { display: contents; }
header > h1, header > p, .tools { margin-left: auto; margin-right: auto; max-width: 89rem;
  width: calc(100% - 3rem); }
.legend { display: flex; flex-wrap: wrap; gap: .4rem; }
.chip { display: inline-flex; align-items: center; gap: .4rem; padding: .1rem .6rem;
  border-radius: 1rem; font-size: .78rem; cursor: pointer; user-select: none; }
.chip input { accent-color: currentColor; margin: 0; }
.find { display: flex; flex-wrap: wrap; gap: .8rem; align-items: center; font-size: .85rem;
  color: var(--soft); }
.find input[type=search] { font: inherit; color: var(--ink); background: var(--paper);
  border: 1px solid var(--line); border-radius: .5rem; padding: .3rem .7rem; width: 16rem; }
section { background: var(--paper); border: 1px solid var(--line); border-radius: .8rem;
  margin: 1.2rem 0; overflow: hidden; }
section h2 { font-size: .95rem; margin: 0; padding: .7rem 1.2rem; display: flex; gap: .8rem;
  justify-content: space-between; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
section h2 small { color: var(--soft); font-weight: 400; white-space: nowrap; }
.pair { display: grid; grid-template-columns: 1fr 1fr; }
.pair > * { margin: 0; padding: .4rem 1.2rem; white-space: pre-wrap; overflow-wrap: anywhere;
  min-width: 0; unicode-bidi: plaintext; }
.pair > :last-child { border-left: 1px solid var(--line); }
.heads { color: var(--soft); font-size: .75rem; text-transform: uppercase;
  letter-spacing: .06em; }
.persons { padding: .3rem 1.2rem; border-bottom: 1px solid var(--line); font-size: .82rem; }
.persons summary { cursor: pointer; color: var(--soft); }
.persons table { border-collapse: collapse; margin: .4rem 0; }
.persons th, .persons td { text-align: left; padding: .1rem .9rem .1rem 0; font-weight: 400;
  overflow-wrap: anywhere; }
.persons th { color: var(--soft); }
.plain p { color: var(--soft); }
mark { border-radius: .25rem; padding: .05rem .2rem; color: inherit;
  -webkit-box-decoration-break: clone; box-decoration-break: clone; unicode-bidi: isolate; }
mark sub { font-size: .62em; opacity: .75; margin-left: .12em; user-select: none; }
mark.kept { background: none; border-bottom: 2px dotted; border-radius: 0; }
mark.same { outline: 2px solid currentColor; }
mark.off { background: none; border: 0; color: inherit; outline: none; }
mark.off sub { display: none; }
[hidden] { display: none !important; }
@media (max-width: 50rem) { .pair { grid-template-columns: 1fr; }
  .pair > :last-child { border-left: 0; border-bottom: 1px solid var(--line); } }
@media print { .find { display: none; } .tools { position: static; }
  section { break-inside: avoid-page; } }
"""

_COLOURS = "\n".join(
    f".{name} {{ background: hsl({hue} var(--s) var(--l)); color: hsl({hue} 70% var(--t)); }}"
    for name, hue in HUES.items()
)
_OTHER = "mark, .chip { background: hsl(220 12% var(--l)); color: hsl(220 15% var(--t)); }"


def head(style: str) -> str:
    """The head of a page that loads nothing; its field {title} is to be filled.

    style (str): What the page adds to the style that all share.
    RETURNS (str): HTML up to the opening of the body.
    """
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="robots" content="noindex">'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">"
        "<title>{title}</title><style>"
        + (BASE + style).replace("{", "{{").replace("}", "}}")
        + "</style></head><body>"
    )


HEAD = head(_STYLE + _OTHER + "\n" + _COLOURS + "\nmark.kept, mark.off { background: none; }")

SCRIPT = """
const all = (q, e = document) => [...e.querySelectorAll(q)];
const query = document.getElementById("q"), only = document.getElementById("only");
const hits = document.getElementById("hits");
function sift() {
  const words = query.value.trim().toLowerCase();
  let shown = 0;
  for (const section of all("section")) {
    let any = false;
    for (const pair of all(".pair:not(.heads)", section)) {
      const fits = (!words || pair.textContent.toLowerCase().includes(words)) &&
        (!only.checked || pair.querySelector("mark:not(.off)"));
      pair.hidden = !fits;
      any = any || fits;
      shown += fits ? 1 : 0;
    }
    section.hidden = !any && (words || only.checked);
  }
  hits.textContent = words || only.checked ? shown + " lines" : "";
}
query.addEventListener("input", sift);
only.addEventListener("change", sift);
for (const box of all(".chip input")) {
  box.addEventListener("change", () => {
    for (const mark of all("mark." + box.value)) mark.classList.toggle("off", !box.checked);
    sift();
  });
}
document.addEventListener("mouseover", event => {
  for (const mark of all("mark.same")) mark.classList.remove("same");
  const mark = event.target.closest("mark");
  if (!mark || !mark.dataset.e) return;
  for (const other of all("mark", mark.closest("section"))) {
    if (other.dataset.e === mark.dataset.e) other.classList.add("same");
  }
});
"""
