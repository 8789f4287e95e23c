"""The demo page: a text on the left, what became of it on the right."""

PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>spacy-hips</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem;
    padding: 0 1rem; color: #1b1f24; background: #fff; }
  main { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; }
  @media (max-width: 48rem) { main { grid-template-columns: 1fr; } }
  h1 { font-size: 1.3rem; } h2 { font-size: 1rem; margin: 0 0 .3rem; }
  textarea, .out { box-sizing: border-box; width: 100%; height: 22rem; padding: .7rem;
    font: inherit; border: 1px solid #8a94a0; border-radius: 6px; overflow: auto;
    white-space: pre-wrap; overflow-wrap: anywhere; }
  mark { background: #fde9a9; color: inherit; border-radius: 3px; padding: 0 .1em; }
  mark.kept { background: #dfe7ee; }
  button { font: inherit; padding: .4rem 1.2rem; margin: 1rem 0; cursor: pointer; }
  #told { color: #8a1c1c; margin: 0; min-height: 1.5rem; }
</style>
<h1>De-identify a text</h1>
<p>The text goes to this machine's own server and is not kept. Yellow was replaced; grey was found
and stays. Read what comes out before you publish it.</p>
<main>
  <section><h2><label for="text">Original</label></h2>
    <textarea id="text" spellcheck="false">My friend Amara Okafor helped me with this essay.
Write to her at amara.okafor@uni.org.</textarea></section>
  <section><h2>Anonymised</h2><div class="out" id="out" aria-live="polite"></div></section>
</main>
<button id="go">Anonymise</button>
<p id="told" role="status"></p>
<p><small>spacy-hips {version}</small></p>
<script>
  const at = (id) => document.getElementById(id);
  // Offsets of the server count characters, those of a browser halves of some of them.
  function show(done) {
    const chars = Array.from(done.text), out = at("out");
    let last = 0;
    out.replaceChildren();
    for (const one of done.replaced) {
      out.append(chars.slice(last, one.start).join(""));
      const mark = document.createElement("mark");
      mark.textContent = chars.slice(one.start, one.end).join("");
      mark.title = one.label + ": " + one.action;
      if (one.action === "mark" || one.action === "keep") mark.className = "kept";
      out.append(mark);
      last = one.end;
    }
    out.append(chars.slice(last).join(""));
  }
  at("go").addEventListener("click", async () => {
    at("told").textContent = "";
    const body = JSON.stringify({text: at("text").value});
    if (new Blob([body]).size > {most}) {
      at("out").replaceChildren();
      at("told").textContent = "The text is too long: at most {most} bytes are taken.";
      return;
    }
    at("go").disabled = true;
    at("go").textContent = "Working …";
    try {
      const answer = await fetch("anonymize", {
        method: "POST", headers: {"Content-Type": "application/json"}, body,
      });
      const done = await answer.json().catch(() => ({error: "The server gave it up."}));
      if (!answer.ok) throw new Error(done.error);
      show(done);
      at("told").textContent = done.warnings.join(" ");
    } catch (error) {
      at("out").replaceChildren();
      const gone = error instanceof TypeError;
      at("told").textContent = gone ? "The server does not answer." : error.message;
    } finally {
      at("go").disabled = false;
      at("go").textContent = "Anonymise";
    }
  });
</script>
</html>
"""
