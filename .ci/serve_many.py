"""Asks a server REQUESTS questions, many at once, and holds every answer against the one that a calm server gave; its memory stays flat.

Most requests are drawn from a fixed number of them, right and wrong ones, whose answers are known byte for byte. Each block has a few more
that nobody asked before: queries as texts, draws under seeds of their own. Of those the ids and the numbers of rows are checked. The
resident memory is read after each hundredth. At the end it may be a quarter above that of the first tenth, and not more.
"""

import argparse
import json
import os
import pathlib
import random
import subprocess
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
BLOCK = 400  # requests that are written at once
NEW = 20  # of them nobody asked before


class Server:
    def __init__(self, program, data):
        line = [program, "serve", "--data", data, "--axioms", "tfc1, m-tdc, tf-lnc", "--log-level=error"]
        self.process = subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.ready = json.loads(self.process.stdout.readline())

    def ask(self, lines):
        """Writes lines at once, and returns as many answers."""
        writer = threading.Thread(target=self.write, args=[b"".join(lines)])
        writer.start()
        answers = [self.process.stdout.readline() for _ in lines]
        writer.join()
        return answers

    def write(self, text):
        self.process.stdin.write(text)
        self.process.stdin.flush()

    def resident(self):
        """The resident memory in MB."""
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
        raise SystemExit("the server ended")

    def seconds(self):
        """Its processor time."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def encoded(request):
    return json.dumps(request).encode() + b"\n"


class Requests:
    """Draws requests about the queries and documents that a server has."""

    def __init__(self, server, draw):
        self.draw, self.number = draw, 0
        answer = json.loads(server.ask([b'{"op":"queries"}\n'])[0])
        self.queries = dict(zip(answer["queries"], answer["documents"], strict=True))
        self.documents = sorted({d for of in self.queries.values() for d in of})
        self.words = sorted({w for text in answer["texts"] for w in text.split()})

    def listed(self, scored):
        query = self.draw.choice(list(self.queries))
        documents = self.draw.sample(self.queries[query], min(len(self.queries[query]), self.draw.randint(2, 8)))
        one = {"query": query, "documents": documents}
        return one | {"scores": [round(self.draw.uniform(-3, 3), 2) for _ in documents]} if scored else one

    def known(self, number):
        """A request whose answer is the same each time."""
        d = self.draw
        right = [
            {"op": "texts", "documents": d.sample(self.documents, d.randint(0, 3))},
            {"op": "queries", "queries": d.sample(list(self.queries), 1)},
            {"op": "preferences", "lists": [self.listed(False)]},
            {"op": "violated", "lists": [self.listed(True) for _ in range(d.randint(0, 2))], "margin": d.choice([0, 0.1, 1])},
            {"op": "violated", "lists": [self.listed(True)]},
        ]
        wrong = [
            {"op": "nosuch"},
            {"op": "texts", "documents": ["no such document"]},
            {"op": "texts", "documents": [None]},
            {"op": "violated", "lists": [{"query": "no such query", "documents": [], "scores": []}]},
            {"op": "violated", "lists": [self.listed(False)]},
            {"op": "preferences", "lists": 7},
            {"op": "queries", "seed": 1},
        ]
        line = encoded({"id": number, **d.choice(right if d.random() < 0.7 else wrong)})
        if d.random() < 0.1:  # cut, or with a byte changed
            at = d.randrange(len(line) - 1)
            line = d.choice([line[:at] + b"\n", line[:at] + bytes([d.randrange(32, 127)]) + line[at + 1 :], line[:-1] + b" {}\n"])
        return line if line.strip() else encoded({"id": number})  # an empty line has no answer

    def new(self):
        """A request that was never asked: its line, its id, and what is counted in its answer."""
        self.number += 1
        name = f"new {self.number}"
        if self.number % 500 == 0:
            return encoded({"id": name, "op": "draw", "seed": self.number}), name, "query"
        text = " ".join([*self.draw.sample(self.words, 3), f"word{self.number}"])
        documents = self.draw.sample(self.documents, 4)
        request = {"id": name, "op": "violated", "lists": [{"text": text, "documents": documents, "scores": [1, 2, 3, 4]}]}
        return encoded(request), name, "pairs"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--requests", type=int, default=10_000_000)
    parser.add_argument("--known", type=int, default=3_000, help="different requests whose answers are known")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--data", default=ROOT / "configs/demo")
    parser.add_argument("--program", default=ROOT / "axiomine", help="the binary")
    o = parser.parse_args()
    draw = random.Random(o.seed)
    calm, server = Server(o.program, o.data), Server(o.program, o.data)
    requests = Requests(calm, draw)
    known = [requests.known(i) for i in range(o.known)]
    wanted = [calm.ask([line])[0] for line in known]
    refused = sum(b'"error"' in answer for answer in wanted)
    calm.process.stdin.close()
    done, begin, step, resident, drawn, counted = 0, time.monotonic(), max(1, o.requests // 100), [], set(), 0
    while done < o.requests:
        chosen = draw.choices(range(len(known)), k=BLOCK - NEW)
        new = [requests.new() for _ in range(NEW)]
        answers = server.ask([known[i] for i in chosen] + [line for line, _, _ in new])
        for i, answer in zip(chosen, answers[: len(chosen)], strict=True):
            if answer != wanted[i]:
                raise SystemExit(f"after {done} requests: {known[i]!r} is answered {answer!r}, calmly {wanted[i]!r}")
        for (line, name, field), answer in zip(new, answers[len(chosen) :], strict=True):
            said = json.loads(answer)
            if said.get("id") != name or field not in said:
                raise SystemExit(f"after {done} requests: {line!r} is answered {answer!r}")
            if field == "query":
                drawn.add(len(said["query"]))
            else:
                counted += sum(len(of["pos"]) for of in said["pairs"]) + said["obeyed"]
        done += BLOCK
        if done // step > len(resident):
            resident.append(server.resident())
            if len(resident) % 10 == 0 or len(resident) == 1:
                speed = done / (time.monotonic() - begin)
                print(f"{done:,} requests, {resident[-1]:.0f} MB, {server.seconds():.0f} CPU seconds, {speed:,.0f} a second", flush=True)
    tenth = max(1, len(resident) // 10)
    before, after = max(resident[:tenth]), max(resident[-tenth:])
    print(f"{done:,} requests were answered right; {refused} of the {len(known)} known ones are refused, {requests.number:,} were new")
    print(f"the new ones have {counted:,} preferences; a draw has {sorted(drawn)} rows")
    print(f"resident memory: {before:.0f} MB in the first tenth, {after:.0f} MB in the last, {max(resident):.0f} MB at most")
    server.process.stdin.close()
    if server.process.wait() != 0:
        raise SystemExit(f"the server ended with {server.process.returncode}")
    if after > 1.25 * before:
        raise SystemExit("memory grew")


if __name__ == "__main__":
    main()
