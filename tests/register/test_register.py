"""Scopes wider than a document: one new name a person, settled before anything is replaced."""

import json
import random
from dataclasses import replace
from datetime import date
from hashlib import sha256

import pytest
import spacy

from spacy_hips.components.anonymizer import tell_owners
from spacy_hips.core.errors import HipsError
from spacy_hips.core.files import locked
from spacy_hips.core.ids import Secret
from spacy_hips.replace.register import Found, Identifier, Register, file
from spacy_hips.replace.register.entries import Entries, Entry, original_values, person_value
from spacy_hips.replace.register.found import Collected
from spacy_hips.replace.surrogates.names import NameSurrogate
from spacy_hips.who.persons.link.entity import Entity

pytestmark = pytest.mark.filterwarnings("ignore:.*W101", "ignore:.*W102")
MAKERS = {"PERSON": NameSurrogate()}


def texts(component, docs):
    return [component(doc)._.anonymized for doc in docs]


def surrogates(component, docs):
    """What each original became, over all documents."""
    out = {}
    for doc in docs:
        for r in component(doc)._.replacements:
            out.setdefault(doc.text[r.start : r.end], set()).add(r.surrogate)
    return out


class TestScopes:
    def test_a_person_has_one_new_name_in_the_whole_corpus(self, anonymizer, course):
        component = anonymizer()
        component.fit(course())
        became = surrogates(component, course())
        assert len(became["Ben Okri"]) == 1
        (new,) = became["Ana Ruiz"]
        first, last = new.split()
        assert became["RUIZ, Ana"] == {f"{last.upper()}, {first}"}

    def test_in_scope_author_another_author_means_another_name(self, anonymizer, course):
        component = anonymizer("author")
        component.fit(course())
        assert len(surrogates(component, course())["Ben Okri"]) == 2

    def test_in_scope_group_a_group_shares_names(self, anonymizer, document):
        def docs():
            return [
                document(f"[Ben Okri|PERSON] {i}", str(i), f"s{i}", group)
                for i, group in enumerate(("g1", "g1", "g2"))
            ]

        component = anonymizer("group")
        component.fit(docs())
        one, same, other = (t.rpartition(" ")[0] for t in texts(component, docs()))
        assert one == same != other

    def test_a_lone_forename_is_never_merged_across_authors(self, anonymizer, document):
        def docs():
            return [document(f"[Maria|PERSON] {i}", str(i), f"s{i % 9}") for i in range(18)]

        component = anonymizer()
        component.fit(docs())
        names = [text.split()[0] for text in texts(component, docs())]
        assert names[:9] == names[9:]
        assert len(set(names)) > 4

    def test_a_lone_name_with_the_address_of_a_whole_one_is_that_person(self, anonymizer, document):
        def docs():
            mail = "[amara.okafor@uni.org|EMAIL]"
            return [
                document(f"[Amara Okafor|PERSON], {mail}", "1", "s1"),
                document(f"[Amara|PERSON]: {mail}", "2", "s2"),
                document(f"[Okafor|PERSON]: {mail}", "3", "s3"),
                document("[Amara|PERSON]: [amara@other.org|EMAIL]", "4", "s4"),
                document("[Amara|PERSON] ([0161 496 0199|PHONE_NUM])", "5", "s5"),
                document("[Amara|PERSON] ([0161 496 0199|PHONE_NUM])", "6", "s6"),
            ]

        component = anonymizer()
        component.fit(docs())
        whole, first, last, *others = texts(component, docs())
        assert whole.split(",")[0] == f"{first.split(':')[0]} {last.split(':')[0]}"
        assert len({t.partition("@")[0].split()[-1] for t in (whole, first, last)}) == 1
        stranger, one, same = (text.split()[0].strip(":") for text in others)
        assert one == same
        assert len({first.split(":")[0], stranger, one}) == 3

    def test_an_e_mail_address_follows_its_owner(self, anonymizer, course):
        component = anonymizer()
        component.fit(course())
        became = surrogates(component, course())
        (name,), (address,) = became["Ben Okri"], became["ben.okri@uni.edu"]
        assert address.startswith(name.lower().replace(" ", "."))

    @pytest.mark.parametrize("scope", ["document", "corpus"])
    @pytest.mark.parametrize(
        ("chosen", "follows"), [(None, True), ("PERSON:1", False), ("", False)]
    )
    def test_a_reviewer_chooses_the_owner(self, anonymizer, document, scope, chosen, follows):
        doc = document("[Ana Ruiz|PERSON], [Ben Okri|PERSON]: [ben.okri@uni.edu|EMAIL]", "1")
        if chosen is not None:
            tell_owners(doc, {doc.text.index("ben."): chosen})
        component = anonymizer(scope)
        if scope != "document":
            component.fit([doc])
        (out,) = texts(component, [doc])
        people, _, mail = out.lower().partition(": ")
        assert (people.partition(", ")[2].replace(" ", ".") == mail.partition("@")[0]) == follows

    def test_a_town_is_one_town_in_the_corpus_and_dates_are_the_authors(self, anonymizer, document):
        def docs():
            return [
                document(f"[Lisbon|LOCATION] on [2021-03-0{i + 1}|DATE]", str(i), f"s{i}")
                for i in range(6)
            ]

        component = anonymizer(profile="full")
        component.fit(docs())
        became = surrogates(component, docs())
        assert len(became["Lisbon"]) == 1
        days = [next(iter(became[f"2021-03-0{i}"])) for i in range(1, 7)]
        shifts = {date.fromisoformat(d) - date(2021, 3, i) for i, d in enumerate(days, 1)}
        assert len(shifts) > 1
        assert all(shift.days % 7 == 0 for shift in shifts)

    def test_an_id_written_in_two_ways_is_one(self, anonymizer, course):
        component = anonymizer()
        component.fit(course())
        became = surrogates(component, course())
        (one,), (other,) = became["A-77123"], became["A 77123"]
        assert one.replace("-", "") == other.replace(" ", "") != "A77123"

    def test_names_and_ids_of_the_scope_are_no_surrogates(self, anonymizer, document):
        def docs():
            return [document(f"[{n:02}|ID_NUM]", str(n)) for n in range(40)]

        component = anonymizer()
        component.fit(docs())
        became = surrogates(component, docs())
        new = [s for forms in became.values() for s in forms]
        assert len(set(new)) == len(new) == 40
        assert not set(new) & set(became)

    def test_names_in_another_order_are_no_two_names(self):
        one, other = {"first": "Wing", "last": "Chan"}, {"first": "Chan", "last": "Wing"}
        assert person_value(one) == person_value(other) != person_value({"first": "Wing"})

    def test_an_original_is_taken_as_it_is_written_however_it_was_parsed(self, secret):
        odd = replace(person("", "Ali"), texts=("Ben Ali",))
        register = Register(secret, "corpus")
        register.collect([found("1", person("Ana", "Ruiz"), odd)])
        assert "ali ben" in original_values("PERSON", Collected(odd, {"Ben Ali"}))
        register.allocate({"PERSON": OnlyNames("Ben Ali", "Eva Stone", "Ida Berg")})
        assert ("Ben", "Ali") not in names_of(register)
        assert len(names_of(register)) == 2

    def test_two_people_of_one_name_with_two_ids_stay_two(self, secret):
        register = Register(secret, "corpus")
        people = [person("Maria", "Garcia", f"s{n}") for n in range(2)]
        register.collect([found("d", *people)])
        register.allocate(MAKERS)
        assert len(names_of(register)) == 2


