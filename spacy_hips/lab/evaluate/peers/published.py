"""What others printed of tools that cannot be run here, with where it stands.

All rows are of Ji, Shen, Koedinger & Lin (2025), "Enhancing the De-identification of Personally
Identifiable Information in Educational Data", Journal of Educational Data Mining (preprint
arXiv:2501.09765: Tables VII and X; the journal: Tables 7 and 11). The counts are read from the
authors' notebooks, github.com/AnonJD/PrivacyAI, PII_identification/table_results. A span counts
where its text and label are right in the document; the place is not asked for.
"""

from __future__ import annotations

from dataclasses import dataclass

from ....components.scoring.metrics import Prf

CRAPII = "CRAPII, names, URLs, e-mails and phones"
CRAPII_NAMES = "CRAPII, students' names"
TSCC = "TSCC, names"


@dataclass(frozen=True)
class Published:
    """A printed row.

    tool (str): The tool, as the authors name it.
    data (str): What it was measured on.
    counts (Prf): True and false positives, false negatives.
    """

    tool: str
    data: str
    counts: Prf


PUBLISHED: tuple[Published, ...] = tuple(
    Published(tool, data, Prf(*counts))
    for data, rows in {
        CRAPII: (
            ("Presidio (en_core_web_lg)", (2055, 11597, 838)),
            ("Presidio (en_core_web_trf)", (2421, 9153, 472)),
            ("Azure AI Language", (2665, 8160, 228)),
            ("GPT-4o-mini, prompted", (2251, 1163, 642)),
            ("GPT-4o-mini, fine-tuned", (2774, 1817, 119)),
            ("the same, verified without reasoning", (2321, 289, 572)),
            ("the same, verified with reasoning", (2502, 790, 391)),
        ),
        CRAPII_NAMES: (
            ("Presidio (en_core_web_lg)", (1805, 9294, 805)),
            ("Presidio (en_core_web_trf)", (2172, 6849, 438)),
            ("Azure AI Language", (2451, 7074, 159)),
            ("GPT-4o-mini, prompted", (2036, 750, 574)),
            ("GPT-4o-mini, fine-tuned", (2507, 1597, 103)),
            ("the same, verified without reasoning", (2098, 278, 512)),
            ("the same, verified with reasoning", (2261, 704, 349)),
        ),
        TSCC: (
            ("Presidio (en_core_web_trf)", (1513, 2694, 102)),
            ("Azure AI Language", (1320, 1316, 295)),
            ("GPT-4o-mini, three examples", (1604, 641, 11)),
            ("GPT-4o-mini, fine-tuned on CRAPII", (1273, 2, 342)),
            ("GPT-4o-mini, fine-tuned on ten transcripts", (1561, 26, 54)),
            ("GPT-4o-mini, fine-tuned on both", (1598, 48, 17)),
        ),
    }.items()
    for tool, counts in rows
)
