"""Plausible surrogates: no rule tells them from what was missed; safe ones are as they were."""

import ipaddress
import re

import phonenumbers
import pytest
import spacy
from stdnum import luhn
from stdnum.us import ssn

from spacy_hips import PiiSpan, set_ids, write_group
from spacy_hips.core.errors import HipsError
from spacy_hips.core.ids import Secret
from spacy_hips.replace.surrogates.addresses import AddressSurrogate, ZipSurrogate
from spacy_hips.replace.surrogates.choose import Dice
from spacy_hips.replace.surrogates.coined import coined
from spacy_hips.replace.surrogates.contact import EmailSurrogate, UsernameSurrogate
from spacy_hips.replace.surrogates.handles import STRAYS, _two_words, words
from spacy_hips.replace.surrogates.ids import IdSurrogate, IpSurrogate, _beside
from spacy_hips.replace.surrogates.institutions import EmployerSurrogate, SchoolSurrogate
from spacy_hips.replace.surrogates.known_firms import firm_of, other_firm
from spacy_hips.replace.surrogates.known_schools import school_of
from spacy_hips.replace.surrogates.maker import Context
from spacy_hips.replace.surrogates.phones import PhoneSurrogate
from spacy_hips.replace.surrogates.places import PlaceSurrogate
from spacy_hips.replace.surrogates.realism import with_realism
from spacy_hips.replace.surrogates.shuffle import ShuffleSurrogate
from spacy_hips.replace.surrogates.urls import PAGES, UrlSurrogate
from spacy_hips.text.lexicon.data_files import rows
from spacy_hips.text.lexicon.places import towns_by_country, zip_codes_by_town
from spacy_hips.text.lexicon.tables import fold, name_tables
from spacy_hips.text.values.tables import school_domains, surname_tail, town_names
from spacy_hips.who.persons.link.entity import Entity

pytestmark = pytest.mark.usefixtures("real_work_factors")  # seeds pin some outcomes

SECRET = Secret(b"a secret for the tests, 32 bytes")
SOME, MOST = 10, 50  # of a hundred
HUNDRED = [f"document:{i}" for i in range(100)]


@pytest.fixture(name="hundred")
def _hundred(call):
    """A hundred plausible surrogates of a text."""

    def make(maker, text, label="ID_NUM", **context):
        return [call(maker, text, label, scope=s, realism="plausible", **context) for s in HUNDRED]

    return make


def _is_valid(text: str) -> bool:
    """A number that can be somebody's: 958 and 959 are for tests of lines."""
    exchange = text.split()[1]
    valid = phonenumbers.is_valid_number(phonenumbers.parse(text, "US"))
    return valid and exchange not in ("555", "958", "959")


def _in_documentation(text: str) -> bool:
    blocks = ("192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24")
    return any(ipaddress.ip_address(text) in ipaddress.ip_network(b) for b in blocks)


REACHING = [
    (PhoneSurrogate(), "212 736 5000", "PHONE_NUM", _is_valid),
    (PhoneSurrogate(), "+44 7911 123456", "PHONE_NUM", lambda n: "900" not in n and _is_valid(n)),
    (PhoneSurrogate(), "+91 98765 43210", "PHONE_NUM", _is_valid),
    (IpSurrogate(), "8.8.8.8", "IP_ADDRESS", lambda n: not _in_documentation(n)),
    (IpSurrogate(), "2a00:1450:4001:81b::200e", "IP_ADDRESS", lambda n: "2001:db8" not in n),
    (IdSurrogate(), "123-45-6789", "ID_NUM", ssn.is_valid),
    (IdSurrogate(), "4539 1488 0343 6467", "ID_NUM", lambda n: n[:4] not in "4111 4242 5555 5105"),
    (EmailSurrogate(), "ana.li@gmail.com", "EMAIL", lambda n: "_" not in n),
]


@pytest.mark.few(2)
@pytest.mark.parametrize("maker, text, label, looks_real", REACHING)
def test_what_could_reach_somebody_looks_real_half_of_the_time(
    hundred, maker, text, label, looks_real
):
    new = hundred(maker, text, label)
    assert SOME < sum(map(looks_real, new)) < 100 - SOME
    assert text not in new


