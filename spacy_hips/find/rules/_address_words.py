"""Words of postal addresses: street types, directions, units, states.

The English street types are the suffixes and abbreviations of USPS Publication 28, appendix C1
(a work of the US government, in the public domain), with those of other English-speaking
countries added by hand; the rest of the tables is common knowledge written down for this package.
"""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Types that make a street of "12 Oak ..." without more evidence.
STRONG_TYPES: frozenset[str] = _words(
    """street st str avenue ave av avn aven boulevard blvd boul road rd lane ln parkway pkwy pakway
    highway hwy hiway hgwy expressway expy turnpike tpke terrace terr crescent cres cresent plz
    freeway fwy motorway bypass byp causeway cswy"""
)

# Types that are often something else ("hard drive", "first place", "Supreme Court").
MEDIUM_TYPES: frozenset[str] = _words("drive dr court ct place pl close ter str")

# Types that are words of their own: they need a city, a unit, a cue or a line for themselves.
WEAK_TYPES: frozenset[str] = _words(
    """alley aly allee annex anx arcade arc bayou bayoo beach bch bend bnd bluff bluffs blf bottom
    btm branch br bridge brg brook brooks burg burgs camp cp canyon cyn cape cpe center centre ctr
    circle cir circ circles cliff cliffs clf clfs club clb common commons cmn corner corners cor
    course crse courts cove coves cv creek crk crest crossing xing crossroad crossroads xrd curve
    curv cutoff dale dl dam divide dv drives estate estates est ests extension ext fall falls ferry
    fry field fields fld flds flat flats flt ford fords forest frst forge forges frg fork forks
    fort ft garden gardens gdn gdns gateway gtwy glen glens gln green greens grn grove groves grv
    gulch harbor harbour hbr harbors haven hvn heights hts hill hills hl hls hollow hollows holw
    inlet inlt island islands is isle isles junction jct key keys ky knoll knolls knl lake lakes
    lk land landing lndg light lights lgt loaf lf lock locks lck lodge ldg loop mall manor manors
    mnr meadow meadows mdw mdws mews mill mills ml mls mission msn mount mt mountain mtn neck nck
    orchard orch oval overpass opas park parks pass passage psge path paths pike pikes pine pines
    pne plain plains pln plaza point points pt port ports prt prairie pr radial radl ramp ranch
    rnch rapid rapids rpd rest rst ridge ridges rdg river riv route rte rt row rue run shoal shoals
    shl shore shores shr skyway spring springs spg spgs spur spurs square sq squares station sta
    stravenue stream strm summit smt throughway trwy trace trce track trak trafficway trfy trail
    trails trl trailer tunnel tunl underpass union unions valley vly via viaduct view views vw
    village villages vlg ville vl vista vis walk walks wall way ways well wells wls woods wood
    farms farm plantation prado parade esplanade esp quay wharf wynd chase rise gate circuit cct
    promenade prom approach bank downs end fold side broadway bowery nagar colony marg chowk layout
    extn building"""
)

# Types whose full stop belongs to them; behind any other it ends the sentence.
ABBREVIATED: frozenset[str] = _words(
    """st str ave av avn blvd boul rd ln dr pkwy hwy expy tpke ter terr ct cres pl plz fwy byp cswy
    aly anx arc bch bnd blf br brg cyn ctr cir clf cmn cor cv crk crst xing crse dl dv est ests ext
    fld flds flt frst frg frk ft gdn gdns gtwy gln grn grv hbr hvn hts hl hls holw inlt is jct ky
    knl lk lndg ldg mdw mdws ml mls mt mtn orch pne pln pt prt pr rnch rpd rst rdg rte rt shl shr
    spg sq sta smt trl tunl un vly vw vlg vis wl extn jr n s e w ne nw se sw"""
)

DIRECTIONS: frozenset[str] = _words(
    """n s e w ne nw se sw no so north south east west northeast northwest southeast southwest
    n.e n.w s.e s.w"""
)

# Words before the number of a flat, a floor or a part of a building.
UNITS: frozenset[str] = _words(
    """apt apartment suite ste st unit room rm bldg building dept department condo lot space spc
    trlr flat pmb box file level lvl office ofc substation ap apto sc et bl esc piso m/c no nr
    floor fl flr tower block wing kt int puerta interior depto edif planta escalera studio stock
    lgh lägenhet whg wohnung appt appartement étage etage våning"""
)

