package celltext

import (
	"math"
	"math/big"
	"testing"
	"time"

	"github.com/axiomine/axiomine/internal/testkit/must"
)

// The texts are those that Python's str and pandas' to_csv write of such values, except that whole numbers have no point.
func TestCells(t *testing.T) {
	decimal := func(unscaled string, scale int) string {
		n, _ := new(big.Int).SetString(unscaled, 10)
		return SpellDecimal(n, scale)
	}
	for _, c := range []struct{ got, want string }{
		{SpellFloat(7067032, 64), "7067032"}, {SpellFloat(1e6, 64), "1000000"}, {SpellFloat(.5, 64), "0.5"},
		{SpellFloat(float64(float32(.1)), 32), "0.1"}, {SpellFloat(math.NaN(), 64), ""}, {SpellFloat(math.Copysign(0, -1), 64), "0"},
		{SpellFloat(1<<53, 64), "9007199254740992"}, {SpellFloat(float64(float32(123456789)), 32), "123456792"},
		{decimal("10", 1), "1"}, {decimal("5", 1), "0.5"}, {decimal("-5", 3), "-0.005"},
		{decimal("12345678901234567890", 0), "12345678901234567890"},
		{decimal("7", -2), "700"}, {decimal("0", 4), "0"}, {decimal("100200", 3), "100.2"},
		{SpellDecimal(SignedBigEndian([]byte{0xff, 0x38}), 2), "-2"},
		{SpellDate(19723), "2024-01-01"}, {SpellDate(-1), "1969-12-31"},
		{SpellClock(86399999, time.Millisecond), "23:59:59.999000"}, {SpellClock(1, time.Nanosecond), "00:00:00.000000001"},
		{SpellMoment(1704067200, time.Second, false), "2024-01-01 00:00:00"},
		{SpellMoment(-1, time.Microsecond, true), "1969-12-31 23:59:59.999999+00:00"},
		{SpellUUID([]byte("0123456789abcdef")), "30313233-3435-3637-3839-616263646566"},
		{SpellFixed([]byte("doc1")), "doc1"}, {SpellFixed([]byte{0xff, 0}), "ff00"}, {SpellFixed([]byte{'a', 0}), "6100"},
	} {
		must.Equal(t, c.got, c.want)
	}
}

func TestWholeSpelling(t *testing.T) {
	for number, want := range map[string]string{"7067032.0": "7067032", "7.067032e+06": "7067032", "1e6": "1000000", "-3.0": "-3", "0.0": "0",
		"-0.0": "0", "1.5": "1.5", "15e-1": "15e-1", "150e-1": "15", "1e400": "1e400", "007.0": "7", "x.0": "x.0", "1e": "1e", ".5": ".5"} {
		must.Equal(t, WholeSpelling(number), want, "%s", number)
	}
}
