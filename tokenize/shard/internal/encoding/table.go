package encoding

import (
	"context"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"unsafe"

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

// The limits of a row group, which readers hold in memory, and of a batch. Sizes in bytes are estimates: dictionaries make a group smaller.
// A batch is small, so that its values stay in the processor's cache.
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
	Fill func() Fills[U] // returns a fill function for one goroutine
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
					fill := t.Fill()
					return t.Info.write(ctx, p, t.Name, items.N, func(i int, b *Batch) { fill(items.Item(i), b) }, w, progress)
				},
			})
		}
	}
	return parts
}

// schema returns the schema of the files. Every column is nullable, since a label loads as a class only then.
func (t *TableInfo) schema(name string) *parquet.Schema {
	var fields []reflect.StructField
	for i, c := range t.Columns {
		fields = append(fields, reflect.StructField{Name: fmt.Sprint("Column", i), Type: c.goType(), Tag: c.tag()})
	}
	return parquet.NewSchema(name, parquet.SchemaOf(reflect.Zero(reflect.StructOf(fields)).Interface()))
}

// write writes a shard of n items to w. fill adds the rows of item i to a batch.
func (t *TableInfo) write(ctx context.Context, p *plan.Plan, name string, n int, fill func(i int, b *Batch), w io.Writer,
	progress func(int)) error {
	b := newBatch(t.Columns)
	options := append(t.writerOptions(p), t.schema(name), parquet.Compression(Codecs[p.Options.Compression]))
	out := parquet.NewGenericWriter[idRow](w, append(options, b.tags...)...)
	inGroup, groupSize := 0, 0
	for first := 0; first < n; {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		b.reset()
		for ; first < n && b.rows < batchRows && b.Bytes < batchBytes; first++ {
			fill(first, b)
		}
		if inGroup > 0 && (inGroup+b.rows > GroupRows || groupSize+b.Bytes > groupBytes) {
			if err := out.Flush(); err != nil {
				return err
			}
			inGroup, groupSize = 0, 0
		}
		if err := b.write(out); err != nil {
			return err
		}
		inGroup, groupSize = inGroup+b.rows, groupSize+b.Bytes
		progress(b.rows)
	}
	out.SetKeyValueMetadata(memoryKey, strconv.FormatInt(b.memory, 10))
	return out.Close()
}

// Batch holds rows that are written together, column by column. For each row, call an Add method once for every column that is no list
// or a list of ids, and any number of times for other lists, and then EndRow.
type Batch struct {
	Bytes   int // size of texts and ids, for the size of a row group
	columns []batchColumn
	rows    int
	memory  int64 // size of all rows so far in Arrow, see memoryKey

	tags   []parquet.WriterOption // the names of idRow's fields in a table with ids; nil in other tables
	idRows []idRow
	wide   []int32 // memory of the batch's ids
	narrow []int8
}

// batchColumn holds the values of a column.
type batchColumn struct {
	Column
	field   int // index of the column's field in idRow, in a table with ids
	values  []parquet.Value
	start   int // index in values of the current row's first value
	present int // definition level of a value that is not null
}

// idRow is a row of a table with ids. Each column has the next field of its type. parquet-go 0.32 writes rows of a type that the compiler
// knows in half the time that it takes for values, which have 24 bytes each.
type idRow struct {
	Text1, Text2        *string  `parquet:"-"`
	IDs1, IDs2, IDs3    []int32  `parquet:"-"`
	Types1              []int8   `parquet:"-"`
	IDs4                []int32  `parquet:"-"`
	Types2              []int8   `parquet:"-"`
	Class               *int64   `parquet:"-"`
	Real1, Real2, Real3 *float32 `parquet:"-"`
	Text3               *string  `parquet:"-"`
}

func newBatch(columns []Column) *Batch {
	b := &Batch{}
	fields, next := reflect.VisibleFields(reflect.TypeFor[idRow]()), 0
	hasIDs := slices.ContainsFunc(columns, func(c Column) bool { return c.List && c.Dict })
	for i, c := range columns {
		present := 1
		if c.List {
			present = 2
		}
		b.columns = append(b.columns, batchColumn{Column: c, present: present})
		if !hasIDs {
			continue
		}
		for fields[next].Type != c.goType() {
			next++
		}
		b.columns[i].field = next
		b.tags = append(b.tags, parquet.StructTag(c.tag(), fields[next].Name).(parquet.WriterOption))
		next++
	}
	return b
}

