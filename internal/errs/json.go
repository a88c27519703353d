package errs

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// BadJSON reports a JSON file that does not decode: err is the decoder's for the content raw. It names the line, and for a
// value of the wrong kind its key.
func BadJSON(file string, raw []byte, hint, content string, err error) *Error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	line := func(offset int64) int {
		return 1 + bytes.Count(raw[:max(0, min(offset, int64(len(raw)))-1)], []byte("\n"))
	}
	switch {
	case len(bytes.TrimSpace(raw)) == 0:
		return BadInput(file, 0, hint, "%s: it is empty", content)
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.As(err, &syntax) && int(syntax.Offset) >= len(raw) &&
		strings.Contains(err.Error(), "unexpected end"):
		return BadInput(file, 0, hint, "%s: it is cut off", content)
	case syntax != nil:
		return BadInput(file, line(syntax.Offset), hint, "%s: %v", content, syntax)
	case errors.As(err, &kind):
		where := kind.Field
		if where == "" {
			where = "it"
		}
		return BadInput(file, line(kind.Offset), hint, "%s: %s holds %s", content, where, Article(kind.Value))
	}
	return BadInput(file, 0, hint, "%s: %s", content, strings.TrimPrefix(fmt.Sprint(err), "json: "))
}

// Article returns what the decoder calls a value, such as "number 1.5" or "array", behind "a" or "an".
func Article(value string) string {
	if strings.HasPrefix(value, "array") || strings.HasPrefix(value, "object") {
		return "an " + value
	}
	return "a " + value
}
