package encoding

import (
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go"

	"github.com/axiomine/axiomine/internal/build"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// TableInfo describes a config for its files and the card.
type TableInfo struct {
	Config  string
	About   string
	Columns []Column
	IsJSON  bool // JSON lines, not Parquet
}

// Column is one column, with the types of Hugging Face datasets.
type Column struct {
	Name    string
	DType   string   // type of the value, or of the elements of a list
	List    bool     // a value is a list
	Dict    bool     // the values are in a dictionary of Parquet
	Fields  []Column // the columns of a list's elements, if they are objects
	Classes []string // the classes of a label, by number
}

// offset is the size of a text's or a list's offset in Arrow.
const offset = 4

// memoryKey is the key in a Parquet file's metadata for the size in bytes of its rows in Arrow's columns, which Hugging Face datasets
// calls num_bytes. A text or a list has an offset. A number has the width of its type, also if it is null. The last offset of a column
// and its bits for nulls do not count.
const memoryKey = "num_bytes"

// parquetMemory returns the value of memoryKey in a Parquet file.
func parquetMemory(full string) (n int64, err error) {
	file, err := safefile.Open(full)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return 0, err
	}
	footer, err := pairs.ParquetFooter(io.NewSectionReader(file, 0, info.Size()))
	if err != nil {
		return 0, err
	}
	for _, pair := range footer.KeyValueMetadata {
		if pair.Key == memoryKey {
			return strconv.ParseInt(pair.Value, 10, 64)
		}
	}
	return 0, errors.New("no " + memoryKey)
}

// Width returns the size in bytes of a value of a type in Arrow. For a text this is the size of its offset.
func Width(dtype string) int {
	switch dtype {
	case "int64", "float64":
		return 8
	case "int8":
		return 1
	}
	return 4
}

// hasBounds reports whether a column has statistics. For texts and lists they are of no use and make the file larger.
func (c Column) hasBounds() bool { return !c.List && c.DType != "string" }

// goType returns the Go type of a column's values: a slice, or a pointer, which is nil for null.
func (c Column) goType() reflect.Type {
	value := map[string]reflect.Type{"string": reflect.TypeFor[string](), "float32": reflect.TypeFor[float32](),
		"int64": reflect.TypeFor[int64](), "int32": reflect.TypeFor[int32](), "int8": reflect.TypeFor[int8]()}[c.DType]
	if c.List {
		return reflect.SliceOf(value)
	}
	return reflect.PointerTo(value)
}

// tag returns the tag of a column's field.
func (c Column) tag() reflect.StructTag {
	tag := c.Name + ",optional"
	if c.List {
		tag += ",list"
	}
	if c.Dict {
		tag += ",dict"
	}
	return reflect.StructTag(fmt.Sprintf("parquet:%q", tag))
}

func (c Column) path() []string {
	if c.List {
		return []string{c.Name, "list", "element"}
	}
	return []string{c.Name}
}

// feature returns the column for the key-value metadata `huggingface`, as JSON. It is a Sequence, not a List: releases before 4.0 have no
// List.
func (c Column) feature() string {
	value := fmt.Sprintf(`{"dtype":%q,"_type":"Value"}`, c.DType)
	switch {
	case c.Classes != nil:
		return fmt.Sprintf(`{"names":%s,"_type":"ClassLabel"}`, MustJSON(c.Classes))
	case c.List:
		return fmt.Sprintf(`{"feature":%s,"_type":"Sequence"}`, value)
	}
	return value
}

// writerOptions returns the options of a Parquet writer: the metadata, and the columns without statistics.
func (t *TableInfo) writerOptions(p *plan.Plan) []parquet.WriterOption {
	options := []parquet.WriterOption{
		parquet.MaxRowsPerRowGroup(math.MaxInt64), parquet.CreatedBy(build.CreatedBy()),
		parquet.KeyValueMetadata("huggingface", t.huggingface()),
	}
	if p.Tokenizer != nil {
		options = append(options, parquet.KeyValueMetadata("tokenizer", MustJSON(p.Tokenizer)))
	}
	for _, c := range t.Columns {
		if !c.hasBounds() {
			options = append(options, parquet.SkipPageBounds(c.path()...), parquet.SkipPageStatistics(c.path()...))
		}
	}
	return options
}

// huggingface returns {"info": {"features": {column: feature, ...}}} with the columns in their order.
func (t *TableInfo) huggingface() string {
	var b strings.Builder
	b.WriteString(`{"info":{"features":{`)
	for i, c := range t.Columns {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(MustJSON(c.Name) + ":" + c.feature())
	}
	b.WriteString("}}}")
	return b.String()
}
