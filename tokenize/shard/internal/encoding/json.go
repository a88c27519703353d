package encoding

import (
	"bytes"
	"encoding/json"
	"strings"
)

// AppendJSON appends a value as one line of JSON, without the line's end and with < unescaped.
func AppendJSON(line []byte, value any) ([]byte, error) {
	b := bytes.NewBuffer(line)
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(value)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// JSONString quotes an id.
func JSONString(s string) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.Encode(s) // a string always can be
	return strings.TrimSuffix(b.String(), "\n")
}

// MustJSON returns plain values as JSON, which cannot fail.
func MustJSON(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(raw)
}
