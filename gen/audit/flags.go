package audit

import (
	"cmp"
	"io"
	"slices"

	"github.com/axiomine/axiomine/gen/audit/check"
	"github.com/parquet-go/parquet-go"
)

// flagRow is a row of flags.parquet.
type flagRow struct {
	Row    int64   `parquet:"row"`
	Code   string  `parquet:"code,dict"`
	Score  float64 `parquet:"score"`
	Reason string  `parquet:"reason"`
	// Where the words are that the reason names: the document by its place in the row, and the first character and the one behind the
	// last in it, from 0. Null if it names none.
	Document *int32 `parquet:"document"`
	Start    *int32 `parquet:"start"`
	End      *int32 `parquet:"end"`
}

// WriteFlags writes the flagged rows as Parquet, by row, then in the order of the checks.
func (r *Report) WriteFlags(w io.Writer) error {
	type placed struct {
		row   int
		code  int
		check *check.Check
		flag  check.Flag
	}
	var all []placed
	for i, f := range r.Findings {
		for _, flag := range r.flags[f.Code].flags {
			all = append(all, placed{r.rowNumber(flag.Row), i, r.flags[f.Code].check, flag})
		}
	}
	slices.SortFunc(all, func(a, b placed) int { return cmp.Or(cmp.Compare(a.row, b.row), cmp.Compare(a.code, b.code)) })
	out := parquet.NewGenericWriter[flagRow](w, parquet.Compression(&parquet.Zstd), parquet.CreatedBy("axiomine", "", ""))
	for _, p := range all {
		row := flagRow{Row: int64(p.row), Code: p.check.Code, Score: float64(p.flag.Score), Reason: p.check.Reason(r.input, p.flag)}
		if p.check.Evidence != nil {
			if e := p.check.Evidence(r.input, p.flag); e.Span.End > 0 {
				row.Document, row.Start, row.End = new(int32(e.Document)), new(int32(e.Span.Begin)), new(int32(e.Span.End))
			}
		}
		if _, err := out.Write([]flagRow{row}); err != nil {
			return err
		}
	}
	return out.Close()
}
