package serve

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/axiomine/axiomine/internal/errs"
)

// request is a parsed line. The comment of a field begins with the operations that read it.
type request struct {
	ID       json.RawMessage `json:"id"`
	Op       string          `json:"op"`
	Lists    []list          `json:"lists"`     // preferences, violated, draw: lists of documents
	Margin   float64         `json:"margin"`    // violated, draw: margin in units of the scores
	Seed     *uint64         `json:"seed"`      // draw: seed; nil for the configuration's seed
	Docs     []string        `json:"documents"` // texts: ids of documents
	QueryIDs []string        `json:"queries"`   // queries: ids; nil for all training queries

	operation *operation // operation with the name Op
}

// list is a query with candidates.
type list struct {
	Query  string    `json:"query"`     // an id of the collection's topics, or empty
	Text   string    `json:"text"`      // the text of a query without an id
	Docs   []string  `json:"documents"` // ids of documents; nil means all candidates of the query that Query names
	Scores []float64 `json:"scores"`    // the scores of the documents, in their order
}

// The fields of a request, and of a list in a request.
var (
	requestFields = []string{"id", "op", "lists", "margin", "seed", "documents", "queries"}
	listFields    = []string{"query", "text", "documents", "scores"}
)

// parse parses a request strictly. Errors are, unlike in encoding/json: a second object, a repeated key, a key in other case, null among
// scores, and text that is not Unicode. With an error it returns a request that has the id, if the id precedes the error.
func parse(line []byte) (*request, error) {
	var r request
	w := walker{decoder: json.NewDecoder(bytes.NewReader(line))}
	err := w.walk()
	r.ID = w.id
	if err != nil {
		return &r, err
	}
	if err := checkText(line); err != nil {
		return &r, err
	}
	if err := json.Unmarshal(line, &r); err != nil {
		return &r, malformedError(err)
	}
	return &r, checkFields(&r, w.fields)
}

// fieldKinds maps each field to the kind of its value, for errors.
var fieldKinds = map[string]string{"op": "a text", "lists": "a list of objects", "margin": "a number",
	"seed": "a whole number of at least 0", "documents": "a list of texts", "queries": "a list of texts",
	"query": "a text", "text": "a text", "scores": "a list of numbers"}

// malformedError returns the error for a line that is no request; err is the parser's error.
func malformedError(err error) error {
	if kind, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		field := kind.Field[strings.LastIndexByte(kind.Field, '.')+1:]
		if err = fmt.Errorf("%s is outside the range of 64 bits", kind.Value); field != "" {
			err = fmt.Errorf("%s must be %s, and %s is given", field, fieldKinds[field], errs.Article(kind.Value))
		}
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = errors.New("the line ends within it")
	}
	return fmt.Errorf("the request is not as axiomine help serve says: %w", err)
}

// walker checks the tokens of a request in order.
type walker struct {
	decoder *json.Decoder
	id      json.RawMessage
	fields  []string // the keys of the request with a value that is not null
}

// walk checks the whole line.
func (w *walker) walk() error {
	first, err := w.decoder.Token()
	if err != nil {
		return malformedError(err)
	}
	if first != json.Delim('{') {
		return malformedError(errors.New("it is not an object"))
	}
	if err := w.walkObject(0); err != nil {
		return err
	}
	if _, err := w.decoder.Token(); !errors.Is(err, io.EOF) {
		return errs.BadUsage("write one object a line", "something follows the request on its line")
	}
	return nil
}

