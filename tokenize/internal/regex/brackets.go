package regex

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// classes and controls hold the meaning of a letter after a backslash: a set or a control character. The capital letter of a set means all
// other characters.
var (
	classes  = map[rune]*class{'s': spaces, 'd': digits, 'w': wordChars}
	controls = map[rune]rune{'r': '\r', 'n': '\n', 't': '\t', 'f': '\f', 'v': '\v'}
)

// escape reads an expression that begins with a backslash. char is its character, or -1 for a set of several.
func (p *parser) escape() (c *class, char rune, err error) {
	if len(p.rest) < 2 {
		return nil, 0, fmt.Errorf("it ends in a backslash")
	}
	letter, size := utf8.DecodeRuneInString(p.rest[1:])
	p.rest = p.rest[1+size:]
	char = -1
	lower := letter | 0x20
	switch {
	case lower == 'p':
		c, err = p.property(letter == 'P')
	case classes[lower] != nil:
		if c = classes[lower]; letter != lower {
			c = not(c)
		}
	case controls[letter] != 0:
		char = controls[letter]
	case letter == 'x' || letter == 'u':
		char, err = p.hex(letter)
	case letter < utf8.RuneSelf && (lower >= 'a' && lower <= 'z' || letter >= '0' && letter <= '9'):
		return nil, 0, fmt.Errorf("its \\%c is not read", letter)
	default:
		char = letter
	}
	if err != nil {
		return nil, -1, err
	}
	if c != nil {
		c2 := *c
		return &c2, -1, nil
	}
	c, err = p.literal(char)
	return c, char, err
}

// property reads {name} or {^name} after \p, or after \P if negative is true.
func (p *parser) property(negative bool) (*class, error) {
	if !p.has("{") {
		return nil, fmt.Errorf("its \\p without { is not read")
	}
	name, rest, ok := strings.Cut(p.rest, "}")
	if !ok {
		return nil, fmt.Errorf("its \\p{ is not closed")
	}
	p.rest = rest
	if tail, ok := strings.CutPrefix(name, "^"); ok {
		name, negative = tail, !negative
	}
	c := property(name)
	if c == nil {
		return nil, fmt.Errorf("its \\p{%s} is not read", name)
	}
	if negative {
		c = not(c)
	}
	return c, nil
}

// hex reads \xHH, \x{H..} and \uHHHH.
func (p *parser) hex(letter rune) (rune, error) {
	size := 2
	if letter == 'u' {
		size = 4
	}
	text := ""
	if letter == 'x' && p.has("{") {
		end := strings.IndexByte(p.rest, '}')
		if end < 0 {
			return 0, fmt.Errorf("its \\x{ is not closed")
		}
		text, p.rest = p.rest[:end], p.rest[end+1:]
	} else if len(p.rest) >= size {
		text, p.rest = p.rest[:size], p.rest[size:]
	}
	v, err := strconv.ParseUint(text, 16, 32)
	if err != nil || v > utf8.MaxRune || letter == 'x' && size == 2 && len(text) == 2 && v >= utf8.RuneSelf || v >= 0xD800 && v < 0xE000 {
		return 0, fmt.Errorf("its \\%c%s is not read", letter, text)
	}
	return rune(v), nil
}

// brackets reads a set of characters. Its opening bracket has been read.
func (p *parser) brackets(depth int) (*class, error) {
	if depth > 10 {
		return nil, fmt.Errorf("its sets are nested too deeply")
	}
	c := &class{isNegated: p.has("^")}
	saved := p.anyCase
	p.anyCase = false // atom returns an error for the whole set
	defer func() { p.anyCase = saved }()
	for first := true; ; first = false {
		switch {
		case p.rest == "":
			return nil, fmt.Errorf("a [ is not closed")
		case p.rest[0] == ']' && !first:
			p.rest = p.rest[1:]
			return c, nil
		case strings.HasPrefix(p.rest, "[:"):
			return nil, fmt.Errorf("its \"[:\" is not read")
		case p.has("["):
			inner, err := p.brackets(depth + 1)
			if err != nil {
				return nil, err
			}
			c.add(inner)
		case p.has("&&"):
			other, err := p.brackets(depth + 1) // reads up to the closing bracket of both
			if err != nil {
				return nil, err
			}
			if other.isNegated {
				return nil, fmt.Errorf("its && before ^ is not read")
			}
			left := *c
			left.isNegated = false
			return &class{parts: []*class{{parts: []*class{&left}, intersection: other}}, isNegated: c.isNegated}, nil
		default:
			if err := p.member(c); err != nil {
				return nil, err
			}
		}
	}
}

// member reads a character, a range of characters or an escape, and adds it to a set.
func (p *parser) member(c *class) error {
	item := func() (*class, rune, error) {
		if p.rest != "" && p.rest[0] == '\\' {
			return p.escape()
		}
		r, size := utf8.DecodeRuneInString(p.rest)
		p.rest = p.rest[size:]
		return single(r), r, nil
	}
	part, low, err := item()
	if err != nil {
		return err
	}
	if len(p.rest) < 2 || p.rest[0] != '-' || p.rest[1] == ']' {
		c.add(part)
		return nil
	}
	if p.rest[1] == '[' || low < 0 || strings.HasPrefix(p.rest, "-&&") {
		return fmt.Errorf("its \"-\" in a set is not read")
	}
	p.rest = p.rest[1:]
	_, high, err := item()
	if err == nil && (high < low || high < 0) {
		err = fmt.Errorf("a range in a set is not read")
	}
	c.spans = append(c.spans, span{low, high})
	return err
}
