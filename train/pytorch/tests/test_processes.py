"""Servers and pairs in other processes: forked, spawned, in pools and loaders, copied, interrupted, killed."""

import copy
import gc
import multiprocessing
import os
import pathlib
import pickle
import shutil
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor

import pytest

import axiomine

ROOT = pathlib.Path(__file__).resolve().parents[3]
SOURCE = pathlib.Path(axiomine.__file__).parents[1]
DOCUMENTS = {str(i): f"whale {i} " + "blue " * (i % 5) + "sea " * (i % 7) for i in range(1, 31)}
QUERIES = {"q": "blue whale", "r": "sea whale"}
TEXTS = [text.strip() for text in DOCUMENTS.values()]
linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="signals and processes of Linux")


def job(seed):
    """Mines in a process of its own."""
    return axiomine.mine(DOCUMENTS, QUERIES, axioms="tfc1", pairs=9, seed=seed, on_shortage="accept")


def asked(given):
    """Reads a text with the server, and the ids of pairs."""
    server, pairs, number = given
    return server.texts([number]), [p["uid"] for p in pairs]


class Documents:
    """A data set of PyTorch whose items are texts of the server and rows of pairs."""

    def __init__(self, server, pairs):
        self.server, self.pairs = server, pairs

    def __len__(self):
        return len(DOCUMENTS)

    def __getitem__(self, at):
        return self.server.texts([str(at + 1)])[0].strip(), self.pairs[at % len(self.pairs)]["uid"]


@pytest.fixture(scope="module")
def server():
    with axiomine.serve(DOCUMENTS, QUERIES, axioms="tfc1") as server:
        yield server


@pytest.fixture(scope="module")
def pairs():
    return job(1)


@pytest.mark.parametrize("way", multiprocessing.get_all_start_methods())
def test_pools_of_processes(way, server, pairs):
    """The value of mine is whole where it comes from another process; a server and pairs are whole where they go to one."""
    want = [list(job(seed)) for seed in (1, 2, 3)]
    given = [(server, pairs, str(number)) for number in range(1, 9)]
    answers = [([text], [p["uid"] for p in pairs]) for text in server.texts([number for _, _, number in given])]
    context = multiprocessing.get_context(way)
    with ProcessPoolExecutor(2, mp_context=context) as pool:
        mined = list(pool.map(job, [1, 2, 3]))
        assert list(pool.map(asked, given)) == answers
    gc.collect()
    assert [list(p) for p in mined] == want and all(len(p) == 9 for p in mined)
    with context.Pool(2) as pool:
        assert pool.map(asked, given) == answers and [list(p) for p in pool.map(job, [1, 2, 3])] == want


@pytest.mark.parametrize("backend", ["loky", "multiprocessing", "threading"])
def test_joblib(backend, server, pairs):
    from joblib import Parallel, delayed

    done = Parallel(n_jobs=2, backend=backend)(delayed(asked)((server, pairs, str(number))) for number in range(1, 9))
    assert done == [(server.texts([str(number)]), [p["uid"] for p in pairs]) for number in range(1, 9)]


def test_pickles_by_value_as_ray_makes_them(server, pairs, program):
    """cloudpickle takes functions and what they hold; a process that shares nothing runs them."""
    import cloudpickle

    explanation = axiomine.explain("tfc1", "blue whale", "a blue whale", "a whale")
    found = server.preferences({"q": ["1", "2", "4"]})

    def work():
        return server.texts(["3"]), [p["uid"] for p in pairs], repr(explanation), list(found), pairs.account["rows"]

    script = "import cloudpickle, sys; print(cloudpickle.load(sys.stdin.buffer)())"
    environment = os.environ | {"PYTHONPATH": str(SOURCE)}
    done = subprocess.run([sys.executable, "-c", script], input=cloudpickle.dumps(work), env=environment, capture_output=True)
    assert done.stdout.decode().strip() == str(work()), done.stderr


@pytest.mark.parametrize("way", ["fork", "spawn"])
def test_loaders_of_torch(way, server, pairs):
    from torch.utils.data import DataLoader

    want = [(text, pairs[at % len(pairs)]["uid"]) for at, text in enumerate(TEXTS)]
    workers = 2 if way == "fork" else 1  # a spawned one imports torch
    loader = DataLoader(Documents(server, pairs), batch_size=None, num_workers=workers, multiprocessing_context=way)
    assert [tuple(item) for item in loader] == want


