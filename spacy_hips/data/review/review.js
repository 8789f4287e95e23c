"use strict";
// One mention is one place of a text. Whatever a reviewer does is a list of changed fields of
// mentions (and of audited documents), so that undo is the same list backwards. Offsets count
// characters as Python does; text is shown by textContent alone.

const data = JSON.parse(document.getElementById("data").textContent);
const $ = id => document.getElementById(id);
const home = data.home;  // the server that keeps what is decided; else the browser does
// What is said stands in one table, in every language; {0} and {1} are filled in.
const t = (key, ...given) => (data.words[key] ?? key).replace(/\{(\d)\}/g, (_, i) => given[i]);
const number = n => n.toLocaleString(data.lang);
const KEY = "spacy-hips review " + data.digest;
const SHOWN = 40, CONTEXT = 240, ROW = 49;
const folded = text => text.split(/\s+/).join(" ").trim();
const make = (tag, name, text) => {
  const node = document.createElement(tag);
  if (name) node.className = name;
  if (text !== undefined) node.textContent = text;
  return node;
};

// ---------------------------------------------------------------- texts

for (const cell of data.cells) {
  cell.pieces = cell.pieces.map(([start, text]) => {
    const wide = /[\ud800-\udbff]/.test(text) ? Array.from(text) : null;
    return { start, text, wide, end: start + (wide || text).length };
  });
  cell.mentions = [];
}
const cut = (piece, from, to) => piece.wide
  ? piece.wide.slice(from - piece.start, to - piece.start).join("")
  : piece.text.slice(from - piece.start, to - piece.start);
const points = text => /[\ud800-\udbff]/.test(text) ? Array.from(text).length : text.length;
const pieceOf = (cell, at) => cell.pieces.find(p => p.start <= at && at < p.end);
const cellKey = c => [c.doc || "#" + c.row, c.row, c.column, c.text_hash].join("\n");
const cellAt = new Map(data.cells.map(cell => [cellKey(cell), cell]));
const docOf = cell => cell.doc || "#" + cell.row;
// In a scope wider than a document a person may be one in all of its documents.
const roomOf = (cell, kind) => kind === "person" && cell.within || docOf(cell);
const acrossKey = code => "across\n" + code;
const newCode = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), b => b.toString(16).padStart(2, "0")).join("");

// ---------------------------------------------------------------- mentions and items

const mentions = [], items = [], itemAt = new Map(), docs = new Map();

function addMention(fields) {
  const cell = fields.cell, piece = pieceOf(cell, fields.start);
  const mention = { verdict: "", surrogate: "", owner: "", time: "", reviewer: "", gone: false, added: false,
    entity: "", person: "", across: "", joined: "", role: "", reason: "", public: null, score: 1, kept: false, ...fields };
  mention.text = piece ? cut(piece, mention.start, mention.end) : "";
  mention.number = mentions.length;
  mentions.push(mention);
  cell.mentions.push(mention);
  const doc = docOf(cell);
  if (!docs.has(doc)) docs.set(doc, []);
  docs.get(doc).push(mention);
  return mention;
}

function addItem(fields) {
  const item = { mentions: [], read: false, time: "", worth: 0, shown: true, across: "", room: fields.doc, ...fields };
  items.push(item);
  itemAt.set(item.key, item);
  return item;
}

for (const row of data.items) {
  const key = row.across ? acrossKey(row.across) : [row.doc, row.kind, row.id || "at " + items.length].join("\n");
  addItem({ kind: row.kind, doc: row.doc, room: row.within || row.doc, across: row.across, person: row.id, key,
    shown: row.shown, worth: row.worth, owned: row.owned });
  for (const [cell, start, end, label, role, pub, score, kept, reason, entity] of row.mentions) {
    addMention({ cell: data.cells[cell], start, end, label, role, public: pub, score, kept, reason,
      entity, person: entity, across: row.across, group: key });
  }
}
for (const doc of data.audit.docs) {
  addItem({ kind: "audit", doc, person: "", key: doc + "\naudit" });
}
const cellsOf = new Map();
for (const cell of data.cells) {
  if (!cellsOf.has(docOf(cell))) cellsOf.set(docOf(cell), []);
  cellsOf.get(docOf(cell)).push(cell);
}

function regroup(keys) {
  for (const key of keys) itemAt.get(key).mentions = [];
  for (const m of mentions) if (!m.gone && keys.has(m.group)) itemAt.get(m.group).mentions.push(m);
}
regroup(new Set(itemAt.keys()));

const isName = label => data.names.includes(label);
const hides = m => m.verdict === "accept" || m.verdict === "added";
const done = item => item.kind === "audit" ? item.read : item.mentions.every(m => m.verdict);
const listed = item => item.kind === "audit" || (item.shown && item.mentions.length > 0);
const stays = m => m.verdict ? !hides(m) : m.kept;
const nameOf = item => item.kind === "audit" ? data.training ? t("Read the whole text") : item.doc
  : [...new Set(item.mentions.map(m => folded(m.text)))].sort((a, b) => b.length - a.length)
    .join(" · ") || item.person;
