package jsonobject

import (
	"slices"
	"strings"
	"testing"
)

// item is a value with its name.
type item struct {
	Name string `json:"-"`
	N    int    `json:"n"`
}

func nameOf(i *item) string        { return i.Name }
func setName(i *item, name string) { i.Name = name }
func read(raw string) (l []item, err error) {
	l = []item{{"left", 1}}
	err = Unmarshal([]byte(raw), &l, setName)
	return l, err
}

// TestOrder: an object keeps the order of its list, both ways; names are written as they are.
func TestOrder(t *testing.T) {
	for want, list := range map[string][]item{
		"{}":            nil,
		`{"b":{"n":2}}`: {{"b", 2}},
		`{"b":{"n":2},"a":{"n":1},"<&> \"é":{"n":3}}`: {{"b", 2}, {"a", 1}, {`<&> "é`, 3}},
	} {
		raw, err := Marshal(list, nameOf)
		if got := strings.ReplaceAll(string(raw), "\n", ""); got != want || err != nil {
			t.Errorf("%s, %v, want %s", got, err, want)
		}
		if back, err := read(string(raw)); err != nil || !slices.Equal(back, list) {
			t.Errorf("%s is read as %v, %v", raw, back, err)
		}
	}
}

// TestRead: null is an empty list; what is no object of such values is an error.
func TestRead(t *testing.T) {
	if list, err := read("null"); err != nil || list != nil {
		t.Errorf("null: %v, %v", list, err)
	}
	for _, raw := range []string{"", "[]", "7", `"a"`, `{"a":{"n":1}`, `{"a":{"n":1},}`, `{"a":{"other":1}}`, `{"a":{"n":"1"}}`, `{"a"}`} {
		if list, err := read(raw); err == nil {
			t.Errorf("%s is read as %v", raw, list)
		}
	}
}

// TestWriteFails: a value that JSON has no form of is an error.
func TestWriteFails(t *testing.T) {
	if raw, err := Marshal([]chan int{nil}, func(*chan int) string { return "a" }); err == nil {
		t.Errorf("%s", raw)
	}
}
