package pipeline

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/axiomine/axiomine/internal/errs"
)

// typeName is the member type, which each part of a file has.
type typeName struct {
	Type string `json:"type"`
}

// kindOf returns the type of a part of a file, and "" for null or an absent part. Errors name the part.
func kindOf(part string, raw json.RawMessage) (string, error) {
	if isNull(raw) {
		return "", nil
	}
	var t typeName
	if err := json.Unmarshal(raw, &t); err != nil || t.Type == "" {
		return "", fmt.Errorf("the %s has no type", part)
	}
	return t.Type, nil
}

func isNull(raw json.RawMessage) bool { return len(raw) == 0 || string(raw) == "null" }

// readStrict reads the JSON of a part into dst. An unknown member is an error, since it could change the ids. Errors name the part.
func readStrict(part string, raw json.RawMessage, dst any) error {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	if err := dec.Decode(dst); err != nil {
		return fmt.Errorf("%s: %w", part, err)
	}
	return nil
}

// pattern is the text or regular expression that a part matches.
type pattern struct {
	Text  *string `json:"String"`
	Regex *string `json:"Regex"`
}

func (p pattern) String() string {
	switch {
	case p.Regex != nil:
		return fmt.Sprintf("the regular expression %q", errs.Brief(*p.Regex))
	case p.Text != nil:
		return fmt.Sprintf("%q", errs.Brief(*p.Text))
	}
	return "nothing"
}
