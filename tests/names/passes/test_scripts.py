"""Names in Chinese, Japanese and Korean script inside a text in Latin letters."""

import re

import pytest

from spacy_hips.core.spans import PiiSpan
from spacy_hips.find.names.passes.scripts import Scripts
from spacy_hips.text.lexicon.script_names import Shape, shape
from spacy_hips.text.lexicon.words import Lexicon
from spacy_hips.text.page.page import Page

LEXICON = Lexicon()

NAMES = [
    "My lab partner [李明浩] never came.",
    "Yesterday [周子轩] and I walked home.",
    "When I was ten, my cousin [小芳] moved away.",
    "I sat next to [慕容雪] in the exam.",
    "Dear [刘]老师, thank you for the notes.",
    "My grandmother is called [秀英].",
    "I called [田中]さん on Friday.",
    "[山本たける] is in my group.",
    "Name: [高橋 蓮], class 3",
    "Then [さくら] laughed and left.",
    "My friend [ゆうき] plays the drums.",
    "I met [小林]-san at the station.",
    "[김서연] helped me with the data.",
    "[최수빈]이 told me so yesterday.",
    "Our tutor [강] 선생님 smiled.",
    "I asked [서지우]'s mother.",
    "On Monday [梓萱] forgot her lunch.",
    "Ask [강민] or [오세훈] for it.",
    "Our group is [佐藤], [鈴木] and me.",
    "“[金哲洙]” was on the door.",
    "By [홍길순]",
    "Meet [マリア・ガルシア] and her dog.",
]
NONE = [
    "The word 朋友 means friend.",
    "We ate 饺子 (dumplings) at 春节.",
    "She lives in 上海 near 黄河.",
    "I read 《李娃传》 last summer.",
    "We say 你好 and 谢谢.",
    "The character 王 looks like a ladder.",
    "My favourite dish is 김치찌개.",
    "He said 안녕하세요 to me.",
    "I like アニメ and マンガ.",
    "In 東京 we took the 山手線.",
    "We cooked the 花見 lunch with 고추장.",
    "They met at the さくら.",
    "The word 이야기 is my favourite.",
    "I learned 高兴 (happy) and 难过 (sad).",
    "我的朋友王小雨喜欢地图。他们都很高兴。 OK",
]


def found(text, *spans):
    return [text[s.start : s.end] for s in Scripts()(Page(text), list(spans), LEXICON)]


@pytest.mark.parametrize("marked", NAMES)
def test_names(marked):
    assert found(re.sub(r"[\[\]]", "", marked)) == re.findall(r"\[(.+?)\]", marked)


@pytest.mark.parametrize("text", NONE)
def test_words_places_and_titles_are_none(text):
    assert found(text) == []


@pytest.mark.parametrize("signs", ["欧阳雨桐", "雨桐", "ほのほ", "지우우"])
def test_beside_the_same_name_in_latin_letters(signs):
    text = f"Ouyang Yutong ({signs}) wrote it."
    assert found(text, PiiSpan(0, 13, "PERSON", 0.9)) == ["Ouyang Yutong", signs]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("I met 小雨 (Xiaoyu) there.", ["小雨", "Xiaoyu"]),
        ("My friend 王小雨 (Wang Xiaoyu) came.", ["王小雨", "Wang Xiaoyu"]),
        ("My tutor Xiaoyu (王小雨) came.", ["Xiaoyu", "王小雨"]),
        ("김민서 (Minseo) came.", ["김민서", "Minseo"]),
        ("My tutor 王小雨 (Thursday) came.", ["王小雨"]),
        ("My tutor 王小雨 (Beijing) came.", ["王小雨"]),
    ],
)
def test_the_same_name_in_latin_letters_is_found_with_it(text, names):
    assert sorted(found(text)) == sorted(names)


@pytest.mark.parametrize(
    ("signs", "form"),
    [
        ("陈思远", Shape.WHOLE), ("王小雨", Shape.LIKELY), ("小梅", Shape.PART),
        ("高中", Shape.WORD),
        ("田中美咲", Shape.LIKELY), ("さくら", Shape.MAYBE), ("さようなら", Shape.WORD),
        ("남궁민수", Shape.WHOLE), ("민준", Shape.PART), ("한국어", Shape.WORD),
    ],
)  # fmt: skip
def test_form(signs, form):
    assert shape(signs) == form


def test_time_grows_with_length(linear):
    text = "My friend 王小雨 met 田中 さくら and 김민준이.\n"
    linear(lambda size: Scripts()(Page(text * size), [], LEXICON), 1_000)
