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

// element is an element of a schema with its members. A schema lists them depth first.
type element struct {
	*format.SchemaElement
	members []element
}

// parseElement returns the first element of a list, and the elements after it and its members.
func parseElement(list []format.SchemaElement) (e element, rest []format.SchemaElement) {
	e.SchemaElement, rest = &list[0], list[1:]
	for i := int32(0); i < e.NumChildren.V && len(rest) > 0; i++ {
		var member element
		member, rest = parseElement(rest)
		e.members = append(e.members, member)
	}
	return e, rest
}

func (e element) appendMembers(leaves []*leaf, path []string, depth int) []*leaf {
	for _, member := range e.members {
		leaves = member.appendLeaves(leaves, append(slices.Clip(path), member.Name), depth)
	}
	return leaves
}

// appendLeaves appends the leaves of an element that is in depth lists. Names leave out the groups that a list or map adds around members.
func (e element) appendLeaves(leaves []*leaf, path []string, depth int) []*leaf {
	if e.RepetitionType.V == format.Repeated {
		depth++
	}
	switch {
	case e.Type.Valid:
		l := &leaf{name: strings.Join(path, "."), depth: depth, column: len(leaves)}
		l.spell, l.isText, l.kind = parquetSpelling(e.SchemaElement)
		l.readable = l.isText || l.spell != nil
		return append(leaves, l)
	case !e.isList() && e.isMap():
		return e.members[0].appendMembers(leaves, path, depth+1)
	case !e.isList():
		return e.appendMembers(leaves, path, depth)
	}
	switch group := e.members[0]; {
	case group.Type.Valid: // a list of two levels by an older writer (Parquet's LogicalTypes.md): group is the item
		return group.appendLeaves(leaves, path, depth)
	case len(group.members) != 1 || group.Name == "array" || group.Name == path[len(path)-1]+"_tuple": // another one
		return group.appendMembers(leaves, path, depth+1)
	default:
		return group.members[0].appendLeaves(leaves, path, depth+1)
	}
}

// hasRepeated reports whether an element has one member, which is repeated.
func (e element) hasRepeated() bool {
	return len(e.members) == 1 && e.members[0].RepetitionType.V == format.Repeated
}

// isList reports whether a group is a list: by its type, or by one repeated group named list with one member named element or item.
func (e element) isList() bool {
	if !e.hasRepeated() {
		return false
	}
	if _, isDeclared := e.LogicalType.Value.(*format.ListType); isDeclared || e.ConvertedType.Valid && e.ConvertedType.V == deprecated.List {
		return true
	}
	group := e.members[0]
	return group.Name == "list" && len(group.members) == 1 && slices.Contains([]string{"element", "item"}, group.members[0].Name)
}

// isMap reports whether a group is a map, by its type. Its one member is then a repeated group.
func (e element) isMap() bool {
	if !e.hasRepeated() || e.members[0].Type.Valid {
		return false
	}
	_, isDeclared := e.LogicalType.Value.(*format.MapType)
	return isDeclared || e.ConvertedType.Valid && (e.ConvertedType.V == deprecated.Map || e.ConvertedType.V == deprecated.MapKeyValue)
}

// parquetSpell returns the text of a value.
type parquetSpell func(parquet.Value) string

// parquetSpelling returns the parquetSpell of a column. isText is true for a column of texts, which needs no parquetSpell. If the values
// cannot be read, as with a logical type for another physical one, spell is nil and isText false. kind is the name of the column's type.
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
		spell = decimalSpelling(physical, int(e.TypeLength.V), int(t.Scale))
	case *format.DateType:
		if bits == 32 {
			spell = func(v parquet.Value) string { return celltext.SpellDate(integer(v)) }
		}
	case *format.TimeType:
		if unit := t.Unit.Value; unit != nil && bits > 0 && (bits == 64) == (unit.Duration() != time.Millisecond) { // milliseconds have 32 bits
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

func integer(v parquet.Value) int64 {
	if v.Kind() == parquet.Int32 {
		return int64(v.Int32())
	}
	return v.Int64()
}

var millis, micros = format.TimeUnit{Value: new(format.MilliSeconds)}, format.TimeUnit{Value: new(format.MicroSeconds)}

// convertedTypes maps the types of older writers to the types of newer writers, except decimals.
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

// logicalOf returns the logical type of an element, and nil if it has none. isKnown is false for a type of older writers that newer writers
// do not have.
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

// physicalSpelling returns the parquetSpell of a column without a logical type, and nil for texts.
func physicalSpelling(physical parquet.Kind) parquetSpell {
	return map[parquet.Kind]parquetSpell{
		parquet.Boolean: parquet.Value.String, parquet.Int32: parquet.Value.String, parquet.Int64: parquet.Value.String,
		parquet.Int96:             func(v parquet.Value) string { return spellInt96(v.Int96()) },
		parquet.Float:             func(v parquet.Value) string { return celltext.SpellFloat(float64(v.Float()), 32) },
		parquet.Double:            func(v parquet.Value) string { return celltext.SpellFloat(v.Double(), 64) },
		parquet.FixedLenByteArray: func(v parquet.Value) string { return celltext.SpellFixed(v.ByteArray()) },
	}[physical]
}

// mostDigits limits the scale of a decimal, above and below 0, and its size in bytes. Arrow's widest decimal has 76 digits.
const mostDigits = 1000

// decimalSpelling returns the parquetSpell of decimals, and nil if they cannot be read. size is the declared number of bytes, or 0.
func decimalSpelling(physical parquet.Kind, size, scale int) parquetSpell {
	if max(size, scale, -scale) > mostDigits {
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

// spellInt96 returns the text of a timestamp of Hive, Impala and older Spark: nanoseconds of a day, then the number of the Julian day.
func spellInt96(v deprecated.Int96) string {
	const unixDay = 2440588 // the Julian day that began on 1970-01-01
	nanos := int64(uint64(v[0]) | uint64(v[1])<<32)
	days := int64(int32(v[2])) - unixDay
	t := time.Unix(days*24*60*60+nanos/int64(time.Second), nanos%int64(time.Second)).UTC()
	return celltext.FormatMoment(t)
}
