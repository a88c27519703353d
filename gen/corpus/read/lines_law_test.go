package read

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/testkit/nightly"
	"pgregory.net/rapid"
)

// lineReaders read files of lines, with a good line of each: its number stands for %d.
var lineReaders = map[string]struct {
	good  string
	other string // a line that is malformed there, and no object is
	read  func(path string, rep *Report) error
}{
	"documents":          {"%d\ttext", "a\tb\tc", documentsRead(MSMARCO)},
	"objects":            {`{"_id": "%d", "text": "x"}`, `{"_id": "", "text": "x"}`, documentsRead(BEIR)},
	"topics":             {"%d\ttext", "no tab", topicsRead(MSMARCO)},
	"topics of BEIR":     {`{"_id": "%d", "text": "x"}`, `{"_id": 7}`, topicsRead(BEIR)},
	"judgements":         {"%d 0 d 1", "1 0 d maybe", judgementsRead(TREC)},
	"judged objects":     {`{"query_id": "%d", "doc_id": "d", "relevance": 1}`, `{"query_id": "q", "doc_id": ""}`, judgementsRead(irDatasets)},
	"judgements BEIR":    {"%d\td\t1", "q\td\tmaybe", judgementsRead(BEIR)},
	"run":                {"%d Q0 d 1 2.5 t", "1 Q0 d 1 high t", runRead(TREC)},
	"rows of objects":    {`{"query": "%d", "positive": "a", "negative": "b"}`, `{"query": "%d", "positive": ["a", ["b"]], "negative": 1}`, rowsRead},
	"documents of rows":  {`{"query": "q", "passage": "a %d", "label": 1}`, `{"query": "q", "passage": "", "label": 1}`, documentsRead(Table)},
	"queries of rows":    {`{"query": "%d", "passage": "a", "label": 1}`, `{"query": "", "passage": "a", "label": 1}`, topicsRead(Table)},
	"judgements of rows": {`{"query": "%d", "passage": "a", "label": 1}`, `{"query": "q", "passage": "a", "label": "maybe"}`, judgementsRead(Table)},
	"rows of triples":    {"%d\ta\tb", "q\ta", rowsRead},
	"judged rows":        {"%d 0 11 1", "1 0 11 maybe", rowsRead},
}

func documentsRead(format Format) func(string, *Report) error {
	return func(path string, rep *Report) error {
		for _, err := range Documents(context.Background(), path, format, Options{}, rep) {
			if err != nil {
				return err
			}
		}
		return nil
	}
}

func topicsRead(format Format) func(string, *Report) error {
	return func(path string, rep *Report) error {
		_, err := Queries(context.Background(), path, format, Options{}, rep)
		return err
	}
}

func judgementsRead(format Format) func(string, *Report) error {
	return func(path string, rep *Report) error {
		_, err := Qrels(path, format, Options{}, rep)
		return err
	}
}

func runRead(format Format) func(string, *Report) error {
	return func(path string, rep *Report) error {
		_, err := Run(path, format, Options{}, rep)
		return err
	}
}

func rowsRead(path string, rep *Report) error {
	_, err := TrainingRows(context.Background(), path, Options{}, rep, func(*corpus.TrainingRow) error { return nil })
	return err
}

// TestLineReadersCount: of any file of lines, whatever is damaged, each line is a record that is read, or counted under a reason, and the
// kind of each record is told. Objects may stand beside each other on a line, and may be cut off.
func TestLineReadersCount(t *testing.T) {
	dir, cases := t.TempDir(), nightly.Some(t, "files", 30, 2000)
	for name, r := range lineReaders {
		path, objects := filepath.Join(dir, strings.ReplaceAll(name, " ", "_")), strings.HasPrefix(r.good, "{")
		for range max(1, cases/1000) {
			rapid.Check(t, func(t *rapid.T) {
				var text strings.Builder
				text.WriteString(rapid.SampledFrom([]string{"", "\ufeff"}).Draw(t, "mark"))
				units := 0
				line := func(i int) string { return strings.ReplaceAll(r.good, "%d", fmt.Sprint(100+i)) }
				for !objects && units < 120 { // of ten lines nine show the form
					text.WriteString(line(units) + "\n")
					units++
				}
				rows := rapid.IntRange(3, 12).Draw(t, "rows")
				for i := range rows {
					damages := []string{"none", "none", "none", "other", "bytes", "garbage"}
					if objects {
						damages = append(damages, "two", "cut", "cut list, then array", "brackets")
					}
					damage := "none"
					if i > 0 && i < rows-1 { // the first row shows the form
						damage = rapid.SampledFrom(damages).Draw(t, "damage")
					}
					good := line(200 + i)
					units++
					switch damage {
					case "other":
						good = r.other
					case "bytes":
						good = strings.Replace(good, "1", "1\xff", 1)
					case "garbage":
						good = "???"
					case "two":
						good, units = good+" "+line(300+i), units+1
					case "cut":
						good = good[:rapid.IntRange(1, len(good)-1).Draw(t, "length")]
						if last := good[len(good)-1]; last == ':' || last == ' ' { // JSON allows the next object as its value
							good = good[:5]
						}
					case "cut list, then array":
						good, units = `{"a": ["b",`+"\n["+line(200+i)+"]", units+1
					case "brackets":
						good = `{"a": [}`
					}
					text.WriteString(good + rapid.SampledFrom([]string{"\n", "\n", "\r\n", "\n\n"}).Draw(t, "end"))
				}
				must.Do(t, os.WriteFile(path, []byte(text.String()), 0o666))
				rep := new(Report)
				err := r.read(path, rep)
				if err != nil || rep.Kept+rep.NumSkipped() != units {
					t.Fatalf("%s: %d records and %d left out of %d, %v\n%q\n%s", name, rep.Kept, rep.NumSkipped(), units, err, text.String(), rep)
				}
				for _, reason := range rep.Reasons {
					if reason.Skipped && reason.Noun == "" {
						t.Fatalf("%s: %s: of what?", name, reason.Text)
					}
				}
			})
		}
	}
}
