package shard

import (
	"context"
	"encoding/json"
	"io"
	"math"
	"reflect"
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
// `classes` names the classes of a label.
type table[T any] struct {
	config  string
	about   string                         // one line for the card
	perPair int                            // rows of one pair
	fill    func(b *batch, r row, out []T) // out has perPair rows
}

// Limits of a row group. Readers hold one at a time; the byte limit is on our estimate, which dictionaries undercut.
const (
	groupRows  = 1 << 16
	groupBytes = 64 << 20
	batchPairs = 256
	batchBytes = 8 << 20
)

// parts are the shards of the table.
func (t table[T]) parts(p *plan) (parts []part) {
	info := &tableInfo{config: t.config, about: t.about, columns: columnsOf(reflect.TypeFor[T]())}
	for s := range p.splits {
		split := &p.splits[s]
		for i := range split.shards() {
			rows := split.shard(i)
			parts = append(parts, part{
				path: split.fileName(t.config, i, "parquet"), rows: len(rows) * t.perPair, table: info, split: split.name,
				write: func(ctx context.Context, w io.Writer, progress func(int)) error {
					return t.write(ctx, p, info, rows, w, progress)
				},
			})
		}
	}
	return parts
}

func (t table[T]) write(ctx context.Context, p *plan, info *tableInfo, rows []row, w io.Writer, progress func(int)) error {
	out := parquet.NewGenericWriter[T](w, append(info.writerOptions(p), parquet.Compression(codecs[p.options.Compression]))...)
	b := &batch{plan: p}
	buffer := make([]T, batchPairs*t.perPair)
	inGroup, groupSize := 0, 0
	for len(rows) > 0 {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		n := 0
		for b.reset(); n < min(batchPairs, len(rows)) && b.bytes < batchBytes; n++ {
			t.fill(b, rows[n], buffer[n*t.perPair:(n+1)*t.perPair])
		}
		filled := n * t.perPair
		if inGroup > 0 && (inGroup+filled > groupRows || groupSize+b.bytes > groupBytes) {
			if err := out.Flush(); err != nil {
				return err
			}
			inGroup, groupSize = 0, 0
		}
		if _, err := out.Write(buffer[:filled]); err != nil {
			return err
		}
		inGroup, groupSize = inGroup+filled, groupSize+b.bytes
		progress(filled)
		rows = rows[n:]
	}
	return out.Close()
}

// batch is the memory of the rows that are written together.
type batch struct {
	plan  *plan
	ids   []int32
	bytes int // of texts and ids, for the size of a row group
}

func (b *batch) reset() { b.ids, b.bytes = b.ids[:0], 0 }

// single gives [CLS] text [SEP] of at most limit ids.
func (b *batch) single(text uint32, limit int) []int32 {
	start := len(b.ids)
	b.ids = append(b.ids, b.plan.cls)
	b.ids = b.plan.store.appendIDs(b.ids, text, limit-2)
	b.ids = append(b.ids, b.plan.sep)
	return b.taken(start)
}

// cross gives [CLS] query [SEP] document [SEP] of at most max_length ids, the document cut, and its type ids.
func (b *batch) cross(query, document uint32) ([]int32, []int8) {
	start, o := len(b.ids), b.plan.options
	b.ids = append(b.ids, b.plan.cls)
	b.ids = b.plan.store.appendIDs(b.ids, query, o.MaxQueryLength-2)
	b.ids = append(b.ids, b.plan.sep)
	first := len(b.ids) - start
	b.ids = b.plan.store.appendIDs(b.ids, document, o.MaxLength-first-1)
	b.ids = append(b.ids, b.plan.sep)
	ids := b.taken(start)
	b.bytes += len(ids)
	return ids, b.plan.types[o.MaxLength-first:][:len(ids)]
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
}

// column is one column as Hugging Face datasets names it.
type column struct {
	name    string
	dtype   string // of the value, or of the elements of a list
	list    bool
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
		parquet.MaxRowsPerRowGroup(math.MaxInt64), parquet.CreatedBy("axiomine", "", ""),
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
