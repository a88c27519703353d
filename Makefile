# What can be done here; bare `make` lists it.
DATA     ?= ../shared/data
OUT      ?= out
FUZZTIME ?= 10s
MINUTES  ?= 60
TOOLS = $(patsubst %/main.go,./%,$(wildcard .ci/*/main.go .ci/*/*/main.go))
STATICCHECK = go run honnef.co/go/tools/cmd/staticcheck@v0.8.2
GOTESTSUM = go run gotest.tools/gotestsum@v1.13.0
CYCLONEDX = go run github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod@v1.10.0
# What build, test, wheel and release compile is the same then, and compiled once. The tag leaves Arrow's JSON, which is never written, to
# encoding/json: the program is 1.4 MB smaller without go-json.
export GOFLAGS := -trimpath -tags=arrow_json_stdlib $(shell go env GOFLAGS)

.PHONY: help build demo test check fused update vuln sbom release wheel race fuzz bench growth cover clean
.PHONY: soak soak-changes soak-python soak-serve fit-audit
.PHONY: reproduce reproduce-bert reproduce-live reproduce-cleaning reproduce-tasks

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-14s %s\n", $$1, $$2 }' Makefile

# Without cgo, which only the resolver of net would use: its threads take address space that `ulimit -v` counts. Functions begin at multiples
# of 16 bytes, as on arm64, and not of 32: 1 % less to download.
build: ## build ./axiomine
	CGO_ENABLED=0 go build -ldflags "-s -w -funcalign=16" -o axiomine .

demo: build ## run the whole chain on the embedded collection: demo-out/report.html
	./axiomine demo -o demo-out --overwrite

# make check vets. Without the tables of symbols a test binary links in half the time.
TESTED = .ci/cache/tests.json
test: ## run all tests; the last lines count those that were skipped and name what is left to .ci/run --all
	@mkdir -p .ci/cache; : >$(TESTED); code=0; \
	[ -n "$$TMPDIR" ] || { TMPDIR=$$(.ci/scratch) && trap 'rm -rf "$$TMPDIR"' EXIT; }; export TMPDIR; \
	checks=100; [ -n "$$ALL_TESTS" ] || checks=30; export RAPID_CHECKS=$${RAPID_CHECKS:-$$checks}; \
	$(GOTESTSUM) --format pkgname --format-hide-empty-pkg --hide-summary skipped --jsonfile $(TESTED) -- -vet=off -ldflags=-s -timeout 30m ./... $(filter-out ./.ci/release,$(TOOLS)) || code=$$?; \
	grep -ohE 'left to \.ci/run --all: [^\\"]*' $(TESTED) | sort -u; \
	[ -n "$$ALL_TESTS" ] || echo "left to .ci/run --all: $$((100 - RAPID_CHECKS)) of 100 random inputs of every property (rapid)"; \
	echo "$$(grep -c '"Action":"skip".*"Test":' $(TESTED)) skipped, of them $$(grep -cE 'needs \.\./shared' $(TESTED)) for want of ../shared"; exit $$code

check: ## gofmt, go vet, staticcheck
	@files=$$(gofmt -l .); test -z "$$files" || { echo "not gofmt-clean: $$files"; exit 1; }
	go vet ./... $(TOOLS)
	$(STATICCHECK) ./... $(TOOLS)

# A processor that fuses a product with a sum rounds once where others round twice. float64(a*b) + c keeps them apart.
fused: ## no product of ours may be fused with a sum: the compiler for arm64 lists those that would be
	@! CGO_ENABLED=0 GOARCH=arm64 GOFLAGS= go build -gcflags='$(shell go list -m)/...=-d=fmahash=vn' -o /dev/null . 2>&1 \
		| sed -n 's/^fmahash triggered //p' | sed 's/ \[DISABLED.*//' | grep -v '; .*/math/' | sort -u | grep .

update: ## write anew what scripts, reports and the Python package are expected to say, and .ci/size.txt; review the diff
	go test . ./internal/house ./train/report -run 'TestScripts|TestSizes|TestText' -update
	go test ./internal/cli/manual -run TestPythonOptions -update

vuln: ## known vulnerabilities in what the binary calls (govulncheck); says when no database can be reached
	@out=$$(mktemp); trap 'rm -f "$$out"' EXIT; \
	if go run golang.org/x/vuln/cmd/govulncheck@v1.1.4 ./... >"$$out" 2>&1; then cat "$$out"; \
	elif grep -qE 'vuln.go.dev|dial tcp|no such host|fetching vulnerabilities' "$$out"; then \
		echo 'not checked: no vulnerability database can be reached (GOVULNDB names another one)'; exit 1; \
	else cat "$$out"; exit 1; fi

sbom: build ## the modules in ./axiomine, as CycloneDX in JSON: axiomine.cdx.json
	$(CYCLONEDX) bin -json -std -output axiomine.cdx.json axiomine

release: ## for Linux, macOS and Windows: archives (binaries, completions, licences) and wheels: dist/ (PLATFORMS=linux/amd64,..)
	go run ./.ci/release -o dist -platforms "$(PLATFORMS)"
	go run ./.ci/release -wheels -o dist -platforms "$(PLATFORMS)"

wheel: ## the Python package with the binary for this machine, a wheel: dist/
	go run ./.ci/release -wheels -o dist -platforms "$$(go env GOHOSTOS)/$$(go env GOHOSTARCH)"

