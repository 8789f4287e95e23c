"""Which stretches of a text are in a language that the pipeline does not read."""

from __future__ import annotations

import subprocess
import sys

import pytest

from spacy_hips.text.page.languages import foreign_stretches, language_of
from spacy_hips.text.page.page import page_for

OTHERS = {
    "sv": "I somras åkte jag till min mormor och vi badade i sjön nästan varje dag.",
    "de": "Meine Schule liegt am Rand der Stadt, und ich fahre jeden Morgen mit dem Rad dorthin.",
    "fr": "Je voudrais vous remercier pour votre aide avec le devoir que nous avons rendu hier.",
    "es": "Cuando era pequeña vivíamos en una casa cerca del mar y jugábamos todo el día.",
    "nb": "Jeg har lært mye av dette kurset, og jeg vil gjerne takke læreren for hjelpen.",
    "pt": "Eu gostei muito do trabalho em grupo porque todos ajudaram quando foi preciso.",
    "nl": "Wij hebben samen aan het project gewerkt en dat ging eigenlijk best wel goed.",
    "da": "Jeg synes, at opgaven var svær, men min ven hjalp mig med at forstå den.",
    "it": "Durante il corso abbiamo imparato molte cose che prima non conoscevamo affatto.",
    "fi": "Kurssin aikana opin paljon uutta, ja haluaisin kiittää kaikkia ryhmän jäseniä.",
    "pl": "Bardzo lubię chodzić do szkoły, bo mam tam wielu przyjaciół i dobrych nauczycieli.",
    "tr": "Bu dersi çok sevdim çünkü öğretmenimiz her konuyu sabırla ve güzelce anlattı.",
    "ru": "Этот курс был очень полезным, и я хочу сказать спасибо всем, кто мне помогал.",
    "ar": "كان هذا الدرس مفيدا جدا وأريد أن أشكر كل من ساعدني في كتابة هذا النص.",
    "zh": "我很喜欢这门课程,因为老师讲得非常清楚,而且同学们都愿意互相帮助。",
    "ja": "この授業はとても楽しかったです。先生がていねいに教えてくれました。",
    "hi": "मुझे यह पाठ बहुत अच्छा लगा क्योंकि शिक्षक ने हर बात धैर्य से समझाई थी।",
    "sw": "Nilifurahi sana kujifunza katika darasa hili kwa sababu mwalimu alitusaidia kila siku.",
    "all in capitals": "DET HÄR ÄR EN TEXT SOM JAG HAR SKRIVIT OM MIN SKOLA OCH MINA VÄNNER.",
    "without accents": "Durante la manana fuimos a la playa y por la tarde comimos con todos.",
    "short lines": "hej hur mår du\njag mår bra tack\nska vi ses på fredag\nja det kan vi göra",
    "one line of two": "Min sommar\nVi åkte till havet och badade varje dag i två veckor.",
}  # fmt: skip

SAME = {"nb": "no"}

ENGLISH = {
    "prose": "I learned a great deal in this course, and I would like to thank my group for it.",
    "foreign names": "My friends Åsa Lindqvist, Björn Håkansson and José Muñoz met in Växjö.",
    "names only": "Åsa Lindqvist\nBjörn Håkansson\nSiobhán Ní Bhriain\nJosé Muñoz García",
    "names in small letters": "åsa lindqvist, björn håkansson, josé muñoz, lucía garcía, noël",
    "names in capitals": "ÅSA LINDQVIST, BJÖRN HÅKANSSON, JOSÉ MUÑOZ GARCÍA, JÜRGEN MÜLLER",
    "foreign words": "We ate smörgåsbord and köttbullar, and the Schadenfreude was clear to all.",
    "a foreign title": "I read “Cien años de soledad” by García Márquez and liked it a lot.",
    "a quotation": "She told me that “quien mucho abarca poco aprieta”, and today I know why.",
    "learner's English": "In my country is common that the childs goes in the school with the bus.",
    "an address": "Rue de la République 14, 69002 Lyon, France",
    "too short": "Hej då!",
    "a greeting": "Liebe Frau Schmidt,\n\nThank you for your help.\n\nMit freundlichen Grüßen\nJon",
    "code": "for i in range(len(xs)): print(xs[i]); def foo(bar): return bar.baz() or None",
    "LaTeX": r"\begin{align} \sum_{i=1}^{n} x_i &= \frac{a}{b} + \sqrt{\alpha} \\ \end{align}",
    "numbers": "12 13 14 15 16; 3.14 2.71 1.41; 2021-03-04 2022-05-06; A1 B2 C3 D4 E5 F6",
    "a table": "name,score,grade\nåsa,12,B\nbjörn,14,A\njosé,9,C\nlucía,13,B\nsiobhán,11,B",
    "chat": "lol idk tbh\nbrb gtg cya\nomg yesss haha\nu ok? ye im fine thx\nk cool ttyl",
    "a form": "Name: Åsa\nClass: 9B\nTeacher: Björn\nPhone: 070-123 45 67\nE-mail: a@x.se",
    "Lorem": "x y z",
    "nothing": "",
}  # fmt: skip


