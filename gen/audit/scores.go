package audit

import (
	"io"

	"github.com/axiomine/axiomine/gen/audit/internal/suspect"
	"github.com/axiomine/axiomine/internal/build"
	"github.com/parquet-go/parquet-go"
)

// WriteScores writes every negative that was scored as Parquet: its row, its place among the documents of the row, its score, which
// is the order of the negatives, and the features behind it.
func (r *Report) WriteScores(w io.Writer) error {
	out := newScores(w, suspect.Names[:])
	for i, n := range r.input.Suspects.Negatives {
		features := r.input.Suspects.Features(i)
		if err := out.add(r.input.RowNumber(n.Row), n.Item, n.Score, features[:]); err != nil {
			return err
		}
	}
	return out.Close()
}

// WritePositives writes every positive likewise: the higher its score, the likelier it is wrong. A positive that several rows of a query
// have is written once, with the first of them.
func (r *Report) WritePositives(w io.Writer) error {
	out := newScores(w, suspect.PositiveNames[:])
	for i, p := range r.input.Suspects.Positives {
		features := r.input.Suspects.PositiveFeatures(i)
		if err := out.add(r.input.RowNumber(p.Row), p.Item, p.Score, features[:]); err != nil {
			return err
		}
	}
	return out.Close()
}

// scoreWriter writes documents with their features as Parquet.
type scoreWriter struct {
	*parquet.Writer
	names []string
	place map[string]int
	row   parquet.Row
}

func newScores(w io.Writer, names []string) *scoreWriter {
	columns := parquet.Group{"row": parquet.Int(64), "document": parquet.Int(32), "score": parquet.Leaf(parquet.FloatType)}
	for _, name := range names {
		columns[name] = parquet.Leaf(parquet.FloatType)
	}
	schema := parquet.NewSchema("scores", columns)
	s := &scoreWriter{names: names, place: map[string]int{}, row: make(parquet.Row, len(columns))}
	for i, path := range schema.Columns() {
		s.place[path[0]] = i
	}
	s.Writer = parquet.NewWriter(w, schema, parquet.Compression(&parquet.Zstd), parquet.CreatedBy(build.CreatedBy()))
	return s
}

func (s *scoreWriter) set(name string, v parquet.Value) {
	s.row[s.place[name]] = v.Level(0, 0, s.place[name])
}

func (s *scoreWriter) add(row int, item uint32, score float32, features []float32) error {
	s.set("row", parquet.Int64Value(int64(row)))
	s.set("document", parquet.Int32Value(int32(item)))
	s.set("score", parquet.FloatValue(score))
	for i, name := range s.names {
		s.set(name, parquet.FloatValue(features[i]))
	}
	_, err := s.WriteRows([]parquet.Row{s.row})
	return err
}
