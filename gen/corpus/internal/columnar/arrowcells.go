package columnar

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"time"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"
)

const inList = -1

// appendArrowLeaves appends the leaves of a field to leaves. l holds the name, path and depth of the field itself.
func appendArrowLeaves(leaves []*leaf, field arrow.Field, l leaf) []*leaf {
	deeper := func(member arrow.Field, name string, steps ...int) {
		next := l
		next.name, next.path = name, append(slices.Clip(l.path), steps...)
		leaves = appendArrowLeaves(leaves, member, next)
	}
	switch t := arrowStorage(field.Type).(type) {
	case *arrow.StructType:
		for i, member := range t.Fields() {
			deeper(member, l.name+"."+member.Name, i)
		}
	case *arrow.MapType:
		l.depth++
		deeper(t.KeyField(), l.name+".key", inList, 0)
		deeper(t.ItemField(), l.name+".value", inList, 1)
	case arrow.ListLikeType:
		l.depth++
		deeper(t.ElemField(), l.name, inList)
	default:
		l.kind, l.readable = field.Type.String(), canReadArrow(t)
		width, is := t.(*arrow.FixedSizeBinaryType)
		name, _ := field.Metadata.GetValue("ARROW:extension:name")
		l.uuid = is && width.ByteWidth == 16 && name == "arrow.uuid"
		leaves = append(leaves, &l)
	}
	return leaves
}

// arrowStorage returns the type in which values of type t are stored: without extensions, and for a
// dictionary the type of its values.
func arrowStorage(t arrow.DataType) arrow.DataType {
	switch storage := t.(type) {
	case arrow.ExtensionType:
		return arrowStorage(storage.StorageType())
	case *arrow.DictionaryType:
		return arrowStorage(storage.ValueType)
	}
	return t
}

// canReadArrow reports whether values of type t can be read.
func canReadArrow(t arrow.DataType) bool {
	switch t.ID() {
	case arrow.NULL, arrow.BOOL, arrow.INT8, arrow.INT16, arrow.INT32, arrow.INT64, arrow.UINT8, arrow.UINT16, arrow.UINT32, arrow.UINT64,
		arrow.FLOAT16, arrow.FLOAT32, arrow.FLOAT64, arrow.STRING, arrow.LARGE_STRING, arrow.STRING_VIEW, arrow.BINARY, arrow.LARGE_BINARY,
		arrow.BINARY_VIEW, arrow.FIXED_SIZE_BINARY, arrow.DATE32, arrow.DATE64, arrow.TIME32, arrow.TIME64, arrow.TIMESTAMP, arrow.DURATION,
		arrow.DECIMAL32, arrow.DECIMAL64, arrow.DECIMAL128, arrow.DECIMAL256:
		return true
	}
	return false
}

// arrowCells collects the values of one column in one row. A missing value or an empty list becomes an
// empty text.
type arrowCells struct {
	budget *cellBudget
	name   string
	out    []string
	place  []int   // indices of the next value in the lists around it
	places [][]int // indices of the values of out, for nested lists
	nulls  int     // missing values and empty lists
	err    error
}

func (c *arrowCells) add(text string) {
	if c.err = c.budget.take(len(text), c.name); c.err == nil {
		c.append(text)
	}
}

func (c *arrowCells) append(text string) {
	if len(c.out) >= mostMembers {
		c.err = fmt.Errorf("%s: row %d: a list of more than %d values", c.budget.path, c.budget.source.Line, mostMembers)
		return
	}
	c.out = append(c.out, text)
	if len(c.place) > 1 {
		c.places = append(c.places, slices.Clone(c.place))
	}
}

func (c *arrowCells) addBytes(raw []byte) {
	if c.err = c.budget.take(len(raw), c.name); c.err != nil {
		return
	}
	var text []byte
	if text, c.err = c.budget.source.Valid(raw); c.err == nil {
		c.append(string(text))
	}
}