def test_check_digits_stay_right(hundred):
    cards = hundred(IdSurrogate(), "4539 1488 0343 6467")
    assert all(luhn.is_valid(card.replace(" ", "")) for card in cards)


@pytest.mark.parametrize(
    "text", ["ana.li@gmail.com", "ana.li@web.de", "ANALI77@AOL.COM", "ana at yahoo dot com"]
)
def test_free_mail_is_at_real_providers_or_such_as_its_provider_refuses(hundred, text):
    new = hundred(EmailSurrogate(), text, "EMAIL")
    assert not any("example" in n.lower() for n in new)
    refused = [n for n in new if "_" in n]
    assert all("gmail" in n.lower() for n in refused) and SOME < len(refused) < 100 - SOME


@pytest.mark.parametrize(
    ("maker", "text", "label"),
    [
        (EmailSurrogate(), "maria.garcia@gmail.com", "EMAIL"),
        (EmailSurrogate(), "mgarcia@utexas.edu", "EMAIL"),
        (UsernameSurrogate(), "@mariagarcia7", "USERNAME"),
        (UrlSurrogate(), "https://instagram.com/maria_garcia", "URL_PERSONAL"),
    ],
)
def test_most_but_not_all_fit_their_owner_and_the_form_stays(hundred, maker, text, label):
    new = hundred(maker, text, label, owned=True)
    assert 100 - STRAYS - SOME < sum("lindqvist" in n for n in new) < 100 - STRAYS + SOME
    assert not any("garcia" in n.rpartition("@")[0] for n in new)
    if text.startswith("maria.garcia"):
        assert all(re.fullmatch(r"[a-z]+[._][a-z]+@gmail\.com", n) for n in new)


def test_an_address_and_a_handle_of_the_same_letters_fit_both_or_neither(hundred):
    mails = hundred(EmailSurrogate(), "maria.garcia@utexas.edu", "EMAIL", owned=True)
    handles = hundred(UsernameSurrogate(), "@maria_garcia", "USERNAME", owned=True)
    for mail, handle in zip(mails, handles, strict=True):
        assert mail.split("@")[0].replace(".", "_") == handle[1:]


@pytest.mark.parametrize("text", ["12 Oak Street, Austin, TX 78701", "12 Oak Street, Zzyzx 78701"])
def test_town_and_postal_code_are_of_one_place(hundred, text):
    for new in hundred(AddressSurrogate(), text, "STREET_ADDRESS"):
        *_, place = new.split(", ")
        town, code = new.split(", ")[1].removesuffix(f" {place[-5:]}"), new[-5:]
        towns = {
            name for state in zip_codes_by_town().values() for name, c in state.items() if code in c
        }
        assert town in towns, new


@pytest.mark.parametrize("text", ["12 Oak Street, Austin, TX 02139", "12 Oak Street, Hue 12977"])
def test_where_the_code_was_none_of_its_place_it_need_not_be(hundred, text):
    new = hundred(AddressSurrogate(), text, "STREET_ADDRESS")
    known = {c for state in zip_codes_by_town().values() for codes in state.values() for c in codes}
    assert any(n[-5:] not in known for n in new)


def test_a_postal_code_alone_is_some_towns(hundred):
    known = {c for state in zip_codes_by_town().values() for codes in state.values() for c in codes}
    new = hundred(ZipSurrogate(), "78701", "ZIP")
    assert all(n in known and n[0] == "7" for n in new) and len(set(new)) > MOST
    assert all(len(n) == 5 for n in hundred(ZipSurrogate(), "50667", "ZIP", lang="de"))


def test_half_of_the_domains_of_schools_exist_and_the_others_end_alike(hundred):
    new = [n.split("@")[1] for n in hundred(EmailSurrogate(), "ana@utexas.edu", "EMAIL")]
    known = sum(domain in school_domains()["edu"] for domain in new)
    assert SOME < known < 100 - SOME
    assert all(domain.endswith(".edu") and "utexas" not in domain for domain in new)


