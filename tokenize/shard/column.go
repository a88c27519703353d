package shard

import (
	"math"
	"reflect"
	"strings"

	"github.com/parquet-go/parquet-go"
)

// tableInfo is what a config's files and the card say of it.
type tableInfo struct {
	config  string
	about   string
	columns []column
	lines   reflect.Type // of a row of JSON lines, whose columns are read off the file; nil: Parquet
}

// column is one column as Hugging Face datasets names it.
type column struct {
	name    string
	dtype   string // of the value, or of the elements of a list
	list    bool
	fields  []column // of a list's elements
	classes []string // of a label
	skip    bool     // no statistics: bounds of texts and ids help nobody and swell the file
}

// columnsOf reads the columns off a row type.
func columnsOf(row reflect.Type) (columns []column) {
	for i := range row.NumField() {
		f := row.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("parquet"), ",")
		c := column{name: name, list: f.Type.Kind() == reflect.Slice, dtype: f.Type.Elem().Kind().String()}
		if classes := f.Tag.Get("classes"); classes != "" {
			c.classes = strings.Split(classes, ",")
		}
		c.skip = c.list || c.dtype == "string"
		columns = append(columns, c)
	}
	return columns
}

func (c column) path() []string {
	if c.list {
		return []string{c.name, "list", "element"}
	}
	return []string{c.name}
}

// feature is the column in the key-value metadata `huggingface`. Sequence, not List: releases before 4.0 know no List.
func (c column) feature() any {
	type value struct {
		DType string `json:"dtype"`
		Type  string `json:"_type"`
	}
	switch {
	case c.classes != nil:
		return struct {
			Names []string `json:"names"`
			Type  string   `json:"_type"`
		}{c.classes, "ClassLabel"}
	case c.list:
		return struct {
			Feature value  `json:"feature"`
			Type    string `json:"_type"`
		}{value{c.dtype, "Value"}, "Sequence"}
	}
	return value{c.dtype, "Value"}
}

// writerOptions are the schema's side of a file: metadata, and which columns have no statistics.
func (t *tableInfo) writerOptions(p *plan) []parquet.WriterOption {
	options := []parquet.WriterOption{
		parquet.MaxRowsPerRowGroup(math.MaxInt64), parquet.CreatedBy("axiomine", p.in.ToolVersion, ""),
		parquet.KeyValueMetadata("huggingface", t.huggingface()),
	}
	if p.tokenizer != nil {
		options = append(options, parquet.KeyValueMetadata("tokenizer", mustJSON(p.tokenizer)))
	}
	for _, c := range t.columns {
		if c.skip {
			options = append(options, parquet.SkipPageBounds(c.path()...), parquet.SkipPageStatistics(c.path()...))
		}
	}
	return options
}

// huggingface is {"info": {"features": {column: feature, ...}}} with the columns in their order.
func (t *tableInfo) huggingface() string {
	var b strings.Builder
	b.WriteString(`{"info":{"features":{`)
	for i, c := range t.columns {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(mustJSON(c.name) + ":" + mustJSON(c.feature()))
	}
	b.WriteString("}}}")
	return b.String()
}
