package flatjson

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestObject compares the ends of objects with those that encoding/json finds.
func TestObject(t *testing.T) {
	part := rapid.SampledFrom([]string{"{", "}", "[", "]", `"`, `\`, `\"`, `\\`, `"a":`, `"a\"}":`, ",", "1", " ", `"é}"`, `{"a":[1,{}]}`})
	rapid.Check(t, func(t *rapid.T) {
		line := []byte("{" + strings.Join(rapid.SliceOfN(part, 0, 12).Draw(t, "parts"), ""))
		var object json.RawMessage
		decoder := json.NewDecoder(bytes.NewReader(line))
		if decoder.Decode(&object) != nil {
			return
		}
		if got := Object(line, 100); got != len(object) {
			t.Fatalf("%s: %d, want %d", line, got, len(object))
		}
	})
	for line, want := range map[string]int{
		`{}`: 2, `{"a": 1}{}`: 8, `{"a": [1, 2, 3]}`: 16, // four values: two brackets and two commas
		`{"a": [1, 2, 3, 4, 5, 6]}`: 0, `{"a": "1, 2, 3, 4, 5, 6"}`: 25, `{]`: 0, `{[}]`: 0, `{`: 0, `{"`: 0, `{"a\"}`: 0, `{"a\\"}`: 7,
	} {
		if got := Object([]byte(line), 5); got != want {
			t.Errorf("%s: %d, want %d", line, got, want)
		}
	}
	deep := strings.Repeat("{\"a\":", maxDepth) + "1" + strings.Repeat("}", maxDepth)
	if Object([]byte(deep), 100) != len(deep) || Object([]byte("{\"a\":"+deep+"}"), 100) != 0 {
		t.Error("an object of the most brackets has no end, or one of more has")
	}
}

// TestIsPlain: a text is plain if no byte is a backslash or below a space, wherever it stands.
func TestIsPlain(t *testing.T) {
	for size := range 20 {
		for place := range size {
			for c := range 256 {
				text := bytes.Repeat([]byte{'x'}, size)
				text[place] = byte(c)
				if want := c >= ' ' && c != '\\'; isPlain(text) != want {
					t.Fatalf("byte %d at %d of %d: %t", c, place, size, !want)
				}
			}
		}
	}
}
