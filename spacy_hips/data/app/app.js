// The desk: a project goes through four steps. The server holds all state; this page shows it.
import { fromDrop, fromInput, readable } from "./drop.js";

const data = JSON.parse(document.getElementById("data").textContent);
const $ = id => document.getElementById(id);
const t = (key, ...given) => (data.words[key] ?? key).replace(/\{(\d)\}/g, (_, i) => given[i]);
const number = n => n.toLocaleString(data.lang);
const STEPS = ["files", "search", "review", "result"];
const EVERY = 700;

function h(tag, props = {}, ...inside) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name in node && name !== "list") node[name] = value;
    else if (value !== false && value !== null) node.setAttribute(name, value);
  }
  node.append(...inside.flat().filter(one => one !== null && one !== undefined && one !== false));
  return node;
}
const button = (text, onclick, props = {}) => h("button", { type: "button", onclick, ...props }, text);
let quiet;
function say(text) {
  $("say").textContent = text;
  clearTimeout(quiet);
  quiet = setTimeout(() => { $("say").textContent = ""; }, 8000);
}

// ---------------------------------------------------------------- the server

const at = (...steps) => "p/" + steps.map(s => s.split("/").map(encodeURIComponent).join("/")).join("/") + "?lang=" + data.lang;

async function ask(url, method = "GET", body = undefined) {
  let answer;
  try {
    answer = await fetch(url, { method, body: body === undefined || body instanceof Blob ? body : JSON.stringify(body) });
    $("away").hidden = true;
  } catch {
    $("away").hidden = false;
    throw new Error(t("The program does not answer. Start it again with `spacy-hips app`, and open the new address. Nothing is lost."));
  }
  const told = await answer.json().catch(() => ({ error: t("The program does not answer. Start it again with `spacy-hips app`, and open the new address. Nothing is lost.") }));
  if (!answer.ok) throw new Error(told.error);
  return told;
}

// ---------------------------------------------------------------- which project, which step

let name = "", state = null, step = "files", problems = [], sending = 0, timer, sheets = new Map();

async function open() {
  clearTimeout(timer);
  name = decodeURIComponent(location.hash.slice(1));
  problems = [];
  sheets = new Map();
  if (!name) return showProjects(await ask("p?lang=" + data.lang));
  try {
    await load();
  } catch (error) {
    say(error.message);
    location.hash = "";
  }
}

async function load() {
  take(await ask(at(name)));
  await loadSheets();
  step = state.closed || state.result && !state.task && !state.error ? "result" : state.task || state.error || begun(state.search) ? "search"
    : state.searched ? "review" : "files";
  show();
}
const begun = progress => progress.done > 0 && !progress.whole;

function take(told) {
  state = told;
  clearTimeout(timer);
  if (state.task) timer = setTimeout(poll, EVERY);
}

async function poll() {
  const before = state.task;
  try {
    take(await ask(at(name)));
  } catch {
    timer = setTimeout(poll, 3 * EVERY);
    return;
  }
  if (before && !state.task) {
    const whole = state[before].whole;  // else it was stopped
    if (whole) step = before === "write" ? "result" : "review";
    say(state.error || (whole ? t("Done.") : t("It is stopped. What is done is kept.")));
    show();
  } else if (step === "search") showWork();
}

async function loadSheets() {
  for (const part of state.parts.filter(p => p.kind === "table")) {
    if (!sheets.has(part.id)) sheets.set(part.id, await ask(at(name, "sheet", part.id)));
  }
}

function go(next) {
  step = next;
  show();
  $("main").focus();
}

async function act(work) {
  try {
    await work();
  } catch (error) {
    say(error.message);
  }
}

// ---------------------------------------------------------------- showing

// What is drawn anew keeps the focus, and what somebody folded stays folded.
function draw(box, ...inside) {
  const now = document.activeElement, folded = [...box.querySelectorAll("details")].map(d => [d.className, d.open]);
  const like = now && box.contains(now) && (now.id ? "#" + CSS.escape(now.id)
    : now.name && `[name="${now.name}"][value="${now.value}"]`);
  box.replaceChildren(...inside.flat().filter(Boolean));
  for (const [name, open] of folded) for (const one of box.querySelectorAll("details")) if (one.className === name) one.open = open;
  if (like) box.querySelector(like)?.focus();
}

function show() {
  $("title").textContent = state ? state.name : "";
  document.title = (state ? state.name + " · " : "") + "spacy-hips";
  const can = { files: !state.closed, search: state.task || state.search.done > 0, review: state.searched && !state.closed, result: state.result };
  $("steps").replaceChildren(...STEPS.map((own, i) => button(`${i + 1}. ${t("step " + own)}`, () => go(own),
    { disabled: !can[own], "aria-current": own === step ? "step" : null })));
  const parts = { files: showFiles, search: () => [h("section", { id: "work" })], review: showReview, result: showResult };
  draw($("main"), parts[step]());
  if (step === "search") showWork();
}

