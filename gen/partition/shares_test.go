package partition

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// A share is read by another process, perhaps of another day: the names in it stay, whatever the fields are called. The text was
// taken from version 0.1.0.
func TestShareKeepsItsBytes(t *testing.T) {
	row := sample.Rows{{Instance: pairs.Instance{Pos: 1, Neg: 2}, Query: 3, NegLabel: -1, Key: sample.Key{4, 5, 6, 7}}}
	s := dataset.Share{
		Part: mine.Part{Number: 2, Parts: 3}, Key: "k",
		Counts: [][]mine.Tally{{{
			Relevance: [2][2]int{{1, 2}, {3, 4}}, Steps: []int{5}, Triples: 6, LeftOut: [2]int{7, 8}, Skew: 9, Longer: 16, Undecided: [2]int{10, 11},
		}}},
		Sample: &sample.Share{Places: []int32{10}, Judged: row, JudgedSums: sample.JudgedSums{Found: 11, BeyondLimit: 12}, Conflicts: 13,
			Pools: []sample.PoolShare{{Drawn: row, LengthSums: sample.LengthSums{Skew: 14, SkewN: 15, Longer: [2]int{17, 18}}}}},
	}
	const text = `"AQAAAAIAAAAAAAAAAwAAAP8EAAAAAAAAAAUAAAAAAAAABgAAAAAAAAAHAAAAAAAAAA=="`
	want := `{"Part":{"Number":2,"Of":3},"Key":"k",` +
		`"Counts":[[{"Relevance":[[1,2],[3,4]],"Steps":[5],"Triples":6,"Left":[7,8],"Skew":9,"Longer":16,"Undecided":[10,11]}]],` +
		`"Sample":{"Places":[10],"Judged":` + text + `,"JudgedN":11,"Beyond":12,` +
		`"Suspects":{"same_text":0,"near_duplicate":0,"skip_top":0,"max_score":0,"within_top":0,"min_score":0,` +
		`"not_judged":0,"score_margin":0},` +
		`"Stated":{"stated":0,"same_side":0,"labels_not_in_use":0,"unknown_document":0,"no_candidate":0,"left_out":0,"beyond_limit":0,` +
		`"not_drawn":0,"used":0},` +
		`"Pools":[{"Drawn":` + text + `,"Sides":[` + repeat(`["",""]`) + `],"Counts":[` + repeat(`[0,0]`) + `],` +
		`"Ledger":{"axiom":"","mined":0,"dropped":{`
	const end = `,"pool":0,"wanted":0,"taken":0,"shortfall":0},"Skew":14,"SkewN":15,"Longer":[17,18]}],"Conflicts":13}}` + "\n"
	var file bytes.Buffer
	must.Do(t, writeShare(&file, &s))
	_, got, _ := strings.Cut(file.String(), "\n")
	if !strings.HasPrefix(got, want) || !strings.HasSuffix(got, end) {
		t.Errorf("%s\nwant\n%s..%s", got, want, end)
	}
}

// repeat writes an item for each bin of lengths.
func repeat(item string) string {
	bins := len(sample.PoolShare{}.Counts)
	return strings.TrimSuffix(strings.Repeat(item+",", bins), ",")
}

// TestSweepJob: every file of a killed worker that cannot be removed is in the error, not the last one alone; the others are removed.
func TestSweepJob(t *testing.T) {
	dir := t.TempDir()
	names := []string{strings.Repeat("a", 16), strings.Repeat("b", 16), strings.Repeat("c", 16)}
	for i, name := range names {
		path := filepath.Join(dir, sharesDir, unfinished+name+unfinishedEnd)
		if i < 2 {
			path = filepath.Join(path, "a folder that is not empty")
		}
		must.Do(t, os.MkdirAll(path, 0o777))
	}
	err := SweepJob(dir)
	if err == nil || !strings.Contains(err.Error(), names[0]) || !strings.Contains(err.Error(), names[1]) {
		t.Errorf("%v, want both folders in it", err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, sharesDir, "*")); len(left) != 2 {
		t.Errorf("left are %v", left)
	}
}
