package prepare

import (
	"testing"

	"github.com/axiomine/axiomine/gen/index"
)

// TestAgree: files are the same by their checksums, in any order and whatever their names.
func TestAgree(t *testing.T) {
	type file = index.SourceFile
	a, b, other := file{Name: "a", SHA256: "123456789"}, file{Name: "b", SHA256: "2"}, file{Name: "a", SHA256: "3"}
	renamed := file{Name: "c", SHA256: "123456789"}
	for _, c := range []struct {
		here, there []file
		want        bool
	}{
		{[]file{a, b}, []file{b, a}, true}, {[]file{a}, []file{renamed}, true}, {[]file{a}, []file{other}, false},
		{[]file{a}, []file{a, b}, false}, {nil, []file{a}, true}, {[]file{a}, nil, true},
	} {
		if got := FilesAgree(c.here, c.there); got != c.want {
			t.Errorf("%v and %v: %v, want %v", c.here, c.there, got, c.want)
		}
	}
	if got, want := FileNames([]file{a, b, other, b, b}), "a (12345678), b (2), a (3), ..."; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := FileNames([]file{a, b, other}), "a (12345678), b (2), a (3)"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
