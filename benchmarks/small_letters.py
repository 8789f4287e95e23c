"""How many names that look like words are hidden, and what looking for them costs.

    python benchmarks/small_letters.py en_hips_student [--texts FILE] [--show]

People who type on a telephone write "ask zhanelle": no capital shows the name, and a list of names
helps only those who stand in it. So in English only names that no table of names has are measured:
some of FORENAMES, and surnames of the list for surrogates. In the other languages names are
measured that tables have (KNOWN), since even these are missed. A name counts as hidden when it is
gone. Names that are English words (WORDS) are measured with a capital, and in small letters where a
greeting or a relative stands before them.
`--texts FILE` (jsonl with "text") tells how many of its tokens the encoder is given.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import spacy
from names import Table, table
from spacy.language import Language

from spacy_hips.text.lexicon.words import Lexicon
from spacy_hips.text.values.tables import surname_tail

FORENAMES = """
    zhanelle kwabzy anjolie temisola oyinlola thandazile nqobile sibusisoh xolisile adwoasika
    yaabaa jaquavion tayshaun keyondra lakeitha shaniquia mikhaela jaydenn brayleigh kaelynn
    aoibheann caoilfhionn ngozichukwuka chidiebube ifeanyichukwu oluwatobiloba ayomiposi mwanaidi
    wambuiya nyokabi otienoh zuhurah rukayyat hadizat khadeejah mahnoorr areeshay haniyaa zoyaan
    ishaanvi navyashree thrisha yazhini kaviyarasu thuyvi baotran xuanmai ngocquynh seoyeonn
    jiwooh haruhika
"""
TITLES: Sequence[str] = ("mr.", "mr", "mrs", "ms.", "ms", "miss", "dr", "dr.", "prof", "prof.")
MESSAGES: Sequence[str] = (
    "lol idk ask {} she did q4 already",
    "{} pls send me the notes",
    "me and {} r done with the slides",
    "thx {}!!",
    "is {} in our group or not",
    "i think {} has the answer key",
    "yo {} wru",
    "the essay {} wrote was way better than mine ngl",
    "- {}",
    "did u see what {} posted lmao",
)
SENTENCES: Sequence[str] = (
    "My partner for the lab was {} and she did the charts.",
    "Hey did u see what {} posted",
    "I think {} should go first.",
    "In week two {} and I built the model.",
    "Thanks to {} for the feedback on my draft.",
    "The interview with {} took an hour.",
    "We asked {} about the water pump.",
    "Ask {} she did q4 already",
)
TEACHERS: Sequence[str] = (
    "omg {} is so strict",
    "did u finish the hw for {}",
    "{} said we get extra time lol",
    "i emailed {} but no reply",
    "ask {} about it",
    "we have {} for maths this yr, ugh",
)
WORDS = """
    Gift Memory Talent Wisdom Praise Innocent Trust Progress Beauty Blessing Goodluck Favour Sunday
    Pearl Amber Heather Holly Iris Poppy Crystal Melody Harmony Legend Reign Royal Ocean Winter
    Hunter Mason Carter Miles Grant Frank Jack Ray Penny Robin Forest Brook Cliff Glen Lane Reed
"""
WITH_CAPITALS: Sequence[str] = (
    "Dear {}, here is my draft.",
    "Thank you {}! See you in class.",
    "{} drew the graph and I wrote the text.",
    "In our group {} kept the time.",
    "The slides are from {} and Amina.",
    "Speaker 2: {} will go first.",
    "* {} (maths)",
    "{}'s answer was longer than mine.",
    "We were three, {}, my sister and me.",
    "I sent it to {}.",
)
IN_SMALL_LETTERS: Sequence[str] = (
    "hey {}, u there?",
    "thanks {} that helped",
    "my cousin {} came too",
    "ask my roommate {} about it",
)
KNOWN = """
    sipho zanele tendai wanjiru emeka kofi jamal keisha marta ivan sven lotte bram fleur leyla
    jannik ahmed youssef inga pavel yesenia matteo chloe lucas noah lina
