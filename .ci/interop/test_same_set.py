"""What is no part of the meaning of a table of rows changes nothing: the order of its lines, their division into files, packing, the form of
the file and the names of ids give the same set of pairs, by their texts."""

import csv
import gzip
import json
import random
import zlib

import pyarrow
import pyarrow.parquet
import pytest

WORDS = "river wind stone bread whale tree fox water cold north iron salt".split()
TABLES = 3


def table(r):
    """Rows of query, passage, label and their ids. A text has one id; words repeat so that axioms find preferences."""
    queries = [" ".join(r.sample(WORDS, r.randrange(2, 4))) for _ in range(6)]
    passages = list({" ".join(r.choices(WORDS, k=r.randrange(4, 14))): None for _ in range(30)})
    rows = []
    for q, query in enumerate(dict.fromkeys(queries)):
        for d in r.sample(range(len(passages)), 7):
            rows.append({"query_id": f"q{q}", "query": query, "doc_id": f"d{d}", "passage": passages[d], "label": r.choice([0, 0, 1, ""])})
    return rows


def write_csv(rows, file):
    writer = csv.DictWriter(file, rows[0])
    writer.writeheader()
    writer.writerows(rows)


def as_csv(rows, folder):
    with open(folder / "rows.csv", "w", newline="") as file:
        write_csv(rows, file)


def as_gzip(rows, folder):
    with gzip.open(folder / "rows.csv.gz", "wt", newline="") as file:
        write_csv(rows, file)


def as_zstd(rows, folder):
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    with pyarrow.output_stream(folder / "rows.jsonl.zst", compression="zstd") as file:
        file.write(lines.encode())


def as_parts(rows, folder):
    for part in range(3):
        with open(folder / f"part-{part}.csv", "w", newline="") as file:
            write_csv(rows[part::3], file)


def as_parquet(rows, folder):
    rows = [row | {"label": None if row["label"] == "" else row["label"]} for row in rows]
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), folder / "rows.parquet", row_group_size=7)


def as_arrow(rows, folder):
    import datasets
    rows = [row | {"label": None if row["label"] == "" else row["label"]} for row in rows]
    datasets.Dataset.from_list(rows).save_to_disk(folder / "saved")


def renamed(rows):
    """Other ids, in another order than the old ones."""
    new = lambda name: f"{zlib.crc32(name.encode()):08x}"
    return [row | {"query_id": new(row["query_id"]), "doc_id": new(row["doc_id"])} for row in rows]


def pairs(axiomine, folder):
    """The rows of all splits by their texts."""
    data = folder / "saved" if (folder / "saved").exists() else folder
    out = folder.with_name(folder.name + "-out")
    axiomine("gen", "-q", "--data", data, "--axioms", "tfc1, lnc1, m-tdc", "--ratio", "none", "--output-format", "jsonl", "-o", out,
             capture_output=True)
    rows = []
    for shard in sorted((out / "shards").rglob("*.jsonl")):
        for line in open(shard):
            row = json.loads(line)
            rows.append((row["task"], row["axiom"] or "", row["query"], row["positive"], row["negative"], row["negative_source"] or ""))
    return sorted(rows)


@pytest.mark.parametrize("seed", range(TABLES))
def test_the_same_set(axiomine, tmp_path, seed):
    r = random.Random(seed)
    rows = table(r)
    shuffled = r.sample(rows, len(rows))
    sets = {}
    for name, write, those in (("csv", as_csv, rows), ("shuffled", as_csv, shuffled), ("gzip", as_gzip, shuffled), ("zstd", as_zstd, rows),
                               ("parts", as_parts, rows), ("parquet", as_parquet, shuffled), ("arrow", as_arrow, rows), ("renamed", as_csv, renamed(rows))):
        folder = tmp_path / name
        folder.mkdir()
        write(those, folder)
        sets[name] = pairs(axiomine, folder)
    assert len(sets["csv"]) > 30 and len({row[1] for row in sets["csv"]}) >= 3
    for name, found in sets.items():
        assert found == sets["csv"], name
