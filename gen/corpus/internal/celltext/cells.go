// Package celltext writes the values of tables with types (Parquet, Arrow) as texts, as in CSV, and reads the spellings of ids. A value has
// one spelling, whatever its type: the id 7067032 is the same as an integer, as a decimal 7067032.00 and as a float 7.067032e6.
package celltext

import (
	"bytes"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// SpellFloat returns the shortest form of a number of 32 or 64 bits. Whole numbers below 1e21 have no point and no exponent. NaN is a
// missing value, "".
func SpellFloat(x float64, bits int) string {
	switch size := math.Abs(x); {
	case math.IsNaN(x):
		return ""
	case x == 0:
		return "0"
	case size >= 1e21 || size < 1e-6:
		return strconv.FormatFloat(x, 'g', -1, bits)
	case size >= 1<<24 && x == math.Trunc(x): // the shortest form may end in zeros that the value does not have
		return strconv.FormatFloat(x, 'f', 0, 64)
	}
	return strconv.FormatFloat(x, 'f', -1, bits)
}

// SpellDecimal returns n / 10^scale exactly, without zeros at the end of its fraction.
func SpellDecimal(n *big.Int, scale int) string {
	if n.Sign() == 0 {
		return "0"
	}
	if scale <= 0 {
		return n.String() + strings.Repeat("0", -scale)
	}
	unit := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(scale)), nil)
	return strings.TrimRight(strings.TrimRight(new(big.Rat).SetFrac(n, unit).FloatString(scale), "0"), ".")
}

// SignedBigEndian reads a number in two's complement, its highest byte first.
func SignedBigEndian(raw []byte) *big.Int {
	n := new(big.Int).SetBytes(raw)
	if len(raw) > 0 && raw[0]&0x80 != 0 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(8*len(raw))))
	}
	return n
}

// SpellDate returns the date of a number of days since 1970-01-01, such as 2024-12-31.
func SpellDate(days int64) string {
	return time.Unix(days*24*60*60, 0).UTC().Format(time.DateOnly)
}

// SpellClock returns a time of day, count units after midnight, as 23:59:59, with 6 or 9 digits of its fraction if there is one.
func SpellClock(count int64, unit time.Duration) string { return formatClock(unixTime(count, unit)) }

// FormatMoment returns the date and the time of day of a moment.
func FormatMoment(t time.Time) string { return t.Format(time.DateOnly) + " " + formatClock(t) }

// SpellMoment returns a moment, count units after the start of 1970, as pandas writes it: 2024-12-31 23:59:59. With utc, +00:00 follows.
func SpellMoment(count int64, unit time.Duration, utc bool) string {
	text := FormatMoment(unixTime(count, unit))
	if utc {
		text += "+00:00"
	}
	return text
}

// unixTime returns the moment that is count units after the start of 1970. No count overflows.
func unixTime(count int64, unit time.Duration) time.Time {
	perSecond := int64(time.Second / unit)
	return time.Unix(count/perSecond, count%perSecond*int64(unit)).UTC()
}

// formatClock returns the time of day of a moment.
func formatClock(t time.Time) string {
	switch nanos := t.Nanosecond(); {
	case nanos == 0:
		return t.Format(time.TimeOnly)
	case nanos%1000 == 0:
		return t.Format("15:04:05.000000")
	}
	return t.Format("15:04:05.000000000")
}

// SpellUUID returns 16 bytes as 8-4-4-4-12 hexadecimal digits.
func SpellUUID(raw []byte) string {
	return fmt.Sprintf("%x-%x-%x-%x-%x", raw[:4], raw[4:6], raw[6:8], raw[8:10], raw[10:16])
}

// SpellFixed returns a value of a column of fixed-length bytes: the text if it is text, and hexadecimal digits if it is not. Different
// values of a column have different spellings, since hexadecimal digits are twice as long as text.
func SpellFixed(raw []byte) string {
	if utf8.Valid(raw) && !bytes.ContainsFunc(raw, func(c rune) bool { return c < ' ' }) {
		return string(raw)
	}
	return fmt.Sprintf("%x", raw)
}

// ExampleMark separates the reason for a skipped row from the example after it. Reasons that differ only in it are counted as one.
const ExampleMark = ", such as "
