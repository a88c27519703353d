package read

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/klauspost/compress/zstd"
)

// malformed are small broken files of one format with the messages they get under strict: in each case the content and
// the message behind the file's name. A message without a hint has the table's.
type malformed struct {
	format Format
	o      Options
	read   func(path string, format Format, o Options) error
	noun   string // what the reader reads
	good   string // a file without fault
	hint   string
	cases  [][2]string
}

var (
	readsDocuments = func(path string, format Format, o Options) error {
		_, err := collect(path, format, o, nil)
		return err
	}
	readsQueries = func(path string, format Format, o Options) error {
		_, err := Queries(context.Background(), path, format, o, nil)
		return err
	}
	readsQrels = func(path string, format Format, o Options) error {
		_, err := Qrels(path, format, o, nil)
		return err
	}
	readsRun = func(path string, format Format, o Options) error {
		_, err := Run(path, format, o, nil)
		return err
	}
)

// broken are files that no reader takes, whatever its format: what is wrong lies in how they are packed.
func (m *malformed) broken(t *testing.T) [][2]string {
	var gz bytes.Buffer
	w := gzip.NewWriter(&gz)
	w.Write([]byte(m.good)) // a bytes.Buffer does not fail
	w.Close()
	sum := bytes.Clone(gz.Bytes())
	sum[len(sum)-8] ^= 1 // of the checksum
	enc := must.Get(zstd.NewWriter(nil))(t)
	zst := enc.EncodeAll([]byte(strings.Repeat(m.good, 3)), nil)
	bz2 := must.Get(hex.DecodeString(twoStreams))(t)
	bz2[10] ^= 1 // of the first block's checksum
	const again = "; hint: fetch or write the file again"
	return [][2]string{
		{"", "no " + m.noun + ": it is empty; hint: is this the right file?"},
		{gz.String()[:gz.Len()-9], "truncated gzip data: unexpected EOF" + again},
		{gz.String()[:5], "truncated gzip data: unexpected EOF" + again},
		{string(sum), "damaged gzip data: gzip: invalid checksum" + again},
		{gz.String() + "x", "gzip data, and behind them bytes that are no gzip data; hint: gzip -dc FILE > FILE.plain"},
		{string(zst[:len(zst)-5]), "truncated zstd data: unexpected EOF" + again},
		{string(zst[:6]), "truncated zstd data: unexpected EOF" + again},
		{"BZh9", "truncated bzip2 data: unexpected EOF" + again},
		{string(bz2), "damaged bzip2 data: bzip2 data invalid: block checksum mismatch" + again},
		{"\x1f\x9d\x90abc", "Unix compress (.Z) is not read; hint: gzip -dc FILE > FILE.plain"},
		{"\xfd7zXZ\x00\x00", "xz is not read; hint: xz -dc FILE > FILE.plain"},
		{"PK\x03\x04\x14\x00", "zip is not read; hint: unzip FILE"},
		{"\xff\xfe\x00\x001\x00\x00\x00", "UTF-32 is not read; hint: iconv -f utf-32 -t utf-8 FILE > FILE.plain"},
		{"%PDF-1.7\n", "PDF is not read; hint: pdftotext FILE FILE.txt"},
	}
}

func (m *malformed) run(t *testing.T) {
	t.Helper()
	if err := m.read(put(t, "good", m.good), m.format, m.options(true)); err != nil {
		t.Fatalf("the file without fault: %v", err)
	}
	cases := append(m.broken(t), m.cases...)
	if len(cases) < 20 {
		t.Errorf("%d cases, want 20", len(cases))
	}
	for _, c := range cases {
		content, want := c[0], c[1]
		if !strings.Contains(want, "; hint: ") {
			want += "; hint: " + m.hint
		}
		if !startsWithLine(want) {
			want = " " + want
		}
		path := put(t, "f", content)
		want = strings.ReplaceAll(want, "FILE", path)
		err := m.read(path, m.format, m.options(true))
		if !isFault(err, errs.Input) || err.Error() != path+":"+want {
			t.Errorf("%.80q\n got %v\nwant f:%s", content, err, want)
		}
		// Without strict it is skipped, or it is an error of the same kind.
		if err := m.read(path, m.format, m.options(false)); err != nil && !isFault(err, errs.Input) {
			t.Errorf("%.80q, not strict: %v", content, err)
		}
	}
	absent := filepath.Join(t.TempDir(), "absent")
	if err := m.read(absent, m.format, m.o); err == nil || err.Error() != absent+": cannot open: file does not exist; hint: check the path; a URL or a name on the Hub has to be downloaded first" ||
		!errors.Is(err, os.ErrNotExist) {
		t.Errorf("absent: %v", err)
	}
}

func (m *malformed) options(strict bool) Options {
	o := m.o
	o.Strict = strict
	return o
}

// startsWithLine says whether a message begins with the number of a line.
func startsWithLine(message string) bool {
	number, _, found := strings.Cut(message, ":")
	return found && celltext.IsNumber([]byte(number))
}

func TestMalformed(t *testing.T) {
	for _, tables := range []map[string]*malformed{malformedDocuments, malformedTopics, malformedQrels, malformedRuns} {
		for name, table := range tables {
			t.Run(name, table.run)
		}
	}
}
