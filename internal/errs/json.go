package errs

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// BadJSON returns the error for a JSON file that cannot be decoded. err is the decoder's error for the content raw. The result has the
// line, and for a value of a wrong type its key.
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

// Article returns the decoder's name for a value, such as "number 1.5" or "array", with "a" or "an" before it.
func Article(value string) string {
	if strings.HasPrefix(value, "array") || strings.HasPrefix(value, "object") {
		return "an " + value
	}
	return "a " + value
}
