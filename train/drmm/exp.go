package drmm

import "math"

// The exponential and the hyperbolic tangent by table: e^x = 2^(k/64) e^r with |r| <= ln(2)/128, and five terms of e^r's series. They
// replace math.Exp and math.Tanh, where training would spend most of its time. Their absolute error is below 4e-16.

const (
	perLn2 = 64 / math.Ln2
	step   = math.Ln2 / 64
	shift  = 3 << 51 // added to a small number, it leaves the nearest integer in the low bits
)

// powers holds the bits of 2^(i/64).
var powers = func() (bits [64]uint64) {
	for i := range bits {
		bits[i] = math.Float64bits(math.Exp2(float64(i) / 64))
	}
	return bits
}()

// split returns s and p with e^x = s + s*p, where s is a power of 2^(1/64), for |x| <= 700.
func split(x float64) (s, p float64) {
	t := float64(x*perLn2) + shift
	k := math.Float64bits(t)
	r := x - float64((t-shift)*step)
	s = math.Float64frombits(powers[k&63] + k>>6<<52)
	return s, r + float64(r*r*(1./2+float64(r*(1./6+float64(r*(1./24+float64(r*(1./120))))))))
}

// exp returns e^x for x <= 0, and 0 below -700.
func exp(x float64) float64 {
	if x < -700 {
		return 0
	}
	s, p := split(x)
	return s + float64(s*p)
}

// tanhs replaces each value by its tanh, (e^2x - 1) / (e^2x + 1).
func tanhs(v []float64) {
	for i, x := range v {
		if x > 20 { // tanh(20) differs from 1 by less than half a unit in the last place
			x = 20
		} else if x < -20 {
			x = -20
		}
		s, p := split(2 * x)
		m := s - 1 + float64(s*p)
		v[i] = m / (m + 2)
	}
}
