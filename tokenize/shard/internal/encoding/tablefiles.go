package encoding

import (
	"context"
	"io"
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"
	"github.com/parquet-go/parquet-go"

	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// TableFiles are tables of Parquet.
type TableFiles struct{}

func (TableFiles) Extension() string { return "parquet" }

func (TableFiles) IsWhole() bool { return false }

// Read adds the first rows to the rows to show. It adds lengths, axioms and the hash of the content of all rows.
func (TableFiles) Read(ctx context.Context, full string, in *Reading) error {
	return pairs.WithParquet(full, func(file *parquet.File) error {
		in.Columns = in.Columns[:0]
		for _, field := range file.Schema().Fields() {
			in.Columns = append(in.Columns, field.Name())
		}
		rows := parquet.NewReader(file)
		defer rows.Close()
		r := &rowReader{in: in, paths: file.Schema().Columns(), all: xxhash.New()}
		for buffer := make([]parquet.Row, 256); ; {
			n, err := rows.ReadRows(buffer)
			if err != nil && err != io.EOF {
				return err
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
			for _, row := range buffer[:n] {
				r.add(row)
			}
			if err == io.EOF {
				return nil
			}
		}
	})
}

// rowReader adds the rows of a table to a Reading.
type rowReader struct {
	in    *Reading
	paths [][]string     // by column: its path in the schema
	all   *xxhash.Digest // hash of a row's content
	value []byte         // memory of add
}

func (r *rowReader) add(row parquet.Row) {
	if len(r.in.Rows) < r.in.want {
		r.in.Rows = append(r.in.Rows, formatRow(r.paths, row, r.in))
	}
	r.all.Reset()
	row.Range(func(column int, values []parquet.Value) bool {
		name := r.paths[column][0]
		switch {
		case isSequence(r.paths[column]):
			n := len(values)
			if n == 1 && values[0].IsNull() {
				n = 0
			}
			r.in.addLength(name, n)
		case name == "axiom":
			r.in.addAxiom(string(values[0].ByteArray()))
		case slices.Contains(namesOfRows, name):
			return true
		}
		for _, v := range values {
			r.value = v.AppendBytes(append(r.value[:0], byte(v.Column()), byte(v.Kind())))
			r.value = append(r.value, byte(len(r.value)), byte(len(r.value)>>8), byte(len(r.value)>>16))
			r.all.Write(r.value)
		}
		return true
	})
	r.in.Contents[r.in.Split] = append(r.in.Contents[r.in.Split], r.all.Sum64())
}

// isSequence reports whether a column has lists of ids.
func isSequence(path []string) bool { return len(path) > 1 && strings.HasSuffix(path[0], "input_ids") }

// formatRow returns a row to show. Ids are pieces, other lists are slices, and a null is nil.
func formatRow(paths [][]string, row parquet.Row, in *Reading) map[string]any {
	out := map[string]any{}
	row.Range(func(column int, values []parquet.Value) bool {
		name := paths[column][0]
		switch {
		case isSequence(paths[column]):
			out[name] = in.pieces(lists.Map(values, func(v parquet.Value) int64 { return int64(v.Int32()) }))
		case len(paths[column]) > 1:
			out[name] = lists.Map(values, plainValue)
		default:
			out[name] = plainValue(values[0])
		}
		return true
	})
	return out
}

func plainValue(v parquet.Value) any {
	switch v.Kind() {
	case parquet.ByteArray:
		return string(v.ByteArray())
	case parquet.Int32:
		return v.Int32()
	case parquet.Int64:
		return v.Int64()
	case parquet.Float:
		return v.Float()
	}
	return nil
}
