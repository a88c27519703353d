package audit

import (
	"encoding/json"
	"io"
	"reflect"
	"slices"

	"github.com/parquet-go/parquet-go"
)

// weightedRoot is the root of a schema with the column of weights behind the others.
type weightedRoot struct {
	parquet.Node
	fields []parquet.Field
}

func (r weightedRoot) Fields() []parquet.Field { return r.fields }

// weightField is the column of weights. It is null in rows that could not be read.
type weightField struct{ parquet.Node }

func (weightField) Name() string { return weightColumn }

// Value returns nothing: it is called for rows that are Go values, and ours are none.
func (weightField) Value(reflect.Value) reflect.Value { return reflect.Value{} }

// writeParquet adds a column to a Parquet file, which is packed anew. The other columns keep their order, types and values.
func (w weightedFile) writeParquet(file *parquet.File, out io.Writer) error {
	fields := slices.Clone(file.Schema().Fields())
	for _, field := range fields {
		if field.Name() == weightColumn {
			return errHasColumn(w.name, 0, weightColumn)
		}
	}
	fields = append(fields, weightField{parquet.Optional(parquet.Leaf(parquet.DoubleType))})
	schema := parquet.NewSchema(file.Schema().Name(), weightedRoot{file.Schema(), fields})
	options := []parquet.WriterOption{schema, parquet.Compression(&parquet.Zstd)}
	for _, pair := range file.Metadata().KeyValueMetadata {
		switch pair.Key {
		case "ARROW:schema": // names the columns of the old file, and readers trust it
			continue
		case "huggingface":
			pair.Value = withWeight(pair.Value)
		}
		options = append(options, parquet.KeyValueMetadata(pair.Key, pair.Value))
	}
	column := len(file.Schema().Columns())
	return copyParquet(file, parquet.NewWriter(out, options...), func(number uint32, row parquet.Row) parquet.Row {
		value := parquet.NullValue().Level(0, 0, column)
		if weight, isRow := w.weight(number + 1); isRow {
			value = parquet.DoubleValue(weight).Level(0, 1, column)
		}
		return append(row, value)
	})
}

// withWeight adds the column of weights to the features that the package datasets wrote into a file. A text of another form stays.
func withWeight(text string) string {
	var outer, info map[string]json.RawMessage
	if json.Unmarshal([]byte(text), &outer) != nil || json.Unmarshal(outer["info"], &info) != nil {
		return text
	}
	var features map[string]json.RawMessage
	raw := info["features"]
	if json.Unmarshal(raw, &features) != nil || len(features) == 0 {
		return text
	}
	info["features"] = slices.Concat(raw[:len(raw)-1], []byte(`, "`+weightColumn+`": {"dtype": "float64", "_type": "Value"}}`))
	var err error
	if outer["info"], err = json.Marshal(info); err != nil {
		return text
	}
	whole, err := json.Marshal(outer)
	if err != nil {
		return text
	}
	return string(whole)
}
