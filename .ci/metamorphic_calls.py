"""Calls of the Python package over a random small collection, made calmly or disturbed: the worker of metamorphic_python.py.

It reads a round (the collection, the calls, how each is disturbed) and writes one line of JSON for each outcome of a call.
"""

import contextlib
import copy
import faulthandler
import gc
import hashlib
import json
import multiprocessing
import os
import pathlib
import pickle
import random
import signal
import sys
import threading
import time
import traceback
import warnings
from concurrent.futures import ProcessPoolExecutor

import axiomine

faulthandler.register(signal.SIGUSR2)
WORDS = "blue whale sea red fox paint number river stone sky moon".split()
AXIOMS = ["tfc1", "length-safe", "tfc1, m-tdc", "tf-lnc(delta_star=0.2)", "m-and & tfc1", "tfc9"]


def world(draw):
    """Draws a collection: documents, queries, judgements, scores, and the options of its server."""
    documents = {f"d{i}": " ".join(draw.choices(WORDS, k=draw.randint(3, 14))) for i in range(draw.randint(6, 24))}
    queries = {f"q{i}": " ".join(draw.sample(WORDS, 2)) for i in range(draw.randint(2, 5))}
    names = list(documents)
    return {
        "documents": documents,
        "queries": queries,
        "qrels": {q: {d: draw.randint(0, 2) for d in draw.sample(names, 3)} for q in queries},
        "scores": {q: {d: round(draw.uniform(-1, 1), 3) for d in draw.sample(names, 5)} for q in queries},
        "options": {"axioms": draw.choice(AXIOMS[:-1]), "hits": draw.randint(3, 20), "seed": draw.randint(0, 9)},
    }


class State:
    """What calls share: a server that is opened at the first need, and the pairs that were mined last."""

    def __init__(self, world, work, process):
        self.world, self.work, self.process = world, pathlib.Path(work), process
        self.server = self.pairs = None

    def place(self, name):
        """Returns the folder of a call: two of one name at once would be locked."""
        if os.getpid() == self.process and threading.current_thread() is threading.main_thread():
            return self.work / name
        return self.work / f"{name}-{os.getpid()}-{threading.get_ident()}"

    def inputs(self):
        return self.world["documents"], self.world["queries"], self.world["qrels"]

    def opened(self):
        if self.server is None:
            self.server = axiomine.serve(*self.inputs(), **self.world["options"])
        return self.server

    def mined(self):
        if self.pairs is None:
            self.pairs = axiomine.mine(*self.inputs(), **self.world["options"])
        return self.pairs


def rows(pairs):
    return [list(pairs), pairs.warnings, [r for r in pairs.account["rows"] if r["what"] == "pairs"]]


def mine(state, form, **options):
    documents, queries, qrels = state.inputs()
    if form == "frame":
        import pandas

        documents = pandas.DataFrame({"docno": list(documents), "text": list(documents.values())})
        qrels = pandas.DataFrame([(q, d, g) for q, of in qrels.items() for d, g in of.items()], columns=["qid", "docno", "label"])
    if form == "rows":
        documents = [{"_id": d, "text": text} for d, text in documents.items()]
    return rows(axiomine.mine(documents, queries, qrels if form != "rows" else None, **options))


def output(state, name, **options):
    """Mines into a folder that stays, and goes on with what is there."""
    return rows(axiomine.mine(*state.inputs(), output=state.place(name), resume=True, **options))


def shards(state, name, output_format):
    """Writes shards anew each time, in place of a folder that a call before may have left."""
    folder = state.mined().shards(output_format, state.place(name), overwrite=True)
    files = sorted(p for p in folder.rglob("*") if p.is_file() and not p.name.startswith("."))
    return {str(p.relative_to(folder)): hashlib.sha256(p.read_bytes()).hexdigest() for p in files if p.suffix != ".json"}


def violations(found):
    return [[list(p) for p in found], found.obeyed, round(found.share, 9)]


CALLS = {
    "mine": mine,
    "output": output,
    "shards": shards,
    "dataset": lambda state, name: sorted(map(repr, state.mined().dataset(name))),
    "pairs": lambda state: rows(state.mined()),
    "queries": lambda state, **a: sorted(state.opened().queries(**a).items()),
    "texts": lambda state, **a: state.opened().texts(**a),
    "preferences": lambda state, **a: violations(state.opened().preferences(**a)),
    "violated": lambda state, **a: violations(state.opened().violated(**a)),
    "draw": lambda state, **a: state.opened().draw(**a),
    "request": lambda state, op: {k: v for k, v in state.opened().request(op).items() if k != "id"},
    "explain": lambda state, **a: [(said := axiomine.explain(**a)), said.text, said.preference],
    "evaluate": lambda state, **a: axiomine.evaluate(state.world["qrels"], state.world["scores"], **a),
    "diagnose": lambda state, **a: json.loads(axiomine.diagnose({"a": state.world["scores"]}, *state.inputs()[:2], **a).to_json()),
    "axioms": lambda state: axiomine.axioms(),
    "experiment": lambda state, **a: axiomine.experiment(*state.inputs(), **a).findings,
}


