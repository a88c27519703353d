package pairs

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/budgettest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"
)

func TestReadGivesBackWhatWriteTook(t *testing.T) {
	grade, rank, score := int32(-2), int32(7), 12.25
	var rows []Pair
	for i := range 2*rowGroup + 10 { // more than one row group
		p := Pair{UID: fmt.Sprint(i), Task: "pairwise", QueryID: "q 1", PosID: "051", NegID: "d", Weight: 1, Source: Judged, PosLabel: 2}
		if i%3 == 0 {
			p.Axiom, p.Variant, p.Source = "tfc1(delta=10)", "rennings", Axiomatic
			p.PosGrade, p.NegRank, p.NegScore = &grade, &rank, &score
		}
		rows = append(rows, p)
	}
	var first, second bytes.Buffer
	if err := errors.Join(Write(t.Context(), &first, TableOf(rows), 1, nil), Write(t.Context(), &second, TableOf(rows), 3, nil)); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Error("the bytes depend on the threads")
	}
	var plain bytes.Buffer
	must.Get(writeRows(t.Context(), &plain, TableOf(rows), 0, len(rows), nil, nil))(t)
	if !bytes.Equal(first.Bytes(), plain.Bytes()) {
		t.Errorf("%d bytes in groups, %d without", first.Len(), plain.Len())
	}
	path := filepath.Join(t.TempDir(), "p.parquet")
	must.Do(t, os.WriteFile(path, first.Bytes(), 0o666))
	table := must.Get(Read(t.Context(), path, nil))(t)
	must.Same(t, table.Rows(), rows)
}

// The column negative_source is for other readers: pairs in memory have it by NegativeSource.
func TestWriteNegativeSource(t *testing.T) {
	rows := []Pair{{UID: "1", NegGrade: new(int32(0))}, {UID: "2"}, {UID: "3", Class: new(int32(1))}}
	var file bytes.Buffer
	must.Do(t, Write(t.Context(), &file, TableOf(rows), 1, nil))
	type row struct {
		UID    string  `parquet:"uid"`
		Source *string `parquet:"negative_source,optional"`
	}
	got := must.Get(parquet.Read[row](bytes.NewReader(file.Bytes()), int64(file.Len())))(t)
	want := []row{{"1", new(NegativeJudged)}, {"2", new(NegativeAssumed)}, {"3", nil}}
	must.Same(t, got, want)
}

// Damaged files and other ones, with the exact message. The message of the library itself about damage inside is not ours to fix:
// there only the kind and the file are looked at.
func TestReadRefusesOtherFiles(t *testing.T) {
	var buf bytes.Buffer
	if err := Write(t.Context(), &buf, TableOf([]Pair{{UID: "0123456789abcdef", Task: "pairwise", QueryID: "q", PosID: "a", NegID: "b",
		Source: Judged}}), 1, nil); err != nil {
		t.Fatal(err)
	}
	whole := buf.Bytes()
	size := len(whole)
	changed := func(at int, to ...byte) string {
		raw := bytes.Clone(whole)
		copy(raw[(at+size)%size:], to)
		return string(raw)
	}
	var other bytes.Buffer
	must.Do(t, parquet.Write(&other, []struct{ A int }{{1}}))
	const short, part = "too short", "no Parquet file, or a part of one"
	cases := [][2]string{
		{"", short}, {"P", short}, {"PAR1", short}, {"PAR1PAR1", short}, {"PAR1\x00\x00\x00\x00PAR", short}, {"\n", short},
		{"not parquet at all, but long enough to have a footer", part},
		{"q1\ta\tb\nq2\ta\tb\nq3\ta\tb\n", part},
		{strings.Repeat("x", 4096), part},
		{"PAR1" + strings.Repeat("x", 4096), part},
		{strings.Repeat("x", 4096) + "PAR1", part},
		{string(whole[:size-1]), part}, {string(whole[:size/2]), part}, {string(whole[1:]), part}, {string(whole) + "\n", part},
		{changed(0, 'p'), part}, {changed(-1, '2'), part},
		{changed(-8, 0xff, 0xff, 0xff, 0xff), "damaged: a footer of 4,294,967,295 bytes"},
		{changed(-8, 0xff, 0xff, 0xff, 0x7f), "damaged: a footer of 2,147,483,647 bytes"},
		{other.String(), "other columns"},
		{changed(size/4, 0, 0, 0, 0, 0, 0, 0, 0), ""}, {changed(8, 0xff, 0xff, 0xff, 0xff), ""}, {changed(-8, 1, 0, 0, 0), ""},
	}
	for _, c := range cases {
		path := filepath.Join(t.TempDir(), "p.parquet")
		must.Do(t, os.WriteFile(path, []byte(c[0]), 0o666))
		_, err := Read(t.Context(), path, nil)
		f := new(errs.Error)
		if !errors.As(err, &f) || f.Kind != errs.Input || f.File != path {
			t.Errorf("%.30q: error %v is not about the input", c[0], err)
			continue
		}
		if want := path + ": not a file of pairs: " + c[1] + "; hint: make it with axiomine gen sample"; c[1] != "" && err.Error() != want {
			t.Errorf("%.30q\n got %v\nwant %s", c[0], err, want)
		}
	}
}

