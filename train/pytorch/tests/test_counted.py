"""What the program counts and leaves out is a warning in Python too, and what it read is among the notes."""

import pytest

import axiomine

ROWS = """query,passage,label,extra
a b,a b c,1,x
a b,c d a,0,y
a b,e f b,oops,z
c d,c d e,1,z
c d,a b c d,,z
"""


def test_rows_left_out_are_warnings(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text(ROWS, encoding="utf-8")
    with pytest.warns(axiomine.Warning) as given:
        pairs = axiomine.mine(path)
    lines = [str(warning.message) for warning in given]
    assert any(
        line.startswith('skipped 1 judgement: grade that is not a whole number, such as "oops" (labels="oops=GRADE"') for line in lines
    )
    assert any(line.startswith("noted 1: labels that are missing: they judge nothing") for line in lines)
    assert set(lines) <= set(pairs.warnings)
    assert "read 4 rows: query = query, document = passage, label = label; not used: extra" in pairs.notes
    assert any(line.startswith("not read: columns extra") and "--" not in line for line in pairs.notes)


def test_queries_left_out_of_means_are_warnings():
    qrels, run = {"1": {"a": 1}, "2": {"b": 1}}, {"1": {"a": 2.0}, "9": {"b": 1.0}}
    with pytest.warns(axiomine.Warning) as given:
        assert axiomine.evaluate(run, qrels, ["map"]) == {"map": 1.0}  # of query 1 alone
    lines = [str(warning.message) for warning in given]
    assert lines == [
        "1 judged query of qrels without a result in run: left out of the means, as in trec_eval (complete=True: each is 0)",
        "1 query of run without a judgement in qrels: left out",
    ]
    with pytest.warns(axiomine.Warning, match="1 judged query of qrels without a result in run: counted as 0"):
        assert axiomine.evaluate(run, qrels, ["map"], complete=True) == {"map": 0.5}