// read adds the values at index i of an array that is nested in depth lists. path is the rest of the leaf's.
func (c *arrowCells) read(values arrow.Array, i int, leaf *leaf, path []int, depth int) {
	if c.err != nil {
		return
	}
	if values.IsNull(i) {
		c.nulls++
		c.add("")
		return
	}
	switch a := values.(type) {
	case array.ExtensionArray:
		c.read(a.Storage(), i, leaf, path, depth)
	case *array.Dictionary:
		c.read(a.Dictionary(), a.GetValueIndex(i), leaf, path, depth)
	case *array.Struct:
		c.read(a.Field(path[0]), i, leaf, path[1:], depth)
	case array.ListLike:
		begin, end := a.ValueOffsets(i)
		clear(c.place[depth:])
		for pos := begin; pos < end && c.err == nil; pos++ {
			clear(c.place[depth+1:])
			c.read(a.ListValues(), int(pos), leaf, path[1:], depth+1)
			c.place[depth]++
		}
		if begin == end {
			c.nulls++
			c.add("")
		}
		clear(c.place[depth:])
	default:
		c.cell(values, i, leaf.uuid)
	}
}

// cell adds one value.
func (c *arrowCells) cell(values arrow.Array, i int, uuid bool) {
	switch a := values.(type) {
	case *array.Null:
		c.add("")
	case *array.Int32: // ids of word pieces are these two types; ValueStr takes four times as long
		c.add(strconv.FormatInt(int64(a.Value(i)), 10))
	case *array.Int64:
		c.add(strconv.FormatInt(a.Value(i), 10))
	case *array.Boolean, *array.Int8, *array.Int16, *array.Uint8, *array.Uint16, *array.Uint32, *array.Uint64:
		c.add(a.ValueStr(i))
	case *array.Float16:
		c.add(celltext.SpellFloat(float64(a.Value(i).Float32()), 64))
	case *array.Float32:
		c.add(celltext.SpellFloat(float64(a.Value(i)), 32))
	case *array.Float64:
		c.add(celltext.SpellFloat(a.Value(i), 64))
	case array.StringLike:
		c.addBytes([]byte(a.Value(i)))
	case *array.FixedSizeBinary:
		if uuid {
			c.add(celltext.SpellUUID(a.Value(i)))
		} else {
			c.add(celltext.SpellFixed(a.Value(i)))
		}
	case interface{ Value(int) []byte }:
		c.addBytes(a.Value(i))
	default:
		c.moment(values, i)
	}
}

// moment adds a decimal, a date or a time.
func (c *arrowCells) moment(values arrow.Array, i int) {
	decimal := func(n *big.Int) {
		c.add(celltext.SpellDecimal(n, int(values.DataType().(arrow.DecimalType).GetScale())))
	}
	switch a := values.(type) {
	case *array.Decimal32:
		decimal(big.NewInt(int64(a.Value(i))))
	case *array.Decimal64:
		decimal(big.NewInt(int64(a.Value(i))))
	case *array.Decimal128:
		decimal(a.Value(i).BigInt())
	case *array.Decimal256:
		decimal(a.Value(i).BigInt())
	case *array.Date32:
		c.add(celltext.SpellDate(int64(a.Value(i))))
	case *array.Date64:
		c.add(time.UnixMilli(int64(a.Value(i))).UTC().Format(time.DateOnly))
	case *array.Time32:
		c.add(celltext.SpellClock(int64(a.Value(i)), a.DataType().(*arrow.Time32Type).Unit.Multiplier()))
	case *array.Time64:
		c.add(celltext.SpellClock(int64(a.Value(i)), a.DataType().(*arrow.Time64Type).Unit.Multiplier()))
	case *array.Timestamp:
		t := a.DataType().(*arrow.TimestampType)
		c.add(celltext.SpellMoment(int64(a.Value(i)), t.Unit.Multiplier(), t.TimeZone != ""))
	case *array.Duration:
		c.add(strconv.FormatInt(int64(a.Value(i)), 10))
	default:
		c.err = fmt.Errorf("%s: row %d: values of the type %s are not read", c.budget.path, c.budget.source.Line, values.DataType())
	}
}
