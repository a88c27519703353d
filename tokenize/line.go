package tokenize

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"unicode/utf8"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// encodeRequest is a line of `tokenize encode`: one text, or two with a strategy.
type encodeRequest struct {
	Text      *string  `json:"text"`
	A         *string  `json:"a"`
	B         *string  `json:"b"`
	MaxLength int      `json:"max_length"` // 0 or absent: no limit
	Strategy  Strategy `json:"strategy"`   // absent: longest_first
}

// lineEncoder encodes lines. Each line reuses the memory of the previous ones: a and b hold the ids of the texts, ids those of the answer.
type lineEncoder struct {
	*Tokenizer
	a, b  []int32
	ids   []int32
	types []int8  // the types of the ids of a pair; empty for one text
	texts numbers // the texts of the ids
}

// numbers holds the text of each number from 0 on, with a comma after it: up to seven bytes, and their count in the highest byte.
type numbers []uint64

// newNumbers returns the texts of the numbers below n that have at most six digits.
func newNumbers(n int) numbers {
	list := make(numbers, min(n, 1_000_000))
	for i := range list {
		var text [8]byte
		text[7] = byte(len(append(strconv.AppendInt(text[:0], int64(i), 10), ',')))
		list[i] = binary.LittleEndian.Uint64(text[:])
	}
	return list
}

// appendList appends a list of numbers.
func appendList[T int8 | int32](line []byte, list []T, texts numbers) []byte {
	line = append(line, '[')
	for _, n := range list {
		if n < 0 || int(n) >= len(texts) {
			line = append(strconv.AppendInt(line, int64(n), 10), ',')
			continue
		}
		size := int(texts[n] >> 56)
		line = binary.LittleEndian.AppendUint64(line, texts[n])[:len(line)+size]
	}
	if len(list) > 0 {
		line = line[:len(line)-1]
	}
	return append(line, ']')
}

// encodeFault is an error of a strategy that cannot make the texts fit.
type encodeFault struct {
	Error   bool   `json:"error"`
	Message string `json:"message"`
}

var errNoText = errors.New("needs text, or a and b")

// encode encodes the texts of a line into ids and types. A line without max_length is truncated as the tokenizer.json
// states, and its padding is added.
func (e *lineEncoder) encode(in *encodeRequest) (err error) {
	c := cutTo(in.MaxLength, cmp.Or(in.Strategy, LongestFirst))
	if limit := e.truncation; limit != nil && in.MaxLength == 0 && in.Strategy == "" {
		c = *limit
	}
	e.ids, e.types = e.ids[:0], e.types[:0]
	isPair := in.A != nil && in.B != nil
	switch {
	case in.Text != nil && in.A == nil && in.B == nil:
		e.a = e.AppendIDs(e.a[:0], *in.Text)
		e.ids, e.types, err = e.fill(e.ids, e.types, e.template.Single, e.a, nil, c)
	case in.Text == nil && isPair:
		e.a, e.b = e.AppendIDs(e.a[:0], *in.A), e.AppendIDs(e.b[:0], *in.B)
		e.ids, e.types, err = e.fill(e.ids, e.types, e.template.Pair, e.a, e.b, c)
	default:
		err = errNoText
	}
	if err == nil && e.padding != nil {
		e.ids, e.types = e.padding.Fill(e.ids, e.types)
	}
	if !isPair {
		e.types = e.types[:0]
	}
	return err
}

// appendLine encodes a JSON object with `text`, or with `a` and `b`, and optional `max_length` and `strategy`. It appends the same object
// to dst, with a last key `got`: {ids} for one text, {ids, type_ids} for a pair, {error, message} if the strategy cannot make the pair fit.
// The ids include the special tokens of the template.
func (e *lineEncoder) appendLine(dst, line []byte) (_ []byte, err error) {
	defer errs.Rescue(&err) // normalising panics if a text becomes too long
	line = bytes.TrimSpace(line)
	var in encodeRequest
	if text, ok := loneText(line); ok {
		in.Text = &text
	} else if err := json.Unmarshal(line, &in); err != nil {
		return dst, err
	}
	err = e.encode(&in)
	if errors.Is(err, errNoText) {
		return dst, err
	}
	dst = append(append(dst, line[:len(line)-1]...), `,"got":`...)
	if err == nil {
		return append(e.appendAnswer(dst), '}'), nil
	}
	result, err := json.Marshal(encodeFault{true, err.Error()})
	return append(append(dst, result...), '}'), err
}

