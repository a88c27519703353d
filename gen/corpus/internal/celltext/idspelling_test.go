package celltext

import "testing"

func TestWholeSpelling(t *testing.T) {
	for number, want := range map[string]string{"7067032.0": "7067032", "7.067032e+06": "7067032", "1e6": "1000000", "-3.0": "-3", "0.0": "0",
		"-0.0": "0", "1.5": "1.5", "15e-1": "15e-1", "150e-1": "15", "1e400": "1e400", "007.0": "7", "x.0": "x.0", "1e": "1e", ".5": ".5"} {
		if got := WholeSpelling(number); got != want {
			t.Errorf("%s: %s, want %s", number, got, want)
		}
	}
}
