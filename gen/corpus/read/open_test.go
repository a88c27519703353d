package read

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/internal/plainfile"
	"github.com/axiomine/axiomine/gen/corpus/internal/sourcefile"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/google/go-cmp/cmp"
)

// twoStreams is "1 TAB one LF 2 TAB § two LF" and "3 TAB three LF", each packed by Python's bz2 and put in a row.
const twoStreams = "425a68393141592653590d1706cf000002d99400304000300002018480008010002000220680d040d034045d1a4c839a7878" +
	"bb9229c2848068b83678425a6" +
	"839314159265359709db702000001498000300800024014002000220c9b421804df4028bb9229c2848384edb810"

// TestFeatureVectors: files of numbers in place of texts are refused by their name, packed too.
func TestFeatureVectors(t *testing.T) {
	const rows = "2 qid:1 1:0.5 2:0.25 #docid = x\n0 qid:1 1:0.1 2:-3e2 #docid = y\n"
	for _, content := range []string{rows, "-1.5 qid:q7 12:.5\n", packed(t, rows)} {
		dir := putAll(t, map[string]string{"docs/z.txt": content, "set/train.txt": content})
		for _, path := range []string{"docs/z.txt", "set/train.txt"} {
			l, err := Discover(filepath.Join(dir, path), Auto)
			if err == nil {
				_, err = collect(l.Documents, l.Format, Options{}, nil)
			}
			if !isFault(err, errs.Input) || !strings.Contains(err.Error(), plainfile.FeatureForm+" is not read") {
				t.Errorf("%s: error %v", path, err)
			}
		}
	}
}

// A frame header of the zstd format (RFC 8878, 3.1.1.1): window descriptor a0 is 1 GiB.
func TestZstdWindow(t *testing.T) {
	_, err := collect(put(t, "c.tsv.zst", "\x28\xb5\x2f\xfd\x00\xa0\xbd\x01\x00"), MSMARCO, Options{}, nil)
	if !isFault(err, errs.Input) || !strings.Contains(err.Error(), "a window of 1 GiB") ||
		!strings.Contains(err.Error(), "zstd -d --long=31 -c") {
		t.Error(err)
	}
}

// Zeros behind and between members are passed over; other bytes are an error of their own.
func TestGzipPadding(t *testing.T) {
	zeros := strings.Repeat("\x00", 3000)
	docs := readDocs(t, "c.tsv.gz", packed(t, "1\tone\n")+zeros+packed(t, "2\ttwo\n")+zeros, MSMARCO, Options{Strict: true}, nil)
	must.Same(t, docs, []corpus.Doc{{ID: "1", Text: "one"}, {ID: "2", Text: "two"}})
	whole := packed(t, "1\tone\n")
	for content, want := range map[string]string{whole + zeros + "rest": "behind them bytes", whole + whole[:5]: "truncated gzip",
		whole[:len(whole)-4]: "truncated gzip"} {
		if _, err := collect(put(t, "c.tsv.gz", content), MSMARCO, Options{}, nil); !isFault(err, errs.Input) ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

// NUL letters are kept and counted; a text without them is never taken for UTF-16.
func TestNulLetters(t *testing.T) {
	var rep Report
	docs := readDocs(t, "c.tsv", "1\ta\x00b\n2\tc\n", MSMARCO, Options{Strict: true}, &rep)
	if len(docs) != 2 || docs[0].Text != "a\x00b" || count(&rep, sourcefile.NulLetters) != 1 {
		t.Errorf("%q\n%s", docs, &rep)
	}
}

func TestStandardInput(t *testing.T) {
	file := must.Get(os.Open(put(t, "x", "1\tone\n2\ttwo\n")))(t)
	defer func(before *os.File) { os.Stdin = before; file.Close() }(os.Stdin)
	os.Stdin = file
	docs, err := collect("-", Auto, Options{}, nil)
	if diff := cmp.Diff([]corpus.Doc{{ID: "1", Text: "one"}, {ID: "2", Text: "two"}}, docs); err != nil || diff != "" {
		t.Error(err, diff)
	}
}

func packed(t testing.TB, text string) string {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	must.Get(w.Write([]byte(text)))(t)
	must.Do(t, w.Close())
	return out.String()
}