# Words that never stand in the name of a street that is written small.
NO_NAME_WORDS: frozenset[str] = _words(
    """a an the this that these those of from to in on at for with and or but if is are was were be
    been has have had will would can could may my your his her its our their it he she they we you
    i minute minutes min mins hour hours day days week weeks month months year years old times time
    people students student men women kids children miles mile km meters metres feet foot inches
    percent dollars cents points pages page steps step different other more less most new good best
    first second third every each all both many few some any out way by per than then so when while
    who which what where how not no only just about after before into over under between x + - =
    block blocks items units groups cars houses rooms lanes"""
)

# Small words inside a capitalised name: "Avenue of the Americas", "Rua da Graça".
LINKS: frozenset[str] = _words(
    """of the and de del de la las los el le les du des da do dos das di della dei van von der den
    zum zur am an y e à aux od do th &"""
)

US_STATES: dict[str, str] = {
    "AL": "Alabama", "AK": "Alaska", "AZ": "Arizona", "AR": "Arkansas", "CA": "California",
    "CO": "Colorado", "CT": "Connecticut", "DE": "Delaware", "DC": "District of Columbia",
    "FL": "Florida", "GA": "Georgia", "HI": "Hawaii", "ID": "Idaho", "IL": "Illinois",
    "IN": "Indiana", "IA": "Iowa", "KS": "Kansas", "KY": "Kentucky", "LA": "Louisiana",
    "ME": "Maine", "MD": "Maryland", "MA": "Massachusetts", "MI": "Michigan", "MN": "Minnesota",
    "MS": "Mississippi", "MO": "Missouri", "MT": "Montana", "NE": "Nebraska", "NV": "Nevada",
    "NH": "New Hampshire", "NJ": "New Jersey", "NM": "New Mexico", "NY": "New York",
    "NC": "North Carolina", "ND": "North Dakota", "OH": "Ohio", "OK": "Oklahoma", "OR": "Oregon",
    "PA": "Pennsylvania", "PR": "Puerto Rico", "RI": "Rhode Island", "SC": "South Carolina",
    "SD": "South Dakota", "TN": "Tennessee", "TX": "Texas", "UT": "Utah", "VT": "Vermont",
    "VA": "Virginia", "WA": "Washington", "WV": "West Virginia", "WI": "Wisconsin",
    "WY": "Wyoming", "GU": "Guam", "VI": "Virgin Islands", "AS": "American Samoa",
    "MP": "Northern Mariana Islands", "AE": "Armed Forces Europe", "AP": "Armed Forces Pacific",
    "AA": "Armed Forces Americas", "MH": "Marshall Islands", "PW": "Palau", "FM": "Micronesia",
}  # fmt: skip
# Codes of states that are words in capitals; without a code they need a comma before them.
STATE_WORDS: frozenset[str] = _words("AL AS DE HI ID IN LA MA ME MI OH OK OR PA AA")
OTHER_STATE_CODES: frozenset[str] = _words(
    "AB BC MB NB NL NS NT NU ON PE QC SK YT NSW VIC QLD SA WA TAS ACT"
)
OTHER_STATES: tuple[str, ...] = (
    *("Ontario", "Quebec", "Québec", "British Columbia", "Alberta", "Manitoba", "Nova Scotia",
       "New South Wales", "Victoria", "Queensland", "Tasmania", "South Australia",
      "Western Australia"),
)  # fmt: skip


# Street types that stand before the name. Those of the second table are words or names elsewhere.
LEADING_TYPES: tuple[str, ...] = (
    "rue", "chemin", "impasse", "quai", "allée", "viale", "vicolo", "calle", "c/", "avenida",
    "avda.", "avda", "paseo", "carrer", "avinguda", "rua", "travessa", "praça", "rodovia",
    "estrada", "ul.", "ulica", "ulitsa", "ул.", "улица", "bulevardul", "b-dul", "calea",
    "glorieta", "ronda", "pasaje", "urbanización", "travesía", "callejón", "aleea", "intrarea",
    "soseaua", "șoseaua", "strada", "str.", "jalan", "jl.", "rruga", "boulevard", "avenue",
    "bd.", "bld.", "straße", "strasse",
)  # fmt: skip
LEADING_WEAK: tuple[str, ...] = (
    "via", "piazza", "corso", "largo", "cuesta", "vicolo", "plaza", "place", "route", "alameda",
    "camino", "carretera", "cours", "aleja", "al.", "os.", "pl.", "av.", "av", "bd", "str",
    "platz", "weg",
)  # fmt: skip

