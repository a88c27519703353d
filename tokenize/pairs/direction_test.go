package pairs

import "testing"

// A pool leans where length alone decides more than 60 % of its pairs and chance does not explain it.
func TestLeans(t *testing.T) {
	for _, c := range []struct {
		d    Direction
		want string
	}{
		{Direction{}, ""},
		{Direction{Pairs: 2, Longer: 2}, ""},                           // two heads of a fair coin
		{Direction{Pairs: 74615, Longer: 74615}, "longer"},             // tf-lnc on WikiQA, as it was found
		{Direction{Pairs: 1000, Longer: 590, Shorter: 410}, ""},        // below 60 %
		{Direction{Pairs: 1000, Longer: 610, Shorter: 390}, "longer"},  // 220 above 2 sqrt(1000)
		{Direction{Pairs: 1000, Longer: 390, Shorter: 610}, "shorter"}, // likewise
		{Direction{Pairs: 1000, Longer: 300, Shorter: 10}, ""},         // most are of equal length, which no scorer by length decides
		{Direction{Pairs: 20, Longer: 13, Shorter: 7}, ""},             // 6 is below 2 sqrt(20)
		{Direction{Pairs: 20, Longer: 15, Shorter: 5}, "longer"},       // 10 is above
	} {
		if got := c.d.Leans(); got != c.want {
			t.Errorf("%+v leans %q, want %q", c.d, got, c.want)
		}
	}
}
