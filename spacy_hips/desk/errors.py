"""The messages of files, runs, review and releases, by code; see `core/errors.py`."""

from __future__ import annotations

from ..core.errors import Errors as _Errors
from ..core.errors import Warnings as _Warnings


class Errors(_Errors):
    """The errors of this wing, and those of what it stands on."""

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
    E146 = "The key file {path} is damaged: {reason}. Use an older copy."
    E147 = (
        "The passphrase file {path} cannot be read: {reason}. Give a text file in UTF-8 that "
        "holds the passphrase and nothing else."
    )

    # 4xx corpus, records and training
    E404 = "{path} does not exist, or lacks a file that is needed. Give another folder."
    E411 = "Record {number} of {path} cannot be read: {reason}. Correct the record, or take it out."
    E412 = (
        "{path} holds no records, so nothing can be trained or measured on it. Give another file."
    )
    E413 = (
        "Record {number} has the unknown label {label}. Labels are: {known}. Rename it, map it "
        "(spacy-hips convert --labels FILE), or have it learnt (spacy-hips learn --labelled)."
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
    E422 = (
        "{path}: line {line} is not a token with a tag (O, B-LABEL or I-LABEL) in its last "
        "column. Correct the line, or name another format."
    )
    E423 = (
        "{path}: line {line} is not an annotation of brat, such as: T1 PERSON 0 3 (after tabs). "
        "Correct the line."
    )
    E446 = "Record {number} of {path} has no field {field!r}. Name a field that every record has."
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
        "ends in one of {known}, or name the format (--format)."
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
    E730 = "{setting} must be {wanted}."
    E732 = (
        "{path} holds no texts or documents ({known}). "
        "Give a folder or an archive that holds some, or a file by its own name.{there}"
    )
    E733 = (
        "The output must not lie in the internal folder {path}. Name another place for one of them."
    )
    E734 = (
        "Others can open the internal folder {path}. Close it first (chmod 700), or name a new one."
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
    E749 = (
        "This run reads {path}, or a folder that holds it, and writing {output} would change it. "
        "Name another output."
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
    E755 = "The register {path} must not lie in the folder of the output. Name a place elsewhere."
    E756 = "{path} cannot be restored: {reason}. Give an output of `spacy-hips anonymize`."
    E758 = "--shuffle needs labels separated by commas. Labels that can be shuffled: {known}."
    E759 = (
        "--shuffle {label} and --action {label}={action} exclude each other: shuffled values are "
        "replaced. Leave one of them out."
    )
    E761 = (
        "{path} and {output} are written by the same run and clash. Name another place for one "
        "of them."
    )
    E762 = "{path} was changed or cut since the run was interrupted. Run without --resume."
    E767 = (
        "A path that begins with {start!r} has {reason}, so no file can have it. Give another path."
    )
    E779 = "Unknown annotation format {form!r}. Formats are: {known}."
    E780 = (
        "Records {first} and {number} have the same id, or one that differs in upper and lower "
        "case only. Give each document an id of its own. Nothing was written."
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

    # 8xx making a corpus, upkeep of a release
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
    E841 = (
        "In {path} nobody decided anything about these texts. Review what `find` wrote, with "
        '`spacy-hips review`, or set "status" of what you have looked at to accept, reject or '
        "mark, or add lines."
    )

    # 85x runs that were interrupted
    E850 = (
        "An interrupted run has finished {count} of {path}. Go on with them (--resume), or "
        "drop them and begin anew (--force)."
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
    E894 = (
        "A request of {length} bytes is too long: at most {most} are taken. Send shorter texts, or "
        "start the server with --most-bytes."
    )
    E895 = "The request is not understood: {reason}. Write it as docs/spacy.md shows."
    E896 = (
        "The server answers each request by itself, so it needs the scope document, not {scope}. "
        "For wider scopes use `spacy-hips anonymize` or spacy_hips.desk.frames."
    )
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
    E899 = (
        "The place {place} cannot be used: {reason}. Check its name, whether this machine may read "
        "and write there, and whether the package that opens such places is installed."
    )

    # 6xx k-anonymity
    E624 = (
        "The documents are read twice, and these can be read only once. Give a list, a DocBin or "
        "a function that returns a fresh iterator."
    )
    E625 = (
        "{count} document(s) without a row of the table, or rows without a document (linked by "
        "{how}). Name the column of the document's id (link), and set it with set_ids(doc, ...)."
    )
    E626 = "Labels that cannot become columns: {labels}. Choose from: {known}."


class Warnings(_Warnings):
    """The warnings of this wing, and those of what it stands on."""

    # 1xx core
    W103 = (
        "No secret was given: one was drawn for this run, so a later run replaces differently. "
        "To get the same new names again, give a secret (make one with: spacy-hips new-secret "
        "FILE)."
    )
    W108 = (
        "Each row was replaced by itself (--scope {scope}). If an author has several rows, a "
        "person has several new names under the author's pseudonym. A name that was missed "
        "repeats, and so stands out. Use --scope author or corpus to avoid that."
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

    # 88x frames, clusters and bridges
    W158 = "Before you use what was anonymised: {told}"
    W159 = "{count} row(s) of a part are left out: {reasons}."

    # 6xx k-anonymity
    W603 = (
        "Masked {count} statement(s) in texts because too few other people make the same "
        "statement. The report counts them by label: look whether the texts still read well."
    )
