"""Word classes that trained weights read. Frozen: change them only together with a new training.

The filter's weights read three columns a class: whether a word of it stands near a mention, farther
off, or near any mention of the person. Another word, class or order moves the probabilities of
every trained pipeline, so a pipeline that was trained with other classes is not loaded (E516).
Lists by which signs are told stand in cues.py.
"""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


CLASSES: dict[str, frozenset[str]] = {
    "byline": _words(
        """by author authors submitted prepared written presented compiled name names nome nombre
        nom naam student id signed signature matriculation"""
    ),
    "school": _words(
        """class course assignment homework essay report reflection project group team semester
        module grade university college school faculty seminar tutorial campus exam week
        kindergarten lesson lessons internship practicum workshop mooc"""
    ),
    "mr": _words("mr mrs ms miss mx madam sr sra srta herr frau monsieur madame senor senora"),
    "degree": _words("dr prof professor doctor phd profesor profesora msc mba"),
    "teacher": _words(
        """teacher instructor lecturer tutor supervisor advisor adviser mentor coach principal
        headmaster headteacher facilitator trainer educator teaching taught teaches"""
    ),
    "self": _words("i me myself my mine i'm i've i'd i'll am im"),
    "we": _words("we us our ours we're we've we'll ourselves together"),
    "you": _words("you your yours yourself you're"),
    "greeting": _words("dear hi hello hey hola greetings"),
    "closing": _words(
        "regards sincerely thanks thank cheers yours love wishes best respectfully faithfully"
    ),
    "kin": _words(
        """friend friends brother brothers sister sisters mother father mom mum dad mama papa son
        sons daughter daughters wife husband cousin cousins uncle aunt auntie niece nephew
        grandmother grandfather grandma grandpa granny twin girlfriend boyfriend fiance fiancee
        parents family stepfather stepmother godmother godfather"""
    ),
    "peer": _words(
        """colleague colleagues classmate classmates roommate flatmate housemate teammate
        teammates coworker co-worker boss manager neighbor neighbour partner peer peers landlord
        nurse secretary receptionist assistant"""
    ),
    "case": _words(
        """pupil pupils child children boy girl baby kid toddler client patient participant
        interviewee respondent customer volunteer beneficiary resident learner kids students
        interview interviewed case"""
    ),
    "said": _words(
        """said says told asked replied answered explained suggested agreed shouted laughed smiled
        whispered cried nodded added admitted"""
    ),
    "meets": _words(
        """helped helps met called texted emailed phoned visited married invited showed drove
        cooked walked sat came went arrived lives lived works moved sent gave lent brought
        introduced wanted wants likes liked loves felt feels struggled became shared recommended"""
    ),
    "cites": _words(
        """argues argued claims claimed states stated according theory theories et al cited cites
        proposes proposed suggests concludes concluded defines defined describes described study
        studies research researchers findings framework concept model hypothesis notes asserts
        contends maintains emphasizes emphasises points cf ibid pp eds vol journal press theorist
        theorists scholars literature reviewed demonstrated"""
    ),
    "made": _words(
        """invented discovered founded founder co-founder cofounder painted composed directed wrote
        published born died developed formulated pioneered conquered ruled elected assassinated
        introduced designed produced starred sang recorded scored invention discovery creator
        inventor won award prize nobel oscar grammy"""
    ),
    "office": _words(
        """president king queen emperor empress prince princess pope saint st senator minister
        chancellor governor general colonel lord lady sir congressman congresswoman judge justice
        mayor ambassador secretary-general ceo cto chairman prophet apostle god goddess tsar duke
        candidate republican democrat"""
    ),
    "fame": _words(
        """philosopher philosophers scientist scientists physicist chemist biologist mathematician
        psychologist economist sociologist historian novelist poet playwright writer writers
        actor actors actress actresses singer singers rapper band musician composer painter artist
        artists sculptor architect director producer comedian athlete footballer quarterback
        striker player players champion star stars celebrity celebrities entrepreneur billionaire
        activist leader dictator politician journalist explorer astronaut famous legendary great
        hero heroes fan fans favorite favourite idol"""
    ),
    "work": _words(
        """book books novel novels film films movie movies song songs album albums poem poems play
        played plays character characters protagonist series show season episode chapter scene
        lyrics concert tour role soundtrack comic theatre theater trilogy narrator acting acted
        watched watch tv painting paintings symphony"""
    ),
    "world": _words(
        """war revolution empire century election government party policy reform movement nation
        army battle speech administration campaign parliament congress senate supreme court
        dynasty kingdom company companies brand market apple microsoft google amazon facebook
        team league cup olympics goal goals season match nba nfl fifa"""
    ),
    "media": _words(
        """video article podcast ted talk talks interview news magazine documentary website blog
        youtube channel twitter post photo photograph quote quoted quotes quotation"""
    ),
    "thing": _words(
        """theorem law laws equation principle theory theories method methods model models scale
        taxonomy effect syndrome disease test matrix chart diagram curve distribution paradox
        experiment hypothesis function algorithm process pyramid hierarchy stages cycle score
        coefficient constant index prize award medal cup
        university college school institute hospital foundation airport street avenue road square
        bridge park museum library building hall tower stadium station inc corp company motors
        bank group hotel church award syndrome effect era age revolution day culture style"""
    ),
    "he": _words("he she him her his hers himself herself"),
    "wh": _words("who whose whom named called nicknamed"),
}
"""Classes of cue words; a word may be in several."""

FIRST_DIGEST = "bd64fabc979296d2"
"""The digest of what the pipelines read that were saved before a digest was (0.1.0)."""

MASKS: dict[str, int] = {}
for _bit, _class in enumerate(CLASSES.values()):
    for _word in _class:
        MASKS[_word] = MASKS.get(_word, 0) | 1 << _bit
