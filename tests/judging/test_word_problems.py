"""People of word problems are hidden as all others, unless a setting keeps them."""

import numpy as np
import pytest

from spacy_hips.core.spans import PiiSpan
from spacy_hips.text.lexicon.public_figures import public_lists
from spacy_hips.who.judging.evidence import gather
from spacy_hips.who.judging.judge import Judge
from spacy_hips.who.judging.people import People
from spacy_hips.who.judging.word_problems import REASON, in_word_problem

PRIVATE = (0.0, 0.0, 9.0, 0.0)
PROBLEMS = [
    "[Sam] has 12 apples and eats 5 of them. How many are left?",
    "Three friends share 24 cards. [Noor] takes eight. How many cards do the others have?",
    "[Sam], Ben and Ana share 24 cards with 3 friends. How many does each get?",
    "How many pills does Mr. [Johnson] take a day, if 30 pills last for 15 days?",
    "[Kamil] pays two workers $15 an hour. What does it cost him to hire both for a day?",
    "Teacher: Read this. [Tunde] drives 40 km in 30 minutes. How far does he get in two hours?",
    "[Lena] hat 12 Äpfel und isst 5. Wie viele bleiben ihr?",
    "[Amina] köper tre böcker för 90 kronor. Hur mycket kostar en bok?",
    "[Lucía] tiene 12 manzanas y regala 5. ¿Cuántas le quedan?",
    "[Chloé] achète 3 cahiers à 2 euros. Combien paie-t-elle ?",
    "[Joost] heeft 12 knikkers en verliest er 5. Hoeveel heeft hij over?",
]
OTHERS = [
    "My brother [Sam] has 12 apples and eats 5 of them. How many are left?",
    "[Sam] and I have 12 apples and eat 5. How many are left?",
    "[Sam] came with 12 apples. How many are left?",
    "[Sam] has 12 apples and eats 5 of them.",
    "Hi [Mariana], please talk me through your solution. How many are 12 and 5?",
    "[Sam] wrote this.\nNoor has 12 apples and eats 5. How many are left?",
    "If 85 of 100 kids were on time, how many were late? [Camilla].",
    "If 85 of 100 kids were on time, how many were late, [Camilla]?",
    "[Camilla], if 85 of 100 kids were on time, how many were late?",
    "T: [Camilla]? How many are left of 12 if 5 go?",
    "How many came?\n[Sam] counted 12 girls and 15 boys.",
    "[Lena] hat uns 12 Äpfel und 5 Birnen gebracht. Wie viele bleiben?",
]


def named(marked):
    start, end = marked.index("["), marked.index("]") - 1
    return marked.replace("[", "").replace("]", ""), start, end


@pytest.mark.parametrize("marked", PROBLEMS)
def test_who_is_in_a_word_problem(marked):
    assert in_word_problem(*named(marked))


@pytest.mark.parametrize("marked", OTHERS)
def test_who_is_not(marked):
    assert not in_word_problem(*named(marked))


def verdict(text, *names, **settings):
    """What is decided on the person who has all these names, one after the other."""
    own, at = [], 0
    for name in names:
        at = text.index(name, at)
        own.append(PiiSpan(at, at + len(name), "PERSON", 0.99, id="PERSON:1"))
        at += len(name)
    evidence = gather(text, [own], [], public_lists())
    people = People(text, [own], [], evidence, np.array([PRIVATE] * len(own), dtype="float32"))
    (found,) = Judge(**settings)(people, [], {}).verdicts
    return found


TASK = "Julia had 12 spoons and lost 5. How many are left?\n"


def test_they_are_hidden_unless_wanted():
    assert not verdict(TASK, "Julia").kept
    kept = verdict(TASK, "Julia", word_problems="keep")
    assert (kept.role, kept.reason) == ("public", REASON)


@pytest.mark.parametrize(
    ("talk", "kept"),
    [
        ("Student: So Julia has 7 spoons.", True),
        ("Teacher: Hi Julia, what do you think?", False),
        ("Teacher: my friend Julia told me", False),
        ("Thanks,\nJulia", False),
    ],
)
def test_whoever_the_text_makes_private_stays_hidden(talk, kept):
    assert verdict(TASK + talk, "Julia", "Julia", word_problems="keep").kept is kept


def test_a_name_in_the_talk_before_the_task_is_hidden():
    text = "Teacher: Julia, please read.\n" + TASK
    assert not verdict(text, "Julia", "Julia", word_problems="keep").kept


def test_it_is_told_in_linear_time():
    line = "Sam has 12 apples. " * 20_000
    at = len(line) // 2
    assert not in_word_problem(line, at, at + 3)
