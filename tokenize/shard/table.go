package shard

import (
	"context"
	"io"
	"reflect"
	"strconv"

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