func (b *Batch) reset() {
	b.Bytes, b.rows, b.wide, b.narrow = 0, 0, b.wide[:0], b.narrow[:0]
	for i := range b.columns {
		c := &b.columns[i]
		c.values, c.start = c.values[:0], 0
	}
}

// write writes the rows: as idRows in a table with ids, and as values in other tables.
func (b *Batch) write(out *parquet.GenericWriter[idRow]) error {
	if b.tags != nil {
		_, err := out.Write(b.idRows[:b.rows])
		return err
	}
	for i, column := range out.ColumnWriters() {
		if _, err := column.WriteRowValues(b.columns[i].values); err != nil {
			return err
		}
	}
	return nil
}

// field returns a pointer to a column's field of the current row.
func (b *Batch) field(column int) any {
	if b.rows == len(b.idRows) {
		b.idRows = append(b.idRows, idRow{})
	}
	return reflect.ValueOf(&b.idRows[b.rows]).Elem().Field(b.columns[column].field).Addr().Interface()
}

func (b *Batch) add(column int, v parquet.Value) {
	c := &b.columns[column]
	repetition := 0
	if len(c.values) > c.start {
		repetition = 1
	}
	c.values = append(c.values, v.Level(repetition, c.present, column))
}

// AddText adds a text.
func (b *Batch) AddText(column int, text string) {
	b.memory += int64(offset + len(text))
	if b.tags != nil {
		*b.field(column).(**string) = new(text)
		return
	}
	b.add(column, parquet.ByteArrayValue(unsafe.Slice(unsafe.StringData(text), len(text)))) // the library copies it
}

// AddNumber adds a number.
func (b *Batch) AddNumber(column int, x float64) {
	dtype := b.columns[column].DType
	b.memory += int64(Width(dtype))
	switch {
	case b.tags != nil && dtype == "float32":
		*b.field(column).(**float32) = new(float32(x))
	case b.tags != nil:
		*b.field(column).(**int64) = new(int64(x))
	case dtype == "float32":
		b.add(column, parquet.FloatValue(float32(x)))
	case dtype == "int64":
		b.add(column, parquet.Int64Value(int64(x)))
	default:
		b.add(column, parquet.Int32Value(int32(x)))
	}
}

// AddNull adds a null, to a column that is no list.
func (b *Batch) AddNull(column int) {
	c := &b.columns[column]
	b.memory += int64(Width(c.DType))
	if b.tags != nil {
		reflect.ValueOf(b.field(column)).Elem().SetZero()
		return
	}
	c.values = append(c.values, parquet.NullValue().Level(0, 0, column))
}

// EndRow ends a row. A list without values is empty.
func (b *Batch) EndRow() {
	b.rows++
	for i := range b.columns {
		c := &b.columns[i]
		if c.List {
			b.memory += offset
			if b.tags == nil && len(c.values) == c.start {
				c.values = append(c.values, parquet.NullValue().Level(0, 1, i))
			}
		}
		c.start = len(c.values)
	}
}

// AddIDs sets a column of the current row to a list of ids, which is wide or narrow, as the column's type demands.
func (b *Batch) AddIDs(column int, wide []int32, narrow []int8) {
	switch list := b.field(column).(type) {
	case *[]int32:
		b.wide, *list = appendList(b.wide, wide)
	case *[]int8:
		b.narrow, *list = appendList(b.narrow, narrow)
	}
	b.Bytes += 4*len(wide) + len(narrow)
	b.memory += int64(4*len(wide) + len(narrow))
}

// appendList appends a list to memory and returns both. The copied list is not nil even if it is empty, since nil is null.
func appendList[T any](memory, list []T) (all, copied []T) {
	all = append(slices.Grow(memory, 1), list...)
	return all, all[len(memory):]
}
