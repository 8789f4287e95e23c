"""The messages of the command line, by code; see `core/errors.py`."""

from __future__ import annotations

from ..lab.errors import Errors as _Errors
from ..lab.errors import Warnings as _Warnings


class Errors(_Errors):
    """The errors of this wing, and those of what it stands on."""

    # 13x register
    E139 = (
        "The register {path} has no person with that id or name. Nothing was changed. Give the "
        "id or the name as the originals write it."
    )

    # 14x key file
    E145 = (
        "{count} row(s) of {path} are not in the key file, or were changed later. Nothing was "
        "written. Give the output as it was written, and the key file of that run."
    )

    # 4xx corpus, records and training
    E442 = (
        "The file {path} with fields for meta.json cannot be read: {reason}. Give a JSON file "
        "that holds one object."
    )

    # 5xx filter and evaluation
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

    # 7xx command line
    E726 = (
        "The file {path} is for internal use and cannot be written to standard output. Give it "
        "the name of a file."
    )
    E729 = "--deny needs LABEL=FILE, such as ID_NUM=ids.txt."
    E731 = "--action needs LABEL=ACTION, such as DATE=surrogate."
    E750 = (
        "{path} exists already. A secret is never replaced: texts made with it depend on it. Name "
        "a new file."
    )
    E754 = (
        "The table of known people {path} cannot be written: {reason}. It is as it was. Make "
        "the table and its folder writable, and run again."
    )
    E760 = (
        "--roles needs a pipeline with hips_filter, and this one has none. Give another --model, "
        "or leave out --roles."
    )
    E764 = "{count} row(s) of {path} could not be restored and were left out:"
    E765 = (
        "The run that released {path} has no seal in the key file: it was interrupted, or the "
        "end of the key file is lost. What was restored is exact. For the rest, use an older "
        "copy of the key file, or the originals."
    )
    E766 = "The input is read twice here, and standard input can be read only once. Give a file."
    E768 = (
        "This should not have happened ({kind} at {place}). Nothing half-written stands under the "
        "final name. Please report it with this line. {variable}=1 shows more, and perhaps text: "
        "never send that on."
    )
    E769 = (
        "--max-per-author needs to know who wrote or spoke. Give the column of it the role author, "
        "name or speaker (--columns NAME=author)."
    )
    E781 = (
        "{path}: line {line} is not a pair of labels. Write THEIRS=OURS, such as PER=PERSON; "
        "THEIRS= leaves such spans out."
    )
    E786 = (
        "The ending of {path} does not tell which annotation format it is. Name the format with "
        "{option}."
    )

    # 8xx review
    E806 = "Give a page to write (-o review.html), or --decisions to see how far the review is."
    E807 = "Give either what `spacy-hips find` wrote, or --training for the texts to train on."

    # 8xx making a corpus, upkeep of a release
    E822 = "--roster-report compares the texts with a table of people: give --known-people FILE."
    E823 = (
        "--adding-up adds up the texts of each author: name the column of the authors (--columns "
        "NAME=author)."
    )
    E824 = (
        "To write a release anew without a person, give the texts it was made of, --release, its "
        "--columns and -o for the new one, with the options of the run that made it."
    )

    # 8xx labelled releases
    E840 = (
        "A labelled release needs spans that people decided on. A program misses some, and a name "
        "without a label among labelled ones is easy to see. Give --reviewed FILE (what `find` "
        "wrote and somebody reviewed), --decisions FILE (what the review page saved), or "
        "--gold if the input itself holds labels."
    )
    E842 = (
        "Nothing was written: {count} place(s) of the anonymised texts still hold what was "
        "replaced elsewhere, or somebody of the table ({kinds}). List them with --details FILE, "
        "correct {what}, and run again. If you looked at all of them, add --despite-leaks."
    )
    E844 = (
        "Record {number}: {what}. So an identifier would stay in the text. Correct the labels, or "
        "map them with `spacy-hips convert --labels`. Nothing was written."
    )

    # 88x frames, clusters and bridges
    E851 = "The server cannot listen on {place}: {reason}. Give another --port or --host."

    # 6xx k-anonymity
    E628 = (
        "Row {number} of {path} cannot be read: {reason}. Nothing was released. Correct the "
        "row, or take it out."
    )
    E630 = "Method {method!r} has local ranges, which cannot be frozen. Use cuts or lattice."
    E629 = "{option} needs entries of the form {form}, separated by commas; entry {index} is not."


class Warnings(_Warnings):
    """The warnings of this wing, and those of what it stands on."""

    # 8xx review
    W147 = (
        "{count} document(s) were left out: nobody decided on anything in them, and no audit "
        "covers them. To have them in the release, review them (docs/cli.md#release tells what "
        "counts)."
    )
