package read

import (
	"context"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/internal/sourcefile"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/cespare/xxhash/v2"
	"github.com/google/go-cmp/cmp"
)

// put writes a file into a new folder and returns its path.
func put(t testing.TB, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	putAt(t, path, content)
	return path
}

func putAt(t testing.TB, path, content string) {
	t.Helper()
	must.Do(t, os.MkdirAll(filepath.Dir(path), 0o700))
	must.Do(t, os.WriteFile(path, []byte(content), 0o600))
}

func readDocs(t testing.TB, name, content string, format Format, o Options, rep *Report) []corpus.Doc {
	t.Helper()
	return must.Get(collect(put(t, name, content), format, o, rep))(t)
}

func collect(path string, format Format, o Options, rep *Report) (docs []corpus.Doc, err error) {
	for d, err := range Documents(context.Background(), path, format, o, rep) {
		if err != nil {
			return docs, err
		}
		docs = append(docs, d)
	}
	return docs, nil
}

func isFault(err error, kind errs.Kind) bool {
	e, ok := errors.AsType[*errs.Error](err)
	return ok && e.Kind == kind
}

func TestDuplicateDocuments(t *testing.T) {
	same := "1\ta\n2\tb\n1\ta\n"
	var rep Report
	if got := readDocs(t, "c.tsv", same, MSMARCO, Options{Strict: true}, &rep); len(got) != 2 || rep.NumSkipped() != 1 {
		t.Errorf("same text: got %v, %s", got, &rep)
	}
	other := "1\ta\n2\tb\n1\tc\n3\td\n1\te\n"
	path := put(t, "c.tsv", other)
	docs, err := collect(path, MSMARCO, Options{}, nil)
	if !isFault(err, errs.Input) || !strings.HasPrefix(err.Error(), path+":3: document \"1\" stands twice") || len(docs) != 2 {
		t.Errorf("other text: got %v, error %v", docs, err)
	}
	// A title that differs makes another content, and so does one that only looks joined the same.
	for _, two := range []string{`{"_id":"1","title":"a","text":"t"}` + "\n" + `{"_id":"1","title":"b","text":"t"}`,
		`{"_id":"1","title":"a","url":"b","text":"t"}` + "\n" + `{"_id":"1","title":"ab","text":"t"}`} {
		if _, err := collect(put(t, "corpus.jsonl", two), BEIR, Options{}, nil); !isFault(err, errs.Input) {
			t.Errorf("%s: error %v", two, err)
		}
	}
}

func TestFolder(t *testing.T) {
	dir := t.TempDir()
	doc := func(id string) string { return "<DOC><DOCNO>" + id + "</DOCNO></DOC>\n" }
	for file, content := range map[string]string{
		"a.b": doc("a.b"), "a/c": doc("a/c"), "a-1": doc("a-1"), "B": doc("B"), ".hidden": "x", "ReadMe.txt": "x", "a/readme": "x",
		"cr/x": doc("cr"), "z/DTDS/x": doc("dtds"), "z/empty": "", "y/.git/x": "x",
	} {
		putAt(t, filepath.Join(dir, file), content)
	}
	elsewhere := t.TempDir()
	putAt(t, filepath.Join(elsewhere, "x"), doc("linked"))
	if err := os.Symlink(elsewhere, filepath.Join(dir, "link")); err != nil {
		t.Skip("no symbolic links here: ", err)
	}
	must.Do(t, os.Symlink(dir, filepath.Join(dir, "z", "loop")))
	for _, format := range []Format{TREC, Auto} {
		var rep Report
		docs := must.Get(collect(dir, format, Options{Strict: true}, &rep))(t)
		var got []string
		for _, d := range docs {
			got = append(got, d.ID)
		}
		// Byte order of the paths: - (2D) before . (2E) before / (2F), capitals before small letters.
		must.Same(t, got, []string{"B", "a-1", "a.b", "a/c", "linked"}, "%s", format)
		if count(&rep, "empty file") != 1 {
			t.Errorf("report: %s", &rep)
		}
	}
}