const docsOf = item => item.mentions.length ? [...new Set(item.mentions.map(m => docOf(m.cell)))] : [item.doc];
// Whose an address or a number is, and who else may own it: persons as they are now.
const namedAt = new Map(mentions.filter(m => m.entity && isName(m.label)).map(m => [docOf(m.cell) + "\n" + m.entity, m]));
const personOf = (doc, entity) => itemAt.get(namedAt.get(doc + "\n" + entity)?.group);
const ownersOf = item => {
  const chosen = item.mentions.find(m => m.owner), told = chosen ? [[chosen.owner, "", "review"]] : item.owned || [];
  return told.map(([owner, rival, by]) =>
    ({ owner: personOf(item.doc, owner), rival: rival && personOf(item.doc, rival), by })).filter(o => o.owner);
};
const disputed = item => ownersOf(item).some(o => o.rival && o.rival !== o.owner);
const thingsOf = person => items.filter(i => i.kind === "other" && i.mentions.length &&
  ownersOf(i).some(o => o.owner === person || o.rival === person));
const whereOf = item => { const own = docsOf(item); return own.length > 1 ? t("{0} documents", number(own.length)) : own[0]; };

// ---------------------------------------------------------------- changes and undo

const past = [];
let now = null, focus = null, whole = false, carried = [], dirty = false, marking = null;

function change(patches, note) {
  if (data.training) patches = stillOpen(patches);
  if (!patches.length) return;
  past.push({ now, focus, back: patches.map(([one, patch]) =>
    [one, Object.fromEntries(Object.keys(patch).map(k => [k, one[k]]))]) });
  put(patches);
  if (note) say(note);
}

function undo() {
  const last = past.pop();
  if (!last) return say(t("Nothing to undo."));
  put(last.back);
  say(t("Undone."));
  go(last.now, last.focus);
}

function put(patches) {
  const touched = new Set();
  for (const [one, patch] of patches) {
    touched.add(one.group || one.key);
    Object.assign(one, patch);
    touched.add(one.group || one.key);
  }
  regroup(touched);
  dirty = true;
  showList();
  showProgress();
  keepSoon();
  if (data.training) closeTexts();
}

const stamp = () => ({ time: new Date().toISOString(), reviewer: $("reviewer").value.trim() });
const wanted = m => m.added ? "added" : "accept";

function scope() {
  if (!now || now.kind === "audit" && !focus) return [];
  const way = document.querySelector("input[name=scope]:checked").value;
  if (way === "mention" || now.kind === "audit") return focus ? [focus] : [];
  if (way === "string" && focus) {
    const text = folded(focus.text);
    return mentions.filter(m => !m.gone && folded(m.text) === text);
  }
  return now.mentions;
}

function decide(patchOf, note) {
  const before = now, own = scope();
  change(own.map(m => [m, { ...stamp(), ...patchOf(m) }]), note && note + told(own.length));
  if (before.kind !== "audit" && done(before)) next(1, true); else showItem();
}
const told = n => n === 1 ? "" : ` (${t("{0} mentions", n)})`;

function accept() {
  if (!now) return;
  if (now.kind === "audit" && !focus) {
    change([[now, { read: true, ...stamp() }]], t("Read: nothing else in it."));
    return next(1, true);
  }
  decide(m => m.role === "public"
    ? { verdict: wanted(m), role: isName(m.label) ? "private" : m.role,
        label: isName(m.label) ? data.roleLabels.private : m.label }
    : { verdict: wanted(m) }, t("Hidden."));
}
function reject() {
  decide(m => m.added ? { gone: true } : { verdict: "reject" }, t("It stays."));
}
function relabel(label) {
  decide(m => ({ verdict: wanted(m), label, role: isName(label) ? m.role : "" }), t(label) + ".");
}
function rerole(role) {
  decide(m => role === "public"
    ? { verdict: "reject", role, label: isName(m.label) ? "PERSON" : m.label }
    : { verdict: wanted(m), role, label: data.roleLabels[role] }, t(role) + ".");
}
function resurrogate(text) {
  const words = folded(text).toLowerCase();
  const shows = m => words && (" " + words + " ").includes(" " + folded(m.text).toLowerCase() + " ");
  if (scope().some(shows)) return say(t("A surrogate must not hold the original."));
  decide(m => ({ verdict: wanted(m), surrogate: text.trim() }), t(text.trim() ? "Surrogate kept." : "Made by program."));
}
function join(key) {
  const target = itemAt.get(key);
  if (!target) return;
  const kept = target.mentions.length && target.mentions.every(stays);
  // Whom nobody knows beyond one document is told from others by a code from now on.
  const also = target.room !== target.doc && !target.across ? target.mentions : [];
  if (also.length) target.across = newCode();
  decideHere(m => ({ ...belongs(m, target), verdict: m.verdict || (kept ? "reject" : wanted(m)) }),
    t("Joined."), target, also);
}
// Whose an address or a number is: all its mentions have one owner.
function own(entity) {
  const mine = now.mentions.filter(m => data.owned.includes(m.label));
  change(mine.map(m => [m, { ...stamp(), verdict: wanted(m), owner: entity }]), t("Owner kept."));
  showItem();
}
function split() {
  if (!now || now.kind !== "person" || data.training) return;
  const wide = now.room !== now.doc, code = wide ? newCode() : "", id = wide ? "" : "PERSON:" + ++data.last[now.doc];
  const item = addItem({ kind: "person", doc: now.doc, room: now.room, across: code, person: id, worth: now.worth,
    key: wide ? acrossKey(code) : [now.doc, "person", id].join("\n") });
  order.splice(order.indexOf(now) + 1, 0, item);
  decideHere(m => ({ ...belongs(m, item), verdict: m.verdict || (m.kept ? "reject" : wanted(m)) }),
    t("Another person."), item, []);
}
const belongs = (m, item) => item.room === item.doc ? { group: item.key, person: item.person }
  : { group: item.key, joined: item.across === m.across ? "" : item.across };
