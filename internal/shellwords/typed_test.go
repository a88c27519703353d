package shellwords

import "testing"

// A word with a backslash stays as it is, since cmd and PowerShell take it so; a space needs double quotes.
func TestTypedOnWindows(t *testing.T) {
	for word, want := range map[string]string{`Z:\a\x.exe`: `Z:\a\x.exe`, `C:\Program Files\x.exe`: `"C:\Program Files\x.exe"`,
		`a b\`: `"a b\\"`, `a"b`: `"a\"b"`,
		"tfc1,lnc1": `"tfc1,lnc1"`, "": `""`, "--ratio": "--ratio"} {
		if got := quoteForWindows(word); got != want {
			t.Errorf("%s: %s, want %s", word, got, want)
		}
	}
}
