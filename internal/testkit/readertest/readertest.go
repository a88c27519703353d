// Package readertest is the contract that every reader of package corpus keeps: whatever a file's compression, line ends
// or byte order mark, the rows are the same, and what is wrong with a file is counted or reported with its place.
package readertest

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf16"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/testkit/nightly"
	"github.com/klauspost/compress/zstd"
)

// Reader reads files of a kind and renders their rows.
type Reader struct {
	rows func(path string, format read.Format, o read.Options, rep *read.Report) ([]string, error)
	// name makes the options name a format; nil where the format is an argument of its own.
	name func(o *read.Options, format read.Format)
}

// Case is a small file of one format, well formed, with LF behind every line.
type Case struct {
	Read    *Reader
	File    string // its usual name, without compression
	Format  read.Format
	Text    string   // holds one Marker in a text or id, behind the first line
	Want    []string // its rows, as its Read renders them
	Bad     string   // a malformed record, whole lines; it may be put behind Text
	Options read.Options
	ByText  bool // ids are made of texts, so that a replaced byte changes them too
	dir     string
}

// Marker is the character that the suite replaces by a byte that is not UTF-8. In Latin-1 and windows-1252 it is 0xA7.
const Marker = "§"

// ReadDocuments, ReadQueries, ReadQrels and ReadRun are the kinds of files. They render a document as
// "id | title | text | url", a query as "id | text" and each of its fields as " | name=value" in the order of names, a
// judgement as "query | document | grade", a row of a run as "query | document | rank | score".
var (
	ReadDocuments = &Reader{rows: func(path string, format read.Format, o read.Options, rep *read.Report) (rows []string, err error) {
		for d, err := range read.Documents(context.Background(), path, format, o, rep) {
			if err != nil {
				return nil, err
			}
			rows = append(rows, strings.Join([]string{d.ID, d.Title, d.Text, d.URL}, " | "))
		}
		return rows, nil
	}}
	ReadQueries = &Reader{
		rows: func(path string, format read.Format, o read.Options, rep *read.Report) ([]string, error) {
			queries, err := read.Queries(context.Background(), path, format, o, rep)
			return render(queries, func(q corpus.Query) string {
				row := q.ID + " | " + q.Text
				for _, name := range slices.Sorted(maps.Keys(q.Fields)) {
					row += " | " + name + "=" + q.Fields[name]
				}
				return row
			}), err
		},
		name: func(o *read.Options, format read.Format) { o.TopicsFormat = format },
	}
	ReadQrels = &Reader{
		rows: func(path string, format read.Format, o read.Options, rep *read.Report) ([]string, error) {
			qrels, err := read.Qrels(path, format, o, rep)
			return render(qrels, func(q corpus.Qrel) string { return fmt.Sprintf("%s | %s | %d", q.QueryID, q.DocID, q.Grade) }), err
		},
		name: func(o *read.Options, format read.Format) { o.QrelsFormat = format },
	}
	ReadRun = &Reader{
		rows: func(path string, format read.Format, o read.Options, rep *read.Report) ([]string, error) {
			rows, err := read.Run(path, format, o, rep)
			return render(rows, func(r corpus.RunRow) string {
				return fmt.Sprintf("%s | %s | %d | %g", r.QueryID, r.DocID, r.Rank, r.Score)
			}), err
		},
		name: func(o *read.Options, format read.Format) { o.RunFormat = format },
	}
)

func render[R any](rows []R, row func(R) string) (all []string) {
	return lists.Map(rows, row)
}

// inUTF16 returns a text in UTF-16.
func inUTF16(order binary.AppendByteOrder, text string) string {
	var raw []byte
	for _, unit := range utf16.Encode([]rune(text)) {
		raw = order.AppendUint16(raw, unit)
	}
	return string(raw)
}

// IsOf reports whether a format, named, reads the case.
func (c Case) IsOf(t *testing.T, format read.Format) bool {
	t.Helper()
	c.dir = t.TempDir()
	if c.Read.name == nil {
		c.Format = format
	} else {
		c.Read.name(&c.Options, format)
	}
	rows, err := c.Read.rows(c.write(t, c.File, c.Text), c.Format, c.Options, nil)
	return err == nil && slices.Equal(rows, c.Want)
}