function decideHere(patchOf, note, target, also) {
  const own = scope().filter(m => itemAt.get(m.group).kind === "person" && itemAt.get(m.group).room === now.room);
  change([...own, ...also].map(m => [m, { ...stamp(), ...patchOf(m) }]), note + told(own.length));
  go(target, own[0]);
}

// ---------------------------------------------------------------- adding by selecting

function picked() {
  const range = getSelection();
  if (!range.rangeCount || range.isCollapsed || !$("text").contains(range.anchorNode)) return null;
  const ends = [[range.anchorNode, range.anchorOffset], [range.focusNode, range.focusOffset]].map(place);
  if (!ends[0] || !ends[1] || ends[0].cell !== ends[1].cell) return null;
  let [start, end] = ends.map(e => e.at).sort((a, b) => a - b);
  const piece = pieceOf(ends[0].cell, start);
  if (!piece || end > piece.end) return null;
  const text = cut(piece, start, end);
  start += points(text) - points(text.trimStart());
  end = start + points(text.trim());
  return end > start ? { cell: ends[0].cell, start, end, text: text.trim() } : null;
}

function place([node, offset]) {
  const holder = (node.nodeType === 3 ? node.parentNode : node).closest("[data-at]");
  const figure = holder && holder.closest("[data-cell]");
  if (!figure || node.nodeType !== 3 || node.parentNode !== holder) return null;
  return { cell: data.cells[figure.dataset.cell], at: +holder.dataset.at + points(node.data.slice(0, offset)) };
}

function showPicked() {
  const pick = picked();
  $("addbar").hidden = !pick;
  if (pick) $("picked").textContent = folded(pick.text);
}

function add(all) {
  const pick = picked();
  if (!pick) return say(t("Select the words first, with the mouse or with i."));
  const label = $("add-label").value, places = all ? alike(pick) : [pick];
  const patches = places.filter(p => !p.cell.mentions.some(m => !m.gone && m.start < p.end && p.start < m.end && hides(m)))
    .map(p => [draft(p, label), { gone: false, verdict: "added", label, ...stamp() }]);
  change(patches, t("Added: {0}", t(label)) + told(patches.length) + ".");
  getSelection().removeAllRanges();
  showPicked();
  showItem();
}

// A mention that does not count yet: adding it is a change that can be undone.
function draft(at, label) {
  const doc = docOf(at.cell), kind = isName(label) ? "person" : "other";
  const room = roomOf(at.cell, kind);
  const same = (docs.get(doc) || []).find(m => !m.gone && folded(m.text) === folded(at.text) && isName(m.label) === isName(label));
  let group = same && same.group, person = same ? same.person : "";
  if (!group) {
    person = kind === "person" ? "PERSON:" + ++data.last[doc] : "";
    group = [doc, kind, person || "added " + items.length].join("\n");
    order.splice(order.findLastIndex(i => i.kind === kind) + 1, 0, addItem({ kind, doc, room, person, key: group }));
  }
  return addMention({ cell: at.cell, start: at.start, end: at.end, label, person, group, joined: same ? same.joined : "",
    role: "", added: true, gone: true });
}

function alike(pick) {
  const escaped = pick.text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/\s+/g, "\\s+");
  const edge = (c, side) => /[\p{L}\p{N}_]/u.test(c) ? (side ? "(?![\\p{L}\\p{N}_])" : "(?<![\\p{L}\\p{N}_])") : "";
  const chars = Array.from(pick.text);
  const all = new RegExp(edge(chars[0]) + escaped + edge(chars.at(-1), true), "gu");
  const found = [];
  for (const cell of data.cells) for (const piece of cell.pieces) for (const hit of piece.text.matchAll(all)) {
    const start = piece.start + points(piece.text.slice(0, hit.index));
    found.push({ cell, start, end: start + points(hit[0]), text: hit[0] });
  }
  return found;
}

// ---------------------------------------------------------------- marking words by keyboard

function mark() {
  const p = $("text").querySelector("figure.focus p") || $("text").querySelector("p");
  if (!p) return;
  const words = [];
  for (const holder of p.querySelectorAll("[data-at]")) {
    for (const hit of holder.firstChild.data.matchAll(/[\p{L}\p{N}]+|[^\s\p{L}\p{N}]+/gu)) {
      words.push({ node: holder.firstChild, from: hit.index, to: hit.index + hit[0].length });
    }
  }
  const at = words.findIndex(w => w.node.parentNode.classList.contains("focus"));
  if (words.length) { marking = { words, from: Math.max(at, 0), to: Math.max(at, 0) }; select(); }
}
function select() {
  const [a, b] = [marking.words[Math.min(marking.from, marking.to)], marking.words[Math.max(marking.from, marking.to)]];
  getSelection().setBaseAndExtent(a.node, a.from, b.node, b.to);
  a.node.parentNode.scrollIntoView({ block: "nearest" });
  showPicked();
}
function moveMark(step, extend) {
  marking.to = Math.min(Math.max(marking.to + step, 0), marking.words.length - 1);
  if (!extend) marking.from = marking.to;
  select();
}

// ---------------------------------------------------------------- showing