@pytest.mark.parametrize("case", OTHERS)
def test_other_languages_are_told(case):
    text = OTHERS[case]
    found = foreign_stretches(text, ["en"])
    assert [(s.start, s.end) for s in found] == [(0, len(text))]
    if len(case) == 2:
        assert found[0].lang == {"nb": "no"}.get(case, case)


@pytest.mark.parametrize("case", ENGLISH)
def test_english_is_not(case):
    assert foreign_stretches(ENGLISH[case], ["en"]) == []


@pytest.mark.parametrize("case", sorted(OTHERS.keys() - {"short lines"}))
def test_a_paragraph_is_told_by_itself(case):
    before = "This is what my grandmother wrote to me when I moved away from home.\n\n"
    behind = "\n\nI still have the letter, and I read it whenever I miss her and the sea."
    found = foreign_stretches(before + OTHERS[case] + behind, ["en"])
    start, end = found[0].start, found[-1].end
    assert start == len(before) or case == "one line of two"
    assert end == len(before + OTHERS[case])


def test_short_lines_in_a_text_of_the_pipelines_language_are_its_own():
    """The title page of a report may name its writer in another language."""
    title = "RAPPORT DE STAGE\n\nRéalisé par : BENALI Salma\nEncadrée par : Mme Rastoul\n\n"
    assert foreign_stretches(title + ENGLISH["prose"] * 3, ["en"]) == []


def test_a_line_changes_its_language_between_sentences():
    english = (
        "I wrote the first half of this text in English because that is what we had to do. " * 3
    )
    swedish = (
        "Sedan skrev jag resten på svenska eftersom jag inte orkade översätta allt jag ville. " * 3
    )
    (found,) = foreign_stretches(english + swedish, ["en"])
    assert found.lang == "sv"
    assert abs(found.start - len(english)) < 250


def test_names_alone_stay_with_the_pipeline():
    """A name on a line of its own is of no language: the finder is heard there."""
    text = f"Åsa Lindqvist\n\n{OTHERS['sv']}\n\nBjörn Håkansson"
    (found,) = foreign_stretches(text, ["en"])
    assert text[found.start : found.end] == OTHERS["sv"]


def test_short_lines_go_with_what_stands_around_them():
    text = f"{OTHERS['sv']}\nDet var bra.\n{OTHERS['sv']}"
    assert [(s.start, s.end) for s in foreign_stretches(text, ["en"])] == [(0, len(text))]
    text = f"{OTHERS['sv']}\nThat was it.\n{OTHERS['sv']}"
    assert len(foreign_stretches(text, ["en"])) == 2


@pytest.mark.parametrize(
    ("languages", "foreign"),
    [
        (["en"], True),
        (["en", "sv"], False),
        (["sv"], False),
        (["nb"], True),
        (["xx"], False),
        ([], False),
    ],
)
def test_the_pipelines_languages(languages, foreign):
    assert bool(foreign_stretches(OTHERS["sv"], languages)) == foreign


MANY = ["en", "sv", "es", "de", "fr", "nl"]


@pytest.mark.parametrize("lang", ["pt", "it", "da", "nb"])
def test_near_relatives_of_the_pipelines_languages_are_others(lang):
    """They share many stop words with these."""
    assert [stretch.lang for stretch in foreign_stretches(OTHERS[lang], MANY)] == [
        SAME.get(lang, lang)
    ]


@pytest.mark.parametrize("case", ["sv", "es", "de", "fr", "nl", "all in capitals", "short lines"])
def test_each_of_many_languages_is_the_pipelines(case):
    assert foreign_stretches(OTHERS[case], MANY) == []


@pytest.mark.parametrize("case", ENGLISH)
def test_english_is_told_as_well_beside_many(case):
    assert foreign_stretches(ENGLISH[case], MANY) == []


