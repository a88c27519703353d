"""Rows as public data sets have them: read as they are, or refused with a line that reads them; the same in every form of a table."""

import json
import os
import pathlib
import re
import subprocess
import warnings

import axiomine
import pandas
import polars
import publicrows
import pyarrow.feather
import pytest
from conftest import long
from datasets import ClassLabel, Dataset

GOLDEN = pathlib.Path(__file__).with_name("publicrows.txt")
VALUE = r'"(?:[^"\\]|\\.)*"'
PASTED = re.compile(f"paste ((?:,? ?(?:--)?(?:columns|labels)[ =]{VALUE})+)")
FLAG = re.compile(f"(columns|labels)[ =]({VALUE})")
# Rows of ids alone, which gen reads beside a collection, and which it says so of.
IDS = {"insuranceqa", "st msmarco triplet ids", "st msmarco hard negatives", "nv nemotron", "lighton kd", "mteb beir qrels"}


def told(binary, verb, path, *options):
    """Returns the columns of the first line, and the error where there is none."""
    command = ["audit", path] if verb == "audit" else ["gen", "inspect", "--data", path]
    done = subprocess.run([binary, *command, *options], capture_output=True, text=True, env=os.environ | {"COLUMNS": "10000"})
    lines = re.findall(r"^read \d+ rows?: (.*)$", done.stdout + done.stderr, re.M)
    return (lines[0], "") if lines and done.returncode == 0 else ("", done.stdout + done.stderr)


def pasted_columns(fault):
    """Returns the columns that a refusal asks for, a document as the positive that the audit reads."""
    return FLAG.search(PASTED.search(fault)[1])[2].replace("document=", "positive=")


def found(report):
    """Returns what an audit found, which depends on all rows and their texts: all but the names of files and columns, and lines."""
    return json.dumps({key: report[key] for key in ("rows", "queries", "texts", "findings", "likeliest", "shortcuts", "false_negatives_in_batch")},
                      sort_keys=True, default=str)


def place_free(text):
    """Returns a report without the files and lines of its examples, which differ between the forms."""
    return re.sub(r'"(file|line|first|last|places|end_line)": ("[^"]*"|\[[^]]*\]|\d+)', "", re.sub(r"\([^()]*(:\d+|counted from 1)\)", "", text))


def table(name):
    """Returns the rows of a set as a data set, with class labels where the public one has them."""
    rows, classes = publicrows.features(publicrows.rows(name))
    data = Dataset.from_list(rows)
    features = data.features.copy()
    for path, names in classes.items():
        node = features
        for key in path[:-1]:
            node = getattr(node[key], "feature", node[key])
        node[path[-1]] = ClassLabel(names=names)
    return data.cast(features) if classes else data


def test_public_rows(binary, tmp_path):
    """Each line of publicrows.txt was read: its columns are those of the data set, from memory of its card. UPDATE=1 writes the file anew."""
    got, refused = [], 0
    for number, name in enumerate(publicrows.SETS):
        path = tmp_path / str(number) / "rows.parquet"
        path.parent.mkdir()
        table(name).to_parquet(path)
        columns, fault = told(binary, "audit", path)
        if fault and not PASTED.search(fault):
            got.append(f"{name}: refused")
            refused += 1
            continue
        options = []
        while fault:
            for flag, value in FLAG.findall(PASTED.search(fault)[1]):
                assert f"--{flag}" not in options, f"{name}: the line {options} is refused: {fault}"
                options += [f"--{flag}", json.loads(value).replace("=?", "=0")]  # as a user may fill it in
            columns, fault = told(binary, "audit", path, *options)
        refused += bool(options)
        got.append(f"{name}: {'with ' + ' '.join(options) + ': ' if options else ''}{columns}")
        for_gen, fault = told(binary, "gen", path, *options)
        assert for_gen == columns or name in IDS and re.search("to read ids|are ids", fault), f"{name}: gen reads {for_gen} {fault}"
    assert refused <= len(publicrows.SETS) // 10
    text = "\n".join(got) + "\n"
    if "UPDATE" in os.environ:
        GOLDEN.write_text(text)
    assert text == GOLDEN.read_text()


# Sets whose cells are texts, numbers or lists of these, which every form can hold.
FLAT = ["st msmarco triplet", "st margin mse two passages", "st nq hard negatives", "st gooaq", "st allnli pair-class", "st allnli triplet", "st stsb",
        "st npr", "st bge form", "bge data", "e5 mistral", "wiki_qa", "qnli", "esci", "cosqa", "qqp", "scitail", "mrpc tsv", "sick", "vitaminc",
        "hh-rlhf", "SHP", "ultrafeedback argilla", "tldr preference", "safe-rlhf", "helpsteer2", "stack paired", "beavertails", "alpaca farm"]
NESTED = ["st set", "ms_marco v2", "miracl", "dpr json", "musique", "ultrafeedback h4", "ultrafeedback trl", "kto-mix", "arena", "llama-factory dpo", "stack preferences"]
FILES = {
    "x.csv": lambda rows, path: pandas.DataFrame(rows).to_csv(path, index=False),
    "x.tsv": lambda rows, path: pandas.DataFrame(rows).to_csv(path, index=False, sep="\t"),
    "x.jsonl": lambda rows, path: path.write_text("".join(json.dumps(row) + "\n" for row in rows)),
    "x.json": lambda rows, path: path.write_text(json.dumps(rows)),
    "x.arrow": lambda rows, path: pyarrow.feather.write_feather(pyarrow.Table.from_pylist(rows), str(path)),
}
FRAMES = [pandas.DataFrame, polars.DataFrame, Dataset.from_list]


def words(value):
    """Returns a value with the names of classes as words."""
    if isinstance(value, tuple):
        return value[1][value[2]] if value[2] >= 0 else None
    if isinstance(value, dict):
        return {key: words(inner) for key, inner in value.items()}
    return [words(inner) for inner in value] if isinstance(value, list) else value


@long("400 readings")
@pytest.mark.parametrize("name", FLAT + NESTED)
def test_every_form_is_read_alike(name, binary, tmp_path, monkeypatch):
    monkeypatch.setenv("AXIOMINE_PROGRAM", str(binary))
    rows = [words(row) for row in publicrows.rows(name)]
    seen, reports = {}, {}
    for file, write in FILES.items():
        if name in NESTED and file in ("x.csv", "x.tsv"):
            continue  # they have no objects, and no table of one column
        write(rows, tmp_path / file)
        for verb in ("audit", "gen"):
            columns, fault = told(binary, verb, tmp_path / file)
            seen[f"{verb} {file}"] = columns or pasted_columns(fault)
        if columns:
            done = subprocess.run([binary, "audit", tmp_path / file, "--json"], capture_output=True, check=True)
            reports[file] = place_free(found(json.loads(done.stdout)))
    for make in FRAMES:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                report = axiomine.audit(make(rows))
                seen[str(make)] = report.reading[0].split(": ", 1)[1]
                reports[str(make)] = place_free(found(report))
            except axiomine.InputError as fault:
                seen[str(make)] = pasted_columns(str(fault))
    alike = {how: re.sub(r"(?<=not used: ).*", lambda rest: ", ".join(sorted(rest[0].split(", "))), line) for how, line in seen.items()}
    assert len(set(alike.values())) == 1, json.dumps(alike, indent=1)
    assert len(set(reports.values())) <= 1, reports
