package read

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus/internal/fileform"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/testkit/budgettest"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// letters reads as one letter, any number of times.
type letters byte

func (l letters) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(l)
	}
	return len(p), nil
}

// A packed file of some kilobytes that holds a line, or an object, without an end is refused after MaxLine.
func TestALineHasABound(t *testing.T) {
	o := Defaults()
	o.MaxLine = 1 << 20 // more would be more than a packed file of that size may hold
	for format, start := range map[Format]string{BEIR: `{"_id":"`, fileform.JsonCollection: `{"id":"`} {
		var packed bytes.Buffer
		z := must.Get(gzip.NewWriterLevel(&packed, gzip.BestSpeed))(t)
		io.WriteString(z, start)
		must.Get(io.Copy(z, io.LimitReader(letters('a'), 3*int64(o.MaxLine)/2)))(t)
		z.Close()
		path := filepath.Join(t.TempDir(), "corpus.jsonl.gz")
		must.Do(t, os.WriteFile(path, packed.Bytes(), 0o666))
		var last error
		for _, err := range Documents(t.Context(), path, format, o, new(Report)) {
			last = err
		}
		var f *errs.Error
		if !errors.As(last, &f) || f.Kind != errs.Input || f.Line != 1 {
			t.Errorf("%s: %v", format, last)
		}
	}
}

// Records of many short lines have the bound of a line.
func TestARecordHasABound(t *testing.T) {
	lines := strings.Repeat("some words\n", 200)
	for _, c := range []struct {
		name, text string
		topics     bool
	}{
		{"docs.trec", "<DOC>\n<DOCNO> 1 </DOCNO>\n<TEXT>\n" + lines + "</TEXT>\n</DOC>\n", false},
		{"docs.trec", "<DOC>\n<DOCNO> 1 </DOCNO>\n<TEXT>\n" + strings.Repeat("x<DOC>\n", 300) + "</TEXT>\n</DOC>\n", false},
		{"cran.all.1400", ".I 1\n.T\na title\n.W\n" + lines, false},
		{"corpus.json", "{\"id\": \"1\", \"contents\": \"a\",\n" + strings.Repeat("\"a\": \"some words\",\n", 200) + "\"b\": 1}\n", false},
		{"topics.trec", "<top>\n<num> 1\n<title>\n" + lines + "</top>\n", true},
		{"topics.xml", "<topics>\n<topic number=\"1\"><query>\n" + lines + "</query></topic></topics>\n", true},
	} {
		path := filepath.Join(t.TempDir(), c.name)
		must.Do(t, os.WriteFile(path, []byte(c.text), 0o666))
		for max, fits := range map[int]bool{1000: false, 100_000: true} {
			o := Defaults()
			o.MaxLine = max
			var err error
			if c.topics {
				_, err = Queries(t.Context(), path, TREC, o, nil)
			} else {
				for _, bad := range Documents(t.Context(), path, Auto, o, nil) {
					err = bad
				}
			}
			f, bad := errors.AsType[*errs.Error](err)
			if fits && err != nil || !fits && (!bad || !strings.HasPrefix(f.Problem, "a line or record of more than 1000 bytes")) {
				t.Errorf("%s, at most %d: %v", c.name, max, err)
			}
		}
	}
}

// repeated joins n texts that a format makes of their numbers.
func repeated(n int, format, separator string) string {
	texts := make([]string, n)
	for i := range texts {
		texts[i] = strings.ReplaceAll(format, "#", fmt.Sprint(i))
	}
	return strings.Join(texts, separator)
}

// TestManyColumns: a small table with very many columns is read within the budget of small inputs, or refused with file and line.
func TestManyColumns(t *testing.T) {
	negatives := safefile.Columns + 1
	for name, c := range map[string]struct{ file, text, refused string }{
		"of one object":          {"a.jsonl", `{"query": "a", "passage": "b", "label": 1, ` + repeated(60_000, `"k#": 1`, ", ") + "}\n", ""},
		"another in each object": {"a.jsonl", repeated(15_000, `{"query": "a", "passage": "b#", "label": 1, "k#": 1}`, "\n"), ""},
		"members of a member":    {"a.jsonl", repeated(15_000, `{"query": "a", "passage": "b#", "label": 1, "k": {"m#": 1}}`, "\n"), ""},
		"another case":           {"a.jsonl", repeated(15_000, `{"query": "a", "passage": "b#", "label": 1, "k#.a.b.c.d": 1}`, "\n"), ""},
		"of one line": {"a.csv", "query,passage,label," + repeated(30_000, "c#", ",") + "\n" +
			"a,b,1" + strings.Repeat(",", 30_000) + "\n", ""},
		"of negatives": {"a.jsonl", `{"query": "a", "positive": "b", ` + repeated(negatives, `"neg_#": "x#"`, ", ") + "}\n",
			"the columns of negatives are 1025, more than 1024"},
	} {
		t.Run(name, func(t *testing.T) {
			path := put(t, c.file, c.text)
			budgettest.Run(t, len(c.text), func() {
				_, err := collect(path, Table, Defaults(), new(Report))
				if c.refused == "" && err != nil || c.refused != "" && (err == nil || !strings.Contains(err.Error(), ":1: "+c.refused)) {
					t.Errorf("%v, want %q", err, c.refused)
				}
			})
		})
	}
}
