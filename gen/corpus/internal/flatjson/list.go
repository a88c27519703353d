package flatjson

import (
	"bytes"
	"encoding/json"
)

// HasList reports whether a JSON value is a list, or an object with one at any depth.
func HasList(value []byte) bool {
	var members map[string]json.RawMessage
	if bytes.HasPrefix(value, []byte("{")) && json.Unmarshal(value, &members) == nil {
		for _, inner := range members {
			if HasList(inner) {
				return true
			}
		}
	}
	return bytes.HasPrefix(value, []byte("["))
}