# The packages that start goroutines, in their tests too. The command line's scripts only start the packages again, slowly.
CONCURRENT = { grep -rlE --include='*.go' '\.Go\(|parallel\.[A-Z]' $(1); grep -rlE --include='*.go' --exclude='*_test.go' '^\s*go [a-z]' $(1); } \
	| grep -vE '^(gen/distributed|internal/testkit)/' | xargs -n1 dirname | sort -u | sed 's,^,./,'

# checkptr, which comes with the detector, ends the process where parquet-go meets damage that it else tells.
race: ## run the tests of the packages that have threads under the race detector, without the long ones on one thread
	go test -race -vet=off -gcflags='github.com/parquet-go/...=-d=checkptr=0' -short -timeout 30m $$($(call CONCURRENT,axioms configs gen internal tokenize train))

fuzz: ## run every fuzz target for FUZZTIME (default 10s)
	@set -e; log=$$(mktemp); trap 'rm -f "$$log"' EXIT; for package in $$(go list ./...); do \
		for target in $$(go test -list '^Fuzz' $$package | grep '^Fuzz' || true); do \
			echo "$$package $$target"; \
			if go test -run '^$$' -fuzz "^$$target$$" -fuzztime $(FUZZTIME) $$package >"$$log" 2>&1; then grep 'elapsed:' "$$log" | tail -1; \
			elif grep -q 'context deadline exceeded' "$$log" && ! grep -q 'Failing input written' "$$log"; then \
				echo 'no input failed: the go command takes the end of FUZZTIME for a failure at times (internal/fuzz, stop)'; \
				go test -run "^$$target$$" $$package; \
			else cat "$$log"; exit 1; fi; \
		done; \
	done

bench: ## measure the hot paths beside their peers: one table, .ci/bench/bench.txt (needs ../shared and Python 3.11)
	"$$(.ci/python)" .ci/bench/bench.py --raw .ci/bench/bench.txt

growth: build ## the chain at 100 k and 1 M made passages and 10 to 1,000 candidates: .ci/bench/growth.txt, growth.svg (Python 3.11)
	python3 .ci/bench/growth.py --text .ci/bench/growth.txt --figure .ci/bench/growth.svg

soak: build ## kill the chain 50 times at 100 k made passages, and go on each time (Python 3.11)
	python3 .ci/soak.py

soak-changes: build ## random configurations, killed, changed and resumed for MINUTES (default 60), against fresh runs (Python 3.11)
	python3 .ci/metamorphic.py --minutes $(MINUTES)

soak-python: build ## random calls of the Python package, interrupted, killed, forked, pickled, for MINUTES, against calm ones
	AXIOMINE_PROGRAM=$(CURDIR)/axiomine $$(.ci/python) .ci/metamorphic_python.py --minutes $(MINUTES)

soak-serve: build ## ten million requests of a server: every answer is right, memory is flat (Python 3.11)
	python3 .ci/serve_many.py

cover: ## statement coverage of every package by all tests
	@mkdir -p .ci/cache
	go test -coverpkg=./... -coverprofile=.ci/cache/cover.prof ./...
	@go tool cover -func=.ci/cache/cover.prof | tail -1

reproduce: build ## the study on five collections: 40 experiments of five seeds, one to two hours, goes on where it was stopped (DATA, OUT; Python 3.11)
	python3 .ci/reproduce.py --data $(DATA) --output $(OUT)/effect

reproduce-bert: build ## a MiniLM cross-encoder on WikiQA with 10, 50 and no judged queries, two seeds: forty minutes, goes on where it was stopped (DATA, OUT; Python 3.11)
	"$$(.ci/python)" .ci/reproduce_bert.py --data $(DATA)/wikiqa --output $(OUT)/bert

reproduce-live: build ## does live mining pay? MiniLM cross-encoders on WikiQA and SciFact, two seeds: an hour, goes on where it was stopped (DATA, OUT; Python 3.11)
	"$$(.ci/python)" .ci/reproduce_live.py --data $(DATA) --output $(OUT)/live

fit-audit: build ## fit the weights by which audit finds false negatives and positives anew, and try them and label-error on collections not seen: an hour (DATA, OUT; Python 3.11)
	"$$(.ci/python)" .ci/fit_audit.py --data $(DATA) --output $(OUT)/fit-audit
	"$$(.ci/python)" .ci/fit_noise.py --data $(DATA) --output $(OUT)/fit-audit
	"$$(.ci/python)" .ci/label_errors.py --data $(DATA)

reproduce-cleaning: build ## does cleaning false negatives pay? MiniLM whole, two kinds, nine arms: ten minutes on an accelerator, days without (DATA, OUT; Python 3.11)
	"$$(.ci/python)" .ci/cleaning_rows.py --data $(DATA) --output $(OUT)/cleaning
	"$$(.ci/python)" .ci/cleaning_students.py $(OUT)/cleaning $(OUT)/cleaning/students --seeds 1
	"$$(.ci/python)" .ci/cleaning_report.py $(OUT)/cleaning $(OUT)/cleaning/students

reproduce-tasks: build ## a MiniLM cross-encoder on Klose's 21 tasks at reduced size: ten minutes on an accelerator, days without (DATA, OUT; Python 3.11)
	"$$(.ci/python)" .ci/reproduce_tasks.py --data $(DATA) --output $(OUT)/tasks

clean: ## remove what make built or made
	rm -rf axiomine axiomine.cdx.json demo-out dist out
