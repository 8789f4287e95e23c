"""Values that documents exchange: who takes whose place, from when on, and what the file tells."""

import json
import random
from collections import Counter

import pytest

from spacy_hips.core.errors import HipsError
from spacy_hips.core.ids import Secret
from spacy_hips.replace.register import Register
from spacy_hips.replace.register.rings import Held, Rings, Turned
from spacy_hips.replace.surrogates.shuffle import ShuffleSurrogate

pytestmark = pytest.mark.filterwarnings("ignore:.*W101", "ignore:.*W102")

SCHOOLS = ("Lincoln", "Roosevelt", "Adams", "Jefferson", "Madison")
SHUFFLE = {"@misc": "spacy_hips.ShuffleSurrogate.v1", "min_authors": 3}


def shuffle(*labels, **settings):
    return {
        "surrogates": {label: {**SHUFFLE, **settings} for label in labels},
        "actions": dict.fromkeys(labels, "surrogate"),
    }


@pytest.fixture
def schools(document):
    """Makes a document for each author and school; each school has its own authors."""

    def make(names=SCHOOLS, authors=3, start=0, kind="High School"):
        pairs = [(name, n) for name in names for n in range(authors)]
        return [
            document(f"I was at [{name} {kind}|SCHOOL] once.", f"{start + i}", f"s{start + i}")
            for i, (name, _) in enumerate(pairs)
        ]

    return make


def became(component, docs):
    """What each original became; each must become one thing."""
    out = {}
    for doc in docs:
        for r in component(doc)._.replacements:
            out.setdefault(doc.text[r.start : r.end], set()).add(r.surrogate)
    assert all(len(new) == 1 for new in out.values())
    return {old: next(iter(new)) for old, new in out.items()}


@pytest.fixture
def shuffled(anonymizer):
    """Fits a component that shuffles schools and gives it."""

    def make(docs, path=None, scope="corpus", labels=("SCHOOL",), secret=None, **settings):
        keyed = {"secret": secret} if secret else {}
        component = anonymizer(scope, **shuffle(*labels, **settings), **keyed)
        component.fit(docs, path)
        return component

    return make


class TestExchange:
    def test_values_take_each_others_place_and_none_stays(self, shuffled, schools):
        new = became(shuffled(schools()), schools())
        assert set(new) == set(new.values()) == {f"{name} High School" for name in SCHOOLS}
        assert all(old != other for old, other in new.items())

    def test_all_values_of_a_kind_form_one_ring(self, shuffled, schools):
        new = became(shuffled(schools()), schools())
        at, seen = "Adams High School", []
        while at not in seen:
            seen.append(at)
            at = new[at]
        assert len(seen) == len(SCHOOLS)

    def test_another_secret_turns_a_ring_differently(self, shuffled, schools):
        one = became(shuffled(schools()), schools())
        secrets = [Secret.of_key(b"another secret, no. %d" % n) for n in range(6)]
        others = [became(shuffled(schools(), secret=secret), schools()) for secret in secrets]
        assert len({tuple(sorted(new.items())) for new in (one, *others)}) > 1

    def test_levels_stay_apart(self, shuffled, schools):
        def docs():
            return [
                *schools(),
                *schools(("Pine", "Cedar", "Maple", "Birch"), start=90, kind="Elementary School"),
            ]

        for old, new in became(shuffled(docs()), docs()).items():
            assert old.split()[1] == new.split()[1]

    def test_two_authors_write_one_school_differently(self, shuffled, schools, document):
        def docs():
            forms = ("Taft High School", "TAFT HS", "the Taft High School")
            odd = [
                document(f"From [{form}|SCHOOL].", f"x{i}", f"x{i}") for i, form in enumerate(forms)
            ]
            return [*schools(SCHOOLS[:3]), *odd]

        new = became(shuffled(docs()), docs())
        assert (
            new["TAFT HS"] == new["Taft High School"].upper() == new["the Taft High School"].upper()
        )
        assert new["Taft High School"] in {f"{name} High School" for name in SCHOOLS}

    def test_the_spelling_that_most_authors_use_is_shown(self, shuffled, schools, document):
        def docs():
            forms = ("Taft HS", "taft high school", "Taft High School", "Taft High School")
            odd = [document(f"[{f}|SCHOOL]", f"x{i}", f"x{i}") for i, f in enumerate(forms)]
            return [*schools(SCHOOLS[:3]), *odd]

        shown = {new for new in became(shuffled(docs()), docs()).values() if "Taft" in new}
        assert shown == {"Taft High School"}

    def test_names_that_share_a_word_never_take_each_others_place(self, shuffled, schools):
        names = ("Calara Davis", "Calara Merced", "Calara Irvine", *SCHOOLS)
        new = became(shuffled(schools(names)), schools(names))
        assert not any("Calara" in other for old, other in new.items() if "Calara" in old)

    def test_a_country_and_its_people_move_together(self, shuffled, document):
        countries = {"Ukraine": "Ukrainians", "Poland": "Poles", "Sweden": "Swedes",
                     "Brazil": "Brazilians"}  # fmt: skip

        def docs():
            return [
                document(f"[{c}|LOCATION] is where [{p}|NATIONALITY] live.", f"{c}{i}", f"{c}{i}")
                for c, p in countries.items()
                for i in range(3)
            ]

        new = became(shuffled(docs(), labels=("LOCATION", "NATIONALITY")), docs())
        for country, people in countries.items():
            assert countries[new[country]] == new[people] != people

    def test_employers_are_shuffled_too(self, shuffled, document):
        firms = ("Brightpath", "Coppermill", "Dovetail", "Eastgate")

        def docs():
            return [document(f"at [{f}|EMPLOYER]", f"{f}{i}", f"{f}{i}")
                    for f in firms for i in range(3)]  # fmt: skip

        new = became(shuffled(docs(), labels=("EMPLOYER",)), docs())
        assert set(new) == set(new.values())

    def test_in_a_narrower_scope_each_author_has_an_exchange_of_its_own(self, shuffled, document):
        def docs():
            return [
                document(" ".join(f"[{s} High School|SCHOOL]," for s in SCHOOLS), f"{i}", f"s{i}")
                for i in range(8)
            ]

        component = shuffled(docs(), scope="author")
        turns = {component(doc)._.anonymized for doc in docs()}
        assert len(turns) > 1
        for doc in docs():
            done = component(doc)._.replacements
            assert {r.surrogate for r in done} == {f"{s} High School" for s in SCHOOLS}
            assert all(doc.text[r.start : r.end] != r.surrogate for r in done)


