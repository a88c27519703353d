"""What bounds each stage of the chain: its CPU seconds on a made collection beside those of stripped loops in C (limits.c) on as much work,
of pyarrow's writer on the columns of word pieces, and of the disk. All loops run on one thread; the stage's seconds are those of all its threads.

  limits.py --text .ci/bench/limits.txt      (a million passages; gcc, and pyarrow for the writer)
"""

import argparse
import json
import os
import pathlib
import subprocess
import tempfile
import time

from bench import ROOT, human, machine
from growth import AXIOMS, DOCS, HITS, QUERIES, ROWS, STAGES, made, staged


def loops(work, data):
    """The loops' CPU seconds a unit, by task."""
    subprocess.run(["gcc", "-O3", "-march=native", ROOT / ".ci/bench/limits.c", "-o", work / "limits"], check=True)
    said = subprocess.run([work / "limits", data / "collection.tsv", data / "queries.tsv", str(HITS)], check=True, capture_output=True, text=True)
    return {line["task"]: line["cpu_s"] / line["work"] for line in map(json.loads, said.stdout.splitlines())}


def disk(work):
    """Bytes a second of a gibibyte that is written and synced, the median of three."""
    block, rates = b"\xa5" * (1 << 24), []
    for _ in range(3):
        begin = time.monotonic()
        with open(work / "disk", "wb") as f:
            for _ in range(64):
                f.write(block)
            f.flush()
            os.fsync(f.fileno())
        rates.append((1 << 30) / (time.monotonic() - begin))
    return sorted(rates)[1]


def writer(work, out):
    """CPU seconds of pyarrow's writer for the shards of word pieces as they are, their rows, and how they are compressed."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    pa.set_cpu_count(1)
    used, rows, codec = 0, 0, ""
    for path in sorted(out.rglob("*.parquet")):
        file = pq.ParquetFile(path)
        if "input_ids" not in " ".join(file.schema_arrow.names):
            continue
        table, codec = file.read(), file.metadata.row_group(0).column(0).compression
        begin = time.process_time()
        pq.write_table(table, work / "written.parquet", compression=codec, row_group_size=file.metadata.row_group(0).num_rows)
        used, rows = used + time.process_time() - begin, rows + table.num_rows
    return used, rows, codec


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--docs", type=int, default=1_000_000, help="passages; queries and rows in MS MARCO's proportion")
    parser.add_argument("--program", default=ROOT / "axiomine", help="the binary")
    parser.add_argument("--work", type=pathlib.Path, help="folder of made collections, as growth.py keeps it")
    parser.add_argument("--text", type=pathlib.Path, help="file for the table")
    o = parser.parse_args()
    queries, rows = round(o.docs * QUERIES / DOCS), round(o.docs * ROWS / DOCS)
    head = machine()
    with tempfile.TemporaryDirectory() as scratch:
        work = pathlib.Path(scratch)
        data, out = made(o.program, o.work or work, o.docs, queries), work / "out"
        least, bandwidth = loops(work, data), disk(work)
        found = {stage: staged(o.program, stage, data, out, HITS, rows) for stage in STAGES}
        counts = json.loads((out / "counts.json").read_text())
        pairs = sum(of["all"]["instances"] for axiom, of in counts.items() if axiom != "tfc2")  # which is of triples
        with open(out / "run.all.txt", "rb") as f:
            candidates = sum(1 for _ in f)
        write_cpu, written, codec = writer(work, out)
    compared = candidates * (HITS - 1) / 2 * len(AXIOMS.split(","))
    word, every, read, compare, draw = least.values()
    bounds = {
        "index": ("words of every text looked up", o.docs * word),
        "retrieve": ("every posting of every query term added, without looking for the best", queries * every),
        "mine": ("query terms counted in every candidate, pairs compared in packed counts, of every axiom", candidates * read + compared * compare),
        "sample": ("the same, and a key hashed for each of the pairs found", candidates * read + compared * compare + pairs * draw),
        "shards": (f"pyarrow's writer, {codec}, on the columns of word pieces alone, {written:,} rows", write_cpu),
    }
    lines = [*head, "", f"{o.docs:,} passages, {queries:,} queries, {HITS} candidates each, 2 x {rows:,} rows; the disk takes {bandwidth / 1e6:,.0f} MB/s, synced.", "",
             "| stage | CPU | stripped | CPU | ours / stripped | disk | at the disk's rate | wall |", "|---|---|---|---|---|---|---|---|"]
    for stage, m in found.items():
        what, seconds = bounds[stage]
        lines.append(f"| {stage} | {m['cpu']:.1f} s | {what} | {seconds:.2f} s | {m['cpu'] / seconds:.1f} | {m['disk'] / 1e6:,.0f} MB | "
                     f"{m['disk'] / bandwidth:.1f} s | {m['wall']:.1f} s |")
    lines += ["", "The loops, one thread:", "", "| loop | a CPU-second |", "|---|---|", *(f"| {task} | {human(1 / seconds)} |" for task, seconds in least.items())]
    text = "\n".join(lines) + "\n"
    print(text, end="")
    if o.text:
        o.text.write_text(text)


if __name__ == "__main__":
    main()