// Run checks a reader by the contract.
func Run(t *testing.T, c Case) {
	t.Helper()
	c.dir = t.TempDir()
	if strings.Count(c.Text, Marker) != 1 || !strings.HasSuffix(c.Text, "\n") {
		t.Fatal("the case needs one marker and an LF at its end")
	}
	want := c.Want
	if rows := c.mustRead(t, c.File, c.Text); !slices.Equal(rows, want) {
		t.Fatalf("rows %q, want %q", rows, want)
	}
	checkSame := func(name, file, content string) {
		t.Run(name, func(t *testing.T) {
			if rows := c.mustRead(t, file, content); !slices.Equal(rows, want) {
				t.Errorf("rows differ:\n%s\nwant\n%s", strings.Join(rows, "\n"), strings.Join(want, "\n"))
			}
		})
	}
	checkSame("gzip", c.File+".gz", packGzip(c.Text))
	checkSame("gzip under another name", c.File, packGzip(c.Text))
	checkSame("gzip of several members", c.File+".gz", packGzip(c.Text[:len(c.Text)/2])+packGzip("")+packGzip(c.Text[len(c.Text)/2:]))
	checkSame("zstd", c.File+".zst", packZstd(c.Text))
	checkSame("zstd of several frames", c.File+".zst", packZstd(c.Text[:7])+packZstd(c.Text[7:]))
	if _, met := packed.LoadOrStore(c.Read, true); !met || nightly.All() {
		c.testBzip2(t, checkSame)
	}
	checkSame("CRLF", c.File, strings.ReplaceAll(c.Text, "\n", "\r\n"))
	checkSame("byte order mark", c.File, "\ufeff"+c.Text)
	checkSame("CR alone", c.File, strings.ReplaceAll(c.Text, "\n", "\r"))
	checkSame("gzip with zeros behind it", c.File+".gz", packGzip(c.Text)+strings.Repeat("\x00", 1000))
	checkSame("UTF-16, little-endian", c.File, inUTF16(binary.LittleEndian, c.Text))
	checkSame("UTF-16, big-endian", c.File, inUTF16(binary.BigEndian, c.Text))
	checkSame("UTF-16 with a mark, packed", c.File+".gz", packGzip(inUTF16(binary.LittleEndian, "\ufeff"+c.Text)))
	checkSame("no last LF", c.File, strings.TrimSuffix(c.Text, "\n"))
	checkSame("no last LF, CRLF", c.File, strings.TrimSuffix(strings.ReplaceAll(c.Text, "\n", "\r\n"), "\r\n"))

	markerLine := 1 + strings.Count(c.Text[:strings.Index(c.Text, Marker)], "\n")
	t.Run("bytes not UTF-8", func(t *testing.T) {
		path := c.write(t, c.File, strings.ReplaceAll(c.Text, Marker, "\xa7"))
		var rep read.Report
		rows, err := c.Read.rows(path, c.Format, c.Options, &rep)
		expect := slices.Clone(want)
		for i := range expect {
			expect[i] = strings.ReplaceAll(expect[i], Marker, "\ufffd")
		}
		if err != nil || !c.ByText && !slices.Equal(rows, expect) || len(rows) != len(expect) {
			t.Errorf("rows %q, %v, want %q", rows, err, expect)
		}
		if n := remarks(&rep, path, markerLine); n != 1 {
			t.Errorf("counted %d invalid bytes in line %d, want 1: %s", n, markerLine, &rep)
		}
		o := c.Options
		o.Strict = true
		_, err = c.Read.rows(path, c.Format, o, nil)
		wantFault(t, err, path, markerLine)
		for _, o.Encoding = range []string{"latin-1", "windows-1252", "mixed"} {
			o.Strict = o.Encoding != "mixed" // which is strict about UTF-8
			if rows, err := c.Read.rows(path, c.Format, o, nil); err != nil || !slices.Equal(rows, want) {
				t.Errorf("%s: rows %q, %v, want %q", o.Encoding, rows, err, want)
			}
		}
	})
	if c.Bad != "" {
		t.Run("malformed", func(t *testing.T) { c.testMalformed(t, want) })
	}
	t.Run("broken files", c.testBroken)
	t.Run("a long line", c.long)
}

// packed holds the readers whose case was packed by bzip2: once each, since that starts a process and all formats unpack alike.
var packed sync.Map

// testBzip2 packs the case with the program of that name, where it is there.
func (c Case) testBzip2(t *testing.T, checkSame func(name, file, content string)) {
	bzip2, ok := packBzip2(t, c.Text)
	if !ok {
		return
	}
	checkSame("bzip2", c.File+".bz2", bzip2)
	first, _ := packBzip2(t, c.Text[:len(c.Text)/2])
	second, _ := packBzip2(t, c.Text[len(c.Text)/2:])
	checkSame("bzip2 of several streams", c.File, first+second)
}

// long makes a text of 400 kB of the marker: it is read where lines may be so long, and else refused at its line.
func (c Case) long(t *testing.T) {
	path := c.write(t, c.File, strings.ReplaceAll(c.Text, Marker, strings.Repeat(Marker, 200_000)))
	want := strings.Count(c.Text, Marker)
	o := c.Options
	o.MaxLine = 1 << 20
	if rows, err := c.Read.rows(path, c.Format, o, nil); err != nil || len(rows) == 0 || want == 0 {
		t.Errorf("%d rows: %v", len(rows), err)
	}
	o.MaxLine = 100_000
	_, err := c.Read.rows(path, c.Format, o, nil)
	if e, ok := errors.AsType[*errs.Error](err); !ok || e.Kind != errs.Input || e.Line == 0 || !strings.HasPrefix(e.Hint, "is it a ") {
		t.Errorf("error %v, want bad input about the line's length", err)
	}
}

