package configs

import (
	"strings"
	"testing"
)

// TestParsePatience: a number of epochs, alone or with the difference that counts as better, which 0 epochs do not wait for.
func TestParsePatience(t *testing.T) {
	for text, want := range map[string][2]float64{"4": {4, 0}, "0": {}, " 5 by .01": {5, .01}, "1 by 0": {1, 0}} {
		if epochs, difference, err := ParsePatience(text); err != nil || [2]float64{float64(epochs), difference} != want {
			t.Errorf("%q: %d by %v, %v", text, epochs, difference, err)
		}
	}
	for _, text := range []string{"", "-1", "4.5", "4 by", "4 by x", "4 by -1", "4 by Inf", "4 by nan", "0 by 0.1", "by 1"} {
		if _, _, err := ParsePatience(text); err == nil || !strings.Contains(err.Error(), "train.patience: ") {
			t.Errorf("%q: %v", text, err)
		}
	}
}
