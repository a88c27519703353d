"""Reads what GOFLAGS=-json makes of `go test` and shows what `go test` shows: a line a package, all of a failed test.
The last line counts top-level tests: "N passed, N failed, N skipped". A package that fails without a failed test, as one
that does not build, counts as one."""

import collections
import json
import sys

counts = collections.Counter()
failing = set()  # packages with a failed test
said = collections.defaultdict(lambda: collections.defaultdict(list))  # by package: output by top-level test, "" for none

for line in sys.stdin:
    try:
        event = json.loads(line)
    except ValueError:
        print(line, end="", flush=True)  # make's
        continue
    package, action = event.get("Package"), event["Action"]
    test, _, sub = event.get("Test", "").partition("/")
    if action == "build-output":
        print(event["Output"], end="", flush=True)
    elif action == "output":
        said[package][test].append(event["Output"])
    elif action in ("pass", "fail", "skip") and not sub:
        output = said[package].pop(test, [])
        if test:
            counts[action] += 1
            if action == "fail":
                failing.add(package)
                print("".join(output), end="", flush=True)
            continue
        if action == "fail" and package not in failing:
            counts["fail"] += 1
            output = [text for unfinished in said[package].values() for text in unfinished] + output
        if action != "skip":  # a package without tests
            print("".join(text for text in output if text != "PASS\n"), end="", flush=True)

print(f"{counts['pass']} passed, {counts['fail']} failed, {counts['skip']} skipped")