def test_rows_of_pairs_in_workers(pairs):
    from axiomine.torch import AxiomPairs

    want = [row["uid"] for batch in AxiomPairs(pairs, batch_size=2, seed=3) for row in batch]
    loader = AxiomPairs(pairs, batch_size=2, seed=3).loader(2)
    assert [row["uid"] for batch in loader for row in batch] == want


@linux
def test_a_forked_process_has_a_program_of_its_own(server):
    """400 questions of each process at once, each with its answer."""
    wanted = dict(zip(DOCUMENTS, server.texts(list(DOCUMENTS)), strict=True))

    def wrong():
        return sum(server.texts([name]) != [wanted[name]] for name in list(wanted) * 14)

    if (child := os.fork()) == 0:
        os._exit(min(wrong(), 100))
    assert wrong() == 0 and os.waitpid(child, 0)[1] == 0


@linux
@pytest.mark.parametrize("kind", [KeyboardInterrupt, TimeoutError, ZeroDivisionError])
def test_an_exception_in_a_handler_leaves_the_server_in_step(kind, server):
    def handler(_signal, _frame):
        raise kind

    wanted = [server.draw(seed=seed) for seed in range(3)]
    before, raised = signal.signal(signal.SIGALRM, handler), 0
    try:
        for place in range(60):
            try:
                signal.setitimer(signal.ITIMER_REAL, 1e-5 * 1.2**place % 0.02)
                server.draw(seed=1)
                signal.setitimer(signal.ITIMER_REAL, 0)
            except kind:
                raised += 1
            assert server.draw(seed=place % 3) == wanted[place % 3]
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert raised > 5


@linux
def test_a_program_that_was_killed_is_said_to_be():
    with axiomine.serve(DOCUMENTS, QUERIES, axioms="tfc1") as server:
        assert server.texts(["1"])
        os.kill(server._channel._program.process.pid, signal.SIGKILL)
        for _ in range(3):
            with pytest.raises(axiomine.ServerError, match="ended by the signal SIGKILL"):
                server.texts(["1"])


def test_copies_carry_their_data(tmp_path):
    pairs = job(5)
    result = axiomine.explain("tfc1", "blue whale", "a blue whale", "a whale")
    rows, account, page = list(pairs), pairs.account, pairs.report()._repr_html_()
    carried = [pickle.loads(pickle.dumps(pairs)), copy.copy(pairs), copy.deepcopy(pairs)]
    folder = pairs.folder
    del pairs
    gc.collect()
    for one in carried:
        assert list(one) == rows and one.account == account and one.report()._repr_html_() == page
        assert len(one.dataset("pairs")) == len(rows)
    for one in (pickle.loads(pickle.dumps(result)), copy.copy(result), copy.deepcopy(result)):
        assert one == result and one.text == result.text and one.preference == 1
    del carried, one
    gc.collect()
    assert not folder.exists()
    stays = axiomine.mine(DOCUMENTS, QUERIES, axioms="tfc1", output=tmp_path / "out")
    shutil.rmtree(tmp_path / "out")
    with pytest.raises(axiomine.InputError, match="No such file"):
        stays.rows  # noqa: B018
    with pytest.raises(axiomine.InputError, match="nothing to carry"):
        pickle.dumps(stays)


def test_a_pickle_takes_what_the_caller_gave():
    """A program that runs in the folder makes and removes files of its own there; these are not the server's."""
    with axiomine.serve(DOCUMENTS, QUERIES, axioms="tfc1") as server:
        folder = server._inputs.folder.path
        assert {path.name for path in folder.iterdir()} > {"corpus.jsonl", "queries.jsonl"}
        assert server._inputs.__getstate__()["folder"].keys() == {"corpus.jsonl", "queries.jsonl"}
        assert pickle.loads(pickle.dumps(server)).texts(["1"]) == server.texts(["1"])
        (folder / "queries.jsonl").unlink()
        with pytest.raises(axiomine.InputError, match=r"queries\.jsonl: No such file"):
            pickle.dumps(server)


