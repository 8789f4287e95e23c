"""hips_anonymizer: replaces what was found and tells what it did."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from spacy.language import Language
from spacy.tokens import Doc
from spacy.vocab import Vocab
from thinc.api import Config

from ..errors import Errors, HipsError, HipsWarning, Warnings
from ..ids import SCOPES, Secret, get_ids, scope_id
from ..labels import NAME_LABELS, actions_for, check_label
from ..persons.numbering import complete_entities
from ..spans import read_group, resolve_overlaps, searched
from ..surrogates.base import SurrogateMaker
from ..surrogates.replacer import Draws, Replacer
from .base import Component
from .entities import read_entities
from .output import install_extensions, set_output

if TYPE_CHECKING:
    from ..persons.known import KnownPeople
    from .front_door import FrontDoor

DEFAULT_CONFIG = """
[hips_anonymizer]
spans_key = "pii"
profile = "default"
scope = "document"
secret_file = null
secret = null

[hips_anonymizer.actions]

[hips_anonymizer.surrogates]

[hips_anonymizer.surrogates.PERSON]
@misc = "spacy_hips.NameSurrogate.v1"

[hips_anonymizer.surrogates.EMAIL]
@misc = "spacy_hips.EmailSurrogate.v1"

[hips_anonymizer.surrogates.USERNAME]
@misc = "spacy_hips.UsernameSurrogate.v1"

[hips_anonymizer.surrogates.ID_NUM]
@misc = "spacy_hips.IdSurrogate.v1"

[hips_anonymizer.surrogates.PHONE_NUM]
@misc = "spacy_hips.PhoneSurrogate.v1"

[hips_anonymizer.surrogates.URL_PERSONAL]
@misc = "spacy_hips.UrlSurrogate.v1"

[hips_anonymizer.surrogates.STREET_ADDRESS]
@misc = "spacy_hips.AddressSurrogate.v1"

[hips_anonymizer.surrogates.IP_ADDRESS]
@misc = "spacy_hips.IpSurrogate.v1"

[hips_anonymizer.surrogates.DATE]
@misc = "spacy_hips.DateSurrogate.v1"

[hips_anonymizer.surrogates.DATE_OF_BIRTH]
@misc = "spacy_hips.DateSurrogate.v1"

[hips_anonymizer.surrogates.AGE]
@misc = "spacy_hips.AgeSurrogate.v1"

[hips_anonymizer.surrogates.ZIP]
@misc = "spacy_hips.ZipSurrogate.v1"

[hips_anonymizer.surrogates.LOCATION]
@misc = "spacy_hips.PlaceSurrogate.v1"

[hips_anonymizer.surrogates.SCHOOL]
@misc = "spacy_hips.SchoolSurrogate.v1"

[hips_anonymizer.surrogates.EMPLOYER]
@misc = "spacy_hips.EmployerSurrogate.v1"

[hips_anonymizer.surrogates.NATIONALITY]
@misc = "spacy_hips.NationalitySurrogate.v1"

[hips_anonymizer.generalisers]