func TestStopEarly(t *testing.T) {
	path := put(t, "c.tsv", strings.Repeat("1\ta\n", 10))
	n := 0
	for range Documents(context.Background(), path, MSMARCO, Options{}, nil) {
		n++
		break
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, err := range Documents(ctx, path, MSMARCO, Options{}, nil) {
		if err != nil && !errors.Is(err, context.Canceled) {
			t.Errorf("error %v, want cancelled", err)
		}
		n++
	}
	if n != 3 { // the first document, then the one document and the cancellation
		t.Errorf("%d steps, want 3", n)
	}
}

func TestDocFields(t *testing.T) {
	d := corpus.Doc{ID: "1", Title: "T", Text: "x", URL: "u"}
	for fields, want := range map[string]string{
		"": "T\nx", "title,text": "T\nx", "text,title": "x\nT", "text": "x", "url,text,text": "u\nx", "headline,date": "T\nx",
	} {
		var list []string
		if fields != "" {
			list = strings.Split(fields, ",")
		}
		must.Equal(t, corpus.DocText(d, list), want, "DocText(%q)", fields)
	}
	if got := (corpus.Doc{Text: "x"}).Default(); got != "x" {
		t.Errorf("without a title: %q, want no leading newline", got)
	}
	if _, err := collect(put(t, "c.tsv", "1\ta\n"), MSMARCO, Options{DocFields: []string{"date"}}, nil); !isFault(err, errs.Usage) {
		t.Errorf("a tag of TREC documents asked of a TSV: error %v", err)
	}
}

// The ids are hashes of the repaired texts: what is damaged in one line and not in another is one text.
func TestTriples(t *testing.T) {
	path := put(t, "triples.train.small.tsv", "cafÃ©\tgood\tbad\nonly\ttwo\ncafé\tgood\tbaÃ©\n")
	var rep Report
	docs := must.Get(collect(path, Triples, Options{}, &rep))(t)
	var texts []string
	for _, d := range docs {
		must.Equal(t, d.ID, textID(d.Text), "%+v", d)
		texts = append(texts, d.Text)
	}
	if diff := cmp.Diff([]string{"good", "bad", "baé"}, texts); diff != "" || count(&rep, sourcefile.WrongFields) != 1 {
		t.Errorf("%s\n%s", diff, &rep)
	}
	queries, err := Queries(context.Background(), path, Triples, Options{}, nil)
	if err != nil || len(queries) != 1 || queries[0].Text != "café" || queries[0].ID != textID("café") {
		t.Errorf("%v, %v", queries, err)
	}
	qrels, err := Qrels(path, Triples, Options{}, nil)
	want := []corpus.Qrel{qrel(textID("café"), textID("good"), 1), qrel(textID("café"), textID("bad"), 0), qrel(textID("café"), textID("baé"), 0)}
	if diff := cmp.Diff(want, qrels); diff != "" || err != nil {
		t.Error(err, diff)
	}
	dir := filepath.Dir(path)
	l, queries, _ := split(t, dir, Triples, "train", Options{}, nil)
	rows, err := l.Candidates(context.Background(), "train", Options{})
	if len(queries) != 1 || len(rows) != 3 || rows[2] != (runRow(textID("café"), textID("baé"), 3, -3)) || err != nil {
		t.Errorf("%v, %v", rows, err)
	}
	if _, err := Discover(dir, Auto); err == nil {
		t.Error("triples are taken for a collection unasked")
	}
}

// textID is what the reference says of ids that no file gives: 80 bits of the text's SHA-256 in base 32.
func textID(text string) string {
	sum := sha256.Sum256([]byte(text))
	return strings.ToLower(base32.HexEncoding.EncodeToString(sum[:10]))
}

// TestTextsOfOneHash: two texts of one xxhash64 (seed 0), as anyone can find after some thousand tries, are two.
func TestTextsOfOneHash(t *testing.T) {
	const first = "Whales breathe air through a holales eat krill and little else all summer long in the sea."
	const second = "kwgegcvbreathe air through a holTxO?ED0X krill and little else all summer long in the sea."
	if xxhash.Sum64String(first) != xxhash.Sum64String(second) {
		t.Fatal("two hashes")
	}
	var rep Report
	docs, err := collect(put(t, "triples.train.tsv", "how do whales breathe\t"+first+"\t"+second+"\n"), Triples, Options{}, &rep)
	if err != nil || len(docs) != 2 || docs[0].ID == docs[1].ID || len(rep.Reasons) > 0 {
		t.Errorf("%+v, %v, %s", docs, err, &rep)
	}
}
