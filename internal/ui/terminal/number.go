package terminal

import "strconv"

// Grouped prints a count with thin groups of three: 1,234,567.
func Grouped(n int) string {
	s := strconv.Itoa(n)
	from := 0
	if n < 0 {
		from = 1
	}
	for at := len(s) - 3; at > from; at -= 3 {
		s = s[:at] + "," + s[at:]
	}
	return s
}

// Number prints a number as briefly as it reads back the same: 0.1, 12, 1e-09.
func Number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// Plural gives "1 query" or "2 queries".
func Plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Grouped(n) + " " + many
}

// Different gives "6 sets", or "6 sets, 3 different" where some of them are equal.
func Different(all, different int, one, many string) string {
	text := Plural(all, one, many)
	if different < all {
		text += ", " + Grouped(different) + " different"
	}
	return text
}