@pytest.mark.parametrize(
    "text, form",
    [
        ("the University of Michigan", r"the University (of|at) .+"),
        ("Stanford University", r"(?!the ).+"),
        ("UCLA", r"[A-Z]{2,5}"),
        ("Georgia Tech", r"(?!.*(University|College)).+"),
        ("duke university", r"[a-z&.,' -]+"),
        ("Oxford University", r".*University.*"),
    ],
)
def test_a_known_university_becomes_a_known_one_called_alike(hundred, text, form):
    new = hundred(SchoolSurrogate(), text, "SCHOOL")
    named = [school_of(n) for n in new]
    assert all(re.fullmatch(form, n) for n in new), new
    assert sum(school is not None for school in named) > 100 - SOME
    assert len({s.domain for s in named if s}) > SOME / 2 and school_of(text) not in named


def test_a_university_and_its_domain_go_to_the_same_one(hundred):
    names = hundred(SchoolSurrogate(), "University of Iowa", "SCHOOL")
    mails = hundred(EmailSurrogate(), "ana@uiowa.edu", "EMAIL")
    pairs = [
        (known, school_of(name))
        for name, mail in zip(names, mails, strict=True)
        if (known := school_of(mail.split("@")[1]))
    ]
    assert len(pairs) > SOME and all(a.names == b.names for a, b in pairs)


def test_a_school_that_few_know_becomes_no_known_one(hundred):
    mails = hundred(EmailSurrogate(), "ana@foothill.edu", "EMAIL")
    assert not any(school_of(mail.split("@")[1]) for mail in mails)
    assert not any(map(school_of, hundred(SchoolSurrogate(), "Zaragoza State College", "SCHOOL")))


def test_one_word_is_a_university_where_nothing_longer_says_otherwise(call):
    school, maker = "Washington Middle School", SchoolSurrogate()
    alone = call(maker, "Stanford", "SCHOOL", realism="plausible")
    beside = call(maker, "Washington", "SCHOOL", texts=(school,), realism="plausible")
    assert school_of(alone) and not school_of(beside)


@pytest.mark.parametrize(
    "domain", ["orange.k12.nj.us", "mac.edu", "mail.missouri.edu", "free.org", "garcia.com"]
)
def test_only_providers_of_free_mail_stay(hundred, domain):
    new = hundred(EmailSurrogate(), f"ana@{domain}", "EMAIL")
    own = domain.removeprefix("mail.").split(".")[0]
    assert not any(own in n for n in new), [n for n in new if own in n]


@pytest.mark.parametrize("domain", ["uni.edu", "school.edu", "hs.k12.tx.us"])
def test_a_domain_that_is_a_word_for_schools_gets_another_name(hundred, domain):
    assert not any("example" in n for n in hundred(EmailSurrogate(), f"ana@{domain}", "EMAIL"))


def test_an_ending_that_nobody_has_given_does_not_stay(hundred):
    """Before "@x.org" it would be the head of the address that was replaced."""
    assert not any("organa" in new for new in hundred(EmailSurrogate(), "ana@x.organa", "EMAIL"))


def test_a_district_of_another_state_stays_a_district(hundred):
    new = hundred(EmailSurrogate(), "ana@lincolnhs.k12.tx.us", "EMAIL")
    assert all(re.fullmatch(r"[a-z]+@[a-z-]+\.k12\.[a-z]{2}\.us", n) for n in new), new
    assert len({n.split(".")[-2] for n in new}) > 5


def test_towns_are_those_of_the_state_and_most_are_no_invented_ones(hundred):
    new = hundred(AddressSurrogate(), "12 Oak Street, Austin, TX 78701", "STREET_ADDRESS")
    states = {n.rsplit(" ", 2)[1] for n in new}
    named = [(n.split(", ")[1], n.rsplit(" ", 2)[1]) for n in new]
    real = sum(town in towns_by_country().get(f"US-{state}", ()) for town, state in named)
    assert "TX" not in states and real > MOST
    assert sum(town in town_names() for town, _ in named) < 100 - MOST


def test_streets_are_common_and_rare_ones(hundred):
    new = hundred(AddressSurrogate(), "12 Guadalupe Street", "STREET_ADDRESS")
    assert all(re.fullmatch(r"\d\d [^\d]+ Street", n) for n in new)
    assert len(set(new)) > MOST and not any("Guadalupe" in n for n in new)


@pytest.mark.parametrize(
    "maker, text, label",
    [
        (PlaceSurrogate(), "Little Snoring", "LOCATION"),
        (SchoolSurrogate(), "Guadalupe High School", "SCHOOL"),
    ],
)
def test_places_and_schools_bear_no_invented_names_mostly(hundred, maker, text, label):
    new = [n.removesuffix(" High School") for n in hundred(maker, text, label)]
    assert sum(n in town_names() for n in new) < 100 - MOST