function showProjects(known) {
  state = null;
  $("title").textContent = t("Hide the private people of your texts");
  document.title = "spacy-hips";
  $("steps").replaceChildren();
  const field = h("input", { id: "new", autocomplete: "off", maxLength: 60, placeholder: t("such as: essays of class 7b") });
  const make = async event => {
    event.preventDefault();
    const told = await ask("p?lang=" + data.lang, "POST", { name: field.value });
    location.hash = encodeURIComponent(told.name);
  };
  $("main").replaceChildren(
    h("section", {}, h("p", {}, t("Drop in essays, tables or e-mails. The program finds names and other personal data, you check what it found, and you take the new texts out. Nothing leaves this computer.")),
      missing(),
      h("form", { onsubmit: event => act(() => make(event)) },
        h("label", { className: "field" }, t("A name for the work"), field), h("button", { className: "main" }, t("Begin")))),
    known.length ? h("section", {}, h("h2", {}, t("Go on with")), h("ul", { className: "projects" },
      known.map(own => h("li", {}, h("a", { href: "#" + encodeURIComponent(own) }, own))))) : "",
    h("p", { className: "soft" }, t("All files of a project stand in a folder of this computer: {0}", data.folder)));
}

const missing = () => data.missing ? h("p", { className: "warn", role: "alert" },
  t("The trained pipeline that finds names is not installed. Run this in a terminal, in the folder of spacy-hips, and start the program again:"), " ", h("code", {}, data.missing)) : null;
const counted = all => all.at(-1).name === "…" ? "> " + number(all.length - 1) : number(all.length);
const listed = (failures, title) => failures.length ? h("details", { className: "failed", open: failures.length < 12 },
  h("summary", {}, t(title, counted(failures))), h("ul", {}, failures.map(one => h("li", {}, h("b", {}, one.name), " ", one.why)))) : null;

// ---------------------------------------------------------------- files

function showFiles() {
  return [h("section", {}, h("h2", {}, t("Which texts?")), missing(), dropZone(),
    h("div", { id: "problems" }, listed(problems, "{0} files were not taken:")), ...files()),
  roster(), choices(), h("section", {}, button(t(state.searched ? "Search again" : "Find names"), () => start("search"),
    { className: "main", disabled: !state.parts.length || Boolean(data.missing) || Boolean(state.task) }))];
}

function dropZone() {
  const add = found => act(() => send(found));
  const many = h("input", { type: "file", multiple: true, hidden: true, onchange: e => { add(fromInput(e.target)); e.target.value = ""; } });
  const folder = h("input", { type: "file", webkitdirectory: true, multiple: true, hidden: true, id: "folder", onchange: e => { add(fromInput(e.target)); e.target.value = ""; } });
  many.id = "many";
  return h("div", { className: "drop", id: "drop" }, h("p", {}, t("Drop files or folders here: Word, PDF, text, e-mail, web pages, Excel, csv, a .zip of submissions.")),
    button(t("Choose files…"), () => many.click()), " ", button(t("Choose a folder…"), () => folder.click()), many, folder,
    h("p", { id: "sending", className: "soft" }));
}

function files() {
  const remove = (path, label) => button("×", () => act(async () => {
    await ask(at(name, "file", path), "DELETE");
    await again();
  }), { className: "small", "aria-label": t("Take out {0}", label), title: t("Take out {0}", label) });
  const own = [];
  if (state.documentCount) {
    own.push(h("details", { className: "documents" }, h("summary", {}, t("{0} documents", number(state.documentCount))),
      h("ul", {}, state.documents.map(path => h("li", {}, path, " ", remove(path, path))))));
  }
  for (const part of state.parts.filter(p => p.kind === "archive")) own.push(h("p", {}, h("b", {}, part.name), " ", remove(part.name, part.name)));
  for (const part of state.parts.filter(p => p.kind === "table")) own.push(sheet(part, remove(part.name, part.name)));
  return own;
}