const order = ["person", "other", "audit"].flatMap(kind => items.filter(i => i.kind === kind && listed(i)));
const HEADS = { person: t("Persons"), other: t("Other identifiers"), audit: t("Audit: nothing was found") };
// The persons whose decision is worth most, so many as are asked for: nothing else is asked then.
const ranks = new Map(order.filter(i => i.kind === "person").map((item, i) => [item, i]));
const extent = () => +$("extent").value || Infinity;
const asked = item => listed(item) &&
  (extent() === Infinity || item.kind === "person" && (ranks.get(item) ?? 0) < extent());
const SORTS = { name: nameOf, where: item => docsOf(item)[0] };
const headOf = item => data.training ? t("text {0}", item.doc) : HEADS[item.kind];
function sorted(own) {
  if (data.training) return own.sort(byText);
  const by = SORTS[$("sort").value];
  if (!by) return own;
  const kinds = Object.keys(HEADS), keys = new Map(own.map(item => [item, by(item)]));
  return own.sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || keys.get(a).localeCompare(keys.get(b), data.lang));
}
const fits = item => asked(item) && (!$("open-only").checked || !done(item) || item === now) &&
  (!$("sift").value || [nameOf(item), ...docsOf(item)].join(" ").toLowerCase().includes($("sift").value.toLowerCase()));

// The list may be long: only the rows that can be seen are there, all of one height.
let rows = [];
function showList() {
  rows = [];
  let head = "";
  for (const item of sorted(order.filter(fits))) {
    if (headOf(item) !== head) rows.push(head = headOf(item));
    rows.push(item);
  }
  $("rows").style.height = rows.length * ROW + "px";
  showRows();
}

function showRows() {
  const list = $("list"), first = Math.max(0, Math.floor(list.scrollTop / ROW) - 5);
  const last = first + Math.ceil(list.clientHeight / ROW) + 10;
  $("rows").replaceChildren(...rows.slice(first, last).map((row, i) => {
    const node = row.doc === undefined ? make("h2", "", row) : rowOf(row);
    node.style.top = (first + i) * ROW + "px";
    return node;
  }));
}

function rowOf(item) {
  const row = make("button", "item"), first = item.mentions[0], ready = done(item);
  const name = make("b", "", nameOf(item));
  name.dir = "auto";
  const more = item.kind === "audit" ? [t(item.read ? "read" : "not read yet")]
    : [kindOf(first), disputed(item) ? t("two persons may own it") : doubtOf(first), whereOf(item)];
  row.append(name, make("span", "n", item.mentions.length || ""), make("small", "", more.filter(Boolean).join(", ")));
  row.classList.toggle("done", ready);
  row.classList.toggle("stays", ready && item.mentions.length > 0 && item.mentions.every(stays));
  row.classList.toggle("now", item === now);
  row.tabIndex = -1;
  row.item = item;
  return row;
}

function showNow() {
  const list = $("list"), top = rows.indexOf(now) * ROW;
  if (top < 0) return;
  if (top < list.scrollTop + ROW) list.scrollTop = top - ROW;
  else if (top + 2 * ROW > list.scrollTop + list.clientHeight) list.scrollTop = top + 2 * ROW - list.clientHeight;
  showRows();
}

function showProgress() {
  const all = order.filter(asked), ready = all.filter(done).length;
  $("bar").style.width = all.length ? 100 * ready / all.length + "%" : "100%";
  $("count").textContent = t("{0} of {1} decided", number(ready), number(all.length));
  $("progress").setAttribute("aria-valuenow", ready);
  $("progress").setAttribute("aria-valuemax", all.length);
}

function go(item, mention) {
  const other = now !== item;
  now = item;
  focus = item && (item.mentions.includes(mention) ? mention : item.kind === "audit" ? null : item.mentions[0]) || null;
  showNow();
  marking = null;
  showItem();
  if (other) $("main").scrollTop = 0;
}

function next(step, open) {
  const own = rows.filter(row => row.doc !== undefined), from = own.indexOf(now);
  for (let i = 1; i <= own.length; i++) {
    const item = own[(from + step * i + own.length * i) % own.length];
    if (!open || !done(item)) return go(item);
  }
  if (open) { say(t(home ? "All of this is decided." : "All is decided. Save the decisions.")); showItem(); }
}

function nextMention(step) {
  const own = now.kind === "audit" ? (docs.get(now.doc) || []).filter(m => !m.gone) : now.mentions;
  if (!own.length) return;
  focus = own[(own.indexOf(focus) + step + own.length) % own.length];
  showItem();
  const shown = $("text").querySelector("mark.focus");
  if (shown) shown.scrollIntoView({ block: "center" });
}

function showItem() {
  showHead();
  const box = $("text");
  box.replaceChildren();
  if (!now) return;
  $("tools").hidden = false;
  if (now.kind === "audit") {
    for (const cell of cellsOf.get(now.doc) || []) box.append(figure(cell, null, true));
    return;
  }
  let own = now.mentions;
  if (whole) {
    for (const cell of new Set(own.map(m => m.cell))) box.append(figure(cell, focus && focus.cell === cell ? focus : null, true));
    const mark = box.querySelector("mark.focus");
    if (mark) mark.scrollIntoView({ block: "center" });
    return;
  }
  const at = Math.max(0, own.indexOf(focus) - SHOWN / 2);
  if (at) box.append(make("p", "gap", t("{0} mentions before (p)", at)));
  for (const m of own.slice(at, at + SHOWN)) box.append(figure(m.cell, m, false));
  if (own.length > at + SHOWN) box.append(make("p", "gap", t("{0} more mentions (n)", own.length - at - SHOWN)));
}