// walkObject checks an object after its brace: the request at depth 0, a list at other depths.
func (w *walker) walkObject(depth int) error {
	fields, visited := requestFields, map[string]bool{}
	if depth > 0 {
		fields = listFields
	}
	for w.decoder.More() {
		token, err := w.decoder.Token()
		if err != nil {
			return malformedError(err)
		}
		key, _ := token.(string)
		switch {
		case !slices.Contains(fields, key):
			return errs.BadUsage(errs.Suggestion(key, fields...)+"the fields are "+strings.Join(fields, ", "), "there is no field %q", key)
		case visited[key]:
			return errs.BadUsage("give it once", "the field %q stands twice", key)
		}
		visited[key] = true
		if depth == 0 && key == "id" {
			if err := w.decoder.Decode(&w.id); err != nil {
				return malformedError(err)
			}
			continue
		}
		isNull, err := w.walkValue(key, depth+1)
		if err != nil {
			return err
		}
		if depth == 0 && !isNull {
			w.fields = append(w.fields, key)
		}
	}
	return w.readEnd()
}

// readEnd reads the brace or bracket that ends an object or an array.
func (w *walker) readEnd() error {
	if _, err := w.decoder.Token(); err != nil {
		return malformedError(err)
	}
	return nil
}

// walkValue checks the value of a key (odd depth), or a member of the key's array (even depth). It reports whether the value is null, which
// is the same as no value.
func (w *walker) walkValue(key string, depth int) (isNull bool, err error) {
	token, err := w.decoder.Token()
	delim, isDelim := token.(json.Delim)
	switch isMember := depth%2 == 0; {
	case err != nil:
		return false, malformedError(err)
	case token == nil && isMember:
		return false, errs.BadUsage("leave it out, or give a value", "null stands among %s", key)
	case !isDelim:
		return token == nil, nil
	case delim == '{' && depth == listDepth && key == "lists":
		return false, w.walkObject(depth)
	case isMember:
		return false, malformedError(fmt.Errorf("%s holds something that is neither a text nor a number", key))
	case delim == '{':
		return false, malformedError(fmt.Errorf("%s is an object", key))
	}
	for w.decoder.More() {
		if _, err := w.walkValue(key, depth+1); err != nil {
			return false, err
		}
	}
	return false, w.readEnd()
}

// listDepth is the depth of a list in the field lists of a request.
const listDepth = 2

// checkText returns an error for bytes that are not UTF-8 and for halves of surrogate pairs. encoding/json would read them as U+FFFD.
func checkText(line []byte) error {
	if !utf8.Valid(line) {
		return errs.BadUsage("encode it as UTF-8", "the request is not UTF-8")
	}
	for rest := line; ; {
		i := bytes.IndexByte(rest, '\\')
		if i < 0 {
			return nil
		}
		unit, ok := parseEscape(rest[i:])
		switch {
		case !ok:
			rest = rest[i+2:]
		case unit < 0xD800 || unit > 0xDFFF:
			rest = rest[i+6:]
		default:
			next, ok := parseEscape(rest[i+6:])
			if unit > 0xDBFF || !ok || next < 0xDC00 || next > 0xDFFF {
				return errs.BadUsage("replace it", "the request holds half of a surrogate pair: %s", rest[i:i+6])
			}
			rest = rest[i+12:]
		}
	}
}

// parseEscape returns the UTF-16 unit of an escape \uXXXX at the beginning of text that is valid JSON.
func parseEscape(text []byte) (unit int, ok bool) {
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(text[2:6]), 16, 16)
	return int(n), err == nil
}

// checkFields sets the request's operation. It returns an error for an unknown operation, for a field that the operation does not read, and
// for a missing field that the operation needs.
func checkFields(r *request, fields []string) error {
	o, err := operationOf(r.Op)
	if err != nil {
		return err
	}
	r.operation = o
	for _, name := range fields {
		if name != "op" && !slices.Contains(o.fields, name) {
			return errs.BadUsage("it takes "+strings.Join(o.fields, ", "), "%s takes no field %s", o.name, name)
		}
	}
	if o.needs != "" && !slices.Contains(fields, o.needs) {
		return errs.BadUsage("it may be an empty list", "%s needs the field %s", o.name, o.needs)
	}
	if o.name == "draw" && slices.Contains(fields, "margin") && !slices.Contains(fields, "lists") {
		return errs.BadUsage("give lists with scores, or leave it out", "margin has no meaning without lists")
	}
	return nil
}
