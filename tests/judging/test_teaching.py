"""Who teaches the course is an instructor and hidden, unless teachers are kept."""

import numpy as np
import pytest

from spacy_hips.core.spans import PiiSpan
from spacy_hips.text.lexicon.public_figures import public_lists
from spacy_hips.who.judging.evidence import gather
from spacy_hips.who.judging.judge import Judge
from spacy_hips.who.judging.people import People
from spacy_hips.who.judging.teaching import teaches

PUBLIC = (0.0, 0.0, 0.0, 9.0)


def named(marked):
    start, end = marked.index("["), marked.index("]") - 1
    return marked.replace("[", "").replace("]", ""), start, end


TEACHERS = [
    "As [Keith Lind] stated in his week 2 video, a story needs a hero.",
    "Referring to a lecture by [Olga Brandt] on leadership, I drew a map.",
    "In the words of our video lecturer [Ana Prieto], maps help.",
    "[Lind] explains in the week 4 lectures that a launch tests much.",
    "The instructor, [Peter Holm], described four stages.",
    "The video lecture from Prof. [Maria Costa] was clear.",
    "[Carla Meyer]'s video on maps inspired me.",
    "[Carla Meyer]'s second video inspired me.",
    "[Meyer]'s great online lectures inspired me.",
    "It was explained by [Jonas Berg] in the lecture.",
    "I liked the module taught by [Ivan Petrov].",
    "Professor [Osei] mentioned in week 3 that maps help.",
    "As Ms [Baptiste] taught us in the second video, start small.",
    "The course instructor, Dr. [Eva Lindqvist], gave four steps.",
    "Plans change, according to [Tomas Rehn] (week three).",
    "This follows the steps of [Ifeoma Bassey] (see lecture 2).",
    "[Wei Ling Tan] (module 4) calls it a loop.",
    "AS [ANA RUIZ] SHOWED IN THE SECOND VIDEO, MAPS HELP.",
]
OTHERS = [
    "As [Norman] (2013) argues in the course of his work, errors count.",
    "See also the book by [Daniel Kahneman].",
    "[Dweck] explains in her TED talk video that effort counts.",
    "I read an article by [Porter] before the course.",
    "[Jobs] introduced the phone in 2007.",
    "[Freire] wrote about the school.",
    "We read [Freire] and Said in class.",
    "My friend [Ana] came to the course.",
    "The law of [Newton] helps.",
    "We tried [Newton]'s method in week two.",
    "[Pareto]'s rule from lecture 2 helped me.",
    "[Darwin]'s idea and the lessons on it were new.",
    "I used [Maslow]'s pyramid for the video.",
    "Duty comes first, according to [Kant] (week 3).",
    "[Marta Nilsen] (Oslo) came to the course.",
    "My friend [Ana Prieto] video called me.",
    "I met [Ana Prieto] (my cousin) there.",
]


@pytest.mark.parametrize("marked", TEACHERS)
def test_who_teaches_the_course(marked):
    assert teaches(*named(marked))


@pytest.mark.parametrize("marked", OTHERS)
def test_who_is_cited_or_known_does_not(marked):
    assert not teaches(*named(marked))


def verdict(marked, **settings):
    text, start, end = named(marked)
    mentions = [[PiiSpan(start, end, "PERSON", 0.9, id="PERSON:1")]]
    evidence = gather(text, mentions, [], public_lists())
    people = People(text, mentions, [], evidence, np.array([PUBLIC], dtype="float32"))
    (found,) = Judge(**settings)(people, [], {}).verdicts
    return found


def test_a_teacher_is_hidden_as_an_instructor_and_kept_by_one_setting():
    hidden = verdict(TEACHERS[0])
    assert (hidden.label, hidden.role) == ("NAME_INSTRUCTOR", "instructor")
    assert verdict(TEACHERS[0], teachers="keep").kept
    assert verdict("Teacher: [Ana Prieto]\n", teachers="keep").kept
    assert not verdict("My friend [Ana Prieto] came.", teachers="keep").kept


@pytest.mark.parametrize(
    ("marked", "kept"),
    [
        ("Our teacher Mrs [Henderson] gave us the tape.", True),
        ("My math teacher, Mr. [Okoro], helps.", True),
        ("I asked my tutor [Ana Prieto].", True),
        ("My friend [Ana Prieto] is a teacher.", False),
        ("[Ana Prieto] and me had a teacher.", False),
        ("By [Ana Prieto]\n", False),
    ],
)
def test_the_writers_own_teacher_is_kept_where_wanted(marked, kept):
    assert verdict(marked, teachers="keep").kept is kept


@pytest.mark.parametrize("marked", ["Our teacher Mrs [Henderson] came.", "I asked my tutor [Ana]."])
def test_the_writers_own_teacher_is_an_instructor(marked):
    assert (verdict(marked).label, verdict(marked).kept) == ("NAME_INSTRUCTOR", False)


def test_a_public_person_of_a_lecture_stays_who_is_on_the_list():
    assert verdict("[Barack Obama] said in the video of week 2 that it helps.").kept
