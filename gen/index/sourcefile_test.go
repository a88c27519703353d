package index

import "testing"

// TestSameFiles: files are the same by their checksums, in any order and whatever their names.
func TestSameFiles(t *testing.T) {
	a, b, other := SourceFile{Name: "a", SHA256: "123456789"}, SourceFile{Name: "b", SHA256: "2"}, SourceFile{Name: "a", SHA256: "3"}
	renamed := SourceFile{Name: "c", SHA256: "123456789"}
	for _, c := range []struct {
		here, there []SourceFile
		want        bool
	}{
		{[]SourceFile{a, b}, []SourceFile{b, a}, true}, {[]SourceFile{a}, []SourceFile{renamed}, true}, {[]SourceFile{a}, []SourceFile{other},
			false},
		{[]SourceFile{a}, []SourceFile{a, b}, false}, {nil, []SourceFile{a}, true}, {[]SourceFile{a}, nil, true},
	} {
		if got := SameFiles(c.here, c.there); got != c.want {
			t.Errorf("%v and %v: %v, want %v", c.here, c.there, got, c.want)
		}
	}
	if got, want := FileNames([]SourceFile{a, b, other, b, b}), "a (12345678), b (2), a (3), ..."; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := FileNames([]SourceFile{a, b, other}), "a (12345678), b (2), a (3)"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
