package errs

import (
	"encoding/json"
	"testing"
)

func TestBadJSON(t *testing.T) {
	for raw, want := range map[string]string{
		"":                            "f: no record: it is empty; hint: h",
		" \n":                         "f: no record: it is empty; hint: h",
		"{\"a\": 1,\n":                "f: no record: it is cut off; hint: h",
		"{\"a\": 1,\n\"b\": x}":       "f:2: no record: invalid character 'x' looking for beginning of value; hint: h",
		"[1]":                         "f:1: no record: it holds an array; hint: h",
		"{\n\"a\":\n\"x\"}":           "f:3: no record: a holds a string; hint: h",
		"{\"b\": {\n\"c\": [1, {}]}}": "f:2: no record: b.c holds an object; hint: h",
		"{\"a\": 1.5}":                "f:1: no record: a holds a number 1.5; hint: h",
	} {
		var into struct {
			A int `json:"a"`
			B struct {
				C []int `json:"c"`
			} `json:"b"`
		}
		err := json.Unmarshal([]byte(raw), &into)
		if got := BadJSON("f", []byte(raw), "h", "no record", err).Error(); err == nil || got != want {
			t.Errorf("%q\n got %s\nwant %s", raw, got, want)
		}
	}
}
