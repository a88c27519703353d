package corpus

import (
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"os"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs/fault"
	"github.com/google/go-cmp/cmp"
)

// twoStreams is "1 TAB one LF 2 TAB § two LF" and "3 TAB three LF", each packed by Python's bz2 and put in a row.
const twoStreams = "425a68393141592653590d1706cf000002d99400304000300002018480008010002000220680d040d034045d1a4c839a7878" +
	"bb9229c2848068b83678425a6" +
	"839314159265359709db702000001498000300800024014002000220c9b421804df4028bb9229c2848384edb810"

func TestBzip2(t *testing.T) {
	packed, err := hex.DecodeString(twoStreams)
	if err != nil {
		t.Fatal(err)
	}
	want := []Doc{{ID: "1", Text: "one"}, {ID: "2", Text: "§ two"}, {ID: "3", Text: "three"}}
	if diff := cmp.Diff(want, readDocs(t, "collection.tsv.bz2", string(packed), Auto, Options{Strict: true}, nil)); diff != "" {
		t.Error(diff)
	}
	path := put(t, "collection.tsv", string(packed[:len(packed)-6]))
	if _, err := collect(path, MSMARCO, Options{}, nil); !isFault(err, fault.Input) || !strings.Contains(err.Error(), "truncated bzip2") {
		t.Errorf("truncated: error %v", err)
	}
	packed[30] ^= 0x40
	if _, err := collect(put(t, "collection.tsv", string(packed)), MSMARCO, Options{}, nil); !isFault(err, fault.Input) {
		t.Errorf("damaged: error %v", err)
	}
}

func TestRefusedPackings(t *testing.T) {
	for begin, what := range map[string]string{"\x1f\x9d\x90": "Unix compress", "\xfd7zXZ\x00": "xz", "PK\x03\x04": "zip",
		"\xff\xfe1\x00": "UTF-16"} {
		path := put(t, "fr94.0z", begin+"rest")
		_, err := collect(path, TREC, Options{}, nil)
		if !isFault(err, fault.Input) || !strings.HasPrefix(err.Error(), path+": "+what) || !strings.Contains(err.Error(), "hint: ") {
			t.Errorf("%q: error %v, want one that names the file and %s", begin, err, what)
		}
	}
}

func TestStandardInput(t *testing.T) {
	file, err := os.Open(put(t, "x", "1\tone\n2\ttwo\n"))
	if err != nil {
		t.Fatal(err)
	}
	defer func(before *os.File) { os.Stdin = before; file.Close() }(os.Stdin)
	os.Stdin = file
	docs, err := collect("-", Auto, Options{}, nil)
	if diff := cmp.Diff([]Doc{{ID: "1", Text: "one"}, {ID: "2", Text: "two"}}, docs); err != nil || diff != "" {
		t.Error(err, diff)
	}
}

func TestLongLine(t *testing.T) {
	long := strings.Repeat("word ", 700_000) // 3.5 MB, longer than any buffer
	got := readDocs(t, "c.tsv", "1\ta\n2\t"+long+"\n3\tb", MSMARCO, Options{Strict: true}, nil)
	if len(got) != 3 || got[1].Text != long || got[2].Text != "b" {
		t.Errorf("%d documents", len(got))
	}
}

func TestInvalidBytes(t *testing.T) {
	var rep Report
	got := readDocs(t, "c.tsv", "1\ta\xff\xfeb\xe2\x82\n2\t\u20ac\xed\xa0\x80\n", MSMARCO, Options{FixEncoding: "off"}, &rep)
	want := []Doc{{ID: "1", Text: "a\ufffd\ufffdb\ufffd\ufffd"}, {ID: "2", Text: "\u20ac\ufffd\ufffd\ufffd"}}
	if diff := cmp.Diff(want, got); diff != "" || rep.count(invalidBytes) != 7 {
		t.Errorf("%s\n%s", diff, &rep)
	}
	got = readDocs(t, "c.tsv", "1\t\x80 \xe9\n", MSMARCO, Options{Encoding: "windows-1252"}, nil)
	if got[0].Text != "€ é" {
		t.Errorf("windows-1252: %q", got[0].Text)
	}
}

func packed(t testing.TB, text string) string {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}