// How sure the program is, in words; the numbers stand behind them.
const PUBLIC = [[0.9, "almost certainly a public figure"], [0.6, "probably a public figure"],
  [0.4, "perhaps a public figure"], [0.1, "probably a private person"], [0, "almost certainly a private person"]];
const SURE = [[0.9, "surely found"], [0.6, "probably right"], [0, "uncertain"]];
const wordsFor = (table, value) => t(table.find(([least]) => value >= least)[1]);
const doubtOf = m => m.public === null ? wordsFor(SURE, m.score) : wordsFor(PUBLIC, m.public);
// Whether somebody is private or public is what the doubt is about; others have a role or a label.
const kindOf = m => m.public === null || !["private", "public"].includes(m.role) ? t(m.role || m.label) : "";
const numbersOf = m => [m.public === null ? "" : `${t("public")}: ${Math.round(100 * m.public)} %`,
  `${t("found with")} ${m.score.toFixed(2)}`, m.reason].filter(Boolean).join(", ");

function showHead() {
  const head = $("head");
  head.replaceChildren();
  if (!now) return head.append(make("h2", "", t("Nothing to review")));
  const title = make("h2", "", nameOf(now));
  title.dir = "auto";
  const facts = make("p"), m = focus;
  const fact = (text, more) => {
    const one = make("span", "", text);
    if (more) one.title = more;
    facts.append(one);
  };
  if (now.kind === "audit") {
    fact(t("Read the text. Select what names somebody and add it. Then press a: read."));
  } else if (m) {
    if (kindOf(m)) fact(kindOf(m), m.label);
    fact(doubtOf(m), numbersOf(m));
    fact(t(now.mentions.length === 1 ? "{0} mention" : "{0} mentions", now.mentions.length));
    fact(t("text {0}", docOf(m.cell)) + (docsOf(now).length > 1 ? ", " + t("one of {0}", docsOf(now).length) : ""));
    for (const o of ownersOf(now)) {
      const who = o.rival && o.rival !== o.owner ? t("{0} or {1}: both may own it", nameOf(o.owner), nameOf(o.rival))
        : t("belongs to {0}", nameOf(o.owner));
      fact(who, t("by " + o.by));
    }
    const things = now.kind === "person" ? thingsOf(now) : [];
    if (things.length) fact(t("has {0}", things.map(i => nameOf(i) + (disputed(i) ? " (?)" : "")).join(", ")));
    fact(t(m.kept ? "stays unless you hide it" : m.added ? "added by hand" : "is hidden unless you keep it"));
  }
  head.append(title, facts);
  const audit = now.kind === "audit" && !focus;
  $("accept").firstChild.data = t(audit ? "Read it" : "Hide it") + " ";
  for (const id of ["reject", "label", "role", "surrogate"]) $(id).disabled = audit;
  const person = now.kind === "person";
  $("join").disabled = $("split").disabled = !person;
  $("label").value = m ? m.label : "";
  $("role").value = m && isName(m.label) ? m.role : "";
  $("surrogate").value = m ? m.surrogate : "";
  $("whole").setAttribute("aria-pressed", whole);
  if (document.activeElement !== $("join")) fillJoin(false);
  fillOwners(m);
}

function fillOwners(m) {
  const has = now && now.kind === "other" && m && data.owned.includes(m.label);
  const there = has ? items.filter(i => i.kind === "person" && i.mentions.some(p => docOf(p.cell) === now.doc && p.entity)) : [];
  const inDoc = i => i.mentions.find(p => docOf(p.cell) === now.doc && p.entity).entity;
  $("owner").disabled = !has;
  $("owner").replaceChildren(new Option("", ""), ...there.map(i => new Option(nameOf(i), inDoc(i))), new Option(t("nobody"), "nobody"));
  const chosen = has && now.mentions.find(p => p.owner);
  $("owner").value = chosen ? chosen.owner : "";
}

// Of a whole corpus there may be thousands: they are listed when somebody wants to choose, those
// who share a word of the name first.
function fillJoin(all) {
  const wide = now && now.room !== now.doc;
  const others = now && now.kind === "person" && (all || !wide)
    ? items.filter(i => i.room === now.room && i.kind === "person" && i !== now && i.mentions.length) : [];
  if (wide) {
    const words = new Set(nameOf(now).toLowerCase().match(/[\p{L}\p{N}]+/gu));
    const alike = new Map(others.map(i => [i, (nameOf(i).toLowerCase().match(/[\p{L}\p{N}]+/gu) || []).some(w => words.has(w))]));
    others.sort((a, b) => alike.get(b) - alike.get(a) || nameOf(a).localeCompare(nameOf(b)));
  }
  $("join").replaceChildren(new Option("", ""),
    ...others.map(i => new Option(nameOf(i) + (wide ? ` (${whereOf(i)})` : ""), i.key)));
}
$("join").addEventListener("focus", () => fillJoin(true));