// Footers by hand, in Thrift's compact protocol: a field's byte is its distance from the last one's number and its type (5 i32,
// 8 binary, 9 list, 12 struct, 0 the end), a list's the number of elements, 15 if that follows, and their type.
func TestFooter(t *testing.T) {
	for _, c := range []struct{ footer, want string }{
		{"\x00", ""},
		{"\x15\x02\x00", ""},
		{"\x05\x02\x80\x01\x00", ""}, // the field's number follows
		{"\x19\x25\x02\x80\x01\x00", ""},
		{"\x1c\x11\x12\x00\x18\x03abc\x00", ""},
		{"", errThrift.Error()},
		{"\x15\x02", errThrift.Error()},
		{"\x19\xfc\xff\xff\xff\xff\x0f\x00", errThrift.Error()}, // 4,294,967,295 structs
		{"\x19\x5c\x00\x00\x00", errThrift.Error()},
		{"\x18\xff\xff\xff\xff\x0f\x00", errThrift.Error()},
		{"\x15\xff\xff", errThrift.Error()},
		{"\x1b\x00\x00", "a value of type 11, which no Parquet file has"},
		{strings.Repeat("\x1c", 40) + strings.Repeat("\x00", 41), "values too deep in each other"},
	} {
		raw := "PAR1" + c.footer + string(binary.LittleEndian.AppendUint32(nil, uint32(len(c.footer)))) + "PAR1"
		got, want := fmt.Sprint(checkFooter(strings.NewReader(raw), int64(len(raw)))), "<nil>"
		if c.want != "" {
			want = "damaged: its footer: " + c.want
		}
		must.Equal(t, got, want, "%q", c.footer)
	}
}

// soundFile returns the bytes of a file of pairs, and its pairs.
func soundFile(tb testing.TB) ([]byte, []Pair) {
	grade := int32(3)
	var rows []Pair
	for i := range 40 {
		p := Pair{UID: fmt.Sprint(i), Task: "pairwise", QueryID: fmt.Sprint("q", i/7), PosID: "a", NegID: fmt.Sprint(i), Source: Judged,
			Weight: 1}
		if i%2 == 0 {
			p.Axiom, p.Source, p.PosGrade = "tfc1", Axiomatic, &grade
		}
		rows = append(rows, p)
	}
	var whole bytes.Buffer
	must.Do(tb, Write(tb.Context(), &whole, TableOf(rows), 2, nil))
	return whole.Bytes(), rows
}

// FuzzRead overwrites bytes of a sound file: what cannot be read is bad input of that file, and no damage brings the program
// down or makes it take memory without bound.
func FuzzRead(f *testing.F) {
	whole, rows := soundFile(f)
	size := len(whole)
	f.Add(0, []byte{})
	f.Add(size/2, []byte{255, 255, 255, 255})
	f.Add(size-8, []byte{255, 0, 0, 0})
	f.Add(size-300, []byte("\x00\xff\x00\xff"))
	f.Fuzz(func(t *testing.T, at int, to []byte) {
		raw := bytes.Clone(whole)
		if at < 0 {
			raw = raw[:max(0, size+at)] // cut off
			at = 0
		}
		if at < len(raw) {
			copy(raw[at:], to)
		}
		path := filepath.Join(t.TempDir(), "p.parquet")
		must.Do(t, os.WriteFile(path, raw, 0o666))
		var table *Table
		var err error
		budgettest.Run(t, len(raw), func() { table, err = Read(t.Context(), path, nil) })
		if e := new(errs.Error); err != nil && (!errors.As(err, &e) || e.Kind != errs.Input || e.File != path) {
			t.Fatalf("%v", err)
		}
		if bytes.Equal(raw, whole) && (err != nil || !cmp.Equal(table.Rows(), rows)) {
			t.Fatalf("a sound file gives %v, %v", table.Rows(), err)
		}
	})
}
