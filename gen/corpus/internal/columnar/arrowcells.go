package columnar

import (
	"math/big"
	"slices"
	"strconv"
	"time"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/decimal"
	"github.com/apache/arrow-go/v18/arrow/decimal128"
	"github.com/apache/arrow-go/v18/arrow/decimal256"
	"github.com/apache/arrow-go/v18/arrow/float16"
	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"
)

const inList = -1 // a step of a leaf's path: into a list

// appendArrowLeaves appends the leaves of a field to leaves. l holds the name, path and depth of the field.
func appendArrowLeaves(leaves []*leaf, field arrow.Field, l leaf) []*leaf {
	appendMember := func(member arrow.Field, name string, steps ...int) {
		next := l
		next.name, next.path = name, append(slices.Clip(l.path), steps...)
		leaves = appendArrowLeaves(leaves, member, next)
	}
	switch t := arrowStorage(field.Type).(type) {
	case *arrow.StructType:
		for i, member := range t.Fields() {
			appendMember(member, l.name+"."+member.Name, i)
		}
	case *arrow.MapType:
		l.depth++
		appendMember(t.KeyField(), l.name+".key", inList, 0)
		appendMember(t.ItemField(), l.name+".value", inList, 1)
	case arrow.ListLikeType:
		l.depth++
		appendMember(t.ElemField(), l.name, inList)
	default:
		l.kind, l.arrow = field.Type.String(), arrowSpelling(t)
		if width, is := t.(*arrow.FixedSizeBinaryType); is && width.ByteWidth == 16 {
			if name, _ := field.Metadata.GetValue("ARROW:extension:name"); name == "arrow.uuid" {
				l.arrow = spellValues(celltext.SpellUUID)
			}
		}
		_, isText := t.(arrow.BinaryDataType)
		l.readable = isText || l.arrow != nil
		leaves = append(leaves, &l)
	}
	return leaves
}

// arrowStorage returns the type in which values of type t are stored: without extensions, and for a dictionary the type of its values.
func arrowStorage(t arrow.DataType) arrow.DataType {
	switch storage := t.(type) {
	case arrow.ExtensionType:
		return arrowStorage(storage.StorageType())
	case *arrow.DictionaryType:
		return arrowStorage(storage.ValueType)
	}
	return t
}

// arrowSpell writes the value at an index of an array as text.
type arrowSpell func(values arrow.Array, i int) string

// spellValues returns the arrowSpell of arrays with values of type V. spell returns the text of a value.
func spellValues[V any](spell func(V) string) arrowSpell {
	return func(values arrow.Array, i int) string { return spell(values.(interface{ Value(int) V }).Value(i)) }
}

// arrowSpellings has the arrowSpell of each type without parameters, except the types of texts.
var arrowSpellings = map[arrow.Type]arrowSpell{
	arrow.NULL: func(arrow.Array, int) string { return "" },
	arrow.BOOL: arrow.Array.ValueStr, arrow.INT8: arrow.Array.ValueStr, arrow.INT16: arrow.Array.ValueStr, arrow.UINT8: arrow.Array.ValueStr,
	arrow.UINT16: arrow.Array.ValueStr, arrow.UINT32: arrow.Array.ValueStr, arrow.UINT64: arrow.Array.ValueStr,
	// Ids of word pieces are these two types; ValueStr takes four times as long.
	arrow.INT32:             spellValues(func(n int32) string { return strconv.FormatInt(int64(n), 10) }),
	arrow.INT64:             spellValues(func(n int64) string { return strconv.FormatInt(n, 10) }),
	arrow.FLOAT16:           spellValues(func(x float16.Num) string { return celltext.SpellFloat(float64(x.Float32()), 64) }),
	arrow.FLOAT32:           spellValues(func(x float32) string { return celltext.SpellFloat(float64(x), 32) }),
	arrow.FLOAT64:           spellValues(func(x float64) string { return celltext.SpellFloat(x, 64) }),
	arrow.FIXED_SIZE_BINARY: spellValues(celltext.SpellFixed),
	arrow.DATE32:            spellValues(func(days arrow.Date32) string { return celltext.SpellDate(int64(days)) }),
	arrow.DATE64:            spellValues(func(n arrow.Date64) string { return time.UnixMilli(int64(n)).UTC().Format(time.DateOnly) }),
	arrow.DURATION:          spellValues(func(n arrow.Duration) string { return strconv.FormatInt(int64(n), 10) }),
}

// arrowSpelling returns the arrowSpell of a type. It returns nil for texts, which need none, and for types that cannot be read.
func arrowSpelling(t arrow.DataType) arrowSpell {
	spell := func(n *big.Int) string { return celltext.SpellDecimal(n, int(t.(arrow.DecimalType).GetScale())) }
	switch t := t.(type) {
	case *arrow.Decimal32Type:
		return spellValues(func(n decimal.Decimal32) string { return spell(big.NewInt(int64(n))) })
	case *arrow.Decimal64Type:
		return spellValues(func(n decimal.Decimal64) string { return spell(big.NewInt(int64(n))) })
	case *arrow.Decimal128Type:
		return spellValues(func(n decimal128.Num) string { return spell(n.BigInt()) })
	case *arrow.Decimal256Type:
		return spellValues(func(n decimal256.Num) string { return spell(n.BigInt()) })
	case *arrow.Time32Type:
		return spellValues(func(n arrow.Time32) string { return celltext.SpellClock(int64(n), t.Unit.Multiplier()) })
	case *arrow.Time64Type:
		return spellValues(func(n arrow.Time64) string { return celltext.SpellClock(int64(n), t.Unit.Multiplier()) })
	case *arrow.TimestampType:
		return spellValues(func(n arrow.Timestamp) string {
			return celltext.SpellMoment(int64(n), t.Unit.Multiplier(), t.TimeZone != "")
		})
	}
	return arrowSpellings[t.ID()]
}

// addArrow adds the values at index i of an array that is nested in depth lists. path is the rest of the leaf's path. level is the
// repetition level of the first value.
func (c *rowCells) addArrow(values arrow.Array, i int, path []int, depth, level int) error {
	if values.IsNull(i) {
		return c.add("", level, true)
	}
	switch a := values.(type) {
	case array.ExtensionArray:
		return c.addArrow(a.Storage(), i, path, depth, level)
	case *array.Dictionary:
		return c.addArrow(a.Dictionary(), a.GetValueIndex(i), path, depth, level)
	case *array.Struct:
		return c.addArrow(a.Field(path[0]), i, path[1:], depth, level)
	case array.ListLike:
		begin, end := a.ValueOffsets(i)
		if begin == end {
			return c.add("", level, true)
		}
		for ; begin < end; begin++ {
			if err := c.addArrow(a.ListValues(), int(begin), path[1:], depth+1, level); err != nil {
				return err
			}
			level = depth + 1
		}
		return nil
	case array.StringLike:
		return c.addBytes([]byte(a.Value(i)), level)
	}
	if c.arrow == nil {
		return c.addBytes(values.(interface{ Value(int) []byte }).Value(i), level)
	}
	return c.add(c.arrow(values, i), level, false)
}
