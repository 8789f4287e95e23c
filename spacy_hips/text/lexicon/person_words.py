"""Words beside names that tell whether a person is meant. English first."""

from __future__ import annotations

from .language import BASE, language


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


JOINERS: frozenset[str] = _words("and und et y e og och en")
"""Words that join the parts of a surname, or two titles ("Mr and Mrs Smith")."""

CONNECTORS: frozenset[str] = JOINERS | _words(
    "bin binte binti bint ibn ben bar bat bt bte anak a/l a/p s/o d/o w/o h/o ferch ap ab thi"
)
"""Folded particles before a father's name or between two surnames: any name fits behind them.
What else is called a particle ("van der", "de la") belongs to certain surnames."""

SURNAME_JOINERS: frozenset[str] = _words("y e i")
"""Those between a father's surname and a mother's."""

PERSON_JOINERS: frozenset[str] = _words("and und og och")
"""Those that are never part of a name: behind or before one they are words of the text."""

BORN: dict[str, str] = dict.fromkeys(
    _words(
        "born fka formerly född født geb geboren geborene nacida nacido nata ne nee né née rozená"
    ),
    "last",
) | dict.fromkeys(_words("aka alias"), "nickname")
"""Small words inside a name that are words of the text, and the part of the name that they
announce."""

ARTICLES: frozenset[str] = _words("el la las le les lo los il")
"""Particles that are articles: in small letters they begin no name ("el mar")."""

LEADING_PARTICLES: frozenset[str] = _words(
    "de del della der von vom zu bin bint ibn al el da dos du ter ten abu"
)
"""Folded particles that are one also at the beginning of a mention, with a capital."""

PAIRED_PARTICLES: frozenset[str] = _words("de den der het la las los")
"""Folded particles before which another one is no name, whatever its capital: "Van der Berg"."""

SHOUTED_PARTICLES: frozenset[str] = _words(
    "de del la los las da do dos der den von van bin binti binte bint ibn al el"
)
"""Folded particles that are one inside a name in capitals."""

SURE_TITLES: frozenset[str] = _words("doctor doktor doutor general herra master senator srta")
"""Folded titles before a name that a list of names has too, though hardly anybody bears them."""

TITLE_CULTURES: dict[str, str] = {"khun": "thai"}
"""Folded titles that are one before a forename of a culture, and elsewhere a name."""

NAME_TITLES: frozenset[str] = frozenset("君")
"""Titles behind a surname that also end given names."""

OFFICES: frozenset[str] = _words("bishop dean imam justice major mayor pastor provost")
"""Folded titles before a full name that many bear as a forename or a surname."""

TITLE_QUALIFIERS: frozenset[str] = _words(
    """acting adjunct assistant associate assoc asst chief class clinical deputy district emeritus
    first former graduate head honorary interim junior lead magistrate most research right rt second
    senior staff student supreme teaching the us very vice visiting"""
)
"""Folded words that a title begins with: "Associate Professor", "the Rt Hon". Alone they are no
title."""

FAMILIAR_TITLES: frozenset[str] = _words(
    """anh ate aunt auntie baba bibi brother bu chi co daw grandma grandpa kuya mama mas mbak pak
    sister uncle"""
)
"""Folded titles that stand before a forename rather than a surname; those of the table of forms of
address are meant besides."""

NAME_SUFFIXES: frozenset[str] = _words("filho fils junior neto pere senior sobrinho")
"""Folded words for generations that are written like a surname, and often are one."""

SEMITIC_PARTICLES: frozenset[str] = _words("ben bar bat")
"""Folded particles of Arabic and Hebrew names, elsewhere forenames."""

IRISH: frozenset[str] = _words("Ó Ní Nic Uí Mhic")
"""Irish particles, told from initials by their accents."""

COMPOUND_SURNAMES: frozenset[str] = _words(
    "欧阳 歐陽 司马 司馬 上官 诸葛 諸葛 司徒 夏侯 남궁 황보 제갈 선우"
)
"""Surnames of two signs that lists of common ones leave out."""

RELATIVES: dict[str, str] = {
    word: key[0] for key, words in language(BASE).rows("kin").items() for word in words
}
"""Folded words for relatives, with their gender."""

FRIENDS: frozenset[str] = frozenset(language(BASE).words("friend"))
"""Words for people beside the family, of whom one may be several."""

ADDRESSES: frozenset[str] = _words(
    """abbu abuela abuelita abuelito abuelo achchi adik aiya ajumma ajusshi akka alhaja ambuya amca
    ammi ammo appa auntie aunty babcia babushka bapak bhaiya bhuti cuz dad daddy dedushka dziadek
    farfar farmor gong-gong gramps gran grandad granddad grandma grandpa granny halmoni
    harabeoji ibu inay jiddo geddo kakak khala khalo khalto kuya laoshi ma'am maam madam madame
    makcik malume mama mamma manang manong matua mausi mom mommy morfar mormor mukoma mum mummy mzee
    nanay nangi nanu nenek nonno noona oga oma onkel oom opa oppa pakcik papa papy poppa profa profe
    sekuru senpai sensei señora sitti sunbae tannie tante tatay teyze thambi tonton unnie ustad
    ustaz vovo whaea yiayia"""
)
"""Words by which people all over the world call relatives, elders and teachers. Alone they name
nobody; before a name they are no part of it. What is often a name, too (Lola), is left out."""

