package encoding

import (
	"context"
	"io"
	"reflect"
	"strconv"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	"github.com/parquet-go/parquet-go/compress/zstd"

	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// Codecs are the compressions of Parquet by name.
var Codecs = map[string]compress.Codec{
	"snappy": &parquet.Snappy,
	"zstd":   &zstd.Codec{Level: zstd.SpeedFastest},
	"none":   &parquet.Uncompressed,
}

// Table is one Parquet data set: a config in the words of Hugging Face datasets. T is its row, a
// struct of pointers and slices, so that every column is nullable (a label loads as a class only
// then) and zero is not null. A field's tag `classes` lists the classes of a label. U is the type
// of the items that the rows are made from: a pair, a group of them, or a text.
type Table[U, T any] struct {
	Config string
	About  string                           // one line for the card
	Rows   func(u U) int                    // how many rows Fill appends; nil: one
	Fill   func(b *Batch, u U, out []T) []T // appends the rows of u
	Row    reflect.Type                     // of a row where T is any; nil: T
}

// Limits of a row group. Readers hold one at a time. The byte limit is on our estimate;
// dictionaries make the group smaller.
const (
	GroupRows  = 1 << 16
	groupBytes = 64 << 20
	BatchItems = 256
	batchBytes = 8 << 20
)

// Parts returns the shards of the table.
func (t Table[U, T]) Parts(p *plan.Plan, views []plan.View[U]) (parts []Part) {
	if t.Row == nil {
		t.Row = reflect.TypeFor[T]()
	}
	info := &TableInfo{Config: t.Config, About: t.About, Columns: columnsOf(t.Row)}
	for _, v := range views {
		for i := range v.Shards() {
			items := v.Shard(i)
			parts = append(parts, Part{
				Path: v.FileName(t.Config, i, "parquet"), Rows: items.Count(t.Rows, p.Options.Workers()), Table: info, Split: v.Split,
				Memory: parquetMemory,
				Write: func(ctx context.Context, w io.Writer, progress func(int)) error {
					return t.write(ctx, p, info, items, w, progress)
				},
			})
		}
	}
	return parts
}

// Times returns a function that returns the same number of rows for all items.
func Times[U any](n int) func(U) int { return func(U) int { return n } }

func (t Table[U, T]) write(ctx context.Context, p *plan.Plan, info *TableInfo, items plan.Items[U], w io.Writer, progress func(int)) error {
	schema := parquet.SchemaOf(reflect.Zero(t.Row).Interface())
	out := parquet.NewGenericWriter[T](w, append(info.writerOptions(p), schema, parquet.Compression(Codecs[p.Options.Compression]))...)
	b := &Batch{Plan: p}
	var buffer []T
	inGroup, groupSize := 0, 0
	memory := int64(0)
	for first := 0; first < items.N; {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		b.reset()
		n := 0
		for buffer = buffer[:0]; n < min(BatchItems, items.N-first) && b.Bytes < batchBytes; n++ {
			buffer = t.Fill(b, items.Item(first+n), buffer)
		}
		if inGroup > 0 && (inGroup+len(buffer) > GroupRows || groupSize+b.Bytes > groupBytes) {
			if err := out.Flush(); err != nil {
				return err
			}
			inGroup, groupSize = 0, 0
		}
		if _, err := out.Write(buffer); err != nil {
			return err
		}
		inGroup, groupSize = inGroup+len(buffer), groupSize+b.Bytes
		for i := range buffer {
			memory += memoryOf(reflect.ValueOf(&buffer[i]))
		}
		progress(len(buffer))
		first += n
	}
	out.SetKeyValueMetadata(memoryKey, strconv.FormatInt(memory, 10))
	return out.Close()
}
