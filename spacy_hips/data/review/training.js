// Stands behind review.js on the page of the training texts. A text is finished when all in it is
// decided and it was read whole. Then it is closed, so that first answers count, and what differs
// from the right answers is shown. `Score` in desk/review/training.py reckons the same of the saved file.

function beginTraining() {
  const training = data.training, docs = data.audit.docs;
  training.closed = new Set();
  training.order = new Map(docs.map((doc, i) => [doc, i]));
  whole = true;
  KEYS.t = () => showResult(docs.filter(doc => training.closed.has(doc)));
  $("result-button").addEventListener("click", KEYS.t);
}

// Texts in their order; in each the persons, the others, and last the reading.
function byText(a, b) {
  const place = item => [data.training.order.get(item.doc), Object.keys(HEADS).indexOf(item.kind), item.mentions[0]?.start ?? 0];
  const [one, other] = [place(a), place(b)], i = one.findIndex((n, at) => n !== other[at]);
  return i < 0 ? 0 : one[i] - other[i];
}

function stillOpen(patches) {
  const left = patches.filter(([one]) => !data.training.closed.has(one.cell ? docOf(one.cell) : one.doc));
  if (left.length < patches.length) say(t("This text is finished: the first answers count."));
  return left;
}

function closeTexts() {
  const { closed } = data.training;
  const finished = data.audit.docs.filter(doc => !closed.has(doc) &&
    items.every(item => item.doc !== doc || !listed(item) || done(item)));
  if (!finished.length) return;
  finished.forEach(doc => closed.add(doc));
  past.length = 0;
  if (document.documentElement.dataset.ready) showResult(finished);
}

// What is right and what was said, place by place. Who adds more than the words of a place, or
// its words one by one, has hidden it; who adds a part has not.
function compared(shown) {
  return shown.flatMap(doc => {
    const [cell] = cellsOf.get(doc), [piece] = cell.pieces;
    const own = cell.mentions.filter(m => !m.gone && m.verdict).sort((a, b) => a.start - b.start);
    const free = new Set(own.filter(m => m.added));
    const pairs = data.training.gold[doc].map(gold => {
      const exact = own.find(m => m.start === gold.start && m.end === gold.end);
      const over = own.filter(m => m.added && m.start < gold.end && gold.start < m.end);
      over.forEach(m => free.delete(m));
      const bare = i => !/[\p{L}\p{N}]/u.test(cut(piece, i, i + 1)) || over.some(m => m.start <= i && i < m.end);
      const covers = over.length && Array.from({ length: gold.end - gold.start }, (_, i) => gold.start + i).every(bare);
      const said = exact && hides(exact) ? exact : covers ? over[0] : null;
      return { doc, text: cut(piece, gold.start, gold.end), right: gold.label, own: said ? said.label : data.training.stays, why: gold.why };
    });
    return [...pairs, ...Array.from(free, m => ({ doc, text: m.text, right: data.training.stays, own: m.label, why: t("By the codebook this is no identifier.") }))];
  });
}

function kindOfDifference({ right, own }) {
  const [missed, inVain, role, label] = data.training.kinds;
  return right === own ? "" : own === data.training.stays ? missed : right === data.training.stays ? inVain
    : isName(right) && isName(own) ? role : label;
}

function agreementOf(pairs) {
  return pairs.length ? pairs.filter(([a, b]) => a === b).length / pairs.length : null;
}
function kappaOf(pairs) {
  if (!pairs.length) return null;
  const count = (side, said) => pairs.filter(pair => pair[side] === said).length;
  const chance = [...new Set(pairs.map(([a]) => a))].reduce((sum, said) => sum + count(0, said) * count(1, said), 0) / pairs.length ** 2;
  return chance === 1 ? null : (agreementOf(pairs) - chance) / (1 - chance);
}

