// Package regex matches the regular expressions of tokenizer.json files as Oniguruma does, which Hugging Face's tokenizers call: of the
// ways to match at a position, the first in the order of the expression. Go's package regexp has no look ahead, and Unicode 15.
//
// It reads characters, sets of them, groups, choices, counts, look ahead and (?i:) of ASCII; an expression with anything else is refused.
package regex

import (
	"math/bits"
	"sync"
	"unicode/utf8"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
)

// Expression is a compiled expression. It is safe for use by several goroutines at once.
type Expression struct {
	program []instruction
	start   int
	first   mask // with which ASCII characters a match begins
}

// Work bounds the steps in the matches of a text: an expression can take any power of its length.
type Work int

// NewWork returns the bound for a text.
func NewWork(text string) Work { return Work(1<<10 + safefile.Matching*len(text)) }

// do counts steps. Past the bound it panics with an *errs.Error, which errs.Rescue returns.
func (w *Work) do(steps int) {
	if *w -= Work(steps); *w < 0 {
		panic(errs.BadInput("", 0, "cut the text, or take another tokenizer",
			"a regular expression of the tokenizer takes too many steps for this text"))
	}
}

// Next returns the size of the match that text begins with, or of what lies before the first match, and which of the two it is. The text is
// not empty.
func (e *Expression) Next(text string, w *Work) (size int, isMatch bool) {
	for pos := 0; pos < len(text); {
		c := text[pos]
		if c >= utf8.RuneSelf || e.first.has(c) {
			if end := e.match(text, pos, w); end > pos {
				if pos > 0 {
					return pos, false
				}
				return end, true
			}
		}
		if pos++; c >= utf8.RuneSelf {
			_, n := utf8.DecodeRuneInString(text[pos-1:])
			pos += n - 1
		}
	}
	return len(text), false
}

// choicePoint is where a match can go on in another way.
type choicePoint struct {
	instruction int
	position    int
	least       int // of opRun: the position that remains the least; of opChoice: the alternatives that are left
}

// matcher is the memory of a match.
type matcher struct {
	points []choicePoint
	work   *Work
}

var matchers = sync.Pool{New: func() any { return new(matcher) }}

// match returns where the match at a position ends, or -1.
func (e *Expression) match(text string, pos int, w *Work) int {
	m := matchers.Get().(*matcher)
	m.points, m.work = m.points[:0], w
	end := m.run(e.program, e.start, text, pos)
	m.work = nil
	matchers.Put(m)
	return end
}

// run returns where the program from an instruction on ends, or -1. It leaves no choice points behind.
func (m *matcher) run(program []instruction, pc int, text string, pos int) int {
	base := len(m.points)
	for {
		i := &program[pc]
		ok := true
		m.work.do(1)
		switch i.op {
		case opSet:
			if ok = pos < len(text); ok {
				r, size := rune(text[pos]), 1
				if r >= utf8.RuneSelf {
					r, size = utf8.DecodeRuneInString(text[pos:])
				}
				ok = i.class.has(r)
				pos += size
			}
			pc = i.next
		case opRun:
			pos, ok = m.runOf(pc, i, text, pos)
			pc = i.next
		case opChoice:
			pc, ok = m.choose(pc, i, pos, i.open(text, pos))
		case opLook:
			ok = (m.run(program, i.inner, text, pos) >= 0) != i.negative
			pc = i.next
		case opAtomic:
			end := m.run(program, i.inner, text, pos)
			pos, ok, pc = end, end >= 0, i.next
		case opEnd:
			m.points = m.points[:base]
			return pos
		}
		for !ok {
			if len(m.points) == base {
				return -1
			}
			m.work.do(1)
			pc, pos, ok = m.back(program, text)
		}
	}
}

// runOf matches as many characters of a class as there are, and remembers that fewer would do.
func (m *matcher) runOf(pc int, i *instruction, text string, pos int) (int, bool) {
	start, n, least := pos, 0, pos
	for pos < len(text) && n != i.high {
		r, size := rune(text[pos]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(text[pos:])
		}
		if !i.class.has(r) {
			break
		}
		pos += size
		if n++; n == i.low {
			least = pos
		}
	}
	m.work.do(n)
	if n < i.low {
		return start, false
	}
	if pos > least && !i.keeps {
		m.points = append(m.points, choicePoint{pc, pos, least})
	}
	return pos, true
}

// choose takes the first of the alternatives that are left, bits in their order, and remembers the others.
func (m *matcher) choose(pc int, i *instruction, pos int, left uint64) (int, bool) {
	if left == 0 {
		return 0, false
	}
	if rest := left & (left - 1); rest != 0 {
		m.points = append(m.points, choicePoint{pc, pos, int(rest)})
	}
	return i.alternatives[bits.TrailingZeros64(left)], true
}

// open returns the alternatives with which the text at a position can begin.
func (i *instruction) open(text string, pos int) uint64 {
	if pos < len(text) && text[pos] < utf8.RuneSelf {
		return i.begins[text[pos]]
	}
	return 1<<len(i.alternatives) - 1
}

// back goes back to the last choice point.
func (m *matcher) back(program []instruction, text string) (pc, pos int, ok bool) {
	last := len(m.points) - 1
	p := &m.points[last]
	i := &program[p.instruction]
	if i.op == opChoice {
		pos, left, source := p.position, uint64(p.least), p.instruction
		m.points = m.points[:last]
		pc, ok = m.choose(source, i, pos, left)
		return pc, pos, ok
	}
	_, size := utf8.DecodeLastRuneInString(text[:p.position])
	p.position -= size
	if pos = p.position; pos == p.least {
		m.points = m.points[:last]
	}
	return i.next, pos, true
}
