package columnar

import (
	"encoding/binary"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/format"
)

// parquetLeaf is a column of a Parquet file that holds values.
type parquetLeaf struct {
	name  string
	lists []string // names of the lists around the column, outermost first
	kind  string   // name of the column's type
	spell parquetSpell
}

// parquetSpell writes a value as text. decode makes a text valid UTF-8.
type parquetSpell func(decode func([]byte) ([]byte, error), v parquet.Value) (string, error)

// parquetLeaves returns the columns of a schema in the file's order. spell is nil for a column whose type
// cannot be read.
func parquetLeaves(schema []format.SchemaElement) []parquetLeaf {
	w := parquetWalk{rest: schema}
	if root, ok := w.take(); ok {
		w.children(root, nil, nil)
	}
	return w.leaves
}

// parquetWalk traverses a schema, which lists its elements depth first.
type parquetWalk struct {
	rest   []format.SchemaElement
	leaves []parquetLeaf
}

func (w *parquetWalk) take() (e *format.SchemaElement, ok bool) {
	if len(w.rest) == 0 {
		return nil, false
	}
	e, w.rest = &w.rest[0], w.rest[1:]
	return e, true
}

func (w *parquetWalk) children(parent *format.SchemaElement, path, lists []string) {
	for range parent.NumChildren.V {
		e, ok := w.take()
		if !ok {
			return
		}
		w.element(e, append(slices.Clip(path), e.Name), lists)
	}
}

