"""Writes an export of a shop, as engineers have them: rows of 200,000 clicks with HTML, in German and English. Usage: export.py FILE [ROWS]"""

import csv
import random
import sys

WORDS = {"de": "Handtuch Bettwäsche Kaffeemühle Teekanne Lampe Stuhl Tisch Regal Kissen Decke Messer Pfanne Topf Vorhang Teppich".split(),
         "en": "towel linen grinder teapot lamp chair table shelf cushion blanket knife pan pot curtain rug".split()}
KINDS = {"de": "groß klein blau rot grün günstig leise leicht robust weich rund eckig modern antik faltbar".split(),
         "en": "large small blue red green cheap quiet light sturdy soft round square modern antique foldable".split()}


def main(path: str, rows: int = 200_000) -> None:
    """Writes rows: a query, a product and whether it was clicked (ja, nein or empty)."""
    draw = random.Random(42)
    products = []
    for n in range(rows // 5):
        language = draw.choice(("de", "en"))
        kinds = draw.sample(KINDS[language], draw.randint(2, 6))
        noun = draw.choice(WORDS[language])
        text = "".join(f"<li>{kind.replace('ü', '&uuml;')} {draw.choice(WORDS[language])}</li>" for kind in kinds)
        products.append((f"{n:05}", language, f"{noun} {kinds[0]} {n}", f"<p>{noun} &amp; {kinds[-1]}</p><ul>{text}</ul>"))
    with open(path, "w", encoding="utf-8-sig", newline="") as out:
        table = csv.writer(out, delimiter=";", lineterminator="\n")
        table.writerow(("Such Begriff (raw)", "SKU", "Artikel: Titel/HTML", "Beschreibung", "Sprache", "geklickt?"))
        for _ in range(rows):
            sku, language, title, text = draw.choice(products)
            query = " ".join((draw.choice(WORDS[language]), *draw.sample(KINDS[language], draw.randint(1, 2))))
            table.writerow((query, sku, title, text, language, draw.choice(("ja", "nein", "nein", ""))))


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