def call(draw, world):
    """Draws a call: its name and arguments."""
    name = draw.choice([*CALLS, "draw", "draw", "texts", "violated", "mine"])
    documents, queries = list(world["documents"]), list(world["queries"])
    some = draw.sample(documents, draw.randint(1, 5))
    drawn = {q: draw.sample(documents, draw.randint(2, 6)) for q in draw.sample(queries, 2)}
    scores = {q: {d: round(draw.uniform(-1, 1), 2) for d in of} for q, of in drawn.items()}
    options = {"axioms": draw.choice(AXIOMS), "seed": draw.randint(0, 99), "hits": draw.randint(2, 15)}
    arguments = {
        "mine": {"form": draw.choice(["dict", "frame", "rows"]), **options},
        "output": {"name": f"out{draw.randrange(10**6)}", **options},
        "shards": {"name": f"shards{draw.randrange(10**6)}", "output_format": draw.choice(["st-triplet", "tevatron", "monot5"])},
        "dataset": {"name": draw.choice(["pairs", "pairs", "nosuch"])},
        "queries": draw.choice([{}, {"queries": draw.sample(queries, 2)}]),
        "texts": {"documents": some if draw.random() < 0.9 else [*some, "nosuch"]},
        "preferences": {"candidates": drawn},
        "violated": {"scores": scores, "margin": draw.choice([0.0, 0.1, 1.0])},
        "draw": draw.choice([{"seed": draw.randint(0, 99)}, {"scores": scores, "seed": draw.randint(0, 9)}, {}]),
        "request": {"op": draw.choice(["queries", "nosuch"])},
        "explain": {"axiom": draw.choice(AXIOMS), "query": "blue whale", "d1": " ".join(draw.choices(WORDS, k=5)), "d2": "a whale"},
        "evaluate": {"measures": draw.choice([["map"], ["nDCG@10", "P_5"], ["mup"]]), "per_query": draw.random() < 0.5},
        "diagnose": {"axioms": draw.choice(AXIOMS)},
        "experiment": {"splits": "hash 40/30/30", "epochs": 1, "seeds": 1, "pairs_per_epoch": 10, "judged_queries": 2},
    }
    return {"name": name, "arguments": arguments.get(name, {})}


def needs(call):
    """Returns the library that a call needs, or None."""
    if call["name"] == "dataset":
        return "datasets"
    return "pandas" if call["name"] == "diagnose" or call["arguments"].get("form") == "frame" else None


