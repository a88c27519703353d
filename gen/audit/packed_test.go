package audit

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/budgettest"
)

// bodyOf divides a form into what stands before its rows and its rows, which can be repeated.
func bodyOf(name, text string) (head, rows, foot string) {
	switch {
	case strings.HasSuffix(name, ".csv"):
		head, rows, _ = strings.Cut(text, "\n")
		return head + "\n", rows, ""
	case name == "array.json":
		return "[", strings.Trim(text, "[]") + ",", strings.Trim(text, "[]") + "]"
	}
	return "", strings.TrimSuffix(text, "\n") + "\n", ""
}

// TestPackedRows: the rows of every form, so often that they are 60 MB, are less than a MiB once they are packed. They are refused, or take
// no more than any small input may; 9,000,000 rows of 79 kB took 1.7 GB.
func TestPackedRows(t *testing.T) {
	const size = 60 << 20
	for name, text := range forms {
		if strings.Contains(name, "packed") || strings.Contains(name, "parquet") || strings.Contains(name, "utf-16") {
			continue
		}
		t.Run(name, func(t *testing.T) {
			head, rows, foot := bodyOf(name, text)
			raw := zstandard(head + strings.Repeat(rows, size/len(rows)) + foot)
			path := write(t, map[string]string{name: raw})[name]
			budgettest.Run(t, len(raw), func() {
				r, err := Run(t.Context(), Options{Files: []string{path}, Reading: read.Defaults()}, nil)
				if bad, is := errors.AsType[*errs.Error](err); err != nil && (!is || bad.Kind != errs.Input) || err == nil && r.Rows < 3 {
					t.Error(r, err)
				}
			})
		})
	}
}

// TestPackedFiles: what is believed of one small packed file is not believed of eight.
func TestPackedFiles(t *testing.T) {
	line := `{"query": "a", "positive": "b", "negative": "c"}` + "\n"
	size, files, names := 0, map[string]string{}, []string{}
	for i := range 8 {
		raw := zstandard(strings.Repeat(line, 400_000) + fmt.Sprintln(i))
		name := fmt.Sprintf("%d.jsonl.zst", i)
		size, files[name], names = size+len(raw), raw, append(names, name)
	}
	paths := write(t, files)
	for i, name := range names {
		names[i] = paths[name]
	}
	budgettest.Run(t, size, func() {
		_, err := Run(t.Context(), Options{Files: names, Reading: read.Defaults()}, nil)
		if err == nil || !strings.Contains(err.Error(), "1.jsonl.zst") || !strings.Contains(err.Error(), "unpack it first") {
			t.Error(err)
		}
	})
}

// TestManyPackedRows: about as many rows as are believed of a packed file below a MiB are read, and within the budget.
func TestManyPackedRows(t *testing.T) {
	const letters = "abcdefghijklmnopqrstuvwxyz"
	random := rand.New(rand.NewPCG(7, 8))
	var text strings.Builder
	text.WriteString("query,positive,negative\n")
	for range 1_000_000 {
		fmt.Fprintf(&text, "a,b,%c\n", letters[random.IntN(len(letters))])
	}
	raw := zstandard(text.String())
	path := write(t, map[string]string{"rows.csv": raw})["rows.csv"]
	budgettest.Run(t, len(raw), func() {
		if r := run(t, Options{Files: []string{path}, Reading: read.Defaults()}); r.Rows != 1_000_000 {
			t.Errorf("%d rows", r.Rows)
		}
	})
	if len(raw) > budgettest.Input {
		t.Errorf("%d bytes are no small input", len(raw))
	}
}
