"""Word classes that trained weights read. Frozen: change them only together with a new training.

The finder's weights read the number of a word's class (models/surface.py). Another word, class or
order moves the probabilities of every trained pipeline, so a pipeline that was trained with other
classes is not loaded (E516). Lists that only rules read stand in cues.py: anyone may edit those.
"""

from __future__ import annotations

CLASSES: dict[str, tuple[str, ...]] = {
    "byline": ("by", "from", "author", "authors", "submitted", "prepared", "written", "presented"),
    "field": ("name", "names", "student", "students", "learner", "participant", "candidate",
              "member", "members", "team", "group", "signed", "signature", "interviewee",
              "interviewer", "respondent", "client", "patient"),
    "title": ("mr", "mr.", "mrs", "mrs.", "ms", "ms.", "miss", "sir", "madam", "mx", "mx."),
    "degree": ("dr", "dr.", "prof", "prof.", "professor", "doctor", "instructor", "teacher",
               "lecturer", "tutor", "supervisor", "dean", "mentor", "coach"),
    "self": ("i", "my", "me", "myself", "am", "i'm", "'m", "called", "named"),
    "greeting": ("dear", "hi", "hello", "hey", "regards", "sincerely", "thanks", "thank",
                 "cheers", "love", "yours", "best"),
    "kin": ("friend", "brother", "sister", "mother", "father", "mom", "dad", "son", "daughter",
            "wife", "husband", "cousin", "uncle", "aunt", "colleague", "boss", "manager",
            "neighbor", "neighbour", "grandmother", "grandfather", "roommate", "classmate"),
    "citation": ("et", "al", "al.", "eds", "ed.", "eds.", "&", "pp.", "vol.", "ibid", "cited",
                 "argues", "claims", "according", "theory", "model"),
}  # fmt: skip

FIRST_DIGEST = "645245f9d02d90ee"
"""The digest of what the pipelines read that were saved before a digest was (0.1.0)."""

_CLASS_OF = {
    word: number for number, words in enumerate(CLASSES.values(), start=1) for word in words
}


def class_of(form: str) -> int:
    """The number of a word's class, from 1 in the order of CLASSES; 0 for any other word."""
    return _CLASS_OF.get(form.lower(), 0)
