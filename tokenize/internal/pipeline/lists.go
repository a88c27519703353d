package pipeline

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/internal/model"
)

// The lists of a file have up to a million entries, which encoding/json reads one by one through reflection, after it has gone through each
// of them four times. The syntax has been checked before what is below is called.

// cutMembers returns an object without the members of some names, and these; of equal names the last one. Of another value it cuts nothing.
func cutMembers(object string, isCut func(name string) bool) (rest string, members map[string]string) {
	l := list{text: object}
	if !l.has('{') {
		return object, nil
	}
	members = map[string]string{}
	var kept []string
	for !l.has('}') {
		begin := l.text
		name, err := l.string()
		if err != nil || !l.has(':') {
			return object, nil
		}
		value := l.value()
		if isCut(name) {
			members[name] = value
		} else {
			kept = append(kept, begin[:len(begin)-len(l.text)])
		}
		l.has(',')
	}
	return "{" + strings.Join(kept, ",") + "}", members
}

// vocabulary is {piece: id, ..}.
type vocabulary map[string]int32

// UnmarshalJSON reads an object of numbers.
func (v *vocabulary) UnmarshalJSON(raw []byte) error {
	l := list{text: string(raw)}
	if !l.has('{') {
		return fmt.Errorf("the vocab is no object")
	}
	*v = make(vocabulary, strings.Count(l.text, `":`))
	for !l.has('}') {
		piece, err := l.string()
		if err != nil {
			return err
		}
		l.has(':')
		id, err := l.number()
		if err != nil {
			return fmt.Errorf("the id of piece %q: %w", piece, err)
		}
		(*v)[piece] = id
		l.has(',')
	}
	return nil
}

// merges are "a b" or ["a", "b"] each. A line such as "#version: 0.2" is left out: it merges nothing.
type merges [][2]string

// UnmarshalJSON reads an array of texts, or of arrays of two.
func (m *merges) UnmarshalJSON(raw []byte) error {
	l := list{text: string(raw)}
	if !l.has('[') {
		return fmt.Errorf("the merges are no array")
	}
	*m = make(merges, 0, strings.Count(l.text, "\n"))
	for !l.has(']') {
		parts, isVersion, err := l.merge()
		if err != nil {
			return err
		}
		if !isVersion {
			*m = append(*m, parts)
		}
		l.has(',')
	}
	return nil
}

// pieces are ["▁the", -3.5] each, of a model Unigram.
type pieces []model.Piece

// UnmarshalJSON reads an array of pieces with their scores.
func (p *pieces) UnmarshalJSON(raw []byte) error {
	l := list{text: string(raw)}
	if !l.has('[') {
		return fmt.Errorf("the vocab is no array")
	}
	for *p = nil; !l.has(']'); {
		piece, err := l.piece()
		if err != nil {
			return err
		}
		*p = append(*p, piece)
		l.has(',')
	}
	return nil
}

// list is the rest of a list.
type list struct{ text string }

// has reports whether the next character that is no white space is c, and goes past it then.
func (l *list) has(c byte) bool {
	l.text = strings.TrimLeft(l.text, " \t\r\n")
	if l.text == "" || l.text[0] != c {
		return false
	}
	l.text = l.text[1:]
	return true
}

// value reads any value and returns it as it is written.
func (l *list) value() string {
	l.text = strings.TrimLeft(l.text, " \t\r\n")
	depth, inText, i := 0, false, 0
	for ; i < len(l.text); i++ {
		switch c := l.text[i]; {
		case inText && c == '\\':
			i++
		case c == '"':
			inText = !inText
		case inText:
		case c == '{' || c == '[':
			depth++
		case depth > 0 && (c == '}' || c == ']'):
			depth--
		case depth == 0 && (c == ',' || c == '}' || c == ']'):
			return l.upToPlace(i)
		}
	}
	return l.upToPlace(len(l.text))
}

// upToPlace returns what is left before a place, and goes there.
func (l *list) upToPlace(i int) string {
	text := l.text[:i]
	l.text = l.text[i:]
	return text
}

// string reads a text.
func (l *list) string() (string, error) {
	if !l.has('"') {
		return "", fmt.Errorf("a list has %.20q in place of a text", l.text)
	}
	end := strings.IndexAny(l.text, `"\`)
	if end >= 0 && l.text[end] == '"' {
		s := l.text[:end]
		l.text = l.text[end+1:]
		return s, nil
	}
	for end = 0; end < len(l.text) && l.text[end] != '"'; end++ {
		if l.text[end] == '\\' {
			end++
		}
	}
	if end >= len(l.text) {
		return "", fmt.Errorf("a text is not closed")
	}
	var s string
	err := json.Unmarshal([]byte(`"`+l.text[:end+1]), &s)
	l.text = l.text[end+1:]
	return s, err
}

// number reads an id.
func (l *list) number() (int32, error) {
	text := l.upTo(",} \t\r\n")
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil {
		return 0, fmt.Errorf("%.20q is no id", text)
	}
	return int32(n), nil
}

// upTo returns what is left before the first of some characters, and goes there.
func (l *list) upTo(ends string) string {
	l.has(' ')
	end := strings.IndexAny(l.text, ends)
	if end < 0 {
		end = len(l.text)
	}
	return l.upToPlace(end)
}

// piece reads a piece and its score.
func (l *list) piece() (p model.Piece, err error) {
	if !l.has('[') {
		return p, fmt.Errorf("%.20q begins no piece with its score", l.text)
	}
	if p.Text, err = l.string(); err != nil {
		return p, err
	}
	if !l.has(',') {
		return p, fmt.Errorf("piece %q has no score", p.Text)
	}
	if p.Score, err = model.ParseScore(l.upTo(",] \t\r\n")); err != nil {
		return p, fmt.Errorf("the score of piece %q: %w", p.Text, err)
	}
	if !l.has(']') {
		return p, fmt.Errorf("piece %q has more than a score", p.Text)
	}
	return p, nil
}

// merge reads a merge.
func (l *list) merge() (parts [2]string, isVersion bool, err error) {
	if l.has('[') {
		n := 0
		for ; !l.has(']'); n++ {
			s, err := l.string()
			if err != nil {
				return parts, false, err
			}
			if n < len(parts) {
				parts[n] = s
			}
			l.has(',')
		}
		if n != len(parts) {
			return parts, false, fmt.Errorf("a merge has %s, not two parts", terminal.Plural(n, "part", "parts"))
		}
		return parts, false, nil
	}
	line, err := l.string()
	if err != nil || strings.HasPrefix(line, "#version") {
		return parts, true, err
	}
	left, right, ok := strings.Cut(line, " ")
	if !ok || strings.Contains(right, " ") {
		return parts, false, fmt.Errorf("the merge %q has not two parts", line)
	}
	return [2]string{left, right}, false, nil
}