function sheet(part, remove) {
  const columns = sheets.get(part.id) || [];
  const choose = (column, role) => act(async () => {
    if (data.single.includes(role)) for (const other of columns) if (other.role === role) other.role = "drop";
    column.role = role;
    take(await ask(at(name, "settings"), "POST", { columns: { [part.name]: Object.fromEntries(columns.map(c => [c.name, c.role])) } }));
    show();
  });
  const select = column => {
    const made = h("select", { id: `${part.id} ${column.name}`, "aria-label": t("What is the column {0}?", column.name), onchange: e => choose(column, e.target.value) },
      data.roles.map(role => h("option", { value: role }, t("role " + role))));
    made.value = column.role;
    return made;
  };
  const text = columns.some(c => c.role === "text");
  return h("div", { className: "sheet" }, h("h3", {}, part.name, " ", remove),
    h("p", {}, t(text ? "Is this what the columns are? What is left out is not written." : "Which column holds the texts? Choose “text” for it.")),
    h("div", { className: "wide" }, h("table", {}, h("thead", {}, h("tr", {},
      [t("Column"), t("What is it?")].map(text => h("th", { scope: "col" }, text)), h("th", { scope: "col", colSpan: 3 }, t("The first rows")))),
    h("tbody", {}, columns.map(c => h("tr", { className: c.role === "drop" ? "out" : "" }, h("th", { scope: "row" }, c.name), h("td", {}, select(c)),
      [0, 1, 2].map(i => h("td", { className: "cell" }, h("div", {}, c.cells[i] ?? "")))))))));
}

function roster() {
  const input = h("input", { type: "file", hidden: true, id: "roster", accept: ".csv,.tsv,.xlsx,.jsonl", onchange: e => act(async () => {
    const file = e.target.files[0];
    const told = await ask(at(name, "roster", file.name), "PUT", file);
    await again();
    say(t("{0} people are on the list.", number(told.people)));
  }) });
  return h("section", {}, h("h2", {}, t("A class list (optional)")),
    h("p", {}, t("A table with a column of names. Everybody on it is found in every text, however rare the name.")),
    state.roster ? h("p", {}, h("b", {}, state.roster), " ", button(t("Take out {0}", state.roster), () => act(async () => {
      await ask(at(name, "roster", state.roster), "DELETE");
      await again();
    }))) : button(t("Choose a list…"), () => input.click()), input);
}

function choices() {
  const set = given => act(async () => { take(await ask(at(name, "settings"), "POST", given)); show(); });
  const radios = (field, values) => values.map(value => h("label", { className: "choice" },
    h("input", { type: "radio", name: field, value, checked: state[field] === value, onchange: () => set({ [field]: value }) }),
    h("span", {}, h("b", {}, t(`${field} ${value}`)), " ", t(`${field} ${value} promises`))));
  return h("section", {}, h("fieldset", {}, h("legend", {}, t("What are the new texts for?")), radios("profile", data.profiles)),
    h("fieldset", {}, h("legend", {}, t("Who keeps one new name?")), radios("scope", state.scopes)),
    h("label", { className: "choice" }, h("input", { type: "checkbox", id: "key", checked: state.key, disabled: !state.canKey, onchange: e => set({ key: e.target.checked }) }),
      h("span", {}, h("b", {}, t("Keep a key that turns the texts back")), " ", t(state.canKey ? "key promises" : "key cannot"))));
}

async function again() {
  take(await ask(at(name)));
  sheets = new Map();
  await loadSheets();
  show();
}

async function send(found) {
  const refuse = (path, why) => problems.push({ name: path, why });
  problems = [];
  sending++;
  try {
    for (const [i, { file, path }] of found.entries()) {
      $("sending").textContent = t("{0} of {1} files", number(i + 1), number(found.length));
      if (!file || !await readable(file)) refuse(path, t("locked"));
      else if (file.size > data.most) refuse(path, t("large"));
      else if (!file.size) refuse(path, t("empty"));
      else await ask(at(name, "file", path), "PUT", file).catch(error => refuse(path, error.message));
    }
  } finally {
    sending--;
  }
  await again();
  if (problems.length) say(t("{0} files were not taken:", number(problems.length)));
}

// ---------------------------------------------------------------- work

async function start(task, passphrase = "") {
  await act(async () => {
    take(await ask(at(name, "run", task), "POST", { passphrase }));
    step = "search";
    show();
  });
}

function showWork() {
  const task = state.task || (begun(state.write) ? "write" : "search"), p = state[task];
  const left = p.left > 90 ? t("about {0} minutes left", number(Math.ceil(p.left / 60))) : p.left > 0 ? t("about {0} seconds left", number(Math.ceil(p.left))) : "";
  const rate = p.rate > 0 ? t("{0} texts a second", p.rate.toLocaleString(data.lang, { maximumFractionDigits: 1 })) : "";
  const counts = Object.entries(p.labels).sort((a, b) => b[1] - a[1]);
  const percent = Math.round(100 * p.done);
  const stopped = !state.task && !p.whole;
  draw($("work"), [h("h2", {}, t(task === "write" ? "Writing the new texts" : "Searching")),
    state.error ? h("p", { className: "warn", role: "alert" }, state.error) : null,
    h("progress", { value: p.done, max: 1, "aria-label": t("How far it is") }),
    h("p", {}, [percent + " %", t("{0} texts", number(p.texts)), rate, state.task && left, state.task && !p.rate ? t("loading…") : ""].filter(Boolean).join(" · ")),
    state.task ? button(t("Stop"), () => act(async () => { take(await ask(at(name, "stop"), "POST")); show(); }), { id: "stop" }) : null,
    stopped ? h("p", {}, t("It is stopped. What is done is kept."), " ", button(t("Go on"), () => start(task), { className: "main", id: "go-on" })) : null,
    counts.length ? h("h3", {}, t("Found so far")) : null,
    counts.length ? h("ul", { className: "counts" }, counts.map(([label, n]) => h("li", {}, h("b", {}, number(n)), " ", t(label)))) : null,
    p.latest.length ? h("p", { className: "soft" }, t("Last found:") + " " + p.latest.join(" · ")) : null,
    listed(p.failed, "{0} files or rows cannot be read, the others go on:")]);
}