function figures(shown) {
  const { stays, direct, kinds, kappa, missed } = data.training, pairs = compared(shown);
  const labels = pairs.map(p => [p.right, p.own]), hidden = labels.map(two => two.map(one => one === stays));
  const of = label => {
    const own = labels.filter(([right]) => right === label);
    return { places: own.length, same: own.filter(([a, b]) => a === b).length, kappa: kappaOf(labels.map(two => two.map(one => one === label))) };
  };
  const told = labels.filter(([right]) => direct.includes(right)), left = told.filter(([, own]) => own === stays).length;
  const all = data.audit.docs.length;
  return { texts: all, finished: shown.length, places: pairs.length,
    agreement: agreementOf(hidden), kappa: kappaOf(hidden), agreement_on_labels: agreementOf(labels), kappa_of_labels: kappaOf(labels),
    differences: Object.fromEntries(kinds.map(kind => [kind, pairs.filter(p => kindOfDifference(p) === kind).length])),
    labels: Object.fromEntries([...data.labels, stays].filter(l => labels.some(([right]) => right === l)).map(l => [l, of(l)])),
    direct: told.length, direct_missed: left,
    enough: shown.length === all && kappaOf(hidden) >= kappa && left <= missed * told.length };
}

// ---------------------------------------------------------------- what is shown

// Of a text that was just finished its differences; of the last one, and on key t, all figures.
function showResult(shown) {
  const { closed } = data.training, all = data.audit.docs, whole = shown.length !== 1 || closed.size === all.length;
  const docs = all.filter(doc => closed.has(doc)), box = $("result-told"), sum = figures(docs);
  const differs = compared(whole ? docs : shown).filter(kindOfDifference);
  box.replaceChildren();
  $("result-title").textContent = whole ? t("{0} of {1} texts finished", number(docs.length), number(all.length)) : t("text {0}", shown[0]);
  if (whole && docs.length) showSum(box, sum);
  if (!docs.length) box.append(make("p", "", t("Decide on all of a text, then read it whole (a). Then you see here what differs.")));
  else if (!differs.length) box.append(make("p", "", t("All of it is right.")));
  for (const one of differs) {
    const row = make("p", "differs"), words = make("b", "", folded(one.text));
    words.dir = "auto";
    row.append(words, " ", make("span", "kind", t(kindOfDifference(one)) + (whole ? ", " + t("text {0}", one.doc) : "")), make("br"),
      t("You: {0}. Right: {1}.", t(one.own), t(one.right)), " ", make("i", "", one.why));
    box.append(row);
  }
  if (!$("result").open) $("result").showModal();
  $("result").scrollTop = 0;
}

function showSum(box, sum) {
  const share = value => value === null ? "–" : number(Math.round(100 * value)) + " %";
  const decimal = value => value === null ? "–" : value.toLocaleString(data.lang, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const { kappa, missed } = data.training;
  const verdict = sum.finished < sum.texts ? "" : sum.enough ? t("This is enough: you can review.")
    : t("This is not enough yet: read the reasons and the codebook, press “Forget”, load the page anew and try again.");
  if (verdict) box.append(make("p", sum.enough ? "verdict enough" : "verdict", verdict));
  box.append(make("p", "", t("Enough is a kappa of {0} on hide or stay, and at most {1} of the names and other direct identifiers missed. You: {2}, and {3} of {4} missed.",
    decimal(kappa), share(missed), decimal(sum.kappa), number(sum.direct_missed), number(sum.direct))));
  const table = make("table"), line = (tag, ...cells) => {
    const row = make("tr");
    row.append(...cells.map(text => make(tag, "", text)));
    table.append(row);
  };
  line("th", "", t("places"), t("right"), "kappa");
  line("td", t("hide or stay"), number(sum.places), share(sum.agreement), decimal(sum.kappa));
  line("td", t("all labels"), number(sum.places), share(sum.agreement_on_labels), decimal(sum.kappa_of_labels));
  for (const [label, own] of Object.entries(sum.labels)) line("td", t(label), number(own.places), number(own.same), decimal(own.kappa));
  box.append(table, make("p", "", Object.entries(sum.differences).map(([kind, n]) => `${t(kind)}: ${number(n)}`).join(", ") + "."));
}
