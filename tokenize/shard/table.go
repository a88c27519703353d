package shard

import (
	"context"
	"encoding/json"
	"io"
	"math"
	"reflect"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	"github.com/parquet-go/parquet-go/compress/zstd"
)

// codecs are the compressions of Parquet by name.
var codecs = map[string]compress.Codec{
	"snappy": &parquet.Snappy,
	"zstd":   &zstd.Codec{Level: zstd.SpeedFastest},
	"none":   &parquet.Uncompressed,
}

// table is one Parquet data set: a config in the words of Hugging Face datasets. T is its row, a struct of pointers and
// slices, so that every column is nullable (a label loads as a class only then) and zero is not null. A field's tag
// `classes` names the classes of a label. U is what the rows are made of: a pair, a group of them, or a text.
type table[U, T any] struct {
	config string
	about  string                           // one line for the card
	rows   func(u U) int                    // how many fill appends; nil: one
	fill   func(b *batch, u U, out []T) []T // appends the rows of u
	row    reflect.Type                     // of a row where T is any; nil: T
}

// Limits of a row group. Readers hold one at a time; the byte limit is on our estimate, which dictionaries undercut.
const (
	groupRows  = 1 << 16
	groupBytes = 64 << 20
	batchItems = 256
	batchBytes = 8 << 20
)

// parts are the shards of the table.
func (t table[U, T]) parts(p *plan, views []view[U]) (parts []part) {
	if t.row == nil {
		t.row = reflect.TypeFor[T]()
	}
	info := &tableInfo{config: t.config, about: t.about, columns: columnsOf(t.row)}
	for _, v := range views {
		for i := range v.shards() {
			items := v.shard(i)
			parts = append(parts, part{
				path: v.fileName(t.config, i, "parquet"), rows: items.count(t.rows), table: info, split: v.split, memory: parquetMemory,
				write: func(ctx context.Context, w io.Writer, progress func(int)) error {
					return t.write(ctx, p, info, items, w, progress)
				},
			})
		}
	}
	return parts
}

// times is a number of rows that is the same for all items.
func times[U any](n int) func(U) int { return func(U) int { return n } }

func (t table[U, T]) write(ctx context.Context, p *plan, info *tableInfo, items items[U], w io.Writer, progress func(int)) error {
	schema := parquet.SchemaOf(reflect.Zero(t.row).Interface())
	out := parquet.NewGenericWriter[T](w, append(info.writerOptions(p), schema, parquet.Compression(codecs[p.options.Compression]))...)
	b := &batch{plan: p}
	var buffer []T
	inGroup, groupSize := 0, 0
	memory := int64(0)
	for done := 0; done < items.n; {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		b.reset()
		n := 0
		for buffer = buffer[:0]; n < min(batchItems, items.n-done) && b.bytes < batchBytes; n++ {
			buffer = t.fill(b, items.at(done+n), buffer)
		}
		if inGroup > 0 && (inGroup+len(buffer) > groupRows || groupSize+b.bytes > groupBytes) {
			if err := out.Flush(); err != nil {
				return err
			}
			inGroup, groupSize = 0, 0
		}
		if _, err := out.Write(buffer); err != nil {
			return err
		}
		inGroup, groupSize = inGroup+len(buffer), groupSize+b.bytes
		for i := range buffer {
			memory += memoryOf(reflect.ValueOf(&buffer[i]))
		}
		progress(len(buffer))
		done += n
	}
	out.SetKeyValueMetadata(memoryKey, strconv.FormatInt(memory, 10))
	return out.Close()
}

// batch is the memory of the rows that are written together.
type batch struct {
	plan  *plan
	ids   []int32
	types []int8 // segments of sequences with more or others than a pair's
	bytes int    // of texts and ids, for the size of a row group
}

func (b *batch) reset() { b.ids, b.types, b.bytes = b.ids[:0], b.types[:0], 0 }

// text takes a text into the batch.
func (b *batch) text(s string) *string {
	b.bytes += len(s)
	return &s
}

// single gives [CLS] text [SEP] of at most limit ids.
func (b *batch) single(text uint32, limit int) []int32 {
	start := len(b.ids)
	b.ids = b.plan.appendSingle(b.ids, text, limit)
	return b.taken(start)
}

// cross gives the sequence of a query and a document, and its type ids.
func (b *batch) cross(query, document uint32) ([]int32, []int8) {
	start := len(b.ids)
	ids, first := b.plan.appendCross(b.ids, query, document)
	b.ids = ids
	return b.typed(start, first)
}

// typed takes a sequence from start with type ids 0 for its first ones and 1 for the rest.
func (b *batch) typed(start, first int) ([]int32, []int8) {
	ids := b.taken(start)
	b.bytes += len(ids)
	return ids, b.plan.types[b.plan.options.MaxLength-first:][:len(ids)]
}

// segment appends a segment of n ids.
func (b *batch) segment(number int8, n int) {
	for range n {
		b.types = append(b.types, number)
	}
	b.bytes += n
}

func (b *batch) taken(start int) []int32 {
	b.bytes += 4 * (len(b.ids) - start)
	return b.ids[start:len(b.ids):len(b.ids)]
}

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
		parquet.MaxRowsPerRowGroup(math.MaxInt64), parquet.CreatedBy("axiomine", p.in.Manifest.ToolVersion, ""),
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

// mustJSON renders plain values, which cannot fail.
func mustJSON(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(raw)
}
