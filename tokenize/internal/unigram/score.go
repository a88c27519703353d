package unigram

import (
	"fmt"
	"math"
	"strconv"

	"github.com/axiomine/axiomine/internal/numeral"
)

// ParseScore reads a number of JSON as HF's reader does (serde_json without float_roundtrip). The
// result is often one unit in the last place off the nearest float64, and decides between paths of
// equal worth. The digits are one integer as far as 64 bits suffice, made a float64, then
// multiplied or divided by a power of ten.
func ParseScore(number string) (float64, error) {
	rest, negative := number, false
	if rest != "" && rest[0] == '-' {
		rest, negative = rest[1:], true
	}
	digits, exponent, full := uint64(0), 0, false
	take := func(inFraction bool) {
		for ; rest != "" && '0' <= rest[0] && rest[0] <= '9'; rest = rest[1:] {
			d := uint64(rest[0] - '0')
			if full = full || digits > (math.MaxUint64-d)/10; full {
				if !inFraction {
					exponent++
				}
				continue
			}
			digits = digits*10 + d
			if inFraction {
				exponent--
			}
		}
	}
	take(false)
	if rest != "" && rest[0] == '.' {
		rest = rest[1:]
		take(true)
	}
	if rest != "" && (rest[0] == 'e' || rest[0] == 'E') {
		more, err := strconv.Atoi(rest[1:])
		if err != nil || more < -1<<20 || more > 1<<20 {
			return 0, fmt.Errorf("the exponent of %s", number)
		}
		exponent, rest = exponent+more, ""
	}
	f := scale(float64(digits), exponent)
	if rest != "" || math.IsInf(f, 0) {
		return 0, fmt.Errorf("%q is no number", number)
	}
	if negative {
		f = -f
	}
	return f, nil
}

// scale returns f times ten to the power of exponent, with the powers that a float64 has.
func scale(f float64, exponent int) float64 {
	const most = 308
	for ; exponent < -most && f != 0; exponent += most {
		f /= 1e308
	}
	switch {
	case f == 0:
		return 0
	case exponent > most:
		return math.Inf(1)
	case exponent < 0:
		return f / powerOfTen(-exponent)
	}
	return f * powerOfTen(exponent)
}

// powerOfTen returns the float64 nearest to ten to the power of n, from 0 to 308.
func powerOfTen(n int) float64 {
	const exact = 22 // greater ones are rounded
	if n <= exact {
		return math.Pow10(n)
	}
	f, err := numeral.Parse("1e" + strconv.Itoa(n))
	if err != nil {
		panic(err) // n is in range
	}
	return f
}
