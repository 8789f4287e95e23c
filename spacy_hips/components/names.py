"""hips_names: finds and mends names by the text around them, by one registered pass each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc
from spacy.vocab import Vocab
from thinc.api import Config

from ..core.spans import read_found, write_group
from ..core.steps import checked_steps
from ..find.names.name_pass import NamePass, run_passes
from ..text.lexicon.words import Lexicon
from ..text.page.page import page_of
from .component import Component

DEFAULT_CONFIG = """
[hips_names]
spans_key = "pii_ner"

[hips_names.passes]

[hips_names.passes.no_names]
@misc = "spacy_hips.NamePass.no_names.v1"

[hips_names.passes.spelt]
@misc = "spacy_hips.NamePass.spelt.v1"

[hips_names.passes.quoted]
@misc = "spacy_hips.NamePass.quoted.v1"

[hips_names.passes.initials]
@misc = "spacy_hips.NamePass.initials.v1"

[hips_names.passes.announced]
@misc = "spacy_hips.NamePass.announced.v1"

[hips_names.passes.columns]
@misc = "spacy_hips.NamePass.columns.v1"

[hips_names.passes.listed]
@misc = "spacy_hips.NamePass.listed.v1"

[hips_names.passes.scripts]
@misc = "spacy_hips.NamePass.scripts.v1"

[hips_names.passes.senders]
@misc = "spacy_hips.NamePass.senders.v1"
"""


@Language.factory(
    "hips_names",
    assigns=["doc.spans"],
    requires=["doc.spans"],
    default_config=Config().from_str(DEFAULT_CONFIG, interpolate=False)["hips_names"],
)
def make_names(nlp: Language, name: str, spans_key: str, passes: dict[str, Any]) -> HipsNames:
    """Build the component that runs the name passes.

    nlp (Language): The pipeline.
    name (str): The component's name.
    spans_key (str): The span group that is read and written: what a finder found.
    passes (Dict[str, Optional[NamePass]]): The passes by name, in their order. A pass is dropped by
        null, changed by its settings, and added under any new name.

    EXAMPLE:
        >>> component = nlp.add_pipe("hips_names", config={"passes": {"listed": None}})
        >>> doc = nlp("Signed: Legend")
        >>> [span.text for span in doc.spans["pii_ner"]]
        ['Legend']
    """
    return HipsNames(nlp.vocab, name, spans_key=spans_key, passes=passes)


class HipsNames(Component):
    """Runs every name pass over what a finder found, and writes the result into the same group.

    Spans that a pass adds or changes have the source "names.<pass>". `counts` holds how many these
    are for each pass, over all documents so far.

    vocab (Vocab): The pipeline's vocabulary.
    name (str): The component's name.
    spans_key (str): The span group that is read and written.
    passes (Mapping): Passes by name; None for one that is left out.
    RAISES (HipsError): E116 for an entry that is no pass.
    """

    plain_settings = ("spans_key",)

    def __init__(
        self,
        vocab: Vocab,
        name: str = "hips_names",
        *,
        spans_key: str = "pii_ner",
        passes: Mapping[str, NamePass | None],
    ) -> None:
        super().__init__(vocab, name)
        self.spans_key = spans_key
        wanted = "a name pass (find/names/name_pass.py)"
        self.passes: dict[str, NamePass] = checked_steps(name, "passes", passes, wanted)
        self.counts: Counter[str] = Counter()
        self._lexicon = Lexicon()
        self._given = self._settings()

    def __call__(self, doc: Doc) -> Doc:
        """Run the passes over one document.

        doc (Doc): The document.
        RETURNS (Doc): The same document, with the group written anew.
        RAISES (HipsError): E204 where a pass uncovers what was found under another label.
        """
        spans = read_found(doc, self.spans_key)
        found = run_passes(page_of(doc), spans, self.passes, self._lexicon, self.counts)
        write_group(doc, self.spans_key, found)
        return doc


def default_passes() -> dict[str, NamePass]:
    """The passes of the default config, for a finder in a pipeline without hips_names."""
    from spacy import registry

    settings = registry.resolve(Config().from_str(DEFAULT_CONFIG))
    passes: dict[str, NamePass] = settings["hips_names"]["passes"]
    return passes