def test_words_of_handles_are_of_all_kinds(hundred):
    new = [n[1:5] for n in hundred(UsernameSurrogate(), "@wolf_22", "USERNAME")]
    assert any(n in words() for n in new) and sum(n not in words() for n in new) > SOME


def test_the_first_letter_of_a_schools_numbers_stays(hundred):
    assert all(re.fullmatch(r"S\d{8}", n) for n in hundred(IdSurrogate(), "S20191234"))
    assert len({n[0] for n in hundred(IdSurrogate(), "JS201912")}) > SOME  # may be initials


SAFE = [
    "631 555 0162",
    "+44 7668 907513",
    "+91 42520 46431",
    "192.0.2.38",
    "2001:db8:d994:6ea::d627",
    "941-45-2450",
    "5105 1035 2241 3983",
    "sofia.bn@gardeninbox.example",
]
"""What these makers gave before there was realism."""


# Names

RARE = [fold(name) for names in surname_tail().values() for name in names]


@pytest.fixture(name="renamed", scope="module")
def _renamed():
    """New names of a person in many documents."""
    nlp = spacy.blank("en")
    nlp.add_pipe("hips_anonymizer").set_secret(SECRET)

    def rename(name: str, count: int = 40) -> list[list[str]]:
        docs = [set_ids(nlp.make_doc(f"{name} was here."), doc=str(i)) for i in range(count)]
        for doc in docs:
            write_group(doc, "pii", [PiiSpan(0, len(name), "PERSON")])
        return [nlp(doc)._.anonymized.removesuffix(" was here.").split() for doc in docs]

    return rename


def test_a_surname_of_no_table_gets_one_of_no_table(renamed):
    new = [last for _, last in renamed("Karen Quisslethorp")]
    assert not any(name_tables().is_known(last) for last in new)
    assert len(set(new)) > 30 and all(last.isalpha() for last in new)


def test_a_rare_surname_gets_a_rare_one_that_people_bear(renamed):
    assert "abercrombie" in RARE
    new = [fold(last) for _, last in renamed("Karen Abercrombie")]
    assert sum(last in RARE for last in new) > 30