DAYS: frozenset[str] = frozenset(
    words[0].lower() for words in language(BASE).rows("weekday").values()
)
"""Days of the week, which are names, too ("Sunday Okri")."""

SHORT_DAYS: frozenset[str] = _words("Mon Tue Tues Wed Thu Thur Thurs Fri Sat Sun")
"""Days as schedules shorten them."""

MONTHS: frozenset[str] = frozenset(
    words[0].lower() for words in language(BASE).rows("month").values()
)
"""Months, of which some are names, too ("April Okafor")."""

DATES: frozenset[str] = DAYS | MONTHS
"""Both."""

NO_SPEAKERS: frozenset[str] = _words("AM BC CC ED EX ID NB NO PM PS QA RE TA TO UK US")
"""Two capitals before a colon that are nobody's initials, or seldom."""

ACRONYMS: frozenset[str] = NO_SPEAKERS | _words(
    """AA AC AD AF AG AI AK AL AP AR AU AV AZ BA BB BD BE BG BP BS BT CA CB CD CE CF CM CO CP CR CS
    CT CU CV DA DB DC DE DI DJ DM DO DR DS DT DV EA EC EE EM EN EP EQ ER ES ET EU EV FA FB FC FE FM
    FR FX GA GB GI GM GP GO GS HA HC HD HE HI HP HQ HR HS IA IB IE IF IG II IL IM IN IO IP IQ IR IS
    IT IV JS JV KG KM KO KY LA LB LC LD LO LP MA MB ME MF MG MI ML MM MN MO MP MR MS MT MY NC ND NE
    NH NJ NM NT NV NY NZ OF OH OK ON OP OR OS OT PA PB PC PD PE PG PH PI PO PP PR PT PV QC RE RF RH
    RI RN RR RS RT SA SC SD SE SF SI SK SL SM SO SP SQ SS ST SU TB TD TM TN TT TV UC UI UN UP UV UX
    RA VA VC VE VI VP VR VS VT WA WC WE WI WV WW WY XL XP"""
)
"""Two capitals that are usually short for a thing, a place or a word."""

BEFORE_DATES: frozenset[str] = _words("during each every in last next since this till until")
"""Words behind which a day or a month is one, whoever is called like it."""

BEFORE_WEEKDAYS: frozenset[str] = BEFORE_DATES | {"on"}
"""The same for days of the week: "on Monday", but "we relied on April"."""

AFTER_DAYS: frozenset[str] = _words(
    "afternoon afternoons evening evenings morning mornings night nights"
)
"""Words before which a day of the week is one."""

FOLLOWERS: frozenset[str] = _words(
    """a an the this that these those my your his her its our their i you he she it we they me him
    us them one all some any each every there be not of for to in on at with and or but"""
)
"""Words behind a word at the beginning of a sentence that tell that it is no name."""

PERSON_VERBS: frozenset[str] = _words(
    """is was are were has had did does who and said says asked wrote went came agreed began became
    took gave told knew saw got wants wanted thinks thought would could should felt made left met
    ran sat spoke brought bought kept found lost won drew sang began slept drove flew grew hid fell
    stood taught thought threw wore woke chose ate built cut hurt let put can will may must"""
)
"""What may stand behind a person's name, and seldom behind the same letters as a word."""

OWNERS: frozenset[str] = _words(
    """a an the this that these those my your his her its our their no any some every each much more
    great i you he she it we they to who all would could should must can not in have has had lose
    lost losing give gives gave gain gained keep kept"""
)
"""Words behind which a word in small letters is one, though somebody is called so ("i hope")."""

BESIDE_PEOPLE: frozenset[str] = _words(
    "with and told asked met thank thanks love miss by from hi hey ask tell help helped let"
)
"""Words behind which people stand."""

NOUNS: frozenset[str] = _words(
    """academy airport algorithm avenue award bay beach boulevard bridge building campus canal
    castle center centre chart church city coefficient college conjecture constant cup disease
    disorder distribution effect elementary equation exam experiment fellowship formula foundation
    function hall hill hospital hotel house index inc institute island kindergarten laboratory
    lake law laws library llc ltd matrix method model mount museum number paradox park postulate
    prize process programme principle pyramid ratio river road scale scholarship school series
    square stadium station street syndrome taxonomy test theorem theory tower transform triangle
    university valley village wheel"""
)
"""Nouns before which a name is that of a thing: a scale, a school, a street."""

