package pipeline

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Truncation is a file's limit on the length of an encoded text. It holds for callers that set no limit.
type Truncation struct {
	MaxLength int    // the maximum number of ids, those of the template included
	Strategy  string // longest_first, only_first or only_second
	Left      bool   // ids are dropped from the beginning
}

// Padding is a file's rule for ids that fill up short sequences.
type Padding struct {
	Fixed    int   // the length of each sequence; 0: no fixed length
	Multiple int   // lengths are multiples of this; 0: they need not be
	Left     bool  // ids are added at the beginning
	ID       int32 // the id of the padding token
	Type     int8  // the type id of the padding token
}

// readTruncation reads the member truncation; nil for none.
func readTruncation(raw json.RawMessage) (*Truncation, error) {
	if isNull(raw) {
		return nil, nil
	}
	var p struct {
		Direction string `json:"direction"`
		MaxLength int    `json:"max_length"`
		Strategy  string `json:"strategy"`
		Stride    int    `json:"stride"` // overlap of the dropped parts, which are not used here
	}
	if err := readStrict("truncation", raw, &p); err != nil {
		return nil, err
	}
	names := map[string]string{"LongestFirst": "longest_first", "OnlyFirst": "only_first", "OnlySecond": "only_second"}
	t := &Truncation{p.MaxLength, names[p.Strategy], p.Direction == "Left"}
	switch {
	case t.Strategy == "" && p.Strategy != "":
		return nil, fmt.Errorf("the truncation strategy %q is not read", p.Strategy)
	case t.Strategy == "":
		t.Strategy = "longest_first"
	case p.MaxLength < 1 || p.Stride < 0 || p.Stride >= p.MaxLength:
		return nil, fmt.Errorf("the truncation has max_length %d and stride %d", p.MaxLength, p.Stride)
	}
	return t, checkDirection("truncation", p.Direction)
}

func checkDirection(part, direction string) error {
	if direction != "" && direction != "Left" && direction != "Right" {
		return fmt.Errorf("the %s direction %q is not read", part, direction)
	}
	return nil
}

// readPadding reads the member padding; nil for none. With BatchLongest, a single text is not padded.
func readPadding(raw json.RawMessage) (*Padding, error) {
	if isNull(raw) {
		return nil, nil
	}
	var p struct {
		Strategy  json.RawMessage `json:"strategy"`
		Direction string          `json:"direction"`
		Multiple  *int            `json:"pad_to_multiple_of"`
		ID        int32           `json:"pad_id"`
		Type      int8            `json:"pad_type_id"`
		Token     string          `json:"pad_token"`
	}
	if err := readStrict("padding", raw, &p); err != nil {
		return nil, err
	}
	out := &Padding{Left: p.Direction == "Left", ID: p.ID, Type: p.Type}
	if p.Multiple != nil {
		out.Multiple = *p.Multiple
	}
	var strategy struct {
		Fixed int `json:"Fixed"`
	}
	if strings.TrimSpace(string(p.Strategy)) != `"BatchLongest"` {
		if err := readStrict("padding strategy", p.Strategy, &strategy); err != nil || strategy.Fixed < 1 || strategy.Fixed > maxPadding {
			return nil, fmt.Errorf("the padding strategy %s is not read", p.Strategy)
		}
	}
	if out.Fixed = strategy.Fixed; out.Multiple < 0 || out.Multiple > maxPadding {
		return nil, fmt.Errorf("pad_to_multiple_of is %d", out.Multiple)
	}
	return out, checkDirection("padding", p.Direction)
}

// maxPadding is the maximum length that padding may demand.
const maxPadding = 1 << 20

// Fill returns the ids and types of one sequence with padding added.
func (p *Padding) Fill(ids []int32, types []int8) ([]int32, []int8) {
	want := p.Fixed
	if want == 0 {
		want = len(ids)
	}
	if p.Multiple > 0 {
		want = (want + p.Multiple - 1) / p.Multiple * p.Multiple
	}
	pad := make([]int32, max(0, want-len(ids)))
	padTypes := make([]int8, len(pad))
	for i := range pad {
		pad[i], padTypes[i] = p.ID, p.Type
	}
	if p.Left {
		return append(pad, ids...), append(padTypes, types...)
	}
	return append(ids, pad...), append(types, padTypes...)
}
