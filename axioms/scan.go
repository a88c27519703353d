package axioms

import (
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/axioms/internal/rule"
	"github.com/axiomine/axiomine/internal/errs"
)

// scanner reads the words and signs of an expression.
type scanner struct {
	text string
	pos  int
}

// skipSpace moves over white space and returns the next byte, 0 at the end.
func (s *scanner) skipSpace() byte {
	s.readWhile(func(c byte) bool { return strings.IndexByte(" \t\r\n", c) >= 0 })
	if s.pos == len(s.text) {
		return 0
	}
	return s.text[s.pos]
}

// accept moves over white space and then over c. It returns false if c is not the next byte.
func (s *scanner) accept(c byte) bool {
	if s.skipSpace() != c || c == 0 {
		return false
	}
	s.pos++
	return true
}

// syntaxError returns the error for an expression with something else than want at pos.
func (s *scanner) syntaxError(want string) error {
	actual := "the end"
	if c := s.skipSpace(); c != 0 {
		actual = strconv.Quote(rule.Abbreviate(s.text[s.pos:]))
	}
	return errs.BadUsage("write for example tfc1(delta=10) & -lnc1", "axiom expression %q: expected %s at byte %d, found %s",
		rule.Abbreviate(s.text), want, s.pos+1, actual)
}

// readWhile reads and returns the bytes up to the first that is not allowed.
func (s *scanner) readWhile(allowed func(c byte) bool) string {
	start := s.pos
	for s.pos < len(s.text) && allowed(s.text[s.pos]) {
		s.pos++
	}
	return s.text[start:s.pos]
}

// readName reads a name of letters, digits, dashes and underscores that begins with a letter. It
// returns "" where there is none. A dash belongs to the name: subtraction is written a + -b.
func (s *scanner) readName() string {
	isLetter := func(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
	if !isLetter(s.skipSpace()) {
		return ""
	}
	return s.readWhile(func(c byte) bool { return isLetter(c) || c >= '0' && c <= '9' || c == '-' || c == '_' })
}

// readValue reads the value of a parameter: everything up to the next separator.
func (s *scanner) readValue() string {
	s.skipSpace()
	return s.readWhile(func(c byte) bool { return strings.IndexByte(" \t\r\n,;&|()=?/", c) < 0 })
}

// readArgument reads NAME=VALUE.
func (s *scanner) readArgument() (rule.Argument, error) {
	name := s.readName()
	if name == "" || !s.accept('=') {
		return rule.Argument{}, s.syntaxError("a parameter such as delta=10")
	}
	return rule.Argument{Name: name, Text: s.readValue()}, nil
}

// readAmpersands reads NAME=VALUE pairs joined by &. It does not read an & that no NAME= follows: that one joins axioms.
func (s *scanner) readAmpersands() (arguments []rule.Argument, err error) {
	for {
		a, err := s.readArgument()
		if err != nil {
			return nil, err
		}
		arguments = append(arguments, a)
		next := *s
		if !next.accept('&') {
			return arguments, nil
		}
		pair := next
		if pair.readName() == "" || !pair.accept('=') {
			return arguments, nil
		}
		*s = next
	}
}

// readParameters reads "(NAME=VALUE, ...)". It returns nil where no parenthesis opens.
func (s *scanner) readParameters() ([]rule.Argument, error) {
	if !s.accept('(') || s.accept(')') {
		return nil, nil
	}
	first, err := s.readArgument()
	if err != nil {
		return nil, err
	}
	return s.readFurther(first)
}

// readFurther reads more arguments, each after a comma, and the closing parenthesis. It returns them appended to arguments.
func (s *scanner) readFurther(arguments ...rule.Argument) ([]rule.Argument, error) {
	for !s.accept(')') {
		if !s.accept(',') {
			return nil, s.syntaxError("a comma or a closing parenthesis")
		}
		a, err := s.readArgument()
		if err != nil {
			return nil, err
		}
		arguments = append(arguments, a)
	}
	return arguments, nil
}

// readFile reads an opening parenthesis and returns the file name after it, up to a comma or closing parenthesis.
func (s *scanner) readFile(axiom string) (string, error) {
	if !s.accept('(') {
		return "", s.syntaxError("a file in parentheses, as in " + axiom + "(FILE)")
	}
	file := strings.TrimSpace(s.readWhile(func(c byte) bool { return c >= ' ' && strings.IndexByte(",()", c) < 0 }))
	if rule.FileName(file) == "" {
		return "", s.syntaxError("the name of a file before this place")
	}
	return file, nil
}