OWNED_NOUNS: frozenset[str] = _words(
    """academy city coefficient college church exam experiment function hotel house laboratory
    library model number park process school street test university village"""
)
"""Those of them that a private person may have: her house, his school."""

PUBLIC_NAMES: frozenset[str] = _words(
    """africa alexandria america archimedes aristotle asia augusta austin bach bandura beethoven
    berlin bloom boston brooklyn bruner buddha carolina chad charlotte chelsea chopin christ
    cleveland columbus cuba curie dakota dallas darwin denver descartes dewey disney douglas
    edison einstein erikson euclid euler faraday florence florida ford freire freud gandhi gardner
    gauss georgia gilead google hamilton hegel hitler homer houston hume india indiana israel
    jackson jamaica jefferson jesus jordan kant kelvin kenya kepler kolb lagos lenin lima lincoln
    lisbon london madison maslow marx mecca mercedes michigan milan milton montessori montreal
    moses mozart muhammad nash nehru newton nietzsche nobel obama odessa orlando orwell oxford
    pareto paris pascal pavlov piaget picasso plato putin rogers rome roosevelt rousseau salem
    sahara santiago savannah shakespeare siena skinner smith socrates sydney tesla trump turing
    turkey venice verona victoria vienna virginia voltaire vygotsky washington wilson"""
)
"""Forenames and surnames that, standing alone, rather mean a place or a person of renown."""

COLUMN_WORDS: frozenset[str] = _words(
    """id ids uid uuid sid pid sis url urls doc docs lang esl avg std gpa iep spans tokens metadata
    whitespace rubric holistic cohesion proficiency cohort filename username usernames login logins
    handle handles alias aliases nickname nicknames email emails firstname lastname fullname
    forename surname timestamp datetime dob zip postcode updated enrolled anonymized key avatar icon
    guild discriminator embeds emojis entities annotations plugin archived moderation slug gizmo
    unixtime refusal"""
)
"""Words that columns are called by, though no ordinary ones, or the name of a few people."""

HEADING_WORDS: frozenset[str] = COLUMN_WORDS | _words(
    """essay text texts student learner pupil participant author teacher instructor tutor name
    first last middle given family full no nr number code date of birth age year term semester
    week time start end grade level score total final course class section group team
    school assignment task prompt question response answer comment comments feedback message post
    discussion topic reply submission submitted title subject word count address phone language
    country city gender conversation speaker role summary"""
)
"""Words of which the headings of several words are made: "Student ID", "Date of birth"."""

ROSTER_COLUMNS: dict[str, str] = {
    name: part
    for part, names in {
        "person_id": """id personid studentid studentnumber studentno studentidnumber idnumber sid
            userid learnerid learnernumber pupilid pupilnumber participantid participant memberid
            sisuserid sisid matriculationnumber registrationnumber enrolmentnumber""",
        "name": """name fullname studentname learnername pupilname personname displayname
            lastnamefirstname namelastfirst sortablename""",
        "first": """first firstname forename givenname given middle middlename middleinitial
            secondname vorname prénom prenom nombre nome förnamn fornavn voornaam imię""",
        "last": """last lastname surname familyname family nachname familienname nom apellido
            cognome efternamn etternavn efternavn achternaam nazwisko""",
        "aliases": """alias aka alsoknownas knownas othername nickname nick preferredname preferred
            preferredfirstname chosenname formername previousname maidenname birthname""",
        "emails": "email mail emailaddress mailaddress emailid",
        "handles": """handle user username login loginname loginid sisloginid account
            accountname screenname""",
        "role": "role courserole enrollmentrole enrolmentrole enrollmenttype rolle rol rôle",
        "author": "author authorid",
        "group": "group groupid",
    }.items()
    for name in names.split()
}
"""What columns of a table of people are called, without capitals and marks. Courses and classes
are not among them: a group that is not the texts' own would keep people from being found."""

ROSTER_PEOPLE: frozenset[str] = _words("student students pupil pupils learner learners person")
"""Columns that hold names where no other does."""

ROSTER_ROLES: dict[str, str] = {
    word: role
    for role, words in {
        "student": """student pupil learner participant attendee auditor schüler schülerin
            studierende studierender studierenden alumno alumna estudiante étudiant étudiante elev
            studentview""",
        "instructor": """instructor teacher lecturer professor tutor ta teachingassistant assistant
            staff faculty grader marker noneditingteacher editingteacher primaryteacher coteacher
            coinstructor teacherassistant coursecreator coursebuilder designer manager mentor coach
            leader courseleader moderator admin administrator owner advisor adviser counselor
            principal supervisor lehrer lehrerin lehrkraft dozent dozentin profesor profesora
            docente enseignant enseignante professeur lärare lærer""",
        "private": """private guest observer parent guardian host cohost presenter
            organizer organiser other""",
        "public": "public",
    }.items()
    for word in words.split()
}
"""The roles of a table of people by the words for them, without capitals and marks: what learning
platforms call them. The staff of a course are instructors."""