class TestCounts:
    """What docs/surrogates.md says of who counts how often each value is shown."""

    NAMES = ("Alder", "Birch", "Cedar", "Dogwood", "Elm", "Fir", "Gum", "Hazel")

    def shown(self, number, scope):
        """Pairs of original and shown value, commoner values first in NAMES."""
        rings = Rings(Secret.of_key(b"a secret for counting, no. %d" % number))
        held, wrote = {}, []
        for rank, name in enumerate(self.NAMES):
            one = held["employer", name.casefold()] = Held()
            for i in range(10 + 12 * (len(self.NAMES) - rank)):
                one.add("EMPLOYER", name, f"author:{name}{i}")
                wrote.append((name, f"author:{name}{i}"))
        rings.settle(held, {"EMPLOYER": ShuffleSurrogate()})
        return [
            (old, Turned(rings, scope or author).shown("employer", old.casefold()))
            for old, author in wrote
        ]

    def test_in_scope_corpus_counts_undo_the_exchange(self):
        pairs = self.shown(0, "corpus")
        by_count = [new for new, _ in Counter(new for _, new in pairs).most_common()]
        back = dict(zip(by_count, self.NAMES, strict=True))
        assert all(back[new] == old for old, new in pairs)

    def test_in_scope_author_counts_tell_only_which_values_are_common(self):
        pairs = [pair for number in range(5) for pair in self.shown(number, "")]
        first, second = self.NAMES[:2]
        right = sum(old == (second if new == first else first) for old, new in pairs)
        share = sum(old == first for old, _ in pairs)
        assert all(old != new for old, new in pairs)
        assert share / len(pairs) < 0.22
        assert right / len(pairs) < 0.27


class TestThreshold:
    def test_a_value_of_too_few_authors_is_shown_nowhere(self, shuffled, schools):
        def docs():
            return [*schools(), *schools(("Rarely",), authors=2, start=50)]

        component = shuffled(docs())
        new = became(component, docs())
        assert not any("Rarely" in text for text in new.values())
        assert new["Rarely High School"] not in new
        count = component.register.shuffled["SCHOOL"]
        assert (count.values, count.shuffled) == (6, 5)

    def test_documents_of_one_author_count_once(self, shuffled, schools, document):
        def docs():
            many = [document("[Rarely High School|SCHOOL]", f"x{i}", "x") for i in range(9)]
            return [*schools(), *many]

        assert not any("Rarely" in text for text in became(shuffled(docs()), docs()).values())

    def test_documents_count_where_no_author_is_known(self, shuffled, document):
        def docs():
            return [document(f"[{name} High School|SCHOOL]", f"{name}{i}")
                    for name in SCHOOLS for i in range(3)]  # fmt: skip

        new = became(shuffled(docs()), docs())
        assert set(new.values()) == set(new)

    @pytest.mark.parametrize("count", [1, 2, 3])
    def test_too_few_values_of_a_kind_are_fictional(self, shuffled, schools, count):
        names = SCHOOLS[:count]
        component = shuffled(schools(names))
        new = became(component, schools(names))
        assert not set(new) & set(new.values())
        assert component.register.shuffled["SCHOOL"].shuffled == 0

    def test_five_authors_are_the_default(self, anonymizer, schools):
        for authors, same in ((4, False), (5, True)):
            config = shuffle("SCHOOL")
            del config["surrogates"]["SCHOOL"]["min_authors"]
            component = anonymizer(**config)
            component.fit(schools(authors=authors))
            new = became(component, schools(authors=authors))
            assert (set(new) == set(new.values())) is same

    def test_what_is_only_marked_is_not_counted(self, anonymizer, schools):
        config = shuffle("SCHOOL") | {"actions": {}}
        component = anonymizer(**config)
        component.fit(schools())
        assert component.register.shuffled == {}
        assert component(schools()[0])._.anonymized == schools()[0].text


