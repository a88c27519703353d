package columnar

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/apache/arrow-go/v18/arrow/float16"
	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/format"
)

// parquetLeaves returns the columns of a schema in the file's order.
func parquetLeaves(schema []format.SchemaElement) []*leaf {
	w := parquetWalk{rest: schema}
	if root, ok := w.take(); ok {
		w.children(root, nil, 0)
	}
	return w.leaves
}

// parquetWalk traverses a schema, which lists its elements depth first.
type parquetWalk struct {
	rest   []format.SchemaElement
	leaves []*leaf
}

func (w *parquetWalk) take() (e *format.SchemaElement, ok bool) {
	if len(w.rest) == 0 {
		return nil, false
	}
	e, w.rest = &w.rest[0], w.rest[1:]
	return e, true
}

func (w *parquetWalk) children(parent *format.SchemaElement, path []string, depth int) {
	for range parent.NumChildren.V {
		e, ok := w.take()
		if !ok {
			return
		}
		w.element(e, append(slices.Clip(path), e.Name), depth)
	}
}

// element adds the leaves of an element in so many lists. Names leave out the groups that a list or a map adds around its members.
func (w *parquetWalk) element(e *format.SchemaElement, path []string, depth int) {
	if e.RepetitionType.V == format.Repeated {
		depth++
	}
	switch {
	case e.Type.Valid:
		l := &leaf{name: strings.Join(path, "."), depth: depth}
		l.spell, l.isText, l.kind = parquetSpelling(e)
		l.readable = l.isText || l.spell != nil
		w.leaves = append(w.leaves, l)
	case isParquetList(e, w.rest):
		group, _ := w.take()
		if group.Type.Valid { // a list of two levels: the repeated element is the member
			w.element(withoutRepetition(group), path, depth+1)
			return
		}
		if only := group.NumChildren.V == 1; !only || group.Name == "array" || group.Name == path[len(path)-1]+"_tuple" {
			w.children(group, path, depth+1)
			return
		}
		if member, ok := w.take(); ok {
			w.element(member, path, depth+1)
		}
	case isParquetMap(e, w.rest):
		group, _ := w.take()
		w.children(group, path, depth+1)
	default:
		w.children(e, path, depth)
	}
}

func withoutRepetition(e *format.SchemaElement) *format.SchemaElement {
	plain := *e
	plain.RepetitionType.V = format.Optional
	return &plain
}

// isParquetList reports whether a group is a list: its type is a list, or it holds one repeated group list
// with one member element.
func isParquetList(e *format.SchemaElement, rest []format.SchemaElement) bool {
	if e.NumChildren.V != 1 || len(rest) == 0 || rest[0].RepetitionType.V != format.Repeated {
		return false
	}
	if _, says := e.LogicalType.Value.(*format.ListType); says || e.ConvertedType.Valid && e.ConvertedType.V == deprecated.List {
		return true
	}
	return len(rest) > 1 && rest[0].Name == "list" && rest[0].NumChildren.V == 1 && slices.Contains([]string{"element", "item"}, rest[1].Name)
}

func isParquetMap(e *format.SchemaElement, rest []format.SchemaElement) bool {
	if e.NumChildren.V != 1 || len(rest) == 0 || rest[0].RepetitionType.V != format.Repeated || rest[0].Type.Valid {
		return false
	}
	_, says := e.LogicalType.Value.(*format.MapType)
	return says || e.ConvertedType.Valid && (e.ConvertedType.V == deprecated.Map || e.ConvertedType.V == deprecated.MapKeyValue)
}

// parquetSpell writes a value as text.
type parquetSpell func(parquet.Value) string

// parquetSpelling returns the function that writes the values of a column as text, nil if they cannot be read, as where the logical type does
// not allow the physical one; isText is set for texts, which need none. kind is the name of the column's type.
func parquetSpelling(e *format.SchemaElement) (spell parquetSpell, isText bool, kind string) {
	logical, isKnown := logicalOf(e)
	if !isKnown {
		return nil, false, "INTERVAL or BSON"
	}
	physical, bits := parquet.Kind(e.Type.V), map[parquet.Kind]int{parquet.Int32: 32, parquet.Int64: 64}[parquet.Kind(e.Type.V)]
	isFixed := func(length int32) bool { return physical == parquet.FixedLenByteArray && e.TypeLength.V == length }
	if logical == nil {
		return physicalSpelling(physical), physical == parquet.ByteArray, physical.String()
	}
	switch t := logical.(type) {
	case *format.StringType, *format.EnumType, *format.JsonType:
		isText = physical == parquet.ByteArray
	case *format.DecimalType:
		spell = decimalSpelling(physical, max(int(t.Scale), -int(t.Scale), int(e.TypeLength.V)), int(t.Scale))
	case *format.DateType:
		if bits == 32 {
			spell = func(v parquet.Value) string { return celltext.SpellDate(integer(v)) }
		}
	case *format.TimeType:
		if unit := t.Unit.Value; unit != nil && bits > 0 && (bits == 64) == (unit.Duration() != time.Millisecond) { // which 32 bits hold
			spell = func(v parquet.Value) string { return celltext.SpellClock(integer(v), unit.Duration()) }
		}
	case *format.TimestampType:
		if unit := t.Unit.Value; unit != nil && bits == 64 {
			spell = func(v parquet.Value) string {
				return celltext.SpellMoment(v.Int64(), unit.Duration(), t.IsAdjustedToUTC)
			}
		}
	case *format.IntType:
		switch {
		case bits > 0 && t.IsSigned:
			spell = parquet.Value.String
		case bits == 32:
			spell = func(v parquet.Value) string { return strconv.FormatUint(uint64(uint32(v.Int32())), 10) }
		case bits == 64:
			spell = func(v parquet.Value) string { return strconv.FormatUint(uint64(v.Int64()), 10) }
		}
	case *format.NullType:
		spell = func(parquet.Value) string { return "" }
	case *format.UUIDType:
		if isFixed(16) {
			spell = func(v parquet.Value) string { return celltext.SpellUUID(v.ByteArray()) }
		}
	case *format.Float16Type:
		if isFixed(2) {
			spell = func(v parquet.Value) string {
				return celltext.SpellFloat(float64(float16.FromLEBytes(v.ByteArray()).Float32()), 64)
			}
		}
	}
	return spell, isText, logical.String()
}