def test_a_common_surname_stays_a_common_one(renamed):
    masses = [name_tables().surname_country_mass(last) for _, last in renamed("Karen Smith")]
    assert sorted(masses)[len(masses) // 2] > 0.005


def test_a_name_that_is_a_word_becomes_such_a_name(renamed):
    listed = {name for row in rows("word_names.tsv") for name in row["names"].split(";")}
    assert {word for name in renamed("Grace Banks") for word in name} <= listed


def test_coined_words_stand_in_no_table():
    pool = name_tables().surnames("US").names
    for number in range(50):
        dice = Dice(SECRET.draw_for("d", "PERSON", str(number)), "test")
        assert not {fold(w) for w in coined(pool, dice)} & set(map(fold, pool))
    assert not list(coined((), dice)) and not list(coined(("Ng",), dice))


# The setting


def test_the_setting_of_the_anonymizer_holds_for_all_makers_but_those_with_their_own():
    nlp = spacy.blank("en")
    own = {"@misc": "spacy_hips.EmailSurrogate.v1", "realism": "safe"}
    there = nlp.add_pipe("hips_anonymizer", config={"surrogates": {"EMAIL": own}})
    makers = there.replacer.makers
    assert there.realism == "plausible"
    assert makers["EMAIL"].realism == "safe" and makers["PHONE_NUM"].realism == "plausible"
    there.realism = "safe"
    assert there.replacer.makers["PHONE_NUM"].realism == "safe"


def test_a_maker_within_a_maker_follows_too():
    inner = with_realism(ShuffleSurrogate(otherwise=SchoolSurrogate()), "plausible").otherwise
    assert inner.realism == "plausible"


def test_the_setting_is_saved_with_a_pipeline(tmp_path):
    nlp = spacy.blank("en")
    nlp.add_pipe("hips_anonymizer").realism = "safe"
    nlp.to_disk(tmp_path)
    assert spacy.load(tmp_path).get_pipe("hips_anonymizer").realism == "safe"


@pytest.mark.parametrize("where", ["hips_anonymizer", "maker"])
def test_another_realism_is_refused(where):
    own = {"@misc": "spacy_hips.IpSurrogate.v1", "realism": "real"}
    config = {"realism": "real"} if where != "maker" else {"surrogates": {"IP_ADDRESS": own}}
    with pytest.raises(HipsError, match="E310"):
        spacy.blank("en").add_pipe("hips_anonymizer", config=config)


def test_safe_surrogates_are_those_of_earlier_versions(call):
    """Registers and releases of earlier versions are added to: these must not change."""
    made = [call(maker, text, label) for maker, text, label, _ in REACHING]
    assert made == SAFE


def test_surrogates_of_one_key_are_the_same_everywhere(call, hundred):
    for maker, text, label, _ in REACHING:
        assert hundred(maker, text, label) == hundred(maker, text, label)


@pytest.mark.parametrize(
    "text, form",
    [
        ("github.com/mgarcia/thesis", r"github\.com/\w+/\w+"),
        ("https://maria-garcia.blogspot.com/p/my-essay.html", r".+/p/my-\w+\.html"),
        ("https://github.com/about", r"https://github\.com/\w+"),
        ("https://x.org/water-project/", r".+\.org/\w+-\w+/"),
    ],
)
def test_a_page_becomes_what_others_call_theirs(hundred, text, form):
    new = hundred(UrlSurrogate(), text, "URL_PERSONAL", owned=True)
    named = {re.findall(r"\w+", n.removesuffix(".html"))[-1] for n in new}
    assert all(re.fullmatch(form, n) for n in new), new
    assert named <= PAGES and len(named) > SOME


def test_a_domain_of_ones_own_name_spells_a_name_in_the_same_form(hundred):
    joined = hundred(UrlSurrogate(), "www.mariagarcialopez.com", "URL_PERSONAL", owned=True)
    apart = hundred(UrlSurrogate(), "www.garcia-lopez.de", "URL_PERSONAL", owned=True)
    assert all(re.fullmatch(r"www\.[a-z]+\.com", n) for n in joined), joined
    assert MOST < joined.count("www.ingridlindqvist.com") < 100 - SOME
    assert not any(a == b for n in apart for a, b in re.findall(r"(\w+)-(\w+)", n))


@pytest.mark.few(4)
@pytest.mark.parametrize(
    "maker, text, form",
    [
        (EmployerSurrogate(), "Campbell & Briggs", r"[\w .'-]+ & [\w .'-]+"),
        (EmployerSurrogate(), "Greene, McManis & Partners", r"[\w .'-]+, [\w .'-]+ & Partners"),
        (EmployerSurrogate(), "Istanbul Port Authority", r"[\w .'-]+ Port Authority"),
        (EmployerSurrogate(), "Tampere Children’s Hospital", r"[\w .'-]+ Children’s Hospital"),
        (EmployerSurrogate(), "Dichan Retail Pvt. Ltd.", r"[\w .'-]+ Retail Pvt\. Ltd\."),
        (EmployerSurrogate(), "BVN Holding", r"[A-Z]{3} Holding"),
        (EmployerSurrogate(), "Steel City Brewery", r"(?!Steel)[\w .'-]+ City Brewery"),
        (SchoolSurrogate(), "MLK High School", r"[A-Z]{3} High School"),
        (SchoolSurrogate(), "Runions Memorial College", r"[\w .'-]+ Memorial College"),
        (SchoolSurrogate(), "Central Middle School", r"(?!.*Central)[\w .'-]+ Middle School"),
        (SchoolSurrogate(), "Greenfield School, Luxton City", r"[\w .'-]+ School, [\w .'-]+ City"),
    ],
)
def test_a_name_keeps_its_form_and_its_trade(hundred, maker, text, form):
    new = hundred(maker, text, "EMPLOYER" if isinstance(maker, EmployerSurrogate) else "SCHOOL")
    assert sum(bool(re.fullmatch(form, n)) for n in new) > 100 - SOME, new
    old = set(re.findall(r"\w+", text)) - set(re.findall(r"[A-Za-z]\w+", form))
    assert not any(old & set(re.findall(r"\w+", n)) - {"s"} for n in new)


def test_some_schools_are_called_after_where_they_lie_and_some_after_somebody(hundred):
    new = hundred(SchoolSurrogate(), "Dorothy Trudeau High School", "SCHOOL")
    heads = [n.removesuffix(" High School") for n in new]
    assert sum(head in ("Central", "Northern", "Southern", "Eastern", "Western") for head in heads)
    assert sum(" " in head for head in heads) > MOST


@pytest.mark.parametrize("text", ["happyking", "musicowl1999", "MoonGirl", "@soccer_kid"])
def test_two_words_run_together_become_two_words(hundred, text):
    """As names they would show: what spells no name would be real."""
    new = hundred(UsernameSurrogate(), text, "USERNAME", owned=True)
    two = [_two_words(re.sub(r"[\W\d_]", "", n).lower()) for n in new]
    assert sum(map(bool, two)) > 100 - SOME, new
    assert all(bool(re.fullmatch("[A-Z][a-z]+[A-Z][a-z]+", n)) for n in new) == (text[0] == "M")


def test_two_words_that_are_a_name_are_none(hundred):
    new = hundred(UsernameSurrogate(), "newman", "USERNAME")
    assert sum(name_tables().is_known(n) for n in new) > MOST


@pytest.mark.parametrize(
    "ids, head",
    [
        (("20231187", "20231190", "20230045"), "2023"),  # the second is a right number elsewhere
        (("CS-101-4441", "CS-101-4592", "CS-101-9910"), "CS-101-"),
        (("B7441", "B7592", "B7910"), "B"),  # four characters at least are one's own
        (("441", "592", "910"), ""),
    ],
)
def test_numbers_of_one_school_begin_alike(hundred, ids, head):
    for own in ids:
        others = [("ID_NUM", other) for other in ids if other != own]
        new = hundred(IdSurrogate(), own, entities=others)
        assert all(n.startswith(head) and n != own for n in new), new
        assert len({n[: len(head) + 1] for n in new}) > 1


def test_a_number_that_begins_with_a_year_keeps_about_that_year(hundred):
    new = hundred(IdSurrogate(), "20231187")
    assert {n[:4] for n in new} == {"2022", "2023", "2024"}


@pytest.mark.parametrize("scope, beside", [("document", 2), ("author", 0), ("corpus", 0)])
def test_a_number_that_must_look_alike_in_several_documents_follows_none(scope, beside):
    texts = ("CS1014441", "CS1019999", "CS1018888")
    known = {t: Entity(t, "ID_NUM", t, (t,)) for t in texts}
    context = Context(scope=scope, entities=known, realism="plausible")
    assert len(_beside(texts[0], context)) == beside


@pytest.mark.parametrize("text", ["Walmart", "IBM", "google", "BANK OF AMERICA"])
def test_a_known_firm_becomes_a_known_one_of_its_trade(hundred, text):
    new = hundred(EmployerSurrogate(), text, "EMPLOYER")
    firms = {firm_of(n) for n in new}
    old = firm_of(text)
    assert None not in firms and old not in firms and {f.trade for f in firms} == {old.trade}
    assert all(n.islower() for n in new) or text != "google"


def test_no_two_firms_of_a_trade_become_the_same_one():
    shops = [firm_of(name) for name in ("Walmart", "Target", "Costco", "Kroger", "Aldi", "Tesco")]
    for scope in HUNDRED:
        draw = SECRET.draw_for(scope, "EMPLOYER", "document")
        assert len({other_firm(firm, draw) for firm in shops}) == len(shops)


def test_the_domain_of_a_known_firm_goes_where_its_name_goes(hundred):
    names = hundred(EmployerSurrogate(), "Infosys", "EMPLOYER")
    hosts = [n.split("@")[1] for n in hundred(EmailSurrogate(), "ana@infosys.com", "EMAIL")]
    pairs = [(name, firm_of(host)) for name, host in zip(names, hosts, strict=True)]
    known = [(name, firm.name) for name, firm in pairs if firm]
    assert len(known) > SOME and all(a == b for a, b in known)


def test_a_school_called_after_a_town_abroad_is_called_after_one_of_its_country(hundred):
    new = hundred(SchoolSurrogate(), "Konya Medical School", "SCHOOL")
    heads = [n.removesuffix(" Medical School") for n in new]
    assert sum(head in towns_by_country()["TR"] for head in heads) > MOST and "Konya" not in heads
