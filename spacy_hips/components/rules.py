"""hips_rules: finds identifiers that have a pattern, by one registered rule each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from spacy.language import Language
from spacy.tokens import Doc
from spacy.vocab import Vocab
from thinc.api import Config

from ..core.errors import Errors, HipsError, wrong_setting
from ..core.ids import get_ids
from ..core.labels import LABELS
from ..core.spans import KNOWN_LABELS, KNOWN_PEOPLE, PiiSpan, note_searched, read_group, write_group
from ..find.rules.rule import Rule
from ..text.page.page import page_of
from ..text.page.view import View
from .component import Component

if TYPE_CHECKING:
    from ..who.persons.search.known import KnownPeople

DEFAULT_CONFIG = """
[hips_rules]
spans_key = "pii_rules"
public_key = "public"

[hips_rules.rules]

[hips_rules.rules.email]
@misc = "spacy_hips.EmailRule.v1"

[hips_rules.rules.url]
@misc = "spacy_hips.UrlRule.v1"

[hips_rules.rules.username]
@misc = "spacy_hips.UsernameRule.v1"

[hips_rules.rules.ip_address]
@misc = "spacy_hips.IpAddressRule.v1"

[hips_rules.rules.phone]
@misc = "spacy_hips.PhoneRule.v1"

[hips_rules.rules.id_number]
@misc = "spacy_hips.IdNumberRule.v1"

[hips_rules.rules.street_address]
@misc = "spacy_hips.StreetAddressRule.v1"

[hips_rules.rules.date]
@misc = "spacy_hips.DateRule.v1"

[hips_rules.rules.age]
@misc = "spacy_hips.AgeRule.v1"

[hips_rules.rules.zip]
@misc = "spacy_hips.ZipRule.v1"

[hips_rules.rules.field]
@misc = "spacy_hips.FieldRule.v1"
"""


@Language.factory(
    "hips_rules",
    assigns=["doc.spans"],
    default_config=Config().from_str(DEFAULT_CONFIG, interpolate=False)["hips_rules"],
)
def make_rules(
    nlp: Language,
    name: str,
    spans_key: str,
    public_key: str,
    rules: dict[str, Any],
) -> HipsRules:
    """Build the component that finds identifiers by rules.

    nlp (Language): The pipeline.
    name (str): The component's name.
    spans_key (str): The span group to write, with scores, sources and exact offsets.
    public_key (str): The span group for web addresses that are judged public.
    rules (Dict[str, Optional[Rule]]): The rules by name. A rule is dropped by null, changed by
        its settings, and added under any new name.

    EXAMPLE:
        >>> rules = {"date": None, "phone": {"regions": ["KE"]}}
        >>> component = nlp.add_pipe("hips_rules", config={"rules": rules})
        >>> doc = nlp("Mail ana@example.org before 3 May 2024.")
        >>> [(span.text, span.label_) for span in doc.spans["pii_rules"]]
        [('ana@example.org', 'EMAIL')]
    """
    return HipsRules(nlp.vocab, name, spans_key=spans_key, public_key=public_key, rules=rules)


class HipsRules(Component):
    """Runs every rule over the text of a document and writes what they find.

    The group is written anew on every call, also where nothing was found, and overlaps are left
    in it: components after this one decide with all evidence at hand.

    vocab (Vocab): The pipeline's vocabulary.
    name (str): The component's name.
    spans_key (str): The span group to write.
    public_key (str): The span group for web addresses judged public.
    rules (dict): Rules by name; None for one that is left out.
    RAISES (HipsError): E116 for an entry that is no rule.
    """

    plain_settings = ("spans_key", "public_key")

    def __init__(
        self,
        vocab: Vocab,
        name: str = "hips_rules",
        *,
        spans_key: str = "pii_rules",
        public_key: str = "public",
        rules: Mapping[str, Rule | None],
    ) -> None:
        super().__init__(vocab, name)
        self.spans_key = spans_key
        self.public_key = public_key
        self.rules = {key: self._checked(key, rule) for key, rule in rules.items() if rule}
        self.known_people: KnownPeople | None = None
        self._given = self._settings()

    @property
    def labels(self) -> tuple[str, ...]:
        """What the rules look for, sorted."""
        found = {label for rule in self.rules.values() for label in rule.labels}
        return tuple(sorted(found - {"URL"}))

    def set_known_people(self, known: KnownPeople | None) -> None:
        """Have the people of a table found wherever they occur; None forgets them.

        known (KnownPeople): The table. It is never written by `to_disk`.
        """
        self.known_people = known

    def __call__(self, doc: Doc) -> Doc:
        """Find identifiers in one document.

        doc (Doc): The document.
        RETURNS (Doc): The same document, with the span groups set.
        RAISES (HipsError): E202 or E203 where a rule gives an unknown label or an empty span.
        """
        page = page_of(doc)
        text, seen = page.text, page.seen
        found: list[PiiSpan] = []
        if text and not text.isspace():
            for key, rule in self.rules.items():
                found += self._run(key, rule, seen.text)
            if self.known_people is not None:
                found += self.known_people.find(seen.text, get_ids(doc))
            if seen.text is not text:
                found = [_carried(span, seen) for span in found]
        write_group(doc, self.spans_key, (s for s in found if s.label != "URL"))
        public = [s for s in found if s.label == "URL"]
        if public:
            write_group(doc, self.public_key, [*read_group(doc, self.public_key), *public])
        note_searched(doc, self.spans_key, self.labels, "rules")
        if self.known_people is not None:
            note_searched(doc, self.spans_key, KNOWN_LABELS, KNOWN_PEOPLE, more=True)
        return doc

    def _run(self, key: str, rule: Rule, text: str) -> list[PiiSpan]:
        spans = list(rule(text))
        for span in spans:
            if span.label not in LABELS:
                raise HipsError(Errors.E202.format(rule=key, label=span.label))
            if not 0 <= span.start < span.end <= len(text):
                raise HipsError(Errors.E203.format(rule=key, start=span.start, end=span.end))
        return spans

    def _checked(self, key: str, rule: Rule) -> Rule:
        if not isinstance(rule, Rule):
            wanted = "a rule with `labels` and a call (find/rules/rule.py)"
            raise wrong_setting(self.name, f"rules.{key}", wanted, type(rule).__name__)
        return rule


def _carried(span: PiiSpan, seen: View) -> PiiSpan:
    """A span of the plain text, carried to the characters of the original."""
    start, end = seen.back(span.start, span.end)
    return replace(span, start=start, end=end)
