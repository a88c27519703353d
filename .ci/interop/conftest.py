"""What the checks share: the built command, the shared data and checkers, and one run of each kind."""

import hashlib
import os
import pathlib
import shutil
import subprocess
import sys

import pytest

os.environ.update(HF_HUB_OFFLINE="1", HF_DATASETS_OFFLINE="1", TOKENIZERS_PARALLELISM="false", HF_DATASETS_DISABLE_PROGRESS_BARS="1")
# What trainers make of files is looked at here, with as many rows as small collections give.
os.environ.setdefault("AXIOMINE_GEN_ON_SHORTAGE", "accept")

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path += [str(ROOT / ".ci"), str(ROOT / "train" / "pytorch" / "src")]
SHARED = ROOT.parent / "shared"
import checkers  # noqa: E402

NULLABLE = "pos_grade,neg_grade,pos_rank,neg_rank,pos_score,neg_score"  # optional in the contract's canonical row


ALL = "ALL_TESTS" in os.environ  # as under .ci/run --all
# Trainers that need packages of their own, of gigabytes.
LARGE = {"pylate", "trl"}
# Recipes of two minutes on one core each, and why.
SLOW = {"beam": "a build of Beam"}


def long(reason):
    """Marks a test that .ci/run leaves out without --all."""
    return pytest.mark.skipif(not ALL, reason=f"left to .ci/run --all: {reason}")


def pytest_collection_modifyitems(items):
    """Skips, with the reason, what needs a large trainer or takes minutes."""
    for item in items:
        params = item.callspec.params if hasattr(item, "callspec") else {}
        if (name := params.get("name")) in SLOW:
            item.add_marker(long(SLOW[name]))
        recipe = str(params.get("python"))
        if found := [name for name in LARGE if name in item.fixturenames or name in recipe]:
            item.add_marker(long(f"{found[0]} needs packages of gigabytes"))


@pytest.fixture(scope="session")
def binary(tmp_path_factory):
    if "AXIOMINE_PROGRAM" in os.environ:
        return pathlib.Path(os.environ["AXIOMINE_PROGRAM"])
    path = tmp_path_factory.mktemp("bin") / "axiomine"
    subprocess.run(["go", "build", "-o", path, "."], cwd=ROOT, check=True)
    return path


@pytest.fixture(scope="session")
def axiomine(binary):
    def run(*args, **kwargs):
        return subprocess.run([binary, *map(str, args)], check=True, **kwargs)
    return run


@pytest.fixture(scope="session")
def python():
    """Runs a script with this interpreter, on one thread: two would wait for each other on a busy machine. Its output."""
    def run(*args, **kwargs):
        done = subprocess.run([sys.executable, *map(str, args)], capture_output=True, text=True, env=os.environ | {"OMP_NUM_THREADS": "1"}, **kwargs)
        assert done.returncode == 0, done.stdout + done.stderr[-3000:]
        return done.stdout
    return run


@pytest.fixture(scope="session")
def model(vocab, tmp_path_factory):
    """A BERT of two layers with random weights, as a folder that transformers reads."""
    from transformers import BertConfig, BertModel, BertTokenizerFast
    out = tmp_path_factory.mktemp("model") / "bert"
    BertModel(BertConfig(hidden_size=64, num_hidden_layers=2, num_attention_heads=2, intermediate_size=128)).save_pretrained(out)
    BertTokenizerFast(str(vocab)).save_pretrained(out)
    return out


def beside(name):
    """A folder below .ci/cache with the packages of .ci/NAME.txt, which go before those of requirements.txt when PYTHONPATH names it."""
    wanted = ROOT / ".ci" / f"{name}.txt"
    folder = ROOT / ".ci" / "cache" / f"{name}-{hashlib.sha256(wanted.read_bytes()).hexdigest()[:12]}"
    if not folder.is_dir():
        made = folder.with_name(f"{folder.name}.{os.getpid()}")
        subprocess.run([sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-compile", "--target", made, "-r", wanted], check=True)
        try:
            made.rename(folder)
        except OSError:  # another process was first
            shutil.rmtree(made)
    return str(folder)


@pytest.fixture(scope="session")
def pylate():
    return beside("pylate")


@pytest.fixture(scope="session")
def trl():
    return beside("trl")


@pytest.fixture(scope="session")
def shared():
    if not SHARED.is_dir():
        pytest.skip("no folder shared beside the checkout")
    return SHARED


@pytest.fixture(scope="session")
def data(shared):
    return shared / "data"


@pytest.fixture(scope="session")
def vocab(data):
    return data / "bert-base-uncased" / "vocab.txt"


@pytest.fixture(scope="session")
def checker(shared):
    """Runs a checker as its user does; it prints faults and fails, or prints counts."""
    def run(name, *args):
        code, said = checkers.run(str(shared / "golden" / "consumers" / name), *map(str, args))
        assert code == 0, said
        return said
    return run


@pytest.fixture(scope="session")
def demo(axiomine, tmp_path_factory):
    """The shards of the demo, made on the embedded collection with a vocabulary of its own."""
    out = tmp_path_factory.mktemp("demo") / "out"
    pieces = out.parent / "vocab.txt"
    axiomine("tokenize", "vocab", "-q", "--data", ROOT / "configs" / "demo", "--vocab-size", 2000, "-o", pieces)
    axiomine("demo", "-q", "--vocab", pieces, "--max-length", 128, "-o", out)
    return out / "shards"


@pytest.fixture(scope="session")
def wikiqa(axiomine, data, vocab, tmp_path_factory):
    """WikiQA with ten judged queries, as Parquet and triples with BERT's vocabulary."""
    out = tmp_path_factory.mktemp("wikiqa") / "out"
    axiomine("gen", "-q", "-c", "wikiqa", "--data", data / "wikiqa", "--judged-queries", 10, "--vocab", vocab,
             "--output-format", "parquet,triples", "-o", out)
    return out / "shards"


@pytest.fixture(scope="session")
def cranfield(axiomine, data, vocab, tmp_path_factory):
    """A few topics of Cranfield, whose abstracts are longer than the inputs: the shards that truncate."""
    out = tmp_path_factory.mktemp("cranfield") / "out"
    axiomine("gen", "-q", "-c", "cranfield", "--data", data / "cranfield", "--limit", 4, "--max-length", 128, "--vocab", vocab,
             "--output-format", "parquet,triples,triples-ids", "-o", out)
    return out / "shards"


@pytest.fixture(params=["demo", *(pytest.param(name, marks=long("minutes of loading")) for name in ("wikiqa", "cranfield"))])
def shards(request):
    return request.getfixturevalue(request.param)
