"""Style and script of the report's pages, beside what all pages share."""

from __future__ import annotations

STYLE = """
main { max-width: 68rem; margin: 0 auto; padding: 0 1.5rem 3rem; }
h1 { font-size: 1.6rem; margin: 1.6rem 0 .2rem; }
h2 { font-size: 1.15rem; margin: 0 0 .4rem; }
h3 { font-size: .95rem; margin: 1.3rem 0 .3rem; }
.sub, .note, caption, figcaption { color: var(--soft); }
.sub { margin: 0 0 1.2rem; overflow-wrap: anywhere; }
.note { font-size: .88rem; margin: .3rem 0; }
.banner { background: #b42318; color: #fff; font-weight: 600; padding: .5rem 1.5rem;
  text-align: center; }
nav { display: flex; flex-wrap: wrap; gap: .3rem 1rem; font-size: .88rem; margin-bottom: 1rem; }
a { color: #3b7dd8; }
section { background: var(--paper); border: 1px solid var(--line); border-radius: .8rem;
  margin: 1.1rem 0; padding: 1.1rem 1.4rem; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr)); gap: .9rem;
  margin: .8rem 0; }
.card { border: 1px solid var(--line); border-radius: .6rem; padding: .7rem .9rem; }
.card b { display: block; font-size: 1.55rem; line-height: 1.3;
  font-variant-numeric: tabular-nums; }
.card.main { border: 2px solid #3b7dd8; }
.card small { color: var(--soft); display: block; line-height: 1.4; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .88rem; margin: .3rem 0 .8rem; width: 100%; }
caption { text-align: left; font-size: .85rem; padding-bottom: .2rem; }
th, td { text-align: right; padding: .25rem .7rem; border-bottom: 1px solid var(--line);
  font-variant-numeric: tabular-nums; white-space: nowrap; }
th:first-child, td:first-child, td.words, th.words { text-align: left; }
td.words { white-space: normal; overflow-wrap: anywhere; }
td.words:first-child { min-width: 8.5rem; }
th { color: var(--soft); font-weight: 600; cursor: pointer; user-select: none; }
th[aria-sort=ascending]::after { content: " \\2191"; }
th[aria-sort=descending]::after { content: " \\2193"; }
td small { color: var(--soft); }
td.few { color: var(--soft); font-style: italic; }
figure { margin: .6rem 0; max-width: 38rem; }
figure svg { width: 100%; height: auto; }
figcaption { font-size: .85rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1.2rem; margin: .4rem 0;
  font-size: .9rem; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
ul { padding-left: 1.2rem; }
.plain p, .plain li { font-size: 1rem; }
@media print { body { background: #fff; font-size: 11px; } nav { display: none; }
  section { break-inside: avoid-page; border: 0; padding: 0; } figure { max-width: 11cm; }
  .wide { overflow: visible; } table, figure, .cards { break-inside: avoid; } }
"""

SCRIPT = """
for (const head of document.querySelectorAll("th")) {
  head.tabIndex = 0;
  const sort = () => {
    const table = head.closest("table"), at = head.cellIndex, body = table.tBodies[0];
    const up = head.getAttribute("aria-sort") === "descending";
    for (const other of head.parentNode.cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", up ? "ascending" : "descending");
    const key = row => {
      const cell = row.cells[at], value = cell.dataset.v;
      return value === undefined || value === "" ? cell.textContent : Number(value);
    };
    const rows = [...body.rows].sort((a, b) => {
      const x = key(a), y = key(b);
      const less = typeof x === "number" && typeof y === "number" ? x - y
        : String(x).localeCompare(String(y), undefined, { numeric: true });
      return up ? less : -less;
    });
    body.append(...rows);
  };
  head.addEventListener("click", sort);
  head.addEventListener("keydown", event => { if (event.key === "Enter") sort(); });
}
"""
