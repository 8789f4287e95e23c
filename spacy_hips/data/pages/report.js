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
