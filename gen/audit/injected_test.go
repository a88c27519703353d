package audit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/audit/internal/check"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/ui/page"
)

// row is a triplet.
type row struct {
	Query    string `json:"query"`
	Positive string `json:"positive"`
	Negative string `json:"negative"`
}

// drawText draws words.
func drawText(r *rand.Rand, n int) string {
	words := make([]string, n)
	for i := range words {
		words[i] = fmt.Sprintf("w%d", r.IntN(5000))
	}
	return strings.Join(words, " ")
}

// faults spoil a row; some add a row that goes with it. They return whether the row itself is at fault.
var faults = map[string]func(r *rand.Rand, rows []row, i int) (added []row){
	"repeated-row": func(_ *rand.Rand, rows []row, i int) []row { return []row{rows[i]} },
	"contradiction": func(_ *rand.Rand, rows []row, i int) []row {
		return []row{{rows[i].Query, rows[i].Negative, rows[i].Positive}}
	},
	"empty-text": func(_ *rand.Rand, rows []row, i int) []row { rows[i].Positive = ""; return nil },
	"positive-is-negative": func(_ *rand.Rand, rows []row, i int) []row {
		rows[i].Negative = strings.ToUpper(rows[i].Positive)
		return nil
	},
	"query-is-document": func(_ *rand.Rand, rows []row, i int) []row { rows[i].Positive = rows[i].Query; return nil },
	"garbled-text":      func(_ *rand.Rand, rows []row, i int) []row { rows[i].Positive += " caf\u00c3\u00a9"; return nil },
	"markup": func(_ *rand.Rand, rows []row, i int) []row {
		rows[i].Negative = "<p>" + rows[i].Negative + "</p>"
		return nil
	},
	"near-positive": func(_ *rand.Rand, rows []row, i int) []row {
		rows[i].Negative = rows[i].Positive + " also"
		return nil
	},
	"test-query": func(_ *rand.Rand, rows []row, i int) []row {
		rows[i].Query = fmt.Sprintf("test query %d", i%7)
		return nil
	},
	"cycle": func(r *rand.Rand, rows []row, i int) []row {
		third := drawText(r, 20)
		return []row{{rows[i].Query, rows[i].Negative, third}, {rows[i].Query, third, rows[i].Positive}}
	},
}

const injected = 0.01

// TestInjectedFaults: ten kinds of faults at one in a hundred rows each are found, and nothing else.
func TestInjectedFaults(t *testing.T) {
	const n = 5000
	r := rand.New(rand.NewPCG(1, 2))
	rows := make([]row, n)
	for i := range rows {
		rows[i] = row{drawText(r, 6), drawText(r, 20+r.IntN(20)), drawText(r, 20+r.IntN(20))}
	}
	places := r.Perm(n)
	want := map[string]map[int]bool{}
	var kinds []string
	for code := range faults {
		kinds = append(kinds, code)
	}
	slices.Sort(kinds)
	for _, code := range kinds {
		want[code] = map[int]bool{}
		for range int(injected * n) {
			i := places[0]
			places = places[1:]
			added := faults[code](r, rows, i)
			if code != "repeated-row" {
				want[code][i] = true
			}
			for j := range added {
				want[code][len(rows)+j] = true
			}
			rows = append(rows, added...)
		}
	}
	var text bytes.Buffer
	for _, row := range rows {
		_ = json.NewEncoder(&text).Encode(row) // a Buffer takes all
	}
	var tests strings.Builder
	for i := range 7 {
		fmt.Fprintf(&tests, "{\"query\": \"test query %d\", \"positive\": \"p%d\", \"negative\": \"n\"}\n", i, i)
	}
	files := write(t, map[string]string{"rows.jsonl": text.String(), "test.jsonl": tests.String()})
	report := run(t, Options{Files: []string{files["rows.jsonl"]}, Test: []string{files["test.jsonl"]}})
	for _, code := range kinds {
		flags, _ := flagged(report, code)
		right := 0
		for _, i := range flags {
			if want[code][i] {
				right++
			}
		}
		recall, wrong := float64(right)/float64(len(want[code])), float64(len(flags)-right)/float64(len(rows))
		if recall < 0.95 || wrong > 0.001 {
			t.Errorf("%s: recall %.3f, false alarms %.4f", code, recall, wrong)
		}
		t.Logf("%s: %d of %d, %d false", code, right, len(want[code]), len(flags)-right)
	}
	for _, f := range report.Findings {
		if check.Lookup(f.Code).Exact && want[f.Code] == nil {
			t.Errorf("%s is found, and nobody put it there: %s", f.Code, f.Title)
		}
	}
	sameAtAnyThreads(t, files)
}

// sameAtAnyThreads compares what is written with one thread and with eight.
func sameAtAnyThreads(t *testing.T, files map[string]string) {
	t.Helper()
	var first []byte
	for _, threads := range []int{1, 8} {
		before := runtime.GOMAXPROCS(threads)
		r := run(t, Options{Files: []string{files["rows.jsonl"]}, Test: []string{files["test.jsonl"]}})
		runtime.GOMAXPROCS(before)
		var out bytes.Buffer
		must.Do(t, r.WriteFlags(&out))
		must.Do(t, r.WritePage(&out, "axiomine audit", page.Next{}))
		must.Do(t, json.NewEncoder(&out).Encode(r))
		if first == nil {
			first = out.Bytes()
		} else if !bytes.Equal(first, out.Bytes()) {
			t.Error("eight threads write other bytes than one")
		}
	}
}