# Endings of compound street names: "Hauptstraße", "Kerkstraat", "Drottninggatan".
ENDINGS: tuple[str, ...] = (
    "straße", "strasse", "str.", "gasse", "allee", "platz", "weg", "straat", "laan", "plein",
    "gracht", "kade", "stigen", "torget", "backen", "allé", "stræde", "plads", "polku",
    "bulevardi", "kuja", "gatan", "vägen", "gränd", "veien", "vegen", "vej", "katu", "chaussee",
)  # fmt: skip
ENDINGS_WEAK: tuple[str, ...] = (
    "ring", "damm", "ufer", "gate", "gata", "tie", "singel", "steig", "dreef", "weide", "hof",
    "gade", "park", "berg", "markt",
)  # fmt: skip
FOLLOWING_TYPES: tuple[str, ...] = (
    "Straße", "Strasse", "Str.", "Allee", "Platz", "Weg", "Gasse", "utca", "út", "tér",
    "körút", "ulica", "ulice", "cesta", "trg", "Sokak", "Sok.", "Caddesi", "Cad.", "Bulvarı",
)  # fmt: skip

# What a home is a part of, before its number: "Block 12, Flat 8C".
HOME_PARTS: tuple[str, ...] = (
    "flat", "flt", "apartment", "apt", "block", "blk", "house", "hse", "plot", "stand", "erf",
    "villa", "bungalow", "compound", "h", "d",
)  # fmt: skip
# The same of other buildings, and words that only go on.
OTHER_PARTS: tuple[str, ...] = (
    "building", "bldg", "tower", "wing", "unit", "room", "rm", "door", "shop", "suite", "floor",
    "level", "phase", "sector", "stage", "gate", "lot", "quarter", "qtr", "hut",
)  # fmt: skip
# What the name of a street or of many homes ends with, where something before it says so.
PLACES: tuple[str, ...] = (
    "Street", "St", "Avenue", "Ave", "Road", "Rd", "Lane", "Ln", "Drive", "Close", "Crescent",
    "Court", "Terrace", "Way", "Place", "Square", "Boulevard", "Blvd", "Garden", "Gardens", "Grove",
    "Hill", "Row", "Walk", "Rise", "Mews", "Highway", "Parade", "Alley", "Circle", "Link", "View",
    "Estate", "Estates", "Mansion", "Mansions", "Heights", "Village", "Villas", "Colony", "Nagar",
    "Layout", "Enclave", "Apartments", "Apartment", "Residency", "Residence", "Residences",
    "Society", "Towers", "Tower", "Condominium", "Flats", "Complex", "Quarters", "Hostel", "Homes",
    "Manor", "Extension", "Township", "House", "Building", "Centre", "Vihar", "Marg", "Chowk",
    "Puram", "Kampong", "Plaza", "Lodge", "Hall", "Park",
)  # fmt: skip
# Those that are a street without anything else, for whoever says to live there.
STREETS: tuple[str, ...] = (*PLACES[:14], "Boulevard", "Blvd", "Grove", "Mews")
# Who lives, and how it is said: "I live on", "our flat is in", "jag bor på".
LIVING_STARTS: tuple[str, ...] = (
    "live", "living", "reside", "residing", "moved to", "grew up", "house is", "home is",
    "flat is", "apartment is", "house was", "home was", "habit", "wohn", "vivo", "vivimos",
    "viví", " bor ", "bodde",
)  # fmt: skip

CUES: tuple[str, ...] = (
    "address", "addresses", "adress", "mailing address", "home address", "live at", "lives at",
    "lived at", "living at", "reside at", "resides at", "residing at", "resident of", "located at",
    "send to", "mail to", "ship to", "deliver to", "delivered to", "return to", "moved to",
    "my house", "our house", "my home", "house is", "home is", "house at", "home at", "apartment",
    "residence", "sent to", "office at", "offices at", "office is", "offices are", "stay at",
    "staying at", "visit us", "adresse", "dirección", "direccion", "indirizzo", "endereço",
    "adres", "anschrift", "wohnhaft", "domicilio", "c/o", "attn",
)  # fmt: skip

# What stands in front of an address and is nobody.
NO_PERSON: frozenset[str] = _words(
    "address mail box office dept department bank school university street road house at the"
)
