package regex

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/axiomine/axiomine/internal/lists"
)

// program matches a part of an expression and all parts after it.
type program struct {
	match func(w *Work, pos int) int // returns the end of the match at a position, or -1
	first mask                       // the ASCII characters with which a match can begin
}

// canBegin reports whether a match can begin at a position.
func (p *program) canBegin(w *Work, pos int) bool {
	return pos >= len(w.text) || w.text[pos] >= utf8.RuneSelf || p.first.has(w.text[pos])
}

// try returns the end of the match at a position, or -1.
func (p *program) try(w *Work, pos int) int {
	if !p.canBegin(w, pos) {
		return -1
	}
	w.spend(1)
	if w.depth++; w.depth > maxDepth {
		w.stop()
	}
	end := p.match(w, pos)
	w.depth--
	return end
}

// mask is a set of ASCII characters.
type mask [2]uint64

var anyASCII = mask{^uint64(0), ^uint64(0)}

func (m mask) has(c byte) bool { return m[c>>6]>>(c&63)&1 == 1 }

func (m mask) or(other mask) mask { return mask{m[0] | other[0], m[1] | other[1]} }

// accept is the end of an expression, or of the part within a look-ahead or an atomic group. It matches the empty text.
var accept = &program{func(_ *Work, pos int) int { return pos }, anyASCII}

// maxProgram is the maximum number of nodes that are compiled. A node with a count is compiled once for each repetition.
const maxProgram = 5_000

// compiler makes a program, from the end of an expression to its beginning.
type compiler struct {
	size int // the number of nodes compiled so far
	err  error
}

// compile returns the program that matches a node and then next.
func (c *compiler) compile(n *node, next *program) *program {
	if c.size++; c.size > maxProgram && c.err == nil {
		c.err = fmt.Errorf("its counts make it too long")
	}
	if c.err != nil {
		return next
	}
	switch n.kind {
	case set:
		return &program{func(w *Work, pos int) int {
			size := n.class.sizeAt(w.text, pos)
			if size == 0 {
				return -1
			}
			return next.try(w, pos+size)
		}, n.class.ascii}
	case sequence:
		for i := len(n.parts) - 1; i >= 0; i-- {
			next = c.compile(n.parts[i], next)
		}
		return next
	case choice:
		ways := lists.Map(n.parts, func(part *node) *program { return c.compile(part, next) })
		return choose(ways...)
	case lookAhead:
		inner := c.compile(n.parts[0], accept)
		return &program{func(w *Work, pos int) int {
			if inner.try(w, pos) >= 0 == n.negative {
				return -1
			}
			return next.try(w, pos)
		}, next.first}
	case atomic:
		inner := c.compile(n.parts[0], accept)
		return &program{func(w *Work, pos int) int {
			end := inner.try(w, pos)
			if end < 0 {
				return -1
			}
			return next.try(w, end)
		}, anyASCII}
	}
	return c.repeat(n, next)
}

// choose returns the program that tries several ways in order, up to the first that matches.
func choose(ways ...*program) *program {
	p := &program{match: func(w *Work, pos int) int {
		for _, way := range ways {
			if way.canBegin(w, pos) { // saves a call; try checks it again
				if end := way.try(w, pos); end >= 0 {
					return end
				}
			}
		}
		return -1
	}}
	for _, way := range ways {
		p.first = p.first.or(way.first)
	}
	return p
}

// repeat returns the program of a repetition. A class is repeated in one step. Another node is compiled once for each repetition.
func (c *compiler) repeat(n *node, next *program) *program {
	part := n.parts[0]
	for part.kind == sequence && len(part.parts) == 1 {
		part = part.parts[0]
	}
	if part.kind == set && !n.lazy {
		return repeatClass(n, part.class, next)
	}
	if n.possessive {
		greedy := *n
		greedy.possessive = false
		return c.compile(&node{kind: atomic, parts: []*node{&greedy}}, next)
	}
	if canBeEmpty(part) {
		c.err = fmt.Errorf("it repeats what can be empty, which is not read")
		return next
	}
	prefer := func(body *program) *program {
		if n.lazy {
			return choose(next, body)
		}
		return choose(body, next)
	}
	p := next
	if n.high < 0 {
		loop := &program{first: anyASCII}
		*loop = *prefer(c.compile(part, loop))
		p = loop
	}
	for range max(0, n.high-n.low) {
		p = prefer(c.compile(part, p))
	}
	for range n.low {
		p = c.compile(part, p)
	}
	return p
}

// repeatClass returns the program that repeats a class as often as possible. If next does not match then, it takes fewer characters.
func repeatClass(n *node, class *class, next *program) *program {
	p := &program{match: func(w *Work, pos int) int {
		count, least := 0, pos
		for count != n.high && pos < len(w.text) {
			size := 1
			if c := w.text[pos]; c >= utf8.RuneSelf {
				size = class.sizeAt(w.text, pos)
			} else if !class.ascii.has(c) {
				break
			}
			if size == 0 {
				break
			}
			pos += size
			if count++; count == n.low {
				least = pos
			}
		}
		if w.spend(count); count < n.low {
			return -1
		}
		for {
			if end := next.try(w, pos); end >= 0 || pos == least || n.possessive {
				return end
			}
			_, size := utf8.DecodeLastRuneInString(w.text[:pos])
			pos -= size
			w.spend(1)
		}
	}, first: class.ascii}
	if n.low == 0 {
		p.first = p.first.or(next.first)
	}
	return p
}

// canBeEmpty reports whether a node matches the empty text.
func canBeEmpty(n *node) bool {
	switch n.kind {
	case set:
		return false
	case lookAhead:
		return true
	case choice:
		return slices.ContainsFunc(n.parts, canBeEmpty)
	case repeat:
		return n.low == 0 || canBeEmpty(n.parts[0])
	}
	return !slices.ContainsFunc(n.parts, func(part *node) bool { return !canBeEmpty(part) })
}

// Compile reads an expression. It returns an error for an expression that can match the empty text, or has a part that is not supported.
func Compile(expression string) (*Expression, error) {
	if !utf8.ValidString(expression) {
		return nil, fmt.Errorf("it is not UTF-8")
	}
	n, err := parse(expression)
	if err != nil {
		return nil, err
	}
	if canBeEmpty(n) {
		return nil, fmt.Errorf("it can match nothing, which is not read")
	}
	c := &compiler{}
	start := c.compile(n, accept)
	return &Expression{start}, c.err
}

// Literal returns the expression that matches exactly this text, which must not be empty.
func Literal(text string) *Expression {
	n := &node{kind: sequence}
	for _, r := range text {
		n.parts = append(n.parts, &node{class: single(r).finish()})
	}
	return &Expression{new(compiler).compile(n, accept)}
}
