package errs

import "testing"

// TestSuggestionOfSwitches: words for on and off are these, however near the other one is spelt.
func TestSuggestionOfSwitches(t *testing.T) {
	for word, want := range map[string]string{"no": "off", "No": "off", "false": "off", "yes": "on", "true": "on", "onn": "on"} {
		if got := Suggestion(word, "auto", "on", "off"); got != "did you mean "+want+"? " {
			t.Errorf("%s: %q, want %s", word, got, want)
		}
	}
	if got := Suggestion("no", "mean", "not"); got != "did you mean not? " {
		t.Errorf("no among other words: %q", got)
	}
}
