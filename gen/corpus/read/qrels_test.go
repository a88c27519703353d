package read

import (
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/google/go-cmp/cmp"
)

func TestQrelsWithSpacesInIDs(t *testing.T) {
	got, err := Qrels(put(t, "qrels.tsv", "q 1\t0\td 1\t1\n2\t0\td\t1\n"), TREC, Options{Strict: true}, nil)
	if diff := cmp.Diff([]corpus.Qrel{qrel("q 1", "d 1", 1), qrel("2", "d", 1)}, got); err != nil || diff != "" {
		t.Error(err, diff)
	}
}

// TestBEIRQrels: line 1 of BEIR's qrels may be a header, below which fields may stand in quotes.
func TestBEIRQrels(t *testing.T) {
	for text, want := range map[string][]corpus.Qrel{
		"1\td0\t1\nq 2\thttp://x/y z\t2\n3\td\t1.5\n":                                      {qrel("1", "d0", 1), qrel("q 2", "http://x/y z", 2)},
		"query-id\tcorpus-id\tscore\n1\td0\t1\n\"a \"\"q\"\"\"\thttp://x/y z\t2\n3\t\t1\n": {qrel("1", "d0", 1), qrel(`a "q"`, "http://x/y z", 2)},
	} {
		var rep Report
		got, err := Qrels(put(t, "test.tsv", text), BEIR, Options{}, &rep)
		if diff := cmp.Diff(want, got); err != nil || diff != "" || rep.NumSkipped() != 1 {
			t.Error(err, diff, rep.String())
		}
	}
}

func TestQrelsFormatMustBeNamed(t *testing.T) {
	for _, text := range []string{"1 d 1 0 0.5\n", "1 d\n"} {
		_, err := Qrels(put(t, "qrels.txt", text), Auto, Options{}, nil)
		if !isFault(err, errs.Input) || !strings.Contains(err.Error(), "--set qrels_format") {
			t.Errorf("%q: error %v, want one that names --set qrels_format", text, err)
		}
	}
}

// A run where judgements are wanted, and judgements where a run is, are named as what they are.
func TestExchangedFiles(t *testing.T) {
	run, judged := put(t, "run.txt", "1 Q0 d 1 0.5 t\n1 Q0 e 2 0.4 t\n"), put(t, "qrels.txt", "1 0 d 1\n1 0 e 0\n")
	_, err := Qrels(run, Auto, Options{}, nil)
	if !isFault(err, errs.Input) || !strings.Contains(err.Error(), "a run, and judgements are wanted") {
		t.Errorf("a run as judgements: %v", err)
	}
	if _, err := Run(judged, TREC, Options{}, nil); !isFault(err, errs.Input) || !strings.Contains(err.Error(), "it holds judgements") {
		t.Errorf("judgements as a run: %v", err)
	}
}

func TestJudged(t *testing.T) {
	got, _ := judgedQueries([]corpus.Query{{ID: "3"}, {ID: "1"}, {ID: "2"}}, []corpus.Qrel{qrel("1", "d", 0), qrel("3", "d", 1), qrel("9", "d", 1)})
	must.Same(t, got, []corpus.Query{{ID: "3"}, {ID: "1"}})
}
