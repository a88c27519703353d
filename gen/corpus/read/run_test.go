package read

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/testkit/golden"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// plainRun is the definition: all rows of a query, best of each document, sorted, cut.
func plainRun(rows []corpus.RunRow, hits int) []corpus.RunRow {
	var out []corpus.RunRow
	var queries []string
	for _, r := range rows {
		if !slices.Contains(queries, r.QueryID) {
			queries = append(queries, r.QueryID)
		}
	}
	for _, query := range queries {
		best := map[string]float64{}
		for _, r := range rows {
			if score, met := best[r.DocID]; r.QueryID == query && (!met || r.Score > score) {
				best[r.DocID] = r.Score
			}
		}
		var found []corpus.RunRow
		for doc, score := range best {
			found = append(found, corpus.RunRow{QueryID: query, DocID: doc, Score: score})
		}
		sort.Slice(found, func(a, b int) bool {
			if found[a].Score != found[b].Score {
				return found[a].Score > found[b].Score
			}
			return found[a].DocID > found[b].DocID
		})
		if hits > 0 {
			found = found[:min(hits, len(found))]
		}
		for i := range found {
			found[i].Rank = i + 1
			out = append(out, found[i])
		}
	}
	return out
}

func TestRunAgreesWithItsDefinition(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		var rows []corpus.RunRow
		var text strings.Builder
		n := rapid.SampledFrom([]int{1, 20, 3000}).Draw(t, "rows")
		hits := rapid.SampledFrom([]int{0, 1, 3, 100}).Draw(t, "hits")
		queries := rapid.SampledFrom([]uint32{1, 4}).Draw(t, "queries")
		docs := rapid.SampledFrom([]int{3, 500}).Draw(t, "documents")
		state := rapid.Uint32().Draw(t, "state")
		for range n { // enough rows of one query that a depth cuts early
			state = state*1664525 + 1013904223
			r := corpus.RunRow{QueryID: fmt.Sprint("q", (state>>30)%queries), DocID: fmt.Sprint("d", int(state>>8)%docs), Score: float64(state>>16%7) / 2}
			rows = append(rows, r)
			fmt.Fprintf(&text, "%s Q0 %s 1 %g t\n", r.QueryID, r.DocID, r.Score)
		}
		path := filepath.Join(dir, "run.txt")
		must.Do(t, os.WriteFile(path, []byte(text.String()), 0o600))
		got, err := Run(path, TREC, Options{Hits: hits}, nil)
		if diff := cmp.Diff(plainRun(rows, hits), got); err != nil || diff != "" {
			t.Fatal(err, diff)
		}
	})
}

// Written and read back, also in the single precision of trec_eval, a run keeps its order, and scores that fall stay.
func TestWriteRun(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		score := rapid.OneOf(rapid.SampledFrom([]float64{0, math.Copysign(0, -1), 1, 1e-45, 1.5, 20.123456, 20.1234561, -3, -1e30,
			math.MaxFloat32}),
			rapid.Float64Range(-100, 100))
		var rows []corpus.RunRow
		for q := range rapid.IntRange(1, 3).Draw(t, "queries") {
			scores := rapid.SliceOfN(score, 1, 30).Draw(t, "scores")
			slices.SortFunc(scores, func(a, b float64) int { return int(math.Copysign(1, b-a)) })
			for i, s := range scores {
				rows = append(rows, corpus.RunRow{QueryID: fmt.Sprint("q", q), DocID: fmt.Sprintf("d%d", i), Rank: i + 1, Score: s})
			}
		}
		var out bytes.Buffer
		must.Do(t, corpus.WriteRun(&out, slices.Values(rows), "tag"))
		path := filepath.Join(dir, "run.txt")
		must.Do(t, os.WriteFile(path, out.Bytes(), 0o600))
		got, err := Run(path, TREC, Options{Strict: true}, nil)
		if err != nil || len(got) != len(rows) {
			t.Fatalf("%v, %d rows of %d:\n%s", err, len(got), len(rows), &out)
		}
		for i := range rows {
			if got[i].DocID != rows[i].DocID || got[i].QueryID != rows[i].QueryID || got[i].Rank != rows[i].Rank {
				t.Fatalf("row %d is %v, want %v", i, got[i], rows[i])
			}
			if i == 0 || got[i].Rank == 1 {
				continue
			}
			if float32(got[i].Score) >= float32(got[i-1].Score) {
				t.Fatalf("row %d: %v does not fall below %v in single precision", i, got[i].Score, got[i-1].Score)
			}
			if falls := float32(rows[i].Score) < float32(got[i-1].Score); falls && got[i].Score != rows[i].Score {
				t.Fatalf("row %d: score %v became %v", i, rows[i].Score, got[i].Score)
			}
		}
	})
}

func TestWriteRunRefuses(t *testing.T) {
	ok := corpus.RunRow{QueryID: "1", DocID: "d", Score: 1}
	for name, rows := range map[string][]corpus.RunRow{
		"NaN": {runRow("1", "d", 1, math.NaN())}, "infinite": {runRow("1", "d", 1, math.Inf(-1))}, "TAB": {runRow("1", "d\t", 1, 1)}, "empty id": {runRow("", "d", 1, 1)},
		"scattered": {ok, runRow("2", "d", 1, 1), runRow("1", "e", 2, 0)},
	} {
		if err := corpus.WriteRun(&bytes.Buffer{}, slices.Values(rows), "tag"); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if err := corpus.WriteRun(&bytes.Buffer{}, slices.Values([]corpus.RunRow{ok}), "a b"); err == nil {
		t.Error("a tag with a space: no error")
	}
	var out bytes.Buffer
	if err := corpus.WriteRun(&out, slices.Values([]corpus.RunRow{ok, runRow("1", "e", 9, 1)}), "tag"); err != nil ||
		out.String() != "1 Q0 d 1 1 tag\n1 Q0 e 2 0.99999994 tag\n" {
		// 0.99999994 is the shortest decimal of the float32 below 1, 1 - 2^-24.
		t.Errorf("%v, %q", err, out.String())
	}
}

func TestGoldenRunOrder(t *testing.T) {
	for _, folder := range golden.Folders(t, "treceval") {
		var rep Report
		rows := must.Get(Run(filepath.Join(folder, "run.txt"), TREC, Options{Strict: true}, &rep))(t)
		ties := 0
		for i := 1; i < len(rows); i++ {
			a, b := rows[i-1], rows[i]
			if a.QueryID != b.QueryID {
				continue
			}
			if a.Score < b.Score || a.Score == b.Score && a.DocID <= b.DocID || b.Rank != a.Rank+1 {
				t.Fatalf("%v before %v", a, b)
			}
			if a.Score == b.Score {
				ties++
			}
		}
		if ties == 0 {
			t.Errorf("no ties in the run of %s: this test shows little", folder)
		}
	}
}
