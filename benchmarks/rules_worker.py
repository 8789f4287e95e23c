"""Runs one tool for benchmarks/rules.py, in whatever environment that tool lives.

    python rules_worker.py TOOL cases|speed < requests.jsonl > answers.jsonl

A request for "cases" is {"kind", "text", "region", "recognizer", "language"}; its answer is the
list of [start, end]. Requests for "speed" are {"text"}; the one answer has words, seconds of CPU,
the resident memory in MB and all spans. It needs nothing but the tool and the standard library.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache

Find = Callable[[dict], list[list[int]]]
THRESHOLD = 0.5  # what hips_entities drops by default
PASSES = 3  # over the essays in one process; the fastest counts, for every tool


# --- this package ---------------------------------------------------------------------------------

OUR_RULES = {
    "email": "spacy_hips.EmailRule.v1",
    "url": "spacy_hips.UrlRule.v1",
    "mention": "spacy_hips.UsernameRule.v1",
    "ip": "spacy_hips.IpAddressRule.v1",
    "phone": "spacy_hips.PhoneRule.v1",
    "address": "spacy_hips.StreetAddressRule.v1",
    "id": "spacy_hips.IdNumberRule.v1",
}


@cache
def our_rule(kind: str, region: str) -> Callable:
    """The registered rule, given the case's region where it takes one."""
    from spacy import registry

    settings = {"regions": [region]} if kind == "phone" and region else {}
    return registry.misc.get(OUR_RULES[kind])(**settings)


def ours(request: dict) -> list[list[int]]:
    rule = our_rule(request["kind"], request.get("region") or "")
    return [[s.start, s.end] for s in rule(request["text"]) if s.score >= THRESHOLD]


def ours_speed(texts: list[str]) -> Callable[[], list]:
    import spacy

    nlp = spacy.blank("en")
    nlp.add_pipe("hips_rules")
    nlp("Warm up: ana@school.edu, http://x.org, +1 650 253 0000.")

    def run() -> list:
        found = []
        for doc in nlp.pipe(texts):
            group = doc.spans["pii_rules"]
            offsets, scores = group.attrs["offsets"], group.attrs["scores"]
            rows = zip(group, offsets, scores, strict=True)
            found.append([[*o, span.label_, round(float(p), 3)] for span, o, p in rows])
        return found

    return run


# --- Presidio -------------------------------------------------------------------------------------

PRESIDIO = {"email": "EmailRecognizer", "url": "UrlRecognizer", "ip": "IpRecognizer"}


@cache
def presidio_recognizer(kind: str, region: str, recognizer: str, language: str) -> object | None:
    """Its own recogniser for the kind; for an ID the very one whose test the case is."""
    from presidio_analyzer import predefined_recognizers as all_of_them

    if kind == "phone":
        regions = {"supported_regions": [region]} if region else {}
        return all_of_them.PhoneRecognizer(**regions)
    name = PRESIDIO.get(kind) or (recognizer if kind == "id" else "")
    maker = getattr(all_of_them, name, None) if name else None
    return maker(supported_language=language) if maker else None


def presidio(request: dict) -> list[list[int]]:
    tool = presidio_recognizer(
        request["kind"],
        request.get("region") or "",
        request.get("recognizer") or "",
        request.get("language") or "en",
    )
    return presidio_spans(tool, request["text"]) if tool else []


def presidio_spans(tool: object, text: str) -> list[list[int]]:
    found = tool.analyze(text, tool.supported_entities, None)  # type: ignore[attr-defined]
    return sorted([r.start, r.end] for r in tool.remove_duplicates(found))  # type: ignore[attr-defined]


def presidio_speed(texts: list[str]) -> Callable[[], list]:
    tools = {
        label: presidio_recognizer(kind, "", "", "en")
        for label, kind in (("EMAIL", "email"), ("URL_PERSONAL", "url"), ("PHONE_NUM", "phone"))
    }
    for tool in tools.values():
        presidio_spans(tool, "Warm up: ana@school.edu, http://x.org, +1 650 253 0000.")

    def run() -> list:
        return [
            [
                [*span, label, 1.0]
                for label, tool in tools.items()
                for span in presidio_spans(tool, t)
            ]
            for t in texts
        ]

    return run


