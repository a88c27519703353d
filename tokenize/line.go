package tokenize

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"

	"github.com/axiomine/axiomine/configs/fault"
)

// encodeRequest is a line of `tokenize encode`: one text, or two with a strategy.
type encodeRequest struct {
	Text      *string  `json:"text"`
	A         *string  `json:"a"`
	B         *string  `json:"b"`
	MaxLength int      `json:"max_length"` // 0 or absent: no limit
	Strategy  Strategy `json:"strategy"`   // absent: longest_first
}

type encodeAnswer struct {
	IDs     []int32 `json:"ids,omitempty"`
	TypeIDs []int8  `json:"type_ids,omitempty"`
	Error   bool    `json:"error,omitempty"`
	Message string  `json:"message,omitempty"` // why
}

// encodeLine takes a JSON object with `text`, or with `a` and `b`, and optional `max_length` and `strategy`, and gives the
// same object with a last key `got`: {ids} for one text, {ids, type_ids} for a pair, {error, message} where the strategy cannot
// make the pair fit. [CLS] and [SEP] are among the ids.
func encodeLine(t *Tokenizer, line []byte) ([]byte, error) {
	line = bytes.TrimSpace(line)
	var in encodeRequest
	if err := json.Unmarshal(line, &in); err != nil {
		return nil, err
	}
	var out encodeAnswer
	var err error
	switch {
	case in.Text != nil && in.A == nil && in.B == nil:
		out.IDs, err = t.Single(*in.Text, in.MaxLength)
	case in.Text == nil && in.A != nil && in.B != nil:
		if in.Strategy == "" {
			in.Strategy = LongestFirst
		}
		out.IDs, out.TypeIDs, err = t.Pair(*in.A, *in.B, in.MaxLength, in.Strategy)
	default:
		return nil, errors.New("needs text, or a and b")
	}
	if err != nil {
		out = encodeAnswer{Error: true, Message: err.Error()}
	}
	got, err := json.Marshal(out)
	if err != nil {
		return nil, err
	}
	line = append(bytes.Clone(line[:len(line)-1]), `,"got":`...)
	return append(append(line, got...), '}'), nil
}

const lineHint = `one JSON object a line: {"text": ...} or {"a": ..., "b": ..., "max_length": 64, "strategy": "only_second"}`

// EncodeLines applies encodeLine to every line of r that is not empty; name stands in errors.
func EncodeLines(ctx context.Context, t *Tokenizer, name string, r io.Reader, w io.Writer) error {
	in, out := bufio.NewScanner(r), bufio.NewWriterSize(w, 1<<16)
	in.Buffer(nil, most)
	n := 0
	for in.Scan() {
		n++
		if ctx.Err() != nil {
			return ctx.Err()
		}
		line := in.Bytes()
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		encoded, err := encodeLine(t, line)
		if err != nil {
			return &fault.Error{Kind: fault.Input, File: name, Line: n, What: "not to be encoded", Err: err, Hint: lineHint}
		}
		out.Write(encoded)
		out.WriteByte('\n')
	}
	if errors.Is(in.Err(), bufio.ErrTooLong) {
		return fault.BadInput(name, n+1, "one JSON object a line", "a line of more than %d MiB", most>>20)
	}
	return cmp.Or(in.Err(), out.Flush())
}
