package pairs

import "testing"

// TestIsMissing: by hand.
func TestIsMissing(t *testing.T) {
	for text, want := range map[string]bool{
		"": true, "\x00 ": true, " \t\u00a0": true, "-": true, "?!": true, "「。」": true, "NULL": true, " n/a ": true, "&nbsp;": true, "<p><br></p>": true,
		"<td>NaN</td>": true, "None": true,
		"none": false, "na": false, "nan bread": false, "&&": false, "x": false, "<p>0</p>": false, "C++": false, "Nullable": false,
	} {
		if IsMissing(text) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
}
