"""Every call that takes amounts says which one it does not reach: the table of Python beside that of the commands."""

import warnings

import pytest

import axiomine

DOCUMENTS = {str(i): f"whale {i} " + "blue " * (i % 5) + "sea " * (i % 7) for i in range(1, 31)}
QUERIES = {f"q{i}": f"blue whale sea {i}" for i in range(1, 5)}
QRELS = {q: {str(3 * i): 1, str(3 * i + 1): 0} for i, q in enumerate(QUERIES, 1)}
BASE = {"axioms": "tfc1", "stopwords": "none"}

# Options that are amounts: what asks for more than there is, and what the warning says. The others are shares of a mixture, which is
# refused as a whole, or need a division that the commands' own table has.
AMOUNTS = {
    "pairs": ({"pairs": 90_000}, "pairs asks for 90,000"),
    "ratio": ({"ratio": "90000:1"}, "ratio asks for"),
    "judged": ({"judged": 90_000}, "judged asks for 90,000"),
    "judged_queries": ({"judged_queries": 90_000}, "judged_queries asks for 90,000"),
    "class_test": ({"class_test": 90_000, "mixture": "ranking=1,tfc1=1", "rows_of": "all"}, "class_test asks for 90,000"),
}


def mined(options):
    """Mines with options; returns what has the warnings."""
    return axiomine.mine(DOCUMENTS, QUERIES, QRELS, **BASE | options)


def drawn(options):
    """Draws from a server with options; likewise."""
    with axiomine.serve(DOCUMENTS, QUERIES, QRELS, **BASE | options) as server:
        server.draw()
        return server


CALLS = [(mined, name) for name in AMOUNTS] + [(drawn, name) for name in AMOUNTS if name != "class_test"]


@pytest.mark.parametrize(("call", "name"), CALLS)
def test_an_amount_that_is_not_reached(call, name):
    """The value is there, and a warning says what it lacks, unless that is accepted."""
    asked, said = AMOUNTS[name]
    with pytest.warns(axiomine.Warning, match=said):
        value = call(asked)
    assert any(said in str(text) for text in value.warnings)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        call(asked | {"on_shortage": "accept"})
    assert not any("asks for" in str(w.message) and "there are" in str(w.message) for w in caught)


def test_rows_to_test_with_are_not_left_out_in_silence():
    with pytest.raises(axiomine.UsageError, match="rows_of: train leaves out the rows to test with"):
        mined({"class_test": 9, "mixture": "ranking=1,tfc1=1"})