function figure(cell, mention, all) {
  const box = make("figure", mention && mention === focus ? "focus" : "");
  box.dataset.cell = data.cells.indexOf(cell);
  const status = !mention ? "" : mention.verdict ? t(hides(mention) ? "hidden" : "stays") : t("not decided");
  box.append(make("figcaption", "", [cell.doc, t("row {0}", cell.row), cell.column, status].filter(Boolean).join(" · ")));
  const p = make("p");
  p.dir = "auto";
  if (all) {
    cell.pieces.forEach((piece, i) => {
      if (i || piece.start) p.append(make("span", "gap", " … "));
      fill(p, cell, piece, piece.start, piece.end, null);
    });
  } else {
    const piece = pieceOf(cell, mention.start);
    const [from, to] = around(piece, mention);
    if (from > piece.start || piece.start) p.append(make("span", "gap", "… "));
    fill(p, cell, piece, from, to, sentence(piece, mention, from, to));
    if (to < piece.end) p.append(make("span", "gap", " …"));
  }
  box.append(p);
  return box;
}

function around(piece, m) {
  const from = Math.max(piece.start, m.start - CONTEXT), to = Math.min(piece.end, m.end + CONTEXT);
  const before = cut(piece, from, m.start), after = cut(piece, m.end, to);
  const skip = from > piece.start ? Math.max(0, before.search(/\s\S/) + 1) : 0;
  const drop = to < piece.end ? points(after) - points(after.replace(/\S*$/, "")) : 0;
  return [from + points(before.slice(0, skip)), to - drop];
}