// appendAnswer appends ids and types as JSON. encoding/json would take as long as encoding the text.
func (e *lineEncoder) appendAnswer(line []byte) []byte {
	line = appendList(append(line, `{"ids":`...), e.ids, e.texts)
	if len(e.types) > 0 {
		line = appendList(append(line, `,"type_ids":`...), e.types, e.texts)
	}
	return append(line, '}')
}

// loneText returns the text of a line {"text": "..."} without escapes. ok is false for any other line, and for a text that encoding/json
// may refuse or change. With loneText, `tokenize encode` takes a sixth less time.
func loneText(line []byte) (text string, ok bool) {
	rest, ok := bytes.CutPrefix(line, []byte(`{"text":`))
	if !ok {
		return "", false
	}
	rest, opens := bytes.CutPrefix(bytes.TrimLeft(rest, " "), []byte(`"`))
	rest, closes := bytes.CutSuffix(rest, []byte(`"}`))
	if !opens || !closes || !utf8.Valid(rest) {
		return "", false
	}
	if bytes.IndexByte(rest, '"') >= 0 || bytes.IndexByte(rest, '\\') >= 0 {
		return "", false
	}
	for i := 0; i < len(rest); i++ {
		if i += terminal.Printable(rest[i:]); i < len(rest) && rest[i] < ' ' {
			return "", false
		}
	}
	return string(rest), true
}

const lineHint = `one JSON object a line: {"text": ...} or {"a": ..., "b": ..., "max_length": 64, "strategy": "only_second"}`

// EncodeLines writes to w the answer of appendLine to every line of r that is not empty. Errors contain name, the name of the input.
func EncodeLines(ctx context.Context, t *Tokenizer, name string, r io.Reader, w io.Writer) error {
	in := bufio.NewScanner(r)
	const enough = 1 << 16
	in.Buffer(make([]byte, enough), safefile.Whole)
	n, size, left := 0, 0, int64(safefile.Encoded)
	var result []byte // the answers that were not written yet
	e := lineEncoder{Tokenizer: t, texts: newNumbers(t.vocab.Size())}
	for in.Scan() {
		n++
		if ctx.Err() != nil {
			return ctx.Err()
		}
		line := in.Bytes()
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		begin := len(result)
		var err error
		result, err = e.appendLine(result, line)
		size += len(line)
		if left += safefile.EncodedRatio*int64(len(line)) - int64(len(result)-begin); left < 0 {
			return errs.BadInput(name, n, "leave the padding out of the tokenizer.json", "the answers have more than %s and %d times the %s read",
				safefile.Size(safefile.Encoded), safefile.EncodedRatio, safefile.Size(int64(size)))
		}
		if long, is := errors.AsType[*errs.Error](err); is && long.Kind == errs.Input {
			long.File, long.Line = name, n
			return long
		}
		if err != nil {
			return &errs.Error{Kind: errs.Input, File: name, Line: n, Problem: "not to be encoded", Err: err, Hint: lineHint}
		}
		if result = append(result, '\n'); len(result) >= enough {
			if _, err := w.Write(result); err != nil {
				return err
			}
			result = result[:0]
		}
	}
	if errors.Is(in.Err(), bufio.ErrTooLong) {
		return errs.BadInput(name, n+1, "one JSON object a line", "a line of more than %d MiB", safefile.Whole>>20)
	}
	_, err := w.Write(result)
	return cmp.Or(in.Err(), err)
}
