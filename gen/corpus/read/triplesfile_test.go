package read

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
)

// putAll writes files below a new folder.
func putAll(t *testing.T, contents map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range contents {
		path := filepath.Join(dir, name)
		must.Do(t, os.MkdirAll(filepath.Dir(path), 0o777))
		must.Do(t, os.WriteFile(path, []byte(content), 0o666))
	}
	return dir
}

// A file of triples is a collection by itself; what may be a table with a header is none.
func TestTriplesFile(t *testing.T) {
	const line = "what is a cat\ta cat is an animal\tdogs bark at night\n"
	for name, content := range map[string]string{"a.tsv": line, "triples.train.small.tsv": line + "one\ttwo three\tfour five\n" + line + line,
		"b.tsv.gz": packed(t, line+line)} {
		path := put(t, name, content)
		l, err := Discover(path, Auto)
		if err != nil || l.Format != Triples || l.Documents != path || len(l.Queries) != 1 || len(l.Qrels) != 1 {
			t.Errorf("%s: %+v, %v", name, l, err)
		}
	}
	for name, content := range map[string]string{
		"with a header":          "query\tpositive\tnegative\n" + line,
		"unknown names":          "Frage\tgute Antwort\tschlechte Antwort\n" + strings.Repeat(line, 20),
		"a label":                strings.Repeat("what is a cat\ta cat is an animal\t1\n", 20),
		"ids before two texts":   strings.Repeat("q1\twhat is this cat\ta cat is an animal\n", 20),
		"triples of ids":         "1\t2\t3\n",
		"four fields":            strings.Repeat("a b\tc d e\tf g h\ti j\n", 3),
		"half of another number": strings.Repeat(line+"a b\tc d e\n", 5),
	} {
		if l, err := Discover(put(t, "x.tsv", content), Auto); err == nil && l.Format == Triples {
			t.Errorf("%s: taken for triples", name)
		}
	}
	if l, err := Discover(put(t, "x.tsv", "1\t2\t3\n"), Triples); err != nil || l.Format != Triples {
		t.Errorf("named: %+v, %v", l, err)
	}
}

// What holds no record says so with its size, and what was expected.
func TestNothingFound(t *testing.T) {
	path := put(t, "x.tsv", "1\tone two three\n2\tfour five six\n")
	var rep Report
	_, err := collect(path, TREC, Options{}, &rep)
	must.Fail(t, err, "no documents found in 32 bytes; hint: expected <DOC>")
	dir := putAll(t, map[string]string{"collection.tsv": strings.Repeat("1\tone\n2\ttwo\tthree\n", 5)})
	if _, err := Discover(dir, Auto); err == nil || !strings.Contains(err.Error(), "collection.tsv: it has the name of msmarco documents") ||
		!strings.Contains(err.Error(), "--format msmarco reads it") {
		t.Error(err)
	}
}