@linux
def test_a_program_holds_its_output_beyond_a_killed_python(tmp_path):
    """A program that is slow to end makes its output's folder again: it is removed behind the program, not before."""
    slow = tmp_path / "slow"
    slow.write_text(
        """#!/bin/sh
for arg; do case $arg in --output=*) out=${arg#--output=};; esac; done
touch "$0.runs"
for i in $(seq 3000); do [ -e "$0.goes" ] && break; sleep 0.02; done
mkdir -p "$out" && rmdir "$out"
"""
    )
    slow.chmod(0o755)
    place = tmp_path / "place"
    place.mkdir()
    environment = os.environ | {"PYTHONPATH": str(SOURCE), "TMPDIR": str(place), "AXIOMINE_PROGRAM": str(slow)}
    process = subprocess.Popen([sys.executable, "-c", f"import axiomine; axiomine.mine({DOCUMENTS}, {QUERIES})"], env=environment)
    until(lambda: (tmp_path / "slow.runs").exists())
    process.kill()
    process.wait()
    time.sleep(0.5)  # the keeper would have removed it
    assert len(list(place.iterdir())) == 2
    (tmp_path / "slow.goes").touch()
    until(lambda: not list(place.iterdir()))


def until(happens):
    """Waits until something happens, a minute at most."""
    end = time.monotonic() + 60
    while not happens():
        assert time.monotonic() < end
        time.sleep(0.02)


@linux
def test_what_a_killed_python_leaves(tmp_path, program):
    """Its programs end, and its temporary folders go."""
    given = f"{DOCUMENTS}, {QUERIES}"
    script = f"import axiomine, time; s = axiomine.serve({given}); p = axiomine.mine({given}); print(1); time.sleep(99)"
    environment = os.environ | {"PYTHONPATH": str(SOURCE), "TMPDIR": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen([sys.executable, "-W", "ignore", "-c", script], env=environment, stdout=subprocess.PIPE)
    assert process.stdout.readline() == b"1\n" and len(list(tmp_path.iterdir())) == 2
    process.kill()
    process.wait()

    def left():
        for path in pathlib.Path("/proc").glob("[0-9]*/environ"):
            try:
                if f"TMPDIR={tmp_path}".encode() in path.read_bytes():
                    yield path.parent.joinpath("cmdline").read_bytes()
            except OSError:
                continue

    end = time.monotonic() + 20
    while (list(left()) or list(tmp_path.iterdir())) and time.monotonic() < end:
        time.sleep(0.05)
    assert not list(left()) and not list(tmp_path.iterdir())


def test_what_is_swept(tmp_path):
    """Folders that nobody holds, and that are not in the making."""
    from axiomine import _keeper

    places = {}
    for name in ("old", "young", "used"):
        places[name] = tmp_path / (_keeper.PREFIX + name)
        places[name].mkdir()
        (places[name] / _keeper.HELD).touch()
        if name != "young":
            os.utime(places[name] / _keeper.HELD, (0, 0))
    (tmp_path / (_keeper.PREFIX + "bare")).mkdir()
    held = os.open(places["used"] / _keeper.HELD, os.O_RDWR)
    try:
        assert _keeper.lock(held)
        _keeper.sweep(str(tmp_path))
    finally:
        os.close(held)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["axiomine-bare", "axiomine-used", "axiomine-young"]


def test_a_timeout_is_never_taken_for_the_machine_s_failure(monkeypatch):
    """What a caller's handler raises where the package looks for an OSError reaches the caller."""
    from axiomine import _files, _keeper, _scratch

    def timeout(*_args, **_kwargs):
        raise TimeoutError("of a handler")

    monkeypatch.setattr(_scratch._Watcher, "input", None)
    for module, name in ((_scratch.subprocess, "Popen"), (_keeper.os, "open"), (_files.Path, "read_bytes")):
        with monkeypatch.context() as patched:
            patched.setattr(module, name, timeout)
            with pytest.raises(TimeoutError, match="of a handler"):
                _scratch.Folder()
                _files.Files(".").read("x")


def test_an_exception_while_a_thread_starts_is_the_handler_s():
    """CPython removes the thread from a table that it left already."""
    from axiomine import _program

    class Thread:
        def start(self):
            try:
                raise TimeoutError("of a handler")
            except TimeoutError:
                {}["limbo"]

    with pytest.raises(TimeoutError, match="of a handler"):
        _program.start(Thread())


@linux
def test_random_calls_that_are_disturbed(program):
    """A few rounds of the program that runs for an hour elsewhere."""
    line = [sys.executable, ROOT / ".ci/metamorphic_python.py", "--rounds", "2", "--seed", "1"]
    done = subprocess.run(line, capture_output=True, text=True)
    assert done.returncode == 0 and "2 rounds, 0 faults" in done.stdout, done.stdout + done.stderr
