package regex

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// node is a part of an expression.
type node struct {
	kind       kind
	class      *class  // the class of a set
	parts      []*node // the parts of a sequence or choice; one for repeat, lookAhead and atomic
	low        int     // the minimum count of a repeat
	high       int     // the maximum count of a repeat; -1: there is no limit
	lazy       bool    // a repeat that prefers fewer parts
	possessive bool    // a repeat that never gives parts back
	negative   bool    // a lookAhead that must not match
}

type kind uint8

const (
	set kind = iota // one character of a class
	sequence
	choice // the first part that leads to a match
	repeat
	lookAhead
	atomic
)

// maxParts is the maximum count of a repetition, and the maximum number of parts of an expression.
const maxParts = 1000

// parser reads an expression.
type parser struct {
	rest     string // the text that was not read yet
	anyCase  bool   // letters match both cases
	literals []rune // the letters just before rest, if anyCase is true
	depth    int    // the number of groups around the current place
	parts    int    // the number of parts read so far
}

// parse reads the syntax of Oniguruma (Ruby), as far as tokenizers' expressions use it. For other syntax it returns an error that names it.
func parse(expression string) (*node, error) {
	p := &parser{rest: expression}
	n, err := p.choice()
	if err == nil && p.rest != "" {
		err = fmt.Errorf("its %q is not read", p.rest[:1])
	}
	return n, err
}

// has reports whether the rest begins with a prefix, and moves past the prefix if so.
func (p *parser) has(prefix string) bool {
	ok := strings.HasPrefix(p.rest, prefix)
	if ok {
		p.rest = p.rest[len(prefix):]
	}
	return ok
}

// choice reads sequences with | between them.
func (p *parser) choice() (*node, error) {
	if p.depth++; p.depth > 50 {
		return nil, fmt.Errorf("its groups are nested too deeply")
	}
	defer func() { p.depth-- }()
	n := &node{kind: choice}
	for {
		part, err := p.sequence()
		if err != nil {
			return nil, err
		}
		n.parts = append(n.parts, part)
		if !p.has("|") {
			break
		}
	}
	if len(n.parts) == 1 {
		return n.parts[0], nil
	}
	return n, nil
}

// sequence reads parts with their counts, up to | or ).
func (p *parser) sequence() (*node, error) {
	n := &node{kind: sequence}
	p.literals = nil
	for p.rest != "" && p.rest[0] != '|' && p.rest[0] != ')' {
		if p.parts++; p.parts > maxParts {
			return nil, fmt.Errorf("it has more than %d parts", maxParts)
		}
		part, err := p.atom()
		if err == nil {
			part, err = p.repeats(part)
		}
		if err != nil {
			return nil, err
		}
		n.parts = append(n.parts, part)
	}
	return n, nil
}

// atom reads one part without its counts: a group, a set of characters, an escape or a character.
func (p *parser) atom() (*node, error) {
	switch c := p.rest[0]; c {
	case '(':
		return p.group()
	case '[':
		p.rest = p.rest[1:]
		c, err := p.brackets(0)
		if err == nil && p.anyCase {
			err = fmt.Errorf("a set of characters in any case is not read")
		}
		if err != nil {
			return nil, err
		}
		return &node{class: c.finish()}, nil
	case '.':
		p.rest = p.rest[1:]
		return &node{class: not(single('\n')).finish()}, nil
	case '^', '$', '*', '+', '?', '{':
		return nil, fmt.Errorf("its %q is not read", string(c))
	case '\\':
		c, _, err := p.escape()
		if err != nil {
			return nil, err
		}
		return &node{class: c.finish()}, nil
	}
	r, size := utf8.DecodeRuneInString(p.rest)
	p.rest = p.rest[size:]
	c, err := p.literal(r)
	if err != nil {
		return nil, err
	}
	return &node{class: c.finish()}, nil
}