// element adds the leaves of an element. Names leave out the groups that a list or a map adds around its
// members.
func (w *parquetWalk) element(e *format.SchemaElement, path, lists []string) {
	if e.RepetitionType.V == format.Repeated {
		lists = append(slices.Clip(lists), strings.Join(path, "."))
	}
	switch {
	case e.Type.Valid:
		spell, kind := parquetSpelling(e)
		w.leaves = append(w.leaves, parquetLeaf{name: strings.Join(path, "."), lists: lists, kind: kind, spell: spell})
	case isParquetList(e, w.rest):
		group, _ := w.take()
		lists = append(slices.Clip(lists), strings.Join(path, "."))
		if group.Type.Valid { // a list of two levels: the repeated element is the member
			w.element(withoutRepetition(group), path, lists)
			return
		}
		if only := group.NumChildren.V == 1; !only || group.Name == "array" || group.Name == path[len(path)-1]+"_tuple" {
			w.children(group, path, lists)
			return
		}
		if member, ok := w.take(); ok {
			w.element(member, path, lists)
		}
	case isParquetMap(e, w.rest):
		group, _ := w.take()
		w.children(group, path, append(slices.Clip(lists), strings.Join(path, ".")))
	default:
		w.children(e, path, lists)
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

// parquetSpelling returns the function that writes the values of a column as text, nil if they cannot be
// read, and the name of the column's type.
func parquetSpelling(e *format.SchemaElement) (spell parquetSpell, kind string) {
	physical := parquet.Kind(e.Type.V)
	logical, isKnown := logicalOf(e)
	if !isKnown {
		return nil, "INTERVAL or BSON"
	}
	switch t := logical.(type) {
	case nil:
		return physicalSpelling(physical), physical.String()
	case *format.StringType, *format.EnumType, *format.JsonType:
		return onlyIf(physical == parquet.ByteArray, spellText), t.String()
	case *format.DecimalType:
		return decimalSpelling(physical, int(t.Scale)), t.String()
	case *format.DateType:
		return onlyIf(physical == parquet.Int32, plain(func(v parquet.Value) string { return celltext.SpellDate(int64(v.Int32())) })), t.String()
	case *format.TimeType:
		return clockSpelling(physical, t.Unit), t.String()
	case *format.TimestampType:
		return momentSpelling(physical, t.Unit, t.IsAdjustedToUTC), t.String()
	case *format.IntType:
		return integerSpelling(physical, t.IsSigned), t.String()
	case *format.NullType:
		return plain(func(parquet.Value) string { return "" }), t.String()
	case *format.UUIDType:
		return onlyIf(isFixed(e, 16), plain(func(v parquet.Value) string { return celltext.SpellUUID(v.ByteArray()) })), t.String()
	case *format.Float16Type:
		half := func(v parquet.Value) string { return celltext.SpellHalf(binary.LittleEndian.Uint16(v.ByteArray())) }
		return onlyIf(isFixed(e, 2), plain(half)), t.String()
	default:
		return nil, t.String()
	}
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

// physicalSpelling returns what parquetSpelling does, for a column without a logical type.
func physicalSpelling(physical parquet.Kind) parquetSpell {
	switch physical {
	case parquet.Boolean:
		return plain(parquet.Value.String)
	case parquet.Int32, parquet.Int64:
		return integerSpelling(physical, true)
	case parquet.Int96:
		return plain(func(v parquet.Value) string { return spellInt96(v.Int96()) })
	case parquet.Float:
		return plain(func(v parquet.Value) string { return celltext.SpellFloat(float64(v.Float()), 32) })
	case parquet.Double:
		return plain(func(v parquet.Value) string { return celltext.SpellFloat(v.Double(), 64) })
	case parquet.ByteArray:
		return spellText
	case parquet.FixedLenByteArray:
		return plain(func(v parquet.Value) string { return celltext.SpellFixed(v.ByteArray()) })
	}
	return nil
}

// plain converts a function that cannot fail into a spelling.
func plain(spell func(parquet.Value) string) parquetSpell {
	return func(_ func([]byte) ([]byte, error), v parquet.Value) (string, error) { return spell(v), nil }
}

// onlyIf returns spell if ok, else nil. ok is whether the logical type of a column allows its physical
// type.
func onlyIf(ok bool, spell parquetSpell) parquetSpell {
	if !ok {
		return nil
	}
	return spell
}

func isFixed(e *format.SchemaElement, length int32) bool {
	return parquet.Kind(e.Type.V) == parquet.FixedLenByteArray && e.TypeLength.V == length
}

func spellText(decode func([]byte) ([]byte, error), v parquet.Value) (string, error) {
	text, err := decode(v.ByteArray())
	return string(text), err
}

func integerSpelling(physical parquet.Kind, isSigned bool) parquetSpell {
	isInteger := physical == parquet.Int32 || physical == parquet.Int64
	switch {
	case isInteger && isSigned:
		return plain(parquet.Value.String)
	case physical == parquet.Int32:
		return plain(func(v parquet.Value) string { return strconv.FormatUint(uint64(uint32(v.Int32())), 10) })
	case physical == parquet.Int64:
		return plain(func(v parquet.Value) string { return strconv.FormatUint(uint64(v.Int64()), 10) })
	}
	return nil
}

// mostDigits is the largest scale of a decimal that is read. Arrow's widest decimal has 76 digits.
const mostDigits = 1000

func decimalSpelling(physical parquet.Kind, scale int) parquetSpell {
	if max(scale, -scale) > mostDigits {
		return nil
	}
	switch physical {
	case parquet.Int32:
		return plain(func(v parquet.Value) string { return celltext.SpellDecimal(big.NewInt(int64(v.Int32())), scale) })
	case parquet.Int64:
		return plain(func(v parquet.Value) string { return celltext.SpellDecimal(big.NewInt(v.Int64()), scale) })
	case parquet.FixedLenByteArray, parquet.ByteArray:
		return func(_ func([]byte) ([]byte, error), v parquet.Value) (string, error) {
			if len(v.ByteArray()) > mostDigits {
				return "", fmt.Errorf("damaged: a decimal of %d bytes", len(v.ByteArray()))
			}
			return celltext.SpellDecimal(celltext.SignedBigEndian(v.ByteArray()), scale), nil
		}
	}
	return nil
}

// isWide reports whether a time of a unit takes 64 bits: all units except milliseconds do.
func isWide(unit format.TimeUnit) bool {
	return unit.Value != nil && unit.Value.Duration() != time.Millisecond
}

func clockSpelling(physical parquet.Kind, unit format.TimeUnit) parquetSpell {
	switch {
	case unit.Value == nil:
		return nil
	case physical == parquet.Int32 && !isWide(unit):
		return plain(func(v parquet.Value) string { return celltext.SpellClock(int64(v.Int32()), time.Millisecond) })
	case physical == parquet.Int64 && isWide(unit):
		return plain(func(v parquet.Value) string { return celltext.SpellClock(v.Int64(), unit.Value.Duration()) })
	}
	return nil
}

func momentSpelling(physical parquet.Kind, unit format.TimeUnit, utc bool) parquetSpell {
	if unit.Value == nil || physical != parquet.Int64 {
		return nil
	}
	return plain(func(v parquet.Value) string { return celltext.SpellMoment(v.Int64(), unit.Value.Duration(), utc) })
}

// spellInt96 writes a timestamp of Hive, Impala and older Spark: nanoseconds of a day, then the number of the Julian day.
func spellInt96(v deprecated.Int96) string {
	const unixDay = 2440588 // the Julian day that began on 1970-01-01
	nanos := int64(uint64(v[0]) | uint64(v[1])<<32)
	days := int64(int32(v[2])) - unixDay
	t := time.Unix(days*24*60*60+nanos/int64(time.Second), nanos%int64(time.Second)).UTC()
	return t.Format(time.DateOnly) + " " + celltext.FormatClock(t)
}
