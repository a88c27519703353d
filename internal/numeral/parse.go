// Package numeral reads numbers that people and other programs write, and keeps them within bounds.
package numeral

import (
	"strconv"
	"strings"
)

// Parse reads a decimal number, as strconv.ParseFloat does. It refuses the forms that only Go and a few others read: 1_000 and 0x1p4.
func Parse(text string) (float64, error) {
	if strings.ContainsAny(text, "_xX") {
		return 0, &strconv.NumError{Func: "Parse", Num: strings.Clone(text), Err: strconv.ErrSyntax}
	}
	return strconv.ParseFloat(text, 64)
}
