"""Writes english.tsv.gz: words of the demo collection and words built of common English and endings, with NLTK's stems.

    pip install nltk==3.10.4
    python answers.py

Without the ending -izer: there NLTK differs from Snowball's own program, whose R2 goes on where NLTK's ends.
"""

import gzip
import pathlib
import re

from nltk.stem import PorterStemmer, SnowballStemmer

here = pathlib.Path(__file__).parent
demo = here.parents[3] / "configs" / "demo"

STEMS = """act add agree apply argue base beauty begin big bury busy call care carry centre change child city clean colour create
cry dance deny die dry early easy employ enjoy equal fail fly free general generous gentle happy hop hope ideal identify inter journey
knit lie logic love mad move nation nature note occur operate person please predict rate ration real relate run say sense sky social
special stop succeed take tan tie trouble try use vary vision walk write year young""".split()
ENDINGS = """ s es ed ing er est ly y al ally ation ational ative ator e ence ency ful fully fulness ible ies ied ing ingly ism ist
ity ive iveness ize ized izing less lessly li ment ness ogi or ous ously ousness tional yed ying""".split()

words = set(STEMS) | {stem + ending for stem in STEMS for ending in ENDINGS}
for file in demo.glob("*.tsv"):
    words |= set(re.findall("[a-z]+", file.read_text("utf-8").lower()))

english, porter = SnowballStemmer("english"), PorterStemmer(PorterStemmer.MARTIN_EXTENSIONS)
rows = (f"{word}\t{english.stem(word)}\t{porter.stem(word)}\n" for word in sorted(words))
(here / "english.tsv.gz").write_bytes(gzip.compress("".join(rows).encode(), mtime=0))