def test_a_pipeline_of_another_language_reads_no_english():
    assert [s.lang for s in foreign_stretches(ENGLISH["prose"], ["sv"])] == ["en"]


def test_both_norwegians_are_one():
    assert foreign_stretches(OTHERS["nb"], ["nb"]) == foreign_stretches(OTHERS["nb"], ["nn"]) == []


@pytest.mark.few(4)
@pytest.mark.parametrize(
    "unit", ["a", "å ", ". ", "\n", "那", "\ud800 ", "'-", "ñ-", "a.b ", "\u0301 "]
)  # fmt: skip
def test_odd_texts_do_no_harm(unit):
    foreign_stretches(unit * 50_000, ["en"])


@pytest.mark.few(1)
@pytest.mark.parametrize("unit", [OTHERS["sv"] + " ", "hej hur mår du\n", "x" * 99 + " ", "那"])
def test_time_is_linear(unit, linear):
    linear(lambda n: foreign_stretches(unit * n, ["en"]), 200_000 // len(unit))


@pytest.mark.slow
def test_the_model_is_loaded_only_when_a_text_asks_for_it():
    code = (
        "import sys, spacy_hips, spacy_hips.text.page.languages as own\n"
        f"own.foreign_stretches({ENGLISH['prose']!r}, ['en'])\n"
        "assert 'py3langid' not in sys.modules\n"
        f"assert own.foreign_stretches({OTHERS['sv']!r}, ['en'])\n"
        "assert 'py3langid' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("Hon heter Tuva och jag bor med min bror i Umeå.", "sv"),
        ("Ich heiße Jonas und wohne mit meiner Mutter in Bremen.", "de"),
        ("Je m'appelle Manon et j'habite avec mon père.", "fr"),
        ("Me llamo Inés y vivo con mi abuela en Cádiz.", "es"),
        ("Jeg heter Sindre og bor i Oslo med min mor.", "no"),
    ],
)
def test_a_short_sentence_that_plainly_is_foreign_tells(text, lang):
    """Who introduces himself needs ten words, and half of them are names."""
    assert [stretch.lang for stretch in foreign_stretches(text, ["en"])] == [lang]


@pytest.mark.parametrize(
    "text",
    [
        "Me gusta that song, said Inés, and we danced.",
        "We ate pho, banh mi, nuoc mam and goi cuon.",
        "Present: Ana, Ben, de la Cruz, van der Berg, von Trapp",
        "El Paso, Los Angeles, San Francisco, La Paz",
        "que sera sera",
        "mitochondria chlorophyll osmosis enzyme protein glucose",
    ],
)
def test_a_short_english_text_with_foreign_words_stays_english(text):
    assert foreign_stretches(text, ["en"]) == []


@pytest.mark.parametrize("lang", ["sv", "de", "fr", "es", "nl"])
def test_the_language_of_a_text_is_one_decision(lang):
    assert language_of(OTHERS[lang], "en") == lang == page_for(OTHERS[lang]).lang
    assert language_of(OTHERS[lang], lang) == lang


@pytest.mark.parametrize(
    ("text", "languages", "found"),
    [
        (OTHERS["sv"], ["en"], [(0, len(OTHERS["sv"]), "sv")]),
        ("Ring mig: 0701234567", ["en"], [(0, 20, "sv")]),  # too short for stretches
        ("Ring mig: 0701234567", ["en", "sv"], []),
        ("Ring mig: 0701234567", ["xx"], []),
        ("Please call me: 0701234567", ["en"], []),
    ],
)
def test_what_is_foreign_follows_the_language_of_the_text(text, languages, found):
    page = page_for(text)
    assert [(s.start, s.end, s.lang) for s in page.foreign(languages)] == found


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("El accidente ocurrió el 4 oct. 2019.", "es"),  # "el" is a particle of names, too
        ("visited maria de la cruz", "en"),
        ("Ring mig: 0701234567", "sv"),
        ("Mi número es 612 34 56 02", "es"),
        ("Min syster fyllde 13", "sv"),
        ("Juan de la Cruz, Maria van den Berg", "en"),
        ("", "en"),
        ("12 345", "en"),
        ("I asked my abuela and she said hola to us.", "en"),
        ("He read Die Leiden des jungen Werthers and liked it.", "en"),
    ],
)
def test_short_texts_tell_their_language_or_are_the_pipelines(text, lang):
    assert language_of(text, "en") == lang
