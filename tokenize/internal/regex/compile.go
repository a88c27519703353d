package regex

import (
	"fmt"
	"unicode/utf8"
)

// instruction is a step of a program. Each leads to the next one, by its index.
type instruction struct {
	op           op
	class        *class
	low, high    int                    // of opRun
	keeps        bool                   // of opRun: gives nothing back
	alternatives []int                  // of opChoice: where each begins, the preferred one first
	begins       *[utf8.RuneSelf]uint64 // of opChoice: the alternatives, as bits, with which a text can begin that begins with a character
	inner        int                    // of opLook and opAtomic: where its own program begins
	negative     bool                   // of opLook
	next         int
}

type op uint8

const (
	opSet op = iota // one character of class
	opRun           // low to high characters of class, as many as lead to a match
	opChoice
	opLook
	opAtomic
	opEnd // of the expression, or of the part within a look ahead or an atomic group
)

// mask is a set of ASCII characters.
type mask [2]uint64

var everything = mask{^uint64(0), ^uint64(0)}

func (m mask) has(c byte) bool { return m[c>>6]>>(c&63)&1 == 1 }

func (m mask) or(other mask) mask { return mask{m[0] | other[0], m[1] | other[1]} }

// longest bounds a program, in instructions: counts are written out.
const longest = 5_000

// mostAlternatives bounds a choice: the bits of an int.
const mostAlternatives = 63

// compiler makes a program, from the end of an expression to its beginning.
type compiler struct {
	program []instruction
	err     error
}

func (c *compiler) add(i instruction) int {
	if len(c.program) >= longest && c.err == nil {
		c.err = fmt.Errorf("its counts make it too long")
	}
	if c.err != nil {
		return 0
	}
	c.program = append(c.program, i)
	return len(c.program) - 1
}

// compile adds a node before the instruction next, and returns where it begins.
func (c *compiler) compile(n *node, next int) int {
	if c.err != nil {
		return 0
	}
	switch n.kind {
	case set:
		return c.add(instruction{op: opSet, class: n.class, next: next})
	case sequence:
		for i := len(n.parts) - 1; i >= 0; i-- {
			next = c.compile(n.parts[i], next)
		}
		return next
	case choice:
		if len(n.parts) > mostAlternatives {
			c.err = fmt.Errorf("it has a choice of more than %d", mostAlternatives)
		}
		alternatives := make([]int, len(n.parts))
		for i, part := range n.parts {
			alternatives[i] = c.compile(part, next)
		}
		return c.add(instruction{op: opChoice, alternatives: alternatives})
	case look, atomic:
		ops := map[kind]op{look: opLook, atomic: opAtomic}[n.kind]
		return c.add(instruction{op: ops, inner: c.compile(n.parts[0], c.add(instruction{op: opEnd})), negative: n.negative, next: next})
	}
	return c.repeat(n, next)
}

// repeat adds a repetition: of a class as one instruction, else written out.
func (c *compiler) repeat(n *node, next int) int {
	part := n.parts[0]
	for part.kind == sequence && len(part.parts) == 1 {
		part = part.parts[0]
	}
	if part.kind == set && !n.lazy {
		return c.add(instruction{op: opRun, class: part.class, low: n.low, high: n.high, keeps: n.keeps, next: next})
	}
	if n.keeps {
		greedy := *n
		greedy.keeps = false
		return c.compile(&node{kind: atomic, parts: []*node{&greedy}}, next)
	}
	if canBeEmpty(part) {
		c.err = fmt.Errorf("it repeats what can be empty, which is not read")
		return 0
	}
	prefer := func(body, target int) []int {
		if n.lazy {
			return []int{target, body}
		}
		return []int{body, target}
	}
	pc := next
	if n.high < 0 {
		pc = c.add(instruction{op: opChoice})
		if body := c.compile(part, pc); c.err == nil {
			c.program[pc].alternatives = prefer(body, next)
		}
	}
	for range max(0, n.high-n.low) {
		pc = c.add(instruction{op: opChoice, alternatives: prefer(c.compile(part, pc), next)})
	}
	for range n.low {
		pc = c.compile(part, pc)
	}
	return pc
}

// canBeEmpty reports whether a node matches the empty text.
func canBeEmpty(n *node) bool {
	switch n.kind {
	case set:
		return false
	case look:
		return true
	case choice:
		for _, part := range n.parts {
			if canBeEmpty(part) {
				return true
			}
		}
		return false
	case repeat:
		return n.low == 0 || canBeEmpty(n.parts[0])
	}
	for _, part := range n.parts {
		if !canBeEmpty(part) {
			return false
		}
	}
	return true
}

// findFirst works out with which ASCII characters a text can begin from each alternative on.
func (c *compiler) findFirst() {
	done := map[int]mask{}
	for i := range c.program {
		if c.program[i].op != opChoice {
			continue
		}
		begins := new([utf8.RuneSelf]uint64)
		for bit, pc := range c.program[i].alternatives {
			first := c.first(pc, done, 0)
			for r := range begins {
				if first.has(byte(r)) {
					begins[r] |= 1 << bit
				}
			}
		}
		c.program[i].begins = begins
	}
}

// first returns a set that holds every ASCII character with which a match from an instruction on can begin.
func (c *compiler) first(pc int, done map[int]mask, depth int) (m mask) {
	if m, ok := done[pc]; ok {
		return m
	}
	if depth > 200 {
		return everything
	}
	done[pc] = everything // for a loop, which consumes before it returns here
	switch i := &c.program[pc]; i.op {
	case opSet:
		m = i.class.ascii
	case opRun:
		if m = i.class.ascii; i.low == 0 {
			m = m.or(c.first(i.next, done, depth+1))
		}
	case opChoice:
		for _, inner := range i.alternatives {
			m = m.or(c.first(inner, done, depth+1))
		}
	case opLook:
		m = c.first(i.next, done, depth+1)
	default:
		m = everything
	}
	done[pc] = m
	return m
}

// Compile reads an expression. One that can match the empty text is an error, as is any part that is not read.
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
	start := c.compile(n, c.add(instruction{op: opEnd}))
	if c.err != nil {
		return nil, c.err
	}
	c.findFirst()
	return &Expression{c.program, start, c.first(start, map[int]mask{}, 0)}, nil
}

// Literal returns the expression that matches a text that is not empty.
func Literal(text string) *Expression {
	n := &node{kind: sequence}
	for _, r := range text {
		n.parts = append(n.parts, &node{class: single(r).finish()})
	}
	c := &compiler{}
	start := c.compile(n, c.add(instruction{op: opEnd}))
	return &Expression{c.program, start, c.first(start, map[int]mask{}, 0)}
}
