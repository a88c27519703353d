package collection

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// TestPipeIsNoCollection: what can be read once only is refused as such, not as an empty file.
func TestPipeIsNoCollection(t *testing.T) {
	for _, format := range []read.Format{read.Auto, read.Table, read.Triples} {
		c := &configs.Gen{}
		c.Data, c.Format = os.DevNull, format
		_, err := FindCollection(c)
		must.Fail(t, err, "it is a pipe or a device; hint: save it to a file first", "%s", format)
	}
}

// TestCranfieldTextsOnce: Cranfield's texts begin with their titles, whether the folder or the file of documents is named.
func TestCranfieldTextsOnce(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "cran.all.1400")
	must.Do(t, os.WriteFile(file, []byte(".I 1\n.T\nwind\n.A\n.B\n.W\nwind\nlift\n"), 0o600))
	for _, path := range []string{dir, file} {
		c := &configs.Gen{}
		c.Format, c.DocFields, c.Data = read.Auto, "auto", dir
		if path == file {
			c.Data, c.Collection = "", file
		}
		col, err := FindCollection(c)
		if err != nil || !slices.Equal(col.Options.DocFields, []string{"text"}) {
			t.Errorf("%s: %v, %v", path, col, err)
		}
	}
}

// TestScoresOfRows: a column of scores has an effect with --run given, or is told as not read, whether the user named it or not.
func TestScoresOfRows(t *testing.T) {
	for _, c := range []struct {
		rows, columns, run string
		isTold             bool
	}{
		{"query,passage,label,score\na whale,the whale,1,3.5\n", "", "", false}, // beside labels it is told as a column
		{"query,passage,score\na whale,the whale,3.5\n", "", "", true},
		{"query,passage,score\na whale,the whale,3.5\n", "", "given", false},
		{"query,passage,label,points\na whale,the whale,1,3.5\n", "score=points", "", true},
		{"query,passage,label,points\na whale,the whale,1,3.5\n", "score=points", "given", false},
		{"query,passage,label,points\na whale,the whale,1,3.5\n", "", "", false},
	} {
		path := filepath.Join(t.TempDir(), "rows.csv")
		must.Do(t, os.WriteFile(path, []byte(c.rows), 0o600))
		l := must.Get(configs.Load("", nil))(t)
		l.Gen.Data, l.Gen.Columns, l.Gen.Run = path, c.columns, c.run
		col := must.Get(FindCollection(&l.Gen))(t)
		isTold := slices.ContainsFunc(col.Layout.Unread, func(u read.Unread) bool {
			return strings.HasPrefix(u.String(), "scores of the rows")
		})
		must.Equal(t, isTold, c.isTold, "%+v: %v", c, col.Layout.Unread)
	}
}

// TestTextsNowhere: documents of which none has a text are an error behind the last one. The objects are those of exports whose texts are
// in another member, and of files with ids alone.
func TestTextsNowhere(t *testing.T) {
	for name, c := range map[string]struct {
		content string
		fields  []string
		bad     bool
	}{
		"pinecone.jsonl": {content: `{"id": "1", "values": [0.1], "metadata": {"text": "a"}}` + "\n", bad: true},
		"vespa.jsonl":    {content: `{"id": "id:ns:doc::1", "fields": {"text": "a"}}` + "\n", bad: true},
		"c.tsv":          {content: "1\t\n2\t \n", bad: true},
		"one.tsv":        {content: "1\t\n2\tb\n"},
		"titles.jsonl":   {content: `{"id": "1", "title": "a", "text": ""}` + "\n", fields: []string{"title"}},
		"urls.jsonl":     {content: `{"id": "1", "title": "a", "text": "b"}` + "\n", fields: []string{"url"}, bad: true},
	} {
		path := filepath.Join(t.TempDir(), name)
		must.Do(t, os.WriteFile(path, []byte(c.content), 0o600))
		col := &Collection{Layout: read.Layout{Documents: path, Format: read.Auto}, Options: read.Options{DocFields: c.fields}}
		n := 0
		var bad error
		for _, err := range col.Documents(t.Context(), nil) {
			if bad = err; err == nil {
				n++
			}
		}
		if n != strings.Count(c.content, "\n") || (bad != nil) != c.bad || c.bad && !strings.HasPrefix(bad.Error(), path+": none of its ") {
			t.Errorf("%s: %d documents, %v", name, n, bad)
		}
	}
}

// TestWords: by hand. The texts have 4, 2, 2 and 0 different words; without "the" 3, 2, 2, 0; "runs" and "running" have one stem.
func TestWords(t *testing.T) {
	analyser, err := analysis.New(analysis.Options{Tokenizer: "unicode", Stemmer: "snowball:english", Stopwords: "english"})
	must.Do(t, err)
	c := newWordCounter(analyser)
	for _, text := range []string{"The cat runs, the running cat", "green tea", "tea tea house", " "} {
		c.add(text)
	}
	want := []Words{
		{"texts", "all", 11, 0, 4, 2, 2, 2, math.Sqrt(2)},
		{"texts", "stopped", 9, 0, 3, 1.75, 2, 2, math.Sqrt(1.1875)},
		{"texts", "stopped and stemmed", 9, 0, 2, 1.5, 2, 2, math.Sqrt(.75)},
	}
	if diff := cmp.Diff(want, c.summarise("texts"), cmpopts.EquateApprox(0, 1e-12)); diff != "" {
		t.Error(diff)
	}
	if got := want[1].String(); got != "words of texts, stopped: 9; different ones of each 0 to 3, mean 1.75, median 2, mode 2, deviation 1.09" {
		t.Error(got)
	}
	if list := newWordCounter(analyser).summarise("texts"); list != nil {
		t.Errorf("of no text %+v", list)
	}
}

// TestUnitOf: a split is named, and a collection without splits has none to name.
func TestUnitOf(t *testing.T) {
	must.Equal(t, UnitOf("train", "queries"), "train queries", "a split")
	must.Equal(t, UnitOf("all", "queries"), "queries", "no splits")
}