// testMalformed appends a malformed record to the others.
func (c Case) testMalformed(t *testing.T, want []string) {
	path := c.write(t, c.File, c.Text+c.Bad)
	line := strings.Count(c.Text, "\n") + 1
	var rep read.Report
	rows, err := c.Read.rows(path, c.Format, c.Options, &rep)
	if err != nil || !slices.Equal(rows, want) {
		t.Errorf("rows %q, %v, want %q", rows, err, want)
	}
	if rep.NumSkipped() != 1 || len(rep.Reasons) == 0 {
		t.Fatalf("skipped %d, want 1: %s", rep.NumSkipped(), &rep)
	}
	for _, r := range rep.Reasons {
		if r.Skipped && r.Places[0] != (read.Place{File: path, Line: line}) {
			t.Errorf("skipped at %v, want line %d", r.Places[0], line)
		}
	}
	if rep.Kept != len(c.Want) {
		t.Errorf("the report says %d kept, want %d", rep.Kept, len(c.Want))
	}
	o := c.Options
	o.Strict = true
	_, err = c.Read.rows(path, c.Format, o, nil)
	wantFault(t, err, path, line)
	path = c.write(t, c.File, c.Bad)
	_, err = c.Read.rows(path, c.Format, c.Options, nil)
	if f, ok := errors.AsType[*errs.Error](err); ok && c.Options.Columns != "" && f.Kind == errs.Usage && f.File == path {
		return // a column that was chosen is not there
	}
	wantFault(t, err, path, 0) // nothing well formed in it
}

// testBroken reads files that cannot be read at all.
func (c Case) testBroken(t *testing.T) {
	gz, z := packGzip(c.Text), packZstd(strings.Repeat(c.Text, 3))
	for name, content := range map[string]string{
		"empty":                 "",
		"empty, gzip":           packGzip(""),
		"only empty lines":      "\n\r\n\n",
		"truncated gzip":        gz[:len(gz)-9],
		"truncated gzip header": gz[:5],
		"truncated zstd":        z[:len(z)-5],
		"Unix compress":         "\x1f\x9d\x90abc",
	} {
		path := c.write(t, c.File, content)
		rows, err := c.Read.rows(path, c.Format, c.Options, nil)
		if err == nil {
			t.Errorf("%s: read as %q, want an error", name, rows)
			continue
		}
		wantFault(t, err, path, 0)
	}
	path := filepath.Join(t.TempDir(), "absent")
	_, err := c.Read.rows(path, c.Format, c.Options, nil)
	wantFault(t, err, path, 0)
	o := c.Options
	o.Encoding = "koi-9"
	_, err = c.Read.rows(c.write(t, c.File, c.Text), c.Format, o, nil)
	if e, ok := errors.AsType[*errs.Error](err); !ok || e.Kind != errs.Usage {
		t.Errorf("unknown encoding: error %v, want one of usage", err)
	}
}

func (c Case) mustRead(t *testing.T, file, content string) []string {
	t.Helper()
	var rep read.Report
	o := c.Options
	o.Strict = true
	rows, err := c.Read.rows(c.write(t, file, content), c.Format, o, &rep)
	if err != nil {
		t.Fatal(err)
	}
	if rep.Kept != len(rows) {
		t.Errorf("the report says %d kept of %d rows", rep.Kept, len(rows))
	}
	return rows
}

// remarks returns how many changes of a value that is not skipped a report counts at a line of a file.
func remarks(rep *read.Report, path string, line int) int {
	n := 0
	for _, r := range rep.Reasons {
		if !r.Skipped && slices.Contains(r.Places, read.Place{File: path, Line: line}) {
			n += r.Count
		}
	}
	return n
}

func wantFault(t *testing.T, err error, path string, line int) {
	t.Helper()
	e, ok := errors.AsType[*errs.Error](err)
	if !ok || e.Kind != errs.Input || e.File != path || e.Line != line {
		t.Errorf("error %v, want bad input at %s:%d", err, path, line)
	}
}

// write replaces the last content of that name.
func (c Case) write(t *testing.T, file, content string) string {
	t.Helper()
	path := filepath.Join(c.dir, file)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func packGzip(text string) string {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	w.Write([]byte(text)) // a bytes.Buffer does not fail
	w.Close()
	return out.String()
}

// packBzip2 packs with the program of that name, since no library of ours writes bzip2; ok is false where it is not there.
func packBzip2(t *testing.T, text string) (compressed string, ok bool) {
	t.Helper()
	program, err := exec.LookPath("bzip2")
	if err != nil {
		return "", false
	}
	cmd := exec.Command(program, "-c")
	cmd.Stdin = strings.NewReader(text)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out), true
}

func packZstd(text string) string {
	w, err := zstd.NewWriter(nil)
	if err != nil {
		panic(err)
	}
	return string(w.EncodeAll([]byte(text), nil))
}
