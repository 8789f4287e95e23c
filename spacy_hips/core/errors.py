"""Every error and warning of the package, by code.

A message says what is wrong and what to do about it. No message ever holds text of a document,
a cell's value, a secret or a name: only positions, labels, column names and file names of the
user's own command.

The codes of the wings stand in tables of their own (`kanon/errors.py`, `desk/errors.py`,
`lab/errors.py`, `cli/errors.py`), which know these, too. No number stands in two of them.
Ranges: 1xx core, labels, config, identities; 2xx rules; 3xx persons and surrogates; 4xx corpus,
records and training; 5xx filter and evaluation; 6xx k-anonymity; 7xx command line;
8xx and W14x review, corpora and releases.
"""

from __future__ import annotations


class HipsError(ValueError):
    """Raised for every error this package detects itself; the message starts with its code."""


def wrong_setting(name: str, setting: str, wanted: str, got: object) -> HipsError:
    """The error (E116) of a setting that cannot be used.

    name (str): The component or function that has it.
    setting (str): The setting.
    wanted (str): What may stand there.
    got (object): What stands there.
    RETURNS (HipsError): To be raised.
    """
    return HipsError(Errors.E116.format(name=name, setting=setting, wanted=wanted, got=got))


class HipsWarning(UserWarning):
    """Category of every warning this package gives; the message starts with its code."""


class _Coded(type):
    """Puts "[E101] " before a message at the moment it is read, so that a code is written once."""

    def __getattribute__(cls, name: str) -> str:
        value: str = super().__getattribute__(name)
        if name.startswith(("E", "W")) and name[1:].isdigit():
            return f"[{name}] {value}"
        return value