// ---------------------------------------------------------------- review and result

function showReview() {
  const ready = state.parts.filter(p => p.searched);
  return [h("section", {}, h("h2", {}, t("Check what was found")),
    h("p", {}, t("No program finds everybody. Look at the most doubtful persons first; every decision is saved at once.")),
    h("ul", { className: "parts" }, ready.map(part => h("li", {}, h("a", { className: "button main", href: at(name, "review", part.id) }, t("Review {0}", part.name || t("the documents"))), " ",
      t("{0} names found, {1} places decided", number(part.names), number(part.decided))))),
    listed(state.search.failed, "{0} files or rows cannot be read, the others go on:")),
  writing(state.result ? "Write the new texts again" : "Write the new texts")];
}

function writing(title) {
  const field = state.key ? h("input", { type: "password", id: "passphrase", autocomplete: "new-password" }) : null;
  return h("section", {}, h("p", {}, t("When you have seen enough, have the new texts written. You can come back and decide more.")),
    field ? h("label", { className: "field" }, t("Passphrase of the key (it is not kept anywhere)"), field) : null,
    button(t(title), () => start("write", field ? field.value : ""), { className: "main", disabled: !state.searched || !state.parts.some(p => p.searched) || Boolean(state.task) }));
}

function showResult() {
  if (state.stale && !state.closed) return [h("p", { className: "warn" }, t("Something was changed since the new texts were written. Write them again.")),
    writing("Write the new texts again")];
  const link = (what, text, props = {}) => h("li", {}, h("a", { className: "button", href: at(name, "result", what), ...props }, t(text)));
  const really = h("dialog", { "aria-labelledby": "really" }, h("h2", { id: "really" }, t("Delete all that leads back?")),
    h("p", {}, t("The originals in this project, the secret, the list of new names, the key and your decisions are deleted. Then nobody can undo it, not even you. Your own copies stay where they are.")),
    button(t("Delete"), () => act(async () => { really.close(); take(await ask(at(name, "forget"), "POST")); sheets = new Map(); step = "result"; show(); }), { className: "danger" }), " ",
    button(t("Keep"), () => really.close()));
  return [h("section", {}, h("h2", {}, t("The new texts")), h("ul", { className: "parts" },
    link("to-publish.zip", "Save the new texts (.zip)", { className: "button main", download: "" }),
    link("report.html", "Read or print the report", { target: "_blank", rel: "noopener" }),
    state.closed ? null : link("decisions.zip", "Save the decisions (internal)", { download: "" })),
  h("p", { className: "soft" }, t("The same stands in the folder {0}. Never publish what is in “internal-never-publish”.", state.folder)),
  listed(state.write.failed, "{0} files or rows are not among the new texts:")),
  state.closed ? h("section", {}, h("h2", {}, t("Irreversible")), h("p", {}, t("All that leads back was deleted from this project.")))
    : h("section", {}, h("h2", {}, t("Can it be undone?")), h("p", {}, t("Yes, as long as the internal folder exists: the texts are pseudonymised, not anonymous. Keep it if later texts shall get the same names, or if somebody may withdraw.")),
      button(t("Delete all that leads back…"), () => really.showModal()), really)];
}

// ---------------------------------------------------------------- start

$("old").remove();
$("lang").append(...data.languages.map(lang => h("option", { value: lang }, t("language " + lang))));
$("lang").value = data.lang;
$("lang").addEventListener("change", () => { location.search = "?lang=" + $("lang").value; });
addEventListener("hashchange", () => act(open));
addEventListener("beforeunload", event => { if (sending) event.preventDefault(); });
for (const kind of ["dragover", "drop"]) addEventListener(kind, event => {
  event.preventDefault();
  $("drop")?.classList.toggle("over", kind === "dragover");
  if (kind === "dragover" || !state || state.closed) return;
  if (step !== "files") go("files");
  fromDrop(event.dataTransfer).then(found => act(() => send(found)));
});
act(open).then(() => { document.documentElement.dataset.ready = "1"; });
