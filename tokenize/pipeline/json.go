package pipeline

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// typed is the name that each part of a file has.
type typed struct {
	Type string `json:"type"`
}

// kindOf is the type of a part; "" for null or no part.
func kindOf(part string, raw json.RawMessage) (string, error) {
	if isNull(raw) {
		return "", nil
	}
	var t typed
	if err := json.Unmarshal(raw, &t); err != nil || t.Type == "" {
		return "", fmt.Errorf("the %s has no type", part)
	}
	return t.Type, nil
}

func isNull(raw json.RawMessage) bool { return len(raw) == 0 || string(raw) == "null" }

// strict reads a part of which every member is known, so that none is passed over that would change the ids.
func strict(part string, raw json.RawMessage, into any) error {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); err != nil {
		return fmt.Errorf("%s: %w", part, err)
	}
	return nil
}

// pattern is what a part looks for.
type pattern struct {
	Text  *string `json:"String"`
	Regex *string `json:"Regex"`
}

func (p pattern) String() string {
	switch {
	case p.Regex != nil:
		return fmt.Sprintf("the regular expression %q", *p.Regex)
	case p.Text != nil:
		return fmt.Sprintf("%q", *p.Text)
	}
	return "nothing"
}