def outcome(state, call):
    """Makes a call: its value, or the error of the package. Another exception is a fault."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return {"value": json.loads(json.dumps(CALLS[call["name"]](state, **call["arguments"])))}
    except axiomine.Error as e:
        return {"error": [type(e).__name__, str(e).replace(str(state.work), "WORK")]}


class Disturbed(Exception):
    """What a handler raises."""


class Worker:
    def __init__(self, given):
        self.state, self.calls = State(given["world"], given["work"], os.getpid()), given["calls"]
        self.draw, self.armed = random.Random(given["seed"]), False

    def say(self, number, how, said):
        """Writes an outcome; without a lock, which a forked process could find locked."""
        os.write(1, json.dumps({"call": number, "how": how, **said}).encode() + b"\n")

    def make(self, number, how="calm", state=None):
        """Makes a call and tells its outcome."""
        try:
            self.say(number, how, outcome(state or self.state, self.calls[number]))
        except Exception:
            self.say(number, how, {"fault": traceback.format_exc()})

    def calm(self, number):
        self.make(number)

    def interrupted(self, number):
        """Exceptions of a handler at random moments, then the same call."""

        def handler(_signal, _frame):
            if self.armed:
                raise self.draw.choice([KeyboardInterrupt, Disturbed, TimeoutError])

        signal.signal(signal.SIGALRM, handler)
        signal.signal(signal.SIGINT, handler)
        for _ in range(self.draw.randint(1, 4)):
            said = None
            try:
                self.armed = True
                signal.setitimer(signal.ITIMER_REAL, 10 ** self.draw.uniform(-4.5, -0.5))
                said = outcome(self.state, self.calls[number])
                self.armed = False
            except (KeyboardInterrupt, Disturbed, TimeoutError):
                self.armed = False
            except Exception:
                self.armed, said = False, {"fault": traceback.format_exc()}
            signal.setitimer(signal.ITIMER_REAL, 0)
            self.say(number, "in spite of the signal" if said else "interrupted", said or {})
        self.make(number, "after interruptions")

    def programs(self):
        """Processes of the program that this process started."""
        for path in pathlib.Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError, ValueError):
                name, parent = path.joinpath("stat").read_text().rsplit(")", 1)
                if int(parent.split()[1]) == os.getpid() and parent.split()[0] != "Z" and "python" not in name:
                    yield int(path.name)

    def signalled(self, number, signals):
        """Sends signals to the programs at random moments of the call."""
        over = threading.Event()

        def send():
            while not over.is_set():
                time.sleep(10 ** random.uniform(-3, -0.7))
                for one in signals:
                    for program in self.programs():
                        with contextlib.suppress(OSError):
                            os.kill(program, one)
                    time.sleep(0.03)
                if signals == [signal.SIGKILL]:
                    return

        sender = threading.Thread(target=send)
        sender.start()
        self.make(number, "while programs are killed" if signals == [signal.SIGKILL] else "while programs are stopped")
        over.set()
        sender.join()

    def killed(self, number):
        self.signalled(number, [signal.SIGKILL])
        if self.state.server is not None:
            # Either it goes on in step, or says that it ended.
            self.make(number, "while programs are killed")
            self.state.server.close()
            self.state.server = None
        self.make(number, "after kills")

    def stopped(self, number):
        self.signalled(number, [signal.SIGSTOP, signal.SIGCONT])
        self.make(number, "after stops")

    def forked(self, number):
        """A forked process makes this call and others, and so does this one."""
        others = [number, *self.draw.sample(range(len(self.calls)), min(2, len(self.calls)))]
        child = os.fork()
        if child == 0:
            for other in others:
                self.make(other, "in a forked process")
            if self.draw.random() < 0.5:
                os._exit(0)
            raise SystemExit
        for other in others:
            self.make(other, "beside a forked process")
        os.waitpid(child, 0)

    def pickled(self, number):
        """Copies take the place of what they were made of."""
        way = self.draw.choice([copy.copy, copy.deepcopy, lambda v: pickle.loads(pickle.dumps(v))])
        with contextlib.suppress(axiomine.Error):
            self.state.pairs = way(self.state.mined())
        if self.state.server is not None:
            self.state.server = way(self.state.server)
        gc.collect()
        self.make(number, "after copies")

    def threads(self, number):
        """Threads make this call at once, and others."""
        with contextlib.suppress(axiomine.Error):
            self.state.mined()
        others = [number, number, *self.draw.sample(range(len(self.calls)), min(3, len(self.calls)))]
        if self.state.server is None:
            self.state.server = axiomine.serve(*self.state.inputs(), **self.state.world["options"])
        threads = [threading.Thread(target=self.make, args=(other, "in threads")) for other in others]
        for thread in threads:
            thread.start()
        if self.draw.random() < 0.3 and not any(needs(call) for call in self.calls):
            self.forked(number)  # not with pandas: Arrow's locks are held by threads that a forked process lacks
        for thread in threads:
            thread.join()

    def pool(self, number):
        """Processes of a pool get the server and the pairs, and make the call."""
        way = self.draw.choice(["fork", "spawn", "forkserver"])
        with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context(way)) as pool:
            done = pool.map(pooled, [(self.state.server, self.state.pairs, self.state.world, str(self.state.work), self.calls[number])] * 3)
            try:
                for said in done:
                    self.say(number, f"in a pool ({way})", said)
            except Exception:
                self.say(number, f"in a pool ({way})", {"fault": traceback.format_exc()})

    def finish(self):
        """Lets go of all, and looks for programs that are left."""
        if self.state.server is not None:
            self.state.server.close()
        self.state.server = self.state.pairs = None
        gc.collect()
        end = time.monotonic() + 20
        while (left := list(self.programs())) and time.monotonic() < end:
            time.sleep(0.05)
        if left:
            lines = [pathlib.Path(f"/proc/{p}/cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace") for p in left]
            self.say(-1, "at the end", {"fault": f"programs that are left: {lines}"})


def pooled(given):
    server, pairs, world, work, call = given
    state = State(world, work, 0)
    state.server, state.pairs = server, pairs
    return outcome(state, call)


HOW = ["interrupted", "interrupted", "killed", "stopped", "forked", "pickled", "threads", "pool", "calm"]


def main():
    given = json.loads(sys.stdin.read())
    for module in filter(None, map(needs, given["calls"])):
        __import__(module)  # an interrupted import is not ours
    worker = Worker(given)
    for number, how in enumerate(given["how"]):
        getattr(worker, how)(number)
    worker.finish()
    os.write(1, b'{"ended": true}\n')


if __name__ == "__main__":
    main()