def presidio_engine_speed(texts: list[str]) -> Callable[[], list]:
    """The same three recognisers as its users run them, by an engine, with a blank pipeline."""
    from tempfile import TemporaryDirectory

    import spacy
    from presidio_analyzer import AnalyzerEngine, RecognizerRegistry
    from presidio_analyzer.nlp_engine import SpacyNlpEngine

    with TemporaryDirectory() as folder:
        spacy.blank("en").to_disk(folder)
        nlp = SpacyNlpEngine(models=[{"lang_code": "en", "model_name": folder}])
        nlp.load()
    registry = RecognizerRegistry(supported_languages=["en"])
    for kind in ("email", "url", "phone"):
        registry.add_recognizer(presidio_recognizer(kind, "", "", "en"))
    engine = AnalyzerEngine(registry=registry, nlp_engine=nlp, supported_languages=["en"])
    names = {"EMAIL_ADDRESS": "EMAIL", "URL": "URL_PERSONAL", "PHONE_NUMBER": "PHONE_NUM"}
    engine.analyze("Warm up: ana@school.edu, http://x.org, +1 650 253 0000.", "en", list(names))

    def run() -> list:
        return [
            [
                [r.start, r.end, names[r.entity_type], 1.0]
                for r in engine.analyze(t, "en", list(names))
            ]
            for t in texts
        ]

    return run


# --- scrubadub ------------------------------------------------------------------------------------

SCRUBADUB = {
    "email": ("email",),
    "url": ("url",),
    "mention": ("twitter", "skype"),
    "phone": ("phone",),
    "id": (
        "credit_card",
        "social_security_number",
        "national_insurance_number",
        "tax_reference_number",
        "drivers_licence",
    ),
}
SCRUBADUB_LOCALES = ("en_US", "en_GB")


@cache
def scrubadub_detectors(kind: str, region: str) -> list:
    """Its detectors for the kind, with the case's region; IDs with both English locales."""
    from scrubadub.detectors.catalogue import detector_catalogue

    known = detector_catalogue.get_all()
    out = []
    for name in SCRUBADUB.get(kind, ()):
        if name not in known:
            continue
        for locale in SCRUBADUB_LOCALES if kind == "id" else SCRUBADUB_LOCALES[:1]:
            if getattr(known[name], "supported_locale", lambda _: True)(locale):
                detector = known[name](locale=locale)
                if kind == "phone" and region:
                    detector.region = region
                out.append(detector)
    return out


def scrubadub(request: dict) -> list[list[int]]:
    detectors = scrubadub_detectors(request["kind"], request.get("region") or "")
    found = {
        (filth.beg, filth.end)
        for detector in detectors
        for filth in detector.iter_filth(request["text"])
    }
    return sorted(map(list, found))


# --- the command ----------------------------------------------------------------------------------

FINDERS: dict[str, Find] = {"ours": ours, "presidio": presidio, "scrubadub": scrubadub}
RUNNERS = {
    "ours": ours_speed,
    "presidio": presidio_speed,
    "presidio engine": presidio_engine_speed,
}


def requests() -> Iterator[dict]:
    for line in sys.stdin:
        yield json.loads(line)


def main(tool: str, mode: str) -> None:
    if mode == "cases":
        for request in requests():
            print(json.dumps(FINDERS[tool](request)))
        return
    texts = [request["text"] for request in requests()]
    run = RUNNERS[tool](texts)
    seconds = float("inf")
    for _ in range(PASSES):  # the first pass fills caches, the tokenizer's above all
        begin = time.process_time()
        found = run()
        seconds = min(seconds, time.process_time() - begin)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    words = sum(len(text.split()) for text in texts)
    print(json.dumps({"words": words, "seconds": seconds, "memory": memory, "found": found}))


if __name__ == "__main__":
    main(*sys.argv[1:3])
