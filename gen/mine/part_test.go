package mine

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"
)

// Every query is in exactly one of n parts.
func TestPartsPartition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 70).Draw(t, "n")
		query := rapid.String().Draw(t, "query")
		in := 0
		for i := 1; i <= n; i++ {
			p, err := ParsePart(fmt.Sprintf("%d/%d", i, n))
			if err != nil {
				t.Fatal(err)
			}
			if p.Has(query) {
				in++
			}
		}
		if in != 1 {
			t.Fatalf("%q is in %d of %d parts", query, in, n)
		}
	})
	if !(Part{}).Has("any") {
		t.Error("the zero part leaves a query out")
	}
}

func TestParsePartRefuses(t *testing.T) {
	for _, text := range []string{"", "1", "/", "0/3", "4/3", "1/0", "-1/3", "a/b", "1/2/3", "1.5/2", " 1/2",
		"1/9223372036854775808", "9223372036854775808/9223372036854775807"} {
		if p, err := ParsePart(text); err == nil {
			t.Errorf("%q is taken as %s", text, p)
		}
	}
}

// TestTextOfPart: a part reads as it is written.
func TestTextOfPart(t *testing.T) {
	if p, err := ParsePart("2/7"); err != nil || p.String() != "2/7" {
		t.Errorf("%s, %v", p, err)
	}
}
