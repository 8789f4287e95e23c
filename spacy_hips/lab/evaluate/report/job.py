"""Makes a report: reads the gold, searches it, and writes page, JSON, summary and card."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from ....core.errors import HipsError
from ....core.files import PRIVATE_FILE, PUBLIC_FILE, write_whole
from ....core.ids import Secret
from ....core.labels import not_searched
from ....core.spans import searched
from ....desk.annotations.annotation_format import shown_label
from ....desk.files.output import explained
from ....desk.run.options import JobOptions
from ....desk.run.pipeline import Pipeline
from ....desk.run.resume import fingerprint
from ...corpus.generate import Generator
from ...errors import Errors
from ..gold import Gold, check_labelled, gold_of, read_gold, without_public
from ..measure import Search
from ..predictions import Predictions
from .asked import Asked
from .build import build
from .card import card
from .facts import Facts
from .gather import gather
from .progress import Part
from .report_page import page
from .sections.attack import read_attack, read_object
from .sections.provenance import Release
from .summary import summary
from .tags import SameTags, installed_tagger

GENERATED = "generated"
TITLE = "De-identification report"


@dataclass(frozen=True, kw_only=True)
class ReportOptions:
    """What a report is made of, and where it is written.

    gold (Sequence[str]): Labelled texts.
    output (str): The page.
    json, summary, card (str): The same numbers as JSON ("" writes it beside the page), the page for
        a board, and the model card; "" for none.
    generated (int): So many texts that are made up, every region having the same share.
    gold_format (str): Of the labelled texts; "" takes what the names tell.
    predictions (Sequence[str]): What another tool found in each file of gold, in place of a
        pipeline; with predictions_format.
    attack, kanon (str): What `spacy-hips attack` and `kanon --report` wrote; "" for none.
    price_per_hour (Optional[float]): Of one processor core.
    resume (bool): Go on with an interrupted run.
    asked (Asked): What changes the numbers.
    release (Release): What is told of the release.
    """

    gold: Sequence[str] = ()
    output: str = "report.html"
    json: str = ""
    summary: str = ""
    card: str = ""
    generated: int = 0
    gold_format: str = ""
    predictions: Sequence[str] = ()
    predictions_format: str = ""
    attack: str = ""
    kanon: str = ""
    price_per_hour: float | None = None
    resume: bool = False
    asked: Asked = field(default_factory=Asked)
    release: Release = field(default_factory=Release)

    def __post_init__(self) -> None:
        if not self.gold and not self.generated:
            raise HipsError(Errors.E863)
        given = self.predictions
        if given and (len(given) != len(self.gold) or self.generated):
            wanted = "one file for each file of gold, and without --generated"
            raise HipsError(Errors.E865.format(setting="--predictions", wanted=wanted))
        for name, value in (("--generated", self.generated), ("--seed", self.asked.seed)):
            if value < 0:
                raise HipsError(Errors.E865.format(setting=name, wanted="0 or more"))

    @property
    def json_path(self) -> str:
        """Where the JSON stands."""
        return self.json or str(Path(self.output).with_suffix(".json"))

    @property
    def outputs(self) -> list[str]:
        """All files that are written."""
        return [path for path in (self.output, self.json_path, self.summary, self.card) if path]


class ReportJob:
    """A run that makes a report.

    options (ReportOptions): What it is made of.
    job (JobOptions): Which pipeline searches, and what it does.
    RAISES (HipsError): For gold or a pipeline that cannot be used.

    total (int): How many documents there are.
    """

    def __init__(self, options: ReportOptions, job: JobOptions) -> None:
        self.options = options
        self.unknown: Counter[str] = Counter()
        self.sets = self._read()
        self.attack = read_attack(options.attack) if options.attack else None
        self.total = sum(map(len, self.sets.values()))
        self._pipeline = None if options.predictions else self._load(job)
        self._predictions = self._read_predictions(job.lang)
        self._lang = job.lang

    def run(self, step: Callable[[int], None] = lambda count: None) -> dict[str, Any]:
        """Search, count and write.

        step (Callable): Told how many documents more are done.
        RETURNS (dict): The report as plain data.
        """
        options = self.options
        about = {
            "asked": options.asked.to_json(), "gold": self._digests(),
            "versions": self.versions(), "settings": self._settings(),
        }  # fmt: skip
        part = Part(options.output, json.loads(json.dumps(about)), resume=options.resume)
        step(len(part.known))
        finished = False

        def keep(facts: list[Facts]) -> None:
            part.keep(facts)
            step(len(facts))

        try:
            documents = gather(
                self.sets, self._search, options.asked, known=part.known, keep=keep,
                tags=self._tags(), hides=self._hidden,
            )  # fmt: skip
            report = self._build(documents)
            self._write(report)
            finished = True
        finally:
            part.close(remove=finished)
        return report

    def versions(self) -> dict[str, str]:
        """Of programs and model."""
        if self._pipeline is not None:
            return self._pipeline.versions()
        import spacy

        from .... import __version__

        return {"spacy_hips": __version__, "spacy": spacy.__version__,
                "model": "predictions of another tool", "model_version": ""}  # fmt: skip

    def _read(self) -> dict[str, list[Gold]]:
        sets: dict[str, list[Gold]] = {}
        for path in self.options.gold:
            gold = read_gold(path, self.options.gold_format, self.unknown)
            check_labelled(gold, path)
            sets[_name(path, self.options.gold)] = [without_public(own) for own in gold]
        if self.options.generated:
            generator = Generator("test", balance="region")
            numbers = range(self.options.generated)
            made = (generator.document(self.options.asked.seed, n) for n in numbers)
            made = ({**record["meta"], **record} for record in made)
            sets[GENERATED] = [
                without_public(gold_of(record, n)) for n, record in enumerate(made, 1)
            ]
        return sets

    def _load(self, job: JobOptions) -> Pipeline:
        pipeline = Pipeline(job)
        if pipeline.anonymizer.scope != "document":
            raise HipsError(Errors.E757.format(scope=pipeline.anonymizer.scope))
        # Surrogates are drawn by the seed, so that every number can be made again.
        key = sha256(f"spacy_hips report {self.options.asked.seed}".encode()).digest()
        pipeline.secret = Secret.of_key(key)
        pipeline.anonymizer.set_secret(pipeline.secret)
        return pipeline

    def _read_predictions(self, lang: str) -> dict[str, Predictions]:
        given = zip(self.options.predictions, self.sets.items(), strict=False)
        form = self.options.predictions_format
        found = {name: Predictions(path, gold, form=form, lang=lang)
                 for path, (name, gold) in given}  # fmt: skip
        for one in found.values():
            self.unknown += one.unknown
        return found

    @property
    def _hidden(self) -> frozenset[str] | None:
        """The labels that the pipeline is to hide; None for predictions, which hide all."""
        return None if self._pipeline is None else frozenset(self._pipeline.anonymizer.hidden)

    def _search(self, name: str) -> Search:
        if self._pipeline is None:
            return self._predictions[name]
        return self._pipeline.runner()

    def _settings(self) -> Mapping[str, Any]:
        if self._pipeline is not None:
            return self._pipeline.settings()
        return {"predictions": [fingerprint(path) for path in self.options.predictions]}

    def _digests(self) -> dict[str, str]:
        paths = zip(self.sets, self.options.gold, strict=False)
        digests = {name: fingerprint(path) for name, path in paths}
        if self.options.generated:
            digests[GENERATED] = f"seed {self.options.asked.seed}, {self.options.generated} texts"
        return digests

    def _tags(self) -> SameTags | None:
        name = self.options.asked.tagger or installed_tagger(self._lang)
        return SameTags(name) if name and self._pipeline is not None else None

    def _build(self, documents: Sequence[Facts]) -> dict[str, Any]:
        options = self.options
        return build(
            documents,
            options.asked,
            versions=self.versions(),
            gold=self._digests(),
            release=options.release,
            attack=self.attack,
            memory=peak_memory(),
            price=options.price_per_hour,
            unknown={shown_label(label): count for label, count in self.unknown.items()},
            searched=self._labels(),
            verified=self._has_verifier(),
        )

    def _has_verifier(self) -> bool:
        pipes = () if self._pipeline is None else self._pipeline.nlp.pipeline
        return any(getattr(pipe, "verifier", None) is not None for _, pipe in pipes)

    def _labels(self) -> dict[str, list[str]]:
        """What is looked for; what should be hidden and is not; what is found and left."""
        if self._pipeline is None:
            return {}
        nlp = self._pipeline.nlp
        with nlp.memory_zone():
            found = set(searched(nlp("A text.")))
        missing = set(not_searched(found)) & set(self._hidden or ())
        left = found - set(self._hidden or ())
        return {"searched": sorted(found), "not_searched": sorted(missing), "left": sorted(left)}

    def _about(self) -> dict[str, Any]:
        """What the pipeline says of itself: its meta.json, and the languages that it reads."""
        if self._pipeline is None:
            return {}
        nlp = self._pipeline.nlp
        if "hips_entities" not in nlp.pipe_names:
            return dict(nlp.meta)
        entities: Any = nlp.get_pipe("hips_entities")
        return {**nlp.meta, "languages": entities.languages or entities.read}

    def _write(self, report: Mapping[str, Any]) -> None:
        options = self.options
        mode = PRIVATE_FILE if options.asked.show_text else PUBLIC_FILE
        data = json.dumps(report, indent=1, ensure_ascii=False) + "\n"
        written: tuple[tuple[str, Callable[[], str]], ...] = (
            (options.output, lambda: page(report, TITLE)),
            (options.json_path, lambda: data),
            (options.summary, lambda: summary(report, TITLE)),
            (options.card, lambda: card(report, self._about())),
        )
        for path, make in written:
            if path:
                with explained(Path(path)):
                    write_whole(path, make().encode("utf8"), mode)


def _name(path: str, others: Sequence[str]) -> str:
    """What a set is called: the name of its file, and of its folder where two are alike."""
    own = Path(path)
    alike = sum(Path(other).name == own.name for other in others) > 1
    return "/".join(own.resolve().parts[-2:]) if alike else own.name


def read_kanon(path: str) -> dict[str, Any]:
    """The report of the table beside the texts."""
    return read_object(path, "what `kanon --report` wrote") if path else {}


def peak_memory() -> float | None:
    """The most megabytes that this process has held; None where that is not told."""
    try:
        import resource
        import sys
    except ImportError:  # Windows
        return None
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit
