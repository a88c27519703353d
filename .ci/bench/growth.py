"""The chain on made collections: what each stage costs, and how that grows with documents and with candidates.

Every stage is a run of its own with --resume, so that it also reads back what the stages before it left. Wall and CPU
seconds are those of the process; RssAnon is the largest of samples of /proc, every 50 ms; RSS is the kernel's high-water
mark, mapped files included; disk is what lies in the output folder afterwards, the collection apart.

  growth.py                               100 k and 1 M passages, then 10 to 1,000 candidates: growth.txt, growth.svg
  growth.py --docs 8800000 --candidates   the reference job alone
  growth.py --two-threads 1000000         one thread beside two
"""

import argparse
import json
import math
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import time

from bench import ROOT, SHARED, human, machine

QUERIES, DOCS, ROWS = 558_000, 8_800_000, 5_000_000  # the reference job: MS MARCO passages; judged rows, and as many axiomatic ones
AXIOMS = "tfc1,tfc2,m-tdc,lnc2"  # three of them can be drawn from and share the 1:1
HITS = 50
STAGES = ["index", "retrieve", "mine", "sample", "shards"]


def measured(command):
    """Runs a command: its wall and CPU seconds, the peak of RssAnon and of RSS in bytes, its events."""
    begin = time.monotonic()
    p = subprocess.Popen(list(map(str, command)), stderr=subprocess.PIPE, text=True)
    events = []

    def listen():
        for line in p.stderr:
            events.append((time.monotonic() - begin, line))

    listener = threading.Thread(target=listen)
    listener.start()
    anonymous, finished = 0, threading.Event()

    def watch():
        nonlocal anonymous
        while not finished.wait(0.05):
            try:
                status = pathlib.Path(f"/proc/{p.pid}/status").read_text()
            except OSError:
                return
            for line in status.splitlines():
                if line.startswith("RssAnon:"):
                    anonymous = max(anonymous, 1024 * int(line.split()[1]))

    watcher = threading.Thread(target=watch)
    watcher.start()
    _, status, usage = os.wait4(p.pid, 0)
    wall = time.monotonic() - begin
    finished.set()
    watcher.join()
    listener.join()
    p.returncode = os.waitstatus_to_exitcode(status)
    if p.returncode:
        sys.exit(f"{' '.join(map(str, command))}: exit code {p.returncode}\n{events[-1][1] if events else ''}")
    return {"wall": wall, "cpu": usage.ru_utime + usage.ru_stime, "anon": anonymous, "rss": 1024 * usage.ru_maxrss, "events": events}


def size(folder):
    return sum(f.stat().st_size for f in folder.rglob("*") if f.is_file())


def made(work, docs, queries):
    """The folder of a made collection, which is made where it is not there."""
    data = work / f"data-{docs}-{queries}"
    if not data.is_dir():
        subprocess.run(["go", "run", "./.ci/bench/synth", "--docs", str(docs), "--queries", str(queries), "-o", data.absolute()], cwd=ROOT, check=True)
    return data


def staged(program, stage, data, out, hits, rows, threads=0):
    """What a stage takes, and the bytes that it leaves."""
    verb, before = [] if stage == "shards" else [stage], size(out) if out.is_dir() else 0
    keys = data.parent / f"keys-{hits}-{rows}.yaml"  # a file's keys may be of stages that a command has not
    keys.write_text(f"gen: {{hits: {hits}, axioms: '{AXIOMS}', judged: '{rows}', negatives_per_positive: '0', ratio: '1:1'}}\n"
                    "tokenize: {output_format: parquet}\n")
    m = measured([program, "gen", *verb, "-c", keys, "--data", data, "--threads", threads, "-o", out, "--resume", "--progress", "json"])
    m["disk"] = size(out) - before
    return m


def chain(program, work, docs, queries, hits, rows, stages=STAGES, threads=0):
    """The measurements of every stage, by its name."""
    data, out = made(work, docs, queries), work / f"out-{docs}-{queries}-{hits}"
    shutil.rmtree(out, ignore_errors=True)
    found = {}
    for stage in stages:
        found[stage] = m = staged(program, stage, data, out, hits, rows, threads)
        lines = [(at, json.loads(line)) for at, line in m.pop("events") if line.startswith("{")]
        m["phases"] = {e["stage"]: e["elapsed_ms"] / 1000 for _, e in lines if e.get("end")}
        m["honesty"] = honesty(lines)
        print(json.dumps({"docs": docs, "queries": queries, "hits": hits, "stage": stage} | m), flush=True)
    shutil.rmtree(out)
    return found


def honesty(lines):
    """Of every stage of progress that took a second: the worst ratio of an estimate after its first tenth to what was then
    left, either way, while at least two seconds were; and the longest silence of the whole command, in seconds."""
    ends, worst = {}, {}
    for at, e in lines:
        if e.get("end"):
            ends[e["stage"], e["unit"]] = e["elapsed_ms"]
    for at, e in lines:
        total = ends.get((e.get("stage"), e.get("unit")))
        if total is None or e.get("end") or e["elapsed_ms"] < total / 10 or total - e["elapsed_ms"] < 2000:
            continue
        if "eta_ms" not in e:
            worst[e["stage"]] = math.inf
            continue
        ratio = max(e["eta_ms"], 1) / (total - e["elapsed_ms"])
        worst[e["stage"]] = max(worst.get(e["stage"], 1), ratio, 1 / ratio)
    times = [0] + [at for at, _ in lines]
    return {"eta_off_by": {k: round(v, 2) for k, v in worst.items()}, "longest_silence_s": round(max((b - a for a, b in zip(times, times[1:])), default=0), 1)}


def table(found):
    rows = ["| stage | wall | CPU | RssAnon | RSS | disk |", "|---|---|---|---|---|---|"]
    for stage, m in found.items():
        rows.append(f"| {stage} | {duration(m['wall'])} | {duration(m['cpu'])} | {mebi(m['anon'])} | {mebi(m['rss'])} | {m['disk'] / 1e9:.2f} GB |")
    return rows


def duration(s):
    return f"{s:.1f} s" if s < 100 else f"{s / 60:.1f} min"


def mebi(n):
    return f"{n / 2**20:,.0f} MiB"


def growth_table(name, by, what, show):
    rows = [f"| {name} | " + " | ".join(STAGES) + " |", "|---|" + "---|" * len(STAGES)]
    last = None
    for x, found in by.items():
        cells = []
        for stage in STAGES:
            value = found[stage][what] if stage in found else None
            if value is None:
                cells.append("")
                continue
            power = ""
            if last and stage in last[1] and value > 0 and last[1][stage][what] > 0:
                power = f" (^{math.log(value / last[1][stage][what]) / math.log(x / last[0]):.2f})"
            cells.append(show(value) + power)
        rows.append(f"| {x:,} | " + " | ".join(cells) + " |")
        last = x, found
    return rows


# The figure: one panel each, both axes logarithmic, a thin line of slope 1.
COLOURS = ["#4e79a7", "#e07b1a", "#3a923a", "#c8374b", "#8a63b0"]
WIDTH, HEIGHT, LEFT, TOP = 380, 300, 66, 54


def panel(x0, title, xlabel, by, what, scale, unit):
    points = {stage: [(x, max(found[stage][what] / scale, 1e-3)) for x, found in by.items() if stage in found] for stage in STAGES}
    xs = sorted(by)
    values = [y for line in points.values() for _, y in line]
    low, high = 10 ** math.floor(math.log10(min(values))), 10 ** math.ceil(math.log10(max(values)))
    w, h = WIDTH - LEFT - 76, HEIGHT - TOP - 48
    px = lambda x: x0 + LEFT + (math.log(x / xs[0]) / math.log(xs[-1] / xs[0]) * w if len(xs) > 1 else w / 2)
    py = lambda y: TOP + h - math.log(y / low) / math.log(high / low) * h
    out = [f'<text class="t" x="{x0 + LEFT}" y="{TOP - 14}">{title}</text>', f'<text x="{x0 + LEFT + w / 2}" y="{TOP + h + 38}" text-anchor="middle">{xlabel}</text>']
    y = low
    while y <= high * 1.001:
        out.append(f'<path class="g" d="M{x0 + LEFT} {py(y):.1f}h{w}"/><text x="{x0 + LEFT - 6}" y="{py(y) + 4:.1f}" text-anchor="end">{y:g} {unit}</text>')
        y *= 10
    for x in xs:
        out.append(f'<path class="g" d="M{px(x):.1f} {TOP}v{h}"/><text x="{px(x):.1f}" y="{TOP + h + 18}" text-anchor="middle">{human(x).replace(" ", "")}</text>')
    grows = min(high / low, xs[-1] / xs[0])
    out.append(f'<path class="s" d="M{px(xs[0]):.1f} {py(low):.1f}L{px(xs[0] * grows):.1f} {py(low * grows):.1f}"/>')
    ends = []
    for stage, colour in zip(STAGES, COLOURS):
        line = points[stage]
        if not line:
            continue
        path = "L".join(f"{px(x):.1f} {py(y):.1f}" for x, y in line)
        out.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        out += [f'<circle cx="{px(x):.1f}" cy="{py(y):.1f}" r="3" fill="{colour}"/>' for x, y in line]
        ends.append([py(line[-1][1]), stage, colour])
    ends.sort()
    for i, end in enumerate(ends):  # labels keep apart
        if i and end[0] < ends[i - 1][0] + 13:
            end[0] = ends[i - 1][0] + 13
        out.append(f'<text x="{px(xs[-1]) + 8:.1f}" y="{end[0] + 4:.1f}" style="fill:{end[2]}">{end[1]}</text>')
    return out


def figure(by_docs, by_hits):
    panels = []
    if len(by_docs) > 1:
        panels += [("CPU seconds", "passages", by_docs, "cpu", 1, "s"), ("Peak RssAnon", "passages", by_docs, "anon", 2**20, "MiB")]
    if len(by_hits) > 1:
        panels.append(("CPU seconds", "candidates a query", by_hits, "cpu", 1, "s"))
    width = WIDTH * len(panels)
    body = [line for i, p in enumerate(panels) for line in panel(i * WIDTH, *p)]
    style = ("text{font:12px system-ui,sans-serif;fill:#333}.t{font-weight:600;font-size:13px}.g{stroke:#8884;fill:none}.s{stroke:#888;stroke-dasharray:4 4;fill:none}"
             "@media(prefers-color-scheme:dark){text{fill:#ddd}}")
    return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {HEIGHT}" width="{width}" height="{HEIGHT}">',
                      "<title>Cost of each stage; the dashed line has slope 1</title>", f"<style>{style}</style>", *body, "</svg>", ""])


def two_threads(program, work, docs):
    """What two threads gain on one in each parallel phase, beside what two copies of peers/limits.c gain on one."""
    limits = work / "limits"
    subprocess.run(["gcc", "-O3", "-march=native", "-fopenmp", SHARED / "peers" / "limits.c", "-o", limits], check=True)

    def copies(n):
        running = [subprocess.Popen([limits], stdout=subprocess.PIPE, text=True, env=os.environ | {"OMP_NUM_THREADS": "1"}) for _ in range(n)]
        said = [[json.loads(line) for line in p.communicate()[0].splitlines()] for p in running]
        return {one["task"]: sum(rows[i]["median"] for rows in said) for i, one in enumerate(said[0])}

    single, double = copies(1), copies(2)
    gains = {task: double[task] / single[task] for task in single}
    least, most = min(gains.values()), max(gains.values())
    lines = ["| limit | two copies / one |", "|---|---|", *(f"| {task} | {gain:.2f} |" for task, gain in gains.items()), "",
             "| phase | 1 thread | 2 threads | gain | of the lowest limit | of the highest |", "|---|---|---|---|---|---|"]
    queries, rows = round(docs * QUERIES / DOCS), round(docs * ROWS / DOCS)
    one, two = (chain(program, work, docs, queries, HITS, rows, threads=n) for n in (1, 2))
    for stage, phase in (("index", "index"), ("index", "sort"), ("retrieve", "retrieve"), ("mine", "twins"), ("mine", "mine"), ("sample", "sample"),
                         ("shards", "texts"), ("shards", "shards")):
        a, b = one[stage]["phases"][phase], two[stage]["phases"][phase]
        lines.append(f"| {phase} | {a:.1f} s | {b:.1f} s | {a / b:.2f} | {a / b / least:.2f} | {a / b / most:.2f} |")
    return lines


def write(lines, path):
    text = "\n".join([*lines, "", f"load at the end: {os.getloadavg()[0]:.1f}"]) + "\n"
    print(text, end="")
    if path:
        path.write_text(text)


def numbers(text):
    return [int(n) for n in text.split(",") if n]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--docs", type=numbers, default=[100_000, 1_000_000], help="passages; queries and rows in MS MARCO's proportion")
    parser.add_argument("--candidates", type=numbers, nargs="?", const=[], default=[10, 50, 200, 1000], help="per query, at 100 k passages and 1,000 queries")
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--two-threads", type=int, metavar="DOCS", help="only compare one thread and two, at so many passages (needs gcc and ../shared)")
    parser.add_argument("--program", default=ROOT / "axiomine", help="the binary")
    parser.add_argument("--work", type=pathlib.Path, help="folder for collections, which are kept there, and output")
    parser.add_argument("--text", type=pathlib.Path, help="file for the tables")
    parser.add_argument("--figure", type=pathlib.Path, help="file for the figure")
    o = parser.parse_args()
    lines = machine()
    with tempfile.TemporaryDirectory() as scratch:
        work = o.work or pathlib.Path(scratch)
        if o.two_threads:
            write(lines + [""] + two_threads(o.program, work, o.two_threads), o.text)
            return
        by_docs = {}
        for docs in o.docs:
            queries, rows = round(docs * QUERIES / DOCS), round(docs * ROWS / DOCS)
            by_docs[docs] = chain(o.program, work, docs, queries, HITS, rows, threads=o.threads)
            lines += ["", f"{docs:,} passages, {queries:,} queries, {HITS} candidates each, 2 x {rows:,} rows:", "", *table(by_docs[docs])]
        by_hits = {hits: chain(o.program, work, 100_000, 1000, hits, 10_000, STAGES[:4], o.threads) for hits in o.candidates}
    if len(by_docs) > 1:
        for what, show in (("cpu", duration), ("anon", mebi)):
            lines += ["", f"{'CPU time' if what == 'cpu' else 'RssAnon'} by passages (^ is the power of growth from the row above):", "", *growth_table("passages", by_docs, what, show)]
    if len(by_hits) > 1:
        for what, show in (("cpu", duration), ("anon", mebi)):
            lines += ["", f"{'CPU time' if what == 'cpu' else 'RssAnon'} by candidates, 100,000 passages, 1,000 queries:", "", *growth_table("candidates", by_hits, what, show)]
    write(lines, o.text)
    if o.figure and (len(by_docs) > 1 or len(by_hits) > 1):
        o.figure.write_text(figure(by_docs, by_hits))


if __name__ == "__main__":
    main()
