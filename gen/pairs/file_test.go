package pairs

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/axiomine/axiomine/configs/fault"
	"github.com/google/go-cmp/cmp"
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
	if err := errors.Join(Write(&first, rows), Write(&second, rows)); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Error("two writes of the same pairs differ")
	}
	path := filepath.Join(t.TempDir(), "p.parquet")
	if err := os.WriteFile(path, first.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	got, err := Read(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(rows, got); diff != "" {
		t.Errorf("rows differ (-wrote +read):\n%.2000s", diff)
	}
}

func TestReadRefusesOtherFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "p.parquet")
	os.WriteFile(path, []byte("not parquet at all, but long enough to have a footer"), 0o666)
	if _, err := Read(path); err == nil {
		t.Fatal("a text file was read as pairs")
	} else if f := new(fault.Error); !errors.As(err, &f) || f.Kind != fault.Input {
		t.Errorf("error %v is not about the input", err)
	}
}