[hips_anonymizer.generalisers.AGE]
@misc = "spacy_hips.AgeClass.v1"
"""


@Language.factory(
    "hips_anonymizer",
    assigns=["doc._.anonymized", "doc._.replacements", "doc._.anonymized_doc"],
    default_config=Config().from_str(DEFAULT_CONFIG, interpolate=False)["hips_anonymizer"],
)
def make_anonymizer(
    nlp: Language,
    name: str,
    spans_key: str,
    profile: str,
    scope: str,
    secret_file: str | None,
    secret: Any,
    actions: dict[str, str],
    surrogates: dict[str, Any],
    generalisers: dict[str, Any],
) -> HipsAnonymizer:
    """Build the component that replaces identifiers.

    nlp (Language): The pipeline.
    name (str): The component's name.
    spans_key (str): The span group to replace. Where a document has no such group, the component
        finds identifiers itself: by rules, and by the persons other components left in `doc.ents`.
    profile (str): "default" (indirect identifiers are marked only) or "full".
    scope (str): What surrogates are consistent in: "document", "author", "group" or "corpus".
    secret_file (Optional[str]): A file that holds the secret; else HIPS_SECRET; else one is drawn.
    secret: Refused, so that a secret that was put here by mistake is not saved with the config.
    actions (Dict[str, str]): Actions by label that differ from the profile.
    surrogates (Dict[str, Optional[SurrogateMaker]]): Surrogate makers by label; the one for
        PERSON makes all names.
    generalisers (Dict[str, Optional[SurrogateMaker]]): Makers for the action "generalise".
    RAISES (HipsError): E101-E104 for a config that cannot be used.
    """
    if secret is not None:
        raise HipsError(Errors.E104.format(name=name)) from None
    return HipsAnonymizer(
        nlp.vocab,
        name,
        lang=nlp.lang,
        spans_key=spans_key,
        profile=profile,
        scope=scope,
        secret_file=secret_file,
        actions=actions,
        surrogates=surrogates,
        generalisers=generalisers,
    )


class HipsAnonymizer(Component):
    """Replaces the spans of a group and sets `doc._.anonymized` and `doc._.replacements`.

    The text, the tokens and `doc.ents` of the document are never changed.

    vocab (Vocab): The pipeline's vocabulary.
    name (str): The component's name.
    lang (str): The pipeline's language.
    The other settings are those of `make_anonymizer`.
    """

    plain_settings = ("spans_key", "profile", "scope", "actions")

    def __init__(
        self,
        vocab: Vocab,
        name: str = "hips_anonymizer",
        *,
        lang: str = "en",
        spans_key: str = "pii",
        profile: str = "default",
        scope: str = "document",
        secret_file: str | None = None,
        actions: Mapping[str, str] | None = None,
        surrogates: Mapping[str, SurrogateMaker | None],
        generalisers: Mapping[str, SurrogateMaker | None] | None = None,
    ) -> None:
        super().__init__(vocab, name)
        install_extensions()
        if scope not in SCOPES:
            raise HipsError(Errors.E109.format(scope=scope, known=", ".join(SCOPES)))
        actions_for(profile, actions)
        self._check_makers("surrogates", surrogates)
        self._check_makers("generalisers", generalisers or {})
        self.lang = lang
        self.spans_key = spans_key
        self.profile = profile
        self.scope = scope
        self.actions = dict(actions or {})
        self.replacer = Replacer(
            {label: maker for label, maker in surrogates.items() if maker},
            {label: maker for label, maker in (generalisers or {}).items() if maker},
            lang,
        )
        self.known_people: KnownPeople | None = None
        self._secret_file = secret_file
        self._secret: Secret | None = None
        self._front_door: FrontDoor | None = None
        self._warned = False
        self._check_scope()

    @property
    def secret(self) -> Secret:
        """The secret of the draws; loaded or drawn when first asked for."""
        if self._secret is None:
            self._secret = Secret.load(self._secret_file)
        return self._secret

    def set_secret(self, secret: Secret) -> None:
        """Use this secret. It is never written by `to_disk`."""
        self._secret = secret

    def set_known_people(self, known: KnownPeople | None) -> None:
        """Have the people of a table found where this component searches by itself."""
        self.known_people = known
        if self._front_door is not None:
            self._front_door.set_known_people(known)

    def __call__(self, doc: Doc) -> Doc:
        """Replace the identifiers of one document.

        doc (Doc): The document.
        RETURNS (Doc): The same document, with `doc._.anonymized` and `doc._.replacements` set.
        """
        if self.spans_key not in doc.spans:
            self._search(doc)
        self._warn_names(doc)
        spans = resolve_overlaps(read_group(doc, self.spans_key), doc.text)
        spans, entities = complete_entities(spans, read_entities(doc), doc.text)
        actions = actions_for(self.profile, self.actions)
        done = self.replacer(doc.text, spans, entities, actions, self._draws(doc))
        for label, count in done.failed.items():
            warnings.warn(Warnings.W102.format(count=count, label=label), HipsWarning, stacklevel=2)
        set_output(doc, done.text, done.replacements)
        return doc

    def __getstate__(self) -> dict[str, Any]:
        # Drawn before it is sent to worker processes, so that all of them draw alike.
        _ = self.secret
        return self.__dict__

    def _check_makers(self, setting: str, makers: Mapping[str, SurrogateMaker | None]) -> None:
        for label, maker in makers.items():
            check_label(label)
            if maker is not None and not callable(maker):
                wanted, got = "a surrogate maker (surrogates/base.py)", type(maker).__name__
                place = f"{setting}.{label}"
                raise HipsError(
                    Errors.E116.format(name=self.name, setting=place, wanted=wanted, got=got)
                )

    def _check_scope(self) -> None:
        if self.scope != "document":
            if self.secret.drawn:
                raise HipsError(Errors.E105.format(scope=self.scope))
            raise HipsError(Errors.E119.format(scope=self.scope, known="document"))

    def _search(self, doc: Doc) -> None:
        if self._front_door is None:
            from .front_door import FrontDoor

            self._front_door = FrontDoor(self.vocab, self.lang, self.spans_key)
            self._front_door.set_known_people(self.known_people)
        self._front_door(doc)

    def _warn_names(self, doc: Doc) -> None:
        looked_for = searched(doc)
        if not self._warned and looked_for and not looked_for & NAME_LABELS:
            self._warned = True
            warnings.warn(Warnings.W101.format(name=self.name), HipsWarning, stacklevel=2)

    def _draws(self, doc: Doc) -> Draws:
        scope = scope_id(doc, self.scope, self.secret)
        author = get_ids(doc).author
        owner = f"author:{author}" if author else scope
        return Draws(
            of=partial(self.secret.draw_for, scope),
            author=self.secret.draw_for(owner, "AUTHOR", owner),
            scope=self.scope,
        )