class TestOrder:
    def test_order_and_processes_do_not_matter(self, anonymizer, course, nlp):
        component = anonymizer()
        component.fit(course())
        alone = texts(component, course())
        assert texts(component, course()[::-1])[::-1] == alone
        nlp.add_pipe("hips_anonymizer", config={"scope": "corpus"})
        nlp.get_pipe("hips_anonymizer").set_register(component.register)
        piped = nlp.pipe(course(), n_process=2, batch_size=1)
        assert [doc._.anonymized for doc in piped] == alone

    def test_the_register_does_not_depend_on_the_order_of_pass_one(
        self, anonymizer, course, tmp_path
    ):
        anonymizer().fit(course(), tmp_path / "one")
        docs = course()
        random.Random(4).shuffle(docs)
        anonymizer().fit(docs, tmp_path / "other")
        assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()

    def test_another_secret_gives_other_names(self, anonymizer, course):
        one, other = anonymizer(), anonymizer(secret=Secret(b"another secret for tests, 32 bytes"))
        one.fit(course())
        other.fit(course())
        assert not set(texts(one, course())) & set(texts(other, course()))


class TestLater:
    def test_later_documents_change_nobody(self, anonymizer, course, document, tmp_path):
        path = tmp_path / "register"
        first = anonymizer()
        first.fit(course(), path)
        before, old = texts(first, course()), path.read_bytes()

        def later():
            return [document("[Ana Ruiz|PERSON] met [Eva Stone|PERSON].", "9", "s9")]

        second = anonymizer()
        second.fit(later(), path)
        assert path.read_bytes().startswith(old)
        assert texts(second, course()) == before
        assert texts(second, later())[0].startswith(before[0].partition(" helped")[0])

    def test_a_run_without_new_people_does_not_change_the_file(self, anonymizer, course, tmp_path):
        path = tmp_path / "register"
        anonymizer().fit(course(), path)
        old = path.read_bytes()
        anonymizer().fit(course(), path)
        assert path.read_bytes() == old

    def test_a_middle_name_that_appears_later_is_added(self, secret, tmp_path):
        register = Register(secret, "corpus")
        register.collect([found("1", person("Ana", "Ruiz"))])
        register.allocate(MAKERS)
        (before,) = names_of(register)
        register.collect([found("2", person("Ana", "Ruiz", middle="Luz"))])
        register.allocate(MAKERS)
        (entry,) = register.entries.values()
        assert names_of(register) == {before}
        assert entry.new["middle"]

    @pytest.mark.slow
    def test_20000_people_get_20000_names_and_a_second_batch_changes_nobody(self, secret, tmp_path):
        people = [person(f"Ana{chr(97 + n % 26)}", f"Ruiz{n}", f"s{n}") for n in range(20_000)]
        register = Register(secret, "corpus")
        register.collect([found(f"d{p.key}", p) for p in people])
        register.allocate(MAKERS)
        register.freeze(tmp_path / "register")
        first = {key: dict(entry.new) for key, entry in register.entries.items()}
        assert len(names_of(register)) == 20_000
        again = Register.load(tmp_path / "register", secret)
        again.collect([found(f"e{n}", person("Eva", f"Stone{n}")) for n in range(500)])
        again.allocate(MAKERS)
        assert len(names_of(again)) == 20_500
        assert all(again.entries[key].new == new for key, new in first.items())