// literal returns the set of a character, with both cases if anyCase is true. Then it returns an error for characters outside ASCII, and
// for letters that together are the case folding of one character, such as ss for ß.
func (p *parser) literal(r rune) (*class, error) {
	if !p.anyCase {
		return single(r), nil
	}
	if r >= utf8.RuneSelf {
		return nil, fmt.Errorf("its %q in any case is not read", string(r))
	}
	c := single(r)
	lower := r | 0x20
	if lower < 'a' || lower > 'z' {
		p.literals = nil
		return c, nil
	}
	p.literals = append(p.literals, lower)
	for _, ligature := range [...]string{"ss", "st", "ff", "fi", "fl"} {
		if strings.HasSuffix(string(p.literals), ligature) {
			return nil, fmt.Errorf("its %q in any case is not read", ligature)
		}
	}
	c = &class{spans: []span{{lower, lower}, {lower - 0x20, lower - 0x20}}}
	switch lower {
	case 's':
		c.spans = append(c.spans, span{'\u017f', '\u017f'})
	case 'k':
		c.spans = append(c.spans, span{'\u212a', '\u212a'})
	}
	return c, nil
}

// group reads a group or a look-ahead, from its opening parenthesis on.
func (p *parser) group() (*node, error) {
	saved := p.anyCase
	n := &node{kind: sequence}
	switch {
	case p.has("(?:"):
	case p.has("(?i:"):
		p.anyCase = true
	case p.has("(?="):
		n.kind = lookAhead
	case p.has("(?!"):
		n.kind, n.negative = lookAhead, true
	case p.has("(?>"):
		n.kind = atomic
	case strings.HasPrefix(p.rest, "(?"):
		return nil, fmt.Errorf("its %q is not read", p.rest[:min(4, len(p.rest))])
	default:
		p.rest = p.rest[1:]
	}
	inner, err := p.choice()
	if err != nil {
		return nil, err
	}
	if !p.has(")") {
		return nil, fmt.Errorf("a bracket is not closed")
	}
	p.anyCase, p.literals = saved, nil
	n.parts = []*node{inner}
	return n, nil
}

// repeats reads the counts after a part, if any, and returns the repeated part.
func (p *parser) repeats(part *node) (*node, error) {
	for {
		n := &node{kind: repeat, high: -1, parts: []*node{part}}
		switch {
		case p.has("*"):
		case p.has("+"):
			n.low = 1
		case p.has("?"):
			n.high = 1
		case strings.HasPrefix(p.rest, "{"):
			if err := p.counts(n); err != nil {
				return nil, err
			}
			if strings.HasPrefix(p.rest, "+") || strings.HasPrefix(p.rest, "?") && n.low == n.high {
				return nil, fmt.Errorf("its %q after a count is not read", p.rest[:1])
			}
			n.lazy = p.has("?")
			part = n
			continue
		default:
			return part, nil
		}
		if part.kind == lookAhead {
			return nil, fmt.Errorf("a look ahead that is repeated is not read")
		}
		p.literals = nil
		switch {
		case p.has("?"):
			n.lazy = true
		case p.has("+"):
			n.possessive = true
		}
		part = n
	}
}

// counts reads {n}, {n,}, {,m} or {n,m} and sets the counts of n.
func (p *parser) counts(n *node) (err error) {
	text, rest, ok := strings.Cut(p.rest[1:], "}")
	low, high, two := strings.Cut(text, ",")
	if !ok || low == "" && (!two || high == "") {
		return fmt.Errorf("its \"{\" is not read")
	}
	number := func(s string, fallback int) int {
		if s == "" {
			return fallback
		}
		v, e := strconv.ParseUint(s, 10, 16)
		if e != nil || v > maxParts {
			err = fmt.Errorf("its count {%s} is not read", text)
		}
		return int(v)
	}
	n.low = number(low, 0)
	n.high = n.low
	if two {
		n.high = number(high, -1)
	}
	if err == nil && n.high >= 0 && n.high < n.low {
		err = fmt.Errorf("its count {%s} is not read", text)
	}
	p.rest, p.literals = rest, nil
	return err
}