class TestOrder:
    def test_order_and_processes_do_not_matter(self, shuffled, schools, nlp, tmp_path):
        component = shuffled(schools(), tmp_path / "one")
        docs = schools()
        random.Random(4).shuffle(docs)
        shuffled(docs, tmp_path / "other")
        assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()
        alone = [component(doc)._.anonymized for doc in schools()]
        nlp.add_pipe("hips_anonymizer", config={"scope": "corpus", **shuffle("SCHOOL")})
        nlp.get_pipe("hips_anonymizer").set_register(component.register)
        piped = nlp.pipe(schools(), n_process=2, batch_size=4)
        assert [doc._.anonymized for doc in piped] == alone


class TestLater:
    def test_a_later_batch_changes_nobody(self, shuffled, schools, tmp_path):
        path = tmp_path / "register"
        before = became(shuffled(schools(), path), schools())
        old = path.read_bytes()
        names = ("Monroe", "Taylor", "Tyler", "Polk")

        def later():
            return [*schools(names, start=100), *schools(SCHOOLS[:2], start=200)]

        component = shuffled(later(), path)
        assert path.read_bytes().startswith(old)
        new = became(component, [*schools(), *later()])
        assert {name: new[name] for name in before} == before
        own = {f"{name} High School" for name in names}
        assert {new[name] for name in own} == own

    def test_a_value_that_was_rare_stays_fictional(self, shuffled, schools, tmp_path):
        path = tmp_path / "register"

        def rare(start=50):
            return schools(("Rarely",), authors=2, start=start)

        before = became(shuffled([*schools(), *rare()], path), rare())
        component = shuffled([*rare(), *rare(60), *rare(70)], path)
        assert became(component, rare()) == before

    def test_a_loaded_register_shows_the_same_values(
        self, anonymizer, shuffled, schools, secret, tmp_path
    ):
        before = became(shuffled(schools(), tmp_path / "register"), schools())
        component = anonymizer(**shuffle("SCHOOL"))
        component.set_register(Register.load(tmp_path / "register", secret))
        assert became(component, schools()[:1]).items() <= before.items()

    def test_a_person_who_is_forgotten_takes_no_value_along(
        self, shuffled, schools, document, secret, tmp_path
    ):
        path = tmp_path / "register"

        def docs():
            return [*schools(), document("[Ana Ruiz|PERSON] here", "p", "s1")]

        before = became(shuffled(docs(), path), schools())
        register = Register.load(path, secret)
        assert register.forget("Ana Ruiz") and register.forget("s1")
        register.rewrite(path)
        assert became(shuffled(docs(), path), schools()) == before


class TestFile:
    def test_the_file_holds_no_readable_value_and_not_who_had_it(
        self, shuffled, schools, tmp_path, secret
    ):
        path = tmp_path / "register"
        shuffled(schools(), path)
        held = path.read_text("utf8")
        assert not any(name.casefold() in held.casefold() for name in SCHOOLS)
        lines = [json.loads(line) for line in held.splitlines()]
        values = [line for line in lines if "value" in line]
        assert len(values) == len(SCHOOLS)
        assert all(set(line) == {"value", "ring", "shown"} for line in values)
        assert len({len(line["shown"]) for line in values}) == 1

    def test_values_are_sealed_under_the_secret(self, secret):
        from cryptography.exceptions import InvalidTag

        sealed = Rings(secret)._seal("digest", "Lincoln")
        assert Rings(secret)._open("digest", sealed) == "Lincoln"
        for other, digest in (
            (Secret(b"another secret for tests, really"), "digest"),
            (secret, "other"),
        ):
            with pytest.raises(InvalidTag):
                Rings(other)._open(digest, sealed)

    def test_freezing_rings_before_allocating_is_refused(
        self, anonymizer, schools, secret, tmp_path
    ):
        component = anonymizer(**shuffle("SCHOOL"))
        register = Register(secret, "corpus")
        register.collect(component.find(doc) for doc in schools())
        with pytest.raises(HipsError, match="E136"):
            register.freeze(tmp_path / "register")


class TestMistakes:
    def test_scope_document_is_refused_and_says_what_to_do(self, anonymizer):
        with pytest.raises(HipsError, match=r"E124.*SCHOOL.*--register FILE"):
            anonymizer("document", **shuffle("SCHOOL"))

    def test_labels_that_cannot_be_shuffled_are_refused(self, anonymizer):
        with pytest.raises(HipsError, match=r"E125.*EMAIL.*LOCATION"):
            anonymizer(**shuffle("EMAIL"))

    def test_a_shuffled_value_of_a_document_that_was_not_collected_is_refused(
        self, shuffled, schools
    ):
        component = shuffled(schools())
        with pytest.raises(HipsError, match="E135") as caught:
            component(schools(("Unseen",))[0])
        assert "Unseen" not in str(caught.value)
