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
