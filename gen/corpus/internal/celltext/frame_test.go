package celltext

import (
	"bytes"
	"testing"
)

// TestRows: the first tables are those that pandas 2.3 writes by to_json().
func TestRows(t *testing.T) {
	for object, want := range map[string]string{
		`{"a":{"0":"x","1":null},"b":{"0":[1,2.5],"1":{"c":"<"}}}`: `{"a":"x","b":[1,2.5]}{"a":null,"b":{"c":"\u003c"}}`,
		`{"a":{"3":"x"},"b":{"3":1}}`:                              `{"a":"x","b":1,"index":"3"}`,
		`{"a":{"3":"x"},"index":{"3":1}}`:                          `{"a":"x","index":1}`,
		`{"a":{"0":NaN},"b":{"0":1}}`:                              `{"a":null,"b":1}`,
		`{"a":{"0":"x"}}`:                                          "", // a document of passages
		`{"a":{"0":"x"},"b":{"0":"x","1":"y"}}`:                    "",
		`{"a":{"0":"x"},"a":{"0":"y"}}`:                            "",
		`{"a":{"0":"x"},"b":{"id":"y"}}`:                           "",
		`{"a":{"id":"x"},"b":{"id":"y"}}`:                          "",
		`{"a":{"0":"x"},"b":3}`:                                    "",
		`{"a":{"0":"x"},"b":{"0":`:                                 "",
	} {
		rows, ok := Rows([]byte(object))
		if got := string(bytes.Join(rows, nil)); got != want || ok != (want != "") {
			t.Errorf("%s: %s, want %s", object, got, want)
		}
	}
}