"""
OTHER_LANGUAGES: Mapping[str, Sequence[str]] = {
    "Dutch": (
        "gisteren zag ik {} op school",
        "mijn vriendin {} is ziek",
        "haha vraag {}",
        "{} zei nee",
        "hoi ik ben {}",
        "heeft {} de samenvatting al",
        "zonder {} gaan we niet hoor",
        "ik zit naast {} in de trein",
        "de presentatie deden {} en ik samen",
        "wat vindt {} ervan",
    ),
    "French": (
        "hier j'ai vu {} au collège",
        "mon ami {} est malade",
        "mdr demande à {}",
        "{} a dit non",
        "salut c'est {}",
        "est-ce que {} a le résumé",
        "sans {} on y va pas",
        "je suis assis à côté de {} dans le train",
        "l'exposé on l'a fait avec {}",
        "il en pense quoi {}",
    ),
    "German": (
        "gestern hab ich {} gesehen",
        "meine freundin {} ist krank",
        "lol frag mal {}",
        "{} hat nein gesagt",
        "hi ich bin {}",
        "hat {} die zusammenfassung schon",
        "ohne {} gehen wir nicht",
        "ich sitz neben {} im zug",
        "das referat haben {} und ich zusammen gemacht",
        "was meint {} dazu",
    ),
    "Spanish": (
        "ayer vi a {} en la escuela",
        "mi amiga {} está enferma",
        "jaja pregúntale a {}",
        "{} dijo que no",
        "hola soy {}",
        "{} ya tiene el resumen?",
        "sin {} no vamos",
        "voy sentado al lado de {} en el tren",
        "la exposición la hicimos {} y yo",
        "y qué opina {} de esto",
    ),
    "Swedish": (
        "igår såg jag {} i skolan",
        "min kompis {} är sjuk",
        "haha fråga {}",
        "{} sa nej",
        "hej jag heter {}",
        "har {} sammanfattningen redan",
        "utan {} går vi inte",
        "jag sitter bredvid {} på tåget",
        "redovisningen gjorde {} och jag ihop",
        "vad tycker {} om det",
    ),
}
EACH, SEED = 40, 4
"""Names of teachers in each message."""


def texts(frames: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The name and the text of every case."""
    drawn, lexicon = random.Random(SEED), Lexicon()
    if frames in OTHER_LANGUAGES.values():
        yield from ((name, frame.format(name)) for frame in frames for name in KNOWN.split())
        return
    if frames in (WITH_CAPITALS, IN_SMALL_LETTERS):
        words = WORDS.split() if frames is WITH_CAPITALS else WORDS.lower().split()
        yield from ((word, frame.format(word)) for frame in frames for word in words)
        return
    if frames is not TEACHERS:
        names = [name for name in FORENAMES.split() if not lexicon(name).named]
        yield from ((name, frame.format(name)) for frame in frames for name in names)
        return
    tail = [name.lower() for names in surname_tail().values() for name in names]
    unknown = [name for name in tail if name.isalpha() and not lexicon(name).named]
    for frame in frames:
        for name in drawn.sample(unknown, EACH):
            yield name, frame.format(f"{drawn.choice(TITLES)} {name}")


def share_sent(nlp: Language, file: Path) -> float:
    """How many of the tokens of a file's texts are in a window of the encoder."""
    windows = nlp.get_pipe("hips_transformer").model.attrs["get_spans"]
    with file.open(encoding="utf8") as lines:
        docs = [nlp.make_doc(json.loads(line)["text"]) for line in lines]
    sent = sum(len({token.i for span in spans for token in span}) for spans in windows(docs))
    return sent / sum(map(len, docs))


def main() -> int:
    """Measure, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model", help="installed pipeline or folder")
    parser.add_argument("--texts", type=Path, help="texts of which the share sent is told")
    parser.add_argument("--show", action="store_true", help="print what was not hidden")
    args = parser.parse_args()
    nlp = spacy.load(args.model)
    groups: Mapping[str, Sequence[str]] = {
        "messages": MESSAGES, "sentences": SENTENCES, "teachers": TEACHERS,
        "words with a capital": WITH_CAPITALS, "words in small letters": IN_SMALL_LETTERS,
        **OTHER_LANGUAGES,
    }  # fmt: skip
    for title, frames in groups.items():
        cases = list(texts(frames))
        docs = nlp.pipe(text for _, text in cases)
        hidden = [name not in doc._.anonymized for (name, _), doc in zip(cases, docs, strict=True)]
        each = len(cases) // len(frames)
        rows: Table = {
            frame: {"hidden": sum(hidden[i * each : (i + 1) * each]), "of": each}
            for i, frame in enumerate(frames)
        }
        rows["all"] = {"hidden": sum(hidden), "of": len(cases)}
        table(title, rows)
        if args.show:
            left = (text for (_, text), gone in zip(cases, hidden, strict=True) if not gone)
            print(*left, sep="\n")
    if args.texts:
        table("sent to the encoder", {args.texts.name: {"tokens": share_sent(nlp, args.texts)}})
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
