"""Random tables, written by pyarrow, pandas with both engines, polars, DuckDB and csv in every encoding and packing and read by axiomine: the values are those that
pyarrow reads, and every row is a document, or a judgement, or is counted under a reason."""

import collections
import json
import random
import subprocess

import pyarrow.parquet
import pytest
from conftest import ROOT
from tablevalues import FLAT, LABELS, NESTED, column, expected
from tablewriters import WRITERS, Unwritable, read_back

TABLES = 2200
COPIES = 120
NAMES = ["text", "value", "Answer Text", "a.b", "größe", "x-1", "c"]
# Such a row is a document, and no judgement.
NO_LABEL = "labels that are missing: they judge nothing"


def table(r):
    """Columns of ids, of two flat types, of a label, and of lists of structures."""
    rows = r.choice([0, 1, 2, 7, 40])
    columns = {}
    ids = range(1, rows + 1) if r.random() < .5 else [10**6 * i for i in range(1, rows + 1)]
    columns["rid"] = column(r, list(ids), r.choice(["int32", "int64", "uint64", "float64"]))
    for name in r.sample(NAMES, 2):
        kind, make = r.choice(FLAT)
        columns[name] = column(r, [None if r.random() < .2 else make(r) for _ in range(rows)], kind)
    columns["label"] = column(r, [None if r.random() < .2 else r.choice([0, 1, 1, 2, 3]) for _ in range(rows)], r.choice(LABELS))
    kind, make = r.choice(NESTED)
    gaps = not str(kind).startswith("dictionary")  # pyarrow's indices below a missing structure lie outside of an empty dictionary
    number, lists = 0, []
    for _ in range(rows):
        members = []
        for _ in range(r.randrange(4)):
            number += 1
            members.append(None if gaps and r.random() < .1 else {"id": f"m{number}", "text": None if r.random() < .2 else make(r)})
        lists.append(None if r.random() < .1 else members)
    columns["docs"] = column(r, lists, kind, nested=True)
    return columns


@pytest.fixture(scope="session")
def read(tmp_path_factory):
    """Reads tables with the program's readers, all in one process."""
    program = tmp_path_factory.mktemp("tables") / "tables"
    subprocess.run(["go", "build", "-o", program, "./.ci/interop/tables"], cwd=ROOT, check=True)

    def run(requests):
        asked = [{"Path": str(path), "Columns": columns, "Judgements": judged} for path, columns, judged in requests]
        lines = "".join(json.dumps(one) + "\n" for one in asked)
        done = subprocess.run([program], input=lines, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr[-3000:]
        return [json.loads(line) for line in done.stdout.splitlines()]
    return run


def write(r, columns, path):
    """The writer's name, the path, and what pyarrow reads there. Where a writer does not know a type, another one writes."""
    for name in [r.choices(list(WRITERS), [8, 4, 2, 2, 6, 3, 3, 2])[0], "arrow", "parquet"]:
        try:
            written = WRITERS[name](r, columns, path)
            return name, written, read_back(written)
        except Unwritable:
            pass
    raise AssertionError(f"{path}: no writer knows {columns}")


def check(where, kind, wanted, rows, answer):
    """wanted holds the id of each row and what must be said of it, None for a missing value. rows is None for members of lists."""
    present = [(key, value) for key, value in wanted if value]
    if not present:
        assert "no documents: " in answer["error"] or "no judgements: " in answer["error"], f"{where}: {answer}"
    else:
        assert not answer["error"], f"{where}: {answer['error']}"
        got = answer["rows"]
        assert [key for key, _ in got] == [key for key, _ in present], where
        for (key, said), (_, (value, parse)) in zip(got, present):
            assert parse(said) == value, f"{where}: {key}: {said!r} for {value!r}"
    if rows is not None:
        missing = sum(answer["skipped"].values()) + answer["noted"].get(NO_LABEL, 0)
        assert len(present) + missing == rows, f"{where}: {answer} of {rows}"


def test_random_tables_have_the_values_that_pyarrow_reads(read, tmp_path):
    requests, wanted, written = [], [], collections.Counter()
    for seed in range(TABLES):
        r = random.Random(seed)
        columns = table(r)
        name, path, back = write(r, columns, tmp_path / f"{seed}.table")
        written[name] += 1
        ids = [str(int(float(i))) for i in back["rid"].to_pylist()]
        flat = [c for c in back.column_names if c in NAMES]
        for chosen in flat:
            requests.append((path, f"document_id=rid,document={chosen}", False))
            wanted.append((str(back[chosen].type), [(i, expected(v)) for i, v in zip(ids, back[chosen])], len(ids)))
        requests.append((path, f"query=rid,document_id=rid,document={flat[0]},label=label", True))
        labels = [expected(v) for v in back["label"]]
        wanted.append((str(back[flat[0]].type), [(i, label and (int(float(label[0])), int)) for i, label in zip(ids, labels)], len(ids)))
        if "docs" in back.column_names:
            requests.append((path, "document=docs.text,unused=label", False))
            members = [m for row in back["docs"] if row.is_valid for m in row if m.is_valid]
            kind = str(back["docs"].type.value_type.field("text").type)
            wanted.append((kind, [(m["id"].as_py(), expected(m["text"])) for m in members], None))
    assert sum(written.values()) == TABLES and min(written[w] for w in WRITERS) > TABLES // 40, written
    values = 0
    for (path, columns, _), (kind, rows_wanted, rows), answer in zip(requests, wanted, read(requests), strict=True):
        check(f"{path.name}, {columns}", kind, rows_wanted, rows, answer)
        values += sum(value is not None for _, value in rows_wanted)
    assert values > 50_000


def test_clean_copies_have_the_rows_types_and_metadata_of_their_files(axiomine, tmp_path):
    """audit --fix drop keeps rows, types and metadata of Parquet and Arrow, as pyarrow reads them."""
    copies, written = 0, collections.Counter()
    for seed in range(COPIES):
        r = random.Random(seed)
        rows = r.randrange(2, 40)
        keys = [r.randrange(i + 1) if r.random() < .3 else i for i in range(rows)]
        columns = {name: pyarrow.array([f"{name} number {key}" for key in keys]) for name in ("query", "positive", "negative")}
        for name in r.sample(NAMES[1:], 3):
            kind, make = r.choice(FLAT)
            columns[name] = column(r, [None if r.random() < .2 else make(r) for _ in range(rows)], kind)
        kind, make = r.choice(NESTED)
        columns["docs"] = column(r, [None if r.random() < .1 else [{"id": "m", "text": make(r)}] * r.randrange(3) for _ in range(rows)], kind,
                                 nested=True)
        path, clean = tmp_path / f"{seed}.table", tmp_path / f"{seed}-clean.table"
        name = r.choice(["parquet", "duckdb", "pandas", "fastparquet", "polars", "arrow", "js"])
        try:
            WRITERS[name](r, columns, path)
            whole = read_back(path)
        except (Unwritable, pyarrow.ArrowException, OSError):
            continue
        written[name] += 1
        axiomine("audit", "-q", "--fix", "drop", "--only", "repeated-row", "--yes", "-o", clean, path)
        kept = read_back(clean)
        firsts = [i for i, key in enumerate(keys) if key not in keys[:i]]
        assert kept.schema.equals(whole.schema, check_metadata=True), f"{path}: {kept.schema} for {whole.schema}"
        everything = whole.to_pylist()
        assert repr(kept.to_pylist()) == repr([everything[i] for i in firsts]), path
        copies += len(firsts) < rows
    assert copies > COPIES // 3 and min(written.values()) > COPIES // 20, written