class Errors(metaclass=_Coded):
    """Messages of errors; fill the fields with `str.format`."""

    # 1xx core, labels, config, identities
    E101 = "Unknown label {label!r}. Labels are: {known}."
    E102 = "Unknown action {action!r} for label {label}. Actions are: {known}."
    E103 = "Unknown profile {profile!r}. Profiles are: {known}."
    E104 = (
        "A secret was given in the config of {name!r}. A config is saved with the pipeline, so a "
        "secret must not stand there. Remove it and set the environment variable HIPS_SECRET or "
        "give a file (secret_file, --secret-file)."
    )
    E105 = (
        "Scope {scope!r} needs a secret that stays the same between runs. Set HIPS_SECRET or give "
        "a secret file (make one with: spacy-hips new-secret FILE)."
    )
    E106 = (
        "The secret is too short: {length} bytes, at least {minimum} are needed. Make one with: "
        "spacy-hips new-secret FILE."
    )
    E107 = (
        "The secret file {path} cannot be read: {reason}. Give another file, or make one with: "
        "spacy-hips new-secret FILE."
    )
    E108 = (
        "This secret is not the one that {path} was made with. Use the same secret, or write to a "
        "new place."
    )
    E109 = "Unknown scope {scope!r}. Scopes are: {known}."
    E110 = (
        "A span has characters {start} to {end}, but the document has only {length} characters. "
        "Correct its offsets: they count characters from 0, end exclusive."
    )
    E111 = (
        "Nothing has anonymised this document. Run it through a pipeline with hips_anonymizer. A "
        "document that span.as_doc() or Doc(...) made has nothing of the one that it came from."
    )
    E112 = (
        "The entity {entity!r} does not have the form LABEL:NUMBER, such as PERSON:2. Give a "
        "known label and a number from 1."
    )
    E113 = (
        "The group {key!r} has no span with the characters {start} to {end}. Give a span of "
        "doc.spans[{key!r}] as it stands there."
    )
    E114 = (
        "The span group {key!r} holds {spans} spans but {values} {attr}: it was edited in place. "
        "Write the whole group with spacy_hips.write_group."
    )
    E115 = "{name!r} has no setting {setting!r}. Settings are: {known}."
    E116 = "{name!r}: {setting} must be {wanted}, not {got}."
    E117 = (
        "Scope {scope!r} needs the {missing} of each document. Call spacy_hips.set_ids on each "
        "of them first."
    )
    E118 = (
        "The manifest {path} cannot be read: {reason}. Give the manifest.json that `spacy-hips "
        "anonymize` wrote into its --internal-dir or beside its register; if it is damaged, "
        "name a new --internal-dir."
    )
    E119 = (
        "Scope {scope!r} needs a register, made of all documents before the first is replaced. "
        "Make one with hips_anonymizer.fit(docs), or load one with Register.load, "
        "and hand it to hips_anonymizer.set_register. On the command line: --register FILE."
    )
    E120 = (
        "{name!r}: the list file {path} cannot be read: {reason}. Give a text file in UTF-8 "
        "with one entry on each line."
    )
    E121 = (
        "{name!r}: the regular expression number {index} of {setting} is invalid: {reason}. "
        "Correct it."
    )
    E122 = (
        "The table of known people {path} cannot be used: {reason}. It needs a column person_id "
        "or name (or first_name and last_name); further columns: aliases, emails, handles, role, "
        "author, group."
    )
    E123 = (
        "A surrogate maker for {label} returned {got}. Correct the maker: it must return text, "
        "or None if it can make no surrogate."
    )
    E124 = (
        "{label} cannot be shuffled in scope 'document': the documents must all be read before "
        "they can exchange values. Use scope author, group or corpus with a register (--scope "
        "corpus --register FILE), or a surrogate maker that needs no other document."
    )
    E125 = "{label} cannot be shuffled between documents. Choose from the labels that can: {known}."
    E126 = (
        "Nothing can be denied as {label}: this label is never replaced. Name the label of what it "
        "is, such as URL_PERSONAL."
    )
    E129 = (
        "{model!r} cannot find names for other pipelines: it has no finder before hips_entities. "
        "Name a pipeline such as en_hips_student."
    )
    E127 = (
        "What was made of this document is not with it: it was cut, joined of several, saved "
        "without its user_data (Doc.from_json, a DocBin without store_user_data), or its groups "
        "were set by hand and not replaced yet. Run the pipeline on it. Doc.to_bytes and a DocBin "
        "with store_user_data=True keep all."
    )
    E128 = (
        "A document was joined (Doc.from_docs) from several, and only some of them were searched. "
        "Run the pipeline on each of them before they are joined, or on their joined text."
    )

    # 13x register
    E130 = (
        "The register {path} cannot be used: {reason}. Give a register that `spacy-hips "
        "anonymize --register` wrote, or the name of a new file in a folder that you can write "
        "to."
    )
    E131 = (
        "The register {path} is damaged or was changed by hand ({reason}). Nothing was taken from "
        "it. Use an older copy."
    )
    E132 = (
        "The register {path} was made with another secret. Use the secret it was made with, or "
        "start a new register."
    )
    E133 = (
        "The register {path} was made with {what}. Run `spacy-hips register migrate {path}`: it "
        "keeps all names that were given, and new people get theirs from this version."
    )
    E134 = (
        "The register {path} was made for scope {found!r}, not {scope!r}. Use that scope, or "
        "another register."
    )
    E135 = (
        "{count} identifier(s) of a document are not in the register, and no new ones may join "
        "now. Collect the document first (hips_anonymizer.fit, or a run with --register)."
    )
    E136 = (
        "{count} identifier(s) were collected and have no new names yet. Call allocate() before "
        "you save the register."
    )
    E137 = "The register {path} changed since it was read: another run wrote it. Load it again."
    E138 = (
        "The repeat policy {policy} gives one person several names, which a register cannot hold. "
        "Use it with scope 'document' only."
    )

    # 148-159 secrets
    E148 = (
        "This pipeline is a copy without its secret: a secret is never pickled. Give the copy the "
        "same secret before you use it: nlp.get_pipe('hips_anonymizer').set_secret(...). Or set "
        "HIPS_SECRET or the secret file where it runs."
    )
    E149 = (
        "The {what} is easy to guess: it is short, or made of common words or repeats. Who "
        "guesses it can tell whose the texts are. Make one with: spacy-hips new-secret FILE "
        "(docs/scopes.md says what to do about texts that were made with a weak one)."
    )
    E150 = (
        "Others can read {path} (mode {mode}). Close it first (chmod 600), or make a new one if "
        "others may have read it."
    )
    E151 = (
        "The salt of the passphrase, {path}, cannot be used: {reason}. Give a secret made with "
        "spacy-hips new-secret, which needs none, or the salt that belongs to the passphrase."
    )

    # 152-153 weights
    E152 = (
        "The weights of {name!r} hold more than numbers: code that would run when they are read. "
        "It was not run. Get the pipeline again, from a source that you trust."
    )
    E153 = (
        "torch {version} would run code from a file of weights. Install torch 2.6 or later "
        "(docs/install.md)."
    )
    E155 = (
        "The text, or a part of it, is in a language that the pipeline does not read "
        "({languages}), and other_languages is 'skip'. It was not anonymised: do not release it."
    )

    # 2xx rules
    E201 = "Unknown region code {region!r}: use two letters, such as US."
    E202 = (
        "The rule {rule!r} gave a span with the unknown label {label!r}. Correct the rule, or "
        "add the label (EXTENDING.md)."
    )
    E203 = (
        "The rule {rule!r} gave a span from {start} to {end}, which is empty or outside the "
        "text. Correct the rule."
    )
    E204 = (
        "The name pass {name!r} drops or cuts a span with the label {label}. Correct the pass: it "
        "may take the place of such a span only to make it part of a name."
    )
    E205 = (
        "The pattern {name!r} admits {admits!r}, which text/lexicon/admit.py lacks. Choose one "
        "that stands there."
    )
    E206 = "No pattern that announces names is called {name!r}. Choose from: {known}."
    E207 = (
        "lang/{lang}/words.tsv has a table {table!r}, for which nobody asks. Choose one of TABLES "
        "in text/lexicon/language.py."
    )
    E208 = (
        "{name!r}: its finder has the label {label!r}, which this package does not know. Set what "
        'it is, such as adopt = {{"BADGE": "ID_NUM"}}, or that it may stay: {{"BADGE": null}}.'
    )
    E209 = (
        "{name!r}: its finder gave a span from {start} to {end}, which is {what}. Nothing was "
        "written. Correct the finder: spans count characters of the document, end exclusive."
    )
    E210 = (
        "{name!r}: its finder failed ({kind}). The document was not searched. Correct the finder, "
        "or leave it out."
    )
    E211 = (
        "{name}: {model!r} is no folder with {file}. Nothing is fetched from a hub. Give the "
        "folder of a model that you have."
    )
    E212 = (
        "Nothing has set {what} on a document, from which a finder is to read. Put the component "
        "that sets it before hips_finder, and enable it."
    )
    E213 = (
        "{name!r} stands at the wrong place: what it finds would be lost. Move it {where} "
        '{other!r}: nlp.add_pipe("hips_finder", before="hips_names").'
    )

    # 3xx persons and surrogates
    E301 = (
        "The name tables cannot be read ({reason}). Install the package again, or build them with "
        "scripts/build_name_tables.py."
    )
    E302 = (
        "Unknown place of names. Give a country's two-letter code, a culture or a region, as in "
        "spacy_hips/data/countries.tsv, or None for everywhere."
    )
    E303 = 'Unknown gender. Give "F", "M", or "" for either.'
    E307 = 'Unknown value {got!r} of "leftovers" in {name!r}. Values are: {known}.'
    E310 = "Unknown realism {got!r} of surrogates. It is one of: {known}."

    # 4xx corpus, records and training
    E431 = (
        "To learn, the encoder needs spacy-transformers and torch. Install them with: pip install "
        "'spacy-hips[trf]' (docs/install.md says how to get the CPU build of torch)."
    )
    E432 = (
        "The encoder {encoder!r} cannot be loaded ({reason}). Give paths.encoder a folder with a "
        "Hugging Face model, or the name of one on a hub that this machine can reach."
    )
    E433 = (
        "{name!r} has no output of its encoder. Put hips_transformer before it, enable it, and "
        "keep the name that the listener names as its upstream; a component between them must not "
        "drop it (drop_encoding)."
    )
    E435 = (
        "{variable} names an engine that is not known. Known are: {known}. Without the variable, "
        "the quickest one that is installed is taken."
    )
    E436 = (
        "Nothing that is installed here can run the encoder (tried: {tried}). Install onnxruntime: "
        "pip install -U 'spacy-hips[onnx]'. `spacy-hips doctor` tells what was found."
    )
    E434 = (
        "No training example has a labelled span in the group {key!r}. Put the labelled spans "
        "into this group, or name theirs in the config."
    )
    E445 = (
        "This pipeline was made for spacy-hips{wanted}, but version {got} is installed: it might "
        "find less than it should. Install that version of spacy-hips, or a pipeline made for "
        "this one."
    )

    # 5xx filter and evaluation
    E510 = (
        "{name!r} found no span group {key!r} on a document. Put hips_entities before it and "
        "enable it; in training, name it in training.annotating_components."
    )
    E511 = (
        "No training example has a role in the group {key!r}. Convert texts with roles by "
        "scripts/convert_roles.py (benchmarks/notes/training.md)."
    )
    E515 = (
        "{name!r} was trained with {count} kind(s) of evidence that this version no longer "
        "gathers. Train it anew, or use the version of spacy-hips that it was trained with."
    )
    E516 = (
        "{name!r} was trained with other word classes or name tables than those of this "
        "installation, so its probabilities would be wrong. Undo the change (a word for a rule "
        "belongs in cues.py), train it anew, or use the spacy-hips that it was trained with."
    )

    # 7xx command line
    E728 = (
        "The pipeline {model!r} cannot be loaded: {reason}. Give the name of an installed "
        "pipeline (`spacy-hips doctor` lists them), or the folder of one; on the command line "
        "as --model."
    )
    E735 = (
        "No trained pipeline for {lang!r} is installed, and without one personal names are not "
        "searched. Install the wheel of {model} if it reads that language (docs/languages.md), "
        "give --model, or --rules-only to search by rules alone (every name then stays in the "
        "text)."
    )
    E740 = (
        "The encoder of this pipeline cannot be read: it is damaged, or something else ({reason}). "
        "Install the pipeline again, or make it again (benchmarks/notes/training.md)."
    )
    E741 = "A package is missing ({package}). Install it with: pip install 'spacy-hips[{extra}]'."
    E744 = (
        "{name!r} cannot be run by onnxruntime: {reason}. Use it with PyTorch: pip install "
        "'spacy-hips[trf]'."
    )
    E745 = (
        "This encoder has no weights, or is to learn, and by onnxruntime it only predicts. Load a "
        "trained pipeline, or install PyTorch to train one: pip install 'spacy-hips[trf]'."
    )
    E746 = (
        "{path} is a link, a folder or a device, and this program would write there. Remove it, or "
        "name another output."
    )
    E747 = "Another run is writing {path} at this moment. Wait for it to end; nothing was changed."
    E748 = (
        "{path} cannot be locked ({reason}), so two runs could write it at once. Name a place on a "
        "disk of this machine."
    )
    E763 = (
        "The register {path} was put back to an earlier state, or its file {seals} is missing: "
        "later names are lost. Put back the newest copy of both. If there is none, `spacy-hips "
        "register accept {path}` takes it as it is; people it lacks get other names."
    )

    # 8xx making a corpus, upkeep of a release
    E821 = (
        "The table of placeholders {path} cannot be used: {reason}. Write it as "
        "docs/surrogates.md shows."
    )

    # 8xx labelled releases
    E843 = "No cue finds {label}. Choose from: {known}."

    # 88x frames, clusters and bridges
    E890 = (
        "The parser of names {parser!r} cannot be used: {reason}. Leave `parser` out to take this "
        "package's own."
    )
    E891 = "The label {label!r} cannot be added: it needs {wanted}. Labels stand in rules."
    E892 = "The pattern of the label {label} cannot be used: {reason}. Correct the pattern."
    E893 = (
        "The Faker provider {provider!r} cannot be used: {reason}. Correct the name, the "
        "arguments or the locale (https://faker.readthedocs.io lists them)."
    )
    E898 = (
        "The model of spacy-llm gave no answer that can be read ({reason}). Take a model that "
        "follows the template, or change the template (docs/spacy.md)."
    )


