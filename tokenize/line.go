package tokenize

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strconv"

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

// encodeAnswer are the ids, and of a pair their types.
type encodeAnswer struct {
	ids   []int32
	types []int8
}

// append writes it as JSON, by hand: encoding/json takes as long as the ids themselves.
func (a *encodeAnswer) append(line []byte) []byte {
	line = appendNumbers(append(line, `{"ids":`...), a.ids)
	if len(a.types) > 0 {
		line = appendNumbers(append(line, `,"type_ids":`...), a.types)
	}
	return append(line, '}')
}

func appendNumbers[T int8 | int32](line []byte, numbers []T) []byte {
	line = append(line, '[')
	for i, n := range numbers {
		if i > 0 {
			line = append(line, ',')
		}
		line = strconv.AppendInt(line, int64(n), 10)
	}
	return append(line, ']')
}

// encodeFault says why the strategy cannot make the texts fit.
type encodeFault struct {
	Error   bool   `json:"error"`
	Message string `json:"message"`
}

var errNoText = errors.New("needs text, or a and b")

// answer encodes what a line asks. A line without max_length is cut as the tokenizer.json says, if it says so, and its padding is added.
func (t *Tokenizer) answer(in *encodeRequest) (out encodeAnswer, err error) {
	c := cut{maxLength: in.MaxLength, strategy: cmp.Or(in.Strategy, LongestFirst)}
	if of := t.truncation; of != nil && in.MaxLength == 0 && in.Strategy == "" {
		c = cut{of.MaxLength, Strategy(of.Strategy), of.Left}
	}
	isPair := in.A != nil && in.B != nil
	switch {
	case in.Text != nil && in.A == nil && in.B == nil:
		out.ids, out.types, err = t.fill(t.template.Single, t.Encode(*in.Text), nil, c)
	case in.Text == nil && isPair:
		out.ids, out.types, err = t.fill(t.template.Pair, t.Encode(*in.A), t.Encode(*in.B), c)
	default:
		err = errNoText
	}
	if err == nil && t.padding != nil {
		out.ids, out.types = t.padding.Fill(out.ids, out.types)
	}
	if !isPair {
		out.types = nil
	}
	return out, err
}

// encodeLine takes a JSON object with `text`, or with `a` and `b`, and optional `max_length` and `strategy`, and gives the
// same object with a last key `got`: {ids} for one text, {ids, type_ids} for a pair, {error, message} where the strategy cannot
// make the pair fit. What the template adds, as [CLS] and [SEP], is among the ids.
func encodeLine(t *Tokenizer, line []byte) ([]byte, error) {
	line = bytes.TrimSpace(line)
	var in encodeRequest
	if err := json.Unmarshal(line, &in); err != nil {
		return nil, err
	}
	out, err := t.answer(&in)
	if errors.Is(err, errNoText) {
		return nil, err
	}
	line = append(make([]byte, 0, len(line)+8*len(out.ids)+64), line[:len(line)-1]...)
	line = append(line, `,"got":`...)
	if err == nil {
		return append(out.append(line), '}'), nil
	}
	got, err := json.Marshal(encodeFault{true, err.Error()})
	return append(append(line, got...), '}'), err
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
