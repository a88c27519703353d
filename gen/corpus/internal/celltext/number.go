package celltext

import (
	"strconv"
	"strings"
)

// ParseFloat parses a decimal number. It refuses digits with underscores and hexadecimal digits, which Go takes and other programs do not.
func ParseFloat(text string) (float64, error) {
	if strings.ContainsAny(text, "_xX") {
		return 0, strconv.ErrSyntax
	}
	return strconv.ParseFloat(text, 64)
}