// integer returns the value of a column of integers.
func integer(v parquet.Value) int64 {
	if v.Kind() == parquet.Int32 {
		return int64(v.Int32())
	}
	return v.Int64()
}

var millis, micros = format.TimeUnit{Value: new(format.MilliSeconds)}, format.TimeUnit{Value: new(format.MicroSeconds)}

// convertedTypes are the types of older writers as newer ones call them, without decimals.
var convertedTypes = map[deprecated.ConvertedType]format.LogicalTypeValue{
	deprecated.UTF8: &format.StringType{}, deprecated.Enum: &format.EnumType{}, deprecated.Json: &format.JsonType{},
	deprecated.Date: &format.DateType{}, deprecated.TimeMillis: &format.TimeType{Unit: millis}, deprecated.TimeMicros: &format.TimeType{Unit: micros},
	deprecated.TimestampMillis: &format.TimestampType{IsAdjustedToUTC: true, Unit: millis},
	deprecated.TimestampMicros: &format.TimestampType{IsAdjustedToUTC: true, Unit: micros},
	deprecated.Uint8:           &format.IntType{BitWidth: 8}, deprecated.Uint16: &format.IntType{BitWidth: 16},
	deprecated.Uint32: &format.IntType{BitWidth: 32}, deprecated.Uint64: &format.IntType{BitWidth: 64},
	deprecated.Int8: &format.IntType{BitWidth: 8, IsSigned: true}, deprecated.Int16: &format.IntType{BitWidth: 16, IsSigned: true},
	deprecated.Int32: &format.IntType{BitWidth: 32, IsSigned: true}, deprecated.Int64: &format.IntType{BitWidth: 64, IsSigned: true},
}

// logicalOf returns the type of an element as newer writers call it, nil if it has none; isKnown is false for one of older writers alone.
func logicalOf(e *format.SchemaElement) (t format.LogicalTypeValue, isKnown bool) {
	switch old := e.ConvertedType; {
	case e.LogicalType.Value != nil || !old.Valid:
		return e.LogicalType.Value, true
	case old.V == deprecated.Decimal:
		return &format.DecimalType{Scale: e.Scale.V}, true
	default:
		t, isKnown = convertedTypes[old.V]
		return t, isKnown
	}
}

// physicalSpelling returns what parquetSpelling does, for a column without a logical type that holds no texts.
func physicalSpelling(physical parquet.Kind) parquetSpell {
	return map[parquet.Kind]parquetSpell{
		parquet.Boolean: parquet.Value.String, parquet.Int32: parquet.Value.String, parquet.Int64: parquet.Value.String,
		parquet.Int96:             func(v parquet.Value) string { return spellInt96(v.Int96()) },
		parquet.Float:             func(v parquet.Value) string { return celltext.SpellFloat(float64(v.Float()), 32) },
		parquet.Double:            func(v parquet.Value) string { return celltext.SpellFloat(v.Double(), 64) },
		parquet.FixedLenByteArray: func(v parquet.Value) string { return celltext.SpellFixed(v.ByteArray()) },
	}[physical]
}

// mostDigits is the largest scale of a decimal that is read, and its largest number of bytes. Arrow's widest decimal has 76 digits.
const mostDigits = 1000

func decimalSpelling(physical parquet.Kind, digits, scale int) parquetSpell {
	if digits > mostDigits {
		return nil
	}
	switch physical {
	case parquet.Int32, parquet.Int64:
		return func(v parquet.Value) string { return celltext.SpellDecimal(big.NewInt(integer(v)), scale) }
	case parquet.FixedLenByteArray, parquet.ByteArray:
		return func(v parquet.Value) string {
			return celltext.SpellDecimal(celltext.SignedBigEndian(v.ByteArray()), scale)
		}
	}
	return nil
}

// spellInt96 writes a timestamp of Hive, Impala and older Spark: nanoseconds of a day, then the number of the Julian day.
func spellInt96(v deprecated.Int96) string {
	const unixDay = 2440588 // the Julian day that began on 1970-01-01
	nanos := int64(uint64(v[0]) | uint64(v[1])<<32)
	days := int64(int32(v[2])) - unixDay
	t := time.Unix(days*24*60*60+nanos/int64(time.Second), nanos%int64(time.Second)).UTC()
	return t.Format(time.DateOnly) + " " + celltext.FormatClock(t)
}
