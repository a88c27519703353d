package terminal

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Group prints a count with commas between groups of three digits: 1,234,567.
func Group(n int) string { return group(strconv.Itoa(n)) }

// GroupFloat prints a number as Group does. It may have a fraction, or be too large for an int.
func GroupFloat(x float64) string {
	whole, fraction, _ := strings.Cut(strconv.FormatFloat(x, 'f', -1, 64), ".")
	return strings.TrimSuffix(group(whole)+"."+fraction, ".")
}

func group(s string) string {
	begin := 0
	if strings.HasPrefix(s, "-") {
		begin = 1
	}
	for i := len(s) - 3; i > begin; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Percent prints a share: 0.125 as 12.5 %.
func Percent(share float64) string { return fmt.Sprintf("%.1f %%", 100*share) }

// SignedPercent prints a relative difference with its sign.
func SignedPercent(share float64) string { return Signed(100*share, 1) + " %" }

// Minus is the sign that is as wide as a plus.
const Minus = "−"

// Signed prints a difference with its sign, with Minus for a minus. A difference that rounds to 0 has no sign.
func Signed(x float64, digits int) string {
	text := strconv.FormatFloat(x, 'f', digits, 64)
	switch {
	case strings.Trim(text, "-0.") == "":
		return strings.TrimPrefix(text, "-")
	case text == "NaN":
		return text
	case text[0] == '-':
		return Minus + text[1:]
	}
	return "+" + text
}

// Interval prints the ends of an interval with their signs. An end that rounds to 0 gets up to two more digits, so that its sign shows.
func Interval(ci [2]float64, digits int) string {
	end := func(x float64) string {
		for precision := digits; precision <= digits+2; precision++ {
			if text := Signed(x, precision); strings.Trim(text, "0.") != "" {
				return text
			}
		}
		return Signed(x, digits)
	}
	return "[" + end(ci[0]) + ", " + end(ci[1]) + "]"
}

// Duration prints a time in at most two units: 0.03 s, 12.5 s, 3 min 20 s, 2 h 5 min.
func Duration(d time.Duration) string {
	switch s := int(d.Round(time.Second).Seconds()); {
	case d < 10*time.Second:
		return fmt.Sprintf("%.2g s", d.Round(10*time.Millisecond).Seconds())
	case s < 60:
		return fmt.Sprintf("%d s", s)
	case s < 3600:
		return fmt.Sprintf("%d min %d s", s/60, s%60)
	default:
		return fmt.Sprintf("%d h %d min", s/3600, s%3600/60)
	}
}

// Number prints a number with the fewest digits that parse to the same float64: 0.1, 12, 1e-09.
func Number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// Plural returns "1 query" or "2 queries".
func Plural[N int | int32 | int64 | uint16 | uint32 | uint64](n N, singular, many string) string {
	if n == 1 {
		return "1 " + singular
	}
	return group(fmt.Sprint(n)) + " " + many
}

// PluralSpan returns the range of some counts: "2 queries", or "1 to 20 queries" if they differ.
func PluralSpan(counts []int, singular, many string) string {
	least, most := slices.Min(counts), slices.Max(counts)
	text := Plural(most, singular, many)
	if least < most {
		text = Group(least) + " to " + text
	}
	return text
}

// Different returns "6 sets", or "6 sets, 3 different" if different is less than all.
func Different(all, different int, singular, many string) string {
	text := Plural(all, singular, many)
	if different < all {
		text += ", " + Group(different) + " different"
	}
	return text
}

// JoinAnd returns names as a phrase: "train, dev and test".
func JoinAnd(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}
