package pairs

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs/fault"
	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"
)

func TestReadGivesBackWhatWriteTook(t *testing.T) {
	grade, rank, score := int32(-2), int32(7), 12.25
	var rows []Pair
	for i := range rowGroup + 10 { // more than one row group
		p := Pair{UID: fmt.Sprint(i), Task: "pairwise", QueryID: "q 1", PosID: "051", NegID: "d", Weight: 1, Source: Judged, PosLabel: 2}
		if i%3 == 0 {
			p.Axiom, p.Variant, p.Source = "tfc1(delta=10)", "rennings", Axiomatic
			p.PosGrade, p.NegRank, p.NegScore = &grade, &rank, &score
		}
		rows = append(rows, p)
	}
	var first, second bytes.Buffer
	if err := errors.Join(Write(t.Context(), &first, TableOf(rows), nil), Write(t.Context(), &second, TableOf(rows), nil)); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Error("two writes of the same pairs differ")
	}
	path := filepath.Join(t.TempDir(), "p.parquet")
	if err := os.WriteFile(path, first.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	table, err := Read(t.Context(), path, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(rows, table.Rows()); diff != "" {
		t.Errorf("rows differ (-wrote +read):\n%.2000s", diff)
	}
}

// Damaged files and other ones, with the exact message. What the library itself says of damage inside is not ours to fix:
// there only the kind and the file are looked at.
func TestReadRefusesOtherFiles(t *testing.T) {
	var buf bytes.Buffer
	if err := Write(t.Context(), &buf, TableOf([]Pair{{UID: "0123456789abcdef", Task: "pairwise", QueryID: "q", PosID: "a", NegID: "b", Source: Judged}}), nil); err != nil {
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
	if err := parquet.Write(&other, []struct{ A int }{{1}}); err != nil {
		t.Fatal(err)
	}
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
		{changed(-8, 0xff, 0xff, 0xff, 0xff), "damaged: a footer of 4294967295 bytes"},
		{changed(-8, 0xff, 0xff, 0xff, 0x7f), "damaged: a footer of 2147483647 bytes"},
		{other.String(), "other columns"},
		{changed(size/2, 0, 0, 0, 0, 0, 0, 0, 0), ""}, {changed(8, 0xff, 0xff, 0xff, 0xff), ""}, {changed(-8, 1, 0, 0, 0), ""},
	}
	for _, c := range cases {
		path := filepath.Join(t.TempDir(), "p.parquet")
		if err := os.WriteFile(path, []byte(c[0]), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := Read(t.Context(), path, nil)
		f := new(fault.Error)
		if !errors.As(err, &f) || f.Kind != fault.Input || f.File != path {
			t.Errorf("%.30q: error %v is not about the input", c[0], err)
			continue
		}
		if want := path + ": not a file of pairs: " + c[1] + "; hint: make it with axiomine gen sample"; c[1] != "" && err.Error() != want {
			t.Errorf("%.30q\n got %v\nwant %s", c[0], err, want)
		}
	}
}
