package encoding

import (
	"context"
	"fmt"
	"io"
	"reflect"
	"slices"
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

// The limits of a row group, which readers hold in memory, and of a batch. Bytes are estimates: dictionaries make a group smaller. A batch
// is small, so that its values stay in the processor's cache.
const (
	GroupRows  = 1 << 16
	groupBytes = 64 << 20
	BatchItems = 256
	batchBytes = 8 << 20
	batchRows  = 64
)

// Table writes the files of a config of Parquet. U is the type of the items that the rows are made from.
type Table[U any] struct {
	Info *TableInfo
	Name string          // name of a row in the files' schema
	Rows func(u U) int   // returns the number of rows of u; nil: each has one
	Fill func() Fills[U] // returns a function for one goroutine
}

// Fills adds the rows of u to a batch.
type Fills[U any] func(u U, b *Batch)

// Parts returns the shards of the table.
func (t Table[U]) Parts(p *plan.Plan, views []plan.View[U]) (parts []Part) {
	for _, v := range views {
		for i := range v.Shards() {
			items := v.Shard(i)
			parts = append(parts, Part{
				Path: v.FileName(t.Info.Config, i, "parquet"), Rows: items.Count(t.Rows, p.Options.Workers()), Table: t.Info, Split: v.Split,
				Memory: parquetMemory,
				Write: func(ctx context.Context, w io.Writer, progress func(int)) error {
					return t.write(ctx, p, items, w, progress)
				},
			})
		}
	}
	return parts
}

// schema returns the schema of the files. Every column is nullable: else a label does not load as a class. Pointers tell zero from null.
func (t Table[U]) schema() *parquet.Schema {
	types := map[string]reflect.Type{"string": reflect.TypeFor[string](), "float32": reflect.TypeFor[float32](),
		"int64": reflect.TypeFor[int64](), "int32": reflect.TypeFor[int32](), "int8": reflect.TypeFor[int8]()}
	var fields []reflect.StructField
	for i, c := range t.Info.Columns {
		f := reflect.StructField{Name: fmt.Sprint("Column", i), Type: reflect.PointerTo(types[c.DType])}
		tag := c.Name + ",optional"
		if c.List {
			f.Type = reflect.SliceOf(types[c.DType])
			tag += ",list"
		}
		if c.Dict {
			tag += ",dict"
		}
		f.Tag = reflect.StructTag(fmt.Sprintf("parquet:%q", tag))
		fields = append(fields, f)
	}
	return parquet.NewSchema(t.Name, parquet.SchemaOf(reflect.Zero(reflect.StructOf(fields)).Interface()))
}

func (t Table[U]) write(ctx context.Context, p *plan.Plan, items plan.Items[U], w io.Writer, progress func(int)) error {
	out := parquet.NewWriter(w, append(t.Info.writerOptions(p), t.schema(), parquet.Compression(Codecs[p.Options.Compression]))...)
	b, fill := newBatch(t.Info.Columns), t.Fill()
	inGroup, groupSize := 0, 0
	for first := 0; first < items.N; {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		b.reset()
		for ; first < items.N && b.rows < batchRows && b.Bytes < batchBytes; first++ {
			fill(items.Item(first), b)
		}
		if inGroup > 0 && (inGroup+b.rows > GroupRows || groupSize+b.Bytes > groupBytes) {
			if err := out.Flush(); err != nil {
				return err
			}
			inGroup, groupSize = 0, 0
		}
		for i, column := range out.ColumnWriters() {
			if _, err := column.WriteRowValues(b.columns[i].values); err != nil {
				return err
			}
		}
		inGroup, groupSize = inGroup+b.rows, groupSize+b.Bytes
		progress(b.rows)
	}
	out.SetKeyValueMetadata(memoryKey, strconv.FormatInt(b.memory, 10))
	return out.Close()
}

// Batch holds rows that are written together, column by column. For each row, call an Add method once for every column that is no list
// and any number of times for a list, and then EndRow.
type Batch struct {
	Bytes   int // size of texts and ids, for the size of a row group
	columns []batchColumn
	rows    int
	memory  int64  // size of all rows so far in Arrow, see memoryKey
	texts   []byte // memory of the batch's texts
}

// batchColumn holds the values of a column.
type batchColumn struct {
	Column
	values  []parquet.Value
	start   int             // index in values of the current row's first value
	present int             // definition level of a value that is not null
	byID    []parquet.Value // by id: its value, with the levels of a value that is not the first of its row
}

func newBatch(columns []Column) *Batch {
	b := &Batch{}
	for _, c := range columns {
		present := 1
		if c.List {
			present = 2
		}
		b.columns = append(b.columns, batchColumn{Column: c, present: present})
	}
	return b
}

func (b *Batch) reset() {
	b.Bytes, b.rows, b.texts = 0, 0, b.texts[:0]
	for i := range b.columns {
		c := &b.columns[i]
		c.values, c.start = c.values[:0], 0
	}
}

// add adds a value to a column.
func (b *Batch) add(column int, v parquet.Value, size int) {
	c := &b.columns[column]
	repetition := 0
	if len(c.values) > c.start {
		repetition = 1
	}
	c.values = append(c.values, v.Level(repetition, c.present, column))
	b.memory += int64(size)
}

// AddText adds a text.
func (b *Batch) AddText(column int, text string) {
	start := len(b.texts)
	b.texts = append(b.texts, text...)
	b.add(column, parquet.ByteArrayValue(b.texts[start:]), offset+len(text))
}

// AddNumber adds a number.
func (b *Batch) AddNumber(column int, x float64) {
	switch width := Width(b.columns[column].DType); b.columns[column].DType {
	case "float32":
		b.add(column, parquet.FloatValue(float32(x)), width)
	case "int64":
		b.add(column, parquet.Int64Value(int64(x)), width)
	default:
		b.add(column, parquet.Int32Value(int32(x)), width)
	}
}

// AddNull adds a null, to a column that is no list.
func (b *Batch) AddNull(column int) {
	c := &b.columns[column]
	c.values = append(c.values, parquet.NullValue().Level(0, 0, column))
	b.memory += int64(Width(c.DType))
}

// EndRow ends a row. A list without values is empty.
func (b *Batch) EndRow() {
	b.rows++
	for i := range b.columns {
		c := &b.columns[i]
		if c.List {
			b.memory += offset
			if len(c.values) == c.start {
				c.values = append(c.values, parquet.NullValue().Level(0, 1, i))
			}
		}
		c.start = len(c.values)
	}
}

// AddIDs adds ids to a list. They are in wide or in narrow.
func (b *Batch) AddIDs(column int, wide []int32, narrow []int8) {
	addIDs(&b.columns[column], column, wide)
	addIDs(&b.columns[column], column, narrow)
	b.Bytes += 4*len(wide) + len(narrow)
	b.memory += int64(4*len(wide) + len(narrow))
}

// addIDs adds ids to a column, as values: parquet-go 0.32 has no faster way. Writer.WriteRowGroup, too, reads pages value by value.
func addIDs[T int32 | int8](c *batchColumn, column int, ids []T) {
	start := len(c.values)
	c.values = slices.Grow(c.values, len(ids))[:start+len(ids)]
	for i, id := range ids {
		if uint32(id) >= uint32(len(c.byID)) || c.byID[id].IsNull() {
			c.addID(int32(id), column)
		}
		c.values[start+i] = c.byID[id]
	}
	if len(ids) > 0 && start == c.start {
		c.values[start] = c.values[start].Level(0, c.present, column)
	}
}

// addID sets the value of an id in byID.
func (c *batchColumn) addID(id int32, column int) {
	if missing := int(id) + 1 - len(c.byID); missing > 0 {
		c.byID = append(c.byID, make([]parquet.Value, missing)...)
	}
	c.byID[id] = parquet.Int32Value(id).Level(1, c.present, column)
}
