package corpus_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func collected(path string) (rows []corpus.Scored, err error) {
	for row, err := range corpus.WrittenRun(path) {
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// TestWrittenRunAgreesWithRun reads what WriteRun wrote in both ways, equal scores and ids with spaces among it.
func TestWrittenRunAgreesWithRun(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run")
	rapid.Check(t, func(t *rapid.T) {
		var rows []corpus.Scored
		for q := range rapid.IntRange(1, 4).Draw(t, "queries") {
			scores := rapid.SliceOfN(rapid.SampledFrom([]float64{3, 2.5, 2.5, 1, 0.1, -4}), 1, 8).Draw(t, "scores")
			slices.Sort(scores)
			slices.Reverse(scores)
			for d, score := range scores {
				id := strconv.Itoa(d)
				if rapid.Bool().Draw(t, "spaced") {
					id += " b"
				}
				rows = append(rows, corpus.Scored{QueryID: strconv.Itoa(q), DocID: id, Score: score})
			}
		}
		var file bytes.Buffer
		if err := corpus.WriteRun(&file, func(yield func(corpus.Scored) bool) {
			for _, row := range rows {
				if !yield(row) {
					return
				}
			}
		}, "tag"); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, file.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		want, err := corpus.Run(path, "", corpus.Defaults(), nil)
		if err != nil {
			t.Fatal(err)
		}
		got, err := collected(path)
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Fatalf("%v %s", err, diff)
		}
	})
}

func TestWrittenRunRefusesOthers(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"fields": "1 Q0 a 1\n", "order": "1 Q0 a 1 2 x\n1 Q0 b 2 3 x\n",
		"equal": "1 Q0 a 1 2 x\n1 Q0 b 2 2 x\n"} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if rows, err := collected(path); err == nil {
			t.Errorf("%s: %v", name, rows)
		}
	}
	if rows, err := collected(filepath.Join(dir, "missing")); err == nil {
		t.Errorf("a missing file: %v", rows)
	}
	empty := filepath.Join(dir, "empty")
	if err := os.WriteFile(empty, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if rows, err := collected(empty); err != nil || len(rows) != 0 {
		t.Errorf("an empty file: %v, %v", rows, err)
	}
}
