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
		_, err := out.Write([]flagRow{{int64(p.row), p.check.Code, float64(p.flag.Score), p.check.Reason(r.input, p.flag)}})
		if err != nil {
			return err
		}
	}
	return out.Close()
}