function sentence(piece, m, from, to) {
  const before = cut(piece, from, m.start), after = cut(piece, m.end, to);
  const stops = [...before.matchAll(/[.!?]["'”’)]*\s+|\n+/g)];
  const last = stops.at(-1), end = after.search(/[.!?]["'”’)]*(\s|$)|\n/);
  return [last ? from + points(before.slice(0, last.index + last[0].length)) : from,
    end < 0 ? to : m.end + points(after.slice(0, end + 1))];
}

// The text of a piece as a row of elements, each with its first character in data-at.
function fill(p, cell, piece, from, to, near) {
  const own = cell.mentions.filter(m => !m.gone && m.start < to && m.end > from)
    .sort((a, b) => a.start - b.start || (b === focus) - (a === focus) || b.end - a.end);
  let at = from;
  for (const m of own) {
    if (m.start < at || m.end > to) continue;
    plain(p, piece, at, m.start, near);
    p.append(markOf(m));
    at = m.end;
  }
  plain(p, piece, at, to, near);
}

function plain(p, piece, from, to, near) {
  const cuts = [from, ...(near || []).filter(c => c > from && c < to), to];
  for (let i = 0; i + 1 < cuts.length; i++) {
    if (cuts[i] === cuts[i + 1]) continue;
    const far = near && (cuts[i] < near[0] || cuts[i] >= near[1]);
    const part = make("span", far ? "far" : "", cut(piece, cuts[i], cuts[i + 1]));
    part.dataset.at = cuts[i];
    p.append(part);
  }
}

function markOf(m) {
  const own = now && itemAt.get(m.group) === now;
  const way = !m.verdict ? (m.kept ? "stays" : "will") : hides(m) ? "hidden" : "stays";
  const node = make("mark", [way, m.verdict ? "" : own ? "open" : "", own ? "" : "other", m === focus ? "focus" : ""].filter(Boolean).join(" "), m.text);
  node.dataset.at = m.start;
  node.dataset.m = m.number;
  node.title = [t(m.role || m.label), numbersOf(m)].join(", ");
  if (m.surrogate) node.append(make("i", "", "→ " + m.surrogate));
  return node;
}

let quiet;
function say(text) {
  $("say").textContent = text;
  clearTimeout(quiet);
  quiet = setTimeout(() => { $("say").textContent = ""; }, 6000);
}

// ---------------------------------------------------------------- decisions in and out

function lines() {
  const out = [{ review: { ...data.head } }];
  for (const m of mentions) {
    if (m.gone || !m.verdict) continue;
    const { doc, row, column, text_hash } = m.cell;
    const line = { doc, row, column, text_hash, verdict: m.verdict, start: m.start, end: m.end };
    for (const name of ["label", "role", "entity", "person", "across", "joined", "owner", "surrogate", "reviewer", "time"]) {
      if (m[name]) line[name] = m[name];
    }
    if (m.across || m.joined) line.within = m.cell.within;
    if (data.head.model) line.model = data.head.model;
    out.push(line);
  }
  for (const item of items) if (item.kind === "audit" && item.read) {
    for (const { doc, row, column, text_hash } of cellsOf.get(item.doc)) {
      out.push({ doc, row, column, text_hash, verdict: "read", reviewer: item.reviewer, time: item.time });
    }
  }
  return [...out, ...carried];
}

// Takes in decisions; those about what this page does not show are kept, and saved again.
function take(given) {
  const patches = [], places = new Map(mentions.map(m => [placeOf(m.cell, m), m]));
  let other = 0;
  for (const line of given) {
    if (!line || !line.verdict) continue;
    const cell = cellAt.get(cellKey(line));
    const audit = line.verdict === "read" && itemAt.get((line.doc || "#" + line.row) + "\naudit");
    if (audit && cell) {
      patches.push([audit, { read: true, time: line.time || "", reviewer: line.reviewer || "" }]);
      continue;
    }
    let m = cell && places.get(placeOf(cell, line));
    const piece = cell && !m && line.verdict === "added" && pieceOf(cell, line.start);
    if (piece && line.end <= piece.end && data.labels.includes(line.label)) {
      m = draft({ cell, start: line.start, end: line.end, text: cut(piece, line.start, line.end) }, line.label);
    }
    if (!m) { other++; carried.push(line); continue; }
    const patch = { gone: false };
    for (const name of ["verdict", "label", "role", "owner", "surrogate", "reviewer", "time"]) patch[name] = line[name] || (name === "label" ? m.label : "");
    const joined = line.joined && line.within === cell.within && groupAcross(cell, line.joined);
    const group = !joined && line.person && line.person !== m.person && groupOf(docOf(cell), line.person);
    patches.push([m, joined ? { ...patch, group: joined, joined: line.joined }
      : group ? { ...patch, group, person: line.person } : patch]);
  }
  change(patches);
  return { taken: patches.length, other };
}
const placeOf = (cell, at) => cellKey(cell) + "\n" + at.start + "\n" + at.end;
function groupAcross(cell, code) {
  const key = acrossKey(code);
  if (!itemAt.has(key)) {
    order.splice(order.findLastIndex(i => i.kind === "person") + 1, 0,
      addItem({ kind: "person", doc: docOf(cell), room: cell.within, across: code, person: "", key }));
  }
  return key;
}
function groupOf(doc, person) {
  const key = [doc, "person", person].join("\n");
  if (!itemAt.has(key) && person.startsWith("PERSON:")) {
    data.last[doc] = Math.max(data.last[doc] || 0, +person.slice(7) || 0);
    order.splice(order.findLastIndex(i => i.kind === "person") + 1, 0, addItem({ kind: "person", doc, person, key }));
  }
  return itemAt.has(key) ? key : "";
}

function save() {
  if (home) return keep();
  const who = $("reviewer").value.trim().replace(/[^\w-]+/g, "-");
  const blob = new Blob([lines().map(line => JSON.stringify(line)).join("\n") + "\n"], { type: "application/jsonl" });
  const link = make("a");
  link.href = URL.createObjectURL(blob);
  link.download = "decisions" + (who ? "-" + who : "") + ".jsonl";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  dirty = false;
  say(t("Saved {0}. It is internal, as this page is.", link.download) + (who ? "" : " " + t("It names no reviewer.")));
}

async function read(file) {
  let other = 0;
  const given = (await file.text()).replace(/^\ufeff/, "").split("\n").filter(l => l.trim()).map(l => {
    try { return JSON.parse(l); } catch { other++; return null; }
  });
  const came = take(given);
  say([t("{0} decisions read.", came.taken),
    came.other && t("{0} are about texts or places that this page does not show: they are saved again as they are.", came.other),
    other && t("{0} lines are no JSON and were left out.", other)].filter(Boolean).join(" "));
  go(now, focus);
}

let waiting, sending = null;
function keepSoon() {
  clearTimeout(waiting);
  waiting = setTimeout(keep, home ? 150 : 500);
}
function keep() {
  clearTimeout(waiting);
  if (home) return send();
  try {
    localStorage.setItem(KEY, JSON.stringify({ reviewer: $("reviewer").value, lines: lines().slice(1) }));
  } catch {
    say(t("This browser keeps nothing: save often."));
  }
}
// One after the other: the server takes what follows from what it has, and nothing else.
async function send() {
  if (sending) return sending.then(send);
  dirty = false;
  const body = lines().map(line => JSON.stringify(line)).join("\n") + "\n";
  sending = fetch(home.save, { method: "PUT", body, headers: { "Content-Type": "application/jsonl", "If-Match": home.version } });
  try {
    const answer = await sending, told = await answer.json();
    if (answer.ok) home.version = told.version;
    unsaved(answer.ok ? "" : told.error);
  } catch {
    unsaved(t("Not saved: the program does not answer. Start it again; this page goes on then."));
    waiting = setTimeout(keep, 3000);
  } finally {
    sending = null;
  }
}
function unsaved(why) {
  dirty = Boolean(why);
  $("unsaved").hidden = !why;
  $("unsaved").textContent = why;
  if (!why) say(t("Saved."));
}
function restore() {
  let there = null;
  if (home) return false;
  try { there = JSON.parse(localStorage.getItem(KEY)); } catch { /* none, or not allowed */ }
  if (!there) return false;
  carried = [];
  take(there.lines);
  past.length = 0;
  $("reviewer").value = there.reviewer || data.reviewer;
  say(t("What you had decided in this browser is back."));
  return true;
}

// ---------------------------------------------------------------- the codebook

// It opens at what is decided on, and its list leads to every other entry. Labels of the user's own
// have none.
function openCodebook() {
  const about = focus && (isName(focus.label) && focus.role || focus.label);
  $("codebook").showModal();
  if ($("code-" + about)) $("entry").value = about;
  showEntry();
}
function showEntry() {
  for (const one of $("codebook").querySelectorAll("section")) one.classList.toggle("now", one.id === "code-" + $("entry").value);
  $("code-" + $("entry").value).scrollIntoView();
}
$("entry").addEventListener("input", showEntry);

// ---------------------------------------------------------------- keys and buttons

const KEYS = {
  j: () => next(1), ArrowDown: () => next(1), k: () => next(-1), ArrowUp: () => next(-1),
  u: () => next(1, true), n: () => nextMention(1), p: () => nextMention(-1),
  a: accept, r: reject, z: undo, b: split, i: mark,
  l: () => $(picked() ? "add-label" : "label").focus(), o: () => $("role").focus(), m: () => $("join").focus(), e: () => $("owner").focus(),
  g: () => $("surrogate").focus(), w: () => { whole = !whole; showItem(); },
  1: () => pickScope(0), 2: () => pickScope(1), 3: () => pickScope(2),
  "/": () => $("sift").focus(), "?": () => $("help").showModal(), c: openCodebook,
  Enter: () => add(false), Escape: () => { getSelection().removeAllRanges(); showPicked(); focus = now && now.kind === "audit" ? null : focus; showItem(); },
};
const pickScope = n => { document.querySelectorAll("input[name=scope]")[n].checked = true; };

document.addEventListener("keydown", event => {
  const field = event.target.closest("input:not([type=radio],[type=checkbox]), select, dialog");
  if ((event.ctrlKey || event.metaKey) && event.key === "s") { event.preventDefault(); return save(); }
  if ((event.ctrlKey || event.metaKey) && event.key === "z" && !field) { event.preventDefault(); return undo(); }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (field) {
    if (event.key === "Escape") event.target.blur();
    if (event.key === "Enter" && event.target.id === "surrogate") { event.target.blur(); resurrogate(event.target.value); }
    if (event.key === "Enter" && event.target.tagName === "SELECT") { event.preventDefault(); choose(event.target); }
    return;
  }
  if (event.target.closest("#open") && event.key === "Enter") return $("file").click();
  if (event.target.closest("header button, #addbar button") && (event.key === "Enter" || event.key === " ")) return;
  if (marking && (event.key === "ArrowLeft" || event.key === "ArrowRight")) {
    event.preventDefault();
    return moveMark(event.key === "ArrowLeft" ? -1 : 1, event.shiftKey);
  }
  if (event.key === "Enter" && event.shiftKey) { event.preventDefault(); return add(true); }
  const run = KEYS[event.key];
  if (run) { event.preventDefault(); run(); }
});

// A choice by keyboard counts when it is confirmed by Enter, one by mouse at once.
const CHOICES = { label: relabel, role: rerole, join, owner: own };
function choose(select) {
  select.blur();
  if (select.value && CHOICES[select.id]) CHOICES[select.id](select.value);
}
for (const id of Object.keys(CHOICES)) {
  let typed = false;
  $(id).addEventListener("keydown", () => { typed = true; });
  $(id).addEventListener("pointerdown", () => { typed = false; });
  $(id).addEventListener("change", () => { if (!typed) choose($(id)); });
  $(id).addEventListener("blur", () => { typed = false; });
}
const CLICKS = { accept, reject, split, undo, save, add: () => add(false), "add-all": () => add(true),
  whole: KEYS.w, keys: KEYS["?"], codes: KEYS.c, forget: () => {
    try { localStorage.removeItem(KEY); } catch { /* nothing was kept */ }
    clearTimeout(waiting);
    say(t("This browser has forgotten it. Undecided again when the page is loaded anew."));
  } };
for (const [id, run] of Object.entries(CLICKS)) {
  $(id).addEventListener("mousedown", event => event.preventDefault());  // a selection stays
  $(id).addEventListener("click", run);
}
$("surrogate").addEventListener("change", event => { if (document.activeElement === event.target) resurrogate(event.target.value); });
$("file").addEventListener("change", event => { if (event.target.files[0]) read(event.target.files[0]); event.target.value = ""; });
$("list").addEventListener("click", event => { const row = event.target.closest(".item"); if (row) go(row.item); });
$("list").addEventListener("scroll", showRows);
addEventListener("resize", showRows);
$("text").addEventListener("click", event => {
  const hit = event.target.closest("mark");
  if (!hit || !getSelection().isCollapsed) return;
  const m = mentions[hit.dataset.m], item = itemAt.get(m.group);
  if (now.kind !== "audit" && order.includes(item)) go(item, m); else { focus = m; showItem(); }
});
document.addEventListener("selectionchange", showPicked);
for (const id of ["sift", "open-only"]) $(id).addEventListener("input", showList);
for (const id of ["extent", "sort"]) $(id).addEventListener("input", () => {
  showList();
  showProgress();
  if (!rows.includes(now)) go(rows.find(row => row.doc !== undefined) || null);
});
addEventListener("beforeunload", event => { if (dirty) event.preventDefault(); });

// ---------------------------------------------------------------- start

document.title = t("Review of {0}", data.title);
$("title").textContent = document.title;
$("extent").append(new Option(t("everything"), ""), ...[10, 20, 50, 100].concat(data.budget || []).sort((a, b) => a - b)
  .filter((n, i, all) => all.indexOf(n) === i && (n < ranks.size || n === data.budget))
  .map(n => new Option(t("the {0} most doubtful of {1} persons", number(Math.min(n, ranks.size)), number(data.people)), n)));
$("extent").value = data.budget || "";
$("reviewer").value = data.reviewer;
for (const id of ["label", "add-label"]) $(id).append(...data.labels.map(l => new Option(t(l), l)));
$("add-label").value = "PERSON";
$("role").append(new Option("", ""), ...data.roles.map(r => new Option(t(r), r)));
if (data.training) beginTraining();
showList();
if (!restore()) { take(data.decisions); past.length = 0; }
dirty = false;
clearTimeout(waiting);
showProgress();
const asking = rows.filter(row => row.doc !== undefined);
go(asking.find(i => !done(i)) || asking[0] || null);
document.documentElement.dataset.ready = Math.round(performance.now());
