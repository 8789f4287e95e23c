"""The messages of k-anonymity, by code; see `core/errors.py`."""

from __future__ import annotations

from ..core.errors import Errors as _Errors
from ..core.errors import Warnings as _Warnings


class Errors(_Errors):
    """The errors of this wing, and those of what it stands on."""

    # 86x what a release of a table costs
    E866 = (
        "{path} cannot be used as a model: {reason}. Give a Python file with a function "
        "score(rows), which returns a number; docs/kanonymity.md shows one."
    )
    E867 = (
        "score(rows) of {path} failed on the {table} table: {reason}. Cells of a released table "
        "may be classes, such as 12-14, or *: read them as categories."
    )

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
    E627 = "A plot needs matplotlib: pip install spacy-hips[report]."


class Warnings(_Warnings):
    """The warnings of this wing, and those of what it stands on."""

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
