package audit

import (
	"cmp"
	"io"
	"slices"

	"github.com/axiomine/axiomine/gen/audit/internal/check"
	"github.com/axiomine/axiomine/gen/audit/internal/suspect"
	"github.com/axiomine/axiomine/internal/build"
	"github.com/parquet-go/parquet-go"
)

// flagRow is a row of flags.parquet.
type flagRow struct {
	Row    int64   `parquet:"row"`
	Code   string  `parquet:"code,dict"`
	Score  float64 `parquet:"score"`
	Reason string  `parquet:"reason"`
	// Document is the place in the row, from 0, of the document that the reason is about; null if it is about the whole row.
	Document *int32 `parquet:"document"`
}

// WriteFlags writes the flagged rows as Parquet, sorted by row, then in the order of Findings.
func (r *Report) WriteFlags(w io.Writer) error {
	type placed struct {
		row           int
		finding, flag int32 // indexes in Findings, and in the flags of its code
	}
	n := 0
	for _, f := range r.Findings {
		n += len(r.flags[f.Code])
	}
	all := make([]placed, 0, n)
	for i, f := range r.Findings {
		for j, flag := range r.flags[f.Code] {
			all = append(all, placed{r.input.RowNumber(flag.Row), int32(i), int32(j)})
		}
	}
	slices.SortFunc(all, func(a, b placed) int { return cmp.Or(cmp.Compare(a.row, b.row), cmp.Compare(a.finding, b.finding)) })
	out := parquet.NewGenericWriter[flagRow](w, parquet.Compression(&parquet.Zstd), parquet.CreatedBy(build.CreatedBy()))
	for _, p := range all {
		c := check.Lookup(r.Findings[p.finding].Code)
		flag := r.flags[c.Code][p.flag]
		row := flagRow{Row: int64(p.row), Code: c.Code, Score: float64(flag.Score), Reason: c.Reason(r.input, flag)}
		if c.Evidence != nil {
			if e := c.Evidence(r.input, flag); e.Document >= 0 {
				row.Document = new(int32(e.Document))
			}
		}
		if _, err := out.Write([]flagRow{row}); err != nil {
			return err
		}
	}
	return out.Close()
}

// WriteScores writes a Parquet row for each scored negative: its row, its place among the documents of the row, its score and its features.
// A higher score means that the negative is more likely relevant.
func (r *Report) WriteScores(w io.Writer) error {
	return r.writeDocuments(w, r.input.Suspects.Negatives, suspect.Names[:])
}

// WritePositives writes a Parquet row for each positive, as WriteScores does. A higher score means that the positive is likelier wrong. A
// positive that several rows of a query have is written once, with the first of these rows.
func (r *Report) WritePositives(w io.Writer) error {
	return r.writeDocuments(w, r.input.Suspects.Positives, suspect.PositiveNames[:])
}

// writeDocuments writes documents with their features as Parquet. names are the columns of the features.
func (r *Report) writeDocuments(w io.Writer, list []suspect.Document, names []string) error {
	columns := parquet.Group{"row": parquet.Int(64), "document": parquet.Int(32), "score": parquet.Leaf(parquet.FloatType)}
	for _, name := range names {
		columns[name] = parquet.Leaf(parquet.FloatType)
	}
	schema, number := parquet.NewSchema("scores", columns), map[string]int{}
	for i, path := range schema.Columns() {
		number[path[0]] = i
	}
	out := parquet.NewWriter(w, schema, parquet.Compression(&parquet.Zstd), parquet.CreatedBy(build.CreatedBy()))
	row := make(parquet.Row, len(columns))
	set := func(name string, v parquet.Value) { row[number[name]] = v.Level(0, 0, number[name]) }
	for _, d := range list {
		set("row", parquet.Int64Value(int64(r.input.RowNumber(d.Row))))
		set("document", parquet.Int32Value(int32(d.Item)))
		set("score", parquet.FloatValue(d.Score))
		for feature, name := range names {
			set(name, parquet.FloatValue(d.Features[feature]))
		}
		if _, err := out.WriteRows([]parquet.Row{row}); err != nil {
			return err
		}
	}
	return out.Close()
}
