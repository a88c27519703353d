package encoding

import (
	"math"
	"reflect"
	"strings"

	"github.com/parquet-go/parquet-go"

	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// TableInfo describes a config for its files and the card.
type TableInfo struct {
	Config  string
	About   string
	Columns []Column
	Lines   reflect.Type // of a row of JSON lines, whose columns are read from the file; nil: Parquet
}

// Column is one column as Hugging Face datasets names it.
type Column struct {
	Name    string
	DType   string // of the value, or of the elements of a list
	List    bool
	Fields  []Column // of a list's elements
	Classes []string // of a label
	skip    bool     // no statistics: bounds of texts and ids are of no use and make the file larger
}

// columnsOf returns the columns of a row type.
func columnsOf(row reflect.Type) (columns []Column) {
	for i := range row.NumField() {
		f := row.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("parquet"), ",")
		c := Column{Name: name, List: f.Type.Kind() == reflect.Slice, DType: f.Type.Elem().Kind().String()}
		if classes := f.Tag.Get("classes"); classes != "" {
			c.Classes = strings.Split(classes, ",")
		}
		c.skip = c.List || c.DType == "string"
		columns = append(columns, c)
	}
	return columns
}

func (c Column) path() []string {
	if c.List {
		return []string{c.Name, "list", "element"}
	}
	return []string{c.Name}
}

// feature returns the column for the key-value metadata `huggingface`. It is a Sequence, not a
// List: releases before 4.0 have no List.
func (c Column) feature() any {
	type value struct {
		DType string `json:"dtype"`
		Type  string `json:"_type"`
	}
	switch {
	case c.Classes != nil:
		return struct {
			Names []string `json:"names"`
			Type  string   `json:"_type"`
		}{c.Classes, "ClassLabel"}
	case c.List:
		return struct {
			Feature value  `json:"feature"`
			Type    string `json:"_type"`
		}{value{c.DType, "Value"}, "Sequence"}
	}
	return value{c.DType, "Value"}
}

// writerOptions returns the schema's part of a file: metadata, and which columns have no
// statistics.
func (t *TableInfo) writerOptions(p *plan.Plan) []parquet.WriterOption {
	options := []parquet.WriterOption{
		parquet.MaxRowsPerRowGroup(math.MaxInt64), parquet.CreatedBy("axiomine", p.In.ToolVersion, ""),
		parquet.KeyValueMetadata("huggingface", t.huggingface()),
	}
	if p.Tokenizer != nil {
		options = append(options, parquet.KeyValueMetadata("tokenizer", MustJSON(p.Tokenizer)))
	}
	for _, c := range t.Columns {
		if c.skip {
			options = append(options, parquet.SkipPageBounds(c.path()...), parquet.SkipPageStatistics(c.path()...))
		}
	}
	return options
}

// huggingface returns {"info": {"features": {column: feature, ...}}} with the columns in their
// order.
func (t *TableInfo) huggingface() string {
	var b strings.Builder
	b.WriteString(`{"info":{"features":{`)
	for i, c := range t.Columns {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(MustJSON(c.Name) + ":" + MustJSON(c.feature()))
	}
	b.WriteString("}}}")
	return b.String()
}