class TestFile:
    def test_what_nobody_asks_for_is_not_decoded(self, secret, tmp_path, monkeypatch):
        register = Register(secret, "corpus")
        register.collect([found("1", person("Ana", "Ruiz")), found("2", person("Eva", "Stone"))])
        register.allocate(MAKERS)
        register.freeze(tmp_path / "register")
        made, make = [], Entry.from_lines
        monkeypatch.setattr(Entry, "from_lines", lambda lines: made.append(lines) or make(lines))
        again = Register.load(tmp_path / "register", secret)
        assert not made
        key, entry = next(iter(register.entries.items()))
        assert again.entries[key] == again.entries[key] == entry
        assert len(made) == 1

    def test_later_lines_of_an_entry_add_to_it(self):
        lines = (
            b'{"key":"k","kind":"PERSON","new":{"first":"Ida"},"documents":["a"]}\n'
            b'{"key":"k","documents":["b"],"new":{"first":"Eva","middle":"Luz"}}\n'
        )
        entries = Entries({"k": lines})
        new = {"first": "Ida", "middle": "Luz"}
        assert entries["k"] == Entry("PERSON", new=new, documents={"a", "b"})
        assert entries.as_read("k") == entries["k"].to_line("k")
        assert entries.as_read("other") is None

    def test_the_file_holds_no_original_and_only_its_owner_can_read_it(
        self, anonymizer, course, tmp_path
    ):
        path = tmp_path / "register"
        anonymizer().fit(course(), path)
        held = path.read_text("utf8").casefold()
        for original in ("ruiz", "okri", "maria", "77123", "uni.edu", "0321", '"s2"', "corpus:"):
            assert original not in held
        assert path.stat().st_mode & 0o777 == 0o600

    def test_another_secret_is_refused(self, anonymizer, course, tmp_path):
        anonymizer().fit(course(), tmp_path / "register")
        with pytest.raises(HipsError, match="E132"):
            Register.load(tmp_path / "register", Secret(b"another secret for tests, 32 bytes"))

    @pytest.mark.parametrize("scope", ["author", "group"])
    def test_another_scope_is_refused(self, anonymizer, course, secret, tmp_path, scope):
        anonymizer().fit(course(), tmp_path / "register")
        with pytest.raises(HipsError, match="E134"):
            Register.load(tmp_path / "register", secret, scope=scope)

    @pytest.mark.parametrize("field", ["package", "tables"])
    def test_other_versions_are_refused(self, anonymizer, course, secret, tmp_path, field, sealed):
        path = tmp_path / "register"
        anonymizer().fit(course(), path)
        lines = path.read_bytes().splitlines(keepends=True)
        head = json.loads(lines[0]) | {field: "0.0.0-other"}
        path.write_bytes(sealed([json.dumps(head).encode() + b"\n", *lines[1:-1]]))
        file.accept(path, secret)
        with pytest.raises(HipsError, match="E133"):
            Register.load(path, secret)

    @pytest.mark.parametrize(
        ("change", "code"),
        [
            (lambda data: b"", "E130"),
            (lambda data: b"\x00\xff" * 40, "E130"),
            (lambda data: b'{"format": "other"}\n', "E130"),
            (lambda data: data[: len(data) // 2], "E131"),
            (lambda data: data.rsplit(b"\n", 2)[0] + b"\n", "E131"),
            (lambda data: data.replace(b'"first":"', b'"first":"X', 1), "E131"),
            (lambda data: b"".join([*data.splitlines(keepends=True)[:2], data[-80:]]), "E131"),
            (lambda data: data + b"[1]\n", "E131"),
        ],
    )
    def test_a_damaged_or_foreign_file_is_refused(
        self, anonymizer, course, secret, tmp_path, change, code
    ):
        path = tmp_path / "register"
        anonymizer().fit(course(), path)
        path.write_bytes(change(path.read_bytes()))
        with pytest.raises(HipsError, match=code):
            Register.load(path, secret)

    def test_two_runs_at_once_do_not_overwrite_each_other(
        self, anonymizer, course, document, secret, tmp_path
    ):
        path = tmp_path / "register"
        anonymizer().fit(course(), path)
        one, other = (Register.load(path, secret) for _ in range(2))
        for register, name in ((one, "Eva"), (other, "Ida")):
            register.collect([found("9", person(name, "Stone"))])
            register.allocate(MAKERS)
        one.freeze(path)
        with pytest.raises(HipsError, match="E137"):
            other.freeze(path)

    @pytest.mark.parametrize("put_back", ["register", "both", "seals", "seals gone", "seals odd"])
    def test_a_register_that_was_put_back_is_noticed(self, secret, tmp_path, put_back):
        path, seals = tmp_path / "register", tmp_path / "register.seals"
        old = {}
        for name in ("Eva", "Ida"):
            register = Register.load(path, secret) if path.exists() else Register(secret, "corpus")
            register.collect([found("9", person(name, "Stone"))])
            register.allocate(MAKERS)
            register.freeze(path)
            old.setdefault(path, path.read_bytes())
            old.setdefault(seals, seals.read_bytes())
        if put_back in ("register", "both"):
            path.write_bytes(old[path])
        if put_back in ("seals", "both"):
            seals.write_bytes(old[seals])
        elif put_back == "seals gone":
            seals.unlink()
        elif put_back == "seals odd":
            seals.write_text('{"newest": 5}')
        if put_back in ("both", "seals"):  # the newest seal is there, as far as anybody can tell
            Register.load(path, secret)
            return
        with pytest.raises(HipsError, match=r"E763.*register accept"):
            Register.load(path, secret)
        file.accept(path, secret)
        assert len(Register.load(path, secret)) == (1 if put_back == "register" else 2)

    def test_a_register_of_version_010_needs_no_seals_until_it_grows(self, secret, tmp_path):
        path = tmp_path / "register"
        register = Register(secret, "corpus")
        register.freeze(path)
        head = json.loads(path.read_bytes().splitlines()[0])
        del head["watched"]
        data = json.dumps(head).encode() + b"\n"
        seal = secret.digest("register seal", sha256(data).hexdigest()).hex()
        path.write_bytes(data + json.dumps({"seal": seal}).encode() + b"\n")
        (tmp_path / "register.seals").unlink()
        before = path.read_bytes()
        register = Register.load(path, secret)
        register.collect([found("9", person("Eva", "Stone"))])
        register.allocate(MAKERS)
        register.freeze(path)
        assert path.read_bytes().startswith(before)
        path.write_bytes(before)
        with pytest.raises(HipsError, match="E763"):
            Register.load(path, secret)

    @pytest.mark.parametrize("written", [0, 1, 2])
    def test_a_rewriting_that_stops_anywhere_leaves_a_whole_register(
        self, secret, tmp_path, monkeypatch, written
    ):
        path = tmp_path / "register"
        register = Register(secret, "corpus")
        register.collect([found("9", person("Eva", "Stone"), person("Ida", "Berg"))])
        register.allocate(MAKERS)
        register.freeze(path)
        register.forget("Eva Stone")
        write, done = file._write, []

        def stop(target, data):
            if len(done) == written:
                raise KeyboardInterrupt
            done.append(target)
            write(target, data)

        monkeypatch.setattr(file, "_write", stop)
        with pytest.raises(KeyboardInterrupt):
            register.rewrite(path)
        assert len(Register.load(path, secret)) == (1 if written == 2 else 2)

    def test_a_locked_register_is_refused_until_it_is_free(self, secret, tmp_path):
        path = tmp_path / "register"
        register = Register(secret, "corpus")
        register.collect([found("9", person("Eva", "Stone"))])
        register.allocate(MAKERS)
        with locked(path), pytest.raises(HipsError, match="E747"):
            register.freeze(path)
        assert not path.exists()
        register.freeze(path)
        assert len(Register.load(path, secret)) == 1
        assert sorted(p.name for p in tmp_path.iterdir()) == ["register", "register.seals"]

    def test_freeze_does_not_replace_a_file(self, secret, tmp_path):
        (tmp_path / "register").write_text("important")
        with pytest.raises(HipsError, match="E130"):
            Register(secret, "corpus").freeze(tmp_path / "register")


class TestForget:
    def test_forgetting_a_person_removes_all_entries_of_that_person(
        self, anonymizer, course, secret, tmp_path
    ):
        path = tmp_path / "register"
        component = anonymizer()
        component.fit(course(), path)
        before = texts(component, course())
        register = Register.load(path, secret)
        gone = register.forget("Ben Okri")
        assert gone.entries == 3  # the name, the address and the ID beside them
        assert gone.named_in == tuple(sorted(secret.pseudonym("doc", d) for d in "124"))
        register.rewrite(path)
        again = Register.load(path, secret)
        assert len(again) == len(component.register) - 3
        fresh = anonymizer()
        fresh.fit(course(), path)
        after = texts(fresh, course())
        assert after[2] == before[2]
        assert after[3].split(" ID ")[0] == before[3].split(" ID ")[0]
        assert after[0].partition(" helped")[0] == before[0].partition(" helped")[0]
        assert after[1] != before[1]  # the old name is nobody's again

    @pytest.mark.parametrize("loaded", [True, False])
    def test_somebody_who_was_forgotten_and_comes_back_is_written_whole(
        self, secret, tmp_path, loaded
    ):
        path, ana = tmp_path / "register", found("1", person("Ana", "Ruiz"))
        register = Register(secret, "corpus")
        for _ in range(2):
            register.collect([ana])
            register.allocate(MAKERS)
            register.freeze(path)
            register = Register.load(path, secret) if loaded else register
            (before,) = register.entries.values()
            register.forget("ana ruiz")
            register.rewrite(path)
        register.collect([ana])
        register.allocate(MAKERS)
        register.freeze(path)
        (after,) = Register.load(path, secret).entries.values()
        assert (after.kind, after.person) == (before.kind, before.person)
        assert after.new

    def test_forgetting_an_author_lists_the_authors_documents(
        self, anonymizer, course, secret, tmp_path
    ):
        anonymizer().fit(course(), tmp_path / "register")
        gone = Register.load(tmp_path / "register", secret).forget("s2")
        assert gone.wrote == tuple(sorted(secret.pseudonym("doc", d) for d in "23"))

    def test_forgetting_an_unknown_person_changes_nothing(self, anonymizer, course):
        assert anonymizer().fit(course()).forget("nobody") is None


class TestMistakes:
    def test_a_wide_scope_without_a_register_says_what_to_do(self, anonymizer, course):
        with pytest.raises(HipsError, match=r"E119.*fit\(docs\)"):
            anonymizer()(course()[0])

    def test_a_document_that_was_not_collected_is_refused(self, anonymizer, course, document):
        component = anonymizer()
        component.fit(course())
        with pytest.raises(HipsError, match="E135") as caught:
            component(document("[Eva Stone|PERSON] was here.", "9"))
        assert "Stone" not in str(caught.value)

    @pytest.mark.parametrize("scope", ["author", "group"])
    def test_a_missing_author_or_group_is_refused(self, anonymizer, document, scope):
        with pytest.raises(HipsError, match="E117"):
            anonymizer(scope).fit([document("[Ana Ruiz|PERSON]", "1")])

    def test_freezing_before_allocating_is_refused(self, secret, tmp_path):
        register = Register(secret, "corpus")
        register.collect([found("1", person("Ana", "Ruiz"))])
        with pytest.raises(HipsError, match="E136"):
            register.freeze(tmp_path / "register")

    def test_a_component_refuses_a_register_of_another_scope(self, anonymizer, course):
        register = anonymizer().fit(course())
        with pytest.raises(HipsError, match="E134"):
            anonymizer("author").set_register(register)

    def test_a_register_needs_a_lasting_secret_and_a_wide_scope(self):
        with pytest.raises(HipsError, match="E105"):
            Register(Secret(), "corpus")
        with pytest.raises(HipsError, match="E109"):
            Register(Secret(b"a secret for the tests only"), "document")

    def test_a_policy_that_changes_names_cannot_be_frozen(self, anonymizer):
        with pytest.raises(HipsError, match="E138"):
            anonymizer(repeat={"@misc": "spacy_hips.Repeat.random.v1"})

    def test_a_name_that_cannot_be_made_is_a_placeholder(self, anonymizer, course):
        component = anonymizer(surrogates={"ID_NUM": {"@misc": "tests.Nothing.v1"}})
        component.fit(course())
        assert texts(component, course())[1].endswith("[ID_NUM].")

    def test_a_label_of_names_may_have_a_maker_of_its_own(self, anonymizer, document):
        component = anonymizer(surrogates={"NAME_INSTRUCTOR": {"@misc": "tests.Bea.v1"}})

        def made():
            text = "[Ann Bell|NAME_INSTRUCTOR] taught [Tom Reed|NAME_STUDENT]."
            return [document(text, "1", "s1", "g1")]

        component.fit(made())
        (new,) = texts(component, made())
        assert new.startswith("Bea Moss taught ") and "Reed" not in new and new.count("Bea") == 1


class OnlyNames:
    """A maker that knows a few names and draws one of them."""

    def __init__(self, *names):
        self.names = names

    def __call__(self, mention, entity, context, draw):
        return None

    def identity(self, entity, context, draw):
        first, last = self.names[draw("name", len(self.names))].split()
        return replace(entity, first=first, last=last)


class Bea(OnlyNames):
    """Everybody becomes Bea Moss."""

    def __call__(self, mention, entity, context, draw):
        return context.identities[entity.id].full


@spacy.registry.misc("tests.Bea.v1")
def make_bea():
    return Bea("Bea Moss")


def person(first, last, person_id="", middle=""):
    key = person_id or f"{first} {last}".casefold()
    name = f"{first} {middle} {last}".replace("  ", " ")
    return Entity("PERSON:1", "PERSON", key, (name,), person_id=person_id, first=first,
                  middle=middle, last=last, region="ES", region_score=0.9)  # fmt: skip


def found(document, *people):
    identifiers = (Identifier(("corpus", "PERSON", p.key), p, p.texts) for p in people)
    return Found("corpus", document, "", tuple(identifiers))


def names_of(register):
    return {(e.new["first"], e.new["last"]) for e in register.entries.values()}


@pytest.fixture
def sealed(secret):
    """Puts a valid seal under lines, as only the owner of the secret can."""
    from hashlib import sha256

    def seal(lines):
        data = b"".join(lines)
        mac = secret.digest("register seal", sha256(data).hexdigest()).hex()
        return data + json.dumps({"seal": mac}).encode() + b"\n"

    return seal
