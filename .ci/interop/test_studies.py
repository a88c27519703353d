"""The commands of the studies that `make reproduce`, `reproduce-bert` and `reproduce-live` run are accepted. They take hours,
so a flag that has come to be refused would be seen by nobody else."""

import subprocess

import pytest
import reproduce
import reproduce_bert
import reproduce_live
import studies


def accepted(binary, *command):
    done = subprocess.run([binary, *map(str, command), "--dry-run"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("collection", reproduce.COLLECTIONS)
def test_reproduce(binary, data, tmp_path, collection):
    cells = list(reproduce.cells([collection]))
    assert cells
    for name, _, n, _, flags in cells:
        accepted(binary, "train", *reproduce.command(data, tmp_path / name, collection, n, flags, seeds=2))


@pytest.mark.parametrize("experiment", reproduce_bert.EXPERIMENTS)
def test_reproduce_bert(binary, data, vocab, tmp_path, experiment):
    flags = reproduce_bert.experiment_flags(experiment, data / "wikiqa", vocab, seeds=2, ranker="true {shards}")
    accepted(binary, *flags, "-o", tmp_path / "out")


@pytest.fixture(scope="module")
def study(binary, data, tmp_path_factory):
    class Options:
        axiomine, output, hits = binary, tmp_path_factory.mktemp("studies"), 30

    Options.data = data
    return studies.Study("cacm", Options)


def test_reproduce_retrieves(study):
    study.gen("retrieve", "--hits", 30, "-o", study.work / "bm25")


def test_reproduce_live(study, vocab, tmp_path):
    accepted(study.options.axiomine, "gen", *reproduce_live.PAIRS, "--vocab", vocab, "--data", study.data, "-o", tmp_path / "pairs")