class Warnings(metaclass=_Coded):
    """Messages of warnings; fill the fields with `str.format`."""

    # 1xx core
    W101 = (
        "No component of this pipeline finds personal names: names stay in the text, and only what "
        "rules find is replaced. Use a trained pipeline with hips_ner, or put any component that "
        "sets doc.ents with persons before {name!r}."
    )
    W102 = (
        "{count} surrogate(s) for {label} could not be made: [{label}] stands in the text "
        "instead. Such a mark tells that something was found there: look at it before you "
        "publish."
    )
    W104 = (
        "A text contains HTML, or encoded words of an e-mail (=?UTF-8?Q?...?=), and a name in or "
        "beside such marks may stay. Call spacy_hips.read_hypertext first, or use the command "
        "line, which does so for all files except .spacy."
    )
    W105 = (
        "No component of this pipeline finds {labels}: they stay in the text, though {name!r} is "
        "set to replace them. Use a trained pipeline with hips_ner, put a component that sets "
        "doc.ents with them before, or only mark them (profile, actions)."
    )
    W106 = (
        "Nothing in this pipeline tells private people from public ones: {name!r} hides all, cited "
        "authors and public figures too. Use a trained pipeline with hips_filter, or name public "
        "people in `allow` of hips_entities."
    )
    W107 = (
        "{model} is installed, and cannot be used here: {reason} Until then names are found and "
        "judged by doc.ents and rules alone, which is much weaker. Run `spacy-hips doctor`."
    )
    W112 = (
        "The trained pipeline {model} is not installed. Names are found only where doc.ents or the "
        "form of the text tells them, and public people stay only for a hard reason, such as a "
        "citation. Students' names may stay. Install it as docs/install.md tells."
    )
    W114 = (
        "Other components set labels that this package does not know: {labels}. What they mark "
        "stays. If it identifies people, set in the config of hips_anonymizer what it is, such as "
        'adopt = {{"BADGE": "ID_NUM"}}, and if not, that it may stay: adopt = {{"SKILL": null}}.'
    )
    W109 = "The table of known people {path}: {note}."
    W110 = (
        "Wrote {path}, the salt of the passphrase beside it. Keep both together: with another salt "
        "the same passphrase gives other names."
    )
    W115 = (
        "A text, or a part of it, is in a language that the pipeline does not read ({languages}). "
        "With other_languages = {policy!r} of {name!r} {done}."
    )

    W116 = (
        "{name!r}: its finder also has the labels {labels}. What they mark stays. If it "
        'identifies people, set adopt = {{"DATE": "DATE"}}, and if not, {{"DATE": null}}.'
    )

    # 3xx persons and surrogates
    W301 = (
        "{count} place(s) of a text still hold a word of a name that was replaced elsewhere in it. "
        'Look at them, or have them replaced as well (leftovers = "replace").'
    )

    # 5xx filter
    W501 = (
        "{name!r}: a person of the public list is also on a list of private people or known. The "
        "person stays hidden; take the name off one of the lists."
    )
    W502 = (
        "{name!r}: the verifier gave {kind}. All persons and web addresses of such a document "
        "stay hidden; `failures` of the component counts the documents. If there are many, "
        "correct the verifier."
    )
    W503 = (
        "{name!r}: the config gives {setting} two values. The one in the block of the component is "
        "taken, not the one in the block of its judge. Remove one of them."
    )
